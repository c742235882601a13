package extract

import (
	"errors"
	"path"
	"path/filepath"

	"github.com/bonafide-audit/bonafide/internal/extract/project"
)

// Sources are the files of a paper in LaTeX, and what they cite.
type Sources struct {
	Texts    []string // the main file and all that it includes, in the order of reading
	Bibs     []string // bibliographies that they name and that exist
	Cited    []string // keys
	Unread   []string // source files that they include but that cannot be read
	Indirect bool     // one of their own macros cites: not every citation is visible
}

// maxAbove bounds how many folders above its own a paper may include files from.
const maxAbove = 3

// ReadSources follows the main file of a paper to everything that it includes, also in folders above its own.
func ReadSources(main string) (Sources, error) {
	if main == "-" {
		return Sources{}, errors.New("standard input is not a LaTeX source that includes others: name a file")
	}
	dir, base := filepath.Split(main)
	dir = filepath.Clean(dir)
	found, err := sourcesIn(dir, base)
	for above := 1; err == nil && len(found.Unread) > 0 && above <= maxAbove; above++ {
		whole, err := filepath.Abs(dir)
		if err != nil || filepath.Dir(whole) == whole {
			break
		}
		dir, base = filepath.Join(dir, ".."), path.Join(filepath.Base(whole), base)
		higher, err := sourcesIn(dir, base)
		if err != nil {
			break
		}
		if len(higher.Unread) < len(found.Unread) || len(higher.Texts) > len(found.Texts) {
			found = higher
		}
	}
	return found, err
}

// sourcesIn reads the files of a paper in or below a folder.
func sourcesIn(dir, main string) (found Sources, err error) {
	files, err := openBeside(dir)
	if err != nil {
		return found, plain(filepath.Join(dir, main), err)
	}
	defer files.Close()
	if _, err := files.Read(main); err != nil {
		return found, plain(filepath.Join(dir, main), err)
	}
	p := project.Load(files, main)
	shown := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for _, part := range p.Parts {
		found.Texts = append(found.Texts, shown(part.Name))
	}
	for _, name := range p.Bibs {
		found.Bibs = append(found.Bibs, shown(name))
	}
	for _, c := range p.Cites {
		found.Cited = append(found.Cited, c.Key)
	}
	found.Unread, found.Indirect = p.Unread, p.Indirect
	return found, nil
}
