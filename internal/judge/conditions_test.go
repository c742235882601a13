package judge

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// A title lacks words only if it has some, and fewer.
func TestLacks(t *testing.T) {
	one, two := []string{"deep"}, []string{"deep", "learning"}
	for _, c := range []struct {
		more, fewer []string
		want        bool
	}{{two, one, true}, {two, two, false}, {one, two, false}, {two, nil, false}} {
		if got := lacks(c.more, c.fewer); got != c.want {
			t.Errorf("%q, %q: %v", c.more, c.fewer, got)
		}
	}
}

// The DOI of the cited print names its volume and its first page; a record with that DOI and with another container
// and other pages is of another print.
func TestDOIOfAnotherPrint(t *testing.T) {
	doi := func(s string) []ident.ID { return []ident.ID{{Scheme: ident.DOI, Value: s}} }
	const stated = "10.1287/moor.27.4.819.297"
	for _, c := range []struct {
		name                  string
		volume, pages, record string
		venue, page           match.Agreement
		want                  bool
	}{
		{"of another print", "27", "819-840", stated, match.Differs, match.Differs, true},
		{"a page of two digits", "4", "27-40", stated, match.Differs, match.Differs, true},
		{"a page of one digit", "27", "4-9", stated, match.Differs, match.Differs, false},
		{"another volume", "28", "819-840", stated, match.Differs, match.Differs, false},
		{"another page", "27", "820-840", stated, match.Differs, match.Differs, false},
		{"no volume", "", "819-840", stated, match.Differs, match.Differs, false},
		{"another DOI", "27", "819-840", "10.1287/moor.27.4.819.298", match.Differs, match.Differs, false},
		{"the same container", "27", "819-840", stated, match.Agrees, match.Differs, false},
		{"the same pages", "27", "819-840", stated, match.Differs, match.Agrees, false},
	} {
		d := &deliberation{ref: &biblio.Reference{Claimed: biblio.Work{IDs: doi(stated), Volume: c.volume, Pages: c.pages}}}
		candidate := &match.Candidate{Comparison: match.Comparison{Fields: []match.FieldComparison{
			{Field: biblio.FieldVenue, Agreement: c.venue}, {Field: biblio.FieldPages, Agreement: c.page}}}}
		candidate.Hit.Record.IDs = doi(c.record)
		if got := d.hasDOIOfAnotherPrint(&judgedRecord{Candidate: candidate}); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
