package judge

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// paper is a work that can only be in one place.
var paper = biblio.Flat{
	Type: "paper-conference", Title: "Hidden States of Nesting Colonies in Generative Models",
	Authors: []string{"Alice Walker", "Katherine Johnson", "Carl Sagan"},
	Venue:   "International Conference on Machine Learning", Year: "2019", Pages: "101-112",
}

// weighed returns how surely a record is of the work that a claim cites, which version it is of, and the weight of
// each of its differences: "identified, cited, year proves".
func weighed(claim, record biblio.Flat, info answer.Info, change func(*biblio.Reference, *answer.Lookup)) string {
	ref, l := biblio.Reference{ID: "r", Claimed: claim.Work()}, found(info, answer.Covered, record)
	if change != nil {
		change(&ref, &l)
	}
	lookups := []answer.Lookup{l}
	d := newDeliberation(&ref, Evidence{Lookups: lookups, Candidates: Candidates(&ref, lookups)})
	if len(d.records) == 0 {
		return "another work"
	}
	said := []string{
		[...]string{"another", "likely", "identified"}[d.records[0].identity],
		[...]string{"cited", "unclear", "other"}[d.relationOf(&d.records[0])],
	}
	for _, f := range d.records[0].Comparison.Fields {
		if f.Agreement == match.Differs && !f.Field.Identifier() && f.Field != biblio.FieldType {
			said = append(said,
				fmt.Sprintf("%s %s", f.Field,
					[...]string{"silent", "contests", "corroborates", "seconds", "proves"}[d.force(&d.records[0], f)]))
		}
	}
	return strings.Join(said, ", ")
}

// TestWorthOfDifference: what a difference proves, by the record's origin, its work and its version.
func TestWorthOfDifference(t *testing.T) {
	edit := func(edits ...flatEdit) flatEdit {
		return func(f *biblio.Flat) {
			for _, e := range edits {
				e(f)
			}
		}
	}
	noDOI := func(f *biblio.Flat) { f.DOI = "" }
	bare := func(f *biblio.Flat) { f.Venue, f.DOI, f.Volume, f.Issue, f.Pages, f.Publisher = "", "", "", "", "", "" }
	year := func(y biblio.Year) flatEdit { return func(f *biblio.Flat) { f.Year = y } }
	venue := func(v string) flatEdit { return func(f *biblio.Flat) { f.Venue = v } }
	title := func(s string) flatEdit { return func(f *biblio.Flat) { f.Title = s } }
	authors := func(names ...string) flatEdit { return func(f *biblio.Flat) { f.Authors = names } }
	same := func(*biblio.Flat) {}
	status := func(s biblio.Status) func(*biblio.Reference, *answer.Lookup) {
		return func(_ *biblio.Reference, l *answer.Lookup) { l.Answer.Hits[0].Record.Status = s }
	}
	printed := func(fields ...biblio.Field) func(*biblio.Reference, *answer.Lookup) {
		return func(r *biblio.Reference, _ *answer.Lookup) {
			r.Confidence = map[biblio.Field]float64{}
			for _, f := range fields {
				r.Confidence[f] = .9
			}
		}
	}
	attested := func(field biblio.Field, counts map[string]int) func(*biblio.Reference, *answer.Lookup) {
		return func(_ *biblio.Reference, l *answer.Lookup) {
			for text, n := range counts {
				l.Answer.Attested = append(l.Answer.Attested, answer.Attestation{Field: field, Text: text, Records: n})
			}
		}
	}
	short := func(_ *biblio.Reference, l *answer.Lookup) {
		l.Answer.Hits[0].Record.Container.Short = "J. Field Ornithol."
	}
	const nest = "Mapping the Nesting of Arctic Terns with Light Sensors"
	for _, c := range []struct {
		name          string
		work          biblio.Flat
		claim, record flatEdit
		info          answer.Info
		change        func(*biblio.Reference, *answer.Lookup)
		want          string
	}{
		// Which work a record is of.
		{"another title and other people behind the DOI", published,
			edit(title("Slow Light in Cold Gases of Rubidium"), authors("Maria Lopez", "Ivan Petrov")), same, strong,
			nil, "another work"},
		{"another title behind the DOI, by the same people", published, title("Slow Light in Cold Gases of Rubidium"), same,
			strong, nil, "identified, cited, title proves"},
		{"other people behind the DOI, a word of the title", published,
			edit(title(nest), authors("Maria Lopez", "Ivan Petrov")), same, strong, nil,
			"identified, cited, title contests, authors proves"},
		{"another DOI, all else the same", published, func(f *biblio.Flat) { f.DOI = "10.1000/jfo.2015.99" }, same, strong,
			nil, "identified, cited"},
		{"another DOI and a word of the title", published,
			edit(title(nest), func(f *biblio.Flat) { f.DOI = "10.1000/jfo.2015.99" }), same, strong, nil, "another work"},
		{"another DOI and other people", published,
			edit(authors("Maria Lopez", "Ivan Petrov"), func(f *biblio.Flat) { f.DOI = "10.1000/jfo.2015.99" }), same, strong,
			nil, "another work"},
		{"another arXiv id and a word of the title", preprint,
			edit(title(nest), noDOI, func(f *biblio.Flat) { f.ArXivID = "1501.00001" }), noDOI, strong, nil, "another work"},
		{"another PMID and a word of the title", published,
			edit(title(nest), noDOI, func(f *biblio.Flat) { f.PMID = "1234567" }),
			edit(noDOI, func(f *biblio.Flat) { f.PMID = "7654321" }), strong, nil, "another work"},
		{"a title of two words, by the same people",
			biblio.Flat{Title: "Arctic Terns", Authors: published.Authors, Year: "2015"}, same, year("1999"), strong,
			nil, "another work"},
		{"a title of two words, by the same people in the year",
			biblio.Flat{Title: "Arctic Terns", Authors: published.Authors, Year: "2015"}, same, venue("Wiley"), strong, nil,
			"identified, unclear"},
		{"a title of two words, by the same people in the container",
			biblio.Flat{Title: "Arctic Terns", Authors: published.Authors, Venue: published.Venue, Year: "2015"}, same,
			year("1999"), strong, nil, "identified, cited, year proves"},
		{"a title of two words, by nobody, in the container and year",
			biblio.Flat{Title: "Arctic Terns", Venue: published.Venue, Year: "2015"}, same, authors("Alice Walker"), strong, nil,
			"identified, cited"},
		{"a title of two words, by nobody, in the year",
			biblio.Flat{Title: "Arctic Terns", Venue: published.Venue, Year: "2015"}, same,
			edit(authors("Alice Walker"), venue("Ecology Letters")), strong, nil, "identified, other, venue contests"},
		{"a title of two words, by nobody, in the container",
			biblio.Flat{Title: "Arctic Terns", Venue: published.Venue, Year: "2015"}, same,
			edit(authors("Alice Walker"), year("1999")), strong, nil, "identified, cited, year proves"},
		{"a title of a word, by nobody, in the year", biblio.Flat{Title: "Terns", Venue: published.Venue, Year: "2015"}, same,
			edit(authors("Alice Walker"), venue("Ecology Letters")), strong, nil, "another work"},
		{"a title of a word, by nobody, in the container and year",
			biblio.Flat{Title: "Terns", Venue: published.Venue, Year: "2015"}, same, authors("Alice Walker"), strong, nil,
			"identified, cited"},
		{"a title of two words alone", biblio.Flat{Title: "Arctic Terns"}, same, edit(authors("Alice Walker"), year("1999")),
			strong, nil, "another work"},
		{"a title of three words alone", biblio.Flat{Title: "Migrating Arctic Terns"}, same,
			edit(authors("Alice Walker"), year("1999")), strong, nil, "identified, unclear"},
		{"by nobody, in the volume and pages of another year", published, edit(noDOI, authors(), year("2011")), noDOI, strong,
			nil, "identified, cited, year proves"},
		{"by nobody, in another container and year", published,
			edit(noDOI, authors(), year("2011"), venue("Ecology Letters")), noDOI, strong, nil, "another work"},
		{"by others, in the container and year", published, edit(noDOI, authors("Maria Lopez", "Ivan Petrov")), noDOI, strong,
			nil, "identified, cited, authors proves"},
		{"by others and one of them, in the year", published,
			edit(noDOI, venue("Ecology Letters"), authors("Maria Lopez", "Ivan Petrov", "Carl Sagan")), noDOI, strong, nil,
			"identified, cited, authors proves, venue silent"},
		{"by others and one of them, in another year", published,
			edit(noDOI, venue("Ecology Letters"), year("2011"), authors("Maria Lopez", "Ivan Petrov", "Carl Sagan")), noDOI,
			strong, nil, "another work"},
		{"by others, in the year", published, edit(noDOI, venue("Ecology Letters"), authors("Maria Lopez", "Ivan Petrov")),
			noDOI, strong, nil, "identified, cited, authors proves, venue silent"},
		{"a short title by others and one of them, in the year", published,
			edit(noDOI, title("Migrating Arctic Terns"), venue("Ecology Letters"),
				authors("Maria Lopez", "Ivan Petrov", "Carl Sagan")), edit(noDOI, title("Migrating Arctic Terns")), strong,
			nil, "another work"},
		{"a word of the title and no names, in its place in print", published, edit(noDOI, title(nest), authors()), noDOI,
			strong, nil, "identified, cited, title contests"},
		{"a word of the title and no names, in another issue", published,
			edit(noDOI, title(nest), authors(), func(f *biblio.Flat) { f.Issue = "1" }), noDOI, strong, nil, "another work"},
		{"another subtitle, in the container and year", published,
			edit(noDOI, title("Arctic Terns: Their Migration"),
				func(f *biblio.Flat) { f.Pages, f.Volume, f.Issue = "", "", "" }),
			edit(noDOI, title("Arctic Terns: Where They Nest in Winter")), strong, nil, "another work"},
		{"another subtitle, in another year", published,
			edit(noDOI, year("2011"), title("Arctic Terns: Their Migration"),
				func(f *biblio.Flat) { f.Pages, f.Volume, f.Issue = "", "", "" }),
			edit(noDOI, title("Arctic Terns: Where They Nest in Winter")), strong, nil, "another work"},
		{"a word of the title, in another year", published,
			edit(noDOI, year("2011"), title(nest), func(f *biblio.Flat) { f.Pages, f.Volume, f.Issue = "", "", "" }), noDOI,
			strong, nil, "another work"},
		{"a word of the title, the preprint", published,
			edit(noDOI, title(nest), func(f *biblio.Flat) { f.Pages, f.Volume, f.Issue = "", "", "" }),
			func(f *biblio.Flat) { *f = preprint }, strong, nil, "likely, other, title proves, venue silent, year silent"},
		{"a word of the title, no place claimed", published, edit(bare, title(nest), year("")), noDOI, strong, nil,
			"likely, unclear, title contests"},
		{"a misspelt word, in another year", published,
			edit(noDOI, year("2011"), title("Mapping the Migratoin of Arctic Terns with Light Sensors"),
				func(f *biblio.Flat) { f.Pages, f.Volume, f.Issue = "", "", "" }), noDOI, strong, nil,
			"likely, cited, title proves, year contests"},
		{"by one of them, in the year, under a long title", published,
			edit(noDOI, venue(""), func(f *biblio.Flat) { f.Volume, f.Pages, f.Issue = "", "", "" },
				title("Mapping the Spring Migration of Young Arctic Terns with Small Light Sensors on Their Legs"),
				authors("Maria Lopez", "Carl Sagan")),
			edit(noDOI, title("Mapping the Spring Migration of Young Arctic Terns with Small Light Sensors on Their Legs")),
			strong, nil, "identified, unclear, authors corroborates"},
		{"by one of them, in another year, under a long title", published,
			edit(noDOI, year("2003"), venue(""), func(f *biblio.Flat) { f.Volume, f.Pages, f.Issue = "", "", "" },
				title("Mapping the Spring Migration of Young Arctic Terns with Small Light Sensors on Their Legs"),
				authors("Maria Lopez", "Carl Sagan")),
			edit(noDOI, title("Mapping the Spring Migration of Young Arctic Terns with Small Light Sensors on Their Legs")),
			strong, nil, "another work"},
		{"by nobody of them, in the year, under a long title", published,
			edit(noDOI, venue(""), func(f *biblio.Flat) { f.Volume, f.Pages, f.Issue = "", "", "" },
				title("Mapping the Spring Migration of Young Arctic Terns with Small Light Sensors on Their Legs"),
				authors("Maria Lopez", "Ivan Petrov")),
			edit(noDOI, title("Mapping the Spring Migration of Young Arctic Terns with Small Light Sensors on Their Legs")),
			strong, nil, "another work"},
		{"by others, in the volume and pages of another year", published,
			edit(noDOI, year("2003"), authors("Maria Lopez", "Ivan Petrov")), noDOI, strong, nil,
			"identified, cited, authors proves, year proves"},
		{"by others, in the volume and other pages of another year", published,
			edit(noDOI, year("2003"), authors("Maria Lopez", "Ivan Petrov"), func(f *biblio.Flat) { f.Pages = "9-17" }), noDOI,
			strong, nil, "another work"},
		{"by others, in the pages and another volume of another year", published,
			edit(noDOI, year("2003"), authors("Maria Lopez", "Ivan Petrov"), func(f *biblio.Flat) { f.Volume = "9" }), noDOI,
			strong, nil, "another work"},
		{"a title of a word by others, in the container and year", published,
			edit(noDOI, title("Terns"), authors("Maria Lopez", "Ivan Petrov")), edit(noDOI, title("Terns")), strong,
			nil, "another work"},
		{"a title of two words in the container and year, by the same people",
			biblio.Flat{Title: "Arctic Terns", Authors: published.Authors, Venue: published.Venue, Year: "2015"}, same, same,
			strong, nil, "identified, cited"},
		// Which version a record is of.
		{"a manuscript that was rejected", published, edit(noDOI, year("2011")), noDOI, strong, status(biblio.StatusRejected),
			"identified, other, year silent"},
		{"a preprint, for a claim that names no version", preprint,
			edit(bare, func(f *biblio.Flat) { f.ArXivID, f.Type = "", "" }), same, strong, nil, "identified, unclear"},
		{"a preprint, for a claim with a container", preprint,
			edit(bare, venue(published.Venue), func(f *biblio.Flat) { f.ArXivID, f.Type = "", "" }), same, strong, nil,
			"identified, other, venue silent"},
		{"a preprint, for a claim with a volume", preprint,
			edit(bare, func(f *biblio.Flat) { f.ArXivID, f.Type, f.Volume = "", "", "86" }), same, strong, nil,
			"identified, other"},
		{"a preprint, for a claim with a publisher", preprint,
			edit(bare, func(f *biblio.Flat) { f.ArXivID, f.Type, f.Publisher = "", "", "Wiley" }), same, strong, nil,
			"identified, other"},
		{"a preprint, for a claim with a DOI", preprint,
			edit(bare, func(f *biblio.Flat) { f.ArXivID, f.Type, f.DOI = "", "", published.DOI }), same, strong, nil,
			"identified, other"},
		{"the preprint of another server", preprint, edit(noDOI, func(f *biblio.Flat) { f.ArXivID = "" }),
			edit(noDOI, venue("bioRxiv"), func(f *biblio.Flat) { f.ArXivID = "" }), strong, nil,
			"identified, cited, venue contests"},
		{"no container on record", published, noDOI, edit(bare), strong, nil, "identified, unclear"},
		{"no container on record, the same DOI", published, same, edit(bare, func(f *biblio.Flat) { f.DOI = published.DOI }),
			strong, nil, "identified, cited"},
		{"another container", published, noDOI, edit(noDOI, venue("Journal of Avian Biology"), year("2017")), strong, nil,
			"identified, other, venue contests, year contests"},
		{"another container, the same numbers", published, edit(noDOI, venue("Ecology Letters")), noDOI, strong, nil,
			"identified, cited, venue proves"},
		{"another container, another volume", published,
			edit(noDOI, venue("Ecology Letters"), func(f *biblio.Flat) { f.Volume = "9" }), noDOI, strong, nil,
			"identified, other, venue proves, volume contests"},
		{"another container, other pages", published,
			edit(noDOI, venue("Ecology Letters"), func(f *biblio.Flat) { f.Pages = "9-17" }), noDOI, strong, nil,
			"identified, other, venue contests, pages contests"},
		{"another container, another year", published, edit(noDOI, venue("Ecology Letters"), year("2011")), noDOI, strong,
			nil, "identified, other, venue contests, year contests"},
		{"a claim of the type of preprints", published, edit(bare, func(f *biblio.Flat) { f.Type = "article" }),
			func(f *biblio.Flat) { *f = preprint }, strong, nil, "identified, cited, year contests"},
		{"a claim with an arXiv identifier alone", published,
			edit(bare, func(f *biblio.Flat) { f.Type, f.ArXivID = "", preprint.ArXivID }),
			func(f *biblio.Flat) { *f = preprint }, strong, nil, "identified, cited, year contests"},
		{"a claim with the preprint's DOI alone", published,
			edit(bare, func(f *biblio.Flat) { f.Type, f.DOI = "", preprint.DOI }), func(f *biblio.Flat) { *f = preprint },
			strong, nil, "identified, cited, year contests"},
		{"a claim with an arXiv identifier and the publication's DOI", published,
			edit(bare, func(f *biblio.Flat) { f.Type, f.DOI, f.ArXivID = "", published.DOI, preprint.ArXivID }),
			func(f *biblio.Flat) { *f = preprint }, strong, nil, "identified, other, year silent"},
		{"a claim with an arXiv identifier and a container", published,
			func(f *biblio.Flat) { f.DOI, f.ArXivID = "", preprint.ArXivID }, func(f *biblio.Flat) { *f = preprint }, strong,
			nil, "identified, other, venue silent, year silent"},
		{"a record with an arXiv identifier alone", preprint, same, edit(bare, func(f *biblio.Flat) { f.Type = "" }), strong,
			nil, "identified, cited"},
		{"a record of the type of preprints alone", preprint, same, edit(bare, func(f *biblio.Flat) { f.ArXivID = "" }),
			strong, nil, "identified, cited"},
		{"a record with an arXiv identifier and the publication's DOI", preprint, same,
			edit(bare, func(f *biblio.Flat) { f.Type, f.DOI = "", published.DOI }), strong, nil, "identified, other"},
		{"a record with an arXiv identifier and a container", preprint, same,
			edit(bare, venue(published.Venue), func(f *biblio.Flat) { f.Type = "" }), strong, nil, "identified, other"},
		{"a record with a short container alone", preprint, same,
			edit(bare, func(f *biblio.Flat) { f.Type, f.ArXivID = "", "" }), strong, short, "identified, other"},
		{"a record of a preprint server", preprint, same, edit(bare, func(f *biblio.Flat) { f.Type, f.ArXivID = "", "" }),
			answer.Info{Name: "arxiv", Origin: biblio.Origin{Kind: biblio.PreprintServer}, Titles: true}, nil,
			"identified, cited"},
		// One word or one name.
		{"a word of the title, the same version", published, title(nest), same, strong, nil,
			"identified, cited, title proves"},
		{"a word of the title and other authors", published,
			edit(title(nest), authors("Alice Walker", "Katherine Johnson", "Maria Lopez")), same, strong, nil,
			"identified, cited, title contests, authors proves"},
		{"a name and a word of the title, the same DOI", published,
			edit(title("Mapping the Migration of Arctic Terns with Light Detectors"),
				authors("Alice Walker", "Maria Lopez", "Carl Sagan")), same, strong, nil,
			"identified, cited, title contests, authors proves"},
		{"a name", published, edit(noDOI, authors("Alice Walker", "Maria Lopez", "Carl Sagan")), noDOI, strong, nil,
			"identified, cited, authors proves"},
		{"a name in a preprint", published, edit(noDOI, authors("Alice Walker", "Maria Lopez", "Carl Sagan")),
			func(f *biblio.Flat) { *f = preprint }, strong, nil,
			"identified, other, authors proves, venue silent, year silent"},
		{"a name on somebody's list", published, edit(noDOI, authors("Alice Walker", "Maria Lopez", "Carl Sagan")), noDOI,
			personal, nil, "identified, cited, authors proves"},
		{"a name on the web", published, edit(noDOI, authors("Alice Walker", "Maria Lopez", "Carl Sagan")), noDOI, web, nil,
			"identified, cited, authors contests"},
		{"a name, in another journal and year", published, edit(noDOI, authors("Alice Walker", "Maria Lopez", "Carl Sagan")),
			edit(noDOI, venue("Ecology Letters"), year("2017")), strong, nil,
			"identified, other, authors contests, venue contests, year contests"},
		{"a name, no container on record", published, edit(noDOI, authors("Alice Walker", "Maria Lopez", "Carl Sagan")), bare,
			strong, nil, "identified, unclear, authors proves"},
		{"a name, no container on record and another year", published,
			edit(noDOI, authors("Alice Walker", "Maria Lopez", "Carl Sagan")), edit(bare, year("2013")), strong, nil,
			"identified, unclear, authors contests, year contests"},
		{"a given name", published, edit(noDOI, authors("Alice Walker", "Margaret Johnson", "Carl Sagan")), noDOI, strong,
			nil, "identified, cited, authors proves"},
		// Spellings.
		{"a misspelt word", published, edit(noDOI, title("Mapping the Migratoin of Arctic Terns with Light Sensors")), noDOI,
			strong, nil, "identified, cited, title proves"},
		{"a misspelt word, an aggregator's record", published,
			edit(noDOI, title("Mapping the Migratoin of Arctic Terns with Light Sensors")),
			edit(noDOI, venue("Ecology Letters"), year("2017")), weak, nil,
			"likely, other, title corroborates, venue contests, year contests"},
		{"a misspelt word in another journal", published,
			edit(noDOI, title("Mapping the Migratoin of Arctic Terns with Light Sensors")),
			edit(noDOI, venue("Ecology Letters"), year("2017")), strong, nil,
			"likely, other, title proves, venue contests, year contests"},
		{"a misspelt name", published, edit(noDOI, authors("Alice Walker", "Katherine Jonhson", "Carl Sagan")), noDOI, strong,
			nil, "identified, cited, authors proves"},
		{"a misspelt name, an aggregator's record", published,
			edit(noDOI, authors("Alice Walker", "Katherine Jonhson", "Carl Sagan")), noDOI, weak, nil,
			"identified, cited, authors contests"},
		{"a misspelt name that nobody has", published,
			edit(noDOI, authors("Alice Walker", "Katherine Jonhson", "Carl Sagan")), noDOI, weak,
			attested(biblio.FieldAuthors, map[string]int{"Johnson, Katherine": 900, "Jonhson, Katherine": 0}),
			"identified, cited, authors proves"},
		{"both names are people's", published, edit(noDOI, authors("Alice Walker", "Katherine Jonhson", "Carl Sagan")), noDOI,
			strong, attested(biblio.FieldAuthors, map[string]int{"Johnson, Katherine": 900, "Jonhson, Katherine": 12}),
			"identified, cited, authors proves"},
		// Lists of authors.
		{"authors in another order", published, edit(noDOI, authors("Carl Sagan", "Katherine Johnson", "Alice Walker")),
			noDOI, strong, nil, "identified, cited, authors proves"},
		{"authors in another order, an old work", published,
			edit(noDOI, year("2009"), authors("Carl Sagan", "Katherine Johnson", "Alice Walker")), edit(noDOI, year("2009")),
			strong, nil, "identified, cited, authors contests"},
		{"authors in another order in the preprint", preprint, authors("Carl Sagan", "Katherine Johnson", "Alice Walker"),
			same, strong, nil, "identified, cited, authors corroborates"},
		{"nobody of the preprint", preprint, authors("Maria Lopez", "Ivan Petrov", "Noor Khan"), same, strong, nil,
			"identified, cited, authors proves"},
		{"nobody of the work", published, edit(noDOI, authors("Maria Lopez", "Ivan Petrov", "Noor Khan")), noDOI, strong, nil,
			"identified, cited, authors proves"},
		{"an author more", published, edit(noDOI, authors("Alice Walker", "Katherine Johnson", "Carl Sagan", "Maria Lopez")),
			noDOI, strong, nil, "identified, cited, authors proves"},
		{"an author more, in another journal", published,
			edit(noDOI, authors("Alice Walker", "Katherine Johnson", "Carl Sagan", "Maria Lopez")),
			edit(noDOI, venue("Ecology Letters"), year("2017")), strong, nil,
			"identified, other, authors corroborates, venue contests, year contests"},
		{"several given names", published, edit(noDOI, authors("Alice Walker", "Margaret Johnson", "Edward Sagan")), noDOI,
			strong, nil, "identified, cited, authors proves"},
		{"a body for people", published, edit(noDOI, authors("The Arctic Tern Consortium")), noDOI, strong, nil,
			"identified, cited, authors contests"},
		{"a misspelt name of which the record's spelling is the odd one", published,
			edit(noDOI, authors("Alice Walker", "Katherine Jonhson", "Carl Sagan")), noDOI, strong,
			attested(biblio.FieldAuthors, map[string]int{"Johnson, Katherine": 1, "Jonhson, Katherine": 12}),
			"identified, cited, authors contests"},
		{"a misspelt name that one record has rightly", published,
			edit(noDOI, authors("Alice Walker", "Katherine Jonhson", "Carl Sagan")), noDOI, weak,
			attested(biblio.FieldAuthors, map[string]int{"Johnson, Katherine": 1, "Jonhson, Katherine": 0}),
			"identified, cited, authors contests"},
		{"a misspelt word that titles have too", published,
			edit(noDOI, title("Mapping the Migratoin of Arctic Terns with Light Sensors")),
			edit(noDOI, venue("Ecology Letters"), year("2017")), weak,
			attested(biblio.FieldTitle, map[string]int{"migration": 150, "migratoin": 3}),
			"likely, other, title corroborates, venue contests, year contests"},
		{"a misspelt word that two titles have too", published,
			edit(noDOI, title("Mapping the Migratoin of Arctic Terns with Light Sensors")),
			edit(noDOI, venue("Ecology Letters"), year("2017")), weak,
			attested(biblio.FieldTitle, map[string]int{"migration": 150, "migratoin": 2}),
			"likely, other, title proves, venue contests, year contests"},
		{"a misspelt word that four of five hundred titles have too", published,
			edit(noDOI, title("Mapping the Migratoin of Arctic Terns with Light Sensors")),
			edit(noDOI, venue("Ecology Letters"), year("2017")), weak,
			attested(biblio.FieldTitle, map[string]int{"migration": 500, "migratoin": 4}),
			"likely, other, title proves, venue contests, year contests"},
		{"a misspelt word that is the commoner one", published,
			edit(noDOI, title("Mapping the Migratoin of Arctic Terns with Light Sensors")),
			edit(noDOI, venue("Ecology Letters"), year("2017")), weak,
			attested(biblio.FieldTitle, map[string]int{"migration": 1, "migratoin": 2}),
			"likely, other, title corroborates, venue contests, year contests"},
		{"two given names, in another journal", published,
			edit(noDOI, authors("Alice Walker", "Margaret Johnson", "Edward Sagan")), edit(noDOI, venue("Ecology Letters")),
			strong, nil, "identified, cited, authors proves, venue proves"},
		{"names of a title cut out of print", published,
			edit(noDOI, authors("Alice Walker", "Katherine Johnson", "Carl Sagan", "Mapping Lopez")), noDOI, strong,
			printed(biblio.FieldAuthors), "identified, cited, authors contests"},
		{"names of which none is of the title, cut out of print", published,
			edit(noDOI, authors("Alice Walker", "Katherine Johnson", "Carl Sagan", "Maria Lopez")), noDOI, strong,
			printed(biblio.FieldAuthors), "identified, cited, authors proves"},
		{"other people, of a list that need not be complete", published,
			edit(noDOI, authors("Alice Walker", "Katherine Johnson", "Carl Sagan", "Maria Lopez")), noDOI, weak, nil,
			"identified, cited, authors contests"},
		{"another order, of a list that is cut", published, edit(noDOI, authors("Carl Sagan", "Alice Walker")),
			edit(noDOI, authors("Alice Walker", "Carl Sagan", "et al.")), strong, nil, "identified, cited, authors contests"},
		{"a name, of a list of a record without a year", published,
			edit(noDOI, authors("Maria Lopez", "Ivan Petrov", "Carl Sagan")), edit(noDOI, year("")), strong, nil,
			"identified, cited, authors contests"},
		// Titles.
		{"other words", published, edit(noDOI, title("Mapping the Nesting and the Breeding of Arctic Terns")), noDOI, strong,
			nil, "identified, cited, title proves"},
		{"a subtitle more", published, edit(noDOI, title(published.Title+": A Survey")), noDOI, strong, nil,
			"identified, cited, title proves"},
		{"a subtitle more, in the preprint", preprint, title(published.Title + ": A Survey"), same, strong, nil,
			"identified, cited, title contests"},
		{"a subtitle more, cut out of print", published, edit(noDOI, title(published.Title+": A Survey")), noDOI, strong,
			printed(biblio.FieldTitle), "identified, cited, title contests"},
		{"a word more, cut out of print", published,
			edit(noDOI, title("Mapping the Great Migration of Arctic Terns with Light Sensors")), noDOI, strong,
			printed(biblio.FieldTitle), "identified, cited, title proves"},
		{"a word more, in the preprint", preprint, title("Mapping the Great Migration of Arctic Terns with Light Sensors"),
			same, strong, nil, "identified, cited, title proves"},
		{"a word more, in another journal", published,
			edit(noDOI, title("Mapping the Great Migration of Arctic Terns with Light Sensors")),
			edit(noDOI, venue("Ecology Letters")), strong, nil, "another work"},
		{"a word more and an author less, the same place", published,
			edit(noDOI, title("Mapping the Great Migration of Arctic Terns with Light Sensors"),
				authors("Alice Walker", "Katherine Johnson")), noDOI, strong, nil,
			"identified, cited, title proves, authors proves"},
		{"a word more and an author less, another year", published,
			edit(noDOI, year("2011"), title("Mapping the Great Migration of Arctic Terns with Light Sensors"),
				authors("Alice Walker", "Katherine Johnson")), noDOI, strong, nil,
			"identified, cited, title contests, authors proves, year proves"},
		// Containers.
		{"another journal, the same DOI", published, venue("Journal of Avian Biology"), same, strong, nil,
			"identified, cited, venue proves"},
		{"another journal, the same year and pages", published,
			edit(noDOI, venue("Journal of Avian Biology"), func(f *biblio.Flat) { f.Volume = "" }), noDOI, strong, nil,
			"identified, other, venue proves"},
		{"another journal, other pages", published,
			edit(noDOI, venue("Journal of Avian Biology"), func(f *biblio.Flat) { f.Pages, f.Volume = "", "" }), noDOI, strong,
			nil, "identified, other, venue contests"},
		{"a conference for the journal", published, edit(noDOI, venue("International Conference on Machine Learning")), noDOI,
			strong, nil, "identified, cited, venue contests"},
		{"another conference of the year", paper, venue("International Joint Conference on Artificial Intelligence"),
			func(f *biblio.Flat) { f.Pages = "" }, strong, nil, "identified, other, venue proves"},
		{"another conference, an author less", paper,
			edit(venue("International Joint Conference on Artificial Intelligence"),
				authors("Alice Walker", "Katherine Johnson")), func(f *biblio.Flat) { f.Pages = "" }, strong, nil,
			"identified, other, authors corroborates, venue contests"},
		{"another conference of another year", paper,
			edit(year("2018"), venue("International Joint Conference on Artificial Intelligence")),
			func(f *biblio.Flat) { f.Pages = "" }, strong, nil, "identified, other, venue contests, year contests"},
		{"a conference that nobody knows", paper, venue("Meeting on Gulls"), func(f *biblio.Flat) { f.Pages = "" }, strong,
			nil, "identified, other, venue contests"},
		{"for a conference that nobody knows", paper, same,
			edit(venue("Meeting on Gulls"), func(f *biblio.Flat) { f.Pages = "" }), strong, nil,
			"identified, other, venue contests"},
		{"a workshop of another conference", paper, venue("IJCAI Workshop on Birds"), func(f *biblio.Flat) { f.Pages = "" },
			strong, nil, "identified, other, venue contests"},
		{"in a workshop of another conference", paper, same,
			edit(venue("IJCAI Workshop on Birds"), func(f *biblio.Flat) { f.Pages = "" }), strong, nil,
			"identified, other, venue contests"},
		// Years.
		{"another year", published, edit(noDOI, year("2011")), noDOI, strong, nil, "identified, cited, year proves"},
		{"another year of a book",
			biblio.Flat{Type: "book", Title: published.Title, Authors: published.Authors, Publisher: "Wiley", Year: "2015"},
			year("2011"), same, strong, nil, "identified, unclear, year contests"},
		{"another year of what the record calls a book", published, edit(noDOI, year("2011")),
			edit(noDOI, func(f *biblio.Flat) { f.Type = "book" }), strong, nil, "identified, cited, year contests"},
		{"another year behind the DOI, only a publisher claimed", published,
			edit(bare, year("2011"), func(f *biblio.Flat) { f.Type, f.DOI, f.Publisher = "", published.DOI, "Wiley" }), same,
			strong, nil, "identified, cited, year contests"},
		{"another year behind the DOI, nothing else claimed", published,
			edit(bare, year("2011"), func(f *biblio.Flat) { f.Type, f.DOI = "", published.DOI }), same, strong, nil,
			"identified, cited, year proves"},
		{"another year behind the DOI, a publisher and a container claimed", published,
			edit(bare, venue(published.Venue), year("2011"),
				func(f *biblio.Flat) { f.Type, f.DOI, f.Publisher = "", published.DOI, "Wiley" }), same, strong, nil,
			"identified, cited, year proves"},
		{"another year behind the DOI, a publisher and a volume claimed", published,
			edit(bare, year("2011"), func(f *biblio.Flat) {
				f.Type, f.DOI, f.Publisher, f.Volume = "", published.DOI, "Wiley", "86"
			}), same, strong, nil, "identified, cited, year proves"},
		{"another year behind the DOI, a publisher and pages claimed", published,
			edit(bare, year("2011"), func(f *biblio.Flat) {
				f.Type, f.DOI, f.Publisher, f.Pages = "", published.DOI, "Wiley", "201-215"
			}), same, strong, nil, "identified, cited, year proves"},
		{"another year of a book behind the DOI", published,
			edit(bare, year("2011"), func(f *biblio.Flat) { f.Type, f.DOI = "book", published.DOI }), same, strong, nil,
			"identified, cited, year contests"},
		{"the year after behind the DOI, other pages", published,
			edit(year("2016"), func(f *biblio.Flat) { f.Volume, f.Pages = "", "" }), same, strong, nil,
			"identified, cited, year contests"},
		{"a later year of the preprint", preprint, year("2017"), same, strong, nil, "identified, cited, year contests"},
		{"an earlier year of the preprint", preprint, year("2011"), same, strong, nil, "identified, cited, year proves"},
		{"the year after", published, edit(noDOI, year("2016"), func(f *biblio.Flat) { f.Pages = "" }), noDOI, strong, nil,
			"identified, cited, year proves"},
		{"the year after, another volume", published, edit(noDOI, year("2016"), func(f *biblio.Flat) { f.Volume = "87" }),
			noDOI, strong, nil, "identified, cited, year proves, volume contests"},
		{"the year after, the same DOI", published, year("2016"), same, strong, nil, "identified, cited, year contests"},
		{"the year after, the same volume and pages", published, edit(noDOI, year("2016")), noDOI, strong, nil,
			"identified, cited, year contests"},
		// Details.
		{"pages in another year", published, edit(noDOI, func(f *biblio.Flat) { f.Pages, f.Year = "9-17", "2011" }), noDOI,
			strong, nil, "identified, cited, year proves, pages contests"},
		{"pages in another journal", published,
			edit(noDOI, func(f *biblio.Flat) { f.Pages, f.Venue = "9-17", "Ecology Letters" }), noDOI, strong, nil,
			"identified, other, venue contests, pages contests"},
		{"pages", published, edit(noDOI, func(f *biblio.Flat) { f.Pages = "9-17" }), noDOI, strong, nil,
			"identified, cited, pages proves"},
		{"pages, an aggregator's record", published, edit(noDOI, func(f *biblio.Flat) { f.Pages = "9-17" }), noDOI, weak, nil,
			"identified, cited, pages proves"},
		{"pages and journal, an aggregator's record", published,
			edit(noDOI, func(f *biblio.Flat) { f.Pages, f.Venue = "9-17", "Ecology Letters" }), noDOI, weak, nil,
			"identified, other, venue contests, pages contests"},
		{"publisher and place", published, func(f *biblio.Flat) { f.Publisher, f.Location = "Elsevier", "Oslo" },
			func(f *biblio.Flat) { f.Location = "Hoboken" }, strong, nil,
			"identified, cited, publisher contests, location contests"},
		{"pages of a work before 1970", published, edit(noDOI, func(f *biblio.Flat) { f.Pages, f.Year = "9-17", "1962" }),
			edit(noDOI, year("1962")), strong, nil, "identified, cited, pages contests"},
		{"pages of a work of 1969", published, edit(noDOI, func(f *biblio.Flat) { f.Pages, f.Year = "9-17", "1969" }),
			edit(noDOI, year("1969")), strong, nil, "identified, cited, pages contests"},
		{"pages of a work of 1970", published, edit(noDOI, func(f *biblio.Flat) { f.Pages, f.Year = "9-17", "1970" }),
			edit(noDOI, year("1970")), strong, nil, "identified, cited, pages proves"},
		{"pages of the publication, for a cited preprint", preprint, func(f *biblio.Flat) { f.Pages = "1-9" },
			func(f *biblio.Flat) { *f = published; f.DOI = "" }, strong, nil, "identified, other, year silent, pages silent"},
	} {
		got := weighed(with(c.work, c.claim), with(c.work, c.record), c.info, c.change)
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
