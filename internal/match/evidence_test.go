package match

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// TestCitesPreprint: what a reference to a preprint looks like.
func TestCitesPreprint(t *testing.T) {
	arxiv, doi := ident.ID{Scheme: ident.ArXiv, Value: "1706.03762"}, ident.ID{Scheme: ident.DOI, Value: "10.1000/abc"}
	for _, c := range []struct {
		name string
		work biblio.Work
		want bool
	}{
		{"by its container", biblio.Work{Container: biblio.Container{Title: "arXiv preprint arXiv:1706.03762"}}, true},
		{"by its container, beside a DOI", biblio.Work{Container: biblio.Container{Title: "bioRxiv"}, IDs: []ident.ID{doi}},
			true},
		{"another container, with an arXiv number",
			biblio.Work{Container: biblio.Container{Title: "NeurIPS"}, IDs: []ident.ID{arxiv}}, false},
		{"another container, with the type",
			biblio.Work{Container: biblio.Container{Title: "NeurIPS"}, Type: biblio.Preprint}, false},
		{"by its type", biblio.Work{Type: biblio.Preprint}, true},
		{"by its arXiv number", biblio.Work{IDs: []ident.ID{arxiv}}, true},
		{"an arXiv number and a DOI", biblio.Work{IDs: []ident.ID{arxiv, doi}}, false},
		{"a DOI", biblio.Work{IDs: []ident.ID{doi}}, false},
		{"nothing", biblio.Work{}, false},
	} {
		if got := CitesPreprint(&c.work); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestEvidence: agreement makes one work more likely, differences and gaps do not.
func TestEvidence(t *testing.T) {
	claim := biblio.Flat{Title: "Counting winter birds by their song", Authors: []string{"Ada Riechert"}}
	record := with(claim, func(f *biblio.Flat) { f.Title = "Counting Winter Owls by Their Calls" })
	base := Compare(flat(claim), flat(record)).SameWork
	for _, c := range []struct {
		name            string
		claimed, stated biblio.Flat
		likelier        bool
	}{
		{"the year", biblio.Flat{Year: "2008"}, biblio.Flat{Year: "2008"}, true},
		{"another year", biblio.Flat{Year: "2008"}, biblio.Flat{Year: "1999"}, false},
		{"the container", biblio.Flat{Venue: "EMNLP"}, biblio.Flat{Venue: "EMNLP"}, true},
		{"another container", biblio.Flat{Venue: "EMNLP"}, biblio.Flat{Venue: "ICML"}, false},
		{"a preprint server for the container", biblio.Flat{Venue: "arXiv"}, biblio.Flat{Venue: "EMNLP"}, false},
		{"the pages", biblio.Flat{Pages: "11-19"}, biblio.Flat{Pages: "11-19"}, true},
		{"other pages", biblio.Flat{Pages: "11-19"}, biblio.Flat{Pages: "23-29"}, false},
		{"the DOI", biblio.Flat{DOI: "10.1000/abc"}, biblio.Flat{DOI: "10.1000/abc"}, true},
		{"another DOI", biblio.Flat{DOI: "10.1000/abc"}, biblio.Flat{DOI: "10.1000/xyz"}, false},
		{"the volume alone", biblio.Flat{Volume: "75"}, biblio.Flat{Volume: "75"}, false},
	} {
		c.claimed.Title, c.claimed.Authors, c.stated.Title, c.stated.Authors = claim.Title, claim.Authors,
			record.Title, record.Authors
		if got := Compare(flat(c.claimed), flat(c.stated)).SameWork; got > base != c.likelier || got < base {
			t.Errorf("%s: %.4f, without it %.4f", c.name, got, base)
		}
	}
}

// TestSameWorkDecided: cases in which one piece of evidence decides.
func TestSameWorkDecided(t *testing.T) {
	ada := []string{"Ada Riechert", "Tom Jones"}
	other := []string{"Bob Stone"}
	located := biblio.Flat{Title: "Phenotypic variation of the mouse Mus musculus in cold towns", Authors: ada,
		Venue: "Journal of Small Mammals", Year: "2008", Volume: "75", Pages: "1893-1902"}
	on := func(title, pages, volume string, authors ...string) biblio.Flat {
		return biblio.Flat{Title: title, Authors: authors, Venue: "J. Small Mammals", Volume: volume, Pages: pages}
	}
	retitled := biblio.Flat{Title: "Counting winter birds by their song", Authors: ada, Year: "2020",
		DOI: "10.48550/arXiv.2001.01234", ArXivID: "2001.01234"}
	for _, c := range []struct {
		name          string
		claim, record biblio.Flat
		want          bool
	}{
		// A record with a piece of the title.
		{"the beginning of the title, located", located, on("Phenotypic variation", "1893", "75"), true},
		{"the same, by less than half of the authors", located, on("Phenotypic variation", "1893", "75", other...), false},
		{"the same, by most of the authors", located,
			on("Phenotypic variation", "1893", "75", "Ada Riechert", "Tom Jones", "Bob Stone"), true},
		{"the same, on another page", located, on("Phenotypic variation", "12", "75", ada...), false},
		{"the same, the volume in another notation", located, on("Phenotypic variation", "1893", "LXXV"), false},
		{"the same, in another volume", located, on("Phenotypic variation", "1893", "76"), false},
		{"the same, in another container", located,
			with(on("Phenotypic variation", "1893", "75"), func(f *biblio.Flat) { f.Venue = "Steppe Letters" }), false},
		{"too little of the title, located", located, on("Phenotypic", "1893", "75"), false},
		// Identifiers.
		{"retitled, the same identifiers", retitled, with(retitled, func(f *biblio.Flat) { f.Title = "On Owls" }), true},
		{"retitled, other identifiers", retitled,
			with(retitled, func(f *biblio.Flat) { f.Title, f.DOI, f.ArXivID = "On Owls", "", "2001.09999" }), false},
		// The subtitle.
		{"without its subtitle, by the same authors", biblio.Flat{Title: "BERT", Authors: bert.Authors, Year: bert.Year},
			bert, true},
		{"without its subtitle, no authors", biblio.Flat{Title: "Learning from winter graphs"},
			biblio.Flat{Title: "Learning from Winter Graphs: A Survey"}, false},
		// Two titles run together.
		{"a section and a title",
			biblio.Flat{Title: "A survey of counting methods counting winter birds by song in cold northern towns",
				Authors: ada}, biblio.Flat{Title: "Counting Winter Birds by Song in Cold Northern Towns", Authors: ada}, true},
		{"a section and a title of four words",
			biblio.Flat{Title: "A short survey of methods counting the birds by the song of the wing", Authors: ada},
			biblio.Flat{Title: "Counting the Birds by the Song of the Wing", Authors: ada}, false},
		{"a section and most of a title",
			biblio.Flat{Title: "A survey of counting methods counting winter birds by song in cold northern", Authors: ada},
			biblio.Flat{Title: "Counting Winter Birds by Song in Cold Northern Towns", Authors: ada}, false},
		// Short titles.
		{"two words and small ones, by others",
			biblio.Flat{Title: "On the pattern of the recognition", Authors: []string{"Anna Roe", "Bill Smith"}, Year: "2003"},
			biblio.Flat{Title: "On the Pattern of the Recognition", Authors: []string{"William Gibson"}, Year: "2003"}, false},
		{"many letters without a space", biblio.Flat{Title: "自然言語処理における深層学習の研究"},
			biblio.Flat{Title: "自然言語処理における深層学習の研究"}, true},
		{"few letters without a space", biblio.Flat{Title: "深層学習"}, biblio.Flat{Title: "深層学習"}, false},
		// Bodies that publish works with similar titles.
		{"a like title of a body",
			biblio.Flat{Title: "Yearly report of the winter counts of birds", Authors: []string{"IEEE"}},
			biblio.Flat{Title: "Yearly Report of the Summer Songs of Owls", Authors: []string{"IEEE"}}, false},
		{"a like title of two bodies",
			biblio.Flat{Title: "Yearly report of the winter counts of birds",
				Authors: []string{"{IEEE Society}", "{World Health Organization}"}},
			biblio.Flat{Title: "Yearly Report of the Summer Songs of Owls",
				Authors: []string{"{IEEE Society}", "{World Health Organization}"}}, false},
		{"a like title of a person", biblio.Flat{Title: "Yearly report of the winter counts of birds", Authors: ada[:1]},
			biblio.Flat{Title: "Yearly Report of the Summer Songs of Owls", Authors: ada[:1]}, true},
		{"a like title of two family names",
			biblio.Flat{Title: "Yearly report of the winter counts of birds", Authors: []string{"Riechert", "Jones"}},
			biblio.Flat{Title: "Yearly Report of the Summer Songs of Owls", Authors: []string{"Riechert", "Jones"}}, true},
		{"the short title of a body", biblio.Flat{Title: "Newsletter", Authors: []string{"IEEE"}},
			biblio.Flat{Title: "Newsletter", Authors: []string{"IEEE"}}, true},
	} {
		if got := Compare(flat(c.claim), flat(c.record)); got.SameWork >= SameWorkThreshold != c.want {
			t.Errorf("%s: %.3f, titles %s, %.0f alike", c.name, got.SameWork, stands(got.Of(biblio.FieldTitle)),
				got.TitleSimilarity)
		}
	}
}

// TestSameInPrint: one place in print is a container, a volume and a first page.
func TestSameInPrint(t *testing.T) {
	place := biblio.Flat{Title: "Owls of the Steppe", Venue: "Journal of Small Mammals", Volume: "75",
		Issue: "3", Pages: "11-19"}
	for name, c := range map[string]struct {
		edit func(*biblio.Flat)
		want bool
	}{
		"the same":           {func(*biblio.Flat) {}, true},
		"in other notations": {func(f *biblio.Flat) { f.Venue, f.Volume, f.Pages = "J. Small Mammals", "LXXV", "11" }, true},
		"no issue stated":    {func(f *biblio.Flat) { f.Issue = "" }, true},
		"another issue":      {func(f *biblio.Flat) { f.Issue = "5" }, false},
		"another container":  {func(f *biblio.Flat) { f.Venue = "Steppe Letters" }, false},
		"another volume":     {func(f *biblio.Flat) { f.Volume = "76" }, false},
		"no volume stated":   {func(f *biblio.Flat) { f.Volume = "" }, false},
		"another first page": {func(f *biblio.Flat) { f.Pages = "12-19" }, false},
	} {
		claim := with(place, c.edit)
		got := Compare(flat(claim), flat(place))
		if got.SameInPrint() != c.want {
			t.Errorf("%s: %v", name, !c.want)
		}
	}
}

// TestAgreesWholly: whether a record states everything claimed, and as claimed.
func TestAgreesWholly(t *testing.T) {
	for _, c := range []struct {
		name            string
		claim           biblio.Flat
		wholly, exactly bool
	}{
		{"as recorded", bert, true, true},
		{"with less", biblio.Flat{Title: bert.Title, Year: bert.Year}, true, true},
		{"with initials", with(bert, func(f *biblio.Flat) { f.Authors = []string{"J. Devlin", "et al."} }), true, false},
		{"as another kind of work", with(bert, func(f *biblio.Flat) { f.Type = "book" }), true, true},
		{"with what is not recorded", with(bert, func(f *biblio.Flat) { f.Volume = "1" }), false, false},
		{"with another year", with(bert, func(f *biblio.Flat) { f.Year = "2018" }), false, false},
		{"with a doubtful name", with(bert, func(f *biblio.Flat) { f.Authors = []string{"Jake Devlin", "et al."} }), false,
			false},
	} {
		record := with(bert, func(f *biblio.Flat) { f.Type = "paper-conference" })
		got := Compare(flat(c.claim), flat(record))
		if wholly, exactly := got.AgreesWholly(); wholly != c.wholly || exactly != c.exactly {
			t.Errorf("%s: wholly %v, exactly %v", c.name, wholly, exactly)
		}
	}
}
