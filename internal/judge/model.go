package judge

import (
	_ "embed" // the weights
	"encoding/json"
	"sync"
)

// weights.json holds the trained model with its provenance.
//
//go:embed weights.json
var weightData []byte

// Model orders the findings of one outcome: a base rate for each outcome and gravity, in log odds, adjusted by the
// features.
type Model struct {
	Provenance string              `json:"provenance"`
	Base       map[Stratum]float64 `json:"base"` // that nothing in the entry is wrong
	Weights    map[string]float64  `json:"weights"`
	// MajorBase and MajorWeights say how likely a discrepancy is severe rather than minor (CiteCheck's words).
	MajorBase    map[Stratum]float64 `json:"major_base"`
	MajorWeights map[string]float64  `json:"major_weights"`
}

var shipped = sync.OnceValue(func() *Model {
	m, err := ParseModel(weightData)
	if err != nil {
		return &Model{Provenance: "none: " + err.Error()}
	}
	return m
})

// ShippedModel returns the built-in model.
func ShippedModel() *Model { return shipped() }

// ParseModel reads a model.
func ParseModel(data []byte) (*Model, error) {
	m := new(Model)
	if err := json.Unmarshal(data, m); err != nil {
		return nil, err
	}
	return m, nil
}
