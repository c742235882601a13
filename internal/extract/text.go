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

// linkText is the text of a citation as report-writing models write them:
// [Author, Year, Title](address).
var linkText = regexp.MustCompile(`^[^,].*?,\s*(?:1[5-9]\d\d|20[0-4]\d)[a-z]?,\s.{4,}$`)

// linkedCitations gives the linked citations of a text that has them inside
// its sentences, each once; nil for a text that has none, or is a list of
// them, one a line.
func linkedCitations(lines []textLine) []textLine {
	var links []textLine
	inside, seen := 0, map[string]bool{}
	for _, l := range lines {
		for _, at := range linksIn(l.text) {
			link := l.text[at.Start:at.End]
			if words(unmarked(l.text[:at.Start]))+words(l.text[at.End:]) > 3 {
				inside++
			}
			if !seen[link] {
				seen[link] = true
				links = append(links, textLine{text: link, number: l.number})
			}
		}
	}
	if inside == 0 {
		return nil
	}
	return links
}

// The longest parts of a link that are read.
const (
	maxLinkText    = 600
	maxLinkAddress = 2000
)

// linksIn finds the linked citations of a line.
func linksIn(s string) []biblio.Span {
	var found []biblio.Span
	for i := 0; i < len(s); {
		n := strings.Index(s[i:], "](")
		if n < 0 {
			break
		}
		i += n
		from := max(0, i-maxLinkText)
		open := strings.LastIndexAny(s[from:i], "[]")
		if open < 0 || s[from+open] != '[' || !linkText.MatchString(s[from+open+1:i]) {
			i += 2
			continue
		}
		end := addressEnd(s, i+2)
		if end < 0 {
			i += 2
			continue
		}
		found = append(found, biblio.Span{Start: from + open, End: end})
		i = end
	}
	return found
}

// addressEnd gives the offset after the parenthesis that closes the address of
// a link, -1 when there is no address.
func addressEnd(s string, i int) int {
	rest := strings.TrimLeft(s[i:min(len(s), i+maxLinkAddress)], " ")
	low := strings.ToLower(rest[:min(len(rest), 8)])
	if !strings.HasPrefix(low, "http://") && !strings.HasPrefix(low, "https://") && !strings.HasPrefix(low, "www.") && !strings.HasPrefix(low, "10.") {
		return -1
	}
	depth := 1
	for j := i; j < len(s) && j < i+maxLinkAddress; j++ {
		switch s[j] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return j + 1
			}
		}
	}
	return -1
}

// words counts the words around a link, as far as it matters.
func words(s string) int {
	if len(s) > 200 {
		return 10
	}
	return len(strings.Fields(s))
}
