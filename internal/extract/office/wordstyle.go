package office

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/words"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// style holds the relevant properties of a paragraph style.
type style struct {
	parent  string
	heading int
	listed  bool
	number  string
	level   int
}

type styles map[string]style

const maxStyles = 50000

func (all styles) resolve(id string) style {
	out := all[id]
	for range 20 {
		parent, ok := all[out.parent]
		if !ok {
			break
		}
		out.heading = cmp.Or(out.heading, parent.heading)
		if out.number == "" {
			out.number, out.level = parent.number, parent.level
		}
		out.listed = out.listed || parent.listed
		out.parent = parent.parent
	}
	return out
}

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

// headingStyle returns the level of a heading style, or 0 for other styles.
func headingStyle(name string) int {
	rest, ok := strings.CutPrefix(strings.ToLower(name), "heading ")
	if n, err := strconv.Atoi(rest); ok && err == nil && n >= 1 && n <= 9 {
		return n
	}
	return 0
}

// listStyle reports whether a name is that of a style for the entries of a reference list, as word processors and
// publishers' templates name it.
func listStyle(name string) bool {
	name = strings.ToLower(name)
	has := func(part string) bool { return strings.Contains(name, part) }
	others := []string{"head", "title", "annotation", "footnote", "endnote reference", "intense", "subtle", "char"}
	return !slices.ContainsFunc(others, has) && (has("bib_entry") || has("bib entry") || has("bibitem") ||
		slices.ContainsFunc(words.List(words.Style), has))
}

const listLevels = 9

// level describes how one level of a list is numbered.
type level struct {
	format string // decimal, lowerLetter, bullet …
	text   string // "[%1]", "%1.%2"
	start  int
}

// numbering generates the numbers that the file leaves to the word processor.
type numbering struct {
	lists  map[string]*[listLevels]level // abstract lists
	uses   map[string]use                // numId → list
	counts map[string]*[listLevels]int   // of each abstract list, or of a restarted one
}

// use is a list in use, perhaps with different starting numbers.
type use struct {
	list   string
	starts map[int]int
}

func readNumbering(text []byte) *numbering {
	n := &numbering{lists: map[string]*[listLevels]level{}, uses: map[string]use{}, counts: map[string]*[listLevels]int{}}
	s := xmlscan.NewScanner(text)
	var list *[listLevels]level
	num, at, override := "", 0, false
	for len(n.lists)+len(n.uses) < maxStyles {
		t, ok := s.Next()
		if !ok {
			break
		}
		if t.Kind == xmlscan.End && (t.Name == "abstractNum" || t.Name == "num") {
			list, num = nil, ""
		}
		if t.Kind != xmlscan.Start {
			continue
		}
		val := t.Attr("val")
		switch t.Name {
		case "abstractNum":
			list = new([listLevels]level)
			n.lists[t.Attr("abstractNumId")] = list
		case "num":
			num = t.Attr("numId")
			n.uses[num] = use{}
		case "abstractNumId":
			if num != "" {
				n.uses[num] = use{list: val}
			}
		case "lvl", "lvlOverride":
			at, _ = strconv.Atoi(t.Attr("ilvl"))
			at = max(0, min(at, listLevels-1))
			override = num != ""
		case "startOverride":
			if u := n.uses[num]; num != "" {
				if u.starts == nil {
					u.starts = map[int]int{}
				}
				u.starts[at] = atoi(val)
				n.uses[num] = u
			}
		case "start", "numFmt", "lvlText":
			if list != nil && !override {
				list[at].set(t.Name, val)
			}
		}
		if t.Name == "abstractNum" {
			override = false
		}
	}
	return n
}

func (l *level) set(name, val string) {
	switch name {
	case "start":
		l.start = atoi(val)
	case "numFmt":
		l.format = val
	case "lvlText":
		l.text = val
	}
}

// atoi reads a count, a level or the start of a list; it returns 1 if none is stated.
func atoi(s string) int {
	if n, err := strconv.Atoi(s); err == nil && n >= 0 && n < 1<<20 {
		return n
	}
	return 1
}

// next returns the number of the next paragraph of a list, and whether it is a list item at all: bullets have no
// number.
func (n *numbering) next(id string, at int) (label string, item bool) {
	u, ok := n.uses[id]
	list := n.lists[u.list]
	if !ok || list == nil {
		return "", id != "" && id != "0"
	}
	at = max(0, min(at, listLevels-1))
	key := u.list
	if u.starts != nil {
		key = "num:" + id
	}
	counts := n.counts[key]
	if counts == nil {
		counts = new([listLevels]int)
		for i := range counts {
			counts[i] = list[i].start - 1
			if start, ok := u.starts[i]; ok {
				counts[i] = start - 1
			}
		}
		n.counts[key] = counts
	}
	counts[at]++
	for i := at + 1; i < listLevels; i++ {
		counts[i] = list[i].start - 1
	}
	if list[at].format == "bullet" || list[at].format == "none" {
		return "", true
	}
	text := list[at].text
	for i := range listLevels {
		if mark := "%" + strconv.Itoa(i+1); strings.Contains(text, mark) {
			text = strings.ReplaceAll(text, mark, numeral(list[i].format, max(counts[i], 0)))
		}
	}
	return strings.Trim(text, "[](){}. \t:"), true
}

func numeral(format string, n int) string {
	switch format {
	case "lowerLetter", "a":
		return strings.ToLower(letters(n))
	case "upperLetter", "A":
		return letters(n)
	case "lowerRoman", "i":
		return strings.ToLower(roman(n))
	case "upperRoman", "I":
		return roman(n)
	}
	return strconv.Itoa(n)
}

// letters writes A … Z, AA, BB as word processors do.
func letters(n int) string {
	if n < 1 || n > 26*20 {
		return strconv.Itoa(n)
	}
	return strings.Repeat(string(rune('A'+(n-1)%26)), (n-1)/26+1)
}

func roman(n int) string {
	if n < 1 || n > 3999 {
		return strconv.Itoa(n)
	}
	var b strings.Builder
	for _, r := range []struct {
		value int
		sign  string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"},
		{9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for ; n >= r.value; n -= r.value {
			b.WriteString(r.sign)
		}
	}
	return b.String()
}
