package recorded

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Printed is one reference of a paper, as marked by a person or as read by the program.
type Printed struct {
	Raw     string   `json:"raw,omitempty"`
	Title   string   `json:"title,omitempty"`
	Authors []string `json:"authors,omitempty"` // surnames
}

// PapersIn lists the papers of the two collections that have gold; for any other folder, or file, its PDFs, and
// the texts and word processor documents made with gold.
func PapersIn(root string) ([]string, error) {
	var list []string
	for _, pattern := range []string{"exgold/*/*.pdf", "iclr2026/*/paper.pdf"} {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	if len(list) > 0 {
		return list, nil
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && (strings.EqualFold(filepath.Ext(path), ".pdf") || made(path)) {
			list = append(list, path)
		}
		return err
	})
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%s: no PDF in it", root)
	}
	return list, err
}

// ID returns a paper's name from its folder and file: "english/9543", "owZ6KNAtYU".
func ID(path string) string {
	folder := filepath.Base(filepath.Dir(path))
	if name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)); name != "paper" {
		return folder + "/" + name
	}
	return folder
}

// Surnames returns the surnames of people and the names of bodies.
func Surnames(list []biblio.Contributor) []string {
	var names []string
	for _, c := range list {
		if c.Literal != "" {
			names = append(names, c.Literal)
			continue
		}
		names = append(names, strings.TrimSpace(c.Particle+" "+c.Family))
	}
	return names
}

// made reports whether a text or word processor document was made from references.
func made(path string) bool {
	ext := filepath.Ext(path)
	return (ext == ".txt" || ext == ".docx" || ext == ".odt") && exists(strings.TrimSuffix(path, ext)+madeEnding)
}
