package judge

import (
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
	}
	future := with(published, func(f *biblio.Flat) { f.Year = "2104" })
	ref := biblio.Reference{ID: "r", Claimed: future.Work()}
	lookups := []answer.Lookup{found(strong, answer.Covered, published)}
	v := Decide(&ref, Evidence{Lookups: lookups, Candidates: Candidates(&ref, lookups), Today: biblio.Date{Year: 2026}})
	expect(t, "a future year against a record", v, Discrepant, "H4", "year")
	if v.Strength != Certain {
		t.Errorf("a future year against a record: %v", v.Strength)
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
