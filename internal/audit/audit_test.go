package audit

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// fake is a source that holds the given records, or misbehaves as configured.
type fake struct {
	info    answer.Info
	records []biblio.Record
	err     error
	breaks  bool
	delay   func() time.Duration
	asked   *int
}

func (f fake) Info() answer.Info { return f.info }

func (f fake) Lookup(context.Context, source.Query) (answer.Answer, error) {
	if f.asked != nil {
		*f.asked++
	}
	if f.delay != nil {
		time.Sleep(f.delay())
	}
	if f.breaks {
		panic("out of cheese")
	}
	reply := answer.Answer{Coverage: answer.Coverage{Extent: answer.World, Why: "all there is"}}
	for _, r := range f.records {
		reply.Hits = append(reply.Hits, answer.Hit{Record: r, How: answer.ByTitle})
	}
	return reply, f.err
}

func strong(name string) answer.Info {
	return answer.Info{Name: name, Titles: true, Origin: biblio.Origin{Kind: biblio.Publisher}, OrderedAuthors: true,
		CompleteAuthors: true}
}

func flat(title, year string, authors ...string) biblio.Work {
	f := biblio.Flat{Title: title, Authors: authors, Year: biblio.Year(year), Venue: "Journal of Examples",
		Type: "article-journal"}
	return f.Work()
}

func sample() (biblio.Reference, biblio.Record) {
	w := flat("A Study of Perfectly Ordinary Things", "2011", "Ada Lovelace", "Alan Turing")
	return biblio.Reference{ID: "r", Claimed: w}, biblio.Record{Work: w, Source: "a", LocalID: "1"}
}

func TestSettledStops(t *testing.T) {
	ref, rec := sample()
	asked := 0
	a := Auditor{Stages: [][]source.Connector{{fake{info: strong("a"), records: []biblio.Record{rec}}},
		{fake{info: strong("b"), asked: &asked}}}}
	f := a.Reference(context.Background(), ref, Options{})
	if f.Verdict.Outcome != judge.Verified {
		t.Fatalf("outcome %v: %+v", f.Verdict.Outcome, f.Verdict.Reasons)
	}
	if asked != 0 {
		t.Error("a verified reference was asked about again")
	}
	if got := f.Evidence.Lookups[1]; got.Outcome != answer.NotAsked || got.Source.Name != "b" {
		t.Errorf("the source left out is not recorded: %+v", got)
	}
}

func TestFailureIsNotAbsence(t *testing.T) {
	ref, _ := sample()
	for name, broken := range map[string]fake{
		"failure":     {info: strong("b"), err: &answer.Failure{Kind: answer.Timeout}},
		"other error": {info: strong("b"), err: errors.New("boom")},
		"panic":       {info: strong("b"), breaks: true},
	} {
		a := Auditor{Stages: [][]source.Connector{{fake{info: strong("a")}, broken}}}
		f := a.Reference(context.Background(), ref, Options{})
		if f.Verdict.Outcome != judge.Inconclusive {
			t.Errorf("%s: outcome %v", name, f.Verdict.Outcome)
		}
		if f.Evidence.Lookups[1].Outcome != answer.Failed {
			t.Errorf("%s: lookup %v", name, f.Evidence.Lookups[1].Outcome)
		}
	}
	a := Auditor{Stages: [][]source.Connector{{fake{info: strong("a")}, fake{info: strong("b")}}}}
	if f := a.Reference(context.Background(), ref, Options{}); f.Verdict.Outcome != judge.NotFound {
		t.Errorf("two worlds without the work: outcome %v", f.Verdict.Outcome)
	}
}

func TestAllKeepsOrderWhateverTheTiming(t *testing.T) {
	_, rec := sample()
	var refs []biblio.Reference
	for i := range 40 {
		ref, _ := sample()
		ref.ID = fmt.Sprint(i)
		refs = append(refs, ref)
	}
	run := func(seed int64, jobs int) []Finding {
		rng := rand.New(rand.NewSource(seed))
		delays := make(chan time.Duration, 1000)
		for range 1000 {
			delays <- time.Duration(rng.Intn(300)) * time.Microsecond
		}
		slow := fake{info: strong("a"), records: []biblio.Record{rec}, delay: func() time.Duration { return <-delays }}
		other := fake{info: strong("b"), delay: func() time.Duration { return <-delays }}
		a := Auditor{Stages: [][]source.Connector{{slow, other}}}
		var out []Finding
		if err := a.All(context.Background(), refs, Options{Jobs: jobs},
			func(f Finding) error { out = append(out, f); return nil }); err != nil {
			t.Fatal(err)
		}
		return out
	}
	want := run(1, 1)
	if n := len(want); n != len(refs) {
		t.Fatalf("%d findings for %d references", n, len(refs))
	}
	for seed := int64(2); seed < 8; seed++ {
		if diff := cmp.Diff(want, run(seed, 8)); diff != "" {
			t.Fatalf("seed %d: %s", seed, diff)
		}
	}
	if n := want[1].Verdict.Notices; len(n) != 1 || n[0].Rule != "duplicate" {
		t.Errorf("the second citation of a work is not marked: %+v", n)
	}
	if n := want[0].Verdict.Notices; len(n) != 0 {
		t.Errorf("the first citation is marked: %+v", n)
	}
}

func TestAllStops(t *testing.T) {
	ref, rec := sample()
	a := Auditor{Stages: [][]source.Connector{{fake{info: strong("a"), records: []biblio.Record{rec}}}}}
	refs := make([]biblio.Reference, 500)
	for i := range refs {
		refs[i] = ref
	}
	stop := errors.New("enough")
	n := 0
	if err := a.All(context.Background(), refs, Options{}, func(Finding) error { n++; return stop }); !errors.Is(err,
		stop) || n != 1 {
		t.Errorf("All went on after its receiver failed: %d findings, %v", n, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := a.All(ctx, refs, Options{}, func(Finding) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled run: %v", err)
	}
}

// TestDuplicatesAreOfOneDocument: two papers may cite the same work.
func TestDuplicatesAreOfOneDocument(t *testing.T) {
	_, rec := sample()
	var refs []biblio.Reference
	for i, file := range []string{"a.bib", "b.bib", "a.bib"} {
		ref, _ := sample()
		ref.ID, ref.Place.File = fmt.Sprint(i), file
		refs = append(refs, ref)
	}
	a := Auditor{Stages: [][]source.Connector{{fake{info: strong("a"), records: []biblio.Record{rec}}}}}
	var notices []int
	err := a.All(context.Background(), refs, Options{}, func(f Finding) error {
		notices = append(notices, len(f.Verdict.Notices))
		return nil
	})
	if diff := cmp.Diff([]int{0, 0, 1}, notices); err != nil || diff != "" {
		t.Errorf("%v: %s", err, diff)
	}
}

// TestPartsOfASeries: works whose titles differ by a number, or by the year of the task that they introduce, are not
// one work, even by one author for one venue.
func TestPartsOfASeries(t *testing.T) {
	for _, titles := range [][2]string{
		{"Krull dimension for limit groups I: Bounding strict resolutions",
			"Krull dimension for limit groups IV: Adjoining roots"},
		{"Introduction to the CoNLL-2002 shared task: language-independent named entity recognition",
			"Introduction to the CoNLL-2003 shared task: language-independent named entity recognition"},
	} {
		var refs []biblio.Reference
		var records []biblio.Record
		for i, title := range titles {
			f := biblio.Flat{Title: title, Authors: []string{"Larsen Louder"}, Year: "2007", Venue: "Journal of Examples"}
			refs = append(refs, biblio.Reference{ID: fmt.Sprint(i), Claimed: f.Work(), Place: biblio.Place{File: "a.bib"}})
			records = append(records, biblio.Record{Work: f.Work(), Source: "a", LocalID: fmt.Sprint(i)})
		}
		a := Auditor{Stages: [][]source.Connector{{fake{info: strong("a"), records: records}}}}
		err := a.All(context.Background(), refs, Options{}, func(f Finding) error {
			if f.Verdict.Outcome != judge.Verified || len(f.Verdict.Notices) > 0 {
				t.Errorf("%s: %v, %v", f.Reference.Claimed.Title, f.Verdict.Outcome, f.Verdict.Notices)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// desk is a source that records its queries and answers each with its records.
type desk struct {
	fake
	queries *[]source.Query
}

func (d desk) Lookup(ctx context.Context, q source.Query) (answer.Answer, error) {
	*d.queries = append(*d.queries, q)
	return d.fake.Lookup(ctx, q)
}

// TestNoticesAreAskedOfWhatIsVerified: a source with publishers' notices is asked about a verified reference only by
// the DOIs that verified it; other sources are not asked.
func TestNoticesAreAskedOfWhatIsVerified(t *testing.T) {
	ref, rec := sample()
	doi := ident.ID{Scheme: ident.DOI, Value: "10.1000/ordinary"}
	rec.IDs = []ident.ID{doi}
	retracted := rec
	retracted.Source, retracted.LocalID = "registry", "2"
	retracted.Updates = []biblio.Update{{Kind: biblio.Retraction}}
	first, registry := strong("a"), strong("registry")
	first.Online, registry.Online, registry.Notices = true, true, true
	asked := 0
	var queries []source.Query
	a := Auditor{Stages: [][]source.Connector{
		{fake{info: first, records: []biblio.Record{rec}}},
		{desk{fake{info: registry, records: []biblio.Record{retracted}}, &queries}, fake{info: strong("b"), asked: &asked}},
		{fake{info: strong("c"), asked: &asked}},
	}}
	f := a.Reference(t.Context(), ref, Options{})
	if want := []source.Query{{Proven: []ident.ID{doi}}}; !cmp.Equal(queries, want) || asked != 0 {
		t.Errorf("the source with notices was asked %+v, others %d times", queries, asked)
	}
	if f.Verdict.Outcome != judge.Verified || len(f.Verdict.Notices) != 1 || len(f.Evidence.Lookups) != 4 {
		t.Errorf("%v with notices %+v by %d lookups", f.Verdict.Outcome, f.Verdict.Notices, len(f.Evidence.Lookups))
	}
	queries = nil
	unknown, _ := sample()
	unknown.Claimed.Title = "Another Study of Rather Strange Animals"
	a.Reference(t.Context(), unknown, Options{})
	if len(queries) != 1 || queries[0].Claimed.Title != unknown.Claimed.Title || queries[0].Proven != nil || asked != 2 {
		t.Errorf("about a reference that is open it was asked %+v, others %d times", queries, asked)
	}
}

// TestAskedAgainCountsOnce: a source in two stages has one lookup, that of the more detailed query, and one place in
// the list of sources.
func TestAskedAgainCountsOnce(t *testing.T) {
	ref, rec := sample()
	a := Auditor{Stages: [][]source.Connector{{fake{info: strong("a")}},
		{fake{info: strong("b")}, fake{info: strong("a"), records: []biblio.Record{rec}}}}}
	plain := a.Reference(t.Context(), ref, Options{})
	if n := len(plain.Evidence.Lookups); n != 2 || len(a.Sources()) != 2 || plain.Verdict.Outcome != judge.Verified {
		t.Errorf("%v by %d lookups of %d sources", plain.Verdict.Outcome, n, len(a.Sources()))
	}
	a.Routes = func(_ context.Context, _ Progress, usual Action) Action { return usual }
	a.Kinds = []Action{AskScholar, AskScholar}
	if diff := cmp.Diff(plain, a.Reference(t.Context(), ref, Options{})); diff != "" {
		t.Errorf("routed: %s", diff)
	}
}

// TestNobodyWaitsForThisMachine: waiting users are told only about online sources.
func TestNobodyWaitsForThisMachine(t *testing.T) {
	ref, _ := sample()
	service := strong("service")
	service.Online = true
	var told []string
	a := Auditor{Stages: [][]source.Connector{{fake{info: strong("corpus")}},
		{fake{info: strong("memory")}, fake{info: service}}}}
	opt := Options{Asking: func(sources []string, _ int) { told = append(told, sources...) }}
	if err := a.All(t.Context(), []biblio.Reference{ref}, opt, func(Finding) error { return nil }); err != nil {
		t.Fatal(err)
	}
	// It is reported again as others answer.
	if named := slices.Compact(told); !cmp.Equal(named, []string{"service"}) {
		t.Errorf("told %q", named)
	}
}
