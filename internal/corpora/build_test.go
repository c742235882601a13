package corpora

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/dump"
)

// TestCostOf checks that the required disk space includes the download, the index and the space for building it.
func TestCostOf(t *testing.T) {
	p := dump.Public{Bytes: 1000, Records: 10}
	c := CostOf(p, false)
	if want := int64(1000 + 10*(indexBytes+scratchBytes)); c.Working != want || c.Disk != 10*indexBytes {
		t.Errorf("disk %d, %d while it is made, want %d and %d", c.Disk, c.Working, 10*indexBytes, want)
	}
	if there := CostOf(p, true); there.Working != c.Working+c.Disk {
		t.Errorf("beside one that is there %d, want %d", there.Working, c.Working+c.Disk)
	}
}

// TestAddAgain: adding the same works again adds nothing, also when a build was killed after it was complete and
// before it had cleared up, and one changed work is one work more.
func TestAddAgain(t *testing.T) {
	dir := t.TempDir()
	file, corpus := filepath.Join(dir, "works.jsonl"), filepath.Join(dir, "corpus")
	write := func(year string) {
		lines := `{"id":"a","title":"Mapping the Migration of Arctic Terns","authors":["A. Walker"],"year":"2015"}` + "\n" +
			`{"id":"b","title":"On the Velvet Quorum Protocol","year":"` + year + `","doi":"10.1000/velvet"}` + "\n"
		if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	add := func() (had int64, records int) {
		b := Build{Files: []string{file}, Add: true, Segment: 1}
		built, err := b.Run(t.Context(), corpus)
		if err != nil {
			t.Fatal(err)
		}
		return built.Had, recordsIn(corpus)
	}
	write("2011")
	if had, n := add(); had != 0 || n != 2 {
		t.Fatalf("%d records, %d of them before", n, had)
	}
	if had, n := add(); had != 2 || n != 2 {
		t.Errorf("again: %d records, %d of them before", n, had)
	}
	left := filepath.Join(corpus, buildName)
	if err := os.MkdirAll(left, 0o755); err != nil {
		t.Fatal(err)
	}
	state := []byte(`{"files":["` + file + `"],"done":1,"segments":2,"ended":true,"stats":{"Records":2}}`)
	if err := os.WriteFile(filepath.Join(left, stateName), state, 0o600); err != nil {
		t.Fatal(err)
	}
	if had, n := add(); had != 2 || n != 2 {
		t.Errorf("after a killed build: %d records, %d of them before", n, had)
	}
	if _, err := os.Stat(left); err == nil {
		t.Error("what the killed build left is still there")
	}
	write("2012")
	if had, n := add(); had != 1 || n != 3 {
		t.Errorf("one work changed: %d records, %d of them before", n, had)
	}
}
