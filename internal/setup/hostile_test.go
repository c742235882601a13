package setup

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

// TestHostileDocument audits a document with forty addresses that point to a listener on this machine, through
// the sources that read pages, without a gateway: no connection arrives, and every reference has its row.
// Redirects and changing names are tested with the transport (TestPrivateNetworkIsNotReached).
func TestHostileDocument(t *testing.T) {
	var reached atomic.Int32
	victim := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("secret"))
	}))
	victim.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			reached.Add(1)
		}
	}
	victim.Start()
	defer victim.Close()
	_, port, _ := net.SplitHostPort(victim.Listener.Addr().String())
	var text strings.Builder
	n := 0
	for _, host := range []string{"127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1",
		"017700000001", "0", "0.0.0.0",
		"127.0.0.2", "127.255.255.254", "localhost", "LOCALHOST", "localhost.", "foo.localhost", "[::1]", "[::]",
		"[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
		"[0:0:0:0:0:0:0:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "user@127.0.0.1", "127.0.0.1%00",
		"①②⑦.0.0.1", "localhost%2e",
		"printer.local", "metadata.google.internal"} {
		for _, scheme := range []string{"http", "https", "gopher"} {
			if n++; scheme != "http" && n%3 == 0 && n < 60 {
				continue
			}
			text.WriteString("@misc{k" + string(rune('a'+n%26)) + time.Duration(n).String() +
				", title={A page about nothing in particular}, author={Doe, Jane}, year={2020}, url={" + scheme + "://" + host +
				":" + port + "/}}\n")
		}
	}
	doc, err := extract.Read("hostile.bib", []byte(text.String()), extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(doc.References) < 40 {
		t.Fatalf("%d references", len(doc.References))
	}
	named := 0
	for i := range doc.References {
		if addressed(&doc.References[i]) {
			named++
		}
	}
	s, err := Open(
		Options{Online: Online{Enabled: true, Sources: []string{"url_direct"}, Cache: t.TempDir(), Memory: NoMemory,
			Clock: newHurry(), Timeout: time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	findings := runUntil(t, s.Auditor, doc.References, time.Now().Add(30*time.Second))
	if len(findings) != len(doc.References) {
		t.Errorf("%d rows for %d references", len(findings), len(doc.References))
	}
	outcomes := map[judge.Outcome]int{}
	for _, f := range findings {
		outcomes[f.Verdict.Outcome]++
		for _, l := range f.Evidence.Lookups {
			if l.Source.Online && l.Outcome == answer.Found {
				t.Errorf("%s: %s found something", f.Reference.Raw, l.Source.Name)
			}
		}
	}
	if reached.Load() != 0 {
		t.Errorf("the private listener was reached %d times", reached.Load())
	}
	t.Logf("%d references, %d with an address that was taken up: %v", len(findings), named, outcomes)
}

func addressed(ref *biblio.Reference) bool {
	return ref.Claimed.URL != "" || !ref.Claimed.ID("url").IsZero()
}
