package judge

import (
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// TestTitleInAnotherForm: a record with the stated identifier and the authors verifies a title in another form, with a
// note, and no other title.
func TestTitleInAnotherForm(t *testing.T) {
	for title, want := range map[string]Outcome{
		"IVOA Note: " + published.Title:                              Verified, // a label before it
		published.Title + ": A Report":                               Verified,
		"Following Seabirds around the Globe by Means of Loggers":    Inconclusive,
		"Mapping the Migration of Arctic Terns with Light Sensors 2": Inconclusive, // another part
	} {
		claim := with(published, func(f *biblio.Flat) { f.Title = title })
		v := verdict(claim, found(personal, answer.Covered, published))
		if v.Outcome != want || want == Verified && !slices.Contains(v.Codes, P3) && !slices.Contains(v.Codes, R2) {
			t.Errorf("%s: %v [%s], want %v", title, v.Outcome, codes(v), want)
		}
	}
}

// TestOtherEdition: the venue counts or dates another meeting than that of the year, which a record confirms.
func TestOtherEdition(t *testing.T) {
	for _, c := range []struct {
		venue, year, recorded string
		told                  bool
	}{
		{"Proceedings of the 2013 Conference on Empirical Methods in Natural Language Processing", "2014", "EMNLP", true},
		{"Proceedings of the 2014 Conference on Empirical Methods in Natural Language Processing", "2014", "EMNLP", false},
		{"Proceedings of the 33rd International Conference on Machine Learning", "2017", "ICML", true},
		{"Proceedings of the 34th International Conference on Machine Learning", "2017", "ICML", false},
		{"Advances in Neural Information Processing Systems 25", "2014", "NeurIPS", true},
		{"Advances in Neural Information Processing Systems 25", "2013", "NeurIPS", false}, // printed a year later
		{"Proceedings of the 26th International Conference on Neural Information Processing Systems - Volume 1", "2012",
			"NeurIPS", false},
		{"Proceedings of the 5th Conference on Robot Learning", "2022", "CoRL", false},
		{"Proceedings of the 20th National Conference on Artificial Intelligence", "2005", "AAAI", false}, // not counted
		{"Conference on Empirical Methods in Natural Language Processing (since 1996)", "2014", "EMNLP", false},
	} {
		record := biblio.Flat{Type: "paper-conference", Title: published.Title, Authors: published.Authors,
			Year: biblio.Year(c.year), Venue: c.recorded}
		claim := with(record, func(f *biblio.Flat) { f.Venue = c.venue })
		if v := verdict(claim, found(strong, answer.Covered, record)); v.Outcome != Verified ||
			hasNotice(v, "other-edition") != c.told {
			t.Errorf("%s, %s: %v, %v", c.venue, c.year, v.Outcome, v.Notices)
		}
	}
}

// TestWhyNotChecked: the reason says what was asked.
func TestWhyNotChecked(t *testing.T) {
	online, no := strong, answer.NoMatch
	online.Online = true
	told := func(info answer.Info, o answer.Outcome) answer.Lookup { return answer.Lookup{Source: info, Outcome: o} }
	for want, lookups := range map[string][]answer.Lookup{
		"no source of this run could be asked about it":          {told(strong, answer.NotAsked)},
		"no corpus of this run has it, and no service was asked": {told(strong, no)},
		"no source that was asked lists such works":              {told(strong, no), told(online, no)},
	} {
		v := verdict(published, lookups...)
		if last := v.Reasons[len(v.Reasons)-1]; v.Outcome != Inconclusive || last.Message != want {
			t.Errorf("%v: %s, want %s", v.Outcome, last.Message, want)
		}
	}
}
