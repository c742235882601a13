package train

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab/learn"
)

// vector gives features by name.
func vector(t *testing.T, on ...string) []float64 {
	t.Helper()
	x := make([]float64, len(judge.FeatureList))
	for _, name := range on {
		found := false
		for i, f := range judge.FeatureList {
			if f.Name == name {
				x[i], found = 1, true
			}
		}
		if !found {
			t.Fatalf("no feature %q", name)
		}
	}
	return x
}

// A study in which the title decides what is genuine, and title and year how
// severe an error is.
func study(t *testing.T) Study {
	s := Study{Name: "severity"}
	for i := range 60 {
		cluster := string(rune('a' + i%20))
		good, bad, worse := vector(t, "title-agrees", "year-agrees"), vector(t, "title-agrees", "year-wrong"), vector(t, "title-wrong", "year-wrong")
		for _, c := range []struct {
			x        []float64
			severity string
		}{{good, judge.Exact}, {bad, judge.Minor}, {worse, judge.Major}} {
			s.examples = append(s.examples, learn.Example{X: c.x, Y: c.severity != judge.Major, Weight: 1, Cluster: cluster})
			s.degrees = append(s.degrees, degree{c.x, c.severity, 1, cluster})
		}
	}
	return s
}

func TestFitLearnsWhatDecides(t *testing.T) {
	got, err := Fit([]Study{study(t)})
	if err != nil {
		t.Fatal(err)
	}
	if f := got.Studies[0]; f.AUROC != 1 || f.Detection != 1 || f.FalsePositives != 0 {
		t.Errorf("cross-validated %+v", f)
	}
	if got.Severity.MacroF1 != 1 {
		t.Errorf("severity %+v", got.Severity)
	}
	m := &got.Model
	for _, c := range []struct {
		x    []float64
		want string
	}{
		{vector(t, "title-agrees", "year-agrees"), judge.Exact},
		{vector(t, "title-agrees", "year-wrong"), judge.Minor},
		{vector(t, "title-wrong", "year-wrong"), judge.Major},
	} {
		if got := judge.Severity(m.Score(c.x), judge.TauMinor, judge.TauExact); got != c.want {
			t.Errorf("score %.2f is %s, want %s", m.Score(c.x), got, c.want)
		}
	}
	for i, f := range judge.FeatureList {
		for name, w := range map[string]float64{"p": m.Weights[f.Name], "score": m.Severity[f.Name]} {
			if w*float64(f.Sign) < 0 {
				t.Errorf("%s weight of %s (%d) is %v, against its sign", name, f.Name, i, w)
			}
		}
	}
}

func TestTrainingTwiceGivesTheSameFile(t *testing.T) {
	var files [2][]byte
	for i := range files {
		got, err := Fit([]Study{study(t)})
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "weights.json")
		if err := got.Write(path, "2026-01-31"); err != nil {
			t.Fatal(err)
		}
		if files[i], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the files differ")
	}
	m, err := judge.ParseModel(files[0])
	if err != nil || m.Provenance == "" || len(m.Weights) == 0 {
		t.Errorf("the judge reads %+v, %v", m, err)
	}
}
