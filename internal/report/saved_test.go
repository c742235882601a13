package report

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/judge"
)

// TestSavedRows: rows saved under rules 9, whose reasons have no status, names or pen, are reported as before; lists of
// authors that differ name nobody.
func TestSavedRows(t *testing.T) {
	rows, err := os.ReadFile(filepath.Join("testdata", "saved-rules9.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	wrong, statuses := 0, 0
	err = EachFinding(bytes.NewReader(rows), func(f Finding) {
		if _, accuses := f.Note(); accuses {
			wrong++
		}
		for i := range f.Reasons {
			r := &f.Reasons[i]
			if r.Status != "" || len(r.Names) > 0 || r.Pen != "" {
				t.Errorf("%s: %+v", f.ID, r)
			}
			if statusOf(r) != judge.NoStatus {
				statuses++
			}
			if r.Field == "authors" && statusOf(r).Wrong() && ViewOf(r).Headline != "Authors differ from the record" {
				t.Errorf("%s: %s", f.ID, ViewOf(r).Headline)
			}
		}
	})
	if err != nil || wrong != 8 || statuses < 100 {
		t.Errorf("%d wrong, %d statuses, %v", wrong, statuses, err)
	}
	for name, writer := range map[string]func(*bytes.Buffer) Writer{
		"text": func(b *bytes.Buffer) Writer { return newText(b, Options{}) },
		"json": func(b *bytes.Buffer) Writer { return newJSONLines(b, Options{}) },
	} {
		var out bytes.Buffer
		_, err := Replay(bytes.NewReader(rows), writer(&out))
		if err != nil || !strings.Contains(out.String(), "wrong-authors") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
