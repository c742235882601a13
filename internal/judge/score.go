package judge

import (
	_ "embed"
	"encoding/json"
	"math"
	"sort"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// weights.json holds the trained models with their provenance.
//
//go:embed weights.json
var weightData []byte

// Model is a logistic model over the features: the probability that an entry
// is genuine, and the severity score from 0 to 10.
type Model struct {
	Provenance string             `json:"provenance"`
	Bias       float64            `json:"bias"`
	Weights    map[string]float64 `json:"weights"`
	// Severity holds the weights of the score: it starts at Start and each
	// feature adds its weight; the sum is kept between 0 and 10.
	Start    float64            `json:"severity_start"`
	Severity map[string]float64 `json:"severity"`
}

var shipped = sync.OnceValue(func() *Model {
	m, err := ParseModel(weightData)
	if err != nil {
		return &Model{Provenance: "none: " + err.Error()}
	}
	return m
})

// ShippedModel gives the model that the program carries.
func ShippedModel() *Model { return shipped() }

// ParseModel reads a model.
func ParseModel(data []byte) (*Model, error) {
	m := new(Model)
	if err := json.Unmarshal(data, m); err != nil {
		return nil, err
	}
	return m, nil
}

// Genuine gives the probability that an entry with these features is genuine.
func (m *Model) Genuine(features []float64) float64 {
	z := m.Bias
	for i, x := range features {
		z += m.Weights[FeatureList[i].Name] * x
	}
	return 1 / (1 + math.Exp(-z))
}

// Score gives the severity score from 0, fabricated, to 10, exact.
func (m *Model) Score(features []float64) float64 {
	s := m.Start
	for i, x := range features {
		s += m.Severity[FeatureList[i].Name] * x
	}
	return min(max(s, 0), 10)
}

// moved gives what moved the probability, the strongest first.
func (m *Model) moved(features []float64) []Influence {
	var list []Influence
	for i, x := range features {
		if effect := m.Weights[FeatureList[i].Name] * x; effect != 0 {
			list = append(list, Influence{Feature: FeatureList[i].Name, Value: x, Effect: effect})
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return math.Abs(list[i].Effect) > math.Abs(list[j].Effect) })
	return list
}

// score fills the numbers of a verdict.
func score(v *Verdict, ref *biblio.Reference, ev Evidence) {
	features := Features(ref, ev, *v)
	m := ShippedModel()
	v.Genuine = m.Genuine(features)
	v.Score = bounded(*v, m.Score(features))
	v.Moved = m.moved(features)
	if v.Genuine < 0.5 {
		v.Kind = hallucinationKind(*v)
	}
}

// bounded keeps a score within what an outcome allows: a work that was found
// is never fabricated, and an entry with a wrong field never exact.
func bounded(v Verdict, score float64) float64 {
	const step = 0.01
	switch {
	case v.Outcome == Discrepant && v.Best >= 0:
		return min(max(score, TauMinor), TauExact-step)
	case v.Outcome == NotFound:
		return min(score, TauMinor-step)
	case v.Best >= 0:
		return max(score, TauMinor)
	}
	return score
}
