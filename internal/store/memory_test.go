package store

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// TestShared opens one file several times at once, as runs side by side do, and
// writes through all: nothing is refused and nothing lost.
func TestShared(t *testing.T) {
	const runs, each = 6, 5
	path := filepath.Join(t.TempDir(), "memory.db")
	now := time.Now()
	var wg sync.WaitGroup
	for run := range runs {
		wg.Go(func() {
			m, err := OpenMemory(path, time.Hour)
			if err != nil {
				t.Error(err)
				return
			}
			defer m.Close()
			for i := range each {
				f := biblio.Flat{Title: fmt.Sprintf("Work %d of run %d", i, run), Authors: []string{"Ada Lovelace"}, Year: "2001"}
				if err := m.Remember(t.Context(), []biblio.Record{{Work: f.Work(), Source: "x", LocalID: fmt.Sprint(run, i)}}, now); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	m, err := OpenMemory(path, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if n, err := m.Len(t.Context(), now); err != nil || n != runs*each {
		t.Errorf("%d works, %v", n, err)
	}
}

// TestOwnerAlone makes the file and those beside it readable by their owner
// alone, whatever folder they are in.
func TestOwnerAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes are of Unix")
	}
	dir := t.TempDir()
	m, err := OpenMemory(filepath.Join(dir, "memory.db"), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	files, err := os.ReadDir(dir)
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		if info, err := f.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", f.Name(), info.Mode(), err)
		}
	}
}
