package claimcheck

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Limits for what reference managers leave in a folder.
const (
	maxManagers = 100
	maxExport   = 64 << 20 // bytes of a bibliography
)

// manager records a file of a reference manager and reports whether it is one.
func (l *Library) manager(path string) bool {
	switch {
	case len(l.databases)+len(l.exports) >= maxManagers || slices.Contains(l.databases, path):
		return false
	case filepath.Base(path) == zoteroName:
		l.databases = append(l.databases, path)
	case strings.EqualFold(filepath.Ext(path), ".bib"):
		l.exports = append(l.exports, path)
	default:
		return false
	}
	return true
}

// hint attaches to the files what reference managers say about them. Only files below the folders count: a
// database cannot lead to others.
func (l *Library) hint(ctx context.Context) {
	if len(l.databases)+len(l.exports) == 0 {
		return
	}
	byPath := make(map[string]int, len(l.files))
	for i := range l.files {
		if path, err := filepath.Abs(l.files[i].Path); err == nil {
			byPath[path] = i
		}
	}
	told := func(w *biblio.Work, path string) bool {
		i, ok := byPath[filepath.Clean(path)]
		if ok && l.files[i].hint == nil {
			l.files[i].hint = hintOf(w)
		}
		return ok
	}
	for _, path := range l.databases {
		if err := readZotero(ctx, path, told); err != nil {
			l.unread = append(l.unread, fmt.Errorf("%s: %w", path, err))
		}
	}
	for _, path := range l.exports {
		if err := readExport(path, told); err != nil {
			l.unread = append(l.unread, fmt.Errorf("%s: %w", path, err))
		}
	}
}

func hintOf(w *biblio.Work) *hint {
	h := &hint{title: squeeze(normalise.Title(w.FullTitle())), ids: w.IDs}
	for _, c := range w.Authors() {
		h.names = append(h.names, normalise.Title(c.Family))
	}
	return h
}

// readExport reads the entries of a bibliography that refer to files.
func readExport(path string, told func(w *biblio.Work, path string) bool) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.Size() > maxExport {
		return fmt.Errorf("larger than %d MB", maxExport>>20)
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	files := attached(bibtex.Parse(src))
	if len(files) == 0 {
		return nil
	}
	doc, err := extract.Read(path, src, extract.Options{MaxBytes: maxExport})
	if err != nil && !errors.Is(err, extract.ErrNoReferences) {
		return err
	}
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return err
	}
	for i := range doc.References {
		r := &doc.References[i]
		for _, name := range pathsOf(files[r.Key]) {
			if !filepath.IsAbs(name) && told(&r.Claimed, filepath.Join(dir, name)) {
				continue
			}
			told(&r.Claimed, string(filepath.Separator)+strings.TrimLeft(name, "/")) // Mendeley omits the first slash
		}
	}
	return nil
}

// attached returns the file field of each entry, by key.
func attached(f *bibtex.File) map[string]string {
	files := map[string]string{}
	for i := range f.Items {
		it := &f.Items[i]
		if it.Kind != bibtex.Entry {
			continue
		}
		if field, _ := f.Field(it, "file"); field != nil && files[f.Key(it)] == "" {
			files[f.Key(it)] = f.Expand(field.Value)
		}
	}
	return files
}

// pathsOf returns the paths of papers in a file field: "a.pdf", "Full Text:a.pdf:application/pdf",
// ":a.pdf:PDF;:b.pdf:PDF", with backslashes before literal characters.
func pathsOf(field string) []string {
	var list []string
	var part strings.Builder
	end := func() {
		if name := strings.TrimSpace(part.String()); slices.Contains(endings, strings.ToLower(filepath.Ext(name))) {
			list = append(list, name)
		}
		part.Reset()
	}
	for i := 0; i < len(field) && len(list) < pathsMost; i++ {
		switch c := field[i]; {
		case c == '\\' && i+1 < len(field):
			i++
			part.WriteByte(field[i])
		case c == ':' || c == ';':
			end()
		default:
			part.WriteByte(c)
		}
	}
	end()
	return list
}

const pathsMost = 20 // per entry
