package offline

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// places runs a test for each place where a memory may be.
func places(t *testing.T, do func(t *testing.T, path string)) {
	t.Run("file", func(t *testing.T) { do(t, filepath.Join(t.TempDir(), "memory.db")) })
	t.Run("database", func(t *testing.T) { do(t, testenv.Postgres(t)) })
}

// kept returns a record of a work.
func kept(title, id string) biblio.Record {
	f := biblio.Flat{Title: title, Authors: []string{"Ada Lovelace"}, Year: "2001"}
	return biblio.Record{Work: f.Work(), Source: "x", LocalID: id}
}

// TestShared opens one memory several times, as concurrent runs do, and writes through all of them, including
// the same works: nothing is rejected and nothing is lost.
func TestShared(t *testing.T) {
	places(t, func(t *testing.T, path string) {
		const runs, each, same = 6, 5, 20
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
				var list []biblio.Record
				for i := range same {
					list = append(list, kept(fmt.Sprintf("Work %d of all", (i+run)%same), ""))
				}
				if err := m.Remember(t.Context(), list, now); err != nil {
					t.Error(err)
				}
				for i := range each {
					if err := m.Remember(t.Context(),
						[]biblio.Record{kept(fmt.Sprintf("Work %d of run %d", i, run), fmt.Sprint(run, i))}, now); err != nil {
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
		if n, err := m.Len(t.Context(), now); err != nil || n != runs*each+same {
			t.Errorf("%d works, %v", n, err)
		}
	})
}

// TestRemembered: a work is found by its names until it is forgotten, however long they are and whatever they
// contain.
func TestRemembered(t *testing.T) {
	places(t, func(t *testing.T, path string) {
		m, err := OpenMemory(path, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		now := time.Now()
		var long strings.Builder // incompressible
		for i := range 3000 {
			fmt.Fprintf(&long, "%x ", sha256.Sum256([]byte{byte(i), byte(i >> 8)}))
		}
		list := []biblio.Record{kept(long.String(), "1"), kept("Second "+long.String(), "2"),
			kept("A title @ here", "3"), kept("nul \x00 and \xff", "4")}
		for range 2 {
			if err := m.Remember(t.Context(), list, now); err != nil {
				t.Fatal(err)
			}
		}
		for _, r := range list {
			kept, err := m.Exact(t.Context(), &r.Work, now)
			if err != nil || len(kept) != 1 || kept[0].Record.LocalID != r.LocalID {
				t.Errorf("%.10q: %d works, %v", r.Title, len(kept), err)
				continue
			}
			if again, err := m.ByKey(t.Context(), []int64{kept[0].ID, 1 << 40}, now); err != nil || len(again) != 1 {
				t.Errorf("by key: %v %v", again, err)
			}
		}
		var wordings []string
		if err := m.Wordings(t.Context(), now, 2, func(_ int64, wording string) {
			wordings = append(wordings, wording)
		}); err != nil || len(wordings) != 2 {
			t.Errorf("%d wordings, %v", len(wordings), err)
		}
		if kept, err := m.Exact(t.Context(), &list[0].Work, now.Add(2*time.Hour)); err != nil || len(kept) != 0 {
			t.Errorf("after its time: %v %v", kept, err)
		}
		if err := m.Forget(t.Context(), now, true); err != nil {
			t.Error(err)
		}
		if n, err := m.Len(t.Context(), now); err != nil || n != 0 {
			t.Errorf("%d works, %v", n, err)
		}
	})
}

// TestRestart: a memory waits for a database that is restarted.
func TestRestart(t *testing.T) {
	pg := testenv.NewPostgres(t)
	m, err := OpenMemory(pg.Address, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	pg.Kill()
	done := make(chan error)
	go func() { done <- m.Remember(t.Context(), []biblio.Record{kept("A work", "1")}, time.Now()) }()
	pg.Start()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestOwnerAlone makes the file and those beside it readable only by their owner, whatever folder they are in.
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
