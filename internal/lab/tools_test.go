package lab

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/bonafide-audit/bonafide/internal/lab/result"
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
	for name, content := range map[string]string{"plain.jsonl": text, "x.jsonl.gz": gz.String(),
		"misnamed.jsonl": zs.String()} {
		sum := ""
		err := result.EachObject(write(t, name, content), func(o result.Object) error {
			sum += o.Text("a")
			return nil
		})
		if err != nil || sum != "12" {
			t.Errorf("%s: %q, %v", name, sum, err)
		}
	}
	err := result.EachObject(write(t, "bad.jsonl", "{}\nnonsense"), func(result.Object) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "bad.jsonl:2") {
		t.Errorf("a bad line gives %v", err)
	}
}

func TestObjectText(t *testing.T) {
	o := result.Object{"s": " x ", "n": 2017.0, "big": 12345678901.0, "blank": "", "l": []any{"a", 1.0, "b"}}
	for _, c := range []struct {
		keys []string
		want string
	}{{[]string{"s"}, "x"}, {[]string{"n"}, "2017"}, {[]string{"big"}, "12345678901"}, {[]string{"blank", "s"}, "x"},
		{[]string{"none"}, ""}} {
		if got := o.Text(c.keys...); got != c.want {
			t.Errorf("%v: %q, want %q", c.keys, got, c.want)
		}
	}
	if got := strings.Join(o.List("l"), "|"); got != "a|b" {
		t.Errorf("list %q", got)
	}
}

func TestPredictionsSurviveAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.jsonl")
	list := []Prediction{{ID: "b", Outcome: "verified", Class: Real, Codes: []string{"R1"}, Fields: []string{},
		Score: 9.5, P: 0.9}}
	if err := WritePredictions(path, list); err != nil {
		t.Fatal(err)
	}
	data, _ := os.ReadFile(path)
	if want := `{"id":"b","outcome":"verified","class":"REAL","codes":["R1"],"fields":[],"score":9.5,"p":0.9}` +
		"\n"; string(data) != want {
		t.Errorf("wrote %s", data)
	}
	byID, err := readPredictions(path)
	if err != nil {
		t.Fatal(err)
	}
	aligned := align([]Gold{{ID: "a"}, {ID: "b"}}, byID)
	if aligned[0].Class != Hallucinated || !aligned[0].missing || aligned[1].P != 0.9 {
		t.Errorf("aligned: %+v", aligned)
	}
}

func TestFoldsKeepClustersTogether(t *testing.T) {
	clusters := []string{"a", "b", "a", "c", "d", "e", "b"}
	fold := Folds(clusters, 3)
	if fold[0] != fold[2] || fold[1] != fold[6] {
		t.Errorf("a cluster is split: %v", fold)
	}
}

func TestExportBib(t *testing.T) {
	path := write(t, "x.jsonl",
		`{"bibtex_key":"k1","bibtex_type":"article","label":"VALID","fields":{"title":"A {B} C","year":"2020","author":"X Y"}}
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
