package claims

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/claim"
)

// Vectors turns texts into vectors, one each, so that texts of one meaning are near.
type Vectors interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// ranked is how many passages are ordered anew by their vectors, of which as many
// are shown as before.
const ranked = 12

// nearest orders the passages of a claim anew: by BM25 as a share of the best, and by
// the cosine of their vectors with the claim's, both alike. A failure leaves the
// order as it was.
func nearest(ctx context.Context, v Vectors, c *claim.Claim, ix *claim.Index, shown []claim.Passage) []claim.Passage {
	list := ix.Passages(c, ranked)
	if len(list) < 2 {
		return shown
	}
	texts := []string{c.Text()}
	for _, p := range list {
		texts = append(texts, p.Text)
	}
	vectors, err := v.Embed(ctx, texts)
	if err != nil || len(vectors) != len(texts) {
		return shown
	}
	best := list[0].Score
	for i := range list {
		list[i].Score = list[i].Score/best + cosine(vectors[0], vectors[i+1])
	}
	slices.SortStableFunc(list, func(a, b claim.Passage) int { return cmp.Compare(b.Score, a.Score) })
	return list[:min(len(list), max(len(shown), 1))]
}

// cosine of two vectors, 0 where one is none or they differ in length.
func cosine(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	dot, x, y := 0.0, 0.0, 0.0
	for i := range a {
		dot += float64(a[i]) * float64(b[i])
		x += float64(a[i]) * float64(a[i])
		y += float64(b[i]) * float64(b[i])
	}
	if x == 0 || y == 0 {
		return 0
	}
	return dot / math.Sqrt(x*y)
}
