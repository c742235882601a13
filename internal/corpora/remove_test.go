package corpora

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/index"
)

// TestRemove removes an unfinished corpus, with its downloads, and a partly removed one.
func TestRemove(t *testing.T) {
	s := serve(t)
	g := newGetter(t.TempDir(), s)
	ctx, kill := context.WithCancel(t.Context())
	defer kill()
	g.Step = func(_, step, _ string) {
		if step == StepMerge {
			kill()
		}
	}
	if _, err := g.Get(ctx, "arxiv-cs", dump.Filter{}); err == nil {
		t.Fatal("was not stopped")
	}
	if err := os.MkdirAll(filepath.Join(g.Fetcher.Dir, "arxiv-cs", "from-2026-01-01-until-2026-11-22"),
		0o755); err != nil {
		t.Fatal(err)
	}
	var build *ReadError
	b := Build{Files: []string{"get_test.go"}, Segment: 10}
	if _, err := b.Run(t.Context(), filepath.Join(g.Home, "arxiv-cs")); !errors.As(err, &build) ||
		!strings.Contains(err.Error(), "corpus get arxiv-cs") {
		t.Errorf("a build in a corpus that is begun: %v", err)
	}
	if err := Remove(g.Home, g.Fetcher.Dir, "arxiv-cs"); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{g.Home, g.Fetcher.Dir} {
		if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
			t.Errorf("left: %v, %v", left, err)
		}
	}
	g.Step = nil
	get(t, g, "dblp")
	if err := os.Rename(filepath.Join(g.Home, "dblp"), removed(g.Home, "dblp")); err != nil {
		t.Fatal(err)
	}
	if have, err := List(g.Home); err != nil || len(have) != 0 {
		t.Errorf("%v, %v", have, err)
	}
	if err := Remove(g.Home, g.Fetcher.Dir, "dblp"); err != nil {
		t.Error(err)
	}
	if err := Remove(g.Home, g.Fetcher.Dir, "dblp"); !errors.Is(err, ErrNotInstalled) {
		t.Error(err)
	}
}

func TestToRemove(t *testing.T) {
	for _, c := range []struct{ have, names, list, kept string }{
		{"dblp retractionwatch", "cs", "dblp retractionwatch", ""},
		{"dblp arxiv-math retractionwatch", "cs", "dblp", "retractionwatch"},
		{"dblp arxiv-math retractionwatch", "cs math", "dblp retractionwatch arxiv-math", ""},
		{"dblp arxiv-math retractionwatch", "cs retractionwatch", "dblp retractionwatch", ""},
		{"dblp", "bio", "", ""},
		{"dblp", "dblp acl", "", ""},
		{"dblp", "../corpora", "", ""},
	} {
		home := t.TempDir()
		for _, name := range strings.Fields(c.have) {
			if err := os.Mkdir(filepath.Join(home, name), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		list, kept, err := ToRemove(home, strings.Fields(c.names))
		if strings.Join(list, " ") != c.list || strings.Join(kept, " ") != c.kept ||
			errors.Is(err, ErrNotInstalled) != (c.list == "") {
			t.Errorf("%s of %s: %v, %v, %v", c.names, c.have, list, kept, err)
		}
	}
}

// TestRefreshDamaged rebuilds a corpus that cannot be opened.
func TestRefreshDamaged(t *testing.T) {
	g := newGetter(t.TempDir(), serve(t))
	g.Refresh = true
	for _, name := range []string{"dblp", "pubmed"} {
		dir := get(t, g, name).Dir
		if err := os.WriteFile(filepath.Join(dir, "manifest.json"), []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(dumpsOf[name].titles, titles(t, get(t, g, name).Dir)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// TestBuildChanged starts anew if a partly read file has changed.
func TestBuildChanged(t *testing.T) {
	file, dir := filepath.Join(t.TempDir(), "works.jsonl"), t.TempDir()
	write := func(title string, n int) {
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, `{"source":"mine","title":"%s %d","authors":["Ada Lovelace"],"year":"2001"}`+"\n", title, i)
		}
		if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("Early clockwork", 3000)
	ctx, kill := context.WithCancel(t.Context())
	defer kill()
	b := Build{Files: []string{file}, Segment: 600}
	b.Progress = func(int64, int64) {
		if index.Exists(filepath.Join(dir, buildName)) {
			kill()
		}
	}
	if _, err := b.Run(ctx, dir); err == nil {
		t.Fatal("was not stopped")
	}
	write("Later clockwork", 1000)
	resumed := false
	b = Build{Files: []string{file}, Segment: 600, Resumed: func(int64) { resumed = true }}
	built, err := b.Run(t.Context(), dir)
	if err != nil || !resumed || built.Stats.Records != 1000 {
		t.Fatalf("%+v, %v, resumed %v", built.Stats, err, resumed)
	}
	if list := titles(t, dir); len(list) != 1000 || !strings.HasPrefix(list[0], "Later") {
		t.Errorf("%d records: %s", len(list), list[0])
	}
}
