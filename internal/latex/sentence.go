package latex

import "strings"

// maxSentence bounds how far around a place a sentence is searched for.
const maxSentence = 400

// Private-use characters that surround a mark while its sentence is turned into plain text.
const markOpens, markCloses = "\ue0b1", "\ue0b2"

// Sentence returns the sentence around a citation command as plain text, with the keys of citations in brackets, and
// the range of the command's own keys.
func Sentence(src string, start, end int) (text string, from, to int) {
	text = sentence(src, start, end)
	before, rest, found := strings.Cut(text, markOpens)
	own, behind, closed := strings.Cut(rest, markCloses)
	if !found || !closed {
		return strings.NewReplacer(markOpens, "", markCloses, "").Replace(text), 0, 0
	}
	return before + own + behind, len(before), len(before) + len(own)
}

func sentence(src string, start, end int) string {
	from := max(0, start-maxSentence)
	for i := start - 1; i > from; i-- {
		if sentenceEnd(src, i) {
			from = i + 1
			break
		}
	}
	from = afterHeading(src, from, start)
	to := min(len(src), end+maxSentence)
	for i := end; i < to; i++ {
		if sentenceEnd(src, i) {
			to = i + 1
			break
		}
	}
	for from < start && from > 0 && src[from]&0xc0 == 0x80 {
		from++
	}
	for to > end && to < len(src) && src[to]&0xc0 == 0x80 {
		to--
	}
	return Text(citeMarks(src[from:to], start-from))
}

// headings are commands that end the text before them; those with a brace have a text that is not part of the
// sentence.
var headings = []string{"\\begin{document}", "\\maketitle", "\\item", "section{", "section*{", "\\paragraph{",
	"\\chapter{", "\\caption{"}

// afterHeading returns the start of the text after the last heading in a part of the source, or from if there is
// none.
func afterHeading(src string, from, to int) int {
	for _, heading := range headings {
		n := strings.LastIndex(src[from:to], heading)
		if n < 0 {
			continue
		}
		from += n + len(heading)
		if strings.HasSuffix(heading, "{") && heading != "\\caption{" {
			from = min(groupEnd(src[:to], from-1)+1, to)
		}
	}
	return from
}

// citeMarks replaces citation commands by their keys in brackets; the keys of the command at own are also enclosed in
// the private-use characters.
func citeMarks(s string, own int) string {
	cites := Cites(s)
	if len(cites) == 0 {
		return s
	}
	var b strings.Builder
	at := 0
	for i, c := range cites {
		if i > 0 && cites[i-1].Start == c.Start {
			continue
		}
		b.WriteString(s[at:c.Start])
		at = c.End
		if strings.HasPrefix(c.Command, "nocite") {
			continue
		}
		opens, closes := "[", "]"
		if c.Start == own {
			opens, closes = markOpens+"[", "]"+markCloses
		}
		b.WriteString(opens)
		for j := i; j < len(cites) && cites[j].Start == c.Start; j++ {
			if j > i {
				b.WriteString(", ")
			}
			b.WriteString(strings.ReplaceAll(cites[j].Key, "_", "\\_"))
		}
		b.WriteString(closes)
	}
	return b.String() + s[at:]
}

func sentenceEnd(s string, i int) bool {
	switch s[i] {
	case '.', '?', '!':
		return i+1 >= len(s) || (s[i+1] == ' ' || isLineBreak(s[i+1])) &&
			(i < 2 || s[i-2] != ' ' && s[i-2] != '.' && s[i-2] != '~')
	case '\n':
		return i+1 < len(s) && s[i+1] == '\n'
	}
	return false
}

// Heading is a heading of a source.
type Heading struct {
	At    int // after the command
	Title string
}

// Headings returns the section headings in order. Pass the source through Mask first.
func Headings(src string) []Heading {
	var list []Heading
	for i := 0; ; {
		n := strings.Index(src[i:], "section")
		if n < 0 {
			return list
		}
		at := i + n
		i = at + len("section")
		command := strings.LastIndexByte(src[:at], '\\')
		if command < 0 || strings.Trim(src[command+1:at], "sub") != "" {
			continue
		}
		open := i
		if open < len(src) && src[open] == '*' {
			open++
		}
		if open < len(src) && src[open] == '[' {
			open = max(open, optionEnd(src, open))
		}
		if open >= len(src) || src[open] != '{' {
			continue
		}
		end := groupEnd(src, open)
		if end > open && end-open < maxSentence {
			list = append(list, Heading{end, Text(src[open+1 : end])})
			i = end
		}
	}
}
