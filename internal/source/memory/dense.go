package memory

import (
	"context"
	"math"
	"sync"
	"time"
)

// Embedder turns texts into vectors of equal length, in the order of the texts.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// mostDense is how many remembered works are compared by a model's vectors: the most recently remembered.
const mostDense = 20000

// dense finds remembered works by the cosine of a model's vectors.
type dense struct {
	embedder Embedder

	mu      sync.Mutex // for what follows
	loaded  bool
	fault   error // of loading
	ids     []int64
	vectors [][]float32 // of unit length
}

// load computes the vectors of the remembered works, once. If a cancelled run interrupts it, the next query
// tries again.
func (d *dense) load(ctx context.Context, m *Store, now time.Time) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.loaded {
		return d.fault
	}
	var ids []int64
	var wordings []string
	err := m.Wordings(ctx, now, mostDense, func(id int64, wording string) {
		if wording != "" {
			ids, wordings = append(ids, id), append(wordings, wording)
		}
	})
	var vectors [][]float32
	if err == nil && len(wordings) > 0 {
		vectors, err = d.embedder.Embed(ctx, wordings)
	}
	if err != nil && ctx.Err() != nil {
		return err
	}
	for _, v := range vectors {
		unit(v)
	}
	d.ids, d.vectors, d.fault, d.loaded = ids, vectors, err, true
	return err
}

// above returns the works whose cosine with a wording is at least min, the most similar first. After an error
// another measure is used.
func (d *dense) above(ctx context.Context, m *Store, now time.Time, wording string, min float64) ([]int64, error) {
	if err := d.load(ctx, m, now); err != nil || len(d.vectors) == 0 {
		return nil, err
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

// dot returns the product of two vectors; 0 for vectors of different lengths.
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
