package setup

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/source/offline"
)

// TestRunsLearnSideBySide: runs that share a setup remember everything that each has verified, and none takes
// or writes the works of another.
func TestRunsLearnSideBySide(t *testing.T) {
	m, err := offline.OpenMemory(filepath.Join(t.TempDir(), "memory.db"), offline.DefaultKeep)
	if err != nil {
		t.Fatal(err)
	}
	s := &Setup{memory: m}
	const runs, works = 4, 250 // more than one batch
	var wg sync.WaitGroup
	for run := range runs {
		wg.Go(func() {
			learning := s.Learning()
			defer learning.Close()
			for i := range works {
				if err := learning.Take(t.Context(), proven(fmt.Sprintf("Work %d of run %d", i, run))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if n, err := m.Len(t.Context(), time.Now()); err != nil || n != runs*works {
		t.Errorf("%d works remembered, %v", n, err)
	}
	s.closeMemory()
	if list := s.Remarks(); len(list) > 0 {
		t.Error(list)
	}
}

// TestCancelledRunLearns: what a run had verified when it was cancelled is remembered, without a remark
// about the memory.
func TestCancelledRunLearns(t *testing.T) {
	m, err := offline.OpenMemory(filepath.Join(t.TempDir(), "memory.db"), offline.DefaultKeep)
	if err != nil {
		t.Fatal(err)
	}
	s := &Setup{memory: m}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	learning := s.Learning()
	for i := range learnBatch {
		if err := learning.Take(ctx, proven(fmt.Sprint("Work ", i))); (err != nil) != (i == learnBatch-1) {
			t.Fatal(i, err)
		}
	}
	learning.Close()
	if n, err := m.Len(t.Context(), time.Now()); err != nil || n != learnBatch {
		t.Errorf("%d works remembered, %v", n, err)
	}
	s.closeMemory()
	if list := s.Remarks(); len(list) > 0 {
		t.Error(list)
	}
}

// proven returns a finding about a work that a service states as claimed.
func proven(title string) audit.Finding {
	f := biblio.Flat{Title: title, Authors: []string{"Ada Lovelace"}, Year: "2001", Venue: "Journal",
		Type: "article-journal"}
	ref := biblio.Reference{ID: title, Claimed: f.Work()}
	info := answer.Info{Name: "service", Online: true, Titles: true, Origin: biblio.Origin{Kind: biblio.Publisher},
		OrderedAuthors: true, CompleteAuthors: true}
	hit := answer.Hit{Record: biblio.Record{Work: f.Work(), Source: "service", LocalID: title}, How: answer.ByTitle}
	ev := judge.Evidence{Lookups: []answer.Lookup{answer.NewLookup(info, answer.Answer{Hits: []answer.Hit{hit}}, nil)}}
	ev.Candidates = judge.Candidates(&ref, ev.Lookups)
	return audit.Finding{Reference: ref, Evidence: ev, Verdict: judge.Decide(&ref, ev)}
}

// The address of a database is shown without what may be secret in it; a file is shown as it is.
func TestShownMemory(t *testing.T) {
	for path, want := range map[string]string{"/a/memory.db": "/a/memory.db", "memory.db?x=1": "memory.db?x=1",
		"postgres://me:secret@host/db?sslpassword=x": "postgres://me:xxxxx@host/db",
		"postgres://host/db":                         "postgres://host/db",
		"postgres://host/%zz":                        "the database"} {
		if got := shown(path); got != want {
			t.Errorf("%s is shown as %s", path, got)
		}
	}
	for _, path := range []string{NoMemory} {
		if _, err := DescribeMemory(t.Context(), Online{Memory: path}); err == nil {
			t.Errorf("%q is a memory", path)
		}
	}
	name := filepath.Join(t.TempDir(), "memory.db")
	info, err := DescribeMemory(t.Context(), Online{Memory: name, MemoryKeep: 49 * time.Hour})
	if err != nil || info != (MemoryInfo{File: name, Days: 2}) {
		t.Errorf("%+v, %v", info, err)
	}
}

// The memory is seeded with works that have title, authors and year, and with no others.
func TestSeedMemory(t *testing.T) {
	whole := biblio.Flat{Title: "Drifting buoys", Authors: []string{"Ann Frost"}, Year: "2016"}
	untitled, nobody, undated := whole, whole, whole
	untitled.Title, nobody.Authors, undated.Year = "", nil, ""
	dir := t.TempDir()
	err := index.Build(t.Context(), dir, func(yield func(*biblio.Record, error) bool) {
		for _, f := range []biblio.Flat{untitled, nobody, whole, undated} {
			if !yield(&biblio.Record{Work: f.Work()}, nil) {
				return
			}
		}
	}, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Corpora: []string{dir}, Online: Online{Memory: filepath.Join(t.TempDir(), "memory.db")}}
	told := 0
	works, err := SeedMemory(t.Context(), opt, func(done, total int) { told = 10*done + total })
	info, infoErr := DescribeMemory(t.Context(), opt.Online)
	if err != nil || infoErr != nil || works != 1 || told != 44 || info.Works != 1 {
		t.Errorf("%d works, %d told, %+v, %v, %v", works, told, info, err, infoErr)
	}
	if _, err := SeedMemory(t.Context(), Options{Online: opt.Online}, func(int, int) {}); err == nil {
		t.Error("seeded from nothing")
	}
}
