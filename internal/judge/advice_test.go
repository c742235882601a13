package judge

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// judgedCase returns a reference with its evidence and the verdict of the rules.
func judgedCase(claim biblio.Flat, lookups ...answer.Lookup) (*biblio.Reference, Evidence, Verdict) {
	ref := &biblio.Reference{ID: "r", Claimed: claim.Work()}
	ev := Evidence{Lookups: lookups, Candidates: Candidates(ref, lookups)}
	return ref, ev, Decide(ref, ev)
}

// quoted returns advice about the best record that quotes the given fields in full.
func quoted(ev Evidence, record int, a Advice, fields ...biblio.Field) Advice {
	a.Record = record
	for _, f := range fields {
		c := ev.Candidates[record].Comparison.Of(f)
		a.Cited = append(a.Cited, Cited{f, c.Claimed, c.Recorded})
	}
	return a
}

func TestNoAdviceChangesNothing(t *testing.T) {
	for _, v := range everyVerdict() {
		got, effects := Advised(&biblio.Reference{}, Evidence{}, v, nil)
		if diff := cmp.Diff(v, got); diff != "" || effects != nil {
			t.Fatal(diff)
		}
	}
}

func TestUnheardLeavesTheVerdict(t *testing.T) {
	ref, ev, v := judgedCase(with(published,
		func(f *biblio.Flat) { f.Title = "Mapping the Migration of Antarctic Terns with Light Sensors" }),
		found(strong, answer.Covered, published))
	for name, a := range map[string]Advice{
		"timeout":            {Role: "verifier", Unheard: "timeout", Record: -1},
		"score out of range": {Role: "verifier", Scored: true, Score: 11, Confirmed: true, Record: v.Best},
		"score no number":    {Role: "verifier", Scored: true, Score: math.NaN(), Confirmed: true, Record: v.Best},
		"no such record":     {Role: "verifier", Scored: true, Score: 10, Confirmed: true, Record: 99},
		"invented quote": {Role: "verifier", Scored: true, Score: 10, Confirmed: true, Record: v.Best,
			Cited: []Cited{{biblio.FieldTitle, "Arctic Terns", "Arctic Terns"}}},
		"empty quote": {Role: "verifier", Scored: true, Score: 10, Confirmed: true, Record: v.Best,
			Cited: []Cited{{Field: biblio.FieldTitle}}},
	} {
		got, effects := Advised(ref, ev, v, []Advice{a})
		if effects[0] != EffectUnheard || !hasNotice(got, "model-unheard") {
			t.Errorf("%s: %v", name, effects)
		}
		got.Notices = v.Notices
		if diff := cmp.Diff(v, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// A model may never make a verdict more severe by itself.
func TestModelDoesNotAccuse(t *testing.T) {
	for name, claim := range map[string]biblio.Flat{
		"exact":    published,
		"initials": with(published, func(f *biblio.Flat) { f.Authors = []string{"A. Walker", "K. Johnson", "C. Sagan"} }),
		"nickname": with(published, func(f *biblio.Flat) { f.Authors[1] = "Kate Johnson" }),
		"unknown": with(published, func(f *biblio.Flat) {
			f.Title, f.DOI, f.Venue, f.Authors[0] = "Quite Another Thing", "", "", "Nora Nobody"
		}),
	} {
		for _, a := range []Advice{
			{Role: "verifier", Label: Major, Scored: true, Score: 0, Confirmed: true},
			{Role: "verifier", Label: Minor, Scored: true, Score: 5, Confirmed: true},
			{Role: "specialist", Label: "hallucinated", Confirmed: true},
		} {
			ref, ev, v := judgedCase(claim, found(strong, answer.Uncovered, published))
			a.Record = v.Best
			got, effects := Advised(ref, ev, v, []Advice{a})
			if got.Outcome != v.Outcome || codes(got) != codes(v) ||
				severer(Severity(got.Score, TauMinor, TauExact), Severity(v.Score, TauMinor, TauExact)) {
				t.Errorf("%s: %v %s %.2f from %v %s %.2f (%v)", name, got.Outcome, codes(got), got.Score, v.Outcome,
					codes(v), v.Score, effects)
			}
		}
	}
}

// TestNoScoreLowers: whatever a model quotes, its score leaves an accusation as it is; its opinion is shown.
func TestNoScoreLowers(t *testing.T) {
	exact := Advice{Role: "verifier", Label: Exact, Scored: true, Score: 10, Confirmed: true,
		Reasoning: "same\x1b[31m\nwords"}
	for name, edit := range map[string]func(*biblio.Flat){
		"a word of the title": func(f *biblio.Flat) { f.Title = "Mapping the Journeys of Arctic Terns with Light Sensors" },
		"another year":        func(f *biblio.Flat) { f.Year = "2012" },
		"another journal":     func(f *biblio.Flat) { f.Venue = "Journal of Marine Biology" },
		"a misspelt author":   func(f *biblio.Flat) { f.Authors[0] = "Alice Wolker" },
		"an added author":     func(f *biblio.Flat) { f.Authors = append(f.Authors, "Ivan Invented") },
	} {
		ref, ev, v := judgedCase(with(published, edit), found(strong, answer.Covered, published))
		if v.Outcome != Discrepant {
			t.Fatalf("%s: the rules say %v", name, v.Outcome)
		}
		got, effects := Advised(ref, ev, v,
			[]Advice{quoted(ev, v.Best, exact, biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldVenue)})
		if got.Outcome != Discrepant || codes(got) != codes(v) || got.Score != v.Score || effects[0] != EffectDisagreed ||
			!hasNotice(got, "model-disagrees") || !hasNotice(got, "model-explains") {
			t.Errorf("%s: %v %s %v", name, got.Outcome, codes(got), effects)
		}
	}
}

func TestRegistryStands(t *testing.T) {
	registry := strong
	registry.Registry = true
	claim := with(published, func(f *biblio.Flat) { f.DOI = "10.1000/none.such" })
	l := found(registry, answer.Covered, with(published, func(f *biblio.Flat) { f.DOI = "" }))
	l.Answer.NoSuchID = []ident.ID{{Scheme: ident.DOI, Value: "10.1000/none.such"}}
	ref, ev, v := judgedCase(claim, l)
	if v.Outcome != Discrepant {
		t.Fatalf("the rules say %v", v.Outcome)
	}
	a := quoted(ev, v.Best, Advice{Role: "verifier", Label: Exact, Scored: true, Score: 10, Confirmed: true},
		biblio.FieldTitle, biblio.FieldAuthors)
	if got, _ := Advised(ref, ev, v, []Advice{a}); got.Outcome != Discrepant {
		t.Errorf("a model overruled a registry: %v", got.Outcome)
	}
}

func TestResolvingDoubts(t *testing.T) {
	ref, ev, v := judgedCase(with(published, func(f *biblio.Flat) { f.Authors[1] = "Kate Johnson" }),
		found(strong, answer.Covered, published))
	expect(t, "rules", v, Verified, "P1", "authors")
	same := Advice{Role: "specialist", Label: "real", Same: []biblio.Field{biblio.FieldAuthors}, Confirmed: true}
	got, effects := Advised(ref, ev, v, []Advice{quoted(ev, v.Best, same, biblio.FieldAuthors)})
	expect(t, "resolved", got, Verified, "R2", "")
	if effects[0] != EffectResolved || !hasReason(got, "model-resolved") {
		t.Errorf("not visible: %v", effects)
	}
	if Settled(got) {
		t.Error("what a model settled counts as proven")
	}
	for name, a := range map[string]Advice{"nothing is quoted": same, "the title is quoted": quoted(ev, v.Best, same,
		biblio.FieldTitle), "another field is said to be the same": quoted(ev, v.Best, Advice{Role: "specialist",
		Same: []biblio.Field{biblio.FieldTitle}, Confirmed: true}, biblio.FieldAuthors)} {
		got, _ := Advised(ref, ev, v, []Advice{a})
		expect(t, name, got, Verified, "P1", "authors")
	}
	same.Confirmed = false
	got, _ = Advised(ref, ev, v, []Advice{quoted(ev, v.Best, same, biblio.FieldAuthors)})
	expect(t, "unconfirmed", got, Verified, "P1", "authors")
	if v.Codes[0] != P1 {
		t.Error("the verdict given was changed")
	}
}

func TestReviewerReplacesVerifier(t *testing.T) {
	ref, ev, v := judgedCase(with(published,
		func(f *biblio.Flat) { f.Title = "Mapping the Journeys of Arctic Terns with Light Sensors" }),
		found(strong, answer.Covered, published))
	first := quoted(ev, v.Best, Advice{Role: "verifier", Label: Exact, Scored: true, Score: 9, Confirmed: true},
		biblio.FieldTitle)
	review := Advice{Role: "reviewer", Label: Minor, Scored: true, Score: 4, Record: v.Best}
	got, effects := Advised(ref, ev, v, []Advice{first, review})
	if got.Score == v.Score || effects[0] != EffectReplaced || effects[1] != EffectScored {
		t.Errorf("%v of %v: %v", got.Score, v.Score, effects)
	}
	late := Advice{Role: "reviewer", Unheard: "timeout", Record: -1}
	if _, effects = Advised(ref, ev, v, []Advice{first, late}); effects[0] != EffectDisagreed {
		t.Errorf("a late reviewer undid the first answer: %v", effects)
	}
}

func TestChoosingAmongWorks(t *testing.T) {
	claim := biblio.Flat{Title: "Introduction to Signals", Year: "2001"}
	a := biblio.Flat{Title: "Introduction to Signals", Authors: []string{"Ada Brown"}, Year: "2001",
		Venue: "Left Press", Type: "book"}
	b := with(a, func(f *biblio.Flat) { f.Authors, f.Venue = []string{"Carl Drew"}, "Right Press" })
	ref, ev, v := judgedCase(claim, found(strong, answer.Covered, a), found(second, answer.Covered, b))
	if v.Outcome != Ambiguous {
		t.Fatalf("the rules say %v", v.Outcome)
	}
	got, effects := Advised(ref, ev, v, []Advice{{Role: "specialist", Label: "real", Record: 1, Confirmed: true}})
	if got.Outcome != Verified || effects[0] != EffectRanked || got.Best != 1 || !hasReason(got, "model-ranked") {
		t.Errorf("%v %v best %d", got.Outcome, effects, got.Best)
	}
	for name, decided := range map[string]biblio.Flat{"verified": a, "doubtful": with(a, func(f *biblio.Flat) {
		f.Year = "1991"
	})} {
		ref, ev, v := judgedCase(decided, found(strong, answer.Covered, a))
		got, effects := Advised(ref, ev, v, []Advice{{Role: "specialist", Label: "real", Confirmed: true}})
		if effects[0] != EffectExplained || got.Outcome != v.Outcome || got.Outcome.String() != name {
			t.Errorf("a choice where the rules say %s: %v %v", name, effects, got.Outcome)
		}
	}
	if got, _ = Advised(ref, ev, v, []Advice{{Role: "specialist", Label: "real", Record: 1}}); got.Outcome != Ambiguous {
		t.Errorf("unconfirmed: %v", got.Outcome)
	}
}

func TestNothingReadAccuses(t *testing.T) {
	claim := with(published, func(f *biblio.Flat) { f.Title, f.DOI = "Nobody Has This Title at All", "" })
	ref, ev, v := judgedCase(claim, found(strong, answer.World))
	if v.Outcome != NotFound {
		t.Fatalf("the rules say %v", v.Outcome)
	}
	for _, how := range []biblio.Reader{biblio.ByModel, biblio.ByModelImage} {
		ref.Reading.By = how
		if got, _ := Advised(ref, ev, v, nil); got.Outcome != Inconclusive || !hasNotice(got, "model-read") {
			t.Errorf("%d: %v", how, got.Outcome)
		}
	}
}

// TestPageOfAMissingWork: a page clears a work that no source has only if the rules find the whole cited title and
// every cited author in its words.
func TestPageOfAMissingWork(t *testing.T) {
	survey := with(lost, func(f *biblio.Flat) { f.Title = published.Title + ": A Survey" })
	var names []string
	for _, a := range survey.Work().Contributors {
		names = append(names, a.Family)
	}
	text := "Publications: " + strings.Join(names, ", ") + ". " + survey.Title + ". 2015."
	for _, c := range []struct {
		name      string
		snippet   string
		confirmed bool
		want      Outcome
	}{
		{"title and authors", text, true, Ambiguous},
		{"in capitals, with other signs", strings.ToUpper(strings.ReplaceAll(text, ":", " –")), true, Ambiguous},
		{"not confirmed", text, false, NotFound},
		{"without the last author", strings.Replace(text, names[len(names)-1], "", 1), true, NotFound},
		{"without a word of the title", strings.Replace(text, "Survey", "", 1), true, NotFound},
		{"part of a word", strings.Replace(text, "A Survey", "A Surveyor", 1), true, NotFound},
		{"nothing", "", true, NotFound},
	} {
		l := found(strong, answer.Covered, published)
		l.Answer.Hits[0].How = answer.ByWebSearch
		l.Answer.Hits[0].Record.Extra = map[string]string{"snippet": c.snippet}
		ref, ev, v := judgedCase(survey, append(nobody(), l)...)
		if v.Outcome != NotFound || len(ev.Candidates) != 1 {
			t.Fatalf("%s: the rules say %v of %d records", c.name, v.Outcome, len(ev.Candidates))
		}
		match := quoted(ev, 0, Advice{Role: "judge", Label: LabelMatch, Confirmed: c.confirmed}, biblio.FieldTitle)
		if got, _ := Advised(ref, ev, v, []Advice{match}); got.Outcome != c.want ||
			hasReason(got, "model-lowered") != (c.want == Ambiguous) {
			t.Errorf("%s: %v", c.name, got.Outcome)
		}
		match.Record, match.Cited = -1, nil
		if got, _ := Advised(ref, ev, v, []Advice{match}); got.Outcome != NotFound {
			t.Errorf("%s, no page named: %v", c.name, got.Outcome)
		}
		nobody := *ref
		nobody.Claimed.Contributors = nil
		if got, _ := Advised(&nobody, ev, v, []Advice{quoted(ev, 0, Advice{Role: "judge", Label: LabelMatch,
			Confirmed: true})}); got.Outcome != NotFound {
			t.Errorf("%s, nobody named: %v", c.name, got.Outcome)
		}
	}
	ref, ev, v := judgedCase(published, found(strong, answer.Covered, published))
	if got, effects := Advised(ref, ev, v, []Advice{quoted(ev, 0, Advice{Role: "judge", Label: LabelMatch,
		Confirmed: true})}); got.Outcome != Verified || effects[0] != EffectExplained {
		t.Errorf("a page for a verified work: %v %v", got.Outcome, effects)
	}
}

// TestScoreOfAModel: a score counts within the label of the rules; a milder one has to be confirmed, and, for an
// accusation, to quote the words.
func TestScoreOfAModel(t *testing.T) {
	word := with(published, func(f *biblio.Flat) { f.Title = "Mapping the Journeys of Arctic Terns with Light Sensors" })
	volume := with(published, func(f *biblio.Flat) { f.Volume = "87" })
	for _, c := range []struct {
		name      string
		claim     biblio.Flat
		lookup    answer.Lookup
		score     float64
		confirmed bool
		want      Effect
	}{
		{"as the rules", published, found(strong, answer.Covered, published), 9, false, EffectScored},
		{"worse than the rules", published, found(strong, answer.Covered, published), 3, true, EffectDisagreed},
		{"milder than the rules of a wrong title, confirmed, not quoted", word, found(strong, answer.Covered, published), 9,
			true, EffectDisagreed},
		{"milder than the rules, not confirmed", volume, found(strong, answer.Covered, published), 9, false, EffectDisagreed},
		{"milder of what nobody decides, confirmed", published, found(strong, answer.Uncovered), 9, true, EffectScored},
		{"milder of what nobody decides, not confirmed", published, found(strong, answer.Uncovered), 9,
			false, EffectDisagreed},
	} {
		ref, ev, v := judgedCase(c.claim, c.lookup)
		got, effects := Advised(ref, ev, v,
			[]Advice{{Role: "verifier", Scored: true, Score: c.score, Confirmed: c.confirmed, Record: -1}})
		if effects[0] != c.want || got.Outcome != v.Outcome {
			t.Errorf("%s: %v, %v from %v", c.name, effects, got.Outcome, v.Outcome)
		}
		if disagrees := hasNotice(got, "model-disagrees"); disagrees != (c.want == EffectDisagreed) {
			t.Errorf("%s: said to disagree: %v", c.name, disagrees)
		}
	}
}

// TestWordsOfAdvice: what a model says is shown in one bounded line.
func TestWordsOfAdvice(t *testing.T) {
	for want, a := range map[string]Advice{
		"verifier says exact: score 9: the same words": {Role: "verifier", Label: Exact, Scored: true, Score: 9,
			Reasoning: "the\x1b same\nwords"},
		"ranker says real": {Role: "ranker", Label: "real", Score: 9},
	} {
		if got := a.words(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestShown: one line without invisible characters, of bounded length.
func TestShown(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"  a \n b ", 9, "a b"}, {"a\u200bb", 9, "ab"}, {"abcd", 4, "abcd"}, {"abcd", 3, "abc"}, {"ab cd", 3, "ab "},
		{"a\xffb", 9, "a b"}, {"e\u0301", 2, "é"}, {"", 9, ""},
	} {
		if got := Shown(c.text, c.most); got != c.want {
			t.Errorf("%q, %d: %q", c.text, c.most, got)
		}
	}
}

// TestReadOffAnImage: fields that a model read from an image accuse no one either; those it cut out of the text do.
func TestReadOffAnImage(t *testing.T) {
	ref, ev, v := judgedCase(with(published,
		func(f *biblio.Flat) { f.Title = "Mapping the Journeys of Arctic Terns with Light Sensors" }),
		found(strong, answer.Covered, published))
	for by, want := range map[biblio.Reader]Outcome{biblio.ByParser: Discrepant, biblio.ByModel: Discrepant,
		biblio.ByModelImage: Inconclusive} {
		ref.Reading.By = by
		got, _ := Advised(ref, ev, v, nil)
		if got.Outcome != want || hasNotice(got, "model-read") != (by != biblio.ByParser) {
			t.Errorf("%d: %v %+v", by, got.Outcome, got.Notices)
		}
		if want == Inconclusive && claimedTitle(&got) != ref.Claimed.Title {
			t.Errorf("%q is said to be the title", claimedTitle(&got))
		}
	}
	ref.Reading = biblio.Reading{Role: "reader", Unheard: "timeout"}
	if got, _ := Advised(ref, ev, v, nil); got.Outcome != Discrepant || !hasNotice(got, "model-unheard") {
		t.Errorf("a late reader: %v %+v", got.Outcome, got.Notices)
	}
}

// TestUsableAdvice: which parts of a model's answer count.
func TestUsableAdvice(t *testing.T) {
	_, ev, _ := judgedCase(published, found(strong, answer.Covered, published))
	for _, c := range []struct {
		a    Advice
		want bool
	}{
		{Advice{Scored: true, Score: 0}, true}, {Advice{Scored: true, Score: 10}, true},
		{Advice{Scored: true, Score: -.1}, false}, {Advice{Scored: true, Score: 10.1}, false},
		{Advice{Scored: true, Score: math.NaN()}, false}, {Advice{Confidence: math.NaN()}, false},
		{Advice{Score: 11}, true}, {Advice{Record: -1}, true}, {Advice{Record: -2}, false}, {Advice{Record: 1}, false},
		{Advice{Unheard: "timeout"}, false},
	} {
		if why := c.a.unusable(ev); (why == "") != c.want {
			t.Errorf("%+v: %q", c.a, why)
		}
	}
}

func TestScoreScale(t *testing.T) {
	for s, want := range map[float64]float64{0: 0, ModelTauMinor: TauMinor, ModelTauExact: TauExact, 10: 10} {
		if got := onRulesScale(s); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v maps to %v, want %v", s, got, want)
		}
	}
	for s := 0.0; s <= 10; s += 0.05 {
		if Severity(s, ModelTauMinor, ModelTauExact) != Severity(onRulesScale(s), TauMinor, TauExact) {
			t.Errorf("%v changes its label", s)
		}
	}
}

func FuzzAdvised(f *testing.F) {
	f.Add(9.0, "exact", "same", 0, true, "t", "r")
	f.Fuzz(func(t *testing.T, score float64, label, why string, record int, confirmed bool, c, r string) {
		ref, ev, v := judgedCase(with(published, func(f *biblio.Flat) { f.Year = "2001" }),
			found(strong, answer.Covered, published))
		got, _ := Advised(ref, ev, v,
			[]Advice{{Role: "verifier", Label: label, Scored: true, Score: score, Reasoning: why, Record: record,
				Confirmed: confirmed,
				Cited:     []Cited{{biblio.FieldYear, c, r}}}})
		if got.Outcome != Discrepant {
			t.Errorf("a wrong year became %v", got.Outcome)
		}
	})
}
