package extract

import (
	"path"
	"strings"
)

// rank is what the name of a file in a folder or archive promises.
type rank int

const (
	nothing  rank = iota // unknown to all readers
	perhaps              // text of any kind: a list of references, or a read-me
	fragment             // of a LaTeX project, or a bibliography of its own
	document             // a paper or a bibliography
	packed               // an archive
)

// ranks maps extensions to what they promise.
var ranks = map[string]rank{
	".pdf": document, ".docx": document, ".odt": document, ".ris": document, ".nbib": document, ".enw": document,
	".enl": document, ".bibtex": document, ".biblatex": document, ".nxml": document, ".jats": document,
	".bib": fragment, ".tex": fragment, ".ltx": fragment, ".latex": fragment, ".bbl": fragment,
	".txt": perhaps, ".md": perhaps, ".typ": perhaps, ".markdown": perhaps, ".html": perhaps, ".htm": perhaps,
	".xhtml": perhaps, ".xml": perhaps, ".tei": perhaps, ".json": perhaps, ".jsonl": perhaps,
	".csljson": perhaps, ".ciw": perhaps,
	".zip": packed, ".tar": packed, ".gz": packed, ".tgz": packed, ".zst": packed, ".tzst": packed,
}

// notLists are names of text files that accompany papers and contain no references.
var notLists = []string{"readme", "license", "licence", "copying", "changelog", "changes", "authors", "contributing",
	"00readme", "requirements", "cmakelists", "package", "manifest"}

// rankOf returns what a name promises. A file that is alone in its archive is the document, whatever its name.
func rankOf(name string, alone bool) rank {
	base := strings.ToLower(path.Base(name))
	r := ranks[path.Ext(base)]
	if r == nothing && alone {
		return document
	}
	stem, _, _ := strings.Cut(base, ".")
	for _, word := range notLists {
		if r == perhaps && stem == word {
			return nothing
		}
	}
	return r
}

// Named reports whether a name has the extension of files that are read.
func Named(name string) bool { return ranks[strings.ToLower(path.Ext(name))] != nothing }

// belowAny reports whether a file is in or below one of some folders.
func belowAny(dirs map[string]bool, name string) bool {
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		if dirs[dir] {
			return true
		}
		if dir == "." || dir == "/" {
			return false
		}
	}
}
