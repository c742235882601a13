// Package large measures the index at sizes for which no dump is at hand: it makes works whose titles, names and
// containers have the statistics of a real corpus, builds an index of them, and times its look-ups.
//
// May be imported by: cmd/bonafide-lab.
package large

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/index"
)

// Options say what is measured.
type Options struct {
	From    string // folder of the corpus whose statistics are taken
	Dir     string // folder of the index, which is built if it holds none
	Works   int    // to make
	Queries int    // of each kind
	Seed    uint64
	Log     func(format string, args ...any)
}

// Timing is how long the look-ups of one kind took, the first time after the files left the memory of the system,
// and again.
type Timing struct {
	Kind       string
	Found      float64 // share of the queries whose work came first; of absent ones, that had a work of .8 and more
	Cold, Warm [3]time.Duration
}

// Report is what was measured.
type Report struct {
	Works  int
	Bytes  int64
	Build  time.Duration // 0 if the index was there already
	Peak   int64         // memory of the process at its greatest, in bytes, the mapped files among it
	Lookup []Timing
}

// quantiles are those of the Timings.
var quantiles = [3]float64{.5, .99, 1}

// Measure makes the index, if it is not there, and asks it.
func Measure(ctx context.Context, opt Options) (*Report, error) {
	from, err := index.Open(opt.From)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	m, err := learn(from)
	if err != nil {
		return nil, err
	}
	r := &Report{}
	if !index.Exists(opt.Dir) {
		opt.Log("building an index of %d works", opt.Works)
		start := time.Now()
		progress := func(n int) {
			if n%1_000_000 == 0 && n > 0 {
				opt.Log("%d works", n)
			}
		}
		if err := index.Build(ctx, opt.Dir, m.records(opt.Works, opt.Seed), index.Options{Progress: progress}); err != nil {
			return nil, err
		}
		r.Build = time.Since(start)
	}
	if err := r.look(opt, m); err != nil {
		return nil, err
	}
	status, _ := os.ReadFile("/proc/self/status") // where there is one
	if _, peak, ok := strings.Cut(string(status), "VmHWM:"); ok {
		_, _ = fmt.Sscan(peak, &r.Peak)
		r.Peak <<= 10
	}
	return r, nil
}

// look times the kinds of look-ups.
func (r *Report) look(opt Options, m *model) error {
	var present, damaged, absent []*biblio.Record
	for i := range opt.Queries {
		w := m.numbered(opt.Seed, i*(opt.Works/opt.Queries)) // every so many of those in the index
		rng := rand.New(rand.NewPCG(opt.Seed+1, uint64(i)))
		absent = append(absent, m.work(rng, opt.Works+i))
		d := *w
		words := strings.Fields(d.Title)
		words[rng.IntN(len(words))] = m.words[rng.IntN(len(m.words))]
		d.Title = strings.Join(words, " ")
		present, damaged = append(present, w), append(damaged, &d)
	}
	byID := func(x *index.Index, w *biblio.Work) ([]index.Hit, error) { return x.ByID(w.IDs[0]) }
	byTitle := func(x *index.Index, w *biblio.Work) ([]index.Hit, error) { return x.ByTitle(w.Title) }
	similar := func(x *index.Index, w *biblio.Work) ([]index.Hit, error) { return x.Similar(w, 5) }
	for _, k := range []kind{
		{"identifier", present, byID, first}, {"exact title", present, byTitle, first},
		{"similar, one word replaced", damaged, similar, first}, {"similar, absent", absent, similar, near},
	} {
		if err := evict(opt.Dir); err != nil {
			return err
		}
		t := Timing{Kind: k.name}
		var err error
		if t.Cold, _, err = r.timed(opt.Dir, &k); err == nil {
			t.Warm, t.Found, err = r.timed(opt.Dir, &k)
		}
		if err != nil {
			return err
		}
		r.Lookup = append(r.Lookup, t)
	}
	return nil
}

// kind is a kind of look-ups: whom it asks about, how, and what counts as found.
type kind struct {
	name    string
	queries []*biblio.Record
	ask     func(x *index.Index, w *biblio.Work) ([]index.Hit, error)
	found   func(x *index.Index, best index.Hit, q *biblio.Record) (bool, error)
}

// first reports whether the best hit is the work that was asked for.
func first(x *index.Index, best index.Hit, q *biblio.Record) (bool, error) {
	r, err := x.Record(best.N)
	return err == nil && r.LocalID == q.LocalID, err
}

// near reports whether the best hit is nearly the same as a work that is not there.
func near(_ *index.Index, best index.Hit, _ *biblio.Record) (bool, error) {
	return best.Score >= .8, nil
}

// timed opens the index anew, and returns the quantiles of the times of one kind and the share of what was found.
func (r *Report) timed(dir string, k *kind) (took [3]time.Duration, share float64, err error) {
	x, err := index.Open(dir)
	if err != nil {
		return took, 0, err
	}
	defer x.Close()
	info, err := x.Info()
	if err != nil {
		return took, 0, err
	}
	r.Works, r.Bytes = info.Records, info.Bytes
	list, found := make([]time.Duration, 0, len(k.queries)), 0
	for _, q := range k.queries {
		start := time.Now()
		hits, err := k.ask(x, &q.Work)
		list = append(list, time.Since(start))
		same := false
		if err == nil && len(hits) > 0 {
			same, err = k.found(x, hits[0], q)
		}
		if err != nil {
			return took, 0, err
		}
		if same {
			found++
		}
	}
	slices.Sort(list)
	for i, q := range quantiles {
		took[i] = list[min(int(q*float64(len(list))), len(list)-1)]
	}
	return took, float64(found) / float64(len(k.queries)), nil
}

// model has the statistics of a corpus: which word follows which in titles, and the names, containers and years of its
// works.
type model struct {
	words   []string
	next    [][]uint32 // by word, the words that followed it, as often as they did; 0 is the end, and the beginning
	lengths []uint8    // of titles, in words
	people  []biblio.Contributor
	sizes   []uint8 // of lists of authors
	venues  []biblio.Work
}

// sampled is how many names and containers are kept.
const sampled = 200_000

func learn(x *index.Index) (*model, error) {
	m := &model{words: []string{""}, next: [][]uint32{nil}}
	ids := map[string]uint32{"": 0}
	rng := rand.New(rand.NewPCG(1, 1))
	keep := func(n, seen int) int { // the place of one of n kept out of seen; -1 for none
		if n < sampled {
			return n
		}
		if at := rng.IntN(seen); at < sampled {
			return at
		}
		return -1
	}
	seenPeople, seen := 0, 0
	for r, err := range x.Records() {
		if err != nil {
			return nil, err
		}
		seen++
		title, before := strings.Fields(r.Title), uint32(0)
		for _, w := range title {
			id, ok := ids[w]
			if !ok {
				id = uint32(len(m.words))
				ids[w], m.words, m.next = id, append(m.words, w), append(m.next, nil)
			}
			m.next[before] = append(m.next[before], id)
			before = id
		}
		m.next[before] = append(m.next[before], 0)
		m.lengths = append(m.lengths, uint8(min(len(title), 40)))
		authors := r.Authors()
		m.sizes = append(m.sizes, uint8(min(len(authors), 30)))
		for _, c := range authors {
			seenPeople++
			if at := keep(len(m.people), seenPeople); at == len(m.people) {
				m.people = append(m.people, c)
			} else if at >= 0 {
				m.people[at] = c
			}
		}
		venue := biblio.Work{Type: r.Type, Container: r.Container, Issued: r.Issued, Volume: r.Volume, Pages: r.Pages}
		if at := keep(len(m.venues), seen); at == len(m.venues) {
			m.venues = append(m.venues, venue)
		} else if at >= 0 {
			m.venues[at] = venue
		}
	}
	if len(m.people) == 0 {
		return nil, fmt.Errorf("a corpus without people")
	}
	return m, nil
}

// records makes works, the same for the same seed.
func (m *model) records(n int, seed uint64) index.Records {
	return func(yield func(*biblio.Record, error) bool) {
		for i := range n {
			if !yield(m.numbered(seed, i), nil) {
				return
			}
		}
	}
}

// numbered makes the work of a seed with a number.
func (m *model) numbered(seed uint64, n int) *biblio.Record {
	return m.work(rand.New(rand.NewPCG(seed, uint64(n))), n)
}

// invented is the share of words that no work of the corpus has: new words come with new works.
const invented = .004

// work makes one work: a walk from word to word, as long as a title that was drawn; authors whose given and family
// names come from two people; and the container, year and pages of some work.
func (m *model) work(rng *rand.Rand, n int) *biblio.Record {
	r := &biblio.Record{Work: m.venues[rng.IntN(len(m.venues))], Source: "made", LocalID: fmt.Sprint(n)}
	r.IDs = []ident.ID{{Scheme: ident.DOI, Value: fmt.Sprintf("10.99999/made.%d", n)}}
	var title []string
	for at, most := uint32(0), max(3, int(m.lengths[rng.IntN(len(m.lengths))])); len(title) < most; {
		followers := m.next[at]
		if at = followers[rng.IntN(len(followers))]; at == 0 {
			continue // a further part of the title
		}
		word := m.words[at]
		if rng.Float64() < invented {
			word += string([]byte{byte('a' + rng.IntN(26)), byte('a' + rng.IntN(26)), byte('a' + rng.IntN(26))})
		}
		title = append(title, word)
	}
	r.Title = strings.Join(title, " ")
	for range m.sizes[rng.IntN(len(m.sizes))] {
		a, b := m.people[rng.IntN(len(m.people))], m.people[rng.IntN(len(m.people))]
		r.Contributors = append(r.Contributors, biblio.Contributor{Family: a.Family, Given: b.Given, Literal: a.Literal})
	}
	return r
}
