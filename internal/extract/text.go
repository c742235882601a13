package extract

import (
	"regexp"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// textLine is a line of a plain list with what its start says.
type textLine struct {
	text     string // without mark and surrounding space
	number   int    // from 1
	blank    bool
	marked   bool // opens with "[12]", "12.", "(12)", "- " or "* "
	indented bool
}

// entryMark is what opens an entry of a list: a number in brackets or before a
// stop, or a bullet.
var entryMark = regexp.MustCompile(`^(?:[\[［(（]\s*\d{1,4}\s*[\])）］]|\d{1,3}[.)](?:\s)|[-*•‣–]\s+)\s*`)

// listHeading is a line that only names the list.
var listHeading = regexp.MustCompile(`(?i)^(?:#+\s*)?(?:\d+\.?\s+)?(?:references?(?: list)?|bibliography|works cited|literature(?: cited)?|literatur(?:verzeichnis)?|références(?: bibliographiques)?|bibliographie|referencias(?: bibliográficas)?|bibliografía|referências|bibliografia|riferimenti|список литературы|参考文献|参考资料|文献)\s*:?$`)

// layout is how a plain list shows where an entry starts.
type layout uint8

const (
	eachLine   layout = iota // every line is a reference
	paragraphs               // blank lines stand between references
	hanging                  // lines that go on are indented
	marked                   // a number or bullet opens a reference
)

// readText reads a plain list of references.
func readText(in *input) error {
	lines := splitLines(string(in.src))
	lay := layoutOf(lines)
	var entry []textLine
	flush := func() {
		if len(entry) > 0 {
			in.addText(entry)
		}
		entry = nil
	}
	for _, l := range lines {
		switch {
		case listHeading.MatchString(l.text):
			flush()
			continue
		case l.blank:
			if lay != marked {
				flush()
			}
			continue
		case lay == eachLine, lay == hanging && !l.indented, lay == marked && l.marked:
			flush()
		}
		entry = append(entry, l)
	}
	flush()
	return nil
}

// layoutOf tells the layout of a list by its lines. Marks must open a good
// part of the lines: a lone dash or year at the start of a line is none.
func layoutOf(lines []textLine) layout {
	full, marks, indents, blocks, afterBlank := 0, 0, 0, 0, true
	for _, l := range lines {
		if l.blank || listHeading.MatchString(l.text) {
			afterBlank = true
			continue
		}
		full++
		if l.marked {
			marks++
		}
		if l.indented {
			indents++
		}
		if afterBlank {
			blocks++
		}
		afterBlank = false
	}
	switch {
	case marks > 0 && marks*5 >= full:
		return marked
	case indents > 0 && indents < full:
		return hanging
	case blocks > 1 && blocks < full:
		return paragraphs
	}
	return eachLine
}

// addText takes the lines of one entry. A link of a Markdown list is one.
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
		mark := entryMark.FindString(trimmed)
		lines = append(lines, textLine{
			text: strings.TrimSpace(trimmed[len(mark):]), number: i + 1, blank: trimmed == "",
			marked: mark != "", indented: trimmed != "" && (text[0] == ' ' || text[0] == '\t'),
		})
	}
	return lines
}
