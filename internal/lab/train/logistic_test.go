package train

import (
	"math"
	"strings"
	"testing"
)

// One binary feature: the fit finds the known log odds of each side.
func TestFitGivesTheLogOdds(t *testing.T) {
	var examples []Example
	add := func(x float64, y bool, n int) {
		for range n {
			examples = append(examples, Example{X: []float64{x}, Y: y, Weight: 1})
		}
	}
	add(0, true, 20)
	add(0, false, 80) // odds 1:4
	add(1, true, 90)
	add(1, false, 10) // odds 9:1
	m, err := fitLogistic(examples, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := m.Bias, math.Log(0.25); math.Abs(got-want) > 1e-4 {
		t.Errorf("bias %v, want %v", got, want)
	}
	if got, want := m.Weights[0], math.Log(36.0); math.Abs(got-want) > 1e-4 {
		t.Errorf("weight %v, want %v", got, want)
	}
	if p := m.P([]float64{1}); math.Abs(p-0.9) > 1e-4 {
		t.Errorf("p = %v", p)
	}
}

func TestWeightsCount(t *testing.T) {
	examples := []Example{
		{X: []float64{0}, Y: true, Weight: 1}, {X: []float64{0}, Y: false, Weight: 3},
	}
	m, err := fitLogistic(examples, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if p := m.P([]float64{0}); math.Abs(p-0.25) > 1e-5 {
		t.Errorf("p = %v, want .25", p)
	}
}

func TestAlikeExamplesAreJoined(t *testing.T) {
	x, z := []float64{1, 0.5}, []float64{1, 0.25}
	list := collapse([]Example{{X: x, Weight: 1}, {X: z, Weight: 1}, {X: x, Weight: 2},
		{X: x, Y: true, Weight: 1}, {X: x}})
	if len(list) != 3 || list[0].Weight != 3 || list[1].Weight != 1 || !list[2].Y {
		t.Errorf("joined to %+v", list)
	}
}

func TestSignsHold(t *testing.T) {
	var examples []Example
	for i := range 100 { // the feature speaks against, but is restricted to speaking for
		examples = append(examples, Example{X: []float64{float64(i % 2), 1}, Y: i%2 == 0, Weight: 1})
	}
	m, err := fitLogistic(examples, Options{L2: 1e-3, Signs: []Sign{Positive, Free}})
	if err != nil {
		t.Fatal(err)
	}
	if m.Weights[0] != 0 {
		t.Errorf("weight %v has the wrong sign", m.Weights[0])
	}
	m, _ = fitLogistic(examples, Options{L2: 1e-3, Signs: []Sign{Negative, Free}})
	if m.Weights[0] >= -1 {
		t.Errorf("weight %v is too small", m.Weights[0])
	}
}

func TestSeparableDataStayFinite(t *testing.T) {
	examples := []Example{{X: []float64{-1}, Weight: 1}, {X: []float64{1}, Y: true, Weight: 1}}
	m, err := fitLogistic(examples, Options{L2: 1e-4})
	if err != nil {
		t.Fatal(err)
	}
	if w := m.Weights[0]; math.IsNaN(w) || w < 1 || w > 100 {
		t.Errorf("weight %v", w)
	}
}

func TestFitRefusesWhatIsNoData(t *testing.T) {
	for _, c := range []struct {
		examples []Example
		opt      Options
		want     string
	}{
		{nil, Options{}, "no examples"},
		{[]Example{{X: []float64{1}}, {X: []float64{1, 2}}}, Options{}, "features"},
		{[]Example{{X: []float64{math.NaN()}}}, Options{}, "not a number"},
		{[]Example{{X: []float64{1}}}, Options{Signs: []Sign{Free, Free}}, "signs"},
	} {
		if _, err := fitLogistic(c.examples, c.opt); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}

func TestCrossValidationDoesNotSeeItsOwnFold(t *testing.T) {
	// The feature is an identity: only a model that saw the example knows it.
	var examples []Example
	fold := make([]int, 40)
	for i := range 40 {
		x := make([]float64, 40)
		x[i] = 1
		examples = append(examples, Example{X: x, Y: i%2 == 0, Weight: 1})
		fold[i] = (i / 2) % 5
	}
	p, err := CrossValidate(examples, fold, Options{L2: 1e-3})
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range p {
		if math.Abs(v-0.5) > 0.02 {
			t.Errorf("example %d: p = %v, want about .5", i, v)
		}
	}
	again, _ := CrossValidate(examples, fold, Options{L2: 1e-3})
	for i := range p {
		if p[i] != again[i] {
			t.Fatal("two runs differ")
		}
	}
}

func BenchmarkFit(b *testing.B) {
	var examples []Example
	for i := range 5000 {
		x := make([]float64, 30)
		for j := range x {
			x[j] = float64((i*7+j*13)%11) / 11
		}
		examples = append(examples, Example{X: x, Y: x[0]+x[1] > 0.9, Weight: 1})
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := fitLogistic(examples, Options{L2: 1e-4}); err != nil {
			b.Fatal(err)
		}
	}
}
