package labeller

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
)

// Options of a training run. The same options and examples always result in the same weights.
type Options struct {
	Epochs   int
	Rate     float64 // of AdaGrad
	Decay    float64 // of weights, per update
	Dropout  float64 // share of features that a step ignores
	MinCount int     // a feature must occur at least this often
	MaxRows  int     // rows kept
	Seed     uint64
	Progress func(epoch int, loss float64)
}

// DefaultOptions returns the options for the shipped weights.
func DefaultOptions() Options {
	return Options{Epochs: 8, Rate: 0.2, Decay: 1e-4, Dropout: 0.7, MinCount: 3, MaxRows: 165000, Seed: 1}
}

// trainer holds the state of one run.
type trainer struct {
	options Options
	model   *tagger.Model // lexicon only
	rows    map[uint32]int32
	hashes  []uint32
	seen    []uint32        // how often each occurs
	w, g2   []tagger.Scores // weights and sums of squared gradients, per row
	trans   tagger.Transitions
	trans2  tagger.Transitions
	exp     tagger.Transitions // of trans, for the current string
	items   []item
	chain   tagger.Chain
	kept    []int32 // rows used in the current step
	ends    []int32
	noise   uint32
}

// item is an example with the rows of its features.
type item struct {
	*Example
	rows []int32 // of all tokens, one after another
	ends []int32 // where each token's rows end
	gaps []uint8
}

// fit trains weights on examples. The words and names of lexicon become part
// of the result.
func fit(examples []Example, lexicon *tagger.Weights, o Options) *tagger.Weights {
	t := &trainer{options: o, rows: map[uint32]int32{}}
	t.model = tagger.NewModel(lexicon)
	t.index(examples)
	t.w, t.g2 = make([]tagger.Scores, len(t.hashes)), make([]tagger.Scores, len(t.hashes))
	order := make([]int, len(t.items))
	for i := range order {
		order[i] = i
	}
	random := rand.New(rand.NewPCG(o.Seed, 17))
	for epoch := range o.Epochs {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		loss := 0.0
		rate := o.Rate
		if epoch >= o.Epochs-2 {
			rate /= 3
		}
		for _, i := range order {
			loss += t.step(&t.items[i], float32(rate))
		}
		if o.Progress != nil {
			o.Progress(epoch, loss/float64(len(order)))
		}
	}
	w := t.quantised()
	w.Words, w.Entries, w.Names, w.NameMarks = lexicon.Words, lexicon.Entries, lexicon.Names, lexicon.NameMarks
	return w
}

// index numbers the features that are frequent enough.
func (t *trainer) index(examples []Example) {
	const bits = 26
	counts := make([]uint8, 1<<bits)
	var text tagger.Text
	var hashes [tagger.MaxFeatures]uint32
	each := func(e *Example, f func(i int, h []uint32)) {
		text.Prepare(e.Raw, e.Tokens, t.model)
		for i := range e.Tokens {
			n := text.Features(i, &hashes)
			f(i, hashes[:n])
		}
	}
	for k := range examples {
		each(&examples[k], func(_ int, hs []uint32) {
			for _, h := range hs {
				if c := &counts[h>>(32-bits)]; *c < 255 {
					*c++
				}
			}
		})
	}
	t.items = make([]item, len(examples))
	for k := range examples {
		e := &examples[k]
		it := item{Example: e}
		each(e, func(_ int, hs []uint32) {
			for _, h := range hs {
				if int(counts[h>>(32-bits)]) < t.options.MinCount {
					continue
				}
				r, ok := t.rows[h]
				if !ok {
					r = int32(len(t.hashes))
					t.rows[h] = r
					t.hashes, t.seen = append(t.hashes, h), append(t.seen, 0)
				}
				t.seen[r]++
				it.rows = append(it.rows, r)
			}
			it.ends = append(it.ends, int32(len(it.rows)))
		})
		it.rows = slices.Clip(it.rows)
		it.gaps = text.Gaps(nil)
		t.items[k] = it
	}
}

// step makes one step of AdaGrad down the gradient of one example's negative log likelihood, which it returns.
func (t *trainer) step(it *item, rate float32) float64 {
	n := len(it.Tokens)
	if n == 0 {
		return 0
	}
	c := &t.chain
	c.Reset(n)
	copy(c.Gap, it.gaps)
	t.kept, t.ends = t.kept[:0], t.ends[:0]
	at := int32(0)
	for i := range n {
		var s tagger.Scores
		for _, r := range it.rows[at:it.ends[i]] {
			if t.drops() {
				continue
			}
			t.kept = append(t.kept, r)
			w := &t.w[r]
			for l := range s {
				s[l] += w[l]
			}
		}
		at = it.ends[i]
		t.ends = append(t.ends, int32(len(t.kept)))
		c.Emit[i] = s
	}
	exp := t.expOf(it.gaps)
	logZ := c.Posterior(exp)
	gold := float64(t.trans[tagger.Gaps-1][0][it.Labels[0]])
	for i, l := range it.Labels {
		gold += float64(c.Emit[i][l])
		if i > 0 {
			gold += float64(t.trans[it.gaps[i]][it.Labels[i-1]][l])
		}
	}
	at = 0
	for i := range n {
		g := c.Marginal[i]
		g[it.Labels[i]]--
		if !still(&g) {
			for _, r := range t.kept[at:t.ends[i]] {
				t.update(&t.w[r], &t.g2[r], &g, it.Weight, rate)
			}
		}
		at = t.ends[i]
		// If both labels are certain, no pair's gradient is large enough.
		if i == 0 || 2-c.Marginal[i][it.Labels[i]]-c.Marginal[i-1][it.Labels[i-1]] >= small {
			t.updateTransition(it, i, exp, rate)
		}
	}
	return (logZ - gold) * float64(it.Weight)
}

// drops decides with a simple generator whether to ignore a feature.
func (t *trainer) drops() bool {
	t.noise = t.noise*1664525 + 1013904223
	return float64(t.noise>>8) < t.options.Dropout*(1<<24)
}

// small is the size below which gradients are ignored.
const small = 0.002

// still reports whether a gradient is too small to change anything.
func still(g *tagger.Scores) bool {
	for _, v := range g {
		if v >= small || v <= -small {
			return false
		}
	}
	return true
}

func (t *trainer) update(w, g2, g *tagger.Scores, weight, rate float32) {
	decay := float32(t.options.Decay)
	for l, v := range g {
		if v < small && v > -small {
			continue
		}
		v *= weight
		v += decay * w[l]
		g2[l] += v * v
		w[l] -= rate * v / float32(math.Sqrt(float64(g2[l])+1e-6))
	}
}

func (t *trainer) updateTransition(it *item, i int, exp *tagger.Transitions, rate float32) {
	if i == 0 {
		g := t.chain.Marginal[0]
		g[it.Labels[0]]--
		t.update(&t.trans[tagger.Gaps-1][0], &t.trans2[tagger.Gaps-1][0], &g, it.Weight, rate)
		return
	}
	var pair [tagger.Labels]tagger.Scores
	sum := float32(0)
	for p := range tagger.Labels {
		if t.chain.Alpha[i-1][p] < 1e-5 {
			continue
		}
		for l := range tagger.Labels {
			pair[p][l] = t.chain.Pair(exp, i, p, l)
			sum += pair[p][l]
		}
	}
	if sum == 0 {
		return
	}
	for p := range pair {
		for l := range pair[p] {
			pair[p][l] /= sum
		}
	}
	pair[it.Labels[i-1]][it.Labels[i]]--
	g := it.gaps[i]
	for p := range pair {
		t.update(&t.trans[g][p], &t.trans2[g][p], &pair[p], it.Weight, rate)
	}
}

// expOf returns the exponentials of the transitions that a string needs.
func (t *trainer) expOf(gaps []uint8) *tagger.Transitions {
	exp := &t.exp
	var done [tagger.Gaps]bool
	fill := func(g int) {
		if done[g] {
			return
		}
		done[g] = true
		for p := range exp[g] {
			for l, v := range t.trans[g][p] {
				exp[g][p][l] = float32(math.Exp(float64(v)))
			}
		}
	}
	fill(tagger.Gaps - 1)
	for _, g := range gaps {
		fill(int(g))
	}
	return exp
}

// frequent is the count above which a feature gains nothing from being more frequent.
const frequent = 40

// quantised rounds the weights to whole numbers and keeps the rows that matter most: large weights and, among
// similar rows, frequent features.
func (t *trainer) quantised() *tagger.Weights {
	weight := make([]float32, len(t.w))
	order := make([]int, len(t.w))
	for i := range t.w {
		order[i] = i
		for _, v := range t.w[i] {
			weight[i] = max(weight[i], v, -v)
		}
		weight[i] *= float32(math.Sqrt(float64(min(t.seen[i], frequent))))
	}
	slices.SortFunc(order, func(i, j int) int {
		if weight[i] != weight[j] {
			if weight[i] > weight[j] {
				return -1
			}
			return 1
		}
		return i - j
	})
	order = order[:min(len(order), t.options.MaxRows)]
	const top = 3.8 // larger weights are cut
	used := float32(1 - t.options.Dropout)
	w := &tagger.Weights{Unit: top / 127, Transitions: t.trans}
	for _, i := range order {
		var row [tagger.Labels]int8
		any := false
		for l, v := range t.w[i] {
			v *= used
			row[l] = int8(math.Round(float64(min(max(v, -top), top)) / top * 127))
			any = any || row[l] != 0
		}
		if any {
			w.Hashes, w.Rows = append(w.Hashes, t.hashes[i]), append(w.Rows, row)
		}
	}
	return w
}
