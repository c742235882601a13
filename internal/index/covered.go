package index

import (
	"fmt"
	"slices"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// coverTable finds the rows of the coverage table about a container and year. Rows are prepared per year, when
// a claim first needs them.
type coverTable struct {
	mu    sync.Mutex
	rows  map[int][]biblio.CoverageRow // by year; 0 for rows about every year
	ready map[int]*coverYear
	known map[coverAsked]answer.Coverage
}

type coverAsked struct {
	container, short string
	kind             biblio.Type
	year             int
}

// coverRow is a row with the comparison forms of its names, full title first.
type coverRow struct {
	biblio.CoverageRow
	names []normalise.Container
}

// coverYear holds the rows of one year, and the indexes of those with a name that has a key of
// normalise.Container.IdentityKeys.
type coverYear struct {
	rows  []*coverRow
	byKey map[string][]int
}

// of returns the rows that may be about one of the names, in order.
func (y *coverYear) of(names []normalise.Claimed) (list []*coverRow) {
	var at []int
	for i := range names {
		for _, key := range names[i].IdentityKeys() {
			at = append(at, y.byKey[key]...)
		}
	}
	slices.Sort(at)
	for _, i := range slices.Compact(at) {
		list = append(list, y.rows[i])
	}
	return list
}

// maxKnown bounds the cached answers.
const maxKnown = 1 << 12

// Coverage reports how far the absence of a claim from the index means that the work does not exist. A row that
// declares the claimed container and year complete makes it complete there, unless another row about them
// declares a gap; an estimated row makes it covered. Without a row it is not covered.
func (x *Index) Coverage(claim *biblio.Work) (c answer.Coverage, err error) {
	if claim.Container.Title == "" && claim.Container.Short == "" {
		return answer.Coverage{Why: "the reference names no container"}, nil
	}
	t := &x.cover
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.rows == nil {
		if err := t.load(x.segments); err != nil {
			return c, err
		}
	}
	asked := coverAsked{claim.Container.Title, claim.Container.Short, claim.Type, claim.Issued.Year}
	c, ok := t.known[asked]
	if !ok {
		c = t.answer(asked)
		if len(t.known) >= maxKnown {
			clear(t.known)
		}
		t.known[asked] = c
	}
	return c, nil
}

func (t *coverTable) load(segments []*segment) error {
	rows := map[int][]biblio.CoverageRow{}
	for _, s := range segments {
		list, err := s.coverage()
		if err != nil {
			return err
		}
		for _, r := range list {
			rows[r.Year] = append(rows[r.Year], r)
		}
	}
	t.rows, t.ready, t.known = rows, map[int]*coverYear{}, map[coverAsked]answer.Coverage{}
	return nil
}

func (t *coverTable) year(year int) *coverYear {
	y, ok := t.ready[year]
	if ok {
		return y
	}
	y = &coverYear{byKey: map[string][]int{}}
	for _, r := range t.rows[year] {
		row := &coverRow{CoverageRow: r}
		for _, name := range append([]string{r.Container}, r.Aliases...) {
			f := normalise.ParseContainer(name)
			if f.IsZero() {
				continue
			}
			row.names = append(row.names, f)
			for _, key := range f.IdentityKeys() {
				y.byKey[key] = append(y.byKey[key], len(y.rows))
			}
		}
		if len(row.names) > 0 {
			y.rows = append(y.rows, row)
		}
	}
	t.ready[year] = y
	return y
}

func (t *coverTable) answer(asked coverAsked) answer.Coverage {
	var names []normalise.Claimed
	years := []int{asked.year}
	for _, s := range []string{asked.container, asked.short} {
		f := normalise.ParseClaimed(s)
		if f.IsZero() {
			continue
		}
		names = append(names, f)
		if f.Year != 0 && !slices.Contains(years, f.Year) { // the container is of another year than the reference
			years = append(years, f.Year)
		}
	}
	found := answer.Coverage{Extent: answer.World}
	for _, year := range years {
		c := t.inYear(asked, names, year)
		if c.Extent < found.Extent {
			found = c
		}
	}
	if found.Extent == answer.CompleteHere {
		found.Listing.Before, found.Listing.After = t.listed(names, found.Year-1), t.listed(names, found.Year+1)
	}
	return found
}

// listed reports whether the claimed container is listed in another year as well, by rows whose names may count
// another edition. A gap in one of its volumes does not matter there.
func (t *coverTable) listed(names []normalise.Claimed, year int) bool {
	return slices.ContainsFunc(t.year(year).of(names), func(row *coverRow) bool {
		return row.Complete && row.How == biblio.Declared &&
			slices.ContainsFunc(names, func(n normalise.Claimed) bool { return row.likely(&n.Container) })
	})
}

// works returns the number of works that a row states, or that its note begins with: "569 papers, …".
func (r *coverRow) works() int {
	if r.Works > 0 {
		return r.Works
	}
	n := 0
	if _, err := fmt.Sscanf(r.Note, "%d papers", &n); err != nil {
		return 0
	}
	return max(n, 0)
}

// inYear combines the rows of one year with those for every year.
func (t *coverTable) inYear(asked coverAsked, names []normalise.Claimed, year int) answer.Coverage {
	found := answer.Coverage{Why: "no row of the coverage table speaks of this container and year"}
	if year == 0 {
		found.Why = "the reference names no year"
	}
	for _, y := range slices.Compact([]int{year, 0}) {
		for _, row := range t.year(y).of(names) {
			if !row.speaksOf(asked.kind, names) {
				continue
			}
			extent := answer.CompleteHere
			switch declared := row.How == biblio.Declared; {
			case declared && !row.Complete:
				return answer.Coverage{Container: row.Container, Year: year, Why: "a gap is declared there: " + row.Note}
			case !declared && !row.Complete:
				continue // an estimated gap does not weaken a declaration
			case !declared:
				extent = answer.Covered
			}
			if extent > found.Extent {
				found = answer.Coverage{Extent: extent, Container: row.Container, Year: year,
					Why: fmt.Sprintf("%s complete: %s", row.How, row.Note)}
				found.Listing.Sisters = row.Sisters
			}
			if extent == found.Extent { // the volumes of one conference
				found.Listing.Works += row.works()
				found.Listing.Sisters = found.Listing.Sisters && row.Sisters
			}
		}
	}
	return found
}

// speaksOf reports whether a row is about the claimed type and container. A complete row must certainly be
// about it; for a row that declares a gap likely is enough, since a gap takes away proof and a list provides
// it.
func (r *coverRow) speaksOf(kind biblio.Type, names []normalise.Claimed) bool {
	if len(r.Types) > 0 && kind != biblio.TypeUnknown && !slices.Contains(r.Types, kind) {
		return false
	}
	for i := range names {
		if r.Complete && r.How == biblio.Declared {
			if normalise.MeansListed(&names[i], &r.names[0], r.names) {
				return true
			}
		} else if r.likely(&names[i].Container) {
			return true
		}
	}
	return false
}

func (r *coverRow) likely(name *normalise.Container) bool {
	for k := range r.names {
		if acronym(&r.names[k]) && !acronym(name) { // "TC" is Translating and the Computer, and a journal
			continue
		}
		if normalise.Identical(name, &r.names[k]) {
			return true
		}
	}
	return false
}

// acronym reports whether a name is one word, which several containers may share.
func acronym(c *normalise.Container) bool { return len(c.Words) <= 1 }
