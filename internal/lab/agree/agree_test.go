package agree

import (
	"maps"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/lab/fields"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
)

func TestKappa(t *testing.T) {
	for _, c := range []struct {
		cells [][]float64
		want  float64
	}{
		{[][]float64{{20, 5}, {10, 15}}, .4}, // the textbook example
		{[][]float64{{10, 0}, {0, 10}}, 1},
		{[][]float64{{10, 0}, {0, 0}}, 1},
		{[][]float64{{0, 10}, {10, 0}}, -1},
	} {
		got := kappa(&metric.Confusion{Labels: []string{"a", "b"}, Cells: c.cells})
		if math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v: %g, want %g", c.cells, got, c.want)
		}
	}
	// The study's own matrix of 521 fields: agreement .804, kappa .67.
	study := &metric.Confusion{Labels: []string{"F", "P", "S"},
		Cells: [][]float64{{98, 44, 16}, {1, 252, 12}, {13, 16, 69}}}
	if k := kappa(study); math.Abs(k-.671) > .001 {
		t.Errorf("the study's kappa is %.4f", k)
	}
}

func labelled(n int) []fields.Line {
	var list []fields.Line
	for i := range n {
		label := []string{"P", "S", "F", "C"}[i%4]
		if i%40 == 39 {
			label = "M"
		}
		list = append(list,
			fields.Line{ID: string(rune('a' + i%26)), Field: fields.Names[i%9], Label: label, Value: "=1+1",
				Truth: []string{"x", "y"}})
	}
	return list
}

func TestSampleIsStratifiedAndBlind(t *testing.T) {
	opt := Options{N: 60, Least: 2, Seed: 1, Labels: []string{"P", "S", "F"}}
	items := Sample(labelled(720), opt)
	strata := map[string]int{}
	for i, it := range items {
		if it.N != i+1 || it.Label == "C" {
			t.Fatalf("item %d: %+v", i, it)
		}
		strata[it.Label+it.Field]++
	}
	if len(strata) != 27 {
		t.Errorf("%d strata of 27", len(strata))
	}
	for s, n := range strata {
		if n < 2 {
			t.Errorf("stratum %s has %d", s, n)
		}
	}
	if again := Sample(labelled(720), opt); again[0].ID != items[0].ID || len(again) != len(items) {
		t.Error("the same seed gave two samples")
	}
	var sheet strings.Builder
	if err := WriteSheet(&sheet, items); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(sheet.String(), "'=1+1") || strings.Contains(sheet.String(), ",S\n") {
		t.Errorf("the sheet is not safe, or not blind:\n%s", sheet.String()[:200])
	}
}

func TestAgreement(t *testing.T) {
	dir := t.TempDir()
	items := Sample(labelled(200), Options{N: 40, Least: 1, Seed: 2})
	key := filepath.Join(dir, "key.jsonl")
	if err := WriteKey(key, items); err != nil {
		t.Fatal(err)
	}
	sheetText := "n,field,entry says,versions,label\n"
	for i, it := range items {
		label := strings.ToLower(it.Label)
		switch i {
		case 0:
			label = "x"
		case 1:
			label = ""
		}
		sheetText += strings.Join([]string{strconv.Itoa(it.N), it.Field, "", "", label}, ",") + "\n"
	}
	path := filepath.Join(dir, "sheet.csv")
	if err := os.WriteFile(path, []byte(sheetText), 0o644); err != nil {
		t.Fatal(err)
	}
	sheet, err := ReadSheet(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, sep := range []string{";", "\t"} { // as spreadsheets in other countries write it
		if err := os.WriteFile(path, []byte("\ufeff"+strings.ReplaceAll(sheetText, ",", sep)), 0o644); err != nil {
			t.Fatal(err)
		}
		if again, err := ReadSheet(path); err != nil || !maps.Equal(again, sheet) {
			t.Errorf("%q: %v, %v", sep, again, err)
		}
	}
	back, err := ReadKey(key)
	if err != nil {
		t.Fatal(err)
	}
	r := Measure(back, sheet)
	n := float64(len(items) - 1)
	if v, _ := r.Value("agreement"); r.N != len(items)-1 || math.Abs(v-(n-1)/n) > 1e-9 {
		t.Errorf("n %d agreement %g", r.N, v)
	}
	if err := os.WriteFile(path, []byte("n,field,a,b,label\n1,doi,,,Q\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadSheet(path); err == nil {
		t.Error("a label that is none passes")
	}
}
