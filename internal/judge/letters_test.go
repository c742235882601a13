package judge

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// TestHallucinationKind: the error in HALLMARK's terms, judging only by the fields at issue.
func TestHallucinationKind(t *testing.T) {
	title, authors, venue := biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldVenue
	year, doi := biblio.FieldYear, biblio.FieldDOI
	differs := func(f biblio.Field, kind string) Reason {
		return Reason{Rule: string(f) + "-differs", Field: f, Kind: kind}
	}
	for want, list := range map[string][]Verdict{
		"hybrid_fabrication": {{Reasons: []Reason{differs(title, match.KindWord), differs(authors, match.KindDeleted)}}},
		"fabricated_doi": {{Reasons: []Reason{{Rule: "no-such-identifier", Field: doi}}},
			{Reasons: []Reason{{Rule: "no-such-identifier", Field: doi}, differs(title, match.KindWord)}},
			{Reasons: []Reason{{Rule: "identifier-of-other-work", Field: doi}}}},
		"chimeric_title": {{Reasons: []Reason{differs(title, match.KindOtherTitle)}},
			{Reasons: []Reason{differs(title, match.KindSubtitle)}}},
		"near_miss_title": {{Reasons: []Reason{differs(title, match.KindWord)}},
			{Reasons: []Reason{{Rule: "identifier-of-other-work", Field: doi}, differs(title, match.KindTypo)}}},
		"partial_author_list": {{Reasons: []Reason{differs(authors, match.KindDeleted)}},
			{Reasons: []Reason{differs(authors, match.KindDeleted), differs(venue, "")}}},
		"merged_citation": {{Reasons: []Reason{differs(authors, match.KindAdded), differs(venue, "")}}},
		"swapped_authors": {{Reasons: []Reason{differs(authors, match.KindReordered)}},
			{Reasons: []Reason{differs(authors, match.KindAdded), differs(year, "")}},
			{Reasons: []Reason{differs(authors, match.KindAdded), {Rule: "venue-agrees", Field: venue}}},
			{Fields: []biblio.Field{authors}, Reasons: []Reason{differs(authors, match.KindAdded), differs(title, "")}}},
		"preprint_as_published": {{Reasons: []Reason{differs(venue, match.KindPublished)}},
			{Reasons: []Reason{{Rule: "venue-absent", Field: venue}}}},
		"arxiv_version_mismatch": {{Reasons: []Reason{differs(venue, match.KindOtherVenue), differs(year, "")}},
			{Reasons: []Reason{differs(year, "")}}},
		"wrong_venue":           {{Reasons: []Reason{differs(venue, match.KindOtherVenue)}}},
		"plausible_fabrication": {{Reasons: nil}, {Best: -1, Reasons: []Reason{differs(year, "")}}, {Outcome: NotFound}},
		"future_date": {{Notices: []Notice{{Rule: "retracted"}, {Rule: "future-date"}},
			Reasons: []Reason{differs(year, "")}}},
		"placeholder_authors": {{Outcome: NotFound, Notices: []Notice{{Rule: "placeholder-author"}}}},
	} {
		for i, v := range list {
			if v.Outcome == Inconclusive {
				v.Outcome = Discrepant
			}
			if v.Fields == nil {
				v.Fields = []biblio.Field{title, authors, venue, year, doi}
			}
			if got := hallucinationKind(stated(v)); got != want {
				t.Errorf("%s %d: %s", want, i, got)
			}
		}
	}
}

// TestCuts: the strength of a probability, on both sides of each cut, and a probability kept within the strength that
// rules allow.
func TestCuts(t *testing.T) {
	c := Cuts{Lead: .2, Likely: .5, Certain: .8, Peripheral: .9}
	for p, want := range map[float64][2]Strength{0: {Note, Note}, .199: {Note, Note}, .2: {Lead, Note}, .499: {Lead, Note},
		.5: {Likely, Note}, .799: {Likely, Note}, .8: {Certain, Note}, .899: {Certain, Note}, .9: {Certain, Certain}} {
		if core, detail := c.cut(p, false), c.cut(p, true); core != want[0] || detail != want[1] {
			t.Errorf("%v: %v, of a detail %v", p, core, detail)
		}
	}
	for _, row := range []struct {
		p          float64
		s          Strength
		peripheral bool
		want       float64
	}{
		{.1, Certain, false, .5}, {.1, Likely, false, .5}, {.7, Likely, false, .7}, {.6, Likely, true, .9},
		{.1, Lead, false, .2}, {.3, Lead, false, .3}, {.9, Lead, false, .499}, {.95, Lead, true, .899},
		{.9, Note, false, .499}, {.1, Note, false, .1}, {.95, Note, true, .899},
	} {
		if got := c.hold(row.p, row.s, row.peripheral); got != row.want {
			t.Errorf("%v as %v: %v, want %v", row.p, row.s, got, row.want)
		}
	}
	silent, list := Item{Kind: "silent/crossref"}, Item{Kind: "silent/complete-list"}
	for _, row := range []struct {
		name string
		a    absence
		want Strength
	}{
		{"nobody was asked", absence{p: .95}, NoStrength},
		{"surely", absence{p: .95, items: []Item{silent}}, Certain},
		{"just likely", absence{p: likelyAbsent, items: []Item{silent}}, Likely},
		{"nearly likely", absence{p: likelyAbsent - .01, items: []Item{silent}}, Lead},
		{"a lead", absence{p: .2, items: []Item{silent}}, Lead},
		{"less, of works that are usually there", absence{p: .1, usual: true, items: []Item{silent}}, Lead},
		{"less, of works of a complete list", absence{p: .1, listed: true, items: []Item{silent, list}}, Lead},
		{"less", absence{p: .1, items: []Item{silent}}, NoStrength},
		{"surely, without one who did not answer", absence{p: .95, failed: []string{"dblp"}, items: []Item{silent}}, Lead},
		{"a complete list alone", absence{p: .95, listed: true, items: []Item{list}}, Lead},
		{"authors apart in a complete list", absence{p: .95, listed: true,
			items: []Item{list, {Kind: "silent/authors-apart"}}}, Lead},
	} {
		if got := row.a.strength(&c); got != row.want {
			t.Errorf("absent %s: %v", row.name, got)
		}
	}
	says := func(listed string, silent []string, a absence) string {
		d := deliberation{cover: coverageState{listed: listed}}
		for _, name := range silent {
			d.cover.silent = append(d.cover.silent, &answer.Info{Name: name})
		}
		return d.unprovedMessage(&a)
	}
	for got, want := range map[string]string{
		says("", []string{"a", "b"}, absence{}):                    "no such work in a, b, which proves little",
		says("", []string{"a"}, absence{usual: true}):              "no such work in a, where such works usually are",
		says("all is listed", nil, absence{usual: true}):           "all is listed",
		says("all", []string{"a"}, absence{failed: []string{"c"}}): "all; c did not answer and could have it",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestShareOfNames: how much two lists have in common, from half of the names on.
func TestShareOfNames(t *testing.T) {
	for _, c := range []struct {
		f    match.FieldComparison
		want namesShared
	}{
		{match.FieldComparison{Agreement: match.Unclaimed}, unknownNames},
		{match.FieldComparison{Agreement: match.Unrecorded}, unknownNames},
		{match.FieldComparison{Agreement: match.NotCompared}, unknownNames},
		{match.FieldComparison{Agreement: match.Agrees}, allNames},
		{match.FieldComparison{Agreement: match.Undecided, Score: .1}, allNames},
		{match.FieldComparison{Agreement: match.Differs, Score: .5, Kind: match.KindReplaced}, someNames},
		{match.FieldComparison{Agreement: match.Differs, Score: .49, Kind: match.KindReplaced}, noNames},
		{match.FieldComparison{Agreement: match.Differs, Kind: match.KindGiven}, someNames},
		{match.FieldComparison{Agreement: match.Differs, Kind: match.KindGivenNames}, someNames},
		{match.FieldComparison{Agreement: match.Differs, Kind: match.KindGivenForms}, someNames},
		{match.FieldComparison{Agreement: match.Differs, Kind: match.KindMisspelt}, someNames},
		{match.FieldComparison{Agreement: match.Differs, Kind: match.KindOneReplaced}, someNames},
		{match.FieldComparison{Agreement: match.Differs, Kind: match.KindFabricated}, noNames},
	} {
		if got := shareOfNames(c.f); got != c.want {
			t.Errorf("%v %s, %v shared: %d", c.f.Agreement, c.f.Kind, c.f.Score, got)
		}
	}
}
