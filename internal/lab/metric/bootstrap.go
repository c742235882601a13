package metric

import (
	"slices"
	"sync"
)

// replicates is the number of bootstrap samples, and Seed the seed of their random numbers: the same cases
// always have the same interval.
const (
	replicates = 1000
	Seed       = 20260101
)

// Measure is a figure of a set of cases under weights, one per case. It must be safe for concurrent use.
type Measure func(weights []float64) float64

// Interval is a figure with the bounds of its 95 % interval.
type Interval struct{ Value, Low, High float64 }

// Bootstrap returns each measure over n cases with its percentile interval. Whole clusters are drawn with
// replacement; clusters[i] is the cluster of case i.
func Bootstrap(clusters []string, measures []Measure) []Interval {
	ones := make([]float64, len(clusters))
	for i := range ones {
		ones[i] = 1
	}
	out := make([]Interval, len(measures))
	for m, of := range measures {
		v := of(ones)
		out[m] = Interval{v, v, v}
	}
	if len(clusters) == 0 {
		return out
	}
	samples := draw(clusters, measures)
	for m := range measures {
		values := samples[m]
		slices.Sort(values)
		out[m].Low, out[m].High = Quantile(values, 0.025), Quantile(values, 0.975)
	}
	return out
}

// draw computes every measure on every replicate, several at a time; the random numbers of a replicate depend
// only on its index.
func draw(clusters []string, measures []Measure) [][]float64 {
	of, count := number(clusters)
	samples := make([][]float64, len(measures))
	for m := range samples {
		samples[m] = make([]float64, replicates)
	}
	const workers = 4
	var wg sync.WaitGroup
	for k := range workers {
		wg.Go(func() {
			drawn := make([]float64, count)
			weights := make([]float64, len(clusters))
			for r := k; r < replicates; r += workers {
				resample(drawn, NewRandom(Seed+uint64(r)))
				for i, c := range of {
					weights[i] = drawn[c]
				}
				for m, measure := range measures {
					samples[m][r] = measure(weights)
				}
			}
		})
	}
	wg.Wait()
	return samples
}

// resample fills drawn with how often each cluster is drawn.
func resample(drawn []float64, random *Random) {
	clear(drawn)
	for range drawn {
		drawn[random.Intn(len(drawn))]++
	}
}

// number numbers the clusters in order of first appearance.
func number(clusters []string) (of []int, count int) {
	ids := make(map[string]int, len(clusters))
	of = make([]int, len(clusters))
	for i, c := range clusters {
		id, ok := ids[c]
		if !ok {
			id = len(ids)
			ids[c] = id
		}
		of[i] = id
	}
	return of, len(ids)
}

// Quantile interpolates the q-quantile of sorted values.
func Quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// Random is the SplitMix64 generator (Steele, Lea, Flood 2014): small, and the
// same on every platform.
type Random struct{ state uint64 }

// NewRandom returns a generator that starts at seed. The seed is mixed, so that neighbouring seeds do not
// produce the same sequence one step apart.
func NewRandom(seed uint64) *Random { return &Random{mix(seed)} }

// Uint64 returns the next number.
func (r *Random) Uint64() uint64 {
	r.state += 0x9e3779b97f4a7c15
	return mix(r.state)
}

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Float64 returns a number in [0, 1).
func (r *Random) Float64() float64 { return float64(r.Uint64()>>11) / (1 << 53) }

// Intn returns a number in [0, n).
func (r *Random) Intn(n int) int { return int(r.Float64() * float64(n)) }

// Shuffle permutes n elements by swap.
func (r *Random) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, r.Intn(i+1))
	}
}
