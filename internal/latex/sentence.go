package latex

import "strings"

// maxSentence bounds how far a sentence is looked for around a place.
const maxSentence = 400

// Sentence gives the sentence around a part of the source as plain text.
func Sentence(src string, start, end int) string {
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
	return Text(citeMarks(src[from:to]))
}

// headings are commands that end what stands before them; those with a brace
// have a text that is no part of the sentence.
var headings = []string{"\\begin{document}", "\\maketitle", "\\item", "section{", "section*{", "\\paragraph{", "\\chapter{", "\\caption{"}

// afterHeading gives the start of the text after the last heading in a part of
// the source, from when there is none.
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

// citeMarks puts the keys of citation commands in brackets where they stand.
func citeMarks(s string) string {
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
		b.WriteString("[")
		for j := i; j < len(cites) && cites[j].Start == c.Start; j++ {
			if j > i {
				b.WriteString(", ")
			}
			b.WriteString(strings.ReplaceAll(cites[j].Key, "_", "\\_"))
		}
		b.WriteString("]")
	}
	return b.String() + s[at:]
}

// sentenceEnd reports that a sentence or a paragraph ends at i.
func sentenceEnd(s string, i int) bool {
	switch s[i] {
	case '.', '?', '!':
		return i+1 >= len(s) || (s[i+1] == ' ' || isLineBreak(s[i+1])) && (i < 2 || s[i-2] != ' ' && s[i-2] != '.' && s[i-2] != '~')
	case '\n':
		return i+1 < len(s) && s[i+1] == '\n'
	}
	return false
}
