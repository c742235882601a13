package judge

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// deliberating begins to judge a claim.
func deliberating(claim biblio.Flat, lookups ...answer.Lookup) *deliberation {
	ref := biblio.Reference{ID: "r", Claimed: claim.Work()}
	return newDeliberation(&ref, Evidence{Lookups: lookups, Candidates: Candidates(&ref, lookups)})
}

// TestPlausibleDOI: a DOI that no record confirms may be that of the claimed version if its own letters name the
// claimed container and contradict nothing.
func TestPlausibleDOI(t *testing.T) {
	aaai := biblio.Flat{Title: paper.Title, Authors: paper.Authors,
		Venue: "Proceedings of the AAAI Conference on Artificial Intelligence", Year: "2024", Volume: "38"}
	plain := found(strong, answer.Covered, aaai)
	denied := func(registry bool, doi string) answer.Lookup {
		info := second
		info.Registry = registry
		l := found(info, answer.Uncovered)
		l.Answer.NoSuchID = []ident.ID{{Scheme: ident.DOI, Value: doi}}
		return l
	}
	id := func(doi string) ident.ID { return ident.ID{Scheme: ident.DOI, Value: doi} }
	const good = "10.1609/aaai.v38i10.29011"
	for _, c := range []struct {
		name    string
		edit    flatEdit
		id      ident.ID
		lookups []answer.Lookup
		want    bool
	}{
		{"it names container and volume", nil, id(good), []answer.Lookup{plain}, true},
		{"a registry says that it does not exist", nil, id(good), []answer.Lookup{plain, denied(true, good)}, false},
		{"a registry says so of another", nil, id(good), []answer.Lookup{plain, denied(true, "10.1609/aaai.v38i10.1")}, true},
		{"one who is no registry does not know it", nil, id(good), []answer.Lookup{plain, denied(false, good)}, true},
		{"the record has another", nil, id(good),
			[]answer.Lookup{found(strong, answer.Covered, with(aaai, func(f *biblio.Flat) { f.DOI = "10.1609/aaai.v38i10.1" }))},
			false},
		{"it names another volume", nil, id("10.1609/aaai.v37i10.29011"), []answer.Lookup{plain}, false},
		{"it names a volume, and none is claimed", func(f *biblio.Flat) { f.Volume = "" }, id("10.1609/aaai.v37i10.29011"),
			[]answer.Lookup{plain}, true},
		{"it names no volume", nil, id("10.1609/aaai.29011"), []answer.Lookup{plain}, true},
		{"it names another container", nil, id("10.1609/icwsm.v38i10.29011"), []answer.Lookup{plain}, false},
		{"it begins with another year", nil, id("10.1109/2023.aaai.17"), []answer.Lookup{plain}, false},
		{"it begins with the year", nil, id("10.1109/2024.aaai.17"), []answer.Lookup{plain}, true},
		{"it begins with a year, and none is claimed", func(f *biblio.Flat) { f.Year = "" }, id("10.1109/2023.aaai.17"),
			[]answer.Lookup{plain}, true},
		{"it begins with 1989", nil, id("10.1109/1989.aaai.17"), []answer.Lookup{plain}, true},
		{"it begins with 1990", nil, id("10.1109/1990.aaai.17"), []answer.Lookup{plain}, false},
		{"it begins with a number that is no year", nil, id("10.1109/1789.aaai.17"), []answer.Lookup{plain}, true},
		{"it begins with a number far ahead", nil, id("10.1109/2424.aaai.17"), []answer.Lookup{plain}, true},
		{"the preprint's", nil, id("10.48550/arxiv.2401.01234"), []answer.Lookup{plain}, true},
		{"the preprint's, and the record has another", nil, id("10.48550/arxiv.2401.01234"),
			[]answer.Lookup{found(strong, answer.Covered, with(aaai, func(f *biblio.Flat) { f.ArXivID = "2401.04321" }))},
			false},
		{"the preprint's, and the record has it", nil, id("10.48550/arxiv.2401.01234"),
			[]answer.Lookup{found(strong, answer.Covered, with(aaai, func(f *biblio.Flat) { f.ArXivID = "2401.01234" }))}, true},
		{"no DOI", nil, ident.ID{Scheme: ident.PMID, Value: "38101234"}, []answer.Lookup{plain}, false},
	} {
		claim := with(aaai, func(f *biblio.Flat) {
			if f.DOI = c.id.Value; c.id.Scheme != ident.DOI {
				f.DOI = ""
			}
			if c.edit != nil {
				c.edit(f)
			}
		})
		if got := deliberating(claim, c.lookups...).plausibleDOI(c.id); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestKnownPlace: a table confirms the place of a well-known conference if records confirm conference and year; the
// table contradicts nothing.
func TestKnownPlace(t *testing.T) {
	at := func(place string) flatEdit { return func(f *biblio.Flat) { f.Location = place } }
	for _, c := range []struct {
		name          string
		claim, record flatEdit
		open          string
	}{
		{"where it was", at("Long Beach, CA"), nil, ""},
		{"elsewhere", at("Oslo, Norway"), nil, "location"},
		{"the record states it", at("Oslo, Norway"), at("Oslo"), ""},
		{"a conference that is not in the table", func(f *biblio.Flat) {
			f.Location, f.Venue = "Long Beach", "Meeting on Gulls"
		}, func(f *biblio.Flat) { f.Venue = "Meeting on Gulls" }, "location"},
		{"no record states the conference", at("Long Beach"), func(f *biblio.Flat) { f.Venue = "" }, "venue location"},
		{"no record states the year", at("Long Beach"), func(f *biblio.Flat) { f.Year = "" }, "year location"},
	} {
		claim, record := with(paper, c.claim), with(paper, func(*biblio.Flat) {})
		if c.record != nil {
			record = with(paper, c.record)
		}
		v := verdict(claim, found(strong, answer.Covered, record))
		if v.Outcome != Verified || fields(v) != c.open {
			t.Errorf("%s: %v %s {%s}", c.name, v.Outcome, codes(v), fields(v))
		}
	}
}

// TestCouldDecide: a failure keeps a verdict open only if the source could have had
// the work.
func TestCouldDecide(t *testing.T) {
	article := published.Work()
	for _, c := range []struct {
		name string
		edit func(*answer.Info)
		want bool
	}{
		{"a bibliographic source", func(*answer.Info) {}, true},
		{"the web", func(i *answer.Info) { i.Origin.Kind = biblio.ConfirmOnly }, false},
		{"from a later year on", func(i *answer.Info) { i.FromYear = 2016 }, false},
		{"from the year on", func(i *answer.Info) { i.FromYear = 2015 }, true},
		{"up to an earlier year", func(i *answer.Info) { i.ToYear = 2014 }, false},
		{"up to the year", func(i *answer.Info) { i.ToYear = 2015 }, true},
		{"no titles, other identifiers", func(i *answer.Info) { i.Titles, i.Schemes = false, []ident.Scheme{ident.PMID} },
			false},
		{"no titles, such an identifier", func(i *answer.Info) {
			i.Titles, i.Schemes = false, []ident.Scheme{ident.PMID, ident.DOI}
		}, true},
		{"no titles, whole references", func(i *answer.Info) { i.Titles, i.Raw, i.Schemes = false, true, nil }, true},
		{"other types", func(i *answer.Info) { i.Types = []biblio.Type{biblio.Book} }, false},
		{"the type", func(i *answer.Info) { i.Types = []biblio.Type{biblio.Book, biblio.ArticleJournal} }, true},
	} {
		info := strong
		c.edit(&info)
		if got := couldDecide(&info, &article); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	refuses := strong
	refuses.Types = []biblio.Type{}
	if couldDecide(&refuses, &article) || !couldHave(&refuses, &article) {
		t.Error("a source that covers no kind of works decides nothing by its silence, and may have a record of any")
	}
	unknown := biblio.Work{Title: published.Title}
	if info := (answer.Info{Titles: true, FromYear: 2016, Types: []biblio.Type{biblio.Book}}); !couldDecide(&info,
		&unknown) {
		t.Error("a work of no known type or year may be in any source")
	}
}

// TestAddresses: an address is judged by the identifier that it leads to, and only if that belongs to another work.
func TestAddresses(t *testing.T) {
	other := biblio.Flat{Title: "Slow Light in Cold Gases of Rubidium", Authors: []string{"Noor Khan"}, Year: "2009",
		Venue: "Optics Letters", DOI: "10.1000/ol.9"}
	byAddress := found(second, answer.Uncovered, other)
	byAddress.Answer.Hits[0].How = answer.ByIdentifier
	anonymous := found(web, answer.Uncovered, other)
	anonymous.Answer.Hits[0].How = answer.ByIdentifier
	for _, c := range []struct {
		name, url string
		doi       string
		lookups   []answer.Lookup
		fields    string
	}{
		{"another work's", "https://doi.org/10.1000/ol.9", published.DOI, []answer.Lookup{byAddress}, "url"},
		{"another work's, by the word of the web", "https://doi.org/10.1000/ol.9", published.DOI,
			[]answer.Lookup{anonymous}, ""},
		{"nobody's", "https://doi.org/10.1000/ol.9", published.DOI, nil, ""},
		{"its own", "https://doi.org/" + published.DOI, "", []answer.Lookup{byAddress}, ""},
		{"the stated identifier, another work's", "https://doi.org/10.1000/ol.9", "10.1000/ol.9",
			[]answer.Lookup{byAddress}, "doi"},
		{"a page", "https://example.org/terns", published.DOI, []answer.Lookup{byAddress}, ""},
	} {
		v := verdict(with(published, func(f *biblio.Flat) { f.URL, f.DOI = c.url, c.doi }),
			append(c.lookups, found(strong, answer.Covered, published))...)
		if wrong := v.Outcome == Discrepant; wrong != (c.fields != "") || wrong && fields(v) != c.fields {
			t.Errorf("%s: %v %s {%s}", c.name, v.Outcome, codes(v), fields(v))
		}
	}
}

// TestClosedWorld: if the records are all that exists, a work is the cited one if title and authors are, and other
// open fields do not matter if an identifier agrees.
func TestClosedWorld(t *testing.T) {
	for _, c := range []struct {
		name          string
		claim, record flatEdit
		info          answer.Info
		want          Outcome
	}{
		{"a year that nobody states, under the DOI", nil, func(f *biblio.Flat) { f.Year = "" }, strong, Verified},
		{"a year that nobody states, without a DOI", func(f *biblio.Flat) { f.DOI = "" },
			func(f *biblio.Flat) { f.Year, f.DOI = "", "" }, strong, Inconclusive},
		{"a volume that nobody states, without a DOI", func(f *biblio.Flat) { f.DOI = "" },
			func(f *biblio.Flat) { f.Volume, f.DOI = "", "" }, strong, Verified},
		{"authors that nobody states, under the DOI", nil, func(f *biblio.Flat) { f.Authors = nil }, strong, Inconclusive},
		{"a year that somebody's list contradicts, under the DOI", func(f *biblio.Flat) { f.Year = "2011" }, nil,
			personal, Inconclusive},
		{"a volume that somebody's list contradicts, under the DOI", func(f *biblio.Flat) { f.Volume = "9" }, nil,
			personal, Verified},
		{"a volume that somebody's list contradicts, without a DOI", func(f *biblio.Flat) { f.Volume, f.DOI = "9", "" },
			func(f *biblio.Flat) { f.DOI = "" }, personal, Inconclusive},
		{"initials on record", nil, func(f *biblio.Flat) {
			f.Year, f.Authors = "", []string{"A. Walker", "K. Johnson", "C. Sagan"}
		}, strong, Verified},
		{"only the web has it, in another year", func(f *biblio.Flat) { f.Year = "2011" }, nil, web, NotFound},
		{"only the web has it", nil, nil, web, Verified},
	} {
		claim, record := with(published, func(*biblio.Flat) {}), with(published, func(*biblio.Flat) {})
		if c.claim != nil {
			c.claim(&claim)
		}
		if c.record != nil {
			c.record(&record)
		}
		if v := verdict(claim, found(c.info, answer.World, record)); v.Outcome != c.want {
			t.Errorf("%s: %v %s {%s}", c.name, v.Outcome, codes(v), fields(v))
		}
	}
}
