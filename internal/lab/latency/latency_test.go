package latency

import (
	"os"
	"path/filepath"
	"testing"
)

func TestTables(t *testing.T) {
	dir := t.TempDir()
	trace, gold := filepath.Join(dir, "trace.jsonl"), filepath.Join(dir, "gold.jsonl")
	text := `{"kind":"exchange","service":"crossref","took_ms":5}
{"kind":"step","reference":"a","stage":1,"source":"corpus","reached":true,"outcome":"found","took_ms":100,"together":1,"chosen":true}
{"kind":"step","reference":"a","stage":2,"source":"crossref","reached":false,"outcome":"not-asked","took_ms":0,"together":1,"chosen":false}
{"kind":"step","reference":"b","stage":1,"source":"corpus","reached":true,"outcome":"none","took_ms":100,"together":1,"chosen":false}
{"kind":"step","reference":"b","stage":2,"source":"crossref","reached":true,"outcome":"none","took_ms":300,"together":1,"chosen":false}
{"kind":"step","reference":"b","stage":2,"source":"openalex","reached":true,"outcome":"none","took_ms":500,"together":1,"chosen":false}
{"kind":"step","reference":"b","stage":3,"source":"web_search","reached":true,"outcome":"none","took_ms":1000,"together":1,"chosen":false}
{"kind":"step","reference":"c","stage":1,"source":"corpus","reached":true,"outcome":"failed","took_ms":9000,"together":1,"chosen":false}
{"kind":"source","source":"corpus","references":3,"reached":3}
`
	for path, s := range map[string]string{trace: text,
		gold: `{"id":"a","label":"valid"}` + "\n" + `{"id":"b","label":"hallucinated_major"}`} {
		if err := os.WriteFile(path, []byte(s), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Read(trace)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Label(gold); err != nil {
		t.Fatal(err)
	}
	tables := s.Tables()
	for _, c := range []struct {
		table, row, column int
		want               string
	}{
		{0, 0, 1, "0.8500s"}, {0, 1, 1, "0.3500s"}, {0, 0, 5, "1.6000s"}, // b: 0.1 + max(0.3, 0.5) + 1
		{1, 0, 2, "100.0%"}, {1, 1, 2, "50.0%"}, {1, 1, 3, "0.3000s"}, {1, 3, 5, "0.5000s"},
		{2, 0, 0, "hallucinated_major"}, {2, 1, 2, "0.1000s"},
		{3, 0, 0, "corpus"}, {3, 1, 0, "not found"}, {3, 1, 2, "50.0%"},
	} {
		if got := tables[c.table].Rows[c.row][c.column]; got != c.want {
			t.Errorf("%s, row %d, column %d: %s, want %s", tables[c.table].Title, c.row, c.column, got, c.want)
		}
	}
	if s.excluded != 1 {
		t.Errorf("%d left out", s.excluded)
	}
	if err := os.WriteFile(trace, []byte("{}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(trace); err == nil {
		t.Error("a trace without steps passes")
	}
}
