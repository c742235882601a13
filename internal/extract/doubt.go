package extract

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// doubtCirca sets the confidence to zero for years that an entry itself marks as uncertain: "c. 1850", "[1999?]",
// "1850~" in BibLaTeX, "1850s". A difference there accuses no one.
func (d *Document) doubtCirca() {
	for i := range d.References {
		if r := &d.References[i]; r.Claimed.Issued.Year > 0 && circa(r.Raw, strconv.Itoa(r.Claimed.Issued.Year)) {
			r.Confidence = withField(r.Confidence, biblio.FieldYear, 0)
		}
	}
}

// circa reports whether a text marks a year as uncertain.
func circa(text, year string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], year)
		if i < 0 {
			return false
		}
		before, after := text[:at+i], text[at+i+len(year):]
		at += i + len(year)
		apart := strings.TrimRight(before, " .") != before
		before = strings.TrimRight(before, " .")
		opened := strings.TrimRight(before, "([{\"") != before
		word := before[1+strings.LastIndexFunc(before, func(r rune) bool { return !unicode.IsLetter(r) }):]
		switch {
		case apart && words.Is(word, words.Circa) && word == strings.ToLower(word):
			return true
		case opened && (strings.HasPrefix(after, "?") || strings.HasPrefix(after, "~") || strings.HasPrefix(after, "%")):
			return true
		case opened && strings.HasPrefix(after, "s") && strings.TrimLeft(after[1:], ")]}\"") != after[1:]:
			return true
		}
	}
}

// fewestLetters is the number of consecutive one-letter names from which they are not names.
const fewestLetters = 3

// dropLetters removes the authors if every one is a single letter or sign: a program wrote a name letter by letter,
// as "[", "'", "M", "i", "z".
func (d *Document) dropLetters() {
	for i := range d.References {
		w := &d.References[i].Claimed
		list := w.Authors()
		single := 0
		for _, c := range list {
			if len([]rune(c.Family+c.Given+c.Literal)) == 1 {
				single++
			}
		}
		if single < fewestLetters || single < len(list) {
			continue
		}
		kept := w.Contributors[:0]
		for _, c := range w.Contributors {
			if c.Role != biblio.Author {
				kept = append(kept, c)
			}
		}
		w.Contributors = kept
		d.Problems = append(d.Problems, biblio.Problem{Place: d.References[i].Place, Rule: "broken-names",
			Message: "the authors are single letters: a program wrote a name letter by letter; they are left out"})
	}
}
