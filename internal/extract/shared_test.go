package extract

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// Every file of the collection is read or refused with one clear line; ids are
// unique and every reference has a place.
func TestSharedFiles(t *testing.T) {
	root := filepath.Join(testenv.Shared(t), "data", "bibfiles")
	read, none, refs, untitled, problems := map[string]int{}, 0, 0, 0, 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		doc, err := ReadFile(path, Options{})
		if err != nil {
			none++
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v is more than a line", path, err)
			}
			if !errors.Is(err, ErrEmpty) && !errors.Is(err, ErrNoReferences) && !errors.Is(err, errUnknown) {
				t.Errorf("%s: %v", path, err)
			}
			t.Logf("%s", strings.TrimPrefix(err.Error(), root))
			return nil
		}
		read[doc.Format]++
		problems += len(doc.Problems)
		ids := map[string]bool{}
		for _, r := range doc.References {
			refs++
			if ids[r.ID] || r.Place.Line == 0 || r.Place.EndLine < r.Place.Line {
				t.Errorf("%s: id %q, place %+v", path, r.ID, r.Place)
			}
			ids[r.ID] = true
			if r.Claimed.Title == "" && doc.Format == "bibtex" {
				untitled++
			}
		}
		if strings.HasSuffix(path, ".bib") != (doc.Format == "bibtex") {
			t.Logf("%s read as %s", strings.TrimPrefix(path, root), doc.Format)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("read %v, refused %d; %d references, %d problems, %d BibTeX entries without a title", read, none, refs,
		problems, untitled)
}
