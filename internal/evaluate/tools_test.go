package evaluate

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestEachLineUndoesCompression(t *testing.T) {
	const text = "{\"a\":1}\n\n{\"a\":2}"
	var gz, zs bytes.Buffer
	w := gzip.NewWriter(&gz)
	w.Write([]byte(text))
	w.Close()
	z, _ := zstd.NewWriter(&zs)
	z.Write([]byte(text))
	z.Close()
	for name, content := range map[string]string{"plain.jsonl": text, "x.jsonl.gz": gz.String(), "misnamed.jsonl": zs.String()} {
		sum := ""
		err := eachObject(write(t, name, content), func(o object) error {
			sum += o.text("a")
			return nil
		})
		if err != nil || sum != "12" {
			t.Errorf("%s: %q, %v", name, sum, err)
		}
	}
	err := eachObject(write(t, "bad.jsonl", "{}\nnonsense"), func(object) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "bad.jsonl:2") {
		t.Errorf("a bad line gives %v", err)
	}
}

func TestObjectText(t *testing.T) {
	o := object{"s": " x ", "n": 2017.0, "big": 12345678901.0, "blank": "", "l": []any{"a", 1.0, "b"}}
	for _, c := range []struct {
		keys []string
		want string
	}{{[]string{"s"}, "x"}, {[]string{"n"}, "2017"}, {[]string{"big"}, "12345678901"}, {[]string{"blank", "s"}, "x"}, {[]string{"none"}, ""}} {
		if got := o.text(c.keys...); got != c.want {
			t.Errorf("%v: %q, want %q", c.keys, got, c.want)
		}
	}
	if got := strings.Join(o.list("l"), "|"); got != "a|b" {
		t.Errorf("list %q", got)
	}
}

func TestWithhold(t *testing.T) {
	o := object{"title": "T", "mutation": 1, "note": 1, "original": 1, "peer_verdict": 1, "peer_reason": 1, "closest": 1, "offline_flags": 1, "_from": "H1-1"}
	o.withhold()
	if len(o) != 1 {
		t.Errorf("left: %v", o)
	}
}

func TestPredictionsSurviveAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.jsonl")
	list := []Prediction{{ID: "b", Outcome: "verified", Class: Real, Codes: []string{"R1"}, Fields: []string{}, Score: 9.5, P: 0.9}}
	if err := WritePredictions(path, list); err != nil {
		t.Fatal(err)
	}
	data, _ := os.ReadFile(path)
	if want := `{"id":"b","outcome":"verified","class":"REAL","codes":["R1"],"fields":[],"score":9.5,"p":0.9}` + "\n"; string(data) != want {
		t.Errorf("wrote %s", data)
	}
	byID, err := ReadPredictions(path)
	if err != nil {
		t.Fatal(err)
	}
	aligned := align([]Gold{{ID: "a"}, {ID: "b"}}, byID)
	if aligned[0].Class != Hallucinated || !aligned[0].missing || aligned[1].P != 0.9 {
		t.Errorf("aligned: %+v", aligned)
	}
}

func TestSweepFindsTheThresholds(t *testing.T) {
	var gold []Gold
	var predictions []Prediction
	for i := range 30 {
		label, score := "major", 1.0
		switch i % 3 {
		case 1:
			label, score = "minor", 5
		case 2:
			label, score = "exact", 9
		}
		gold = append(gold, Gold{ID: string(rune('a' + i)), Cluster: string(rune('a' + i)), Label: label})
		predictions = append(predictions, Prediction{Outcome: "discrepant", Score: score})
	}
	best, points := Sweep(gold, predictions)
	// anything in (1, 5] and (5, 9] is perfect; the middle of both is taken
	if best.WeightedF1 != 1 || best.Minor != 3.25 && best.Minor != 3 || best.Exact != 7.25 && best.Exact != 7 {
		t.Errorf("best %+v", best)
	}
	if want := 41 * 42 / 2; len(points) != want {
		t.Errorf("%d points, want %d", len(points), want)
	}
	if f := CrossSweep(gold, predictions, 5); f != 1 {
		t.Errorf("five-fold %v", f)
	}
}

func TestFoldsKeepClustersTogether(t *testing.T) {
	clusters := []string{"a", "b", "a", "c", "d", "e", "b"}
	fold := Folds(clusters, 3)
	if fold[0] != fold[2] || fold[1] != fold[6] {
		t.Errorf("a cluster is split: %v", fold)
	}
}

func TestCompare(t *testing.T) {
	set := &Set{Mode: "oracle"}
	a, b := []Prediction{}, []Prediction{}
	for i := range 40 {
		id := string(rune('A' + i))
		set.Gold = append(set.Gold, Gold{ID: id, Cluster: id, Code: "R1", Class: Real})
		good := Prediction{ID: id, Outcome: "verified", Class: Real, Codes: []string{"R1"}, Fields: []string{}}
		bad := Prediction{ID: id, Outcome: "discrepant", Class: Hallucinated, Codes: []string{"H1"}, Fields: []string{"title"}}
		b = append(b, good)
		if i < 10 {
			a = append(a, bad)
		} else {
			a = append(a, good)
		}
	}
	dir := t.TempDir()
	fileA, fileB := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	for path, list := range map[string][]Prediction{fileA: a, fileB: b} {
		if err := WritePredictions(path, list); err != nil {
			t.Fatal(err)
		}
	}
	c, err := suite(t, "taxonomy").Compare(set, fileA, fileB)
	if err != nil {
		t.Fatal(err)
	}
	if c.Cases.OnlyA != 0 || c.Cases.OnlyB != 10 || c.Cases.P > 0.01 {
		t.Errorf("cases %+v", c.Cases)
	}
	if f := c.Figures[0]; f.Name != "class_accuracy" || f.A != 0.75 || f.B != 1 || f.Cluster.P > 0.01 {
		t.Errorf("figure %+v", f)
	}
}

func TestGateHoldsAndTightens(t *testing.T) {
	check := GateCheck{Suite: "x", AtMost: map[string]float64{"fpr": 0.02}, AtLeast: map[string]float64{"recall": 0.9}}
	measured := func(fpr, recall float64) *Result {
		r := &Result{}
		for name, v := range map[string]float64{"fpr": fpr, "recall": recall} {
			m := Metric{Name: name}
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

func TestExportBib(t *testing.T) {
	path := write(t, "x.jsonl", `{"bibtex_key":"k1","bibtex_type":"article","label":"VALID","fields":{"title":"A {B} C","year":"2020","author":"X Y"}}
{"bibtex_key":"k2","fields":{"title":"Odd } brace"}}`)
	var out bytes.Buffer
	n, err := ExportBib(&out, path)
	if err != nil || n != 2 {
		t.Fatal(n, err)
	}
	want := "@article{k1,\n  author = {X Y},\n  title = {A {B} C},\n  year = {2020},\n}\n\n@misc{k2,\n  title = {Odd  brace},\n}\n\n"
	if out.String() != want {
		t.Errorf("wrote\n%s", out.String())
	}
}
