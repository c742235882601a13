package judge

import (
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/row"
)

// doubtCase is an entry and a record that differ in a field.
type doubtCase struct {
	name      string
	field     biblio.Field
	entry     func(*biblio.Flat) // changes made to a published work
	record    func(*biblio.Flat)
	by        *answer.Info
	extra     string // the entry's note
	corrected biblio.Field
	want      Doubt
}

// unpinned removes what says which print is meant.
func unpinned(change func(*biblio.Flat)) func(*biblio.Flat) {
	return func(f *biblio.Flat) {
		f.DOI, f.Pages = "", ""
		change(f)
	}
}

func titled(title string) func(*biblio.Flat)  { return func(f *biblio.Flat) { f.Title = title } }
func yearOf(year string) func(*biblio.Flat)   { return func(f *biblio.Flat) { f.Year = row.Year(year) } }
func pagesOf(pages string) func(*biblio.Flat) { return func(f *biblio.Flat) { f.Pages = pages } }
func venueOf(name string) func(*biblio.Flat)  { return func(f *biblio.Flat) { f.Venue = name } }
func by(people ...string) func(*biblio.Flat)  { return func(f *biblio.Flat) { f.Authors = people } }
func same(*biblio.Flat)                       {}
func both(changes ...func(*biblio.Flat)) func(*biblio.Flat) {
	return func(f *biblio.Flat) {
		for _, change := range changes {
			change(f)
		}
	}
}

// inProceedings makes a work a paper of a conference.
func inProceedings(name string) func(*biblio.Flat) {
	return func(f *biblio.Flat) { f.Type, f.Venue, f.Volume, f.Issue, f.DOI = "paper-conference", name, "", "", "" }
}

// posted makes a work a preprint.
func posted(f *biblio.Flat) { *f = with(preprint, func(p *biblio.Flat) { p.DOI = "" }) }

// TestDoubt: why a record's value may not be the one to write, field by field.
func TestDoubt(t *testing.T) {
	const local = "Workshop on Bird Sensors"
	archive := answer.Info{Name: "archive", Origin: biblio.Origin{Kind: biblio.PreprintServer}, OrderedAuthors: true,
		CompleteAuthors: true, Titles: true}
	cases := []doubtCase{
		// Titles: slips are corrected by any record, words by the publisher's of this print.
		{"a slip", biblio.FieldTitle, unpinned(titled("Maping the Migration of Arctic Terns with Light Sensors")),
			same, &weak,
			"", "", NoDoubt},
		{"tags", biblio.FieldTitle, titled("Maping the Migration of Arctic Terns with Light Sensors"),
			titled("Mapping the Migration of <i>Arctic Terns</i> with Light Sensors"), &strong, "", "", Markup},
		{"words in another order", biblio.FieldTitle,
			titled("Migration Mapping the of Arctic Terns with Light Sensors"), same,
			&strong, "", "", WordsMoved},
		{"another word", biblio.FieldTitle,
			unpinned(titled("Mapping the Migration of Arctic Terns with Sound Sensors")), same,
			&strong, "", "", OtherWord},
		{"another word beside the DOI", biblio.FieldTitle,
			both(titled("Mapping the Migration of Arctic Terns with Sound Sensors"),
				pagesOf("")), same, &strong, "", "", NoDoubt},
		{"another word beside the pages", biblio.FieldTitle, func(f *biblio.Flat) {
			f.Title, f.DOI = "Mapping the Migration of Arctic Terns with Sound Sensors", ""
		}, same, &strong, "", "", NoDoubt},
		{"another word, by an aggregator", biblio.FieldTitle,
			titled("Mapping the Migration of Arctic Terns with Sound Sensors"),
			same, &weak, "", "", NoPublisher},
		{"words that the record lacks", biblio.FieldTitle,
			unpinned(titled("Mapping the Long Seasonal Migration of Arctic Terns with Light Sensors")), same, &strong,
			"", "",
			WordsLeftOut},
		{"words that the entry lacks", biblio.FieldTitle,
			unpinned(titled("Mapping the Migration of Terns with Light Sensors")),
			same, &strong, "", "", NoDoubt},
		{"a word of the preprint", biblio.FieldTitle,
			both(posted, titled("Mapping the Migration of Arctic Terns with Sound Sensors")), same, &strong, "", "",
			OtherVersion},
		{"of a preprint that becomes the publication", biblio.FieldTitle,
			both(posted, titled("Mapping the Migration of Terns with Light Sensors")), same, &strong, "",
			biblio.FieldVenue, NoDoubt},
		// Years.
		{"another era", biblio.FieldYear, yearOf("1714"), same, &strong, "", "", OtherEra},
		{"300 years", biblio.FieldYear, yearOf("1715"), same, &strong, "", "", NoDoubt},
		{"the year of another field", biblio.FieldYear, yearOf("2013"), same, &strong, "reprinted in 2015", "",
			YearElsewhere},
		{"another year in another field", biblio.FieldYear, yearOf("2013"), same, &strong, "reprinted in 2016", "",
			NoDoubt},
		{"a preprint that nobody named", biblio.FieldYear, unpinned(yearOf("2015")), posted, &archive, "", "",
			OtherPosting},
		{"posted two years later", biblio.FieldYear, both(posted, yearOf("2012")), posted, &archive, "", "", PostedLater},
		{"posted a year later", biblio.FieldYear, both(posted, yearOf("2013")), posted, &archive, "", "", NoDoubt},
		{"the container's year", biblio.FieldYear, both(inProceedings(local+" 2014"), pagesOf(""), yearOf("2014")),
			inProceedings(local), &strong, "", "", ContainerOfYear},
		{"the container is corrected too", biblio.FieldYear, both(inProceedings(local+" 2014"), pagesOf(""),
			yearOf("2014")),
			inProceedings(local), &strong, "", biblio.FieldVenue, NoDoubt},
		{"an edition held in the recorded year", biblio.FieldYear,
			both(inProceedings("Proceedings of the 33rd International Conference on Machine Learning"), yearOf("2015")),
			both(inProceedings("International Conference on Machine Learning"), yearOf("2016")), &strong, "", "", NoDoubt},
		{"an edition held in the cited year", biblio.FieldYear,
			both(inProceedings("Proceedings of the 33rd International Conference on Machine Learning"), yearOf("2016")),
			both(inProceedings("International Conference on Machine Learning"), yearOf("2015")), &strong, "", "",
			ContainerOfYear},
		// Pages.
		{"no page of the volume", biblio.FieldPages, both(unpinned(same), pagesOf("S20-S12")), same, &strong, "", "",
			NoDoubt},
		{"the number of an article", biblio.FieldPages, pagesOf("1204"), same, &strong, "", "", ArticleNumber},
		{"a letter before the pages", biblio.FieldPages, pagesOf("S201-S215"), same, &strong, "", "", OtherPrint},
		{"a page more", biblio.FieldPages, pagesOf("201-216"), same, &strong, "", "", OtherPrint},
		{"a page less", biblio.FieldPages, pagesOf("201-214"), same, &strong, "", "", OtherPrint},
		{"two pages more", biblio.FieldPages, pagesOf("201-217"), same, &strong, "", "", NoDoubt},
		{"as many pages elsewhere", biblio.FieldPages, pagesOf("301-315"), same, &strong, "", "", OtherPrint},
		{"three pages less in proceedings", biblio.FieldPages, both(inProceedings(local), pagesOf("331-337")),
			both(inProceedings(local), pagesOf("331-340")), &strong, "", "", PrintedTwice},
		{"four pages less in proceedings", biblio.FieldPages, both(inProceedings(local), pagesOf("331-336")),
			both(inProceedings(local), pagesOf("331-340")), &strong, "", "", NoDoubt},
		{"thirty pages before", biblio.FieldPages, both(inProceedings(local), pagesOf("302-310")),
			both(inProceedings(local), pagesOf("331-340")), &strong, "", "", PrintedTwice},
		{"more than thirty pages before", biblio.FieldPages, both(inProceedings(local), pagesOf("301-309")),
			both(inProceedings(local), pagesOf("331-340")), &strong, "", "", NoDoubt},
		{"a conference with open prints", biblio.FieldPages, both(inProceedings("CVPR"), pagesOf("1-9")),
			both(inProceedings("CVPR"), pagesOf("4331-4340")), &strong, "", "", PrintedTwice},
		// Containers, volumes, publishers, places.
		{"two containers", biblio.FieldVenue, unpinned(venueOf("Nature")), same, &strong, "", "", InBoth},
		{"two containers and the DOI", biblio.FieldVenue, venueOf("Nature"), same, &strong, "", "", NoDoubt},
		{"a container that nobody knows", biblio.FieldVenue, unpinned(venueOf("Letters on Terns and Gulls")), same,
			&strong,
			"", "", NoDoubt},
		{"a part of a volume", biblio.FieldVolume, func(f *biblio.Flat) { f.Volume = "86 A" }, same, &strong, "", "",
			SaysLess},
		{"another volume", biblio.FieldVolume, func(f *biblio.Flat) { f.Volume = "186" }, same, &strong, "", "", NoDoubt},
		{"a shorter publisher", biblio.FieldPublisher, func(f *biblio.Flat) { f.Publisher = "Wiley-Blackwell" }, same,
			&strong,
			"", "", SaysLess},
		{"the first page alone", biblio.FieldPages, pagesOf("201-219"), pagesOf("201-"), &strong, "", "", SaysLess},
		{"another place", biblio.FieldLocation, func(f *biblio.Flat) { f.Location = "Oslo" },
			func(f *biblio.Flat) { f.Location = "Bergen" }, &strong, "", "", PlaceOfEvent},
		{"a word that was misread", biblio.FieldPublisher, func(f *biblio.Flat) { f.Publisher = "Elsevier" },
			func(f *biblio.Flat) { f.Publisher = "Wi\uFFFDey" }, &strong, "", "", Unreadable},
		{"a handle alone", biblio.FieldVenue, venueOf("Nature"), venueOf(""), &strong, "", "", OnlyHandle},
		// Authors.
		{"another given name", biblio.FieldAuthors, unpinned(by("Anna Walker", "Katherine Johnson", "Carl Sagan")), same,
			&strong, "", "", GivenName},
		{"another given name beside the DOI", biblio.FieldAuthors, by("Anna Walker", "Katherine Johnson",
			"Carl Sagan"), same,
			&strong, "", "", NoDoubt},
		{"no initial in common", biblio.FieldAuthors, by("Robert Walker", "Katherine Johnson", "Carl Sagan"), same,
			&strong,
			"", "", GivenName},
		{"three in another order", biblio.FieldAuthors, unpinned(by("Carl Sagan", "Alice Walker",
			"Katherine Johnson")), same,
			&strong, "", "", OtherOrder},
		{"the first two exchanged", biblio.FieldAuthors, unpinned(by("Katherine Johnson", "Alice Walker",
			"Carl Sagan")), same,
			&strong, "", "", NoDoubt},
		{"the first two exchanged, by an aggregator", biblio.FieldAuthors,
			unpinned(by("Katherine Johnson", "Alice Walker", "Carl Sagan")), same, &weak, "", "", OtherOrder},
		{"the record misspells", biblio.FieldAuthors, same, by("Alice Walker", "Katherime Johnson", "Carl Sagan"),
			&strong, "", "",
			RecordMisspells},
		{"the record misspells the first", biblio.FieldAuthors, by("Katherine Johnson", "Carl Sagan"),
			by("Katherime Johnson", "Carl Sagan"), &strong, "", "", RecordMisspells},
		{"initials", biblio.FieldAuthors, unpinned(by("A. Walker", "K. Johnson", "Carla Sagan")), same, &strong, "",
			"", NoDoubt},
		{"no given name", biblio.FieldAuthors, unpinned(by("Walker", "Robert Johnson", "Carl Sagan")), same, &strong,
			"", "",
			GivenName},
		{"a slip beside another version", biblio.FieldAuthors, both(posted, by("Alice Walkr", "Katherine Johnson",
			"Carl Sagan")),
			same, &strong, "", "", NoDoubt},
		{"the first author alone, in the volume", biblio.FieldAuthors, func(f *biblio.Flat) { f.DOI = "" },
			by("Alice Walker"),
			&strong, "", "", NoDoubt},
		{"the first author alone, in proceedings", biblio.FieldAuthors, inProceedings(local),
			both(inProceedings(local), by("Alice Walker")), &strong, "", "", RecordCut},
		{"the entry misspells", biblio.FieldAuthors, by("Alice Walker", "Katherime Johnson", "Carl Sagan"), same,
			&strong, "", "",
			NoDoubt},
		{"one more than the preprint has", biblio.FieldAuthors,
			both(posted, by("Alice Walker", "Katherine Johnson", "Carl Sagan", "Olga Brandt")), same, &strong, "", "",
			OtherVersion},
		{"a shorter list", biblio.FieldAuthors, unpinned(same), by("Alice Walker", "Katherine Johnson"), &strong, "", "",
			RecordCut},
		{"a shorter list with the same pages", biblio.FieldAuthors, func(f *biblio.Flat) { f.DOI = "" },
			by("Alice Walker", "Katherine Johnson"), &strong, "", "", NoDoubt},
		{"a name in capitals", biblio.FieldAuthors, by("Alice Walker", "Katherine Johnson", "Olga Brandt"),
			by("Alice Walker", "Katherine Johnson", "Carl SAGAN"), &strong, "", "", OddName},
		{"a name of one word", biblio.FieldAuthors, by("Alice Walker", "Katherine Johnson", "Olga Brandt"),
			by("Alice Walker", "Katherine Johnson", "Sagan"), &strong, "", "", OddName},
	}
	for _, c := range cases {
		claim, record := with(published, c.entry), with(published, c.record)
		ref, ev, _ := judgedCase(claim, found(*c.by, answer.Uncovered, record))
		if c.extra != "" {
			ref.Extra = map[string]string{"note": c.extra}
		}
		if len(ev.Candidates) != 1 {
			t.Errorf("%s: %d candidates", c.name, len(ev.Candidates))
			continue
		}
		f := ev.Candidates[0].Comparison.Of(c.field)
		r := Replacement{Field: c.field, Ref: ref, Record: &ev.Candidates[0], From: f.Claimed, To: f.Recorded,
			Authors:   ev.Candidates[0].Hit.Record.Authors(),
			Corrected: func(field biblio.Field) bool { return field == c.corrected }}
		if got := r.Doubt(); got != c.want {
			t.Errorf("%s: %q, not %q (%s → %s)", c.name, got, c.want, f.Claimed, f.Recorded)
		}
	}
	r := Replacement{Field: biblio.FieldYear, To: "2015"}
	ref, ev, _ := judgedCase(with(published, yearOf("1700")), found(strong, answer.Uncovered, published))
	r.Ref, r.Record, r.From, r.Added = ref, &ev.Candidates[0], "1700", true
	if got := r.Doubt(); got != NoDoubt {
		t.Errorf("a year that is added: %q", got)
	}
	r.Added, ev.Candidates[0].Source.Registry = false, true
	if got := r.Doubt(); got != NoDoubt {
		t.Errorf("a registry's year: %q", got)
	}
}

// TestDoubtSentences: every doubt has a sentence, which never says that the entry is right.
func TestDoubtSentences(t *testing.T) {
	for doubt := range doubts {
		if s := doubt.Sentence(); s == "" || strings.HasSuffix(s, ".") || strings.Contains(s, "the entry is right") {
			t.Errorf("%s: %q", doubt, s)
		}
		if pen := doubt.Pen(); !slices.Contains([]Pen{NoPen, Choose, Keep}, pen) {
			t.Errorf("%s: nothing in doubt is written, but %s", doubt, pen)
		}
	}
	if NoDoubt.Sentence() != "" || NoDoubt.OfEntry() || !Misread.OfEntry() || !Contradicted.OfEntry() ||
		OtherWork.OfEntry() {
		t.Error("what is about the entry alone")
	}
}
