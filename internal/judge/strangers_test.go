package judge

import (
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Lists of authors do not turn over between versions: a list with nobody of the work's is wrong.
func TestStrangers(t *testing.T) {
	strangers := []string{"Tom Miller", "Ann Clark"}
	edit := func(e flatEdit) biblio.Flat {
		return with(published, func(f *biblio.Flat) { f.Authors, f.DOI = strangers, ""; e(f) })
	}
	asPreprint := edit(func(f *biblio.Flat) {
		f.Type, f.Venue, f.Year, f.ArXivID, f.Volume, f.Issue, f.Pages, f.Publisher =
			"article", "arXiv preprint", "2015", "1406.01234", "", "", "", ""
	})
	onRecord := []answer.Lookup{found(strong, answer.Covered, published)}
	short := func(f *biblio.Flat) { f.Title = "Arctic Terns" }
	for _, c := range []struct {
		name    string
		claim   biblio.Flat
		lookups []answer.Lookup
		want    Outcome
	}{
		{"the published version", edit(func(*biblio.Flat) {}), onRecord, Discrepant},
		{"a preprint, and only the article is on record", asPreprint, onRecord, Discrepant},
		{"by somebody's list, under the claimed DOI", edit(func(f *biblio.Flat) { f.DOI = published.DOI }),
			[]answer.Lookup{found(personal, answer.Covered, published)}, Discrepant},
		{"a short title of another year", edit(func(f *biblio.Flat) { short(f); f.Year, f.Venue = "2001", "Nature" }),
			[]answer.Lookup{found(strong, answer.Covered, with(published, short))}, Inconclusive},
		{"a short title of the same year", edit(func(f *biblio.Flat) { short(f); f.Venue = "Nature" }),
			[]answer.Lookup{found(strong, answer.Covered, with(published, short))}, Doubtful},
		{"two works of that title", edit(func(f *biblio.Flat) { f.Title, f.Venue = "Migration of Terns by Light", "Nature" }),
			[]answer.Lookup{found(strong, answer.Covered,
				with(published, func(f *biblio.Flat) { f.Title = "Migration of Terns by Light" }),
				with(published, func(f *biblio.Flat) {
					f.Title, f.Authors, f.DOI = "Migration of Terns by Light", []string{"Olga Brandt"}, ""
				}))}, Inconclusive},
		{"another person of one family name", edit(func(f *biblio.Flat) { f.Authors = []string{"Olga Sagan", "Tom Miller"} }),
			onRecord, Discrepant},
		{"a body", edit(func(f *biblio.Flat) { f.Authors = []string{"{Tern Consortium}"} }),
			[]answer.Lookup{found(personal, answer.Covered, published)}, Doubtful},
		{"names in the wrong order", edit(func(f *biblio.Flat) { f.Authors = []string{"Walker Alice Johnson Katherine"} }),
			[]answer.Lookup{found(personal, answer.Covered, published)}, Doubtful},
	} {
		if v := verdict(c.claim, c.lookups...); v.Outcome != c.want {
			t.Errorf("%s: %v [%s], want %v", c.name, v.Outcome, codes(v), c.want)
		}
	}
}

// arXiv is the publisher of a preprint cited by its number: one name more or less is wrong, unless a version has it.
func TestPreprintByItsNumber(t *testing.T) {
	server := answer.Info{Name: "arxiv", Origin: biblio.Origin{Kind: biblio.PreprintServer}, OrderedAuthors: true,
		CompleteAuthors: true, Titles: true}
	for name, authors := range map[string][]string{
		"one dropped": {"Alice Walker", "Carl Sagan"},
		"one added":   {"Alice Walker", "Katherine Johnson", "Olga Brandt", "Carl Sagan"},
	} {
		claim := with(preprint, func(f *biblio.Flat) { f.Authors, f.DOI = authors, "" })
		v := verdict(claim, found(server, answer.Covered, preprint))
		if v.Outcome != Discrepant || codes(v) != "H2" {
			t.Errorf("%s: %v [%s]", name, v.Outcome, codes(v))
		}
		if v = verdict(claim, found(server, answer.Covered, preprint, claim)); v.Outcome != Verified {
			t.Errorf("%s, as a version has it: %v", name, v.Outcome)
		}
		later := with(claim, func(f *biblio.Flat) { f.Year = "2016" })
		if v = verdict(later, found(server, answer.Covered, preprint)); v.Outcome == Discrepant {
			t.Errorf("%s, of the year of a later version: %v", name, v.Outcome)
		}
	}
}

// People whom earlier references name as wrongly are wrong by one record, unless it lists a body.
func TestSharedStrangers(t *testing.T) {
	claim := with(published, func(f *biblio.Flat) { f.Authors, f.DOI = append(slices.Clone(f.Authors), "Tom Miller"), "" })
	for name, c := range map[string]struct {
		by     answer.Info
		record biblio.Flat
		want   Outcome
	}{
		"people": {personal, published, Discrepant},
		"a body": {personal,
			with(published, func(f *biblio.Flat) { f.Authors = append(slices.Clone(f.Authors), "{Tern Team}") }), Verified},
		"by a web page": {web, published, Verified},
	} {
		lookups := []answer.Lookup{found(c.by, answer.Covered, c.record)}
		ref := biblio.Reference{ID: "r", Claimed: claim.Work()}
		ev := Evidence{Lookups: lookups, Candidates: Candidates(&ref, lookups)}
		alone := Decide(&ref, ev)
		ev.Shared = []string{"Tom Miller"}
		if v := Decide(&ref, ev); v.Outcome != c.want || v.Strength > Likely || alone.Outcome == Discrepant {
			t.Errorf("%s: %v [%s] %v, alone %v", name, v.Outcome, codes(v), v.Strength, alone.Outcome)
		}
	}
}

// The editors of the whole are not the authors of the part.
func TestEditorsAreNoAuthors(t *testing.T) {
	claim := with(published, func(f *biblio.Flat) {
		f.Type, f.DOI, f.Authors, f.Editors = "paper-conference", "", nil, []string{"Eric Mortensen", "Kate Saenko"}
	})
	if v := verdict(claim, found(strong, answer.Covered, published)); v.Outcome == Discrepant || v.Outcome == Doubtful {
		t.Errorf("%v [%s]", v.Outcome, codes(v))
	}
}

// A year three off and a container of another family are on no record: that the DOI leads to the work does not confirm
// them.
func TestUnsupported(t *testing.T) {
	for name, edit := range map[string]flatEdit{
		"years":                        func(f *biblio.Flat) { f.Year = "2018" },
		"the container":                func(f *biblio.Flat) { f.Venue = "Annals of Optics" },
		"a year beside the same pages": func(f *biblio.Flat) { f.Year, f.Venue, f.DOI = "2018", "", "" },
	} {
		v := verdict(with(published, edit), found(personal, answer.Covered, published))
		if v.Outcome != Doubtful {
			t.Errorf("%s: %v [%s]", name, v.Outcome, codes(v))
		}
	}
	abbreviated := with(published, func(f *biblio.Flat) { f.Venue = "J. Field Ornith." })
	v := verdict(abbreviated, found(personal, answer.Covered, published))
	if v.Outcome != Verified {
		t.Errorf("a short form: %v [%s]", v.Outcome, codes(v))
	}
}

// A container is of another family if it shares no word with the record's but those of most names, in full or cut
// short, and the identifier, or all else by a source that lists works, says that the record is of the cited work.
func TestOtherFamily(t *testing.T) {
	noDOI := func(f *biblio.Flat) { f.DOI = "" }
	noPages := func(f *biblio.Flat) { f.DOI, f.Pages = "", "" }
	conference := func(f *biblio.Flat) { f.Type, f.Venue = "paper-conference", "Conference on Optics" }
	for _, c := range []struct {
		name  string
		claim flatEdit
		by    answer.Info
		want  bool
	}{
		{"under the identifier", venueOf("Annals of Optics"), personal, true},
		{"by title, authors and year", both(noDOI, venueOf("Annals of Optics")), weak, true},
		{"by somebody's list", both(noPages, venueOf("Annals of Optics")), personal, false},
		{"by somebody's list, and its pages", both(noDOI, venueOf("Annals of Optics")), personal, true},
		{"in another year", both(noPages, venueOf("Annals of Optics"), yearOf("2013")), weak, false},
		{"in another year, on the pages of the volume", both(noDOI, venueOf("Annals of Optics"), yearOf("2013")), weak, true},
		{"by other authors", both(noDOI, venueOf("Annals of Optics"), by("Alice Walker", "Tom Miller")), weak, false},
		{"a conference under the identifier", conference, weak, true},
		{"a conference", both(noDOI, conference), weak, false},
		{"a word of most names in common", venueOf("Journal of Optics"), weak, true},
		{"a word in common", venueOf("Journal of Field Robotics"), weak, false},
		{"a word cut short in common", venueOf("J. Fie. Robotics"), weak, false},
		{"two letters in common", venueOf("J. Fi. Robotics"), weak, true},
		{"a book", both(venueOf("Annals of Optics"), func(f *biblio.Flat) { f.Type = "book" }), weak, false},
	} {
		d := deliberating(with(published, c.claim), found(c.by, answer.Covered, published))
		if len(d.records) != 1 {
			t.Errorf("%s: %d records", c.name, len(d.records))
		} else if d.otherFamily(&d.records[0]) != c.want {
			t.Errorf("%s: %t", c.name, !c.want)
		}
	}
}
