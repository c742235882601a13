package main

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
)

// servedCorpus writes a corpus of works about a word, with its digests beside it.
func servedCorpus(t *testing.T, dir, word string) {
	t.Helper()
	err := index.Add(t.Context(), dir, func(yield func(*biblio.Record, error) bool) {
		yield(&biblio.Record{Work: biblio.Work{Title: "On " + word, Issued: biblio.Date{Year: 2020}}}, nil)
	}, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.segment"))
	var sums strings.Builder
	for _, f := range append(files, filepath.Join(dir, "manifest.json")) {
		content, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&sums, "%x *%s\n", sha256.Sum256(content), filepath.Base(f))
	}
	if err := os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(sums.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestCorpusPull installs a corpus from a web server and updates it; a program running meanwhile uses the new
// one in its next run.
func TestCorpusPull(t *testing.T) {
	dir, home := t.TempDir(), t.TempDir()
	for name, value := range homeOf(home) {
		t.Setenv(name, value)
	}
	servedCorpus(t, dir, "terns")
	server := httptest.NewServer(http.StripPrefix("/corpora/birds", http.FileServer(http.Dir(dir))))
	defer server.Close()
	pull := func(want string) {
		t.Helper()
		out, errors, status := clitest.Run(t, newRootCommand(), "corpus", "pull", server.URL+"/corpora/birds")
		if status != 0 || !strings.Contains(out, want) {
			t.Fatalf("status %d: %s%s", status, out, errors)
		}
	}
	pull("birds: 1 work\n")
	folder := filepath.Join(home, "share", "bonafide", "corpora", "birds")
	s, err := openSetups(t.Context(),
		setup.Options{Corpora: []string{folder}, Online: setup.Online{Memory: setup.NoMemory},
			Models: setup.Models{Model: setup.NoModels}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.close(os.Stderr)
	works := func(word string) int {
		t.Helper()
		one, err := s.of(runs.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.release(one)
		hits, err := one.Corpus().ByTitle("On " + word)
		if err != nil {
			t.Fatal(err)
		}
		return len(hits)
	}
	if works("terns") != 1 || works("gulls") != 0 {
		t.Error("not the corpus that was pulled")
	}
	servedCorpus(t, dir, "gulls")
	pull("birds: 2 works\n")
	if works("terns") != 1 || works("gulls") != 1 || len(s.open) != 1 {
		t.Errorf("the next run has the corpus of before, and %d are open", len(s.open))
	}
	sums, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	if _, said, status := clitest.Run(t, newRootCommand(), "corpus", "pull", server.URL+"/corpora/birds", "--sha256",
		fmt.Sprintf("%X", sha256.Sum256(sums))); status != 0 {
		t.Errorf("pinned: status %d, %s", status, said)
	}
	for _, args := range [][]string{{server.URL + "/none", "--name", "x"}, {"ftp://example.org/birds"}, {"nowhere"},
		{server.URL + "/corpora/B"},
		{"http://corpora.example.org/birds"}, {server.URL + "/corpora/birds", "--sha256", "abc"},
		{server.URL + "/corpora/birds", "--sha256", strings.Repeat("0", 64)}} {
		if _, said, status := clitest.Run(t, newRootCommand(), append([]string{"corpus", "pull"}, args...)...); status != 2 &&
			status != 4 || said == "" {
			t.Errorf("%v: status %d, %s", args, status, said)
		}
	}
}
