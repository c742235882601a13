package office

import (
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// style is what a style says of its paragraphs.
type style struct {
	parent  string
	heading int
	listed  bool
	number  string
	level   int
}

// styles are the styles of a document by their ids.
type styles map[string]style

// maxStyles bounds how many are read.
const maxStyles = 50000

// resolve gives a style with what it inherits.
func (all styles) resolve(id string) style {
	out := all[id]
	for range 20 {
		parent, ok := all[out.parent]
		if !ok {
			break
		}
		if out.heading == 0 {
			out.heading = parent.heading
		}
		if out.number == "" {
			out.number, out.level = parent.number, parent.level
		}
		out.listed = out.listed || parent.listed
		out.parent = parent.parent
	}
	return out
}

// readStyles reads the part with the styles.
func readStyles(text []byte) styles {
	all := styles{}
	s := xmlscan.NewScanner(text)
	id, now := "", style{}
	for len(all) < maxStyles {
		t, ok := s.Next()
		if !ok {
			break
		}
		if t.Kind == xmlscan.End && t.Name == "style" && id != "" {
			all[id] = now
			id = ""
		}
		if t.Kind != xmlscan.Start {
			continue
		}
		val := t.Attr("val")
		switch t.Name {
		case "style":
			id, now = t.Attr("styleId"), style{}
		case "name":
			now.heading, now.listed = headingStyle(val), listStyle(val)
		case "basedOn":
			now.parent = val
		case "outlineLvl":
			if n, err := strconv.Atoi(val); err == nil && n >= 0 && n < 9 {
				now.heading = n + 1
			}
		case "numId":
			now.number = val
		case "ilvl":
			now.level, _ = strconv.Atoi(val)
		}
	}
	return all
}

// headingStyle gives the level of a style for headings, 0 for others.
func headingStyle(name string) int {
	rest, ok := strings.CutPrefix(strings.ToLower(name), "heading ")
	if !ok {
		return 0
	}
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 || n > 9 {
		return 0
	}
	return n
}

// listStyle reports the name of a style for the entries of a reference list,
// as word processors and publishers' templates name it.
func listStyle(name string) bool {
	name = strings.ToLower(name)
	for _, not := range []string{"head", "title", "annotation", "footnote", "endnote reference", "intense", "subtle", "char"} {
		if strings.Contains(name, not) {
			return false
		}
	}
	for _, sign := range []string{"bibliograph", "reference", "bib_entry", "bib entry", "bibitem", "literaturverzeichnis"} {
		if strings.Contains(name, sign) {
			return true
		}
	}
	return false
}
