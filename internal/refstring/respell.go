package refstring

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// gluedStop matches a full stop that ends a part of a reference and has no space after it: "thermal power
// plants.Stuttgart", "history.In: The", "analysis.2016.". Abbreviated journal names ("Commun.Math.Phys.") and
// addresses have such stops too.
var gluedStop = lazy.Regexp(`(?:\p{L}\p{Ll}{2}|\p{L}[)\]”’"»])[.?!]` +
	`(?:\p{Lu}\p{L}|In[:.]? |(?:19|20)\d\d(?:[,;)\s]|$|\.(?:\D|$))|„)`)

// spaced inserts a space after the glued stops of a string, and returns where. Text with spaces before marks instead
// of after them is unchanged.
func spaced(raw string) (text string, at []int) {
	if !strings.ContainsAny(raw, ".?!") || strings.Contains(raw, " ,") || strings.Contains(raw, " .") {
		return raw, nil
	}
	for _, m := range gluedStop.FindAllStringIndex(raw, -1) {
		stop := m[0] + strings.IndexAny(raw[m[0]:m[1]], ".?!")
		if !withinAddress(raw, stop) && !shortForms(raw, stop) {
			at = append(at, stop+1)
		}
	}
	if at == nil {
		return raw, nil
	}
	var b strings.Builder
	from := 0
	for _, i := range at {
		b.WriteString(raw[from:i])
		b.WriteByte(' ')
		from = i
	}
	b.WriteString(raw[from:])
	return b.String(), at
}

// withinAddress reports whether the word around a byte is an address, an identifier or the
// name of a site: "Bloomberg.Com".
func withinAddress(raw string, i int) bool {
	from := strings.LastIndexAny(raw[:i], " \n\t") + 1
	to := len(raw)
	if n := strings.IndexAny(raw[i:], " \n\t"); n >= 0 {
		to = i + n
	}
	word := raw[from:to]
	if end, _, _ := strings.Cut(raw[i+1:to], ","); strings.EqualFold(strings.TrimRight(end, ".:;)"), "com") {
		return true
	}
	return strings.ContainsAny(word, "/@=_") || strings.Contains(word, "www.")
}

// shortForm is the maximum number of letters of an abbreviated word in a journal's name.
const shortForm = 8

// shortForms reports whether a stop is between two abbreviated words: the second is followed by a stop or a number.
func shortForms(raw string, stop int) bool {
	before, _ := utf8.DecodeLastRuneInString(raw[:stop])
	if !unicode.IsLetter(before) {
		return false
	}
	word := raw[strings.LastIndexAny(raw[:stop], " .\n")+1 : stop]
	rest := strings.TrimLeft(strings.TrimLeftFunc(raw[stop+1:], unicode.IsLetter), " ")
	year := strings.TrimLeft(rest, ".,; ")
	if len(year) >= 4 && yearOf(year[:4]) != 0 && (len(year) == 4 || !digit(year[4])) {
		return false // after a place or publisher
	}
	short := utf8.RuneCountInString(word) <= shortForm && unicode.IsUpper(firstRune(word))
	return short && rest != "" && (rest[0] == '.' || digit(rest[0]))
}

// unspaced maps the places of a parsed string, and the values cut out of it, back to where they were before spaced.
func (p *Parsed) unspaced(raw, text string, at []int) {
	back := func(i int) int {
		n := 0
		for n < len(at) && at[n]+n < i {
			n++
		}
		return i - n
	}
	p.putBack(raw, text, back, p.value)
}

// value returns a pointer to the text of a field that is part of the string, or nil for other fields.
func (p *Parsed) value(f biblio.Field) *string {
	for _, plain := range plainFields {
		if plain.field == f {
			return plain.at(&p.Work)
		}
	}
	return nil
}

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
