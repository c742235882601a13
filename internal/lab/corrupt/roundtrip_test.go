package corrupt_test

import (
	"path/filepath"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/corrupt"
)

// A set made from the starter corpus and judged in the closed world of its own records gets the outcomes of its
// labels. Bounds on false accusations are stricter than on misses.
func TestRoundTrip(t *testing.T) {
	records, err := corpora.StarterRecords()
	if err != nil {
		t.Fatal(err)
	}
	ix, err := index.InMemory(records)
	if err != nil {
		t.Fatal(err)
	}
	suite, err := lab.Find("taxonomy")
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range []string{"citetracer", "compound"} {
		made, err := corrupt.Make(t.Context(), ix, corrupt.Options{Family: family, N: 200, Seed: 9})
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if _, err := made.Write(dir, nil); err != nil {
			t.Fatal(err)
		}
		file := func(name string) string { return filepath.Join(dir, name) }
		set, err := suite.Load(t.Context(),
			lab.Options{Citations: file("citations.jsonl"), Gold: file("gold.jsonl"), Records: file("records.jsonl")})
		if err != nil {
			t.Fatal(err)
		}
		predictions, err := suite.Predict(t.Context(), set, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := suite.Score(set, predictions)
		set.Release()
		for name, bound := range map[string]float64{"ser": .01, "der": .02} {
			if v, _ := r.Value(name); v > bound {
				t.Errorf("%s: %s %.3f, bound %.3f", family, name, v, bound)
			}
		}
		for _, w := range r.Wrong {
			t.Logf("%s %s (%s): gold %s, predicted %s", family, set.Gold[w.Case].ID, made.Entries[w.Case].Operator,
				w.Gold, w.Predicted)
		}
	}
}
