package formats

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// twoParts is a name with a sentence behind it: a container that was read
// together with its publisher.
var twoParts = lazy.Regexp(`\p{L}{6,}\. \p{L}`)

// pagesBehind are pages at the end of a name.
var pagesBehind = lazy.Regexp(`[ ,]+\d{1,6}[-–]\d{1,6}$`)

// aRange is what a range of pages looks like.
var aRange = lazy.Regexp(`(?:^|[^\w./-])[A-Za-z]?\d{1,6} ?[-–—‐‑] ?[A-Za-z]?\d{1,6}(?:$|[^\w/-])`)

// elsewhere reports that the right value stands in the entry outside of the
// part that was read as the wrong one: then it is the reading that is wrong.
func (d *draft) elsewhere(p fix.Patch, span biblio.Span) bool {
	var want []string
	switch p.Field {
	case biblio.FieldYear, biblio.FieldVolume, biblio.FieldIssue, biblio.FieldPages:
		want = strings.FieldsFunc(p.To, notWord)
	case biblio.FieldTitle, biblio.FieldVenue:
		want = fold.Words(p.To)
	default:
		return false
	}
	if len(want) == 0 {
		return false
	}
	rest := d.without(p.Field, span)
	if p.Field == biblio.FieldPages && aRange.MatchString(rest) {
		return true
	}
	if p.Field == biblio.FieldTitle || p.Field == biblio.FieldVenue {
		return strings.Contains(" "+fold.Title(rest)+" ", " "+strings.Join(want, " ")+" ")
	}
	return slices.Contains(strings.FieldsFunc(rest, notWord), want[0])
}

// without gives the text of an entry with bars in place of the part that states a
// field and of those that are read as others.
func (d *draft) without(own biblio.Field, span biblio.Span) string {
	text := []byte(d.ref.Raw)
	blank := func(s biblio.Span) {
		for i := s.Start; i < s.End; i++ {
			text[i] = '|'
		}
	}
	blank(span)
	for field, other := range d.ref.Spans { // what is read as another field is no other place of this one
		overlaps := other.Start < span.End && span.Start < other.End
		number := field == biblio.FieldVolume || field == biblio.FieldIssue
		if field != own && !overlaps && !(number && own == biblio.FieldPages) && other.Start >= 0 && other.End <= len(text) {
			blank(other)
		}
	}
	return string(text)
}

func notWord(r rune) bool {
	return !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
}
