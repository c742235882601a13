package names

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Options say how much is drawn.
type Options struct {
	Data     string // the folder of shared data
	Journals int    // half of them from the tables of abbreviations, half from the lists with ISSN alone
	Seed     uint64
}

// Pair is a form of a journal's name beside a full name.
type Pair struct{ Form, Name string }

// Result counts what was called another container.
type Result struct {
	Same, Others         int    // pairs of one journal, and of two
	SameCalled, Accepted []Pair // of one journal and called another; of two and not called another
}

const alike = 3 // journals beside each one

// Measure compares four forms of every journal drawn with its full name and with those of the three journals most
// like it, by their names alone. Journals that the list of title words abbreviates alike, and names of which one
// is the other with a subtitle, cannot be told apart and are no pair.
func Measure(opt Options) (*Result, error) {
	l, err := readLists(opt.Data)
	if err != nil {
		return nil, err
	}
	if len(l.abbrevs) < opt.Journals/2 || len(l.issn) < opt.Journals/2 {
		return nil, errors.New("the lists have too few journals")
	}
	r := rand.New(rand.NewPCG(opt.Seed, 56)) //nolint:gosec // drawn anew with the same seed
	near, out := newNear(l), &Result{}
	for _, from := range [][]*journal{l.abbrevs, l.issn} {
		slices.SortFunc(from, func(a, b *journal) int { return strings.Compare(a.name, b.name) })
		for _, i := range r.Perm(len(from))[:opt.Journals/2] {
			j := from[i]
			others := near.of(j, alike)
			for _, form := range l.forms(j) {
				out.Same++
				if other(form, j.name) {
					out.SameCalled = append(out.SameCalled, Pair{form, j.name})
				}
				for _, o := range others {
					out.Others++
					if !other(form, o.name) {
						out.Accepted = append(out.Accepted, Pair{form, o.name})
					}
				}
			}
		}
	}
	return out, nil
}

// forms returns a journal's full name and its abbreviations: by ISO 4, by medicine's index, and without full stops.
func (l *lists) forms(j *journal) []string {
	iso, _ := l.brief(j.name)
	nlm := strings.ReplaceAll(iso, ".", "")
	if j.nlm != "" {
		nlm = j.nlm
	}
	bare := nlm
	if len(j.briefs) > 0 {
		iso, bare = j.briefs[0], strings.ReplaceAll(j.briefs[0], ".", "")
	}
	return []string{j.name, iso, nlm, bare}
}

// other reports whether the comparison calls two names two containers.
func other(claimed, recorded string) bool {
	c := match.Compare(&biblio.Work{Container: biblio.Container{Title: claimed}},
		&biblio.Work{Container: biblio.Container{Title: recorded}})
	return c.Of(biblio.FieldVenue).Agreement == match.Differs
}

// near finds the journals whose names have most in common with one, weighted by how rare the words are.
type near struct {
	l      *lists
	all    []*journal
	words  [][]string
	having map[string][]int
}

func newNear(l *lists) *near {
	n := &near{l: l, all: append(slices.Clone(l.abbrevs), l.issn...), having: map[string][]int{}}
	slices.SortFunc(n.all, func(a, b *journal) int { return strings.Compare(a.name, b.name) })
	for i, j := range n.all {
		n.words = append(n.words, normalise.Words(j.name))
		for _, w := range n.words[i] {
			n.having[w] = append(n.having[w], i)
		}
	}
	return n
}

func (n *near) weight(w string) float64 {
	return math.Log(float64(len(n.all)) / float64(1+len(n.having[w])))
}

func (n *near) of(j *journal, most int) (out []*journal) {
	shared := map[int]float64{}
	for _, w := range normalise.Words(j.name) {
		if small[w] {
			continue
		}
		for _, i := range n.having[w] {
			shared[i] += n.weight(w)
		}
	}
	type scored struct {
		i     int
		score float64
	}
	var list []scored
	for i, s := range shared {
		total := 0.0
		for _, w := range n.words[i] {
			total += n.weight(w)
		}
		list = append(list, scored{i, s / total})
		for _, w := range normalise.Words(j.name) {
			total += n.weight(w)
		}
		list[len(list)-1].score = s / total
	}
	slices.SortFunc(list, func(a, b scored) int {
		if a.score != b.score {
			return int(math.Copysign(1, b.score-a.score))
		}
		return a.i - b.i
	})
	for _, s := range list {
		if o := n.all[s.i]; len(out) < most && o != j && n.two(j, o) {
			out = append(out, o)
		}
	}
	return out
}

// two reports whether the lists show two names to be those of two journals.
func (n *near) two(a, b *journal) bool {
	x, _ := n.l.brief(a.name)
	y, _ := n.l.brief(b.name)
	if key(x) == key(y) || strings.HasPrefix(key(x), key(y)) && split(a.name, b.name) ||
		strings.HasPrefix(key(y), key(x)) && split(b.name, a.name) {
		return false
	}
	for _, p := range a.briefs {
		if slices.ContainsFunc(b.briefs, func(q string) bool { return key(p) == key(q) }) {
			return false
		}
	}
	joint := func(x, y *journal) bool {
		return slices.ContainsFunc(x.others, func(o string) bool { return strings.Contains(key(o), key(y.name)) })
	}
	return !joint(a, b) && !joint(b, a)
}

// split reports whether a longer name is a shorter one with something behind a mark.
func split(long, short string) bool {
	rest := strings.TrimPrefix(strings.ToLower(long), strings.ToLower(short))
	return len(rest) < len(long) && strings.ContainsAny(rest, ":-–,.")
}
