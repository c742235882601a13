package formats

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/outfile"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

func TestReplace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "refs.bib")
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := Replace(context.Background(), path, []byte("other"), []byte("new")); !errors.Is(err, errChanged) {
		t.Errorf("a changed file: %v", err)
	}
	backup, err := Replace(context.Background(), path, []byte("old"), []byte("new"))
	if err != nil || content(t, backup) != "old" || content(t, path) != "new" {
		t.Errorf("backup %q, %v", backup, err)
	}
	second, err := Replace(context.Background(), path, []byte("new"), []byte("newer"))
	if err != nil || second == backup || content(t, backup) != "old" {
		t.Errorf("second backup %q, %v", second, err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestReplaceCommitted(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "refs.bib")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "refs.bib"},
		{"-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "-m", "m"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if err := cmd.Run(); err != nil {
			testenv.Missing(t, "git", "a working git")
		}
	}
	if backup, err := Replace(context.Background(), path, []byte("old"), []byte("new")); backup != "" || err != nil {
		t.Errorf("clean in git: backup %q, %v", backup, err)
	}
	if backup, err := Replace(context.Background(), path, []byte("new"), []byte("newer")); backup == "" || err != nil {
		t.Errorf("changed in git: backup %q, %v", backup, err)
	}
}

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// A write-protected file is not replaced, though a rename could replace it.
func TestReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "refs.bib")
	if err := os.WriteFile(path, []byte("old"), 0o444); err != nil {
		t.Fatal(err)
	}
	if backup, err := Replace(context.Background(), path, []byte("old"), []byte("new")); backup != "" ||
		!errors.Is(err, outfile.ErrReadOnly) {
		t.Errorf("backup %q, %v", backup, err)
	}
	if content(t, path) != "old" {
		t.Errorf("%q", content(t, path))
	}
}
