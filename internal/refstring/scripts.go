package refstring

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// arabicMarks are the comma and the semicolon of the Arabic script, with Latin ones of the
// same length in bytes for them, so that places in the string stay.
var arabicMarks = strings.NewReplacer("،", ", ", "؛", "; ")

// zeros are the zeros of scripts with digits of their own, each followed by its other nine.
var zeros = []rune{'٠', '۰', '０', '०', '০'}

// latinDigits writes the digits of other scripts as 0 to 9. at says where each byte of the
// text was in the string, and is nil where there are none.
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

// inDigitsOf puts the places of a parsed string back where they were before latinDigits.
// Titles and names of containers have the digits that are printed.
func (p *Parsed) inDigitsOf(raw, text string, at []int) {
	printed := map[biblio.Field]*string{biblio.FieldTitle: &p.Work.Title, biblio.FieldVenue: &p.Work.Container.Title}
	p.putBack(raw, text, func(i int) int { return at[i] }, func(f biblio.Field) *string { return printed[f] })
}

// putBack puts the places of a parsed text where they are in the string that it was made
// from, and the values that were cut out of it. value returns where that of a field is, nil
// for one that stays as it was read.
func (p *Parsed) putBack(raw, text string, back func(int) int, value func(biblio.Field) *string) {
	for f, s := range p.Spans {
		was := biblio.Span{Start: back(s.Start), End: back(s.End)}
		p.Spans[f] = was
		if v := value(f); v != nil && *v == clean(text[s.Start:s.End]) {
			*v = clean(raw[was.Start:was.End])
		}
	}
}
