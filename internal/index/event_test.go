package index

import (
	"fmt"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

const probes = "Proceedings of the Conference on Arctic Probes"

// printed is a paper of a container and year.
func printed(container string, year int, title string, authors ...string) biblio.Record {
	r := work(title, year, authors...)
	r.Container.Title = container
	return r
}

// eventIndex lists a conference for three years; the year in the middle and
// the one after it are declared complete.
func eventIndex(t testing.TB) *Index {
	records := []biblio.Record{
		printed(probes, 2016, "Drifting buoys under winter ice", "Maria Lopez", "Ivan Petrov", "Aiko Tanaka"),
		printed(probes, 2016, "A statistical view on seal counts", "Paula Fern"),
		printed(probes, 2015, "Anchors for shallow channels", "Ivan Petrov", "Jun Wang"),
		printed(probes, 2013, "Old anchors for deep channels", "Olga Ahlgren", "Peter Novak"),
		printed("Journal of Seas", 2014, "Salt in coastal waters", "Nils Berg", "Aiko Tanaka"),
		printed("Workshop on Probes and Ice", 2016, "Sails for small probes", "Yu Chen", "Rosa Diaz"),
	}
	rows := []biblio.CoverageRow{
		{Container: probes, Year: 2016, Complete: true, How: biblio.Declared, Works: 2, Note: "all"},
		{Container: probes, Year: 2017, Complete: true, How: biblio.Declared, Note: "40 papers, a list"},
	}
	x, err := InMemoryWith(append(records, someRecords(50, 3)...),
		Options{Coverage: func() []biblio.CoverageRow { return rows }})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// eventOf is Event with the titles from Similar.
func eventOf(x *Index, claim *biblio.Work, cover *answer.Coverage) ([]Hit, error) {
	like, err := x.Similar(claim, EventTitles)
	if err != nil {
		return nil, err
	}
	return x.Event(claim, cover, like)
}

func TestEvent(t *testing.T) {
	x := eventIndex(t)
	for _, c := range []struct {
		name, title      string
		authors          []string
		shared, together int
		like, sameAuthor bool
		hits             int
	}{
		{"invented", "Balloons over northern lakes", []string{"Ann Frost", "Bo Snow"}, 0, 0, false, false, 0},
		{"two authors of a listed work", "Balloons over northern lakes", []string{"Maria Lopez", "I. Petrov"}, 2,
			2, false, false, 1},
		{"names in the other order", "Balloons over northern lakes", []string{"Lopez Maria", "Tanaka Aiko"}, 2,
			2, false, false, 1},
		{"the year before", "Balloons over northern lakes", []string{"Ivan Petrov", "Jun Wang"}, 2, 2, false, false, 1},
		{"another Wang of the same initial", "Balloons over northern lakes", []string{"Maria Lopez", "Jie Wang"}, 0,
			0, false, false, 0},
		{"a team of three years before", "Balloons over northern lakes", []string{"Olga Ahlgren", "Peter Novak"}, 0,
			2, false, false, 0},
		{"a team that prints elsewhere", "Balloons over northern lakes", []string{"Nils Berg", "Aiko Tanaka"}, 0,
			2, false, false, 0},
		{"its only author", "Balloons over northern lakes", []string{"Paula Fern"}, 1, 1, false, false, 1},
		{"an only author of elsewhere", "Balloons over northern lakes", []string{"Nils Berg"}, 0, 0, false, false, 0},
		{"the record lacks the subtitle", "A statistical view on seal counts: from ships to satellites",
			[]string{"Ann Frost"}, 0, 0, true, false, 0},
		{"a like title by one of them elsewhere", "Sails for very small probes", []string{"Rosa Diaz", "Ann Frost"}, 0,
			0, false, true, 0},
	} {
		list, cut := biblio.ParseNames(c.authors, biblio.Author)
		claim := &biblio.Work{Title: c.title, Contributors: list, AuthorsCut: cut, Issued: biblio.Date{Year: 2016},
			Container: biblio.Container{Title: "Conference on Arctic Probes"}}
		cover, err := x.Coverage(claim)
		if err != nil || cover.Extent != answer.CompleteHere {
			t.Fatal(cover, err)
		}
		hits, err := eventOf(x, claim, &cover)
		l := cover.Listing
		if err != nil || len(hits) != c.hits || !l.Searched || l.Works != 2 || l.Before || !l.After || l.Sisters ||
			l.Authors != len(c.authors) ||
			l.Shared != c.shared || l.SharedAnywhere < c.together || l.SharedAnywhere >= 2 && c.together < 2 ||
			l.Title >= 0.75 != c.like ||
			l.SameAuthorTitle >= 0.6 != c.sameAuthor {
			t.Errorf("%s: %+v, %d hits, %v", c.name, l, len(hits), err)
		}
	}
}

// TestOldFormat removes the section with the authors, as in an index of the first format: it opens, and cannot
// be searched by author.
func TestOldFormat(t *testing.T) {
	x := eventIndex(t)
	f := x.segments[0].f
	delete(f.sections, "people")
	delete(f.sections, "people.g")
	s, err := openSegment(f)
	if err != nil {
		t.Fatal(err)
	}
	old := newIndex([]*segment{s})
	claim := claimIn("Conference on Arctic Probes", 2016, "")
	claim.Title = "Balloons over northern lakes"
	cover, err := old.Coverage(claim)
	if err != nil || cover.Extent != answer.CompleteHere {
		t.Fatal(cover, err)
	}
	if _, err := eventOf(old, claim, &cover); err != nil || cover.Listing.Searched {
		t.Errorf("%+v %v", cover.Listing, err)
	}
}

// TestManyNamesakes gives up on names that everyone has, and shows it by counting them as a team.
func TestManyNamesakes(t *testing.T) {
	var records []biblio.Record
	for i := range eventCompared + 50 {
		records = append(records,
			printed("Journal of Seas", 2000, fmt.Sprintf("Tides of coast %d", i), "Yan Wang", "Jing Li"))
	}
	rows := []biblio.CoverageRow{{Container: probes, Year: 2016, Complete: true, How: biblio.Declared}}
	x, err := InMemoryWith(records, Options{Coverage: func() []biblio.CoverageRow { return rows }})
	if err != nil {
		t.Fatal(err)
	}
	claim := printed(probes, 2016, "Balloons over northern lakes", "Yu Wang", "Jun Li")
	cover, err := x.Coverage(&claim.Work)
	if err == nil {
		_, err = eventOf(x, &claim.Work, &cover)
	}
	if err != nil || cover.Listing.SharedAnywhere != 2 || cover.Listing.Shared != 0 {
		t.Errorf("%+v %v", cover.Listing, err)
	}
}

// TestDamagedPeople reads lists of an inconsistent section.
func TestDamagedPeople(t *testing.T) {
	x := eventIndex(t)
	s := x.segments[0]
	s.people.data.len /= 2
	claim := claimIn("Conference on Arctic Probes", 2016, "")
	claim.Title, claim.Contributors = "Balloons over northern lakes", someRecords(50, 3)[0].Contributors
	failed := 0
	for i := range 50 {
		claim.Contributors = someRecords(50, 3)[i].Contributors
		cover, _ := x.Coverage(claim)
		if _, err := eventOf(x, claim, &cover); err != nil {
			failed++
		}
	}
	if failed == 0 {
		t.Error("no look-up notices that half of the lists are missing")
	}
}

func BenchmarkEvent(b *testing.B) {
	x := worksIndex(b)
	list := sample(b, x, 2000)
	quantiles(b, len(list), func(i int) error {
		_, err := eventOf(x, &list[i].Work,
			&answer.Coverage{Extent: answer.CompleteHere, Container: "Advances in Neural Information Processing Systems",
				Year: 2016})
		return err
	})
}
