package refstring

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// arabicMarks replaces the Arabic comma and semicolon by Latin ones of the same length in bytes, so that places in
// the string stay valid.
var arabicMarks = strings.NewReplacer("،", ", ", "؛", "; ")

// zeros are the zeros of scripts with digits of their own, each followed by the other nine.
var zeros = []rune{'٠', '۰', '０', '०', '০'}

// latinDigits writes the digits of other scripts as 0 to 9. at holds where each byte of the text was in the string,
// and is nil if there are no such digits.
func latinDigits(raw string) (text string, at []int) {
	if !strings.ContainsFunc(raw, func(r rune) bool { return latinDigit(r) != r }) {
		return raw, nil
	}
	var b strings.Builder
	for i, r := range raw {
		b.WriteRune(latinDigit(r))
		for len(at) < b.Len() {
			at = append(at, i)
		}
	}
	return b.String(), append(at, len(raw))
}

func latinDigit(r rune) rune {
	if r >= 0x80 {
		for _, zero := range zeros {
			if r >= zero && r <= zero+9 {
				return r - zero + '0'
			}
		}
	}
	return r
}

// inDigitsOf maps the places of a parsed string back to where they were before latinDigits. Titles and names of
// containers keep the printed digits.
func (p *Parsed) inDigitsOf(raw, text string, at []int) {
	printed := map[biblio.Field]*string{biblio.FieldTitle: &p.Work.Title, biblio.FieldVenue: &p.Work.Container.Title}
	p.putBack(raw, text, func(i int) int { return at[i] }, func(f biblio.Field) *string { return printed[f] })
}

// putBack maps the places of a parsed text, and the values cut out of it, back to the string that it was made from.
// value returns a pointer to the value of a field, or nil if it stays as read.
func (p *Parsed) putBack(raw, text string, back func(int) int, value func(biblio.Field) *string) {
	for f, s := range p.Spans {
		was := biblio.Span{Start: back(s.Start), End: back(s.End)}
		p.Spans[f] = was
		if v := value(f); v != nil && *v == clean(text[s.Start:s.End]) {
			*v = clean(raw[was.Start:was.End])
		}
	}
}
