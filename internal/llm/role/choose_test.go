package role

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/testing/roletest"
)

// candidate is a record of a title as similar as said, which is the cited work with a probability.
func candidate(how answer.How, similar, same float64) match.Candidate {
	c := match.Candidate{Hit: answer.Hit{How: how, Record: biblio.Record{Work: terns.Work()}},
		Origin: biblio.Origin{Kind: biblio.Publisher}}
	c.Comparison = match.Comparison{TitleSimilarity: similar, SameWork: same, Fields: []match.FieldComparison{
		{Field: biblio.FieldTitle, Agreement: match.Agrees, Claimed: "Arctic Terns", Recorded: "Arctic Terns"},
		{Field: biblio.FieldYear, Agreement: match.Variant, Claimed: "2014", Recorded: "2015"},
		{Field: biblio.FieldVolume, Agreement: match.Unclaimed, Recorded: "86"}}}
	return c
}

// found is a finding of an outcome with candidates, judged against the best of them.
func found(o judge.Outcome, best int, list ...match.Candidate) *audit.Finding {
	return &audit.Finding{Reference: biblio.Reference{ID: "r", Claimed: terns.Work()},
		Evidence: judge.Evidence{Candidates: list}, Verdict: judge.Verdict{Outcome: o, Best: best}}
}

// A page is what an address or the web led to, or a source that only confirms, unless it is remembered.
func TestPage(t *testing.T) {
	for _, c := range []struct {
		how  answer.How
		kind biblio.OriginKind
		want bool
	}{
		{answer.ByURL, biblio.Publisher, true}, {answer.ByWebSearch, biblio.Publisher, true},
		{answer.ByTitle, biblio.ConfirmOnly, true}, {answer.ByMemory, biblio.ConfirmOnly, false},
		{answer.ByTitle, biblio.Publisher, false}, {answer.ByMemory, biblio.Publisher, false},
	} {
		got := page(&match.Candidate{Hit: answer.Hit{How: c.how}, Origin: biblio.Origin{Kind: c.kind}})
		if got != c.want {
			t.Errorf("%s of %v is a page: %t", c.how, c.kind, got)
		}
	}
}

// The record shown is the one judged against, else a suspicious one, else the first if its title is alike.
func TestForemost(t *testing.T) {
	far, alike := candidate(answer.ByTitle, titleAlike-1, 0), candidate(answer.ByTitle, titleAlike, 0)
	odd := far
	odd.Suspicious = true
	for name, c := range map[string]struct {
		f    *audit.Finding
		want int
	}{
		"judged against the first": {found(judge.Doubtful, 0, far), 0},
		"judged against another":   {found(judge.Doubtful, 1, alike, far), 1},
		"best beyond the list":     {found(judge.Doubtful, 1, far), -1},
		"suspicious":               {found(judge.NotFound, -1, alike, odd), 1},
		"alike":                    {found(judge.NotFound, -1, alike), 0},
		"far":                      {found(judge.NotFound, -1, far), -1},
		"none":                     {found(judge.NotFound, -1), -1},
	} {
		if got := foremost(c.f); got != c.want {
			t.Errorf("%s: %d", name, got)
		}
	}
}

// A record is doubted if an identifier or the web led to it and its title is another, or if it is suspicious.
func TestDoubted(t *testing.T) {
	odd := candidate(answer.ByTitle, 100, 1)
	odd.Suspicious = true
	for name, c := range map[string]struct {
		match.Candidate
		want bool
	}{
		"identifier, another title": {candidate(answer.ByIdentifier, titleStrong-1, 0), true},
		"identifier, such a title":  {candidate(answer.ByIdentifier, titleStrong, 0), false},
		"web, another title":        {candidate(answer.ByWebSearch, titleStrong-1, 0), true},
		"title, another title":      {candidate(answer.ByTitle, titleStrong-1, 0), false},
		"suspicious":                {odd, true},
	} {
		if got := doubted(found(judge.Doubtful, 0, c.Candidate), 0); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// Of the records that may be the work, the first five are alternatives.
func TestAlternatives(t *testing.T) {
	same := candidate(answer.ByTitle, 100, match.SameWorkThreshold)
	less := candidate(answer.ByTitle, 100, match.SameWorkThreshold-.01)
	if got := alternatives(found(judge.Ambiguous, 0, same, less, same)); !slices.Equal(got, []int{0, 2}) {
		t.Errorf("%v", got)
	}
	many := slices.Repeat([]match.Candidate{same}, mostWorks+1)
	if got := alternatives(found(judge.Ambiguous, 0, many...)); len(got) != mostWorks {
		t.Errorf("%v", got)
	}
}

// What is at issue is what is not the same; what the reference does not claim is not shown.
func TestCompare(t *testing.T) {
	form := compare(found(judge.Discrepant, 0, candidate(answer.ByTitle, 100, 1)), 0)
	full, bare := form.full.(matter), form.words.(matter)
	if !slices.Equal(full.AtIssue, []string{"year"}) || len(full.Compared) != 2 || len(bare.Words) != 2 {
		t.Errorf("%+v %+v", full, bare)
	}
	c := candidate(answer.ByTitle, 100, 1)
	if got := bags(&c); len(got) != 2 {
		t.Errorf("%+v", got)
	}
	names := slices.Repeat([]string{"", "A. Walker"}, mostNames+1)
	if got := flat(biblio.Flat{Authors: names}, same).Authors; len(got) != mostNames || slices.Contains(got, "") {
		t.Errorf("%d names", len(got))
	}
	if got := texts(biblio.Flat{Title: "Terns", Authors: []string{"A. Walker"}}); !slices.Equal(got,
		[]string{"Terns", "A. Walker"}) {
		t.Errorf("%q", got)
	}
	doi := bag(match.FieldComparison{Field: biblio.FieldDOI, Claimed: "10.1000/a", Recorded: "10.1000/b"})
	if len(doi.Both) != 0 || len(doi.Citation) != 1 || len(doi.Record) != 1 {
		t.Errorf("an identifier is taken apart: %+v", doi)
	}
}

// A row is evidence if both sides of it are quoted and called the same; an invented quote spoils the answer.
func TestCitedRows(t *testing.T) {
	c := candidate(answer.ByTitle, 100, 1)
	for _, one := range []struct {
		citation, record string
		same             bool
		cited            int
		ok               bool
	}{
		{"2014", "2015", true, 1, true}, {"2014", "2015", false, 0, true}, {"", "", true, 0, true},
		{"2014", "", true, 0, true}, {"", "2015", true, 0, true}, {"1999", "2015", true, 0, false},
		{"2014", "1999", true, 0, false}, {"1999", "", false, 0, false}, {"", "1999", false, 0, false},
	} {
		got, ok := citedRows([]row{{Field: "year", Citation: one.citation, Record: one.record, Same: one.same}}, &c)
		if len(got) != one.cited || ok != one.ok {
			t.Errorf("%+v: %v %t", one, got, ok)
		}
	}
}

// Of several works the answer picks one by its number; a number of none picks none. What is not real has no record.
func TestSpecialistsSettle(t *testing.T) {
	same, other := candidate(answer.ByTitle, 100, 1), candidate(answer.ByTitle, 100, 0)
	f := found(judge.Ambiguous, 0, same, other, same)
	number := func(n int) *int { return &n }
	for _, c := range []struct {
		record *int
		want   int
	}{{nil, -1}, {number(0), -1}, {number(1), 0}, {number(2), 2}, {number(3), -1}} {
		got := specialists{}.settle(f, 0, map[string]classAnswer{"real": {Holds: true, Record: c.record}}, false)
		if got.Label != "real" || got.Record != c.want {
			t.Errorf("%d: %+v", c.want, got)
		}
	}
	for _, c := range []struct {
		holds []string
		label string
	}{{nil, "potential"}, {[]string{"real"}, "real"}, {[]string{"hallucinated"}, "hallucinated"},
		{[]string{"real", "potential"}, "potential"}, {[]string{"real", "hallucinated"}, "potential"},
		{[]string{"potential", "hallucinated"}, "potential"}, {classes, "potential"}} {
		answers := map[string]classAnswer{}
		for _, class := range c.holds {
			answers[class] = classAnswer{Holds: true, Record: number(1)}
		}
		got := specialists{}.settle(f, 0, answers, false)
		if got.Label != c.label || got.Label != "real" && got.Record != -1 {
			t.Errorf("%v: %+v", c.holds, got)
		}
	}
	doubt := found(judge.Verified, 0, same)
	doubt.Verdict.Reasons = []judge.Reason{{Field: biblio.FieldAuthors, Status: judge.InDoubt}, {Field: biblio.FieldTitle}}
	got := specialists{}.settle(doubt, 0, map[string]classAnswer{"real": {Holds: true}}, false)
	if got.Record != 0 || !slices.Equal(got.Same, []biblio.Field{biblio.FieldAuthors}) {
		t.Errorf("%+v", got)
	}
	if (classAnswer{Holds: true, Record: number(2)}).key() != "yes 2" || (classAnswer{}).key() != "no" {
		t.Error("keys of answers")
	}
}

// Only that a reference is real is confirmed by a second question.
func TestSpecialistsConfirmTheReal(t *testing.T) {
	same := candidate(answer.ByTitle, 100, 1)
	for class, want := range map[string]int{"class_real": 4, "class_potential": 3, "class_hallucinated": 3, "": 3} {
		model := &counting{Model: script(func(r llm.Request, _ object) (any, error) {
			return object{"comparisons": []any{}, "record": nil, "reasoning": "", "code": nil, "holds": r.Name == class,
				"confidence": "high"}, nil
		})}
		NewSpecialists(NewAsker(model, "m")).Advise(t.Context(), found(judge.Ambiguous, 0, same, same), nil)
		if model.asked[Specialist] != want {
			t.Errorf("%q: asked %d times", class, model.asked[Specialist])
		}
	}
}

// Works and pages are numbered from 1 in every form that a model is shown.
func TestNumbering(t *testing.T) {
	same := candidate(answer.ByTitle, 100, 1)
	f := found(judge.Ambiguous, 0, same, same)
	works := specialists{}.several(f, compare(f, 0))
	numbers := []int{}
	for i := range 2 {
		numbers = append(numbers, works.full.(manyRecords).Records[i].N, works.stripped.(manyRecords).Records[i].N,
			works.words.(manyRecords).Sets[i].N)
	}
	shown := pageJudge{}.lay(f, []int{0, 1})
	for i := range 2 {
		for _, form := range []any{shown.full, shown.stripped, shown.words} {
			numbers = append(numbers, form.(pages).Results[i].N)
		}
	}
	if !slices.Equal(numbers, []int{1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2}) {
		t.Errorf("%v", numbers)
	}
}

// The judge is shown five pages, and is not heard when it names none of them.
func TestPagesShown(t *testing.T) {
	f := found(judge.NotFound, -1, slices.Repeat([]match.Candidate{candidate(answer.ByURL, 0, 0)}, mostPages+1)...)
	for _, result := range []any{nil, 1, mostPages} {
		m := script(func(_ llm.Request, data object) (any, error) {
			if n := len(roletest.List(data["results"])); n != mostPages {
				t.Errorf("%d pages are shown", n)
			}
			return object{"comparisons": []any{}, "note": "", "matched_result": result, "match": true}, nil
		})
		got, asked := NewJudge(NewAsker(m, "m")).Advise(t.Context(), f, nil)
		if n, ok := result.(int); !asked || ok != (got.Unheard == "") || ok && got.Record != n-1 {
			t.Errorf("%v: %+v", result, got)
		}
	}
	two := 2
	for want, a := range map[string]matchAnswer{"no": {Result: &two}, "2": {Match: true, Result: &two}} {
		if a.key() != want {
			t.Errorf("%s: %s", want, a.key())
		}
	}
}

// A second question, with the bare words, is asked about praise of a reference that the rules do not accuse.
func TestPraiseIsConfirmed(t *testing.T) {
	for _, c := range []struct {
		outcome judge.Outcome
		score   float64
		asked   int
	}{{judge.Doubtful, 10, 2}, {judge.Doubtful, 0, 1}, {judge.Discrepant, 10, 1}, {judge.NotFound, 10, 1},
		{judge.Verified, 10, 0}, {judge.Exempt, 10, 0}} {
		f := found(c.outcome, 0, candidate(answer.ByIdentifier, 0, 1))
		label := judge.Severity(c.score, judge.ModelTauMinor, judge.ModelTauExact)
		model := &counting{Model: script(func(r llm.Request, _ object) (any, error) {
			if r.Role == Reviewer {
				return object{"comparisons": []any{}, "reasoning": "", "label": label}, nil
			}
			return object{"comparisons": []any{}, "reasoning": "", "score": c.score, "confidence": "high"}, nil
		})}
		said, _ := NewVerifier(NewAsker(model, "m")).Advise(t.Context(), f, nil)
		if model.asked[Verifier] != c.asked {
			t.Errorf("%v, %v: the verifier is asked %d times, %+v", c.outcome, c.score, model.asked[Verifier], said)
		}
		if c.asked == 0 {
			continue
		}
		NewReviewer(NewAsker(model, "m")).Advise(t.Context(), f, []judge.Advice{said})
		if model.asked[Reviewer] != c.asked {
			t.Errorf("%v, %v: the reviewer is asked %d times", c.outcome, c.score, model.asked[Reviewer])
		}
	}
	for label, score := range representative {
		if got := judge.Severity(score, judge.ModelTauMinor, judge.ModelTauExact); got != label {
			t.Errorf("%v stands for %s and is %s", score, label, got)
		}
	}
}

// Only what a verifier said and was heard with, of a record, is reviewed.
func TestWhatIsReviewed(t *testing.T) {
	f := found(judge.Doubtful, 0, candidate(answer.ByIdentifier, 0, 1))
	for name, before := range map[string][]judge.Advice{"nothing": nil, "unheard": {{Role: Verifier, Unheard: "late"}},
		"another role": {{Role: Specialist}}, "no record": {{Role: Verifier, Record: -1}}} {
		if _, asked := NewReviewer(NewAsker(script(honest), "m")).Advise(t.Context(), f, before); asked {
			t.Errorf("%s is reviewed", name)
		}
	}
}

// The planner is not asked where it could change nothing.
func TestPlannerIsNotAsked(t *testing.T) {
	model := &counting{Model: script(func(_ llm.Request, data object) (any, error) {
		return object{"citation_id": data["citation_id"], "next_action": audit.AskScholar, "reason": ""}, nil
	})}
	two := []audit.Action{audit.AskWeb, audit.AskScholar}
	for _, c := range []struct {
		usual audit.Action
		left  []audit.Action
		asked int
	}{{audit.Stop, two, 0}, {audit.AskMemory, two, 0}, {audit.AskScholar, two[1:], 0}, {audit.AskWeb, two, 1}} {
		model.asked = nil
		NewPlanner(NewAsker(model, "m"))(t.Context(), audit.Progress{Citation: "c", Left: c.left}, c.usual)
		if model.asked[Planner] != c.asked {
			t.Errorf("%v of %v: asked %d times", c.usual, c.left, model.asked[Planner])
		}
	}
}

// A model that does not say which pages it saw is believed that they are there; both kinds of web addresses count.
func TestSearcherWithoutCitations(t *testing.T) {
	m := script(func(llm.Request, object) (any, error) {
		return object{"urls": []any{"http://a.example/", "https://b.example/", "ftp://c.example/"}}, nil
	})
	got, err := NewSearcher(NewAsker(m, "m")).Search(t.Context(), "Arctic terns")
	if err != nil || len(got) != 2 {
		t.Errorf("%v %v", got, err)
	}
}

// Two revisions that say the same in another order have one key, and keeping a field says nothing.
func TestRevisions(t *testing.T) {
	const volume, issue = `{"field":"volume","action":"add","value":"86","record":1}`,
		`{"field":"issue","action":"replace","value":"2","record":2}`
	const pages = `{"field":"pages","action":"keep","value":null,"record":null}`
	read := func(rows ...string) (r revision) {
		if err := json.Unmarshal([]byte(`{"fields":[`+strings.Join(rows, ",")+`]}`), &r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	all := read(volume, issue, pages)
	if other := read(issue, volume); all.key() != other.key() || all.key() == read(issue).key() {
		t.Errorf("%q %q", all.key(), other.key())
	}
	want := []fix.Proposal{{Field: biblio.FieldVolume, Action: fix.Add, Value: "86"},
		{Field: biblio.FieldIssue, Action: fix.Replace, Value: "2", Record: 1}, {Field: biblio.FieldPages, Record: -1}}
	if diff := cmp.Diff(want, all.proposals()); diff != "" {
		t.Error(diff)
	}
}
