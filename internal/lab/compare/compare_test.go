package compare

import (
	"path/filepath"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/lab"
)

func TestCompare(t *testing.T) {
	set := &lab.Set{Mode: "oracle"}
	a, b := []lab.Prediction{}, []lab.Prediction{}
	for i := range 40 {
		id := string(rune('A' + i))
		set.Gold = append(set.Gold, lab.Gold{ID: id, Cluster: id, Code: "R1", Class: lab.Real})
		good := lab.Prediction{ID: id, Outcome: "verified", Class: lab.Real, Codes: []string{"R1"}, Fields: []string{}}
		bad := lab.Prediction{ID: id, Outcome: "discrepant", Class: lab.Hallucinated, Codes: []string{"H1"},
			Fields: []string{"title"}}
		b = append(b, good)
		if i < 10 {
			a = append(a, bad)
		} else {
			a = append(a, good)
		}
	}
	dir := t.TempDir()
	fileA, fileB := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	for path, list := range map[string][]lab.Prediction{fileA: a, fileB: b} {
		if err := lab.WritePredictions(path, list); err != nil {
			t.Fatal(err)
		}
	}
	suite, err := lab.Find("taxonomy")
	if err != nil {
		t.Fatal(err)
	}
	c, err := Files(suite, set, fileA, fileB)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Notes) != 0 {
		t.Errorf("whole files lack %q", c.Notes)
	}
	if err := lab.WritePredictions(fileA, append(a[:30:30], lab.Prediction{ID: "of no case"})); err != nil {
		t.Fatal(err)
	}
	if part, err := Files(suite, set, fileA, fileB); err != nil || len(part.Notes) != 2 ||
		part.Notes[0] != "a: 10 of 40 cases have no prediction and count as called fabricated" {
		t.Errorf("a file that lacks cases: %+v, %v", part, err)
	}
	if err := lab.WritePredictions(fileA, []lab.Prediction{{ID: "of no case"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := Files(suite, set, fileA, fileB); err == nil {
		t.Error("a file of another set passes")
	}
	if c.Cases.OnlyA != 0 || c.Cases.OnlyB != 10 || c.Cases.P > 0.01 {
		t.Errorf("cases %+v", c.Cases)
	}
	if f := c.Figures[0]; f.Name != "class_accuracy" || f.A != 0.75 || f.B != 1 || f.Cluster.P > 0.01 {
		t.Errorf("figure %+v", f)
	}
}
