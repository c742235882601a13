package fix

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

// stated is what one source says about a work.
type stated struct {
	info   answer.Info
	record biblio.Flat
}

// finding judges a claim by what sources state.
func finding(claim biblio.Flat, sources ...stated) *audit.Finding {
	f := audit.Finding{Reference: biblio.Reference{ID: "r", Claimed: claim.Work()}}
	for _, s := range sources {
		hit := answer.Hit{Record: biblio.Record{Work: s.record.Work(), Source: s.info.Name,
			LocalID: s.info.Name + "-" + string(s.record.Year)}, How: answer.ByTitle}
		if s.record.Title != claim.Title && s.record.DOI != "" && s.record.DOI == claim.DOI {
			hit.How = answer.ByIdentifier
		}
		f.Evidence.Lookups = append(f.Evidence.Lookups, answer.NewLookup(s.info, answer.Answer{Hits: []answer.Hit{hit}}, nil))
	}
	f.Evidence.Candidates = judge.Candidates(&f.Reference, f.Evidence.Lookups)
	f.Verdict = judge.Decide(&f.Reference, f.Evidence)
	return &f
}

func strong(name string, edit func(*answer.Info)) answer.Info {
	info := answer.Info{Name: name, Origin: biblio.Origin{Kind: biblio.Publisher}, OrderedAuthors: true,
		CompleteAuthors: true}
	if edit != nil {
		edit(&info)
	}
	return info
}

func with(f biblio.Flat, edit func(*biblio.Flat)) biblio.Flat {
	f.Authors = append([]string(nil), f.Authors...)
	edit(&f)
	return f
}

var terns = biblio.Flat{
	Type: "article-journal", Title: "Mapping the Migration of Arctic Terns with GPS Sensors",
	Authors: []string{"Alice Walker", "Katherine Johnson", "Carl Sagan"},
	Venue:   "Journal of Field Ornithology", Year: "2015", DOI: "10.1000/jfo.2015.12", Volume: "86",
	Issue: "3", Pages: "201-215",
}

// Every field of a correction comes from the record that counts for it; the fields of a work's place come from
// one record.
func TestWitnesses(t *testing.T) {
	f := finding(with(terns, func(w *biblio.Flat) {
		w.Year, w.Authors, w.Pages, w.Volume = "2019", []string{"Alice Walker", "Carl Sagan"}, "1-9", ""
	}),
		stated{strong("deposits", func(i *answer.Info) { i.Deposit, i.Authority = true, []biblio.Field{biblio.FieldDOI} }),
			with(terns, func(w *biblio.Flat) {
				w.Title, w.Authors, w.Year = "MAPPING THE MIGRATION OF ARCTIC TERNS WITH GPS SENSORS", []string{"A. Walker",
					"K. Johnson", "C. Sagan"}, "2016"
			})},
		stated{strong("specialists", func(i *answer.Info) {
			i.Authority = []biblio.Field{biblio.FieldAuthors, biblio.FieldVenue}
		}), with(terns, func(w *biblio.Flat) { w.Pages = "201" })},
		stated{strong("others", nil), with(terns, func(w *biblio.Flat) {
			w.Title = "Mapping the migration of arctic terns with gps sensors"
		})},
	)
	c := Plan(f, Options{})
	want := map[biblio.Field][2]string{
		biblio.FieldYear:    {"2015", "others"}, // and the specialists: two against one
		biblio.FieldAuthors: {"Alice Walker; Katherine Johnson; Carl Sagan", "specialists"},
		biblio.FieldPages:   {"201-215", "others"}, // like the year: the deposit has another year
		biblio.FieldVolume:  {"86", "others"},
	}
	for _, p := range c.Patches {
		if w, ok := want[p.Field]; !ok || w[0] != p.To || w[1] != p.Source {
			t.Errorf("%s: %q from %s, want %v", p.Field, p.To, p.Source, w)
		}
		delete(want, p.Field)
	}
	if len(want) > 0 {
		t.Errorf("no patch for %v (%s, %+v)", want, f.Verdict.Outcome, c.Unactionable)
	}
	if c.Work.Title != terns.Title || c.Work.Authors()[0].Given != "Alice" {
		t.Errorf("the work is %q by %v", c.Work.Title, c.Work.Authors())
	}
}

// A given name that the record has as an initial is taken in full from another record of the version, and from
// no other version or person.
func TestGivenNames(t *testing.T) {
	claim := with(terns, func(w *biblio.Flat) { w.Authors = []string{"Alice Walker", "Carl Sagan"} })
	long := with(terns, func(w *biblio.Flat) {
		w.Authors = []string{"Alice Malsenior Tallulah-Kate Walker", "K. Johnson", "Carl Sagan"}
	})
	for _, c := range []struct {
		name  string
		other biblio.Flat
		want  string
	}{
		{"the same people", with(terns, func(w *biblio.Flat) { w.Authors[0] = "A. Walker" }), "Katherine"},
		{"another initial", with(terns, func(w *biblio.Flat) { w.Authors[0], w.Authors[1] = "A. Walker", "Mary Johnson" }),
			"K."},
		{"a middle name less",
			with(terns, func(w *biblio.Flat) { w.Authors[0], w.Authors[1] = "A. Walker", "Katherine M. Johnson" }),
			"Katherine M."},
		{"other people", with(terns, func(w *biblio.Flat) { w.Authors[2] = "Edwin Hubble" }), "K."},
	} {
		f := finding(claim, stated{strong("others", nil), c.other},
			stated{strong("registry", func(i *answer.Info) { i.Authority = []biblio.Field{biblio.FieldAuthors} }), long})
		plan := Plan(f, Options{})
		list := plan.Work.Authors()
		if len(list) != 3 || list[1].Given != c.want {
			t.Errorf("%s: %v, want %s", c.name, list, c.want)
		}
		for _, p := range plan.Patches {
			if p.Field == biblio.FieldAuthors && p.To != names(list) {
				t.Errorf("%s: the patch says %q, the work %q", c.name, p.To, names(list))
			}
		}
	}
}

// If the container is replaced, related fields that are contradicted too are taken from the same version, so
// that a second run finds nothing to do. Works appear in several containers, so the DOI says which is meant.
func TestPlaceFollowsContainer(t *testing.T) {
	paper := with(terns, func(w *biblio.Flat) {
		w.Type, w.Venue, w.Volume, w.Issue = "paper-conference", "Proceedings of the Conference on Field Ornithology", "", ""
	})
	source := stated{strong("registry", nil), paper}
	claim := with(paper, func(w *biblio.Flat) {
		w.Venue, w.Pages = "Proceedings of the Conference on Marine Seismology", "5456-5468"
	})
	got := ""
	plan := Plan(finding(claim, source), Options{Minimal: true})
	for _, p := range plan.Patches {
		got += string(p.Field) + "=" + p.To + " "
	}
	if want := "venue=" + paper.Venue + " pages=201-215 "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	claim.Pages = "201-215"
	if plan := Plan(finding(claim, source), Options{}); len(plan.Patches) != 1 {
		t.Errorf("sound pages: %+v", plan.Patches)
	}
}

// TestMeetingFollowsYear: the number of a meeting is corrected with its year, and none is added.
func TestMeetingFollowsYear(t *testing.T) {
	meeting := func(number, year string) biblio.Flat {
		return with(terns, func(w *biblio.Flat) {
			w.Type, w.Volume, w.Issue, w.DOI, w.Year = "paper-conference", "", "", "", biblio.Year(year)
			w.Venue = "Proceedings of the " + number + "Annual Meeting of Field Ornithology"
		})
	}
	for _, c := range []struct {
		name          string
		claim, record biblio.Flat
		want          string
	}{
		{"another number", meeting("58th ", "2020"), meeting("57th ", "2019"), "57th "},
		{"the right number", meeting("57th ", "2020"), meeting("57th ", "2019"), ""},
		{"no number in the entry", meeting("", "2020"), meeting("57th ", "2019"), ""},
	} {
		got := map[biblio.Field]string{}
		for _, p := range Plan(finding(c.claim, stated{strong("registry", nil), c.record}), Options{Likely: true}).Patches {
			got[p.Field] = p.To
		}
		want := ""
		if c.want != "" {
			want = meeting(c.want, "").Venue
		}
		if got[biblio.FieldYear] != "2019" || got[biblio.FieldVenue] != want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// Remains of typesetting in a source are written as an author would type them.
func TestTyped(t *testing.T) {
	record := with(terns, func(w *biblio.Flat) {
		w.Title, w.Authors[1] = "Mapping the Migra\u00adtion of Arctic\u00a0Terns with GPS‐Sensors of the ﬁeld",
			"Marie‐Anne Johnson"
	})
	claim := with(terns, func(w *biblio.Flat) {
		w.Title, w.Authors = "Mapping the Migration of Arctic Terns with GPS-Sensors of the Fields",
			[]string{"Alice Walker", "Carl Sagan"}
	})
	got := ""
	for _, p := range Plan(finding(claim, stated{strong("registry", nil), record}), Options{}).Patches {
		got += string(p.Field) + "=" + p.To + " "
	}
	if want := "authors=Alice Walker; Marie-Anne Johnson; Carl Sagan "; !strings.Contains(got, want) ||
		strings.ContainsFunc(got, func(r rune) bool { return r >= 0x80 }) {
		t.Error(got)
	}
}

// Values of two versions are never mixed, and a preprint becomes its publication only on request.
func TestVersionsApart(t *testing.T) {
	preprint := with(terns, func(w *biblio.Flat) {
		w.Type, w.Venue, w.Year, w.DOI, w.ArXivID, w.Volume, w.Issue, w.Pages = "article", "arXiv", "2014", "",
			"1406.01234", "", "", ""
	})
	sources := []stated{{strong("archive", nil), preprint}, {strong("registry", nil), terns}}
	claim := with(preprint, func(w *biblio.Flat) { w.Year = "2011" })
	got := map[Prefer]string{}
	for _, prefer := range []Prefer{AsCited, Published} {
		for _, p := range Plan(finding(claim, sources...), Options{Prefer: prefer}).Patches {
			got[prefer] += string(p.Field) + "=" + p.To + " "
		}
	}
	if want := "year=2014 "; got[AsCited] != want {
		t.Errorf("as cited: %s, want %s", got[AsCited], want)
	}
	if want := "type=article venue=Journal of Field Ornithology year=2015 volume=86 issue=3 pages=201-215 " +
		"doi=10.1000/jfo.2015.12 "; got[Published] != want {
		t.Errorf("published: %s, want %s", got[Published], want)
	}
}
