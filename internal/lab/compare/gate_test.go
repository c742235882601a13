package compare

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

func TestGateHoldsAndTightens(t *testing.T) {
	check := GateCheck{Suite: "x", AtMost: map[string]float64{"fpr": 0.02}, AtLeast: map[string]float64{"recall": 0.9}}
	measured := func(fpr, recall float64) *lab.Result {
		r := &lab.Result{}
		for name, v := range map[string]float64{"fpr": fpr, "recall": recall} {
			m := result.Metric{Name: name}
			m.Value = v
			r.Metrics = append(r.Metrics, m)
		}
		return r
	}
	lines, err := check.against(measured(0.01, 0.95))
	if err != nil || !lines[0].Holds || !lines[1].Holds {
		t.Fatalf("%v, %v", lines, err)
	}
	check.Tighten(lines)
	if check.AtMost["fpr"] != 0.01 || check.AtLeast["recall"] != 0.94 {
		t.Errorf("tightened to %v", check)
	}
	lines, _ = check.against(measured(0.015, 0.95))
	if lines[0].Holds {
		t.Error("a false accusation came back and the gate holds")
	}
	check.Tighten(lines)
	if check.AtMost["fpr"] != 0.01 {
		t.Error("tightening loosened a bound")
	}
	if _, err := (&GateCheck{AtMost: map[string]float64{"none": 0}}).against(measured(0, 0)); err == nil {
		t.Error("an unknown figure passes")
	}
}
