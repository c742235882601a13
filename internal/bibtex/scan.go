package bibtex

import "strings"

// Reading a value whose closing delimiter is missing means reading ahead in vain, to the end of the file at worst.
// Two bounds keep the total linear: lookAhead ends a scan that has passed the start of another item, and once the
// waste exceeds wasteFactor times the source, no scan passes such a start, or a line that looks like a field, at all.
const (
	lookAhead   = 64 << 10
	wasteFactor = 8
)

// scanned is the result of looking for the end of a delimited text.
type scanned struct {
	end int  // after the closing delimiter; if not ok, where the scan gave up
	ok  bool // the closing delimiter was found
	at  int  // the first line inside that starts an item, else end
	nl  bool // there is a line end inside
	esc bool // a brace inside is after a backslash
}

func (p *parser) strict() bool { return p.waste > wasteFactor*len(p.s)+(1<<20) }

// spend counts the part of a scan after end as waste, and returns end.
func (p *parser) spend(r scanned, end int) int {
	p.waste += r.end - end
	return end
}

// balanced looks from the delimiter at open for the one that closes it: a brace, or a quote outside all braces.
// Braces count even after a backslash, as in BibTeX, unless escapes is set. ahead bounds how far to read past the
// start of another item.
func (p *parser) balanced(open int, closer byte, ahead int, escapes bool) scanned {
	s, depth, r := p.s, 0, scanned{at: -1}
	limit := len(s)
	strict := p.strict()
	i := open + 1
loop:
	for ; i < limit; i++ {
		switch c := s[i]; c {
		case '\\':
			if escapes && braceAt(s, i+1, limit) {
				i++
			}
		case '{', '}':
			r.esc = r.esc || s[i-1] == '\\'
			switch {
			case c == '{':
				depth++
			case depth > 0:
				depth--
			case closer == '"': // more closed than opened: the quote is missing
				break loop
			default:
				return r.closed(i + 1)
			}
		case '"':
			if closer == '"' && depth == 0 && !accentAt(s, i, open) {
				return r.closed(i + 1)
			}
		case '\n', '\r':
			r.nl = true
			if strict && lineOpens(s, i+1) {
				r.at = i + 1
				break loop
			}
		case '@':
			if r.at < 0 && itemAt(s, i) {
				r.at = i
				limit = min(limit, i+min(ahead, len(s)-i))
			}
		}
	}
	return r.stopped(i)
}

func (r scanned) closed(end int) scanned {
	r.ok = true
	return r.stopped(end)
}

func (r scanned) stopped(end int) scanned {
	r.end = end
	if r.at < 0 {
		r.at = end
	}
	return r
}

func braceAt(s string, i, limit int) bool { return i < limit && (s[i] == '{' || s[i] == '}') }

func itemAt(s string, i int) bool { return (s[i-1] == '\n' || s[i-1] == '\r') && itemLine(s, i) }

// lineOpens reports whether the line at i looks like the start of a field or item.
func lineOpens(s string, i int) bool { return fieldLine(s, i) || itemLine(s, i) }

// accentAt reports whether the quote at i, in a value that opens at open, is TeX's accent and not the end of the
// value: a backslash precedes it, and a letter or a group follows.
func accentAt(s string, i, open int) bool {
	if s[i-1] != '\\' || i-1 <= open || i+1 >= len(s) {
		return false
	}
	c := s[i+1]
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '{' || c == '\\'
}

// itemLine reports whether an item with a key or a definition starts at i, which is the start of a line.
func itemLine(s string, i int) bool {
	if i >= len(s) || s[i] != '@' || !startsItem(s, i) {
		return false
	}
	end := identEnd(s, i+1)
	if strings.EqualFold(s[i+1:end], "comment") || strings.EqualFold(s[i+1:end], "preamble") {
		return true
	}
	i = skipBlank(s, skipBlank(s, end)+1)
	for n := 0; i < len(s) && n < 200; i, n = i+1, n+1 {
		switch s[i] {
		case ',', '=', '}':
			return true
		case '\n', '\r', '{', '"':
			return false
		}
	}
	return false
}

// fieldLine reports whether the line at i looks like the start of a field: a
// name, an equals sign, and the start of a value.
func fieldLine(s string, i int) bool {
	i = skipGap(s, i)
	start := i
	for i < len(s) && i-start < 40 && (wordByte(s[i]) || s[i] == '-') {
		i++
	}
	if i == start || isDigit(s[start]) {
		return false
	}
	if i = skipGap(s, i); i >= len(s) || s[i] != '=' {
		return false
	}
	i = skipGap(s, i+1)
	return i < len(s) && (s[i] == '{' || s[i] == '"' || wordByte(s[i]))
}

// skipGap returns the first offset at or after i that is neither a space nor a tab.
func skipGap(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	return i
}

// cut finds where a value that was not closed as intended probably ends: before the first line from start on that
// looks like a field or an item, without white space, a comma, and a brace that is alone on its line. It returns -1
// if no such line begins before end.
func cut(s string, start, end int) int {
	for i := start; i < end; i++ {
		if s[i] != '\n' && s[i] != '\r' || !lineOpens(s, i+1) {
			continue
		}
		if i+1 >= end {
			return -1
		}
		stop := trimBack(s, start, i)
		if s[stop-1] == '}' && stop-1 > start {
			if back := trimBack(s, start, stop-1); strings.ContainsAny(s[back:stop-1], "\n\r") {
				return back
			}
		}
		if s[stop-1] == ',' && stop-1 >= start {
			stop--
		}
		return stop
	}
	return -1
}

// trimBack returns the end of s[start:end] without trailing white space.
func trimBack(s string, start, end int) int {
	for end > start && isSpace(s[end-1]) {
		end--
	}
	return end
}

// skipBlank returns the first offset at or after i that is not white space.
func skipBlank(s string, i int) int {
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	return i
}

func lineEnd(s string, i int) int {
	for i < len(s) && s[i] != '\n' && s[i] != '\r' {
		i++
	}
	return i
}

// identEnd returns the end of the name that starts at i: everything but white
// space and the characters that BibTeX reserves.
func identEnd(s string, i int) int {
	for i < len(s) && !reserved[s[i]] {
		i++
	}
	return i
}

// reserved marks the bytes that end a name (BibTeX's id_class, plus the at sign).
var reserved = func() (t [256]bool) {
	for c := range 33 {
		t[c] = true
	}
	for _, c := range []byte("\"#%'(),={}@\x7f") {
		t[c] = true
	}
	return t
}()

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func wordByte(c byte) bool {
	return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_'
}

// quote quotes a text for a message, truncated if long.
func quote(s string) string {
	if len(s) > 40 {
		s = s[:40] + "…"
	}
	return "\"" + strings.ToValidUTF8(s, "?") + "\""
}

// FirstItem returns the offset of the first entry, definition, preamble or comment that starts a line of a source. It
// returns -1 if there is none, in which case the text is not BibTeX.
func FirstItem(src []byte) int {
	s := string(src)
	for i := 0; i < len(s); {
		n := strings.IndexByte(s[i:], '@')
		if n < 0 {
			return -1
		}
		i += n
		if line := strings.LastIndexAny(s[max(0, i-64):i], "\n\r") + 1; strings.Trim(s[max(0, i-64)+line:i],
			" \t\ufeff") == "" && itemLine(s, i) {
			return i
		}
		i++
	}
	return -1
}
