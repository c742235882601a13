package train

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab"
)

// row returns the row of a case with a stratum and the named features.
func row(t *testing.T, stratum judge.Stratum, on ...string) []float64 {
	t.Helper()
	in := input{stratum, make([]float64, len(judge.FeatureList))}
	for _, name := range on {
		i := slices.IndexFunc(judge.FeatureList, func(f judge.Feature) bool { return f.Name == name })
		if i < 0 {
			t.Fatalf("no feature %q", name)
		}
		in.features[i] = 1
	}
	return in.row()
}

// A study in which verified entries are genuine and others are not, and several errors are severe.
func study(t *testing.T) Study {
	s := Study{Name: "severity"}
	for i := range 60 {
		cluster := string(rune('a' + i%20))
		for _, c := range []struct {
			x              []float64
			genuine, minor bool
		}{
			{row(t, "verified", "title-agrees", "year-agrees"), true, true},
			{row(t, "discrepant-substantive", "title-agrees", "year-wrong"), false, true},
			{row(t, "discrepant-substantive", "title-wrong", "year-wrong"), false, false},
		} {
			s.examples = append(s.examples, Example{X: c.x, Y: c.genuine, Weight: 1, Cluster: cluster})
			if !c.genuine {
				s.degrees = append(s.degrees, Example{X: c.x, Y: c.minor, Weight: 1, Cluster: cluster})
			}
		}
	}
	return s
}

func TestFitLearnsWhatDecides(t *testing.T) {
	got, err := Fit([]Study{study(t)})
	if err != nil {
		t.Fatal(err)
	}
	if f := got.Studies[0]; f.AUROC != 1 || f.Genuine < 0.3 || f.Genuine > 0.4 {
		t.Errorf("cross-validated %+v", f)
	}
	if got.Severity.MacroF1 != 1 {
		t.Errorf("severity %+v", got.Severity)
	}
	m := &got.Model
	features := func(x []float64) []float64 { return x[:len(judge.FeatureList)] }
	good, bad := row(t, "verified", "title-agrees", "year-agrees"), row(t, "discrepant-substantive",
		"title-agrees", "year-wrong")
	if a, b := m.Genuine("verified", features(good)), m.Genuine("discrepant-substantive", features(bad)); a < 0.9 ||
		b > 0.1 {
		t.Errorf("p of what is verified %.3f, of what is wrong %.3f", a, b)
	}
	worse := row(t, "discrepant-substantive", "title-wrong", "year-wrong")
	if a, b := m.Major("discrepant-substantive", features(bad)), m.Major("discrepant-substantive",
		features(worse)); a > 0.5 || b < 0.5 {
		t.Errorf("a wrong year is major with %.3f, title and year with %.3f", a, b)
	}
	for _, f := range judge.FeatureList {
		for name, w := range map[string]float64{"p": m.Weights[f.Name], "major": -m.MajorWeights[f.Name]} {
			if w*float64(f.Sign) < 0 {
				t.Errorf("the weight of %s for %s is %v, against its sign", f.Name, name, w)
			}
		}
	}
}

// Undecided cases teach nothing.
func TestLearnFromDecidedCases(t *testing.T) {
	var s Study
	l := &lessons[len(lessons)-1]
	for _, stratum := range []judge.Stratum{"inconclusive", "exempt", "verified", "discrepant-slip"} {
		s.learn(l, &input{stratum, make([]float64, len(judge.FeatureList))}, lab.Gold{Label: judge.Minor})
	}
	if len(s.examples) != 2 || len(s.degrees) != 1 || stratumOf(s.examples[1]) != "discrepant-slip" {
		t.Errorf("%d examples, %d degrees", len(s.examples), len(s.degrees))
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
