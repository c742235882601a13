package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/bonafide-audit/bonafide/internal/testing/dumpserver"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// TestCorpusDiskFull gets corpora onto a full disk: the command fails with one sentence and leaves no partial
// corpus, and once there is room the same command continues.
func TestCorpusDiskFull(t *testing.T) {
	notShort(t)
	for _, full := range []string{"share", "cache"} {
		s := dumpserver.New()
		defer s.Close()
		s.Put("/dblp.xml.gz", dumpserver.Gzip(dumpserver.DBLP(manyArticles(3000)...)))
		u := newUser(t, s)
		disk := filepath.Join(u.home, full)
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
		out, status := u.run("corpus", "get", "--yes", "dblp")
		last := lastLine(out)
		if status != 3 || !strings.HasPrefix(last, "bonafide: dblp: the disk is full: make room in ") {
			t.Errorf("%s: %d: %s", full, status, out)
		}
		if out, _ := u.run("corpus", "list", "--json"); strings.TrimSpace(out) != "[]" {
			t.Errorf("%s: half a corpus is there: %s", full, out)
		}
		if err := unix.Mount("tmpfs", disk, "tmpfs", unix.MS_REMOUNT, "size=64m"); err != nil {
			t.Fatal(err)
		}
		if out, status := u.run("corpus", "get", "--yes", "dblp"); status != 0 {
			t.Errorf("%s: with room: %d: %s", full, status, out)
		}
	}
}

// manyArticles returns works whose titles take up space.
func manyArticles(n int) []string {
	r := rand.New(rand.NewPCG(1, 2))
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(
			`<article key="journals/x/A%d"><author>A B</author><title>%x %x %x %x.</title><year>2026</year><journal>X</journal></article>`, i, r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64())
	}
	return list
}
