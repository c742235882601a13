package transport

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// Services learn whom to contact; hosts named by documents do not.
func TestContactIsForServices(t *testing.T) {
	var agents []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		agents = append(agents,
			r.URL.Path+" "+fmt.Sprint(strings.Contains(r.UserAgent(), "ann@example.org"), r.UserAgent() != ""))
	}))
	defer server.Close()
	c := New(Options{Contact: "ann@example.org", Reach: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
		Clock: newClock()})
	defer c.Close()
	for _, req := range []*Request{{Service: "doi", URL: server.URL + "/service"}, {URL: server.URL + "/document"}} {
		if _, err := c.Do(context.Background(), req); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(agents, "; "); got != "/service true true; /document false true" {
		t.Error(got)
	}
}

// A body that repeats the requested address contains keys as addresses encode them.
func TestEscapedSecretsAreNotKept(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"self":%q}`, r.URL.String())
	}))
	defer server.Close()
	dir := t.TempDir()
	tape, err := Record(filepath.Join(dir, "run.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	c := New(Options{Tape: tape, Clock: newClock()})
	defer c.Close()
	if _, err := c.Do(context.Background(),
		&Request{Service: "doi", URL: server.URL + "/x?a=b",
			Secret: url.Values{"mailto": {"ann+x@example.org"}, "key": {"abc/sesame==ghi"}}}); err != nil {
		t.Fatal(err)
	}
	if err := tape.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "run.jsonl"))
	if err != nil || strings.Contains(string(data), "example.org") || strings.Contains(string(data), "sesame") ||
		!strings.Contains(string(data), "self") {
		t.Errorf("%s %v", data, err)
	}
}

func TestLowPorts(t *testing.T) {
	for port, want := range map[string]bool{"80": true, "443": true, "8080": true, "0443": true, "22": false,
		"00022": false, "1023": false, "01023": false, "1024": true, "99999999999": false} {
		u, err := url.Parse("http://example.org:" + port + "/")
		if err != nil {
			t.Fatal(err)
		}
		if got := checkURL(u) == nil; got != want {
			t.Errorf("port %s: fetched %v", port, got)
		}
	}
}

// A redirect to anything but a web address is rejected at once; an address without a host belongs to no
// service.
func TestRedirectElsewhere(t *testing.T) {
	for _, to := range []string{"file:///etc/passwd", "javascript:alert(1)", "http:///x", "gopher://example.org/",
		"http://ann:pw@example.org/", "http://2130706433:22/", "http://[fe80::1%25lo]/"} {
		asked := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked++
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
		}))
		c := New(Options{Reach: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, Clock: newClock()})
		_, err := c.Do(context.Background(), &Request{URL: server.URL + "/x"})
		if err == nil || asFailure(err).Kind != answer.Refused || asked != 1 {
			t.Errorf("%s: %v, asked %d times", to, err, asked)
		}
		c.Close()
		server.Close()
	}
}

// A service that redirects a question to its other address with all parameters, including keys, is followed;
// the key is only sent to its own host and is stored nowhere.
func TestRedirectRepeatsKeys(t *testing.T) {
	var asked, other []string
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		other = append(other, r.URL.String())
		w.Write([]byte("elsewhere"))
	}))
	defer elsewhere.Close()
	var server *httptest.Server
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.String())
		switch r.URL.Path {
		case "/works":
			http.Redirect(w, r, server.URL+"/works/?"+r.URL.RawQuery, http.StatusMovedPermanently)
		case "/moved":
			http.Redirect(w, r, elsewhere.URL+"/moved?"+r.URL.RawQuery, http.StatusMovedPermanently)
		default:
			w.Write([]byte("here"))
		}
	}))
	defer server.Close()
	path := filepath.Join(t.TempDir(), "run.jsonl")
	tape, err := Record(path)
	if err != nil {
		t.Fatal(err)
	}
	c := New(Options{Tape: tape, Reach: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, Clock: newClock()})
	defer c.Close()
	for at, want := range map[string]string{"/works": "here", "/moved": "elsewhere"} {
		resp, err := c.Do(context.Background(),
			&Request{Service: "openalex", URL: server.URL + at + "?a=b", Secret: url.Values{"api_key": {"sesame-open"}}})
		if err != nil || string(resp.Body) != want || strings.Contains(resp.URL, "sesame") {
			t.Errorf("%s: %+v %v", at, resp, err)
		}
	}
	if err := tape.Close(); err != nil {
		t.Fatal(err)
	}
	if len(asked) != 3 || len(other) != 1 || strings.Contains(other[0], "sesame") {
		t.Errorf("asked %q and elsewhere %q", asked, other)
	}
	for _, at := range asked {
		if strings.Count(at, "sesame-open") != 1 {
			t.Errorf("the service was asked %s", at)
		}
	}
	if data, err := os.ReadFile(path); err != nil || strings.Contains(string(data), "sesame") {
		t.Errorf("%s %v", data, err)
	}
}

// TestPublicClient: a message goes to addresses of the public network alone.
func TestPublicClient(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("it was reached") }))
	defer server.Close()
	for _, address := range []string{server.URL, "http://localhost:" + server.URL[strings.LastIndex(server.URL, ":")+1:],
		"http://10.0.0.1:8080/", "http://[::1]:8080/", "file:///etc/passwd", "http://2130706433/"} {
		if resp, err := Public().Post(address, "application/json", strings.NewReader("{}")); err == nil {
			resp.Body.Close()
			t.Errorf("%s is called", address)
		}
	}
}
