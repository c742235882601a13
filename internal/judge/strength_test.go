package judge

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Strength follows from how likely a difference is, within the bounds of rules.
func TestStrength(t *testing.T) {
	swapped := with(published, func(f *biblio.Flat) { f.Authors[0], f.Authors[2] = f.Authors[2], f.Authors[0] })
	body := with(published, func(f *biblio.Flat) { f.Authors = append([]string{"TernLab"}, f.Authors...) })
	given := with(published, func(f *biblio.Flat) { f.Authors[0] = "Anna Walker" })
	neurips := biblio.Flat{
		Type: "paper-conference", Title: "Counting Grey Seals from Satellite Images of Remote Beaches",
		Authors: published.Authors,
		Venue:   "Advances in Neural Information Processing Systems", Year: "2017",
	}
	people := func(f *biblio.Flat) { f.Authors = []string{"Ada Stone", "Brian Woods", "Cora Hill"} }
	strangers := with(published, people)
	elsewhere := func(f *biblio.Flat) { f.Venue, f.Volume, f.Issue, f.Pages = "", "", "", "" }
	journal := with(published, func(f *biblio.Flat) {
		f.Venue, f.Volume, f.Pages, f.DOI, f.Year = "Mathematics of Operations Research", "27", "819-840",
			"10.1287/moor.27.4.819.297", "2012"
	})
	conference := with(journal, func(f *biblio.Flat) {
		f.Type, f.Venue, f.Volume, f.Pages, f.Year = "paper-conference",
			"Conference on Uncertainty in Artificial Intelligence", "", "32-37", "2010"
		f.Authors[0], f.Authors[2] = f.Authors[2], f.Authors[0]
	})
	beside := func(l answer.Lookup) []answer.Lookup {
		l.Answer.Beside = []string{"Brandt, Olga"}
		return []answer.Lookup{l}
	}
	added := with(published, func(f *biblio.Flat) { f.Authors = append(f.Authors, "Olga Brandt") })
	called := with(published, func(f *biblio.Flat) { f.Authors[0] = "Bert Walker" })
	initials := with(published, func(f *biblio.Flat) { f.Authors[0] = "LJ Walker" })
	title := func(s string) biblio.Flat {
		return with(published, func(f *biblio.Flat) { f.Title, f.DOI = s, "" })
	}
	far := with(published, func(f *biblio.Flat) { f.Year = "2009" })
	for _, c := range []struct {
		name    string
		claim   biblio.Flat
		lookups []answer.Lookup
		outcome Outcome
		least   Strength
		most    Strength
	}{
		{"nothing differs", published, []answer.Lookup{found(strong, answer.Covered, published)}, Verified,
			NoStrength, NoStrength},
		{"a year by a publisher", far, []answer.Lookup{found(strong, answer.Covered, published)},
			Discrepant, Likely, Certain},
		{"a year by a web page", far, []answer.Lookup{found(web, answer.Uncovered, published)}, Verified, Note, Note},
		{"the order of one record", swapped, []answer.Lookup{found(strong, answer.Covered, published)}, Doubtful, Lead, Lead},
		{"one given name of the same initial, one record", given, []answer.Lookup{found(strong, answer.Covered, published)},
			Doubtful, Lead, Lead},
		{"a record with a body among people", published, []answer.Lookup{found(strong, answer.Covered, body)},
			Doubtful, Lead, Lead},
		{"the other year of a volume", with(neurips, func(f *biblio.Flat) { f.Year = "2018" }),
			[]answer.Lookup{found(strong, answer.Covered, neurips)}, Doubtful, Lead, Lead},
		{"the year before that of a volume", with(neurips, func(f *biblio.Flat) { f.Year = "2016" }),
			[]answer.Lookup{found(strong, answer.Covered, neurips)}, Discrepant, Likely, Certain},
		{"two years after that of a volume", with(neurips, func(f *biblio.Flat) { f.Year = "2019" }),
			[]answer.Lookup{found(strong, answer.Covered, neurips)}, Discrepant, Likely, Certain},
		{"the same words in another order",
			with(published, func(f *biblio.Flat) {
				f.Title, f.DOI = "Mapping with Light Sensors the Migration of Arctic Terns", ""
			}),
			[]answer.Lookup{found(strong, answer.Covered, published)}, Doubtful, Lead, Lead},
		{"initials of a person called otherwise", initials, []answer.Lookup{found(strong, answer.Covered, called)},
			Doubtful, Lead, Lead},
		{"one more", added, []answer.Lookup{found(strong, answer.Covered, published)}, Discrepant, Likely, Certain},
		{"one more, who has worked with the others", added, beside(found(strong, answer.Covered, published)),
			Verified, Note, Note},
		{"a list with a single letter", added, []answer.Lookup{found(strong, answer.Covered,
			with(published, func(f *biblio.Flat) { f.Authors[1] = "K X" }))}, Doubtful, Lead, Lead},
		{"another word", title("Mapping the Migration of Arctic Terns with Sparse Sensors"),
			[]answer.Lookup{found(strong, answer.Covered, published)}, Discrepant, Likely, Certain},
		{"another word, by somebody's list", title("Mapping the Migration of Arctic Terns with Sparse Sensors"),
			[]answer.Lookup{found(personal, answer.Covered, published)}, Doubtful, Lead, Lead},
		{"another word in another container", with(title("Mapping the Migration of Arctic Terns with Sparse Sensors"),
			func(f *biblio.Flat) { f.Venue, f.Year, f.Pages, f.Volume = "Ornis", "2011", "", "" }),
			[]answer.Lookup{found(strong, answer.Covered, published)}, Doubtful, Lead, Lead},
		{"a word that the record lacks", title("Mapping the Migration of Young Arctic Terns with Light Sensors"),
			[]answer.Lookup{found(strong, answer.Covered, published)}, Inconclusive, Note, Note},
		{"a handle for a DOI", with(published, func(f *biblio.Flat) { f.DOI = "2027.42/99993" }),
			[]answer.Lookup{found(strong, answer.Covered, published)}, Doubtful, Lead, Lead},
		{"a volume that the name of the container counts",
			with(neurips, func(f *biblio.Flat) { f.Venue, f.Volume = f.Venue+" - Volume 1", "1" }),
			[]answer.Lookup{found(strong, answer.Covered, with(neurips, func(f *biblio.Flat) { f.Volume = "30" }))},
			Verified, NoStrength, NoStrength},
		{"another arXiv number of the same work",
			with(preprint, func(f *biblio.Flat) { f.ArXivID, f.DOI = "1401.00007", "" }),
			[]answer.Lookup{found(strong, answer.Covered, preprint)}, Doubtful, Lead, Lead},
		{"pages", with(published, func(f *biblio.Flat) { f.Pages = "205-215" }),
			[]answer.Lookup{found(strong, answer.Covered, published)}, Verified, Note, Note},
		{"nobody of an aggregator's list, of a preprint", with(preprint, people),
			[]answer.Lookup{found(weak, answer.Uncovered, preprint)}, Doubtful, Lead, Lead},
		{"nobody of an aggregator's list, of a published work", with(strangers, elsewhere),
			[]answer.Lookup{found(weak, answer.Uncovered, with(published, elsewhere))}, Discrepant, Likely, Certain},
		{"nobody of a publisher's list", strangers, []answer.Lookup{found(strong, answer.Covered, published)},
			Discrepant, Likely, Certain},
		{"a record of the conference under the journal's DOI", journal,
			[]answer.Lookup{found(strong, answer.Covered, conference)}, Verified, NoStrength, NoStrength},
		{"a record of the conference under its own DOI", with(journal, func(f *biblio.Flat) { f.DOI = "10.1145/2633514" }),
			[]answer.Lookup{found(strong, answer.Covered, with(conference, func(f *biblio.Flat) { f.DOI = "10.1145/2633514" }))},
			Discrepant, Likely, Certain},
		{"a closed world", far, []answer.Lookup{found(strong, answer.World, published)}, Discrepant, Certain, Certain},
	} {
		v := verdict(c.claim, c.lookups...)
		if v.Outcome != c.outcome || v.Strength < c.least || v.Strength > c.most {
			t.Errorf("%s: %v %v %v", c.name, v.Outcome, v.Strength, v.Codes)
		}
		for _, r := range v.Reasons {
			if r.Strength > NoStrength && (r.P <= 0 || r.P >= 1) {
				t.Errorf("%s: %s is %v with P %v", c.name, r.Rule, r.Strength, r.P)
			}
		}
	}
}

// TestOnlyDetail: a volume or an issue is certainly wrong if nothing else differs from the publisher's record of the
// stated identifier, which may have another form of the same, and lacks no core field.
func TestOnlyDetail(t *testing.T) {
	volume := func(f *biblio.Flat) { f.Volume = "68" }
	for _, c := range []struct {
		name   string
		claim  flatEdit
		by     answer.Info
		record flatEdit
		want   bool
	}{
		{"a volume", volume, strong, same, true},
		{"an issue", func(f *biblio.Flat) { f.Issue = "9" }, strong, same, true},
		{"and the journal abbreviated", both(volume, venueOf("J. Field Ornithol.")), strong, same, true},
		{"and no pages", both(volume, pagesOf("")), strong, same, true},
		{"and other pages", both(volume, pagesOf("1-3")), strong, same, false},
		{"no identifier", both(volume, func(f *biblio.Flat) { f.DOI = "" }), strong, same, false},
		{"by an aggregator", volume, weak, same, false},
		{"the record has no year", volume, strong, yearOf(""), false},
		{"pages", pagesOf("1-3"), strong, same, false},
	} {
		v := verdict(with(published, c.claim), found(c.by, answer.Covered, with(published, c.record)))
		if got := v.Strength == Certain; got != c.want {
			t.Errorf("%s: %v %v", c.name, v.Outcome, v.Strength)
		}
	}
	v := verdict(with(published, volume), found(strong, answer.Covered, published), failed(second))
	if v.Strength == Certain {
		t.Errorf("a source that could have cleared it failed: %v", v.Strength)
	}
}

// The built-in weights can be read; broken ones are refused.
func TestWeights(t *testing.T) {
	w := ShippedWeights()
	if len(w.Items) < 50 || w.Provenance == "" {
		t.Errorf("%d kinds of items, %q", len(w.Items), w.Provenance)
	}
	if against := w.P([]Item{{Weight: 9}}); against < 0.9 {
		t.Errorf("P %v", against)
	}
	for _, bad := range []string{"", "{}", `{"cuts":{"certain":0.5,"likely":0.6,"lead":0.2}}`,
		`{"cuts":{"certain":1,"likely":0.6,"lead":0.2}}`} {
		if _, err := ParseWeights([]byte(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}
