package judge

import (
	_ "embed" // the weights
	"encoding/json"
	"fmt"
	"math"
	"sync"
)

// evidence.json holds the weights of items of evidence with their counts, as
// "bonafide-lab weights" writes them.
//
//go:embed evidence.json
var evidenceData []byte

// Weights holds the weights of items of evidence and the thresholds of strengths.
type Weights struct {
	Provenance string               `json:"provenance"`
	Bias       float64              `json:"bias"` // log odds of a difference without known items
	Items      map[string]ItemCount `json:"items"`
	Cuts       Cuts                 `json:"cuts"`
}

// ItemCount is the weight of one kind of items, and the number of judged differences in which it was seen.
type ItemCount struct {
	Weight   float64 `json:"weight"`
	Right    int     `json:"right"`    // the entry was wrong, as reported
	Pedantic int     `json:"pedantic"` // no one would correct it
	False    int     `json:"false"`    // the entry was right
}

// Cuts are the probability thresholds of the strengths.
type Cuts struct {
	Certain    float64 `json:"certain"`
	Likely     float64 `json:"likely"`
	Lead       float64 `json:"lead"`
	Peripheral float64 `json:"peripheral"` // for calling a volume, an issue, pages, a publisher or a place wrong
}

// ShippedWeights returns the built-in weights.
var ShippedWeights = sync.OnceValue(func() *Weights {
	w, err := ParseWeights(evidenceData)
	if err != nil {
		panic("evidence.json: " + err.Error()) // a test reads it
	}
	return w
})

// ParseWeights reads weights of evidence.
func ParseWeights(data []byte) (*Weights, error) {
	w := new(Weights)
	if err := json.Unmarshal(data, w); err != nil {
		return nil, err
	}
	c := w.Cuts
	if !(0 < c.Lead && c.Lead <= c.Likely && c.Likely <= c.Certain && c.Certain < 1) {
		return nil, fmt.Errorf("cuts %+v do not rise from lead to certain", c)
	}
	return w, nil
}

// P returns the probability that an entry with the given items is wrong.
func (w *Weights) P(items []Item) float64 {
	z := w.Bias
	for _, it := range items {
		z += it.Weight
	}
	return sigmoid(z)
}

// likely is the probability from which a field is called wrong.
func (c *Cuts) likely(peripheral bool) float64 {
	if peripheral {
		return c.Peripheral
	}
	return c.Likely
}

// hold keeps a probability within the range of the strength that rules allow: the two never contradict each other.
func (c *Cuts) hold(p float64, s Strength, peripheral bool) float64 {
	const below = 0.001
	likely := c.likely(peripheral)
	switch s {
	case Certain, Likely:
		return max(p, likely)
	case Lead:
		return min(max(p, c.Lead), likely-below)
	}
	return min(p, max(c.Lead, likely)-below)
}

// cut returns the strength of a probability.
func (c *Cuts) cut(p float64, peripheral bool) Strength {
	likely := c.likely(peripheral)
	switch {
	case p >= max(c.Certain, likely):
		return Certain
	case p >= likely:
		return Likely
	case p >= c.Lead && !peripheral:
		return Lead
	}
	return Note
}

func sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
