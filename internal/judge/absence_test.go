package judge

import (
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// whole is a listing of everything next to the claimed volume, for a claim by three authors who are not in it.
var whole = answer.Listing{Searched: true, Works: 569, Before: true, After: true, Sisters: true, Title: 0.5, Authors: 3}

func TestWeightOfAbsence(t *testing.T) {
	const listed = "all 569 works of Conference on Probes 2016 are listed; none has a title like this one"
	for _, c := range []struct {
		name     string
		extent   answer.Extent
		edit     func(*answer.Listing)
		weight   Weight
		sentence string
	}{
		{"strangers", answer.CompleteHere, nil, Proves, listed + ", and no known work has two of its authors together"},
		{"known together elsewhere", answer.CompleteHere, func(l *answer.Listing) { l.SharedAnywhere = 2 }, Proves,
			listed + ", and none has two of its authors together"},
		{"only usually there", answer.Covered, nil, Silent, ""},
		{"not covered", answer.Uncovered, nil, Silent, ""},
		{"an index that cannot say", answer.CompleteHere, func(l *answer.Listing) { *l = answer.Listing{Works: 569} },
			Weighed, listed + ", but its other volumes could not be searched"},
		{"a title like it", answer.CompleteHere, func(l *answer.Listing) { l.Title = 0.8 }, Weighed,
			listed + ", but a work of the same event has a similar title"},
		{"a like title by an author", answer.CompleteHere, func(l *answer.Listing) { l.SameAuthorTitle = 0.65 }, Weighed,
			listed + ", but one of these authors has a work with a similar title"},
		{"a title not so like it", answer.CompleteHere, func(l *answer.Listing) { l.Title = 0.74 }, Proves,
			listed + ", and no known work has two of its authors together"},
		{"a title just like it", answer.CompleteHere, func(l *answer.Listing) { l.Title = 0.75 }, Weighed,
			listed + ", but a work of the same event has a similar title"},
		{"a title by an author that is not so like", answer.CompleteHere,
			func(l *answer.Listing) { l.SameAuthorTitle = 0.59 },
			Proves, listed + ", and no known work has two of its authors together"},
		{"a title by an author just like it", answer.CompleteHere, func(l *answer.Listing) { l.SameAuthorTitle = 0.6 },
			Weighed,
			listed + ", but one of these authors has a work with a similar title"},
		{"workshops not listed, two strangers", answer.CompleteHere,
			func(l *answer.Listing) { l.Sisters, l.Authors = false, 2 }, Proves,
			listed + ", and no known work has two of its authors together"},
		{"the year before not listed, two who know each other", answer.CompleteHere,
			func(l *answer.Listing) { l.Before, l.Authors, l.SharedAnywhere = false, 2, 2 }, Weighed, listed},
		{"workshops not listed, three of nine", answer.CompleteHere,
			func(l *answer.Listing) { l.Sisters, l.Authors, l.SharedAnywhere = false, 9, 3 }, Proves,
			listed + ", and no known work has more than 3 of its 9 authors together"},
		{"workshops not listed, four of nine", answer.CompleteHere,
			func(l *answer.Listing) { l.Sisters, l.Authors, l.SharedAnywhere = false, 9, 4 }, Weighed, listed},
		{"two authors", answer.CompleteHere, func(l *answer.Listing) { l.Shared, l.SharedAnywhere = 2, 2 }, Weighed,
			listed + ", but a work of the same event is by 2 of its authors"},
		{"one of three authors", answer.CompleteHere, func(l *answer.Listing) { l.Shared, l.SharedAnywhere = 1, 1 }, Proves,
			listed + ", and no known work has two of its authors together"},
		{"its only author", answer.CompleteHere, func(l *answer.Listing) { l.Authors, l.Shared, l.SharedAnywhere = 1, 1, 1 },
			Weighed, listed + ", but a work of the same event is by its author"},
		{"an only author who is not there", answer.CompleteHere, func(l *answer.Listing) { l.Authors = 1 }, Proves,
			listed + ", and none is by its author"},
		{"workshops not listed, a known team", answer.CompleteHere,
			func(l *answer.Listing) { l.Sisters, l.SharedAnywhere = false, 2 }, Weighed, listed},
		{"workshops not listed, strangers", answer.CompleteHere, func(l *answer.Listing) { l.Sisters = false }, Proves,
			listed + ", and no known work has two of its authors together"},
		{"workshops not listed, one author", answer.CompleteHere, func(l *answer.Listing) { l.Sisters, l.Authors = false, 1 },
			Weighed, listed},
		{"workshops not listed, no author", answer.CompleteHere, func(l *answer.Listing) { l.Sisters, l.Authors = false, 0 },
			Weighed, listed},
		{"the year after not listed, a known team", answer.CompleteHere,
			func(l *answer.Listing) { l.After, l.SharedAnywhere = false, 3 }, Weighed, listed},
		{"workshops not listed, two of nine", answer.CompleteHere,
			func(l *answer.Listing) { l.Sisters, l.Authors, l.SharedAnywhere = false, 9, 2 }, Proves,
			listed + ", and no known work has more than 2 of its 9 authors together"},
	} {
		cover := answer.Coverage{Extent: c.extent, Container: "Conference on Probes", Year: 2016, Listing: whole}
		if c.edit != nil {
			c.edit(&cover.Listing)
		}
		if w, sentence := Absence(&cover); w != c.weight || sentence != c.sentence {
			t.Errorf("%s: %d %q", c.name, w, sentence)
		}
	}
}

func TestAbsenceThere(t *testing.T) {
	const listed = "all 569 works of Conference on Probes 2016 are listed; this one is not among them"
	for _, c := range []struct {
		name      string
		edit      func(*answer.Coverage)
		elsewhere bool
		weight    Weight
	}{
		{"all is listed", func(*answer.Coverage) {}, false, Proves},
		{"it may be of a workshop", func(c *answer.Coverage) { c.Listing.Sisters = false }, false, Weighed},
		{"printed elsewhere", func(c *answer.Coverage) { c.Listing.Sisters = false }, true, Proves},
		{"in another year or volume of the event", func(c *answer.Coverage) { c.Listing.Title = 1 }, true, Silent},
		{"an index that cannot say", func(c *answer.Coverage) { c.Listing.Searched = false }, true, Weighed},
		{"only usually there", func(c *answer.Coverage) { c.Extent = answer.Covered }, true, Silent},
	} {
		cover := answer.Coverage{Extent: answer.CompleteHere, Container: "Conference on Probes", Year: 2016, Listing: whole}
		c.edit(&cover)
		if w, sentence := AbsenceThere(&cover, c.elsewhere); w != c.weight || w != Silent && sentence != listed {
			t.Errorf("%s: %d %q", c.name, w, sentence)
		}
	}
}

// TestNearlyListed: the sentence says what an estimate rests on, and accuses no one.
func TestNearlyListed(t *testing.T) {
	silent := found(strong, answer.Covered)
	silent.Answer.Coverage = answer.Coverage{Extent: answer.Covered, Container: "Conference on Probes", Year: 2016,
		Listing: answer.Listing{Works: 569}}
	v := verdict(published, silent)
	expect(t, "nearly all is listed", v, Inconclusive, "U", "")
	silent.Answer.Coverage.Listing.Works = 1
	if one := verdict(published, silent); hasReason(one, "absence-weighed") {
		t.Errorf("one work is listed: %+v", one.Reasons)
	}
	const want = "569 works of Conference on Probes 2016 are listed, which is probably nearly all of them; none has " +
		"this title, which proves nothing"
	if len(v.Reasons) == 0 || v.Reasons[0].Rule != "absence-weighed" || v.Reasons[0].Message != want {
		t.Errorf("%+v", v.Reasons)
	}
}

// TestAbsenceItems: what a reference itself says weighs too where a source was silent that could have the work, and not
// without such a silence.
func TestAbsenceItems(t *testing.T) {
	for _, c := range []struct {
		name    string
		edit    flatEdit
		lookups []answer.Lookup
		want    string // the kinds of items besides silence and prior
	}{
		{"nothing", func(*biblio.Flat) {}, nobody(), ""},
		{"a DOI", func(f *biblio.Flat) { f.DOI = "10.18653/v1/2020.acl-main.817" }, nobody(), "claims/doi"},
		{"counting digits", func(f *biblio.Flat) { f.ArXivID = "2003.12345" }, nobody(), "flag/digits"},
		{"a placeholder as author", func(f *biblio.Flat) { f.Authors = []string{"Q. Author"} }, nobody(), "flag/digits"},
		{"a placeholder as address", func(f *biblio.Flat) { f.URL = "https://example.com/paper" }, nobody(), "flag/digits"},
		{"counting digits of a DOI", func(f *biblio.Flat) { f.DOI = "10.1000/123456" }, nobody(), "claims/doi flag/digits"},
		{"counting digits, and nobody was silent", func(f *biblio.Flat) { f.ArXivID = "2003.12345" },
			[]answer.Lookup{found(weak, answer.Uncovered)}, ""},
	} {
		d := deliberating(with(lost, c.edit), c.lookups...)
		d.weigh()
		a := d.weighAbsence()
		var kinds []string
		for _, it := range a.items {
			if !strings.HasPrefix(it.Kind, "silent/") && it.Kind != "prior" {
				kinds = append(kinds, it.Kind)
			}
		}
		slices.Sort(kinds)
		if got := strings.Join(kinds, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestStrengthOfAbsence: an absence is likely by several silences that answered, a lead where usual or complete, and
// nothing without a silence.
func TestStrengthOfAbsence(t *testing.T) {
	cuts := &ShippedWeights().Cuts
	silent := []Item{{Kind: "silent/all"}}
	for _, c := range []struct {
		name string
		a    absence
		want Strength
	}{
		{"sure", absence{items: silent, p: 0.9}, Likely},
		{"just likely enough", absence{items: silent, p: likelyAbsent}, Likely},
		{"hardly likely enough", absence{items: silent, p: likelyAbsent - 0.001}, Lead},
		{"one that could have it did not answer", absence{items: silent, p: 0.9, failed: []string{"x"}}, Lead},
		{"unlikely, and such works are usually there", absence{items: silent, p: 0.01, usual: true}, Lead},
		{"unlikely, and a complete list lacks it", absence{items: silent, p: 0.01, listed: true}, Lead},
		{"unlikely", absence{items: silent, p: 0.01}, NoStrength},
		{"a complete list alone", absence{items: []Item{{Kind: "silent/complete-list"}}, p: 0.9, listed: true}, Lead},
		{"a complete list of people who are apart", absence{items: []Item{{Kind: "silent/complete-list"},
			{Kind: "silent/authors-apart"}}, p: 0.9, listed: true}, Lead},
		{"nobody was silent", absence{items: []Item{{Kind: "flag/digits"}}, p: 0.9}, NoStrength},
	} {
		if got := c.a.strength(cuts); got != c.want && !(c.want == Likely && got == Certain) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
