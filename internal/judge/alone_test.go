package judge

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// What an entry says that cannot be right needs no record.
func TestWrongWithoutRecords(t *testing.T) {
	for _, c := range []struct {
		name    string
		edit    flatEdit
		outcome Outcome
		codes   string
	}{
		{"this year", func(f *biblio.Flat) { f.Year = "2026" }, Inconclusive, "U"},
		{"next year", func(f *biblio.Flat) { f.Year = "2027" }, Inconclusive, "U"},
		{"the year after", func(f *biblio.Flat) { f.Year = "2028" }, Discrepant, "H4"},
		{"digits exchanged", func(f *biblio.Flat) { f.Year = "2105" }, Discrepant, "H4"},
		{"before printing", func(f *biblio.Flat) { f.Year = "1214" }, Doubtful, "H4"},
		{"an author twice", func(f *biblio.Flat) { f.Authors = append(f.Authors, "Alice Walker") }, Doubtful, "H2"},
		{"a family", func(f *biblio.Flat) { f.Authors = append(f.Authors, "Ben Walker") }, Inconclusive, "U"},
	} {
		claim := with(published, func(f *biblio.Flat) { f.DOI = ""; c.edit(f) })
		ref := biblio.Reference{ID: "r", Claimed: claim.Work()}
		v := Decide(&ref, Evidence{Lookups: []answer.Lookup{found(strong, answer.Uncovered)}, Today: biblio.Date{Year: 2026}})
		if v.Outcome != c.outcome || codes(v) != c.codes {
			t.Errorf("%s: %v [%s], want %v [%s]", c.name, v.Outcome, codes(v), c.outcome, c.codes)
		}
		for _, r := range v.Reasons { // by itself: the first of the leads
			if r.Lead() && r.P < ShippedWeights().Cuts.Likely-.01 {
				t.Errorf("%s: a probability of %.2f", c.name, r.P)
			}
		}
	}
	future := with(published, func(f *biblio.Flat) { f.Year = "2104" })
	ref := biblio.Reference{ID: "r", Claimed: future.Work()}
	lookups := []answer.Lookup{found(strong, answer.Covered, published)}
	v := Decide(&ref, Evidence{Lookups: lookups, Candidates: Candidates(&ref, lookups), Today: biblio.Date{Year: 2026}})
	expect(t, "a future year against a record", v, Discrepant, "H4", "year")
	if v.Strength != Certain {
		t.Errorf("a future year against a record: %v", v.Strength)
	}
	for name, edit := range map[string]flatEdit{
		"a future year":   yearOf("2104"),
		"before printing": yearOf("1214"),
		"an author twice": by("Alice Walker", "Carl Sagan", "Alice Walker"),
	} {
		cited := with(published, edit)
		ref := biblio.Reference{ID: "r", Claimed: cited.Work()}
		lookups := []answer.Lookup{found(strong, answer.Covered, cited)}
		v := Decide(&ref, Evidence{Lookups: lookups, Candidates: Candidates(&ref, lookups), Today: biblio.Date{Year: 2026}})
		expect(t, name+", as the record has it", v, Verified, "R1", "")
	}
	older := with(published, func(f *biblio.Flat) { f.Year, f.DOI = "1214", "" })
	papyrus := with(older, func(f *biblio.Flat) { f.Venue, f.Volume, f.Issue, f.Pages = "", "", "", "" })
	expect(t, "before printing, in no container", verdict(papyrus, found(strong, answer.Uncovered)), Inconclusive, "U", "")
	first := with(older, func(f *biblio.Flat) { f.Year = "1450" })
	expect(t, "the first printed year", verdict(first, found(strong, answer.Uncovered)), Inconclusive, "U", "")
	last := with(older, func(f *biblio.Flat) { f.Year = "1449" })
	expect(t, "the year before", verdict(last, found(strong, answer.Uncovered)), Doubtful, "H4", "year")
}

// TestNearest: the closest record of another work is quoted where it has the claimed title and year and nobody of the
// claimed people, or differs in one word of a long title; a web page and a short title prove nothing.
func TestNearest(t *testing.T) {
	const other = "Mapping the Migration of Arctic Terns with Sound Sensors"
	strangers := func(f *biblio.Flat) { f.Authors, f.DOI = []string{"Tom Miller", "Ann Clark"}, "" }
	elsewhere := func(f *biblio.Flat) { f.Venue, f.Volume, f.Issue, f.Pages, f.DOI = "Nature", "1", "1", "9", "" }
	for _, c := range []struct {
		name  string
		claim flatEdit
		by    answer.Info
		want  bool
	}{
		{"nobody of its people", both(elsewhere, strangers), weak, true},
		{"nobody of its people, by a web page", both(elsewhere, strangers), web, false},
		{"nobody of its people, of another year", both(elsewhere, strangers, yearOf("2001")), weak, false},
		{"one of its people", both(elsewhere, strangers, by("Tom Miller", "Carl Sagan")), weak, false},
		{"a name of one word", both(elsewhere, strangers, by("Miller")), weak, false},
	} {
		d := deliberating(with(published, c.claim), found(c.by, answer.Uncovered, published))
		d.records = nil // it is of another work
		d.weighNearest()
		if got := len(d.state) > 0 && d.state[0].rule == "contested"; got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
	for name, c := range map[string]struct {
		title string
		by    answer.Info
		want  bool
	}{
		"another word": {other, weak, true}, "another word, by a web page": {other, web, false},
		"the same title": {published.Title, weak, false},
	} {
		claim := with(published, both(elsewhere, titled(c.title)))
		d := deliberating(claim, found(c.by, answer.Uncovered, published))
		d.records = nil
		d.weighNearest()
		if got := len(d.state) > 0 && d.state[0].field == biblio.FieldTitle; got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// Given and family name exchanged is something to look at, unless the record has them so.
func TestNamesExchanged(t *testing.T) {
	exchanged := with(published, func(f *biblio.Flat) { f.Authors[1] = "Katherine, Johnson" })
	v := verdict(exchanged, found(strong, answer.Covered, published))
	expect(t, "one of three", v, Doubtful, "H2", "authors")
	v = verdict(exchanged, found(strong, answer.Covered, published), found(second, answer.Covered, exchanged))
	if v.Outcome != Verified {
		t.Errorf("a record has them so: %v", v.Outcome)
	}
	capitals := with(published, func(f *biblio.Flat) { f.Authors[1] = "JOHNSON Katherine" })
	if v = verdict(published, found(strong, answer.Covered, capitals)); v.Outcome != Verified {
		t.Errorf("the record has the family name first: %v", v.Outcome)
	}
}

// The first author behind the third is to be looked at; two first authors in each other's place are not.
func TestFirstAuthorMoved(t *testing.T) {
	back := with(published, func(f *biblio.Flat) {
		f.DOI, f.Authors = "", []string{"Katherine Johnson", "Carl Sagan", "Alice Walker"}
	})
	if v := verdict(back, found(personal, answer.Covered, published)); v.Outcome != Doubtful || codes(v) != "H2" {
		t.Errorf("behind the third, by somebody's list: %v [%s]", v.Outcome, codes(v))
	}
	swapped := []string{"Katherine Johnson", "Alice Walker", "Carl Sagan"}
	for _, claimed := range [][]string{swapped, {"Alice Walker", "Carl Sagan"}} {
		claim := with(back, func(f *biblio.Flat) { f.Authors = claimed })
		a, b := claim.Work(), published.Work()
		if firstMoved(a.Authors(), b.Authors()) {
			t.Errorf("%v", claimed)
		}
	}
}

// An undecided reference names the other work that is most like it: by the title, by its people, or else.
func TestNearestNamed(t *testing.T) {
	bayes := biblio.Flat{Type: "report", Title: "Learning Mixtures of Bayes Networks", Year: "1997", Authors: []string{
		"Bo Thiesson", "Christopher Meek", "D. Maxwell Chickering", "David Heckerman"}}
	other := with(bayes, func(f *biblio.Flat) {
		f.Type, f.Title, f.Venue, f.Year = "paper-conference", "Learning Mixtures of DAG Models",
			"Conference on Uncertainty in Artificial Intelligence", "1998"
	})
	for want, record := range map[string]biblio.Flat{
		`; a similar title is on record: "Learning Mixture of Bayes Network" (94 %)`: with(bayes, func(f *biblio.Flat) {
			f.Title, f.Authors = "Learning Mixture of Bayes Network", []string{"Noor Khan", "Yuki Sato"}
		}),
		`; the same people wrote "Learning Mixtures of DAG Models"`: other,
		`; the work most like it on record is "MixNet: Learning Mixtures of Bayes Networks"`: with(other, func(f *biblio.Flat) {
			f.Title, f.Authors = "MixNet: Learning Mixtures of Bayes Networks", append(f.Authors, "Uri Lerner", "Noor Khan")
		}),
		"": with(other, func(f *biblio.Flat) { f.Authors = []string{"Noor Khan"} }),
	} {
		v := verdict(bayes, found(second, answer.Uncovered, record))
		if got := v.Reasons[0].Message; v.Outcome != Inconclusive || !strings.HasSuffix(got, want) ||
			want == "" && strings.Contains(got, "; ") {
			t.Errorf("%v: %s\nwant %s", v.Outcome, got, want)
		}
	}
}
