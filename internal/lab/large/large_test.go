package large

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/index"
)

// TestMeasure makes an index of made works: each is found by its number, and the same seed makes the same works.
func TestMeasure(t *testing.T) {
	from, dir := filepath.Join(t.TempDir(), "from"), filepath.Join(t.TempDir(), "made")
	records := func(yield func(*biblio.Record, error) bool) {
		for i := range 60 {
			r := &biblio.Record{Source: "s", LocalID: fmt.Sprint(i)}
			r.Title = fmt.Sprintf("The drift of buoy %d under ice of kind %d", i%7, i%11)
			r.Contributors = []biblio.Contributor{{Family: fmt.Sprintf("Lopez%d", i%5), Given: "Maria"}}
			if !yield(r, nil) {
				return
			}
		}
	}
	if err := index.Build(t.Context(), from, records, index.Options{}); err != nil {
		t.Fatal(err)
	}
	built := false
	opt := Options{From: from, Dir: dir, Works: 500, Queries: 20, Seed: 3, Log: func(string, ...any) { built = true }}
	for range 2 {
		r, err := Measure(t.Context(), opt)
		if err != nil || r.Works != 500 || len(r.Lookup) != 4 || r.Lookup[0].Found != 1 || (r.Build > 0) != built {
			t.Fatalf("%+v, %v", r, err)
		}
		built = false
	}
	opt.From = filepath.Join(from, "none")
	if _, err := Measure(t.Context(), opt); err == nil {
		t.Error("no corpus")
	}
}
