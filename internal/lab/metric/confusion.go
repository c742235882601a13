package metric

import "math"

// Confusion counts weighted pairs of a gold label and a predicted one, both
// as indices into Labels.
type Confusion struct {
	Labels []string
	Cells  [][]float64 // [gold][predicted]
}

// NewConfusion returns an empty matrix over labels.
func NewConfusion(labels ...string) *Confusion {
	c := &Confusion{Labels: labels, Cells: make([][]float64, len(labels))}
	for i := range c.Cells {
		c.Cells[i] = make([]float64, len(labels))
	}
	return c
}

// Count fills a matrix over labels from parallel slices; weights nil means one
// each.
func Count(labels []string, gold, predicted []int, weights []float64) *Confusion {
	c := NewConfusion(labels...)
	for i, g := range gold {
		w := 1.0
		if weights != nil {
			w = weights[i]
		}
		c.Cells[g][predicted[i]] += w
	}
	return c
}

// Total is the weight of all pairs.
func (c *Confusion) Total() float64 {
	sum := 0.0
	for i := range c.Cells {
		sum += c.Support(i)
	}
	return sum
}

// Support is the weight of the pairs whose gold label is i.
func (c *Confusion) Support(i int) float64 {
	sum := 0.0
	for _, v := range c.Cells[i] {
		sum += v
	}
	return sum
}

// Predicted is the weight of the pairs whose predicted label is i.
func (c *Confusion) Predicted(i int) float64 {
	sum := 0.0
	for g := range c.Cells {
		sum += c.Cells[g][i]
	}
	return sum
}

// Accuracy is the share of pairs that agree; 0 if there are none.
func (c *Confusion) Accuracy() float64 {
	right := 0.0
	for i := range c.Cells {
		right += c.Cells[i][i]
	}
	return Ratio(right, c.Total())
}

// Precision is the share of predictions of label i that are right.
func (c *Confusion) Precision(i int) float64 { return Ratio(c.Cells[i][i], c.Predicted(i)) }

// Recall is the share of gold labels i that were predicted.
func (c *Confusion) Recall(i int) float64 { return Ratio(c.Cells[i][i], c.Support(i)) }

// F1 is the harmonic mean of precision and recall of label i.
func (c *Confusion) F1(i int) float64 {
	return Ratio(2*c.Cells[i][i], c.Support(i)+c.Predicted(i))
}

// MacroF1 is the unweighted mean of F1 over the labels that occur in gold.
func (c *Confusion) MacroF1() float64 {
	sum, n := 0.0, 0.0
	for i := range c.Labels {
		if c.Support(i) > 0 {
			sum += c.F1(i)
			n++
		}
	}
	return Ratio(sum, n)
}

// WeightedF1 is the mean of F1 weighted by the support of each label.
func (c *Confusion) WeightedF1() float64 {
	sum := 0.0
	for i := range c.Labels {
		sum += c.F1(i) * c.Support(i)
	}
	return Ratio(sum, c.Total())
}

// Above is the share of pairs whose predicted label is after gold in
// Labels; Below, before it.
func (c *Confusion) Above() float64 { return Ratio(c.side(1), c.Total()) }

// Below is the share of pairs whose predicted label is before gold.
func (c *Confusion) Below() float64 { return Ratio(c.side(-1), c.Total()) }

func (c *Confusion) side(sign int) float64 {
	sum := 0.0
	for g := range c.Cells {
		for p, v := range c.Cells[g] {
			if (p-g)*sign > 0 {
				sum += v
			}
		}
	}
	return sum
}

// Binary is the four cells of a yes-or-no question.
type Binary struct{ TP, FP, FN, TN float64 }

// Add counts one answer.
func (b *Binary) Add(gold, predicted bool, weight float64) {
	switch {
	case gold && predicted:
		b.TP += weight
	case predicted:
		b.FP += weight
	case gold:
		b.FN += weight
	default:
		b.TN += weight
	}
}

// Precision is TP / (TP + FP).
func (b Binary) Precision() float64 { return Ratio(b.TP, b.TP+b.FP) }

// Recall is TP / (TP + FN).
func (b Binary) Recall() float64 { return Ratio(b.TP, b.TP+b.FN) }

// FalsePositiveRate is FP / (FP + TN).
func (b Binary) FalsePositiveRate() float64 { return Ratio(b.FP, b.FP+b.TN) }

// F1 is the harmonic mean of precision and recall.
func (b Binary) F1() float64 { return Ratio(2*b.TP, 2*b.TP+b.FP+b.FN) }

// MCC is Matthews' correlation coefficient, -1 to 1; 0 if a margin is empty.
func (b Binary) MCC() float64 {
	d := math.Sqrt((b.TP + b.FP) * (b.TP + b.FN) * (b.TN + b.FP) * (b.TN + b.FN))
	return Ratio(b.TP*b.TN-b.FP*b.FN, d)
}

// Ratio returns a / b, or 0 if b is 0.
func Ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
