package wire

import "strings"

// RISLine is one tagged line of a RIS entry with the lines that continue it.
// Offsets are bytes of the entry.
type RISLine struct {
	Tag        string
	Start, End int // the lines, with the line end of the last
	From, To   int // the value, white space around it left out
}

// RISLines gives the tagged lines of an entry. Lines end with a line feed, a
// carriage return or both. A line without a tag continues the one before;
// blank lines belong to none.
func RISLines(entry string) []RISLine {
	var list []RISLine
	at := 0
	for at < len(entry) {
		end := at + strings.IndexAny(entry[at:], "\r\n")
		next := end + 1
		switch {
		case end < at:
			end, next = len(entry), len(entry)
		case strings.HasPrefix(entry[end:], "\r\n"):
			next++
		}
		text := strings.TrimPrefix(entry[at:end], "\ufeff")
		if tag, _, ok := risTag(text); ok {
			from := at + strings.IndexByte(entry[at:end], '-') + 1
			from += skipped(entry[from:end])
			list = append(list, RISLine{Tag: tag, Start: at, End: next, From: from, To: max(from, at+len(strings.TrimRight(entry[at:end], " \t")))})
		} else if n := len(list); n > 0 && strings.TrimSpace(text) != "" {
			list[n-1].End, list[n-1].To = next, at+len(strings.TrimRight(entry[at:end], " \t"))
		}
		at = next
	}
	return list
}

// skipped counts the white space that a text starts with.
func skipped(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }
