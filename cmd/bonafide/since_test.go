package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Of the runs that --since last keeps, the oldest are removed.
func TestPrune(t *testing.T) {
	dir := t.TempDir()
	for i := range keptMost + 3 {
		name := filepath.Join(dir, fmt.Sprintf("%03d.jsonl", (i+1)%(keptMost+3)))
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Unix(int64(1_000_000+i), 0)
		if err := os.Chtimes(name, at, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := prune(dir); err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadDir(dir)
	if err != nil || len(list) != keptMost || list[0].Name() != "000.jsonl" || list[1].Name() != "004.jsonl" {
		t.Errorf("%d are left: %v %v", len(list), list[:2], err)
	}
	if err := prune(filepath.Join(dir, "none")); err == nil {
		t.Error("no error for a folder that is not there")
	}
}
