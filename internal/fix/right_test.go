package fix

import (
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

// A difference that may be the record's mistake, or another version's, is offered but not written; each case of
// harm has a counterpart that is still corrected.
func TestRight(t *testing.T) {
	server := strong("archive", func(i *answer.Info) { i.Origin.Kind = biblio.PreprintServer })
	lists := strong("lists", func(i *answer.Info) { i.Origin.Kind = biblio.Aggregator })
	registry := strong("registry", nil)
	preprint := with(terns, func(w *biblio.Flat) {
		w.Type, w.Venue, w.ArXivID, w.DOI, w.Volume, w.Issue, w.Pages = "article", "arXiv", "1506.01234", "", "", "", ""
	})
	unpaged := with(seals, func(w *biblio.Flat) { w.Pages = "" })
	retitled := func(title string) func(*biblio.Flat) { return func(w *biblio.Flat) { w.Title = title } }
	named := func(names ...string) func(*biblio.Flat) { return func(w *biblio.Flat) { w.Authors = names } }
	for _, c := range []struct {
		name   string
		info   answer.Info
		record biblio.Flat
		claim  biblio.Flat
		want   string
	}{
		{"the preprint's title in the cited article", server,
			with(preprint, retitled("Mapping the Migration of Polar Terns with GPS Sensors")),
			with(terns, func(w *biblio.Flat) { w.DOI = "" }), ""},
		{"the submission's title in a list of papers", lists,
			with(seals, retitled("Numbering Grey Seals from Satellite Images of Remote Beaches")), seals, ""},
		{"another word, and nothing says which print", registry,
			with(unpaged, retitled("Counting Grey Seals from Satellite Photographs of Remote Beaches")), unpaged, ""},
		{"another word, and the pages agree", registry,
			with(seals, retitled("Counting Grey Seals from Satellite Photographs of Remote Beaches")), seals,
			"title=Counting Grey Seals from Satellite Photographs of Remote Beaches"},
		{"another little word", registry, unpaged,
			with(unpaged, retitled("Counting Grey Seals in Satellite Images of Remote Beaches")), "title=" + seals.Title},
		{"a container that was read wrongly", registry,
			with(terns, func(w *biblio.Flat) { w.Venue = "JournaI of Field Ornithology" }), terns, ""},
		{"a nickname", registry, with(unpaged, named("Alice Walker", "Katherine Johnson", "Carl Sagan")),
			with(unpaged, named("Alice Walker", "Katherine Johnson", "Curtis Sagan")), ""},
		{"two people of the middle in another order", registry, unpaged,
			with(unpaged, named("Alice Walker", "Carl Sagan", "Katherine Johnson")), ""},
		{"the first author in another place", registry, unpaged,
			with(unpaged, named("Katherine Johnson", "Alice Walker", "Carl Sagan")), ""},
		{"a family name in front of the given ones", registry,
			with(terns, named("Alice Walker", "Katherine Johnson", "Carl Sagan", "U Leong Hou")), terns, ""},
		{"a cut list that begins with somebody else", registry,
			with(terns, named("Jane Goodall", "Alice Walker", "Katherine Johnson", "Carl Sagan")),
			with(terns, named("Alice Walker", "Katherine Johnson", "et al.")), ""},
		{"the year in which an old paper was posted", server, preprint,
			with(preprint, func(w *biblio.Flat) { w.Year = "2009" }), ""},
		{"the year of a preprint that is not cited", server, preprint,
			with(terns, func(w *biblio.Flat) {
				w.DOI, w.Year, w.Venue, w.Volume, w.Issue, w.Pages = "", "2014", "", "", "", ""
			}), ""},
		{"another conference that is known, and nothing says which print", registry, unpaged,
			with(unpaged, func(w *biblio.Flat) { w.Venue = "Proceedings AAAI-15" }), ""},
		{"another conference, and the pages agree", registry, seals,
			with(seals, func(w *biblio.Flat) { w.Venue = "Proceedings AAAI-15" }), "venue=" + seals.Venue},
		{"the same words in another order", registry,
			with(seals, retitled("Counting from Satellite Images Grey Seals of Remote Beaches")), seals, ""},
		{"a year of another era", registry, seals, with(seals, func(w *biblio.Flat) { w.Year = "2558" }), ""},
		{"the last author in front", registry, unpaged,
			with(unpaged, named("Carl Sagan", "Alice Walker", "Katherine Johnson")), ""},
		{"the volume before the number", registry, terns, with(terns, func(w *biblio.Flat) { w.Issue = "86 (3)" }), ""},
		{"a conference's year under the journal's DOI", registry, with(terns, func(w *biblio.Flat) {
			w.Type, w.Venue, w.Year, w.Volume, w.Issue, w.Pages = "paper-conference", "Conference on Birds",
				"2013", "", "", "17-24"
		}), terns, ""},
	} {
		var got []string
		for _, p := range Plan(finding(c.claim, stated{c.info, c.record}), Options{Likely: true, Fields: []biblio.Field{
			biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldVenue, biblio.FieldYear, biblio.FieldIssue, biblio.FieldPages,
		}}).Patches {
			got = append(got, string(p.Field)+"="+p.To)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A field that says more than a year is left alone, and so is a list that would keep half of a name or several
// in one.
func TestSaysMore(t *testing.T) {
	for text, plain := range map[string]bool{"2014": true, " 2014-10-25": true, "2557 (2014)": false, "2013/2014": false,
		"ca. 2011": false, "2011?": false, "2011~": false, "[2014]": false} {
		if plainYear(text) != plain {
			t.Errorf("%q: %v", text, !plain)
		}
	}
	want := []biblio.Contributor{{Given: "Jeffrey", Family: "Pennington"}, {Given: "Richard", Family: "Socher"}}
	for _, c := range []struct {
		have []biblio.Contributor
		says bool
	}{
		{[]biblio.Contributor{{Given: "J.", Family: "Pennington"}, {Given: "R.", Family: "Socher"}}, true},
		{[]biblio.Contributor{{Given: "J.", Family: "Pennington"}, {Family: "Socher"}}, false},
		{[]biblio.Contributor{{Given: "Jeffrey Pennington und Richard Socher und", Family: "Pennington"},
			{Given: "R.", Family: "Socher"}}, false},
		{[]biblio.Contributor{{Given: "J.", Family: "Pennington"}}, false},
	} {
		if got := saysAuthors(&biblio.Work{Contributors: c.have}, &Patch{Field: biblio.FieldAuthors}, want); got != c.says {
			t.Errorf("%v: %v", c.have, got)
		}
	}
}

// Other titles in the file show whose slip it is.
func TestWhoseSlip(t *testing.T) {
	record := with(terns, func(w *biblio.Flat) { w.Title = strings.Replace(w.Title, "Migration", "Migraton", 1) })
	f := finding(terns, stated{strong("registry", nil), record})
	patch := Patch{Field: biblio.FieldTitle, Action: Replace, From: terns.Title, To: record.Title}
	for n, want := range map[int]judge.Doubt{0: judge.NoDoubt, 5: judge.RecordMisspells} {
		p := planner{f: f, opt: Options{customs: customs{words: map[string]int{"migration": n}}}}
		if doubt := p.doubtfulSlip(nil, &patch); doubt != want {
			t.Errorf("%d titles with the word: %q", n, doubt)
		}
	}
}

// A parent in another file states what its children lack; the record of a part or a review says nothing about a
// book.
func TestNotAdded(t *testing.T) {
	f := finding(with(seals, func(w *biblio.Flat) { w.Venue, w.Year, w.Pages = "", "", "" }),
		stated{strong("registry", nil), seals})
	f.Reference.Extra = map[string]string{"crossref": "icml2015"}
	for _, p := range Plan(f, Options{Add: []biblio.Field{biblio.FieldVenue, biblio.FieldYear}}).Patches {
		if p.Field != biblio.FieldPages {
			t.Errorf("beside a parent: %+v", p)
		}
	}
	book := biblio.Flat{Type: "book", Title: terns.Title, Authors: terns.Authors, Year: "2015", Publisher: "Feather Press"}
	review := with(terns, func(w *biblio.Flat) { w.Type = "review" })
	for _, p := range Plan(finding(book, stated{strong("registry", nil), review}),
		Options{Add: []biblio.Field{biblio.FieldDOI}}).Patches {
		t.Errorf("of a review: %+v", p)
	}
}

// Certain errors are corrected, such as the only difference from the publisher's record of a DOI; what is likely is
// offered with its value, and written on request alone.
func TestLikelyIsOffered(t *testing.T) {
	registry := strong("registry", nil)
	lists := strong("lists", func(i *answer.Info) { i.Origin.Kind = biblio.Aggregator })
	personal := strong("personal", func(i *answer.Info) { i.Origin.Kind = biblio.PersonalList })
	for _, c := range []struct {
		name    string
		info    answer.Info
		claim   func(*biblio.Flat)
		wrong   biblio.Field
		to      string
		certain bool
	}{
		{"the only difference", registry, func(w *biblio.Flat) { w.Volume = "88" }, biblio.FieldVolume, terns.Volume, true},
		{"one of two", registry, func(w *biblio.Flat) { w.Volume, w.Issue = "88", "4" }, biblio.FieldVolume,
			terns.Volume, false},
		{"the only one, by a list that the DOI leads to", lists, func(w *biblio.Flat) { w.Volume = "88" }, biblio.FieldVolume,
			terns.Volume, false},
		{"impossible pages", registry, func(w *biblio.Flat) { w.Volume, w.Pages = "88", "0-0" }, biblio.FieldPages,
			terns.Pages, false},
		{"given names of a personal list", personal, func(w *biblio.Flat) {
			w.Authors = []string{"A. Walker", "Oskar Johnson", "Wilma Sagan"}
		}, biblio.FieldAuthors, "A. Walker; Katherine Johnson; Carl Sagan", false},
	} {
		f := finding(with(terns, c.claim), stated{c.info, terns})
		plan, all := Plan(f, Options{}), Plan(f, Options{Likely: true})
		value := func(list []Patch) (to string) {
			for _, p := range list {
				if p.Field == c.wrong {
					to = p.To
				}
			}
			return to
		}
		offered := ""
		for _, u := range plan.Unactionable {
			if u.Hold == Likely && u.Field == c.wrong {
				offered = u.To
			}
		}
		if got := value(plan.Patches); (got == c.to) != c.certain || (offered == c.to) == c.certain {
			t.Errorf("%s: written %q, offered %q (%+v)", c.name, got, offered, f.Verdict.Reasons)
		}
		if got := value(all.Patches); got != c.to {
			t.Errorf("%s: %q is written when asked for, want %q", c.name, got, c.to)
		}
	}
}

// A publication never gets the DOI of its preprint in place of a wrong one; its own is written.
func TestNoDOIOfThePreprint(t *testing.T) {
	server := strong("server", func(i *answer.Info) { i.Origin.Kind = biblio.PreprintServer })
	preprint := with(terns, func(w *biblio.Flat) {
		w.Type, w.Venue, w.Volume, w.Issue, w.Pages = "article", "bioRxiv", "", "", ""
		w.DOI = "10.1101/2015.01.02.013458"
	})
	other := biblio.Flat{Type: "article-journal", Title: "A Catalogue of Lighthouses on the Coast of Brittany",
		Authors: []string{"Jane Goodall"}, Venue: "Maritime Review", Year: "2009", DOI: "10.1000/mr.2009.7"}
	claim := with(terns, func(w *biblio.Flat) { w.DOI = other.DOI })
	noDOI := with(terns, func(w *biblio.Flat) { w.DOI = "" })
	for _, c := range []struct {
		name   string
		states []stated
		want   string
		doubt  judge.Doubt
	}{
		{"both versions", []stated{{strong("registry", nil), terns}, {server, preprint}}, terns.DOI, judge.NoDoubt},
		{"a publication without a DOI", []stated{{strong("registry", nil), noDOI}, {server, preprint}}, "",
			judge.RecordLacks},
		{"the preprint alone", []stated{{server, preprint}}, "", judge.PreprintsDOI},
	} {
		f := finding(claim, append(c.states, stated{strong("publisher", nil), other})...)
		plan := Plan(f, Options{Likely: true})
		got := ""
		for _, p := range plan.Patches {
			if p.Field == biblio.FieldDOI {
				got = p.To
			}
		}
		at := slices.IndexFunc(f.Verdict.Reasons, func(r judge.Reason) bool { return r.Field == biblio.FieldDOI })
		if _, doubt, why := plan.Pen(&f.Verdict.Reasons[at]); got != c.want || doubt != c.doubt {
			t.Errorf("%s: %q is written, want %q; doubt %q (%s), want %q; %+v", c.name, got, c.want, doubt, why, c.doubt,
				f.Verdict.Reasons)
		}
	}
}
