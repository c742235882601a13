package judge

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// TestWitnessesTogether: evidence that is not proof alone is proof if independent records say the same, and a record
// that is not about the cited version says nothing.
func TestWitnessesTogether(t *testing.T) {
	elsewhere := with(published, func(f *biblio.Flat) { f.DOI, f.Venue, f.Year = "", "Ecology Letters", "2017" })
	of := func(f biblio.Flat, names ...string) biblio.Flat {
		return with(f, func(f *biblio.Flat) { f.Authors = names })
	}
	noDOI := with(published, func(f *biblio.Flat) { f.DOI = "" })
	more := of(noDOI, "Alice Walker", "Katherine Johnson", "Carl Sagan", "Maria Lopez")
	turned := of(noDOI, "Carl Sagan", "Katherine Johnson", "Alice Walker")
	karl, initials := of(noDOI, "Alice Walker", "Karl Johnson", "Carl Sagan"), of(noDOI, "A. Walker",
		"K. Johnson", "C. Sagan")
	alphabetical := second
	alphabetical.OrderedAuthors = false
	bio := with(preprint, func(f *biblio.Flat) { f.Venue, f.ArXivID, f.DOI = "bioRxiv", "", "" })
	arxiv := answer.Info{Name: "arxiv", Origin: biblio.Origin{Kind: biblio.PreprintServer}, OrderedAuthors: true,
		CompleteAuthors: true, Titles: true}
	for _, c := range []struct {
		name    string
		claim   biblio.Flat
		lookups []answer.Lookup
		wrong   string // fields, "" for verified
	}{
		{"preprint and another version, an author more", more,
			[]answer.Lookup{found(arxiv, answer.Covered, preprint), found(strong, answer.Covered, elsewhere)}, "authors"},
		{"the preprint alone, an author more", more, []answer.Lookup{found(arxiv, answer.Covered, preprint)}, ""},
		{"another version alone, an author more", more, []answer.Lookup{found(strong, answer.Covered, elsewhere)}, ""},
		{"two preprints, an author more", more,
			[]answer.Lookup{found(arxiv, answer.Covered, preprint), found(second, answer.Covered, bio)}, ""},
		{"preprint and another version that do not agree", more,
			[]answer.Lookup{found(arxiv, answer.Covered, preprint),
				found(strong, answer.Covered, of(elsewhere, "Alice Walker", "Katherine Johnson"))}, ""},
		{"two other versions from one source", more, []answer.Lookup{found(strong, answer.Covered, elsewhere, preprint)}, ""},
		{"an order on record, against a list without one", turned,
			[]answer.Lookup{found(strong, answer.Covered, noDOI), found(alphabetical, answer.Covered, turned)}, ""},
		{"an order on record, against a list without one, in a closed world", turned,
			[]answer.Lookup{found(strong, answer.World, noDOI), found(alphabetical, answer.Covered, turned)}, "authors"},
		{"an order on record, against another record that has it, in a closed world", turned,
			[]answer.Lookup{found(strong, answer.World, noDOI), found(second, answer.Covered, turned)}, ""},
		{"initials on record, and a name on another", karl,
			[]answer.Lookup{found(second, answer.Covered, initials), found(strong, answer.Covered, noDOI)}, ""},
		{"initials on record, and a name on another, in a closed world", karl,
			[]answer.Lookup{found(second, answer.World, initials), found(strong, answer.Covered, noDOI)}, "authors"},
		{"initials on record alone, in a closed world", karl, []answer.Lookup{found(second, answer.World, initials)}, ""},
		{"two lists of an aggregator, of two collections",
			with(noDOI, func(f *biblio.Flat) { f.Pages, f.Venue = "9-17", "Ecology Letters" }),
			[]answer.Lookup{found(weak, answer.Uncovered, noDOI), found(weak2, answer.Uncovered, noDOI)}, ""},
		{"the stated DOI leads to the preprint, and another record has other pages",
			with(published, func(f *biblio.Flat) { f.DOI, f.Pages = preprint.DOI, "9-17" }),
			[]answer.Lookup{found(arxiv, answer.Covered, preprint), found(strong, answer.Covered, noDOI)}, ""},
		{"no DOI is stated, and a record has another volume", with(noDOI, func(f *biblio.Flat) { f.Volume = "9" }),
			[]answer.Lookup{found(arxiv, answer.Covered, preprint), found(strong, answer.Covered, noDOI)}, "volume"},
	} {
		v := verdict(c.claim, c.lookups...)
		if wrong := v.Outcome == Discrepant; wrong != (c.wrong != "") || wrong && fields(v) != c.wrong {
			t.Errorf("%s: %v %s {%s}", c.name, v.Outcome, codes(v), fields(v))
			for _, r := range v.Reasons {
				t.Logf("   %s %s %q %q %v: %s", r.Rule, r.Kind, r.Claimed, r.Recorded, r.Sources, r.Message)
			}
		}
	}
}

// TestAbsentFromItsContainer: a work missing from a complete listing of the claimed container and year was not
// printed there, unless a record says that it was.
func TestAbsentFromItsContainer(t *testing.T) {
	claim := with(published, func(f *biblio.Flat) { f.DOI, f.Volume, f.Issue, f.Pages = "", "", "", "" })
	elsewhere := with(claim, func(f *biblio.Flat) { f.Venue = "Ecology Letters" })
	bare := with(claim, func(f *biblio.Flat) { f.Venue = "" })
	for _, c := range []struct {
		name   string
		record biblio.Flat
		edit   func(*answer.Lookup)
		absent bool
	}{
		{"elsewhere on record", elsewhere, nil, true},
		{"nowhere on record", bare, nil, true},
		{"there on record", claim, nil, false},
		{"there as a rejected manuscript", claim, func(l *answer.Lookup) {
			l.Answer.Hits[0].Record.Status = biblio.StatusRejected
		}, true},
		{"elsewhere on record, and workshops are not listed", elsewhere,
			func(l *answer.Lookup) { l.Answer.Coverage.Listing.Sisters = false }, true},
		{"nowhere on record, and workshops are not listed", bare,
			func(l *answer.Lookup) { l.Answer.Coverage.Listing.Sisters = false }, false},
		{"a preprint on record, and workshops are not listed", preprint,
			func(l *answer.Lookup) { l.Answer.Coverage.Listing.Sisters = false }, false},
		{"a title like it is listed", elsewhere, func(l *answer.Lookup) { l.Answer.Coverage.Listing.Title = 1 }, false},
	} {
		l := found(strong, answer.CompleteHere, c.record)
		if c.edit != nil {
			c.edit(&l)
		}
		if v := verdict(claim, l); hasReason(v, "venue-absent") != c.absent {
			t.Errorf("%s: %v %s {%s}", c.name, v.Outcome, codes(v), fields(v))
		}
	}
}

// TestNoticesOfUpdates: every update of a work is reported once, with its kind and place.
func TestNoticesOfUpdates(t *testing.T) {
	id := ident.ID{Scheme: ident.DOI, Value: "10.1000/jfo.2016.1"}
	l, again := found(strong, answer.Covered, published), found(second, answer.Covered, published)
	l.Answer.Hits[0].Record.Updates = []biblio.Update{{Kind: biblio.Correction, ID: id}, {Kind: biblio.Concern},
		{Kind: "reprinted"}}
	again.Answer.Hits[0].Record.Updates = []biblio.Update{{Kind: biblio.Correction, ID: id}, {Kind: biblio.Correction},
		{Kind: biblio.Correction, ID: ident.ID{Scheme: ident.DOI, Value: "10.1000/jfo.2017.2"}}}
	again.Answer.Hits[0].Record.Status = biblio.StatusRetracted
	var told []string
	for _, n := range verdict(published, l, again).Notices {
		told = append(told, n.Message+" ("+n.By+")")
	}
	const want = `this work has been corrected: doi:10.1000/jfo.2016.1 (registry-of-works)
an expression of concern was published about this work (registry-of-works)
this work has been corrected: doi:10.1000/jfo.2017.2 (second-index)
this work has been retracted (second-index)`
	got := map[string]bool{}
	for _, m := range told {
		got[m] = true
	}
	for _, m := range strings.Split(want, "\n") {
		if !got[m] {
			t.Errorf("not told: %s", m)
		}
	}
	if len(told) != 4 {
		t.Errorf("told: %s", strings.Join(told, "\n"))
	}
}

// TestNoticesOfLabels: labels that publishers put on the title of a work are notices, and no other title is; a work
// about the work settles nothing.
func TestNoticesOfLabels(t *testing.T) {
	title := published.Title
	for _, c := range []struct {
		claimed, recorded string
		outcome           Outcome
		rule              string
	}{
		{title, "RETRACTED: " + title, Verified, "retracted"},
		{title, title + " (Retraction of vol 12, pg 33, 2015)", Verified, "retracted"},
		{title, "TEMPORARY REMOVAL: " + title, Verified, "withdrawn"},
		{title, "Expression of Concern: " + title, Inconclusive, "concern"},
		{title, "Erratum: " + title, Inconclusive, "corrected"},
		{title, title + " (Extended Abstract)", Verified, ""},
		{"Retraction note to: " + title, "RETRACTION NOTE TO: " + title + ".", Verified, ""},
	} {
		record := with(published, func(f *biblio.Flat) { f.Title = c.recorded })
		v := verdict(with(published, func(f *biblio.Flat) { f.Title = c.claimed }), found(strong, answer.Covered, record))
		rules := ""
		for _, n := range v.Notices {
			rules += n.Rule
		}
		if v.Outcome != c.outcome || rules != c.rule {
			t.Errorf("%s, recorded %s: %v, notices %q", c.claimed, c.recorded, v.Outcome, rules)
		}
	}
}

// TestSourcesDisagree: a conflict between sources is reported if one of them could prove an error, but not if the
// same source has another record that agrees.
func TestSourcesDisagree(t *testing.T) {
	wrong := with(published, func(f *biblio.Flat) { f.Pages = "9-17" })
	near := with(published, func(f *biblio.Flat) { f.Year = "2016" })
	for _, c := range []struct {
		name    string
		lookups []answer.Lookup
		want    bool
	}{
		{"a publisher's", []answer.Lookup{found(strong, answer.Covered, published), found(second, answer.Covered, wrong)},
			true},
		{"somebody's list",
			[]answer.Lookup{found(strong, answer.Covered, published), found(personal, answer.Uncovered, wrong)}, false},
		{"one of two records of a source", []answer.Lookup{found(strong, answer.Covered, published, wrong)}, false},
		{"of a field that is wrong", []answer.Lookup{found(strong, answer.Covered, with(published, func(f *biblio.Flat) {
			f.Pages = "301-315"
		})), found(second, answer.Covered, wrong)}, false},
		{"of a year beside it",
			[]answer.Lookup{found(strong, answer.Covered, published), found(second, answer.Covered, near)}, false},
	} {
		if v := verdict(published, c.lookups...); v.Outcome != Verified || hasNotice(v, "sources-disagree") != c.want {
			t.Errorf("%s: %v %+v", c.name, v.Outcome, v.Notices)
		}
	}
}
