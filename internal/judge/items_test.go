package judge

import (
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// TestItems: what counts as evidence on a difference, and similar cases that do not.
func TestItems(t *testing.T) {
	people := func(names ...string) flatEdit { return func(f *biblio.Flat) { f.Authors = names } }
	year := func(y string) flatEdit { return func(f *biblio.Flat) { f.Year = biblio.Year(y) } }
	title := func(s string) flatEdit { return func(f *biblio.Flat) { f.Title = s } }
	venues := func(s string) flatEdit { return func(f *biblio.Flat) { f.Venue = s } }
	same := func(*biblio.Flat) {}
	both := func(list ...flatEdit) flatEdit {
		return func(f *biblio.Flat) {
			for _, edit := range list {
				edit(f)
			}
		}
	}
	attested := func(claimed, recorded int) func(*biblio.Reference, *answer.Lookup) {
		return func(_ *biblio.Reference, l *answer.Lookup) {
			l.Answer.Attested = []answer.Attestation{
				{Field: biblio.FieldAuthors, Text: "Jonhson, Katherine", Records: claimed},
				{Field: biblio.FieldAuthors, Text: "Johnson, Katherine", Records: recorded}}
		}
	}
	read := func(r *biblio.Reference, _ *answer.Lookup) {
		r.Confidence = map[biblio.Field]float64{biblio.FieldTitle: .9}
	}
	misspelt := people("Alice Walker", "Katherine Jonhson", "Carl Sagan")
	stranger := people("Alice Walker", "Maria Lopez", "Carl Sagan")
	fourteen := strings.Fields(strings.Repeat("A.Moe B.Lind C.Ruiz D.Khan E.Sato F.Berg G.Costa ", 2))
	for i := range fourteen {
		fourteen[i] = strings.Replace(fourteen[i], ".", ". ", 1) + string(rune('a'+i/7)) + "son"
	}
	for _, c := range []struct {
		name          string
		claim, record flatEdit
		change        func(*biblio.Reference, *answer.Lookup)
		field         biblio.Field
		has, lacks    string
	}{
		{"a stranger", stranger, same, nil, biblio.FieldAuthors,
			"authors/half-shared authors/title-agrees by/publisher container-claimed",
			"authors/recorded-initials authors/account-name authors/recorded-body authors/claimed-body authors/twice " +
				"authors/one-of-several authors/one-recorded authors/one-more-or-less authors/many authors/none-shared " +
				"several-core parsed-from-print old not-english list-cut book"},
		{"initials recorded", stranger, people("A. Walker", "K. Johnson", "C. Sagan"), nil, biblio.FieldAuthors,
			"authors/recorded-initials", ""},
		{"initials recorded and claimed", people("A. Walker", "M. Lopez", "C. Sagan"),
			people("A. Walker", "K. Johnson", "C. Sagan"), nil, biblio.FieldAuthors, "", "authors/recorded-initials"},
		{"an account recorded", same, people("Alice Walker", "ternlab"), nil, biblio.FieldAuthors,
			"authors/account-name authors/recorded-body authors/one-more-or-less", "authors/claimed-body"},
		{"a body recorded", same, people("Alice Walker", "TernLab"), nil, biblio.FieldAuthors, "authors/recorded-body",
			"authors/account-name"},
		{"nobody of the list", people("Maria Lopez", "Ivan Petrov", "Noor Khan"), same, nil, biblio.FieldAuthors,
			"authors/none-shared", "authors/half-shared"},
		{"one of three", people("Alice Walker"), same, nil, biblio.FieldAuthors, "authors/one-of-several",
			"authors/one-more-or-less authors/one-recorded"},
		{"three for one", same, people("Alice Walker"), nil, biblio.FieldAuthors, "authors/one-recorded",
			"authors/one-of-several"},
		{"fourteen for three", people(fourteen...), same, nil, biblio.FieldAuthors, "", "authors/many"},
		{"fifteen for three", people(append(slices.Clone(fourteen), "H. Zorn")...), same, nil, biblio.FieldAuthors,
			"authors/many", ""},
		{"somebody twice", people("Alice Walker", "Alice Walker", "Carl Sagan"), same, nil, biblio.FieldAuthors,
			"authors/twice", ""},
		// Of two spellings the rarer one has at most a third of the records of the other.
		{"three times as many with the recorded name", misspelt, same, attested(1, 3), biblio.FieldAuthors,
			"authors/claimed-rarer", "authors/recorded-rarer authors/claimed-nowhere"},
		{"twice as many", misspelt, same, attested(1, 2), biblio.FieldAuthors, "", "authors/claimed-rarer"},
		{"the claimed name nowhere", misspelt, same, attested(0, 2), biblio.FieldAuthors,
			"authors/claimed-rarer authors/claimed-nowhere", ""},
		{"the recorded name in this record alone", misspelt, same, attested(0, 1), biblio.FieldAuthors,
			"authors/claimed-nowhere", "authors/claimed-rarer"},
		{"three times as many with the claimed name", misspelt, same, attested(3, 1), biblio.FieldAuthors,
			"authors/recorded-rarer", "authors/claimed-rarer authors/claimed-nowhere"},
		{"twice as many with the claimed name", misspelt, same, attested(2, 1), biblio.FieldAuthors, "",
			"authors/recorded-rarer"},
		{"nobody counted", misspelt, same, nil, biblio.FieldAuthors, "", "authors/claimed-nowhere authors/recorded-rarer"},
		// Years.
		{"four years off", year("2011"), same, nil, biblio.FieldYear,
			"year/doi-agrees year/volume-agrees year/pages-agree year/container-agrees year/title-and-names-agree " +
				"year/doi-confirmed pages-confirmed year/far", "old"},
		{"a year off", year("2016"), same, nil, biblio.FieldYear, "case/year/off-by-one/contested", "year/far proved"},
		{"five years off", year("2010"), same, nil, biblio.FieldYear, "case/year/far/proved proved", ""},
		{"of 1994", year("1994"), same, nil, biblio.FieldYear, "old", ""},
		{"of 1995", year("1995"), same, nil, biblio.FieldYear, "", "old"},
		{"a year, by other people", both(year("2010"), stranger), same, nil, biblio.FieldYear,
			"several-core beside/authors-differs", "beside/year-differs"},
		{"read off a print", year("2010"), same, read, biblio.FieldYear, "parsed-from-print", ""},
		{"in German", both(year("2010"), title("Die Wanderung der Küstenseeschwalben und ihre Wege über das Meer")),
			title("Die Wanderung der Küstenseeschwalben und ihre Wege über das Meer"), nil, biblio.FieldYear, "not-english",
			""},
		// Containers.
		{"another known conference", venues("ICML"), venues("NeurIPS"), nil, biblio.FieldVenue,
			"venue/both-known venue/same-kind venue/year-agrees venue/pages-agree",
			"venue/volume-differs venue/shorter-in-longer"},
		{"a conference for a journal", venues("NeurIPS"), same, nil, biblio.FieldVenue, "",
			"venue/both-known venue/same-kind"},
		{"another journal and volume", both(venues("Winter Birds Quarterly"), func(f *biblio.Flat) { f.Volume = "7" }),
			venues("Steppe Letters"), nil, biblio.FieldVenue, "venue/volume-differs", "venue/both-known"},
		{"a shorter name", venues("Journal of Birds"), venues("Journal of Birds and Other Animals of the Sea"), nil,
			biblio.FieldVenue, "venue/shorter-in-longer", ""},
		{"a longer name", venues("Journal of Birds and Other Animals of the Sea"), venues("Journal of Birds"), nil,
			biblio.FieldVenue, "venue/shorter-in-longer", ""},
		{"one for another", people("Maria Lopez"), people("Alice Walker"), nil, biblio.FieldAuthors, "authors/none-shared",
			"authors/one-of-several authors/one-recorded authors/one-more-or-less"},
		// Titles.
		{"a word left out", title("Mapping the Migration of Terns with Light Sensors"), same, nil, biblio.FieldTitle,
			"title/words-left-out title/all-names", "title/words-added title/far title/same-letters"},
		{"a word added", title("Mapping the Migration of Young Arctic Terns with Light Sensors"), same, nil,
			biblio.FieldTitle, "title/words-added", "title/words-left-out"},
		{"other words", title("Slow Light in Cold Gases of Rubidium"), same, nil, biblio.FieldTitle, "title/far",
			"title/near"},
	} {
		ref := biblio.Reference{ID: "r"}
		claimed := with(published, c.claim)
		ref.Claimed = claimed.Work()
		l := found(strong, answer.Covered, with(published, c.record))
		l.Answer.Hits[0].How = answer.ByIdentifier
		if c.change != nil {
			c.change(&ref, &l)
		}
		d := newDeliberation(&ref, Evidence{Lookups: []answer.Lookup{l}, Candidates: Candidates(&ref, []answer.Lookup{l})})
		d.weigh()
		d.assess()
		var kinds []string
		for _, s := range d.state {
			for _, it := range s.items {
				if it.Field == c.field {
					kinds = append(kinds, it.Kind)
				}
			}
		}
		for kind := range strings.FieldsSeq(c.has) {
			if !slices.Contains(kinds, kind) {
				t.Errorf("%s: no %s among %v", c.name, kind, kinds)
			}
		}
		for kind := range strings.FieldsSeq(c.lacks) {
			if slices.Contains(kinds, kind) {
				t.Errorf("%s: %s", c.name, kind)
			}
		}
	}
}

// TestSameLists: lists whose names have the same first letters, and texts with the same letters.
func TestSameLists(t *testing.T) {
	for _, c := range []struct {
		a, b              string
		initials, letters bool
	}{
		{"Ann Moe; Bo Lind", "Anna Moe; Bob Lind", true, false}, {"Ann Moe; Bo Lind", "Bo Lind; Ann Moe", false, false},
		{"Ann Moe", "Ann Moe; Bo Lind", false, false}, {"?; Ann Moe", "Ann Moe", true, true}, {"", "", true, true},
		{"Müller-Lyer", "Mueller Lyer", true, true}, {"Moe", "Lind", false, false},
	} {
		if initials, letters := sameInitials(c.a, c.b), sameLetters(c.a, c.b); initials != c.initials ||
			letters != c.letters {
			t.Errorf("%q, %q: the same initials %v, the same letters %v", c.a, c.b, initials, letters)
		}
	}
}
