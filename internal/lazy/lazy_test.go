package lazy_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// TestPattern matches from several goroutines at once, including the first use.
func TestPattern(t *testing.T) {
	p := lazy.Regexp(`(\d+)-(\d+)`)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if got := p.FindStringSubmatch("pages 12-34"); !slices.Equal(got, []string{"12-34", "12", "34"}) {
				t.Errorf("%q", got)
			}
		})
	}
	all.Wait()
}

// TestPatternsCompile compiles every pattern in the tree that is a single literal: otherwise a bad one would
// only show at its first use.
func TestPatternsCompile(t *testing.T) {
	call := regexp.MustCompile("lazy\\.Regexp\\((`[^`]*`|\"(?:[^\"\\\\]|\\\\.)*\")\\)")
	n := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		src, err := os.ReadFile(path)
		for _, found := range call.FindAllSubmatch(src, -1) {
			text, err := strconv.Unquote(string(found[1]))
			if err == nil {
				_, err = regexp.Compile(text)
			}
			if n++; err != nil {
				t.Errorf("%s: %s: %v", path, found[1], err)
			}
		}
		return err
	})
	if err != nil || n < 100 {
		t.Errorf("%d patterns, %v", n, err)
	}
}

func TestBadPattern(t *testing.T) {
	p := lazy.Regexp(`(`)
	defer func() {
		if recover() == nil {
			t.Error("it matched")
		}
	}()
	p.MatchString("x")
}
