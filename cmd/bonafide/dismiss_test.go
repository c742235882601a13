package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/accept"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
)

// Findings that are dismissed at the same time are all stored.
func TestDismissAtOnce(t *testing.T) {
	dir := t.TempDir()
	bib := filepath.Join(dir, "refs.bib")
	const many = 12
	var entries strings.Builder
	for i := range many {
		fmt.Fprintf(&entries, "@article{k%d,\n  author = {Doe, Jane},\n  title = {A study of sand},\n  year = {2001}\n}\n", i)
	}
	if err := os.WriteFile(bib, []byte(entries.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range many {
		all.Go(func() {
			_, said, status := clitest.Run(t, newRootCommand(), "dismiss", fmt.Sprintf("k%d", i), "H4", "--reason", "seen", bib)
			if status != cli.ExitOK {
				t.Errorf("status %d: %s", status, said)
			}
		})
	}
	all.Wait()
	data, err := os.ReadFile(filepath.Join(dir, accept.FileName))
	if n := strings.Count(string(data), "[[accepted]]"); err != nil || n != many {
		t.Errorf("%d of %d are kept, %v\n%s", n, many, err, data)
	}
}
