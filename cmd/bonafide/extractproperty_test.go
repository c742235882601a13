package main

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// Whatever a claim consists of, it is read back from the entry written for it.
func TestExtractBibProperty(t *testing.T) {
	word := rapid.StringMatching(
		`[A-Z][a-zäéñø]{1,8}(-[A-Z][a-z]{2,5})?|[a-z]{2,9}|[A-Z]{2,4}|C\+\+|[0-9]{1,2}%|R&D|x_[0-9]|#[0-9]|\$[0-9]|~|\^2|日本|Żółw`)
	phrase := func(most int) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			s := rapid.StringMatching(`[A-Z][a-z]{2,8}`).Draw(t, "first")
			for _, w := range rapid.SliceOfN(word, 1, most).Draw(t, "words") {
				s += " " + w
			}
			return s
		})
	}
	// Names consist of syllables that are no words: "And" and "Team" are read as those of a body.
	family := rapid.StringMatching(`[BDKLMNRŁØ][aeiouäöüéø][bdklmnrtñ][aeiou]([ksz][iou])?(-[BDKM][aeiou][lnr])?`)
	given := rapid.StringMatching(`[AEIJ][lnr][aeioé][lns]?( [A-Z]\.)?|[A-Z]\.( [A-Z]\.)?`)
	rapid.Check(t, func(rt *rapid.T) {
		w := biblio.Work{
			Type: rapid.SampledFrom([]biblio.Type{biblio.ArticleJournal, biblio.PaperConference, biblio.Chapter, biblio.Book,
				biblio.Thesis, biblio.Report}).Draw(rt, "type"),
			Title: phrase(8).Draw(rt, "title"), Issued: biblio.Date{Year: rapid.IntRange(1900, 2026).Draw(rt, "year")},
			Volume: rapid.StringMatching(`[1-9][0-9]{0,2}|`).Draw(rt,
				"volume"), Pages: rapid.SampledFrom([]string{"", "1–9", "123–145", "e12"}).Draw(rt, "pages"),
			Publisher: phrase(2).Draw(rt, "publisher"),
		}
		for range rapid.IntRange(1, 5).Draw(rt, "authors") {
			w.Contributors = append(w.Contributors,
				biblio.Contributor{Family: family.Draw(rt, "family"), Given: given.Draw(rt, "given"), Role: biblio.Author})
		}
		w.AuthorsCut = rapid.Bool().Draw(rt, "cut")
		if w.Type != biblio.Book && w.Type != biblio.Thesis && w.Type != biblio.Report {
			w.Container.Title = phrase(4).Draw(rt, "venue")
		}
		if rapid.Bool().Draw(rt, "doi") {
			w.AddID(ident.ID{Scheme: ident.DOI,
				Value: rapid.StringMatching(`10\.1[0-9]{3}/[a-z0-9._-]{3,12}[a-z0-9]`).Draw(rt, "value")})
		}
		doc := extract.Document{References: []biblio.Reference{{ID: "x", Claimed: w}}}
		again, err := extract.Read("x.bib", written(t, "bib", doc), extract.Options{})
		if err != nil || len(again.References) != 1 || len(again.Problems) > 0 {
			rt.Fatalf("%s: %v %v", written(t, "bib", doc), err, again.Problems)
		}
		got := &again.References[0].Claimed
		if got.FullTitle() != w.Title || got.Container.Title != w.Container.Title || got.Issued.Year != w.Issued.Year ||
			got.Volume != w.Volume || got.ID(ident.DOI) != w.ID(ident.DOI) || got.AuthorsCut != w.AuthorsCut ||
			len(got.Authors()) != len(w.Authors()) {
			rt.Fatalf("%s\n got %+v\nwant %+v", written(t, "bib", doc), got, w)
		}
		for i, a := range got.Authors() {
			if want := w.Authors()[i]; a.Family != want.Family || a.Given != want.Given {
				rt.Fatalf("author %+v, want %+v", a, want)
			}
		}
	})
}
