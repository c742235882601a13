package bibtex

import "strings"

func (p *parser) entry(it *Item, closer byte) {
	p.key(it, closer)
	p.assignments(it, closer)
}

// key reads the key of an entry and the comma after it. A key runs to the comma; what BibTeX forbids in it (white
// space, braces) ends it or is reported.
func (p *parser) key(it *Item, closer byte) {
	p.space()
	start := p.i
	it.Key = Span{start, start}
	end, blank := start, -1
scan:
	for ; end < len(p.s); end++ {
		switch c := p.s[end]; {
		case c == ',', c == '}', c == closer, c == '\n', c == '\r', c == '{', c == '"', c == '@' &&
			end == start, c == '%' && blank >= 0:
			break scan
		case c == '=':
			if name := trimBack(p.s, start, end); fieldStart(p.s, start, end) {
				if blank >= 0 && blank < name { // "@book{key title = {…}"
					it.Key.End = trimBack(p.s, start, blank)
					p.i = skipBlank(p.s, blank)
					p.problem("missing-comma", it.Key.End, "no comma after the key %s", quote(p.s[start:it.Key.End]))
					return
				}
				p.problem("missing-key", start, "the entry has no key")
				return
			}
		case isSpace(c) && blank < 0:
			blank = end
		}
	}
	it.Key.End = trimBack(p.s, start, end)
	p.i = end
	p.afterKey(it, closer, blank >= 0 && blank < it.Key.End)
}

// afterKey reads the comma after a key and reports problems with either.
func (p *parser) afterKey(it *Item, closer byte, blank bool) {
	empty := it.Key.Len() == 0
	if empty {
		p.problem("missing-key", it.Key.Start, "the entry has no key")
	} else if blank {
		p.problem("space-in-key", it.Key.Start, "the key %s has white space in it", quote(p.s[it.Key.Start:it.Key.End]))
	}
	p.space()
	switch {
	case p.i < len(p.s) && p.s[p.i] == ',':
		p.i++
	case p.i >= len(p.s), p.s[p.i] == closer, empty:
	default:
		p.problem("missing-comma", it.Key.End, "no comma after the key %s", quote(p.s[it.Key.Start:it.Key.End]))
	}
}

// fieldStart reports whether the equals sign at eq belongs to a field whose name ends the text from start: letters
// precede it, and the start of a value follows.
func fieldStart(s string, start, eq int) bool {
	end := trimBack(s, start, eq)
	i := end
	for i > start && (wordByte(s[i-1]) || s[i-1] == '-') {
		i--
	}
	if i == end || isDigit(s[i]) || i > start && !isSpace(s[i-1]) {
		return false
	}
	v := skipBlank(s, eq+1)
	return v < len(s) && (s[v] == '{' || s[v] == '"' || s[v] < 0x80 && wordByte(s[v]))
}

// assignments reads fields up to the closing delimiter, or to a sign that it is missing: the end of the source or the
// start of another item.
func (p *parser) assignments(it *Item, closer byte) {
	last := p.i // where the item ends if it is not closed
	for {
		p.space()
		disabled := p.i < len(p.s) && p.s[p.i] == '@' && isField(p.s, p.i)
		if p.i >= len(p.s) || p.s[p.i] == '@' && !disabled && startsItem(p.s, p.i) {
			p.problem("unclosed-entry", it.Span.Start, "the entry is not closed before the next one or the end of the file")
			p.i = last
			it.Close = last
			return
		}
		switch c := p.s[p.i]; {
		case c == closer, (c == '}' || c == ')') && p.endsItem(p.i+1):
			if c != closer {
				p.problem("mismatched-delimiter", p.i, "the entry ends with %c where %c is expected", c, closer)
			}
			it.Close, it.Closed = p.i, true
			p.i++
			return
		case c == ',':
			p.problem("extra-comma", p.i, "a comma that separates nothing")
			p.i++
		case !reserved[c], disabled:
			p.assignment(closer)
		default:
			p.stray(closer)
		}
		last = p.i
	}
}

// isField reports whether the at sign at i begins the name of a field, which is how people disable one: BibTeX knows
// no such field and skips it.
func isField(s string, i int) bool {
	end := identEnd(s, i+1)
	eq := skipGap(s, end)
	return end > i+1 && eq < len(s) && s[eq] == '='
}

func (p *parser) endsItem(i int) bool {
	i = skipBlank(p.s, i)
	return i >= len(p.s) || p.s[i] == '@' && startsItem(p.s, i)
}

// assignment reads "name = value" and the comma after it.
func (p *parser) assignment(closer byte) {
	start := p.i
	if p.s[start] == '@' {
		start++
	}
	f := Field{Name: Span{p.i, identEnd(p.s, start)}, Comma: -1}
	p.i = f.Name.End
	p.space()
	switch {
	case p.i < len(p.s) && p.s[p.i] == '=':
		p.i++
	case p.i < len(p.s) && (p.s[p.i] == '{' || p.s[p.i] == '"'):
		p.problem("missing-equals", p.i, "no equals sign after %s", quote(p.s[f.Name.Start:f.Name.End]))
	default:
		p.i = f.Name.End
		p.strayText(f.Name.Start)
		return
	}
	p.space()
	f.Value = p.value(closer)
	if f.Value.Span.Len() == 0 {
		p.problem("missing-value", f.Value.Span.Start, "the field %s has no value", quote(p.s[f.Name.Start:f.Name.End]))
	}
	end := p.i
	p.space()
	switch {
	case p.i < len(p.s) && p.s[p.i] == ',':
		f.Comma = p.i
		p.i++
	case p.i < len(p.s) && p.s[p.i] != closer && p.s[p.i] != '}' && p.s[p.i] != '@':
		p.problem("missing-comma", end, "no comma after the field %s", quote(p.s[f.Name.Start:f.Name.End]))
	default:
		p.i = end
	}
	p.fields = append(p.fields, f)
}

// stray skips text that is not a field: one delimited group, or the bytes up to something that may be one.
func (p *parser) stray(closer byte) {
	start := p.i
	switch p.s[p.i] {
	case '{':
		p.delimited('}', closer)
	case '"':
		p.delimited('"', closer)
	default:
		p.i++
		for p.i < len(p.s) && strings.IndexByte("{}\",@\n\r", p.s[p.i]) < 0 && p.s[p.i] != closer && reserved[p.s[p.i]] &&
			!isSpace(p.s[p.i]) {
			p.i++
		}
	}
	p.strayText(start)
}

// strayText reports text up to p.i that is not a field, once per run.
func (p *parser) strayText(start int) {
	if p.strayed == 0 || skipBlank(p.s, p.strayed) != start {
		p.problem("stray-text", start, "%s is not a field", quote(p.s[start:p.i]))
	}
	p.strayed = p.i
}

// space skips white space and comments, which run from a percent sign to the
// end of the line.
func (p *parser) space() {
	for p.i < len(p.s) {
		switch c := p.s[p.i]; {
		case isSpace(c):
			p.i++
		case c == '%':
			p.i = lineEnd(p.s, p.i)
		default:
			return
		}
	}
}
