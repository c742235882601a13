package compare

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// Gate is the accuracy to be maintained: bounds per suite.
type Gate struct {
	About  string      `json:"about"`
	Checks []GateCheck `json:"checks"`
}

// GateCheck is one run of a suite with the bounds of its figures.
type GateCheck struct {
	Suite              string `json:"suite"`
	Mode               string `json:"mode,omitempty"`
	WithoutIdentifiers bool   `json:"without_identifiers,omitempty"`
	ClosedWorld        bool   `json:"closed_world,omitempty"`
	// file of further labels, relative to the folder of the gate file
	Judged  string             `json:"judged,omitempty"`
	Note    string             `json:"note,omitempty"`
	AtMost  map[string]float64 `json:"at_most,omitempty"`  // false accusations: must never rise
	AtLeast map[string]float64 `json:"at_least,omitempty"` // recall: may trade within its bound

	folder string // of the gate file
}

// Name returns a name that is unique among the checks.
func (c *GateCheck) Name() string {
	name := c.Suite
	if c.Mode != "" {
		name += " " + c.Mode
	}
	if c.WithoutIdentifiers {
		name += " without identifiers"
	}
	if c.ClosedWorld {
		name += " in a closed world"
	}
	return name
}

// ReadGate reads a gate file.
func ReadGate(path string) (*Gate, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	g := &Gate{}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(g); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for i := range g.Checks {
		g.Checks[i].folder = filepath.Dir(path)
	}
	return g, nil
}

// gateRounding is the step of recorded bounds, and the tolerance of a comparison: a bound written with four
// digits must hold for the value from which it came.
const gateRounding = 1e-4

// GateLine is one figure compared with its bound.
type GateLine struct {
	Check, Metric string
	Value, Bound  float64
	Most          bool // the bound is an upper bound
	Holds         bool
}

// Hold measures one check and returns a line for each bound, with everything that was measured.
func (c *GateCheck) Hold(ctx context.Context, opt lab.Options) ([]GateLine, *lab.Result, error) {
	suite, err := lab.Find(c.Suite)
	if err != nil {
		return nil, nil, err
	}
	opt.Mode, opt.WithoutIdentifiers, opt.ClosedWorld = c.Mode, c.WithoutIdentifiers, c.ClosedWorld
	if c.Judged != "" {
		opt.Judged = filepath.Join(c.folder, filepath.FromSlash(c.Judged))
	}
	set, err := suite.Load(ctx, opt)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", c.Name(), err)
	}
	defer set.Release()
	predictions, err := suite.Predict(ctx, set, nil)
	if err != nil {
		return nil, nil, err
	}
	measured := suite.Score(set, predictions)
	lines, err := c.against(measured)
	return lines, measured, err
}

func (c *GateCheck) against(r *lab.Result) ([]GateLine, error) {
	var lines []GateLine
	for _, side := range []struct {
		bounds map[string]float64
		most   bool
	}{{c.AtMost, true}, {c.AtLeast, false}} {
		for _, name := range slices.Sorted(maps.Keys(side.bounds)) {
			v, ok := r.Value(name)
			if !ok {
				return nil, fmt.Errorf("%s has no figure %q", c.Name(), name)
			}
			line := GateLine{Check: c.Name(), Metric: name, Value: v, Bound: side.bounds[name], Most: side.most}
			line.Holds = side.most && v <= line.Bound+gateRounding/2 || !side.most && v >= line.Bound-gateRounding/2
			lines = append(lines, line)
		}
	}
	return lines, nil
}

// gateTrade is how far below the measured value a lower bound stays: recall may
// trade that much for something better.
const gateTrade = 0.01

// Tighten moves the bounds of a check to what was measured, minus gateTrade for lower ones, and never loosens
// one: a false accusation that has disappeared must not come back.
func (c *GateCheck) Tighten(lines []GateLine) {
	for _, l := range lines {
		if l.Check != c.Name() {
			continue
		}
		if l.Most {
			c.AtMost[l.Metric] = min(c.AtMost[l.Metric], rounded(l.Value))
		} else {
			c.AtLeast[l.Metric] = max(c.AtLeast[l.Metric], rounded(l.Value-gateTrade))
		}
	}
}

func rounded(v float64) float64 { return math.Round(v/gateRounding) / math.Round(1/gateRounding) }

// Write writes a gate file.
func (g *Gate) Write(path string) error {
	data, err := json.MarshalIndent(g, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(data, '\n'), 0o644)
}

// GateTable returns the lines of a gate as a table.
func GateTable(lines []GateLine) result.Table {
	t := result.Table{Title: "accuracy gate", Head: []string{"check", "metric", "value", "bound", ""}}
	for _, l := range lines {
		sign, word := "≥", ""
		if l.Most {
			sign = "≤"
		}
		if !l.Holds {
			word = "FAILS"
		}
		t.Rows = append(t.Rows,
			[]string{l.Check, l.Metric, fmt.Sprintf("%.4f", l.Value), fmt.Sprintf("%s %.4f", sign, l.Bound),
				strings.TrimSpace(word)})
	}
	return t
}
