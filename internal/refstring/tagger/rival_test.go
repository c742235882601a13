package tagger

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// weighted returns a model with weights for every label of every feature of a
// string.
func weighted(raw string, tokens []Token, r *rand.Rand) *Model {
	w := &Weights{Unit: 0.02}
	var text Text
	text.Prepare(raw, tokens, NewModel(&Weights{}))
	var hashes [MaxFeatures]uint32
	for i := range tokens {
		for _, h := range hashes[:text.Features(i, &hashes)] {
			if slices.Contains(w.Hashes, h) {
				continue
			}
			var row [Labels]int8
			for l := range row {
				row[l] = -100
			}
			for _, l := range []Label{None, Title, Book, Container} {
				row[l] = int8(r.IntN(7) - 3)
			}
			w.Hashes, w.Rows = append(w.Hashes, h), append(w.Rows, row)
		}
	}
	for g := range w.Transitions {
		for p := range w.Transitions[g] {
			for l := range w.Transitions[g][p] {
				w.Transitions[g][p][l] = float32(r.NormFloat64())
			}
		}
	}
	return NewModel(w)
}

// The best labelling of each kind is the one that brute force finds.
func TestRivalsAgainstBruteForce(t *testing.T) {
	raw := "A study of things. Journal"
	tokens := Tokenise(nil, raw, nil)
	few := []Label{None, Title, Book, Container}
	for seed := range uint64(10) {
		m := weighted(raw, tokens, rand.New(rand.NewPCG(seed, 3)))
		var tagging Tagging
		rivals := m.Rivals(&tagging, raw, tokens)
		var best [kinds]float64
		for k := range best {
			best[k] = math.Inf(-1)
		}
		labels := make([]Label, len(tokens))
		var walk func(i int)
		walk = func(i int) {
			if i == len(labels) {
				k := 0
				for _, l := range labels {
					k |= kindOf(l)
				}
				best[k] = max(best[k], float64(tagging.Chain.potential(m.trans, labels)))
				return
			}
			for _, l := range few {
				labels[i] = l
				walk(i + 1)
			}
		}
		walk(0)
		top := slices.Max(best[:])
		for k, want := range best {
			if top-want > kindBeam {
				continue
			}
			found := math.Inf(-1)
			for _, r := range rivals {
				kind := 0
				for _, l := range r.Labels {
					kind |= kindOf(l)
				}
				if kind == k {
					found = max(found, float64(r.Score))
				}
			}
			if math.Abs(found-(want-top)) > 1e-3 {
				t.Errorf("seed %d: best of kind %d scores %v, want %v", seed, k, found, want-top)
			}
		}
		for _, r := range rivals {
			if s := float64(tagging.Chain.potential(m.trans, r.Labels)) - top; math.Abs(s-float64(r.Score)) > 1e-3 {
				t.Errorf("seed %d: %v scores %v, stated %v", seed, r.Labels, s, r.Score)
			}
		}
	}
}

// The weights for labellings as a whole survive encoding, and decide.
func TestWhole(t *testing.T) {
	rivals := []Rival{{Score: 0, Marks: []uint32{5}}, {Score: -1, Marks: []uint32{7, 9}}}
	w := Whole{Scale: 0.5, Unit: 0.1, Marks: []uint32{9, 7}, Weights: []int8{-2, 10}}
	if got := newWholeTable(&w).choose(rivals); got != 1 {
		t.Errorf("chose %d", got)
	}
	stored, err := Decode((&Weights{Whole: w}).Encode())
	if err != nil {
		t.Fatal(err)
	}
	if got := stored.Whole; got.Scale != w.Scale || got.Unit != w.Unit || !slices.Equal(got.Marks, []uint32{7, 9}) ||
		!slices.Equal(got.Weights, []int8{10, -2}) {
		t.Errorf("%+v", got)
	}
	w.Weights[1] = 1
	if got := newWholeTable(&w).choose(rivals); got != 0 {
		t.Errorf("chose %d", got)
	}
}
