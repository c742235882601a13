// Package sourcetest is the suite that every connector of an online service runs: it tests that the connector
// keeps the contract of source.Connector, with the service behaving and misbehaving.
package sourcetest

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Suite describes how to make a connector and what to ask it.
type Suite struct {
	New func(*transport.Client) source.Connector
	// Found are works that the service has, as claimed by references.
	Found []biblio.Flat
	// Absent are works that it lacks. If a connector only resolves identifiers, they carry one.
	Absent []biblio.Flat
	// Prepare sets up what the server has besides its works; may be nil.
	Prepare func(*fixtureserver.Server)
	// Page is set if the service's answers are web pages, so that a page is not a fault.
	Page bool
}

// Clock is a clock that never waits: it moves forward instead.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// Now returns the time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now.IsZero() {
		c.now = time.Now()
	}
	return c.now
}

// Sleep moves the time forward.
func (c *Clock) Sleep(ctx context.Context, d time.Duration) error {
	c.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	return ctx.Err()
}

// Client returns a client that sends every request to the server, without waits.
func Client(s *fixtureserver.Server, change func(*transport.Options)) *transport.Client {
	opts := transport.Options{Via: s.URL, Clock: &Clock{}, Jitter: func() float64 { return 0 },
		Contact: "tests@example.org", Timeout: 20 * time.Second}
	if change != nil {
		change(&opts)
	}
	return transport.New(opts)
}

// Query returns the query of a reference that claims a work.
func Query(f biblio.Flat) source.Query {
	w := f.Work()
	return source.Query{IDs: w.IDs, Claimed: w}
}

// Run runs the suite, in parallel with other tests.
func Run(t *testing.T, s Suite) {
	t.Parallel() // most of it is waiting
	server := fixtureserver.New(append(fixtureserver.Facts(), s.Found...))
	defer server.Close()
	if s.Prepare != nil {
		s.Prepare(server)
	}
	fresh := func(change func(*transport.Options)) source.Connector {
		client := Client(server, change)
		t.Cleanup(client.Close)
		return s.New(client)
	}
	t.Run("info", func(t *testing.T) { checkInfo(t, fresh(nil).Info()) })
	t.Run("found", func(t *testing.T) { s.found(t, fresh(nil)) })
	t.Run("absent", func(t *testing.T) { s.absent(t, fresh(nil)) })
	t.Run("nothing to ask", func(t *testing.T) {
		if _, err := fresh(nil).Lookup(context.Background(), source.Query{}); !errors.Is(err, answer.ErrNotAsked) {
			t.Errorf("an empty query: %v, want ErrNotAsked", err)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		for _, f := range s.Found {
			if answer, err := fresh(nil).Lookup(ctx, Query(f)); err == nil {
				t.Errorf("a cancelled question has an answer: %+v", answer)
			}
		}
	})
	t.Run("batch", func(t *testing.T) { s.batch(t, fresh(nil), fresh(nil)) })
	t.Run("faults", func(t *testing.T) { s.faults(t, server, fresh) })
	t.Run("unreachable", func(t *testing.T) { s.unreachable(t, fresh) })
}

func checkInfo(t *testing.T, info answer.Info) {
	if info.Name == "" || info.Version < 1 || !info.Online {
		t.Errorf("info: %+v", info)
	}
	if len(info.Schemes) == 0 && !info.Titles {
		t.Error("the source can be asked for nothing")
	}
}

// right reports whether a hit is the work that a reference claims.
func right(f biblio.Flat, reply answer.Answer) bool {
	return slices.ContainsFunc(reply.Hits, func(h answer.Hit) bool {
		return normalise.Similarity(normalise.Title(f.Title), normalise.Title(h.Record.FullTitle())) >= 80
	})
}

func (s Suite) found(t *testing.T, c source.Connector) {
	for _, f := range s.Found {
		reply, err := c.Lookup(context.Background(), Query(f))
		if err != nil || !right(f, reply) {
			t.Errorf("%q: %d hits, %v", f.Title, len(reply.Hits), err)
			continue
		}
		for _, h := range reply.Hits {
			if h.Record.Source != c.Info().Name || h.Record.LocalID == "" || h.How == "" {
				t.Errorf("%q: hit without source, id or way: %+v", f.Title, h)
			}
			if h.How == answer.ByIdentifier && h.ID.IsZero() {
				t.Errorf("%q: found by an identifier that is not named", f.Title)
			}
		}
	}
}

func (s Suite) absent(t *testing.T, c source.Connector) {
	for _, f := range s.Absent {
		answer, err := c.Lookup(context.Background(), Query(f))
		if err != nil {
			t.Errorf("%q: %v", f.Title, err)
		}
		if right(f, answer) {
			t.Errorf("%q is there: %+v", f.Title, answer.Hits[0].Record.Title)
		}
	}
}

// batch tests that many queries at once get the same answers as single ones, as far as they identify the work.
func (s Suite) batch(t *testing.T, one, many source.Connector) {
	all := append(append([]biblio.Flat(nil), s.Found...), s.Absent...)
	queries := make([]source.Query, len(all))
	for i, f := range all {
		queries[i] = Query(f)
	}
	lookups := source.LookupAll(context.Background(), many, queries)
	if len(lookups) != len(queries) {
		t.Fatalf("%d lookups for %d queries", len(lookups), len(queries))
	}
	for i, f := range all {
		reply, err := one.Lookup(context.Background(), queries[i])
		single := answer.NewLookup(one.Info(), reply, err)
		if right(f, single.Answer) != right(f, lookups[i].Answer) {
			t.Errorf("%q: alone %s %v, in a batch %s %v", f.Title, single.Outcome, right(f, single.Answer), lookups[i].Outcome,
				right(f, lookups[i].Answer))
		}
		if diff := cmp.Diff(single.Answer.NoSuchID, lookups[i].Answer.NoSuchID); diff != "" {
			t.Errorf("%q: %s", f.Title, diff)
		}
	}
}

// faults tests that no fault makes a work appear absent.
func (s Suite) faults(t *testing.T, server *fixtureserver.Server,
	fresh func(func(*transport.Options)) source.Connector) {
	for _, fault := range fixtureserver.Faults {
		if s.Page && (fault == fixtureserver.WrongType || fault == fixtureserver.NotFound ||
			fault == fixtureserver.PageForData) {
			continue
		}
		t.Run(string(fault), func(t *testing.T) {
			for _, n := range []int{1, 2} {
				server.Inject("*", fault, n)
				c := fresh(func(o *transport.Options) {
					if fault.Slow() {
						o.Timeout = 150 * time.Millisecond
					}
				})
				for _, f := range append(append([]biblio.Flat(nil), s.Found...), s.Absent...) {
					answer, err := c.Lookup(context.Background(), Query(f))
					s.honest(t, f, answer, err)
				}
				server.Inject("*", "", 0)
			}
		})
	}
}

// honest tests that an answer under faults claims nothing that it does not know.
func (s Suite) honest(t *testing.T, f biblio.Flat, reply answer.Answer, err error) {
	t.Helper()
	var failure *answer.Failure
	exists := false
	for _, have := range s.Found {
		exists = exists || have.Title == f.Title
	}
	switch {
	case err == nil && !exists:
		return // it is truly absent, whichever source answered
	case err == nil && right(f, reply):
		return
	case err == nil && s.Page && reply.Coverage.Extent == answer.Uncovered && len(reply.NoSuchID) == 0:
		return // a page without information is not silence about a work
	case err == nil && reply.Coverage.Extent == answer.Uncovered && len(reply.NoSuchID) == 0 && len(reply.Hits) > 0:
		return
	case err == nil:
		t.Errorf("%q: the fault became an answer: %d hits, no such %v, coverage %+v", f.Title, len(reply.Hits),
			reply.NoSuchID, reply.Coverage)
	case !errors.As(err, &failure):
		t.Errorf("%q: not a failure but %v", f.Title, err)
	case failure.Kind == "":
		t.Errorf("%q: failure without a kind: %v", f.Title, err)
	}
}

func (s Suite) unreachable(t *testing.T, fresh func(func(*transport.Options)) source.Connector) {
	address, stop := fixtureserver.TLSAddress()
	defer stop()
	for _, via := range []string{address, fixtureserver.NoSuchHost, "http://127.0.0.1:1"} {
		c := fresh(func(o *transport.Options) { o.Via = via })
		for _, f := range s.Found {
			answer, err := c.Lookup(context.Background(), Query(f))
			if err == nil {
				t.Errorf("%s: %+v", via, answer)
			}
			s.honest(t, f, answer, err)
		}
	}
}

// Unknown is a work that exists nowhere.
func Unknown(ids func(*biblio.Flat)) biblio.Flat {
	f := biblio.Flat{Type: "article-journal",
		Title:   "Quantized Periwinkle Gradients for Subterranean Marmalade Forecasting",
		Authors: []string{"Wilhelmina Nosuchperson"}, Venue: "Journal of Nothing", Year: "2031"}
	if ids != nil {
		ids(&f)
	}
	return f
}

// DOI sets a DOI that exists nowhere.
func DOI(f *biblio.Flat) { f.DOI = "10.99999/nowhere.1" }
