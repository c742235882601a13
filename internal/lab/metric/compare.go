package metric

import (
	"math"
	"slices"
)

// McNemar is the result of a test whether two systems err equally often on the same cases.
type McNemar struct {
	OnlyA, OnlyB int     // cases that only A, or only B, has right
	ChiSquared   float64 // with continuity correction, one degree of freedom
	P            float64 // two-sided; exact binomial if OnlyA+OnlyB < 25
}

// exactBelow is the number of discordant pairs below which the binomial distribution is summed instead of
// approximated.
const exactBelow = 25

// TestMcNemar compares which cases a and b have right.
func TestMcNemar(a, b []bool) McNemar {
	var t McNemar
	for i := range a {
		switch {
		case a[i] && !b[i]:
			t.OnlyA++
		case b[i] && !a[i]:
			t.OnlyB++
		}
	}
	n := t.OnlyA + t.OnlyB
	if n == 0 {
		t.P = 1
		return t
	}
	d := max(math.Abs(float64(t.OnlyA-t.OnlyB))-1, 0)
	t.ChiSquared = d * d / float64(n)
	t.P = chiSquaredP(t.ChiSquared, 1)
	if n < exactBelow {
		t.P = min(1, 2*binomialTail(min(t.OnlyA, t.OnlyB), n))
	}
	return t
}

// binomialTail is P(X <= k) for n fair coins.
func binomialTail(k, n int) float64 {
	sum, term := 0.0, math.Pow(0.5, float64(n))
	for i := 0; i <= k; i++ {
		sum += term
		term *= float64(n-i) / float64(i+1)
	}
	return sum
}

// Difference is b minus a with the bounds of its 95 % interval, and the
// two-sided bootstrap probability that its sign is chance.
type Difference struct {
	Interval
	P float64
}

// PairedBootstrap compares two measures on the same resampled clusters.
func PairedBootstrap(clusters []string, a, b Measure) Difference {
	delta := func(w []float64) float64 { return b(w) - a(w) }
	d := Difference{Interval: Bootstrap(clusters, []Measure{delta})[0], P: 1}
	if len(clusters) == 0 {
		return d
	}
	values := draw(clusters, []Measure{delta})[0]
	slices.Sort(values)
	notAbove, notBelow := 0, 0
	for _, v := range values {
		if v <= 0 {
			notAbove++
		}
		if v >= 0 {
			notBelow++
		}
	}
	d.P = min(1, 2*float64(min(notAbove, notBelow)+1)/float64(replicates+1))
	return d
}

// ChiSquared tests whether the rows of a table of counts have the same
// distribution over its columns.
func ChiSquared(table [][]float64) (statistic float64, freedom int, p float64) {
	rows, columns, total := margins(table)
	used := 0
	for j := range columns {
		if columns[j] > 0 {
			used++
		}
	}
	for i := range table {
		for j, v := range table[i] {
			if expected := Ratio(rows[i]*columns[j], total); expected > 0 {
				statistic += (v - expected) * (v - expected) / expected
			}
		}
	}
	freedom = (len(rows) - 1) * max(used-1, 0)
	return statistic, freedom, chiSquaredP(statistic, freedom)
}

func margins(table [][]float64) (rows, columns []float64, total float64) {
	rows = make([]float64, len(table))
	for i := range table {
		if columns == nil {
			columns = make([]float64, len(table[i]))
		}
		for j, v := range table[i] {
			rows[i] += v
			columns[j] += v
			total += v
		}
	}
	return rows, columns, total
}

// chiSquaredP is the probability that a chi-squared variable with the given
// degrees of freedom exceeds x: the regularised upper incomplete gamma function.
func chiSquaredP(x float64, freedom int) float64 {
	if x <= 0 || freedom <= 0 {
		return 1
	}
	a, half := float64(freedom)/2, x/2
	if half < a+1 {
		return 1 - gammaSeries(a, half)
	}
	return gammaFraction(a, half)
}

// gammaSeries is the lower regularised incomplete gamma function by its series.
func gammaSeries(a, x float64) float64 {
	term := 1 / a
	sum := term
	for n := a + 1; n < a+1000; n++ {
		term *= x / n
		sum += term
		if term < sum*1e-15 {
			break
		}
	}
	lg, _ := math.Lgamma(a)
	return sum * math.Exp(-x+a*math.Log(x)-lg)
}

// gammaFraction is the upper one by its continued fraction (Lentz).
func gammaFraction(a, x float64) float64 {
	const tiny = 1e-300
	b := x + 1 - a
	c, d := 1/tiny, 1/b
	h := d
	for i := 1.0; i < 1000; i++ {
		an := -i * (i - a)
		b += 2
		d = 1 / nonZero(an*d+b)
		c = nonZero(b + an/c)
		delta := d * c
		h *= delta
		if math.Abs(delta-1) < 1e-15 {
			break
		}
	}
	lg, _ := math.Lgamma(a)
	return h * math.Exp(-x+a*math.Log(x)-lg)
}

func nonZero(x float64) float64 {
	if math.Abs(x) < 1e-300 {
		return 1e-300
	}
	return x
}
