package train

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// Example is one case to learn from.
type Example struct {
	X       []float64
	Y       bool    // true: genuine
	Weight  float64 // how much it counts; 0 excludes it
	Cluster string  // never split between training and testing
}

// Sign restricts the sign of a weight.
type Sign int8

// A weight may be restricted to one side of zero.
const (
	Free     Sign = 0
	Positive Sign = 1
	Negative Sign = -1
)

// Options are the options of a fit.
type Options struct {
	L2    float64 // penalty on squared weights, per unit of example weight; the bias has none
	Signs []Sign  // one per feature; nil restricts none
	Steps int     // maximum of Newton steps; 0 means 100
}

// Model is a fitted logistic regression: p = 1 / (1 + exp(-(bias + w·x))).
type Model struct {
	Bias    float64
	Weights []float64
}

// Logit returns bias + w·x.
func (m *Model) Logit(x []float64) float64 {
	z := m.Bias
	for j, w := range m.Weights {
		z += w * x[j]
	}
	return z
}

// P returns the probability that x is genuine.
func (m *Model) P(x []float64) float64 { return sigmoid(m.Logit(x)) }

func sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

// tolerance ends a fit if no weight changes by more in one step.
const tolerance = 1e-7

// fitLogistic minimises the weighted log loss plus the penalty. Each Newton step solves its quadratic
// approximation by coordinate descent within the signs (Friedman, Hastie, Tibshirani 2010), with step halving
// if the loss rises.
func fitLogistic(examples []Example, opt Options) (*Model, error) {
	if len(examples) == 0 {
		return nil, fmt.Errorf("no examples to learn from")
	}
	n := len(examples[0].X)
	for i, e := range examples {
		if len(e.X) != n {
			return nil, fmt.Errorf("example %d has %d features, the first has %d", i, len(e.X), n)
		}
		for j, v := range e.X {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("example %d, feature %d is not a number", i, j)
			}
		}
	}
	if opt.Signs != nil && len(opt.Signs) != n {
		return nil, fmt.Errorf("%d signs for %d features", len(opt.Signs), n)
	}
	f := fit{examples: collapse(examples), opt: opt, m: Model{Weights: make([]float64, n)}}
	f.run()
	return &f.m, nil
}

// collapse merges examples that are equal apart from their weight, in order of first appearance: the loss is
// the same, and there are far fewer.
func collapse(examples []Example) []Example {
	at := make(map[string]int, len(examples))
	var list []Example
	var key []byte
	for _, e := range examples {
		if e.Weight == 0 {
			continue
		}
		key = key[:0]
		for _, v := range e.X {
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(v))
		}
		if e.Y {
			key = append(key, 1)
		}
		if i, ok := at[string(key)]; ok {
			list[i].Weight += e.Weight
			continue
		}
		at[string(key)] = len(list)
		list = append(list, e)
	}
	return list
}

type fit struct {
	examples []Example
	opt      Options
	m        Model
}

func (f *fit) run() {
	steps := f.opt.Steps
	if steps == 0 {
		steps = 100
	}
	loss := f.loss(&f.m)
	for range steps {
		next := f.newton()
		moved := distance(&f.m, next)
		for range 30 { // halve the step until the loss falls
			if l := f.loss(next); l <= loss+1e-12 {
				f.m, loss = *next, l
				break
			}
			next = between(&f.m, next)
		}
		if moved < tolerance {
			return
		}
	}
}

// loss returns the penalised log loss.
func (f *fit) loss(m *Model) float64 {
	sum, total := 0.0, 0.0
	for _, e := range f.examples {
		z := m.Logit(e.X)
		if e.Y {
			z = -z
		}
		sum += e.Weight * softplus(z)
		total += e.Weight
	}
	for _, w := range m.Weights {
		sum += total * f.opt.L2 * w * w / 2
	}
	return sum
}

func softplus(z float64) float64 {
	if z > 30 {
		return z
	}
	return math.Log1p(math.Exp(z))
}

// newton returns the minimum of the quadratic approximation at the current model.
func (f *fit) newton() *Model {
	n := len(f.m.Weights)
	curve := make([]float64, len(f.examples))    // second derivatives
	residual := make([]float64, len(f.examples)) // working response minus fit
	total := 0.0
	for i, e := range f.examples {
		p := f.m.P(e.X)
		curve[i] = max(e.Weight*p*(1-p), e.Weight*1e-5)
		y := 0.0
		if e.Y {
			y = 1
		}
		if curve[i] > 0 {
			residual[i] = e.Weight * (y - p) / curve[i]
		}
		total += e.Weight
	}
	next := &Model{Bias: f.m.Bias, Weights: append([]float64(nil), f.m.Weights...)}
	diagonal := make([]float64, n)
	for i, e := range f.examples {
		for j, v := range e.X {
			diagonal[j] += curve[i] * v * v
		}
	}
	for range 200 {
		moved := math.Abs(shiftBias(next, curve, residual))
		for j := range n {
			moved = max(moved, math.Abs(f.shift(next, j, curve, residual, diagonal[j], total)))
		}
		if moved < tolerance/10 {
			break
		}
	}
	return next
}

// shiftBias moves the bias to its optimum and returns by how much.
func shiftBias(m *Model, curve, residual []float64) float64 {
	num, den := 0.0, 0.0
	for i, c := range curve {
		num += c * residual[i]
		den += c
	}
	if den == 0 {
		return 0
	}
	d := num / den
	m.Bias += d
	for i := range residual {
		residual[i] -= d
	}
	return d
}

// shift moves one weight to its optimum within its sign.
func (f *fit) shift(m *Model, j int, curve, residual []float64, diagonal, total float64) float64 {
	den := diagonal + total*f.opt.L2
	if den == 0 {
		return 0
	}
	num := diagonal * m.Weights[j]
	for i, e := range f.examples {
		if v := e.X[j]; v != 0 {
			num += curve[i] * v * residual[i]
		}
	}
	w := num / den
	if f.opt.Signs != nil {
		switch f.opt.Signs[j] {
		case Positive:
			w = max(w, 0)
		case Negative:
			w = min(w, 0)
		}
	}
	d := w - m.Weights[j]
	if d == 0 {
		return 0
	}
	m.Weights[j] = w
	for i, e := range f.examples {
		if v := e.X[j]; v != 0 {
			residual[i] -= d * v
		}
	}
	return d
}

func distance(a, b *Model) float64 {
	d := math.Abs(a.Bias - b.Bias)
	for j := range a.Weights {
		d = max(d, math.Abs(a.Weights[j]-b.Weights[j]))
	}
	return d
}

func between(a, b *Model) *Model {
	m := &Model{Bias: (a.Bias + b.Bias) / 2, Weights: make([]float64, len(a.Weights))}
	for j := range m.Weights {
		m.Weights[j] = (a.Weights[j] + b.Weights[j]) / 2
	}
	return m
}

// CrossValidate returns for every example the probability from a model that was trained without its fold.
// fold[i] is the fold of example i.
func CrossValidate(examples []Example, fold []int, opt Options) ([]float64, error) {
	p := make([]float64, len(examples))
	for _, k := range slices.Compact(slices.Sorted(slices.Values(fold))) {
		var train []Example
		for i, e := range examples {
			if fold[i] != k {
				train = append(train, e)
			}
		}
		m, err := fitLogistic(train, opt)
		if err != nil {
			return nil, err
		}
		for i, e := range examples {
			if fold[i] == k {
				p[i] = m.P(e.X)
			}
		}
	}
	return p, nil
}
