package index

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// The limits of a search among the works of an event.
const (
	eventPeople    = 24     // claimed authors that are looked up
	eventPostings  = 60_000 // records in all authors' lists together
	eventCompared  = 300    // records in several authors' lists: these are read
	eventShown     = 3      // records returned
	leastNickname  = 3      // letters of a given name that may be a longer one cut: "Rob", but not "Yu"
	leastBeginning = 3      // words of a title that may be another one without its subtitle
)

// EventTitles is how many of the most similar titles Event examines.
const EventTitles = 32

// event searches among the works of a container, in a year and the adjacent years.
type event struct {
	names  []normalise.Container
	venues []string
	year   int
	title  folded
	people []person
	known  map[string]bool // container titles, and whether they are of the event
	found  answer.Listing
	shown  []Hit // order is the number of shared authors
	maker  keyMaker
	have   []person // of one record, for reuse
}

// Event reports how close a claim comes to the works of the container and year in cover, and returns those that
// share authors with it, most shared authors first. like are the first EventTitles records that Similar returns
// for the claim. It fills cover's Listing.
func (x *Index) Event(claim *biblio.Work, cover *answer.Coverage, like []Hit) (hits []Hit, err error) {
	defer guard(&err)
	if cover.Container == "" {
		return nil, nil
	}
	e := newEvent(claim, cover)
	e.found.Searched = !slices.ContainsFunc(x.segments, func(s *segment) bool { return !s.hasPeople() })
	if err := e.byTitle(x, like); err != nil {
		return nil, err
	}
	for i, s := range x.segments {
		if s.hasPeople() {
			e.byPeople(x.base[i], s)
		}
	}
	cover.Listing = e.found
	slices.SortStableFunc(e.shown, compareHits)
	return e.shown[:min(len(e.shown), eventShown)], nil
}

func newEvent(claim *biblio.Work, cover *answer.Coverage) *event {
	e := &event{year: cover.Year, known: map[string]bool{}, found: cover.Listing}
	for _, s := range []string{claim.Container.Title, claim.Container.Short, cover.Container} {
		if f := normalise.ParseContainer(s); !f.IsZero() {
			e.names = append(e.names, f)
			e.venues = append(e.venues, f.Venues...)
		}
	}
	e.title.fold(claim.FullTitle())
	e.people = claimedPeople(claim)
	e.found.Authors, e.found.Cut = len(e.people), claim.AuthorsCut
	return e
}

// holds reports whether a record is of the event: the container or another part of it, in the year or the one
// before or after.
func (e *event) holds(r *biblio.Record) bool {
	if d := r.Issued.Year - e.year; r.Issued.Year != 0 && (d < -1 || d > 1) {
		return false
	}
	title := r.Container.Title
	is, ok := e.known[title]
	if !ok {
		f := normalise.ParseContainer(title)
		is = f.Head != normalise.Preprints &&
			slices.ContainsFunc(f.Venues, func(v string) bool { return slices.Contains(e.venues, v) }) ||
			slices.ContainsFunc(e.names, func(n normalise.Container) bool { return normalise.Identical(&n, &f) })
		e.known[title] = is
	}
	return is
}

// byTitle examines the most similar titles.
func (e *event) byTitle(x *Index, like []Hit) error {
	for _, h := range like[:min(len(like), EventTitles)] {
		r, err := x.Record(h.N)
		if err != nil {
			return err
		}
		like, shared := h.Score, e.shared(&r)
		if e.beginsAlike(&r) {
			like = max(like, 0.95)
		}
		if shared > 0 {
			e.found.SameAuthorTitle = max(e.found.SameAuthorTitle, like)
		}
		if e.holds(&r) {
			e.found.Title = max(e.found.Title, like)
		}
	}
	return nil
}

// beginsAlike reports whether one title is the other without its subtitle.
func (e *event) beginsAlike(r *biblio.Record) bool {
	var f folded
	f.fold(r.FullTitle())
	a, b := &e.title, &f
	if a.len() > b.len() {
		a, b = b, a
	}
	n := a.len()
	return n >= leastBeginning && n < b.len() && string(a.text) == string(b.upTo(n)) &&
		(n > leastBeginning || slices.Contains(b.breaks, int32(n)))
}

// byPeople looks for records with several of the claimed authors, or with the only one.
func (e *event) byPeople(base int, s *segment) {
	q := searcherPool.Get().(*searcher)
	defer searcherPool.Put(q)
	q.features = q.features[:0]
	total := 0
	for _, p := range e.people {
		for _, hash := range p.hashes {
			if list, n := s.postings(&s.people, int(bucketOf(hash, s.peopleBits))); len(list) > 0 {
				total += int(n)
				q.features = append(q.features, feature{list, n, 1})
			}
		}
	}
	q.acc.reset(min(total, eventPostings))
	for _, f := range q.features {
		q.acc.add(f, eventPostings, false, uint32(s.info.Records))
	}
	least := uint32(min(2, len(e.people)))
	var list []candidate
	for _, slot := range q.acc.touched {
		if c := q.acc.slots[slot]; c.sum >= least {
			list = append(list, candidate{doc: c.doc, rough: float32(c.sum), score: -e.distance(s.meta(c.doc))})
		}
	}
	if least < 2 { // one author: only the works of the event matter
		list = slices.DeleteFunc(list, func(c candidate) bool { return c.score < -1 })
	}
	slices.SortFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.rough, a.rough), cmp.Compare(a.doc, b.doc))
	})
	if len(list) > eventCompared { // names too frequent to tell anything
		list = list[:eventCompared]
		e.found.SharedAnywhere = max(e.found.SharedAnywhere, int(least))
	}
	for _, c := range list {
		r := s.record(c.doc)
		e.meet(base+int(c.doc), &r)
	}
}

// distance is how many years a record is from the claimed year.
func (e *event) distance(m meta) float32 {
	if m.year == 0 {
		return 1
	}
	d := int(m.year) - e.year
	return float32(max(d, -d))
}

// meet records how many authors a record shares with the claim.
func (e *event) meet(n int, r *biblio.Record) {
	shared := e.shared(r)
	if shared < min(2, len(e.people)) {
		return
	}
	e.found.SharedAnywhere = max(e.found.SharedAnywhere, shared)
	if !e.holds(r) {
		return
	}
	e.found.Shared = max(e.found.Shared, shared)
	e.shown = append(e.shown, Hit{N: n, order: float32(shared)})
}

// shared counts the claimed authors of a record.
func (e *event) shared(r *biblio.Record) (n int) {
	e.have = e.have[:0]
	for i := range r.Contributors {
		if c := &r.Contributors[i]; c.Role == biblio.Author || c.Role == "" {
			if p, ok := e.maker.person(c); ok {
				e.have = append(e.have, p)
			}
		}
	}
	for i := range e.people {
		if slices.ContainsFunc(e.have, e.people[i].same) {
			n++
		}
	}
	return n
}

// person is an author as stored in the people section.
type person struct {
	family, given string // folded: last word of the family name, first word of the given name
	initials      bool   // given is only initials
	hashes        []uint64
}

// claimedPeople returns the claimed authors, each with the keys of the name and of the name with its parts
// swapped.
func claimedPeople(w *biblio.Work) (list []person) {
	var m keyMaker
	for i := range w.Contributors {
		c := &w.Contributors[i]
		if c.Role != biblio.Author && c.Role != "" {
			continue
		}
		p, ok := m.person(c)
		if !ok {
			continue
		}
		for _, h := range []uint64{m.personHash(c.Family, c.Given), m.personHash(c.Given, c.Family)} {
			if h != 0 && !slices.Contains(p.hashes, h) {
				p.hashes = append(p.hashes, h)
			}
		}
		if list = append(list, p); len(list) == eventPeople {
			break
		}
	}
	return list
}

func (m *keyMaker) person(c *biblio.Contributor) (p person, ok bool) {
	m.name.fold(c.Family)
	if m.name.len() == 0 {
		return p, false
	}
	p.family = string(m.name.token(m.name.len() - 1))
	m.name.fold(c.Given)
	if m.name.len() == 0 {
		return p, false
	}
	p.given = string(m.name.token(0))
	p.initials = len(p.given) == len(firstLetter([]byte(p.given))) || c.Given == strings.ToUpper(c.Given)
	return p, true
}

// same reports whether two names may belong to one person: equal family names, and given names that are equal,
// or one of which is a shortened form or an initial of the other.
func (p person) same(q person) bool {
	return p.family == q.family && p.givenFits(q) || p.family == q.given && p.given == q.family
}

func (p person) givenFits(q person) bool {
	if p.initials || q.initials {
		return string(firstLetter([]byte(p.given))) == string(firstLetter([]byte(q.given)))
	}
	short, long := p.given, q.given
	if len(short) > len(long) {
		short, long = long, short
	}
	return short == long || len(short) >= leastNickname && strings.HasPrefix(long, short)
}
