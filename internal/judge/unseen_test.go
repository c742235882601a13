package judge

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Records know one version of the work but not the cited one: differences between versions are not errors, whichever
// sources were asked.
func TestUnseenVersion(t *testing.T) {
	conference := biblio.Flat{Type: "paper-conference", Title: "Counting Terns at Night: A Method",
		Authors: []string{"Alice Walker", "Katherine Johnson", "Carl Sagan"},
		Venue:   "International Conference on Learning Representations", Year: "2019"}
	cited := biblio.Flat{Type: "article", Title: "Counting Terns at Night",
		Authors: []string{"Alice Walker", "Carl Sagan", "Katherine Johnson"}, Venue: "arXiv preprint", Year: "2018",
		ArXivID: "1806.01234"}
	article := biblio.Flat{Type: "article-journal", Title: conference.Title, Authors: conference.Authors,
		Venue: "Journal of Field Ornithology", Year: "2020", Volume: "91", Issue: "2"}
	book := biblio.Flat{Type: "book", Title: "Reading the Sea: An Introduction",
		Authors: []string{"Alice Walker", "Carl Sagan"}, Year: "1998", Publisher: "MIT Press"}
	for name, c := range map[string]struct {
		claim, record biblio.Flat
	}{
		"a preprint's title, authors and year": {cited, conference},
		"an article after a conference":        {article, conference},
		"a conference before an article":       {conference, article},
		"another edition":                      {with(book, func(f *biblio.Flat) { f.Year = "2018" }), book},
		"pages of an article after a conference": {with(article, func(f *biblio.Flat) { f.Pages = "12-31" }),
			with(conference, func(f *biblio.Flat) { f.Pages = "1-9" })},
		"an author who joined for an edition": {
			with(book, func(f *biblio.Flat) { f.Year = "2018"; f.Authors = append(f.Authors, "Jane Goodall") }), book},
	} {
		if v := verdict(c.claim, found(strong, answer.Uncovered, c.record)); v.Outcome == Discrepant ||
			v.Outcome == NotFound {
			t.Errorf("%s: %s %s %s", name, v.Outcome, codes(v), fields(v))
		}
		if v := verdict(c.claim, found(strong, answer.Covered, c.record)); v.Outcome == Discrepant || v.Outcome == NotFound {
			t.Errorf("%s, covered: %s %s %s", name, v.Outcome, codes(v), fields(v))
		}
	}
	invented := with(cited, func(f *biblio.Flat) {
		f.Title, f.Authors = conference.Title, []string{"Alice Walker", "Mary Shelley", "Jane Goodall"}
	})
	expect(t, "other authors in another year elsewhere", verdict(invented, found(strong, answer.Uncovered, conference)),
		Inconclusive, "U", "")
	asPreprint := with(invented, func(f *biblio.Flat) { f.Authors = conference.Authors })
	invented.Authors = []string{conference.Authors[0], "Mary Shelley", conference.Authors[2]}
	expect(t, "one invented author of a preprint", verdict(invented, found(strong, answer.Uncovered, asPreprint)),
		Discrepant, "H2", "authors")
	wrong := with(conference, func(f *biblio.Flat) { f.Venue = "International Conference on Machine Learning" })
	expect(t, "two conferences", verdict(wrong, found(strong, answer.Uncovered, conference)), Discrepant, "H3", "venue")
}

// A rejected manuscript is not a version of the work in the container it names.
func TestManuscriptContradictsNothing(t *testing.T) {
	flat := biblio.Flat{Type: "paper-conference", Title: published.Title,
		Authors: []string{"Alice Walker", "Carl Sagan", "Katherine Johnson"},
		Venue:   "International Conference on Learning Representations", Year: "2014"}
	manuscript := biblio.Record{Work: flat.Work()}
	manuscript.Status = biblio.StatusRejected
	hits := answer.NewLookup(strong, answer.Answer{Hits: []answer.Hit{{Record: manuscript, How: answer.ByTitle}}}, nil)
	if v := verdict(published, hits); v.Outcome != Verified || codes(v) != "P3" {
		t.Errorf("%s %s %s", v.Outcome, codes(v), fields(v))
	}
	there := with(published, func(f *biblio.Flat) { f.Type, f.Venue, f.Year = "paper-conference", "ICLR", "2014" })
	if v := verdict(there, hits); v.Outcome != Discrepant {
		t.Errorf("cited as if it had appeared: %s %s %s", v.Outcome, codes(v), fields(v))
	}
}
