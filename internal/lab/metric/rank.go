package metric

import (
	"math"
	"slices"
)

// eceBins is the number of equal-width bins of the expected calibration error.
const eceBins = 10

// Bin is one bin of a reliability table.
type Bin struct {
	From, To float64 // of the stated probability
	Weight   float64 // of the cases in it
	Stated   float64 // mean probability stated
	Observed float64 // share of positives
}

// Reliability sorts the cases by stated probability into eceBins bins of
// equal width.
func Reliability(p []float64, positive []bool, weights []float64) []Bin {
	bins := make([]Bin, eceBins)
	for i := range bins {
		bins[i].From, bins[i].To = float64(i)/eceBins, float64(i+1)/eceBins
	}
	for i, v := range p {
		w := weight(weights, i)
		b := &bins[min(max(int(v*eceBins), 0), eceBins-1)]
		b.Weight += w
		b.Stated += w * v
		if positive[i] {
			b.Observed += w
		}
	}
	for i := range bins {
		bins[i].Stated = Ratio(bins[i].Stated, bins[i].Weight)
		bins[i].Observed = Ratio(bins[i].Observed, bins[i].Weight)
	}
	return bins
}

// ECE is the expected calibration error: the mean distance between stated
// probability and observed share over eceBins equal bins of the probability,
// weighted by their cases.
func ECE(p []float64, positive []bool, weights []float64) float64 {
	sum, total := 0.0, 0.0
	for _, b := range Reliability(p, positive, weights) {
		sum += b.Weight * math.Abs(b.Stated-b.Observed)
		total += b.Weight
	}
	return Ratio(sum, total)
}

// Brier is the mean squared distance between probability and truth.
func Brier(p []float64, positive []bool, weights []float64) float64 {
	sum, total := 0.0, 0.0
	for i, v := range p {
		if positive[i] {
			v = 1 - v
		}
		w := weight(weights, i)
		sum += w * v * v
		total += w
	}
	return Ratio(sum, total)
}

// Ranking is the cases sorted by score, computed once for many AUROCs.
type Ranking struct {
	order    []int
	score    []float64
	positive []bool
}

// Rank orders cases by score; a higher score means more likely positive.
func Rank(score []float64, positive []bool) *Ranking {
	r := &Ranking{score: score, positive: positive, order: make([]int, len(score))}
	for i := range r.order {
		r.order[i] = i
	}
	slices.SortStableFunc(r.order, func(a, b int) int {
		switch {
		case score[a] < score[b]:
			return -1
		case score[a] > score[b]:
			return 1
		}
		return 0
	})
	return r
}

// AUROC is the probability that a positive case scores above a negative one, ties counting half; 0.5 if either
// kind is absent.
func (r *Ranking) AUROC(weights []float64) float64 {
	below, sum, positives := 0.0, 0.0, 0.0
	for i := 0; i < len(r.order); {
		tiePos, tieNeg, j := 0.0, 0.0, i
		for ; j < len(r.order) && r.score[r.order[j]] == r.score[r.order[i]]; j++ {
			if k := r.order[j]; r.positive[k] {
				tiePos += weight(weights, k)
			} else {
				tieNeg += weight(weights, k)
			}
		}
		sum += tiePos * (below + tieNeg/2)
		below += tieNeg
		positives += tiePos
		i = j
	}
	if below == 0 || positives == 0 {
		return 0.5
	}
	return sum / (below * positives)
}

func weight(weights []float64, i int) float64 {
	if weights == nil {
		return 1
	}
	return weights[i]
}
