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
	for f, s := range p.Spans {
		was := biblio.Span{Start: at[s.Start], End: at[s.End]}
		p.Spans[f] = was
		printed := map[biblio.Field]*string{biblio.FieldTitle: &p.Work.Title, biblio.FieldVenue: &p.Work.Container.Title}
		if value := printed[f]; value != nil && *value == clean(text[s.Start:s.End]) {
			*value = clean(raw[was.Start:was.End])
		}
	}
}
