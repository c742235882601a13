package judge

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// TestIdentifiedBesidesTitle: what has to agree besides titles with a number of words, by how many names are the
// same.
func TestIdentifiedBesidesTitle(t *testing.T) {
	for _, c := range []struct {
		words       int
		names       namesShared
		venue, year match.Agreement
		share       float64
		want        bool
	}{
		{shortTitle, allNames, match.Differs, match.Differs, 1, true},
		{shortTitle - 1, allNames, match.Differs, match.Differs, 1, false},
		{1, someNames, match.Agrees, match.Differs, .5, true}, {1, someNames, match.Differs, match.Agrees, .5, true},
		{1, someNames, match.Agrees, match.Agrees, .5, true},
		{shortTitle, unknownNames, match.Unclaimed, match.Unclaimed, 0, true},
		{shortTitle - 1, unknownNames, match.Unclaimed, match.Unclaimed, 0, false},
		{oddTitle, unknownNames, match.Unclaimed, match.Agrees, 0, true},
		{1, unknownNames, match.Agrees, match.Agrees, 0, true},
		{oddTitle, unknownNames, match.Differs, match.Agrees, 0, true},
		{oddTitle - 1, unknownNames, match.Differs, match.Agrees, 0, false},
		{oddTitle, unknownNames, match.Agrees, match.Differs, 0, true},
		{9, unknownNames, match.Differs, match.Differs, 0, false},
		{oddTitle, noNames, match.Agrees, match.Agrees, 0, true},
		{oddTitle - 1, noNames, match.Agrees, match.Agrees, 0, false},
		{longTitle, noNames, match.Differs, match.Agrees, .1, true},
		{longTitle - 1, noNames, match.Differs, match.Agrees, .1, false},
		{longTitle, noNames, match.Differs, match.Agrees, 0, false},
		{longTitle, noNames, match.Agrees, match.Differs, .1, false},
	} {
		cmp := &match.Comparison{Fields: []match.FieldComparison{{Field: biblio.FieldVenue, Agreement: c.venue},
			{Field: biblio.FieldYear, Agreement: c.year}, {Field: biblio.FieldAuthors, Score: c.share}}}
		if got := identifiedBesidesTitle(c.words, cmp, c.names); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	for _, c := range []struct {
		kind       string
		similarity float64
		want       bool
	}{
		{match.KindTypo, nearSimilarity, true}, {match.KindWord, nearSimilarity, true},
		{match.KindWordReplaced, nearSimilarity, true}, {match.KindWord, nearSimilarity - .1, false},
		{match.KindWords, nearerSimilarity, true}, {match.KindWords, nearerSimilarity - .1, false},
		{match.KindOtherTitle, 99, false},
	} {
		cmp := &match.Comparison{TitleSimilarity: c.similarity, Fields: []match.FieldComparison{{
			Field: biblio.FieldTitle, Kind: c.kind}}}
		if nearTitle(cmp) != c.want {
			t.Errorf("%+v: %v", c, !c.want)
		}
	}
}

// TestTitlesInTitles: a title that begins or ends with another, and releases under the name of a repository.
func TestTitlesInTitles(t *testing.T) {
	for _, c := range []struct {
		title, words string
		want         bool
	}{
		{"arctic terns of the sea", "arctic terns", true}, {"the arctic terns", "arctic terns", true},
		{"arctic terns", "arctic terns", true}, {"on arctic terns and gulls", "arctic terns", false},
		{"terns of the sea", "terns", false}, {"terns", "arctic terns", false}, {"", "", false},
	} {
		if got := holdsWords(strings.Fields(c.title), strings.Fields(c.words)); got != c.want {
			t.Errorf("%q holds %q: %v", c.title, c.words, got)
		}
	}
	for recorded, want := range map[string]bool{"birds/matplotlib: REL: v3.7.1": true, "birds/matplotlib": true,
		"matplotlib: v3": false, "birds and/matplotlib": false, "birds/numpy: v1": false, "birds/ma: v1": false} {
		if got := releaseOf(recorded, "Matplotlib: Visualization with Python"); got != want {
			t.Errorf("%q: %v", recorded, got)
		}
	}
	for id, want := range map[ident.ID]bool{{Scheme: ident.DOI, Value: "10.1000/abc"}: false,
		{Scheme: ident.DOI, Value: "pending"}: true, {Scheme: ident.DOI, Value: "10.1000/ABC"}: true,
		{Scheme: ident.PMID, Value: "12345"}: false} {
		if malformed(id) != want {
			t.Errorf("%v is malformed: %v", id, !want)
		}
	}
}

// TestQuotedRecord: the record that a reason quotes contains the quoted words.
func TestQuotedRecord(t *testing.T) {
	other := biblio.Flat{Title: "Counting Grey Seals from Satellite Images of Remote Beaches",
		Authors: []string{"Maria Lopez", "Ivan Petrov"}, Year: "2015", DOI: "10.1000/other.7"}
	byID := found(strong, answer.Covered, other)
	byID.Answer.Hits[0].How = answer.ByIdentifier
	quotes := 0
	for name, edit := range map[string]flatEdit{
		"nothing":          func(*biblio.Flat) {},
		"a year":           func(f *biblio.Flat) { f.Year = "2009" },
		"names":            func(f *biblio.Flat) { f.Authors[1] = "Maria Lopez" },
		"a nickname":       func(f *biblio.Flat) { f.Authors[1] = "Kate Johnson" },
		"another work's":   func(f *biblio.Flat) { f.DOI = "10.1000/other.7" },
		"another":          func(f *biblio.Flat) { f.DOI = "10.1000/jfo.2015.99" },
		"several of these": func(f *biblio.Flat) { f.Year, f.Venue, f.Pages = "2009", "Ecology Letters", "1-9" },
	} {
		_, ev, v := judgedCase(with(published, edit), found(weak, answer.Uncovered, preprint),
			found(strong, answer.Covered, published), byID)
		for _, r := range v.Reasons {
			if r.Quoted == 0 {
				continue
			}
			quotes++
			c := &ev.Candidates[r.Quoted-1]
			if r.Recorded != c.Comparison.Of(r.Field).Recorded && r.Recorded != c.Hit.Record.FullTitle() {
				t.Errorf("%s: %s quotes record %d, %q", name, r.Rule, r.Quoted, r.Recorded)
			}
		}
	}
	if quotes < 30 {
		t.Errorf("only %d quotes", quotes)
	}
}

// TestContestedText: what contradicts a field, in one sentence.
func TestContestedText(t *testing.T) {
	for want, s := range map[string]fieldState{
		"as read: “a”, which may be an error of reading; the record says “b”":              {rule: misread, claimed: "a", recorded: "b"},
		"a list of this venue and year, which may not be complete, does not have the work": {kind: kindAbsent},
		"one record differs, which is no proof; it says “b”":                               {strength: Lead, recorded: "b"},
		"one record differs, which proves little; it says “b”":                             {strength: Note, recorded: "b"},
	} {
		if got := contestedText(&s); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for want, c := range map[string]answer.Coverage{"Probes 2016": {Container: "Probes", Year: 2016},
		"Probes '16 of 2016": {Container: "Probes '16 of 2016", Year: 2016}, "Probes": {Container: "Probes"}} {
		if got := placeOf(&c); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestNamesakeOfBook: an article with the title of a cited book, by other people or of another year, reviews the book
// or became it; one by the same people and of the same year is the book as a service files it.
func TestNamesakeOfBook(t *testing.T) {
	book := biblio.Flat{Type: "book", Title: "Why Civil Resistance Works: The Strategic Logic of Nonviolent Conflict",
		Authors: []string{"Erica Chenoweth", "Maria J. Stephan"}, Publisher: "Columbia University Press", Year: "2011"}
	article := with(book, func(f *biblio.Flat) {
		f.Type, f.Venue, f.Publisher, f.Year = "article-journal", "International Security", "", "2008"
		f.Authors = []string{"Maria J. Stephan", "Erica Chenoweth"}
	})
	review := with(article, func(f *biblio.Flat) {
		f.Venue, f.Year, f.Authors = "Journal of Peace Research", "2011", append(f.Authors, "Ann Clark")
	})
	for name, record := range map[string]biblio.Flat{"an earlier article": article, "a review": review} {
		expect(t, name, verdict(book, found(strong, answer.Uncovered, record)), Inconclusive, "U", "")
	}
	filed := with(article, func(f *biblio.Flat) { f.Year, f.Authors = book.Year, book.Authors })
	if v := verdict(book, found(strong, answer.Uncovered, filed)); v.Outcome != Verified {
		t.Errorf("the book, filed as an article: %v", v.Outcome)
	}
	wrong := with(book, func(f *biblio.Flat) { f.Authors = append(f.Authors, "Ann Clark") })
	if v := verdict(wrong, found(strong, answer.Uncovered, book)); v.Outcome == Inconclusive {
		t.Error("another book of the title is no namesake")
	}
}
