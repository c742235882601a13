package online_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/online"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// services are the sources that the server plays without a server of the user's own.
var services = func() (list []string) {
	for _, s := range fixtureserver.Services() {
		if s.Source != "" && (!s.Keyed || keys[s.Source] != "") {
			list = append(list, s.Source)
		}
	}
	return list
}()

// keys are for the services that require one.
var keys = map[string]string{"openreview": "token", "googlebooks": "key"}

// world starts a server with the recorded objects and returns n references to
// real works, every other one without its identifiers, and some to works that
// exist nowhere.
func world(t testing.TB, n int) (*fixtureserver.Server, []source.Query) {
	t.Helper()
	works, queries := references(t, n)
	server := fixtureserver.New(works)
	t.Cleanup(server.Close)
	record(t, server)
	return server, queries
}

// record puts the recorded objects on a server's shelves.
func record(t testing.TB, server *fixtureserver.Server) {
	t.Helper()
	if _, err := server.Recorded(filepath.Join(testenv.Shared(t), "data", "fixtures")); err != nil {
		t.Fatal(err)
	}
}

// references returns works from the recorded objects, and the queries of references to them.
func references(t testing.TB, n int) (works []biblio.Flat, queries []source.Query) {
	t.Helper()
	recorded := fixtureserver.New(nil)
	defer recorded.Close()
	record(t, recorded)
	seen := map[string]bool{}
	for _, name := range []string{"crossref", "semanticscholar", "dblp"} {
		for _, rec := range recorded.Records(name) {
			key := online.Words(rec.FullTitle())
			if len(queries) == n || seen[key] || len(rec.Authors()) == 0 || rec.Issued.Year == 0 || len(key) < 20 {
				continue
			}
			seen[key] = true
			works = append(works, rec.Flat())
			claimed := rec.Work
			if len(queries)%2 == 1 {
				claimed.IDs = nil
			}
			queries = append(queries, source.Query{IDs: claimed.IDs, Claimed: claimed})
		}
	}
	for i := range n / 10 { // and some that exist nowhere
		f := sourcetest.Unknown(func(f *biblio.Flat) {
			f.Title += fmt.Sprintf(" number %d of several", i)
			if i%2 == 0 {
				f.DOI = fmt.Sprintf("10.99999/nowhere.%d", i)
			}
		})
		queries = append(queries, sourcetest.Query(f))
	}
	return works, queries
}

// ask queries services as a run does, one stage after another. Answers are keyed by the service's name and
// place, because some are queried in two stages.
func ask(ctx context.Context, client *transport.Client, names []string,
	queries []source.Query) map[string][]answer.Lookup {
	return askStages(ctx, online.Make(online.Config{Client: client, Keys: keys}, names), queries)
}

func askStages(ctx context.Context, stages [][]source.Connector,
	queries []source.Query) map[string][]answer.Lookup {
	out := map[string][]answer.Lookup{}
	var mu sync.Mutex
	for n, stage := range stages {
		var wg sync.WaitGroup
		for k, c := range stage {
			wg.Go(func() {
				got := source.LookupAll(ctx, c, queries)
				mu.Lock()
				defer mu.Unlock()
				out[fmt.Sprintf("%s, %d of stage %d", c.Info().Name, k+1, n)] = got
			})
		}
		wg.Wait()
	}
	return out
}

// absence returns what a lookup says against a work: that it is not where it should be, or that an identifier
// does not exist.
func absence(q source.Query, l answer.Lookup) bool {
	if len(l.Answer.NoSuchID) > 0 {
		return true
	}
	if l.Outcome != answer.Found && l.Outcome != answer.NoMatch || l.Answer.Coverage.Extent == answer.Uncovered {
		return false
	}
	for _, h := range l.Answer.Hits {
		if online.Alike(q.Claimed.FullTitle(), h.Record.FullTitle()) {
			return false
		}
	}
	return true
}

// TestFaults queries all services about 500 real references and 50 invented ones under every fault: no lookup
// says more against a work than without faults, every reference has a lookup from every source, and the run
// ends.
func TestFaults(t *testing.T) {
	n := 500
	if testing.Short() {
		n = 60
	}
	server, all := world(t, n)
	queries := all
	const brief = 250 * time.Millisecond // for what only a timeout ends
	run := func(change func(*transport.Options)) map[string][]answer.Lookup {
		client := sourcetest.Client(server, change)
		defer client.Close()
		return ask(context.Background(), client, services, queries)
	}
	truth := run(func(o *transport.Options) { o.Timeout = time.Minute })
	found, against := 0, 0
	for name, lookups := range truth {
		for i, l := range lookups {
			if l.Outcome == answer.Failed {
				t.Errorf("without faults %s failed: %s", name, l.Reason)
			}
			if l.Outcome == answer.Found {
				found++
			}
			if absence(queries[i], l) {
				against++
			}
		}
	}
	t.Logf("%d references, %d sources: %d lookups found something, %d speak against a work", len(queries),
		len(truth), found, against)
	check := func(t *testing.T, got map[string][]answer.Lookup, skip int) {
		failed := 0
		for name, lookups := range got {
			if len(lookups) != len(queries) {
				t.Fatalf("%s: %d lookups for %d references", name, len(lookups), len(queries))
			}
			for i, l := range lookups {
				if l.Outcome == "" {
					t.Errorf("%s: reference %d has no lookup", name, i)
				}
				if l.Outcome == answer.Failed {
					failed++
				}
				if absence(queries[i], l) && !absence(queries[i], truth[name][i+skip]) {
					t.Errorf("%s: a fault speaks against %q: %s, %d hits, %v, %+v", name, queries[i].Claimed.Title, l.Outcome,
						len(l.Answer.Hits), l.Answer.NoSuchID, l.Answer.Coverage)
				}
			}
		}
		t.Logf("%d lookups failed", failed)
	}
	for _, fault := range fixtureserver.Faults {
		for _, every := range []int{1, 3} {
			t.Run(fmt.Sprintf("%s, every %d", fault, every), func(t *testing.T) {
				if queries = all; every > 1 { // the last ones and those that exist nowhere suffice
					queries = all[max(len(all)-120, 0):]
				}
				skip := len(all) - len(queries)
				server.Inject("*", fault, every)
				defer server.Inject("*", "", 0)
				check(t, run(func(o *transport.Options) {
					if fault.Slow() {
						o.Timeout = brief
					}
				}), skip)
			})
		}
	}
	address, stop := fixtureserver.TLSAddress()
	defer stop()
	for _, via := range []string{address, fixtureserver.NoSuchHost, "http://127.0.0.1:1"} {
		queries = all
		t.Run(via, func(t *testing.T) { check(t, run(func(o *transport.Options) { o.Via, o.Timeout = via, brief }), 0) })
	}
}

// TestShuffledLatencies runs twenty times with varying latencies: the results are the same, byte for byte.
func TestShuffledLatencies(t *testing.T) {
	server, queries := world(t, 60)
	var want string
	runs := int64(20)
	if testing.Short() { // the race detector slows each down
		runs = 4
	}
	for seed := range runs {
		rng := rand.New(rand.NewSource(seed))
		var mu sync.Mutex
		server.SetLatency(func(string) time.Duration {
			mu.Lock()
			defer mu.Unlock()
			return time.Duration(rng.Intn(8)) * time.Millisecond
		})
		client := sourcetest.Client(server, nil)
		got, err := json.Marshal(ask(context.Background(), client, services, queries))
		client.Close()
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = string(got)
		}
		if string(got) != want {
			at := 0
			for at < min(len(got), len(want)) && got[at] == want[at] {
				at++
			}
			near := func(s string) string { return s[max(0, at-300):min(len(s), at+300)] }
			t.Fatalf("run %d differs from the first:\n%s\nwas\n%s", seed, near(string(got)), near(want))
		}
	}
}

// TestFiftyReferences measures fifty references with all services without keys, on a server with their limits
// and a tenth of a second per answer. The time is simulated: it depends only on the limits, on any machine.
func TestFiftyReferences(t *testing.T) {
	for _, c := range []struct {
		name string
		ids  bool
	}{{"half with identifiers", true}, {"none with identifiers", false}} {
		t.Run(c.name, func(t *testing.T) {
			works, queries := references(t, 50)
			queries = queries[:50]
			for i := range queries {
				if !c.ids {
					queries[i].IDs = nil
				}
			}
			synctest.Test(t, func(t *testing.T) { fifty(t, works, queries) })
		})
	}
}

func fifty(t *testing.T, works []biblio.Flat, queries []source.Query) {
	server, clock := fixtureserver.Simulate(works)
	defer server.Close()
	record(t, server)
	server.Enforce(true)
	server.SetLatency(func(string) time.Duration { return 100 * time.Millisecond })
	client := transport.New(transport.Options{Via: server.URL, Contact: "tests@example.org", Clock: clock})
	defer client.Close()
	start := time.Now()
	stages := online.Make(online.Config{Client: client, Keys: keys}, services)
	got := askStages(context.Background(), [][]source.Connector{slices.Concat(stages...)}, queries) // nobody waits
	took := time.Since(start)
	for name, lookups := range got {
		for _, l := range lookups {
			if l.Outcome == answer.Failed {
				t.Errorf("%s: %s", name, l.Reason)
			}
		}
	}
	for host, n := range server.Broken() {
		t.Errorf("the limit of %s was broken %d times", host, n)
	}
	t.Logf("%d references through %d sources: %s, %d requests, %.1f a reference: %v", len(queries), len(got),
		took.Round(time.Millisecond), server.Total(),
		float64(server.Total())/float64(len(queries)), server.Requests())
	if took > 15*time.Second {
		t.Errorf("took %s", took)
	}
}

func TestEntries(t *testing.T) {
	client := transport.New(transport.Options{Contact: "tests@example.org"})
	defer client.Close()
	seen := map[string]bool{}
	config := online.Config{Client: client, Keys: map[string]string{"searxng_url": "https://searxng.example"}}
	for _, e := range online.Sources {
		c := e.New(config)
		if c.Info().Name != e.Name {
			t.Errorf("entry %s makes source %s", e.Name, c.Info().Name)
		}
		if seen[e.Name] || e.Covers == "" {
			t.Errorf("entry %s: twice, or says not what it covers", e.Name)
		}
		seen[e.Name] = true
	}
	stages := online.Make(online.Config{Client: client}, nil)
	n := 0
	for _, stage := range stages {
		n += len(stage)
	}
	if n < 13 || len(stages[online.Late]) != 1 || len(stages[online.Web]) != 0 {
		t.Errorf("%d sources without keys, %d of the web", n, len(stages[online.Web]))
	}
}
