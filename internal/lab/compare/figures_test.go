package compare

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// The page of results has exactly the recorded figures.
func TestPageOfResults(t *testing.T) {
	g, err := ReadGate("../../../quality/gate.json")
	if err != nil {
		t.Fatal(err)
	}
	r, err := ReadRecorded("../../../quality/results.json")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../../doc/results.md")
	if err != nil {
		t.Fatal(err)
	}
	if made, ok := r.Page(string(page), g); !ok || made != string(page) {
		t.Error("doc/results.md has other figures than quality/results.json: bonafide-lab results writes it anew")
	}
}

// A check that was measured again has only its new figures, and one that left the gate none.
func TestRecorded(t *testing.T) {
	g := &Gate{Checks: []GateCheck{{Suite: "b", AtMost: map[string]float64{"wrong": 0}},
		{Suite: "a", Mode: "m", AtLeast: map[string]float64{"right": 1}}, {Suite: "c"}}}
	measured := func(name string, v float64) *lab.Result {
		return &lab.Result{N: 7,
			Metrics: []result.Metric{{Name: name, Interval: metric.Interval{Value: v, Low: v - .1, High: v + .1}},
				{Name: "other"}}}
	}
	r := &Recorded{Checks: []RecordedCheck{{Check: "gone"}}}
	r.Take(&g.Checks[1], measured("right", .9), "2026-11-25")
	r.Take(&g.Checks[0], measured("wrong", .2), "2026-11-26")
	r.Take(&g.Checks[1], measured("right", .8), "2026-11-26")
	path := filepath.Join(t.TempDir(), "r.json")
	if err := r.Write(path, g); err != nil {
		t.Fatal(err)
	}
	again, err := ReadRecorded(path)
	if err != nil {
		t.Fatal(err)
	}
	const want = "| `b` | 7 | wrong | 0.2000 | 0.1000 – 0.3000 | low | 2026-11-26 |\n| `a m` | 7 | right | 0.8000 | " +
		"0.7000 – 0.9000 | high | 2026-11-26 |\n\nNot recorded yet: `c`.\n"
	if got := again.Markdown(g); !strings.HasSuffix(got, want) || strings.Contains(got, "gone") ||
		strings.Contains(got, "other") {
		t.Errorf("%s", got)
	}
}
