package lsp

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
)

const ofServices = `@article{k,
  author = {Ada Lovelace and Alan Turing},
  title = {On Lamps and Rivers That Nobody Has Heard Of},
  journal = {Journal of Examples},
  year = {2013},
  doi = {10.5555/example.1},
}
`

// asking connects an editor to a server with one service.
func asking(t *testing.T, options string) (*editor, *fixtureserver.Server) {
	t.Helper()
	server := fixtureserver.New(
		[]biblio.Flat{{Type: "article-journal", Title: "On Lamps and Rivers That Nobody Has Heard Of",
			Authors: []string{"Ada Lovelace", "Alan Turing"}, Venue: "Journal of Examples", Year: "2011",
			DOI: "10.5555/example.1"}})
	t.Cleanup(server.Close)
	cache := t.TempDir()
	open := sync.OnceValues(func() (*setup.Setup, error) {
		return setup.Open(
			setup.Options{Online: setup.Online{Enabled: true, Via: server.URL, Cache: cache, Memory: setup.NoMemory,
				Sources: []string{"crossref"}, Contact: "tests@example.org"}})
	})
	t.Cleanup(func() {
		if s, err := open(); err == nil {
			_ = s.Close()
		}
	})
	return connect(t, Options{Online: open, Pause: time.Millisecond}, able, options), server
}

func (e *editor) save(at uri.URI) {
	e.t.Helper()
	if err := e.DidSave(e.t.Context(),
		&protocol.DidSaveTextDocumentParams{TextDocument: protocol.TextDocumentIdentifier{URI: at}}); err != nil {
		e.t.Fatal(err)
	}
}

// While a text is being edited no services are asked. When it is saved they are, with progress, and no question
// is asked twice.
func TestServicesOnSave(t *testing.T) {
	e, server := asking(t, "")
	at := uri.URI("untitled:refs.bib")
	e.open(at, ofServices)
	if got := codes(e.settled(at, 1)); slices.Contains(got, "year-differs") || server.Total() > 0 {
		t.Fatalf("before it is saved: %v, %d requests", got, server.Total())
	}
	e.save(at)
	wrong := func(p *protocol.PublishDiagnosticsParams) bool {
		return slices.Contains(codes(p.Diagnostics), "year-differs")
	}
	e.until(at, wrong)
	asked := server.Total()
	e.mu.Lock()
	if len(e.begun) < 2 || !strings.HasPrefix(e.begun[0], "begin bonafide asks services about 1") {
		t.Errorf("progress %q", e.begun)
	}
	e.mu.Unlock()
	e.change(at, 2, "% another line\n"+ofServices)
	if got := e.settled(at, 2); !slices.Contains(codes(got), "year-differs") {
		t.Errorf("what services said is forgotten: %v", codes(got))
	}
	e.save(at)
	e.change(at, 3, ofServices)
	e.settled(at, 3)
	if server.Total() != asked {
		t.Errorf("%d requests and then %d", asked, server.Total())
	}
	e.change(at, 4, strings.Replace(ofServices, "2013", "2011", 1))
	e.save(at)
	e.until(at, func(p *protocol.PublishDiagnosticsParams) bool { return len(p.Diagnostics) == 0 })
}

// Services are not asked if the user has turned them off; a user who does not want to wait can cancel.
func TestServicesNotWanted(t *testing.T) {
	e, server := asking(t, `{"online":false}`)
	at := uri.URI("untitled:refs.bib")
	e.open(at, ofServices)
	e.settled(at, 1)
	e.save(at)
	e.change(at, 2, ofServices)
	e.settled(at, 2)
	if server.Total() > 0 {
		t.Errorf("%d requests", server.Total())
	}

	e, server = asking(t, "")
	held, release := make(chan struct{}), make(chan struct{})
	underWay := server.HoldAfter(0)
	go func() {
		<-underWay
		close(held)
		<-release
		server.Release()
	}()
	e.open(at, ofServices)
	e.settled(at, 1)
	e.save(at)
	<-held
	e.mu.Lock()
	token := e.token
	e.mu.Unlock()
	if err := e.WorkDoneProgressCancel(t.Context(), &protocol.WorkDoneProgressCancelParams{Token: token}); err != nil {
		t.Fatal(err)
	}
	e.change(at, 2, "\n"+ofServices)
	if got := codes(e.settled(at, 2)); slices.Contains(got, "year-differs") {
		t.Errorf("after the end %v", got)
	}
	close(release)
}
