package labeller

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
)

// Contest is a labelled string with competing labellings and their losses.
type Contest struct {
	Rivals []tagger.Rival
	Loss   []float64
}

// Contests returns competing labellings for the clean and the rendered strings of one fold, parsed with a model
// that was trained without it.
func (m *Material) Contests(w *tagger.Weights, fold int) []Contest {
	plain := *w
	plain.Whole = tagger.Whole{}
	model := tagger.NewModel(&plain)
	var list []Contest
	var t tagger.Tagging
	compete := func(e *Example, books bool) {
		if len(e.Tokens) == 0 {
			return
		}
		c := Contest{Rivals: model.Rivals(&t, e.Raw, e.Tokens)}
		for _, r := range c.Rivals {
			c.Loss = append(c.Loss, loss(r.Labels, e.Labels, books))
		}
		if slices.Min(c.Loss) < slices.Max(c.Loss) {
			list = append(list, c)
		}
	}
	for i := range m.Labelled {
		l := &m.Labelled[i]
		if weightOf(l.Set) < cleanWeight || foldOf(l) != fold {
			continue
		}
		if e, ok := l.Example(1); ok {
			compete(&e, conventionOf(l.Set).BookIsContainer)
		}
	}
	for i := range m.Rendered {
		if i%Folds == fold {
			e := m.Rendered[i].example()
			compete(&e, false)
		}
	}
	return list
}

// cleanWeight is the smallest weight of a set with clean labels.
const cleanWeight = 0.6

// counted are the fields whose words must be right.
var counted = [tagger.Labels]bool{tagger.Author: true, tagger.Title: true, tagger.Book: true, tagger.Container: true,
	tagger.Date: true, tagger.Volume: true, tagger.Pages: true, tagger.Publisher: true}

// lostTitle is the extra loss if a true title is not found.
const lostTitle = 3

// loss counts the fields of a labelling that are not in the true one, and those of the true one that are not in
// it. books says whether the titles of books are distinguished from others.
func loss(labels, truth []tagger.Label, books bool) float64 {
	var wrong, have, want [tagger.Labels]bool
	for i, l := range labels {
		g := truth[i]
		if !books {
			l, g = titleAs(l, tagger.Title), titleAs(g, tagger.Title)
		}
		have[l], want[g] = true, true
		if l != g {
			wrong[l], wrong[g] = true, true
		}
	}
	sum := 0.0
	for l := range wrong {
		if !wrong[l] || !counted[l] {
			continue
		}
		if have[l] {
			sum++
		}
		if want[l] {
			sum++
		}
	}
	if wrong[tagger.Title] && want[tagger.Title] {
		sum += lostTitle
	}
	return sum
}

// The parameters of weighing labellings: see fitWhole.
const (
	wholeEpochs = 30
	wholeRate   = 0.1
	wholeDecay  = 1e-3
	wholeLeast  = 3 // a mark must occur at least this often
	sharpness   = 1 // of the preference for a smaller loss
)

// wholeTrainer fits the weights of marks.
type wholeTrainer struct {
	rows     map[uint32]int
	marks    []uint32
	counts   []int
	w, g2, g []float64
	scale    float64
	scale2   float64
	p, q     []float64 // of each rival: the current distribution, the desired one
	touched  []int
}

// fitWhole trains the weights of marks to prefer rivals with a small loss, by AdaGrad on the divergence of the
// current distribution from one that weights each rival by its loss. The same contests always result in the
// same weights.
func fitWhole(list []Contest) tagger.Whole {
	t := &wholeTrainer{rows: map[uint32]int{}, scale: 1, scale2: 1}
	for i := range list {
		for _, r := range list[i].Rivals {
			for _, h := range r.Marks {
				t.count(h)
			}
		}
	}
	t.w, t.g2, t.g = make([]float64, len(t.marks)), make([]float64, len(t.marks)), make([]float64, len(t.marks))
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	random := rand.New(rand.NewPCG(5, 5))
	for range wholeEpochs {
		random.Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
		for _, i := range order {
			t.step(&list[i])
		}
	}
	return t.quantised()
}

func (t *wholeTrainer) count(h uint32) {
	r, ok := t.rows[h]
	if !ok {
		r = len(t.marks)
		t.rows[h] = r
		t.marks, t.counts = append(t.marks, h), append(t.counts, 0)
	}
	t.counts[r]++
}

// step makes one step for one contest.
func (t *wholeTrainer) step(c *Contest) {
	t.p, t.q, t.touched = t.p[:0], t.q[:0], t.touched[:0]
	least := slices.Min(c.Loss)
	for k := range c.Rivals {
		s := t.scale * float64(c.Rivals[k].Score)
		for _, h := range c.Rivals[k].Marks {
			s += t.w[t.rows[h]]
		}
		t.p, t.q = append(t.p, s), append(t.q, s-sharpness*(c.Loss[k]-least))
	}
	softmax(t.p)
	softmax(t.q)
	slope := 0.0
	for k := range c.Rivals {
		d := t.p[k] - t.q[k]
		slope += d * float64(c.Rivals[k].Score)
		for _, h := range c.Rivals[k].Marks {
			if r := t.rows[h]; t.counts[r] >= wholeLeast {
				t.g[r] += d
				t.touched = append(t.touched, r)
			}
		}
	}
	for _, r := range t.touched { // a repeated mark has no gradient left
		if v := t.g[r]; v > 1e-4 || v < -1e-4 {
			v += wholeDecay * t.w[r]
			t.g2[r] += v * v
			t.w[r] -= wholeRate * v / math.Sqrt(t.g2[r]+0.1)
		}
		t.g[r] = 0
	}
	t.scale2 += slope * slope
	t.scale -= 0.1 * wholeRate * slope / math.Sqrt(t.scale2)
}

// softmax converts scores to probabilities.
func softmax(s []float64) {
	top, sum := slices.Max(s), 0.0
	for k := range s {
		s[k] = math.Exp(s[k] - top)
		sum += s[k]
	}
	for k := range s {
		s[k] /= sum
	}
}

// quantised rounds the weights to whole numbers.
func (t *wholeTrainer) quantised() tagger.Whole {
	top := 1e-6
	for _, v := range t.w {
		top = max(top, math.Abs(v))
	}
	w := tagger.Whole{Scale: float32(t.scale), Unit: float32(top / 127)}
	for r, v := range t.w {
		if n := int8(math.Round(v / top * 127)); n != 0 {
			w.Marks, w.Weights = append(w.Marks, t.marks[r]), append(w.Weights, n)
		}
	}
	return w
}
