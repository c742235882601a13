package bibtex

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// value reads the pieces of a value and the number signs between them. closer ends the item to which the value
// belongs.
func (p *parser) value(closer byte) Value {
	v := Value{Span: Span{p.i, p.i}}
	p.pieces = p.pieces[:0]
	sign := -1 // the number sign still waiting for an operand
	for p.i < len(p.s) {
		piece, ok := p.piece(closer)
		if !ok {
			break
		}
		p.pieces = append(p.pieces, piece)
		v.Span.End, sign = p.i, -1
		p.space()
		if p.i >= len(p.s) || p.s[p.i] != '#' {
			break
		}
		sign = p.i
		p.i++
		p.space()
	}
	if sign >= 0 {
		p.problem("missing-value", sign, "nothing after the number sign")
		v.Span.End = sign + 1
	}
	p.i = v.Span.End
	v.Pieces = p.pieceMem.keep(p.pieces)
	return v
}

// piece reads one operand; there is none before a comma, a closing delimiter or another item.
func (p *parser) piece(closer byte) (Piece, bool) {
	start := p.i
	switch c := p.s[p.i]; c {
	case '{':
		open := p.delimited('}', closer)
		return Piece{Braced, open, Span{start, p.i}}, true
	case '"':
		open := p.delimited('"', closer)
		return Piece{Quoted, open, Span{start, p.i}}, true
	case ',', '}', '#', '=', '%', '@', closer:
		return Piece{}, false
	}
	kind := p.bare(closer)
	return Piece{Kind: kind, Span: Span{start, p.i}}, true
}

// bare reads an operand without delimiters: a number, a macro, or damage, which runs to the comma, the closing
// delimiter or the end of the line.
func (p *parser) bare(closer byte) PieceKind {
	start := p.i
	p.i = identEnd(p.s, p.i)
	kind := Macro
	if p.i == start {
		kind = Bare
	} else if isDigit(p.s[start]) {
		if kind = Number; strings.Trim(p.s[start:p.i], "0123456789") != "" {
			kind = Bare
		}
	}
	for next := p.i; next < len(p.s); {
		next = skipGap(p.s, next)
		if next >= len(p.s) || strings.IndexByte(",#%}\n\r@", p.s[next]) >= 0 || p.s[next] == closer {
			break
		}
		if word := identEnd(p.s, next); word > next && next > p.i {
			if eq := skipBlank(p.s, word); eq < len(p.s) && p.s[eq] == '=' { // the next field: a comma is missing
				break
			}
			next = word
		} else {
			next = max(word, next+1)
		}
		p.i, kind = next, Bare
	}
	switch kind {
	case Macro:
		p.uses = append(p.uses, Span{start, p.i})
	case Bare:
		p.problem("unquoted-value", start, "%s has neither braces nor quotation marks", quote(p.s[start:p.i]))
	}
	return kind
}

// delimited reads from the opening delimiter at p.i past the closing one, and reports whether that is missing. A
// closing delimiter is not trusted if what follows it does not fit: then braces after a backslash are not counted if
// that yields a better end, else the value ends before the first line inside that looks like a field or an item.
func (p *parser) delimited(end, closer byte) (open bool) {
	start := p.i
	r := p.balanced(start, end, lookAhead, false)
	if r.ok && (!r.nl && !r.esc || p.follows(r.end, closer)) {
		p.i = r.end
		return false
	}
	if r.esc && !p.strict() { // as other programs count braces
		again := p.balanced(start, end, lookAhead, true)
		if again.end != r.end && again.ok && p.follows(again.end, closer) {
			p.problem("escaped-brace", start, "the value has a brace after a backslash, which counts in BibTeX")
			p.i = again.end
			p.waste += r.end - start
			return false
		}
		p.spend(again, start)
	}
	stop := -1
	if r.nl {
		stop = cut(p.s, start+1, r.end)
	}
	if stop < 0 && r.ok {
		p.i = r.end
		return false
	}
	if stop < 0 {
		stop = trimBack(p.s, start+1, r.end)
		if r.at < r.end {
			stop = trimBack(p.s, start+1, r.at)
		}
	}
	p.problem("unclosed-value", start, "the value is not closed")
	p.i = p.spend(r, stop)
	return true
}

func (p *parser) follows(i int, closer byte) bool {
	save := p.i
	defer func() { p.i = save }()
	p.i = i
	p.space()
	p.waste += p.i - i
	if p.i >= len(p.s) {
		return false
	}
	switch c := p.s[p.i]; c {
	case ',', '#', closer:
		return true
	}
	name := identEnd(p.s, p.i)
	eq := skipBlank(p.s, name)
	return name > p.i && eq < len(p.s) && p.s[eq] == '='
}

// Balanced reports whether the braces of a text balance, as BibTeX counts them: a backslash before a brace changes
// nothing.
func Balanced(s string) bool {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

// QuoteOutside reports whether a quotation mark is outside all braces, where it would end a value in quotation marks.
func QuoteOutside(s string) bool {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			depth--
		case '"':
			if depth == 0 {
				return true
			}
		}
	}
	return false
}

// ReadsAlike reports whether a changed file has the same items with the same keys as before, and no additional
// problems.
func ReadsAlike(before, after *File) bool {
	if len(before.Items) != len(after.Items) || len(after.Problems) > len(before.Problems) {
		return false
	}
	for i := range before.Items {
		a, b := &before.Items[i], &after.Items[i]
		if a.Kind != b.Kind || before.Key(a) != after.Key(b) {
			return false
		}
	}
	return true
}

// beforeMark joins the mark of a truncated list to the names, with the command around it.
var beforeMark = lazy.Regexp(`(?i)[\s~,]*(?:\s+and)?[\s~]*(?:\{|\{?\\(?:emph|textit|textsl|em|it|itshape)\s*)?$`)

// EtAl returns where a mark such as "et al." at the end of a list of names begins, with the white space and the comma
// before it; -1 if there is none. BibTeX would read it as part of the last name; the mark that it knows is "and
// others".
func EtAl(names string) int {
	at := words.CutTail(names)
	if at <= 0 || strings.EqualFold(strings.Join(strings.Fields(names[at:]), " "), "and others") {
		return -1
	}
	at = beforeMark.FindStringIndex(names[:at])[0]
	if at == 0 || !Balanced(names[:at]) {
		return -1
	}
	return at
}
