package metric

import (
	"math"
	"testing"
)

func near(t *testing.T, name string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-6 {
		t.Errorf("%s = %.8f, want %.8f", name, got, want)
	}
}

// By hand: gold a a a b b c, predicted a a b b c c.
func TestConfusion(t *testing.T) {
	c := Count([]string{"a", "b", "c"}, []int{0, 0, 0, 1, 1, 2}, []int{0, 0, 1, 1, 2, 2}, nil)
	near(t, "accuracy", c.Accuracy(), 4.0/6)
	near(t, "precision a", c.Precision(0), 1)
	near(t, "recall a", c.Recall(0), 2.0/3)
	near(t, "f1 a", c.F1(0), 0.8)
	near(t, "f1 b", c.F1(1), 0.5)
	near(t, "f1 c", c.F1(2), 2.0/3)
	near(t, "macro", c.MacroF1(), (0.8+0.5+2.0/3)/3)
	near(t, "weighted", c.WeightedF1(), (3*0.8+2*0.5+2.0/3)/6)
	near(t, "above", c.Above(), 2.0/6)
	near(t, "below", c.Below(), 0)
	// chance = (3*2 + 2*2 + 1*2)/36 = 1/3
}

func TestMacroLeavesOutLabelsAbsentFromGold(t *testing.T) {
	c := Count([]string{"a", "b", "u"}, []int{0, 0, 1}, []int{0, 2, 1}, nil)
	near(t, "macro", c.MacroF1(), (2.0/3+1)/2)
}

func TestEmptyIsZero(t *testing.T) {
	c := NewConfusion("a", "b")
	near(t, "accuracy", c.Accuracy(), 0)
	near(t, "macro", c.MacroF1(), 0)
	near(t, "mcc", Binary{}.MCC(), 0)
	near(t, "ece", ECE(nil, nil, nil), 0)
	if got := Bootstrap(nil, []Measure{func([]float64) float64 { return 0 }}); got[0] != (Interval{}) {
		t.Errorf("bootstrap of nothing = %v", got)
	}
}

func TestBinary(t *testing.T) {
	b := Binary{TP: 90, FP: 4, FN: 1, TN: 5}
	near(t, "precision", b.Precision(), 90.0/94)
	near(t, "recall", b.Recall(), 90.0/91)
	near(t, "fpr", b.FalsePositiveRate(), 4.0/9)
	near(t, "f1", b.F1(), 180.0/185)
	near(t, "mcc", b.MCC(), (90*5-4*1)/math.Sqrt(94*91*9*6))
}

func TestCalibration(t *testing.T) {
	p := []float64{0.05, 0.05, 0.95, 0.95, 1}
	y := []bool{false, true, true, true, false}
	// bin 0: stated .05, observed .5, n 2; bin 9: stated (.95+.95+1)/3, observed 2/3, n 3
	want := (2*math.Abs(0.05-0.5) + 3*math.Abs(2.9/3-2.0/3)) / 5
	near(t, "ece", ECE(p, y, nil), want)
	near(t, "brier", Brier(p, y, nil), (0.05*0.05+0.95*0.95+0.05*0.05*2+1)/5)
}

func TestAUROC(t *testing.T) {
	// positives .8 .4, negatives .4 .2: pairs 1, 1, .5, 1 of 4
	r := Rank([]float64{0.8, 0.4, 0.4, 0.2}, []bool{true, true, false, false})
	near(t, "auroc", r.AUROC(nil), 3.5/4)
	near(t, "weighted", r.AUROC([]float64{1, 2, 1, 1}), (1+1+2*0.5+2*1)/6.0)
	near(t, "one kind", Rank([]float64{1}, []bool{true}).AUROC(nil), 0.5)
}

func TestBootstrapIsRepeatableAndBrackets(t *testing.T) {
	right := make([]float64, 200)
	clusters := make([]string, 200)
	for i := range right {
		clusters[i] = string(rune('a' + i%50))
		if i%4 != 0 {
			right[i] = 1
		}
	}
	accuracy := func(w []float64) float64 {
		sum, total := 0.0, 0.0
		for i := range w {
			sum += w[i] * right[i]
			total += w[i]
		}
		return sum / total
	}
	a, b := Bootstrap(clusters, []Measure{accuracy})[0], Bootstrap(clusters, []Measure{accuracy})[0]
	if a != b {
		t.Errorf("two runs differ: %v, %v", a, b)
	}
	near(t, "value", a.Value, 0.75)
	if a.Low >= 0.75 || a.High <= 0.75 || a.Low < 0.5 || a.High > 0.95 {
		t.Errorf("interval %v does not bracket .75 sensibly", a)
	}
}

// The interval of a share of independent cases is that of the binomial distribution: value ± 1.96
// sqrt(p(1-p)/n).
func TestBootstrapHasTheWidthOfTheory(t *testing.T) {
	const n, p = 1000, 0.6
	clusters := make([]string, n)
	for i := range clusters {
		clusters[i] = string(rune(i))
	}
	share := func(w []float64) float64 {
		sum := 0.0
		for i, v := range w {
			if i < n*p {
				sum += v
			}
		}
		return sum / n
	}
	got := Bootstrap(clusters, []Measure{share})[0]
	half := 1.96 * math.Sqrt(p*(1-p)/n)
	if math.Abs(got.Low-(p-half)) > 0.006 || math.Abs(got.High-(p+half)) > 0.006 {
		t.Errorf("interval %.4f – %.4f, theory %.4f – %.4f", got.Low, got.High, p-half, p+half)
	}
}

func TestQuantile(t *testing.T) {
	v := []float64{1, 2, 3, 4, 5}
	near(t, "median", Quantile(v, 0.5), 3)
	near(t, "first", Quantile(v, 0), 1)
	near(t, "last", Quantile(v, 1), 5)
	near(t, "between", Quantile(v, 0.375), 2.5)
}

func TestMcNemarTest(t *testing.T) {
	var a, b []bool
	add := func(x, y bool, n int) {
		for range n {
			a, b = append(a, x), append(b, y)
		}
	}
	add(true, true, 10)
	add(true, false, 1)
	add(false, true, 6)
	m := TestMcNemar(a, b)
	// exact: 2 * (C(7,0)+C(7,1)) / 2^7 = 16/128
	near(t, "p", m.P, 0.125)
	near(t, "chi", m.ChiSquared, 16.0/7)
	add(true, false, 30)
	m = TestMcNemar(a, b) // 31 against 6: (25-1)^2/37
	near(t, "chi", m.ChiSquared, 24.0*24/37)
	near(t, "same", TestMcNemar(a, a).P, 1)
}

func TestChiSquared(t *testing.T) {
	near(t, "p(3.841, 1)", math.Round(chiSquaredP(3.841459, 1)*1e5)/1e5, 0.05)
	near(t, "p(5.991, 2)", math.Round(chiSquaredP(5.991465, 2)*1e5)/1e5, 0.05)
	near(t, "p(18.307, 10)", math.Round(chiSquaredP(18.307038, 10)*1e5)/1e5, 0.05)
	x, df, _ := ChiSquared([][]float64{{10, 20}, {20, 10}})
	near(t, "statistic", x, 4*25.0/15)
	if df != 1 {
		t.Errorf("freedom = %d", df)
	}
}

func TestPairedBootstrap(t *testing.T) {
	clusters := make([]string, 100)
	for i := range clusters {
		clusters[i] = string(rune(i))
	}
	share := func(k int) Measure {
		return func(w []float64) float64 {
			sum, total := 0.0, 0.0
			for i, v := range w {
				if i%10 < k {
					sum += v
				}
				total += v
			}
			return sum / total
		}
	}
	d := PairedBootstrap(clusters, share(5), share(9))
	near(t, "difference", d.Value, 0.4)
	if d.P > 0.01 || d.Low <= 0 {
		t.Errorf("a clear difference is not seen: %+v", d)
	}
	if same := PairedBootstrap(clusters, share(5), share(5)); same.P != 1 {
		t.Errorf("no difference has p = %v", same.P)
	}
}

func TestRandomIsUniform(t *testing.T) {
	r := NewRandom(1)
	seen := make([]int, 10)
	r.Shuffle(10, func(i, j int) { seen[i], seen[j] = seen[j], seen[i] })
	for range 1000 {
		seen[r.Intn(10)]++
	}
	for i, n := range seen {
		if n < 50 {
			t.Errorf("%d drawn %d times of 1000", i, n)
		}
	}
}

func BenchmarkBootstrap(b *testing.B) {
	clusters, gold, predicted := make([]string, 3000), make([]int, 3000), make([]int, 3000)
	for i := range clusters {
		clusters[i], gold[i], predicted[i] = string(rune(i)), i%3, i%3
	}
	labels := []string{"a", "b", "c"}
	b.ReportAllocs()
	for b.Loop() {
		Bootstrap(clusters, []Measure{func(w []float64) float64 { return Count(labels, gold, predicted, w).MacroF1() }})
	}
}
