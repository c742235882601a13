package report

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/claim"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/testing/catalogue"
	"github.com/bonafide-audit/bonafide/row"
)

// examples are reasons that have their own sentence.
var examples = []Reason{
	{Rule: "title-differs", Field: "title", Claimed: "Deep Nets", Recorded: "Deep Networks",
		Gravity: "slip", Strength: "likely"},
	{Rule: "title-differs", Field: "title", Claimed: "On Nets", Recorded: "A Survey of Graph Kernels",
		Gravity: "substantive"},
	{Rule: "title-undecided", Field: "title", Claimed: "Deep Nets", Recorded: "Deep Net"},
	{Rule: "authors-differs", Field: "authors", Variant: "deleted", Claimed: "Kaiming He; Jian Sun",
		Recorded: "Kaiming He; Shaoqing Ren; Jian Sun", Gravity: "substantive", Strength: "certain",
		Names: []row.NameDifference{{Recorded: "Shaoqing Ren", Kind: match.NameMissing}}},
	{Rule: "authors-differs", Field: "authors", Variant: "added", Claimed: "Kaiming He; Ann Lee; Bo Li",
		Recorded: "Kaiming He", Gravity: "substantive",
		Names: []row.NameDifference{{Cited: "Ann Lee", Kind: match.NameExtra}, {Cited: "Bo Li", Kind: match.NameExtra}}},
	{Rule: "authors-differs", Field: "authors", Variant: "replaced", Claimed: "Yilun Li", Recorded: "Yilun Du",
		Gravity: "substantive",
		Names:   []row.NameDifference{{Cited: "Yilun Li", Recorded: "Yilun Du", Kind: match.NameOther}}},
	{Rule: "authors-differs", Field: "authors", Variant: "misspelt", Claimed: "Sepp Hochreitter",
		Recorded: "Sepp Hochreiter", Gravity: "slip",
		Names: []row.NameDifference{{Cited: "Sepp Hochreitter", Recorded: "Sepp Hochreiter", Kind: match.KindMisspelt}}},
	{Rule: "authors-differs", Field: "authors", Variant: "reordered", Claimed: "Kaiming He; Jian Sun",
		Recorded: "Jian Sun; Kaiming He", Gravity: "slip", Moved: true},
	{Rule: "authors-differs", Field: "authors", Variant: "fabricated", Claimed: "Ann Lee", Recorded: "Kaiming He",
		Gravity: "fabricated",
		Names: []row.NameDifference{{Cited: "Ann Lee", Kind: match.NameExtra},
			{Recorded: "Kaiming He", Kind: match.NameMissing}}},
	{Rule: "authors-undecided", Field: "authors", Claimed: "Kenneth Lee", Recorded: "Kenton Lee",
		Names: []row.NameDifference{{Cited: "Kenneth Lee", Recorded: "Kenton Lee", Kind: match.KindSlip}}},
	{Rule: "authors-differs", Field: "authors", Claimed: "Ann Lee", Recorded: "Bo Li", Gravity: "slip"},
	{Rule: "venue-differs", Field: "venue", Claimed: "ACL", Recorded: "NAACL", Gravity: "substantive"},
	{Rule: "venue-absent", Field: "venue", Claimed: "NeurIPS 2019", Recorded: "ICML 2019", Gravity: "substantive"},
	{Rule: "versions-mixed", Field: "year", Claimed: "2018", Recorded: "2019", Gravity: "substantive"},
	{Rule: "year-differs", Field: "year", Claimed: "2018", Recorded: "2019", Gravity: "slip"},
	{Rule: "volume-differs", Field: "volume", Claimed: "3", Recorded: "4", Gravity: "peripheral"},
	{Rule: "issue-differs", Field: "issue", Claimed: "3", Recorded: "4", Gravity: "peripheral"},
	{Rule: "pages-differs", Field: "pages", Claimed: "1-9", Recorded: "11-19", Gravity: "peripheral"},
	{Rule: "publisher-differs", Field: "publisher", Claimed: "Springer", Recorded: "Wiley", Gravity: "peripheral"},
	{Rule: "location-differs", Field: "location", Claimed: "Oslo", Recorded: "Bergen", Gravity: "peripheral"},
	{Rule: "identifier-of-other-work", Field: "doi", Claimed: "10.1000/1", Recorded: "Random Forests",
		Gravity: "substantive"},
	{Rule: "identifier-contested", Field: "doi", Variant: "of-other-work", Claimed: "10.1000/1",
		Recorded: "Random Forests"},
	{Rule: "identifier-contested", Field: "arxiv_id", Claimed: "1706.03762", Recorded: "1706.03761"},
	{Rule: "contested", Field: "pages", Claimed: "159", Recorded: "1877-1901", Strength: "lead"},
	{Rule: "reading-contested", Field: "title", Claimed: "Deeq Nets", Recorded: "Deep Nets", Strength: "lead"},
	{Rule: "nearest-contested", Field: "year", Claimed: "2018", Recorded: "2019", Strength: "lead"},
}

// TestCatalogue stores every sentence of the reports in one file.
func TestCatalogue(t *testing.T) {
	var grounds []string
	have := map[string]bool{}
	for _, r := range examples {
		have[r.Rule] = true
		r.Message = "…"
		grounds = append(grounds, "- "+r.Rule+": "+ViewOf(&r).Line())
	}
	for _, topic := range judge.Topics() {
		if strings.HasSuffix(topic.Word, "-differs") && !have[topic.Word] {
			t.Errorf("no example of %s", topic.Word)
		}
	}
	catalogue.Hold(t, filepath.Join("testdata", "messages.txt"), "What reports say of findings and of runs.",
		[]catalogue.Section{
			{Title: "Differences", Lines: grounds},
			{Title: "Headings", Lines: catalogue.Lines(headings[:],
				func(h struct{ title, name, about, level, severity string }) string { return h.title + ": " + h.about })},
			{Title: "Outcomes", Lines: catalogue.Lines(slices.Sorted(maps.Keys(styles)), func(o string) string {
				return fmt.Sprintf("%s: %s; 3 %s", o, styles[o].word, styles[o].counted)
			})},
			{Title: "Words that --only and --fail-on take besides those of rows", Lines: catalogue.Lines(
				slices.Sorted(maps.Keys(onScreen)), func(w string) string {
					return w + ": " + strings.Join(onScreen[w], ", ")
				})},
			{Title: "Gravities", Lines: catalogue.Lines(judge.Gravities[1:], func(g judge.Gravity) string {
				return g.String() + ": " + gravityWords[g.String()]
			})},
			{Title: "What a claim about a cited work comes to", Lines: catalogue.Lines(
				slices.Sorted(maps.Keys(claimMessages)),
				func(r claim.Reason) string { return string(r) + ": " + claimMessages[r] })},
			{Title: "A claim that accuses", Lines: []string{"- " + claimSentence(accusing())}},
			{Title: "A letter", Lines: []string{strings.TrimSpace(written(t, saved(t), "letter", Options{}))}},
			{Title: "Ends of reports", Lines: catalogue.Lines((ends(t)), func(s string) string { return s })},
			{Title: "Explanations of codes and outcomes, with advice", Lines: catalogue.Lines(
				slices.Sorted(maps.Keys(guides)), func(word string) string {
					text, _ := Explain(word)
					return strings.TrimSpace(text) + "\n"
				})},
		}, ".", "../claim", "../claimcheck")
}

func accusing() *Claim {
	return &Claim{Place: Place{File: "paper.pdf", Page: 3}, Sentence: "They report 93 % [4].",
		Message:  claimMessages[claim.NumberDiffers],
		Parts:    []row.ClaimPart{{Text: "93 %", Stated: "83 %"}},
		Passages: []row.Passage{{Text: "We reach 83 %.", Page: 7, Section: "results"}}}
}

// ends returns the last lines of reports on runs of every kind.
func ends(t *testing.T) []string {
	t.Helper()
	online := Run{Inputs: []string{"refs.bib"}, Sources: []Source{{Name: "crossref", Online: true}}}
	offline := Run{Inputs: []string{"refs.bib"}, Notice: "…"}
	finding := func(outcome string, edit func(*Finding)) Finding {
		f := Finding{row.Finding{ID: "a", Key: "a", Outcome: row.Outcome(outcome), Place: Place{File: "refs.bib"}}}
		if edit != nil {
			edit(&f)
		}
		return f
	}
	open := judge.Inconclusive.String()
	missed := Lookup{Source: "crossref", Outcome: "failed", Reason: "timeout", Missed: true}
	var out []string
	for _, c := range []struct {
		what string
		run  Run
		list []Finding
	}{
		{"no references", offline, nil},
		{"most is open, offline", offline, []Finding{finding(open, nil), finding(open, nil), finding("verified", nil)}},
		{"most is open, online", online, []Finding{finding(open, nil)}},
		{"one is open, from standard input", Run{Inputs: []string{"-"}},
			[]Finding{finding(open, nil), finding("verified", nil), finding("verified", nil)}},
		{"corrections", online, []Finding{finding("discrepant", func(f *Finding) {
			f.Gravity, f.Strength, f.Fixable = "substantive", "likely", []string{ByFix, ByPublished, ByAddingDOI}
		})}},
		{"likely corrections, notes and notices", online, []Finding{finding("verified", func(f *Finding) {
			f.Strength, f.Fixable = "note", []string{ByLikely}
			f.Notices = []Notice{{Rule: "uncited"}, {Rule: "published-version"}}
			f.Reasons = []Reason{{Rule: "identifier-unconfirmed", Field: string(biblio.FieldDOI)}}
		}), finding("discrepant", func(f *Finding) { f.Suppressed, f.Gravity = ByUser, "slip" })}},
		{"a source failed without effect", online, []Finding{finding("verified", func(f *Finding) {
			f.Lookups = []Lookup{{Source: "crossref", Outcome: "failed", Reason: "timeout"}, {Source: "dblp", Outcome: "found"}}
		})}},
		{"an outage", online, []Finding{finding(open, func(f *Finding) { f.Lookups = []Lookup{missed} })}},
		{"a budget", online, []Finding{finding(open, func(f *Finding) {
			f.Lookups = []Lookup{{Source: "crossref", Outcome: "failed", Reason: skippedReason}}
		})}},
	} {
		var b strings.Builder
		w, err := New("text", &b, Options{Summary: true, Width: 80})
		if err != nil {
			t.Fatal(err)
		}
		s := NewSummary(c.run)
		if err := w.Begin(c.run); err != nil {
			t.Fatal(err)
		}
		for _, f := range c.list {
			s.Add(f)
			if err := w.Finding(f); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.End(s); err != nil {
			t.Fatal(err)
		}
		out = append(out, c.what+":\n"+strings.TrimSpace(strings.TrimPrefix(b.String(), "…"))+"\n")
	}
	return out
}
