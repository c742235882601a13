package lab

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// Prediction is the conclusion about one case: one line of a predictions file.
type Prediction struct {
	ID      string   `json:"id"`
	Outcome string   `json:"outcome"`
	Class   string   `json:"class"`
	Codes   []string `json:"codes"`
	Fields  []string `json:"fields"`
	Score   float64  `json:"score"` // 0 fabricated … 10 exact
	P       float64  `json:"p"`     // that nothing in the entry is wrong

	Strength string   `json:"strength,omitempty"` // how certain it is that something is wrong
	Reasons  []string `json:"reasons,omitempty"`  // rule and kind of each, if the suite needs them
	Noticed  []string `json:"noticed,omitempty"`  // notices of identifiers
	// sources that failed to answer and could have changed the outcome
	Missed     []string          `json:"missed,omitempty"`
	Unanswered bool              `json:"unanswered,omitempty"` // no source answered
	Type       string            `json:"type,omitempty"`       // HALLMARK's type of hallucination
	DOI        string            `json:"doi,omitempty"`        // of the record judged against
	Values     map[string]string `json:"values,omitempty"`     // of a parsed string

	missing bool // there is no line for this case
}

// predict converts a finding to a prediction.
func predict(f audit.Finding) Prediction {
	v := f.Verdict
	p := Prediction{
		ID: f.Reference.ID, Outcome: v.Outcome.String(), Class: judge.TaxonomyClass(v), Codes: []string{},
		Fields: fieldsOf(v), Score: v.Score, P: v.Genuine, Unanswered: v.Unanswered, Type: v.Kind, DOI: foundDOI(f),
		Strength: judge.StrengthOf(v.Outcome, v.Strength).String(),
	}
	for _, c := range v.Codes {
		p.Codes = append(p.Codes, string(c))
	}
	return p
}

// undecided reports whether the outcome neither accuses nor clears.
func (p *Prediction) undecided() bool {
	return p.open() || p.doubtful()
}

// open reports whether the outcome says nothing.
func (p *Prediction) open() bool {
	return p.Outcome == judge.Inconclusive.String() || p.Outcome == judge.Ambiguous.String()
}

// doubtful reports whether the outcome asks a person to check by hand.
func (p *Prediction) doubtful() bool { return p.Outcome == judge.Doubtful.String() }

// accuses reports whether the outcome says that something is wrong.
func (p *Prediction) accuses() bool {
	return p.Outcome == judge.Discrepant.String() || p.Outcome == judge.NotFound.String()
}

// said reports whether a person is told to look: wrong, or to be checked by hand.
func (p *Prediction) said() bool { return p.accuses() || p.doubtful() }

// Flagged reports whether the binary scheme calls the entry hallucinated: not found, or discrepant in more than
// peripheral fields.
func (p *Prediction) Flagged() bool {
	if p.Outcome == judge.Discrepant.String() {
		return len(p.Codes) == 0 || slices.ContainsFunc(p.Codes, func(c string) bool { return c != string(judge.H6) })
	}
	return p.missing || p.Outcome == judge.NotFound.String()
}

// missingPrediction returns a placeholder for a case missing from a predictions file.
func missingPrediction(id string) Prediction {
	return Prediction{ID: id, Outcome: judge.Inconclusive.String(), Class: Hallucinated, Codes: []string{}, missing: true}
}

// WritePredictions writes one line per prediction.
func WritePredictions(path string, list []Prediction) error { return result.Write(path, list) }

// readPredictions reads a predictions file by id.
func readPredictions(path string) (map[string]Prediction, error) {
	byID := make(map[string]Prediction)
	err := result.Each(path, func(line []byte) error {
		var p Prediction
		if err := json.Unmarshal(line, &p); err != nil {
			return fmt.Errorf("not a prediction: %w", err)
		}
		byID[p.ID] = p
		return nil
	})
	return byID, err
}

// align puts predictions in the order of the gold; missing ones are marked.
func align(gold []Gold, byID map[string]Prediction) []Prediction {
	list := make([]Prediction, len(gold))
	for i, g := range gold {
		p, ok := byID[g.ID]
		if !ok {
			p = missingPrediction(g.ID)
		}
		list[i] = p
	}
	return list
}

// PredictionsFrom reads a predictions file in the order of the set. Missing and surplus cases are noted; a file
// for another set is an error.
func (s *Set) PredictionsFrom(path string) ([]Prediction, error) {
	byID, err := readPredictions(path)
	if err != nil {
		return nil, err
	}
	list := align(s.Gold, byID)
	lacking := 0
	for _, p := range list {
		if p.missing {
			lacking++
		}
	}
	if lacking == len(list) && lacking > 0 && len(byID) > 0 {
		return nil, fmt.Errorf("%s: no prediction is of a case of this set, which begins with %q", path, list[0].ID)
	}
	if lacking > 0 {
		s.note(fmt.Sprintf("%s: %d of %d cases have no prediction and count as called fabricated", filepath.Base(path),
			lacking, len(list)))
	}
	if more := len(byID) - (len(list) - lacking); more > 0 {
		s.note(fmt.Sprintf("%s: %d predictions are of no case of this set", filepath.Base(path), more))
	}
	return list, nil
}
