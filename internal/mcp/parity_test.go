package mcp

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// TestParity: the rows of every page are those of check, except for shortened texts, over ten bibliographies of
// other projects.
func TestParity(t *testing.T) {
	folder := filepath.Join(testenv.Shared(t), "data", "bibfiles")
	var files []string
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".bib") || len(files) == 10 {
			return err
		}
		if info, err := d.Info(); err != nil || info.Size() < 2_000 || info.Size() > 20_000 {
			return err
		}
		files = append(files, path)
		return nil
	})
	if err != nil || len(files) != 10 {
		t.Fatal(files, err)
	}
	root := t.TempDir()
	opt := opened(t, root)
	c := client(t, New(opt), nil)
	for i, file := range files {
		src, err := os.ReadFile(file)
		name := fmt.Sprintf("%d.bib", i)
		if err == nil {
			err = os.WriteFile(filepath.Join(root, name), src, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		want, met := rows(t, opt, name, src), 0
		for cursor := ""; ; {
			var out bibliographyOut
			if said := call(t, c, "check_bibliography",
				map[string]any{"path": name, "limit": 40, "detail": true, "cursor": cursor}, &out); said != "" {
				t.Fatalf("%s: %s", file, said)
			}
			for _, f := range out.Findings {
				id, _ := f["id"].(string)
				w, ok := want[id]
				row, err := bounded(&w)
				if err != nil || !ok || fmt.Sprint(row) != fmt.Sprint(f) {
					t.Errorf("%s: %v, and check gives %v", file, f, row)
				}
				met++
			}
			if cursor = out.Next; cursor == "" {
				break
			}
		}
		if met != len(want) || met == 0 {
			t.Errorf("%s: %d findings of %d", file, met, len(want))
		}
	}
}

// TestReferenceParity: the answer about one reference is that of check, in several forms.
func TestReferenceParity(t *testing.T) {
	opt := opened(t, "")
	c := client(t, New(opt), nil)
	given := regexp.MustCompile(`(?s)@(article|inproceedings|misc)\{.*?\n\}`).FindAllString(string(demo(t)), -1)
	given = append(given, "Breiman, L. Random Forests. Machine Learning, 45(1):5-32, 2003.",
		"TY  - JOUR\nTI  - Random Forests\nAU  - Breiman, Leo\nJO  - Machine Learning\nPY  - 2003\nER  - \n")
	seen := map[string]bool{}
	for _, src := range given {
		var out referenceOut
		if said := call(t, c, "check_reference", referenceIn{Reference: src, Detail: true}, &out); said != "" {
			t.Fatalf("%s: %s", src, said)
		}
		name := fmt.Sprint(out.Finding["file"])
		want := rows(t, opt, name, []byte(src))
		if len(want) != 1 {
			t.Fatalf("%s: %d rows of %s", src, len(want), name)
		}
		for _, w := range want {
			row, err := bounded(&w)
			for _, member := range []string{"outcome", "codes", "gravity", "reasons", "notices", "record", "digest"} {
				if err != nil || fmt.Sprint(row[member]) != fmt.Sprint(out.Finding[member]) {
					t.Errorf("%s: %s is %v, and check gives %v", src, member, out.Finding[member], row[member])
				}
			}
			seen[string(w.Outcome)] = true
		}
	}
	if len(given) < 20 || len(seen) < 4 {
		t.Errorf("%d references with the outcomes %v", len(given), seen)
	}
}
