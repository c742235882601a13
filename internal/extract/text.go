package extract

import (
	"regexp"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// textLine is a line of a plain text.
type textLine struct {
	text   string // without surrounding space
	number int    // from 1
	indent int    // in columns; a tab counts to the next multiple of eight
	blank  bool
}

// listHeading is a line that only names the list.
var listHeading = regexp.MustCompile(`(?i)^(?:#+\s*)?(?:\d+\.?\s+)?\**(?:cited |selected |list of )?(?:references?(?: list| cited| and notes)?|bibliography|works cited|literature(?: cited)?|literatur(?:verzeichnis|angaben|liste)?|quellen(?:verzeichnis)?|références(?: bibliographiques)?|bibliographie|referencias(?: bibliográficas)?|bibliografía|referências(?: bibliográficas)?|bibliografia|riferimenti(?: bibliografici)?|список литературы|литература|参考文献|参考资料|文献)\**\s*:?$`)

// listEnd is a line that heads what follows a list.
var listEnd = regexp.MustCompile(`(?i)^(?:#+\s*)?(?:[A-Z\d]+\.?\s+)?\**(?:appendi(?:x|ces)|acknowledge?ments?|supplementary materials?|supporting information|about the authors?|author contributions|funding|anhang|danksagung|annexes?|附录|致谢)\b[^.,]{0,40}$`)

// markdownHeading is a heading of Markdown of any text.
var markdownHeading = regexp.MustCompile(`^#{1,6}\s+\S`)

// readText reads a plain list of references, the list at the end of a plain
// text document, or the linked citations of a Markdown report.
func readText(in *input) error {
	lines := listLines(splitLines(string(in.src)))
	if links := linkedCitations(lines); links != nil {
		for _, l := range links {
			in.addText([]textLine{l})
		}
		return nil
	}
	for _, entry := range cutList(lines) {
		in.addText(entry)
	}
	return nil
}

// listLines gives the lines that belong to reference lists: all, or, in a text
// with headings of such lists, those below them. What stands above the first
// heading stays when it looks like references too.
func listLines(lines []textLine) []textLine {
	first := -1
	for i, l := range lines {
		if listHeading.MatchString(l.text) {
			first = i
			break
		}
	}
	var kept []textLine
	in := true
	if first >= 0 && !mostlyReferences(lines[:first]) {
		lines = lines[first:]
	}
	for _, l := range lines {
		switch {
		case listHeading.MatchString(l.text):
			in = true
			l = textLine{number: l.number, blank: true}
		case first >= 0 && listEnd.MatchString(l.text):
			in = false
		case markdownHeading.MatchString(l.text):
			l = textLine{number: l.number, blank: true}
		}
		if in {
			kept = append(kept, l)
		}
	}
	return kept
}

// yearInside finds a year that stands alone.
var yearInside = regexp.MustCompile(`(?:^|[^\d])(?:1[5-9]\d\d|20[0-4]\d)[a-z]?(?:[^\d]|$)`)

// mostlyReferences reports that at least half of the lines hold a year and
// open like a reference.
func mostlyReferences(lines []textLine) bool {
	full, like := 0, 0
	for _, l := range lines {
		if l.blank || markdownHeading.MatchString(l.text) {
			continue
		}
		full++
		if len(l.text) > 30 && yearInside.MatchString(l.text) && opening("", unmarked(l.text)) > 0.5 {
			like++
		}
	}
	return full > 0 && like*2 >= full
}

// addText takes the lines of one entry.
func (in *input) addText(entry []textLine) {
	texts := make([]string, len(entry))
	for i, l := range entry {
		texts[i] = l.text
	}
	ref := biblio.Reference{Raw: strings.TrimSpace(strings.Join(texts, "\n"))}
	if ref.Raw == "" {
		return
	}
	parse(&ref)
	in.add(ref, entry[0].number, entry[len(entry)-1].number)
}

func splitLines(s string) []textLine {
	var lines []textLine
	for i, text := range strings.Split(strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n"), "\n") {
		trimmed := strings.TrimSpace(text)
		lines = append(lines, textLine{text: trimmed, number: i + 1, indent: indentOf(text), blank: trimmed == ""})
	}
	return lines
}

func indentOf(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ':
			n++
		case '\t':
			n += 8 - n%8
		default:
			return n
		}
	}
	return n
}
