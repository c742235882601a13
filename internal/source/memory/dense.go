package memory

import (
	"context"
	"math"
	"sync"
	"time"
)

// Embedder turns texts into vectors of one length, in the order of the texts.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// mostDense is how many remembered works are compared by vectors of a model:
// those remembered last.
const mostDense = 20000

// dense finds remembered works by the cosine of vectors that a model made.
type dense struct {
	embedder Embedder

	once    sync.Once
	ids     []int64
	vectors [][]float32 // of unit length
	fault   error
}

// load makes the vectors of what is remembered.
func (d *dense) load(ctx context.Context, m *Store, now time.Time) {
	var wordings []string
	d.fault = m.Wordings(ctx, now, mostDense, func(id int64, wording string) {
		if wording != "" {
			d.ids, wordings = append(d.ids, id), append(wordings, wording)
		}
	})
	if d.fault == nil && len(wordings) > 0 {
		d.vectors, d.fault = d.embedder.Embed(ctx, wordings)
	}
	for _, v := range d.vectors {
		unit(v)
	}
}

// above gives the works whose cosine with a wording is at least min, the most
// alike first. An error leaves the question to another measure.
func (d *dense) above(ctx context.Context, m *Store, now time.Time, wording string, min float64) ([]int64, error) {
	if d.once.Do(func() { d.load(ctx, m, now) }); d.fault != nil || len(d.vectors) == 0 {
		return nil, d.fault
	}
	asked, err := d.embedder.Embed(ctx, []string{wording})
	if err != nil || len(asked) != 1 {
		return nil, err
	}
	unit(asked[0])
	var found ranked
	for i, v := range d.vectors {
		if cosine := dot(v, asked[0]); cosine >= min {
			found = append(found, rank{d.ids[i], cosine})
		}
	}
	return found.ids(), nil
}

// unit scales a vector to length one.
func unit(v []float32) {
	sum := dot(v, v)
	if sum == 0 {
		return
	}
	scale := float32(1 / math.Sqrt(sum))
	for i := range v {
		v[i] *= scale
	}
}

// dot gives the product of two vectors; 0 for vectors of different spaces.
func dot(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
