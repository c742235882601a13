package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/bonafide-audit/bonafide/internal/testing/dumpserver"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// TestOutputDiskFull writes to a full disk: the error says so, the status is 3, and the old file stays, with no
// partial file beside it. A file of rows can be resumed when there is room.
func TestOutputDiskFull(t *testing.T) {
	notShort(t)
	s := dumpserver.New()
	defer s.Close()
	u := newUser(t, s)
	disk := filepath.Join(u.home, "disk")
	if err := os.MkdirAll(disk, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mount("tmpfs", disk, "tmpfs", 0, "size=64k"); err != nil {
		testenv.Missing(t, "mount", "the right to mount a small disk")
	}
	defer func() {
		if err := unix.Unmount(disk, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	}()
	bib := filepath.Join(u.home, "refs.bib")
	wrong := bytes.ReplaceAll(manyEntries(300), []byte("year"),
		[]byte("doi={https://dx.doi.org/10.1038/nature14539}, year"))
	wrong = append(wrong, wrongYears...) // findings that fail a run
	if err := os.WriteFile(bib, wrong, 0o600); err != nil {
		t.Fatal(err)
	}
	rows, mine := filepath.Join(u.home, "rows.jsonl"), filepath.Join(disk, "mine")
	if out, status := u.run("check", "--format", "jsonl", "-o", rows, bib); status != 1 {
		t.Fatalf("%d: %s", status, out)
	}
	for _, args := range [][]string{
		{"check", "--format", "json", "-o", mine, bib},
		{"check", "--format", "html", "-o", mine, bib},
		{"report", "--format", "csv", "-o", mine, rows},
		{"extract", "-o", mine, bib},
		{"fix", "-o", mine, bib},
		{"lint", "--fix", mine + ".bib"},
	} {
		for _, name := range []string{mine, mine + ".bib"} {
			if err := os.WriteFile(name, wrong[:20000], 0o600); err != nil {
				t.Fatal(err)
			}
		}
		out, status := u.run(args...)
		if !strings.Contains(out, "the disk is full: ") || status != 3 {
			t.Errorf("%s: %d: %s", args, status, out)
		}
		if got := read(t, mine); !bytes.Equal(got, wrong[:20000]) {
			t.Errorf("%s: the file is another one", args)
		}
		if left := atHome(t, disk, ""); left != "mine mine.bib" {
			t.Errorf("%s: %s", args, left)
		}
	}
	cut := filepath.Join(disk, "cut.jsonl")
	if err := os.Remove(mine); err != nil {
		t.Fatal(err)
	}
	out, status := u.run("check", "--format", "jsonl", "-o", cut, bib)
	if !strings.Contains(out, "the disk is full: ") || status != 3 || !strings.Contains(out, "--resume") ||
		!bytes.HasSuffix(read(t, cut), []byte("}\n")) {
		t.Errorf("rows: %d: %s", status, out)
	}
	if err := unix.Mount("tmpfs", disk, "tmpfs", unix.MS_REMOUNT, "size=64m"); err != nil {
		t.Fatal(err)
	}
	if out, status := u.run("check", "--format", "jsonl", "-o", cut, "--resume", bib); status != 1 ||
		!bytes.Equal(read(t, cut), read(t, rows)) {
		t.Errorf("with room: %d: %s", status, out)
	}
}
