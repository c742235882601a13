package setup

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math/rand"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// hurry is a clock on which waiting takes no time: it shows the sum of the requested waits.
type hurry struct {
	mu  sync.Mutex
	now time.Time
}

// newHurry starts in the past: the sum of its waits passes no deadline of a run.
func newHurry() *hurry { return &hurry{now: time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)} }

func (h *hurry) Now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

func (h *hurry) Sleep(ctx context.Context, d time.Duration) error {
	h.mu.Lock()
	h.now = h.now.Add(d)
	h.mu.Unlock()
	return ctx.Err()
}

// world returns a fixture server that knows the works of the starter corpus, and references to them: right,
// wrong in one field, and invented.
func world(t *testing.T, n int) (*fixtureserver.Server, []biblio.Reference) {
	t.Helper()
	records, err := corpora.StarterRecords()
	if err != nil {
		t.Fatal(err)
	}
	var works []biblio.Flat
	for _, r := range records {
		works = append(works, r.Flat())
	}
	server := fixtureserver.New(works)
	t.Cleanup(server.Close)
	var refs []biblio.Reference
	for i := 0; len(refs) < n; i++ {
		refs = append(refs, reference(works[i%len(works)], i))
	}
	return server, refs
}

// reference claims a work correctly, or with one error.
func reference(f biblio.Flat, i int) biblio.Reference {
	switch i % 5 {
	case 1:
		f.Year = biblio.Year(fmt.Sprint(biblio.LeadingYear(string(f.Year)) - 3))
	case 2:
		f.Authors = append(append([]string(nil), f.Authors...), "Zebedee Quillfeather")
	case 3:
		f.Title = fmt.Sprintf("Quorums of velvet engines number %d under moonlit calibration", i)
		f.DOI, f.ArXivID, f.URL, f.PMID, f.ISBN = "", "", "", "", ""
	case 4:
		f.DOI, f.ArXivID, f.URL, f.PMID = "", "", "", ""
	}
	return biblio.Reference{ID: fmt.Sprintf("r%03d", i), Claimed: f.Work()}
}

// onlineSetup opens an auditor whose only sources are the services behind via.
func onlineSetup(t *testing.T, via string, opt Online) *Setup {
	t.Helper()
	opt.Enabled, opt.Via = true, via
	if opt.Cache == "" {
		opt.Cache = t.TempDir()
	}
	opt.Memory = cmp.Or(opt.Memory, NoMemory)
	s, err := Open(Options{Online: opt})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	s.Auditor.Stages = slices.DeleteFunc(s.Auditor.Stages, func(stage []source.Connector) bool {
		return names(stage) == "corpus" // it contains the same works
	})
	return s
}

func run(t *testing.T, a *audit.Auditor, refs []biblio.Reference) []audit.Finding {
	t.Helper()
	return runUntil(t, a, refs, time.Time{})
}

func runUntil(t *testing.T, a *audit.Auditor, refs []biblio.Reference, until time.Time) []audit.Finding {
	t.Helper()
	return runUnder(context.Background(), t, a, refs, until)
}

func runUnder(ctx context.Context, t *testing.T, a *audit.Auditor, refs []biblio.Reference,
	until time.Time) []audit.Finding {
	t.Helper()
	var list []audit.Finding
	err := a.All(ctx, refs, audit.Options{Jobs: 2, Until: until}, func(f audit.Finding) error {
		list = append(list, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// learn stores what findings prove.
func learn(t *testing.T, s *Setup, findings []audit.Finding) {
	t.Helper()
	learning := s.Learning()
	defer learning.Close()
	for _, f := range findings {
		if err := learning.Take(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
}

// accuses reports whether an outcome speaks against a reference.
func accuses(o judge.Outcome) bool { return o == judge.Discrepant || o == judge.NotFound }

func TestFaultsNeverAccuse(t *testing.T) {
	t.Parallel()
	n, kinds := 30, []int{1}
	if testenv.Long() {
		n, kinds = 250, []int{1, 3}
	}
	server, refs := world(t, n)
	base := run(t, onlineSetup(t, server.URL, Online{Clock: newHurry()}).Auditor, refs)
	accused := map[string]bool{}
	outcomes := map[judge.Outcome]int{}
	for _, f := range base {
		accused[f.Reference.ID] = accuses(f.Verdict.Outcome)
		outcomes[f.Verdict.Outcome]++
	}
	t.Logf("without faults: %v", outcomes)
	if outcomes[judge.Verified] < len(refs)/3 || outcomes[judge.Discrepant] == 0 || outcomes[judge.Doubtful] == 0 {
		t.Fatalf("the run without faults does not decide: %v", outcomes)
	}
	for _, fault := range fixtureserver.Faults {
		for _, every := range kinds {
			t.Run(fmt.Sprintf("%s, every %d", fault, every), func(t *testing.T) {
				server.Inject("*", fault, every)
				defer server.Inject("*", "", 0)
				opt := Online{Clock: newHurry()}
				refs := refs
				if fault.Slow() {
					opt.Timeout = 300 * time.Millisecond
					refs = refs[:min(len(refs), 80)] // it merely waits
				}
				if fault == fixtureserver.GzipBomb && testing.Short() {
					refs = refs[:8] // 80 MB each
				}
				s := onlineSetup(t, server.URL, opt)
				start := time.Now()
				judged := check(t, runUntil(t, s.Auditor, refs, time.Now().Add(20*time.Second)), refs, accused)
				t.Logf("%v in %v", judged, time.Since(start).Round(time.Millisecond))
			})
		}
	}
	for name, address := range map[string]string{"no such host": fixtureserver.NoSuchHost,
		"no valid certificate": tlsAddress(t)} {
		t.Run(name, func(t *testing.T) {
			s := onlineSetup(t, address, Online{Clock: newHurry(), Timeout: 300 * time.Millisecond})
			judged := check(t, runUntil(t, s.Auditor, refs, time.Now().Add(20*time.Second)), refs, accused)
			if judged[judge.Inconclusive]+judged[judge.Exempt] != len(refs) {
				t.Errorf("all sources down: %v", judged)
			}
		})
	}
}

func tlsAddress(t *testing.T) string {
	address, stop := fixtureserver.TLSAddress()
	t.Cleanup(stop)
	return address
}

// check compares findings with the run without faults: there must be a row for every reference, and no
// new accusation.
func check(t *testing.T, got []audit.Finding, refs []biblio.Reference, accused map[string]bool) map[judge.Outcome]int {
	t.Helper()
	if len(got) != len(refs) {
		t.Fatalf("%d findings for %d references", len(got), len(refs))
	}
	outcomes := map[judge.Outcome]int{}
	for _, f := range got {
		outcomes[f.Verdict.Outcome]++
		if accuses(f.Verdict.Outcome) && !accused[f.Reference.ID] {
			t.Errorf("%s: %v only because of the fault: %+v", f.Reference.ID, f.Verdict.Outcome, f.Verdict.Reasons)
		}
	}
	return outcomes
}

// rows renders findings as the canonical stream does.
func rows(t *testing.T, findings []audit.Finding) string {
	t.Helper()
	var b bytes.Buffer
	w, err := report.New("jsonl", &b, report.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		if err := w.Finding(report.Row(f, "", true)); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestLatencyDoesNotShow(t *testing.T) {
	server, refs := world(t, 60)
	var want string
	seeds := uint32(4)
	if testenv.Long() {
		seeds = 20
	}
	for seed := range seeds {
		server.SetLatency(func(host string) time.Duration {
			h := fnv.New32a()
			fmt.Fprint(h, seed, host)
			return time.Duration(rand.New(rand.NewSource(int64(h.Sum32()))).Intn(8)) * time.Millisecond
		})
		got := rows(t, run(t, onlineSetup(t, server.URL, Online{Clock: newHurry()}).Auditor, refs))
		if want == "" {
			want = got
		}
		if got != want {
			t.Fatalf("seed %d: the output differs: %s", seed, firstDifference(want, got))
		}
	}
}

func firstDifference(a, b string) string {
	la, lb := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range la {
		if i >= len(lb) || la[i] != lb[i] {
			return fmt.Sprintf("\n%s\n%s", la[i], lb[min(i, len(lb)-1)])
		}
	}
	return "one is longer"
}

func TestNothingIsAskedTwice(t *testing.T) {
	server, refs := world(t, 80)
	dir := t.TempDir()
	first := rows(t, run(t, onlineSetup(t, server.URL, Online{Clock: newHurry(), Cache: dir}).Auditor, refs))
	asked := server.Total()
	if asked == 0 {
		t.Fatal("the first run asked nobody")
	}
	again := rows(t, run(t, onlineSetup(t, server.URL, Online{Clock: newHurry(), Cache: dir}).Auditor, refs))
	if n := server.Total() - asked; n != 0 {
		t.Errorf("the second run made %d requests", n)
	}
	if first != again {
		t.Errorf("cached answers give another report: %s", firstDifference(first, again))
	}
	t.Logf("%d references took %d requests (%.1f each): %v", len(refs), asked,
		float64(asked)/float64(len(refs)), server.Requests())
}

// TestAnswersAreKeptByQuestion: a run over some of the references of an earlier run, in another order and with
// others, repeats no answered question.
func TestAnswersAreKeptByQuestion(t *testing.T) {
	server, refs := world(t, 130)
	for i := range refs { // only titles, so that searches share requests
		refs[i].Claimed.IDs = nil
	}
	dir := t.TempDir()
	old, fresh := refs[:120], refs[120:]
	before := map[string]judge.Outcome{}
	for _, f := range run(t, onlineSetup(t, server.URL, Online{Clock: newHurry(), Cache: dir}).Auditor, old) {
		before[f.Reference.ID] = f.Verdict.Outcome
	}
	asked := server.Total()
	var some []biblio.Reference
	for i := len(old) - 1; i >= 0; i-- {
		if i%3 != 0 {
			some = append(some, old[i])
		}
	}
	changed := 0
	for _, f := range run(t, onlineSetup(t, server.URL, Online{Clock: newHurry(), Cache: dir}).Auditor, some) {
		if f.Verdict.Outcome != before[f.Reference.ID] {
			changed++
			t.Logf("%s: %v, then %v", f.Reference.ID, before[f.Reference.ID], f.Verdict.Outcome)
		}
	}
	again := server.Total() - asked
	run(t, onlineSetup(t, server.URL, Online{Clock: newHurry(), Cache: t.TempDir()}).Auditor, fresh)
	alone := server.Total() - asked - again
	run(t, onlineSetup(t, server.URL, Online{Clock: newHurry(), Cache: dir}).Auditor, append(some, fresh...))
	beside := server.Total() - asked - again - alone
	t.Logf("%d requests, %d for some of the same again, %d for others alone, %d beside those; %d verdicts changed", asked,
		again, alone, beside, changed)
	if again != 0 || beside > alone {
		t.Errorf("%d requests for what was answered, %d for others alone and %d beside it; requests %v", again, alone,
			beside, server.Requests())
	}
}

func TestMemoryClearsAndNeverAccuses(t *testing.T) {
	server, refs := world(t, 100)
	path := filepath.Join(t.TempDir(), "memory.db")
	first := onlineSetup(t, server.URL, Online{Clock: newHurry(), Memory: path})
	before := run(t, first.Auditor, refs)
	learn(t, first, before)
	asked := server.Total()
	again := onlineSetup(t, server.URL, Online{Clock: newHurry(), Memory: path})
	recalled := 0
	for i, f := range run(t, again.Auditor, refs) {
		if f.Verdict.Outcome != before[i].Verdict.Outcome {
			t.Errorf("%s: %v with the memory, %v without", f.Reference.ID, f.Verdict.Outcome, before[i].Verdict.Outcome)
		}
		if f.Verdict.Best >= 0 && f.Evidence.Candidates[f.Verdict.Best].Source.Name == "memory" {
			recalled++
		}
	}
	if recalled == 0 {
		t.Error("nothing was recalled")
	}
	t.Logf("%d of %d references were recalled; %d requests before, %d with the memory", recalled, len(refs), asked,
		server.Total()-asked)
}

// TestFiftyUnresolved measures the cost of the documented limits: of one run over references that no service
// knows, on a server that enforces them and takes a tenth of a second per answer. The time is simulated, so it
// is that of the limits on any machine.
func TestFiftyUnresolved(t *testing.T) {
	var refs []biblio.Reference
	for i := range 50 {
		r := reference(biblio.Flat{Authors: []string{"Ann Author"}, Year: "2021", Venue: "Journal of Nothing",
			Type: "article-journal"}, 5*i+3)
		r.ID = fmt.Sprint(i)
		refs = append(refs, r)
	}
	cache := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		server, clock := fixtureserver.Simulate(nil)
		defer server.Close()
		server.Enforce(true)
		server.SetLatency(func(string) time.Duration { return 100 * time.Millisecond })
		s := onlineSetup(t, server.URL, Online{Contact: "someone@example.org", Cache: cache, Clock: clock})
		start := time.Now()
		account := s.Account()
		findings := runUnder(account.With(t.Context()), t, s.Auditor, refs, time.Now().Add(60*time.Second))
		took := time.Since(start)
		for _, f := range findings {
			for _, l := range f.Evidence.Lookups {
				if l.Outcome == answer.Failed {
					t.Errorf("%s: %s: %s", f.Reference.ID, l.Source.Name, l.Reason)
				}
			}
			if f.Verdict.Outcome != judge.Doubtful { // two silent services alike prove nothing
				t.Errorf("%s: %v", f.Reference.ID, f.Verdict.Outcome)
			}
		}
		cost := account.Cost()
		t.Logf("50 references: %v, %d requests to %d services: %v", took.Round(10*time.Millisecond), cost.Requests,
			cost.Services, server.Requests())
		for host, n := range server.Broken() {
			t.Errorf("the limit of %s was broken %d times", host, n)
		}
		if took > 15*time.Second {
			t.Errorf("took %v", took)
		}
	})
}

// TestPlan: the usual order, and another one.
func TestPlan(t *testing.T) {
	server, refs := world(t, 10)
	backwards := &Plan{Name: "backwards", Stages: func(have map[string][]source.Connector) [][]source.Connector {
		return [][]source.Connector{have["web"], have["scholarly"]}
	}}
	for want, plan := range map[string]*Plan{
		// semantic_scholar has no key here
		"doi+url_direct → openalex → crossref+openalex+arxiv → semantic_scholar → web_search": nil,
		"web_search → crossref+openalex+arxiv":                                                backwards,
	} {
		s := onlineSetup(t, server.URL,
			Online{Clock: newHurry(), Plan: plan, Keys: map[string]string{"searxng_url": "https://searxng.example"},
				Sources: []string{"doi", "url_direct", "crossref", "openalex", "semantic_scholar", "arxiv", "web_search"}})
		for _, f := range run(t, s.Auditor, refs) {
			if n := len(f.Evidence.Lookups); n != len(s.Auditor.Sources()) {
				t.Errorf("%d lookups of %d sources, want %s", n, len(s.Auditor.Sources()), want)
			}
		}
		var order []string
		for _, stage := range s.Auditor.Stages {
			order = append(order, names(stage))
		}
		if got := strings.Join(order, " → "); got != want || (s.Plan == "") != (plan == nil) {
			t.Errorf("%q: %s, want %s", s.Plan, got, want)
		}
	}
	if _, err := Open(
		Options{Online: Online{Enabled: true, Sources: []string{"oracle"}, Cache: t.TempDir()}}); err == nil {
		t.Error("an unknown source is accepted")
	}
}

func names(stage []source.Connector) string {
	var list []string
	for _, c := range stage {
		list = append(list, c.Info().Name)
	}
	return strings.Join(list, "+")
}
