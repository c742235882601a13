package compare_test

import (
	"context"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/compare"
)

// The labelled references in the folder quality match their golden statistics.
func TestGoldenStatistics(t *testing.T) {
	bounds, err := compare.ReadGate("../../../quality/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	for i := range bounds.Checks {
		lines, _, err := bounds.Checks[i].Hold(context.Background(),
			lab.Options{Citations: "../../../quality/references.jsonl"})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range lines {
			if !l.Holds {
				t.Errorf("%s is %.4f, bound %.4f; see \"bonafide-lab quality --errors 20\"", l.Metric, l.Value, l.Bound)
			}
		}
	}
}

// A set that repeats itself, or labels what it cannot, measures nothing.
func TestReferencesAreWellFormed(t *testing.T) {
	suite, err := lab.Find("quality")
	if err != nil {
		t.Fatal(err)
	}
	set, err := suite.Load(context.Background(), lab.Options{Citations: "../../../quality/references.jsonl"})
	if err != nil {
		t.Fatal(err)
	}
	defer set.Release()
	ids, titles := map[string]bool{}, 0
	for i, g := range set.Gold {
		if g.ID == "" || ids[g.ID] {
			t.Errorf("id %q is missing or stands twice", g.ID)
		}
		ids[g.ID] = true
		if set.Cases[i].Reference.Claimed.Title != "" {
			titles++
		}
		if (g.Class == lab.Hallucinated) != strings.HasPrefix(g.Code, "H") {
			t.Errorf("%s: class %s with code %s", g.ID, g.Class, g.Code)
		}
		if g.Class == lab.Hallucinated && len(g.Fields) == 0 {
			t.Errorf("%s: an error without a field", g.ID)
		}
	}
	if len(ids) < 100 || titles < len(ids)-3 {
		t.Errorf("%d references, %d with a title that was read", len(ids), titles)
	}
}
