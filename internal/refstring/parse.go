package refstring

import (
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Parsed is what a reference string claims about a work, and where it does so.
type Parsed struct {
	Work biblio.Work
	// Spans holds, for each field, where its value is in the string.
	Spans map[biblio.Field]biblio.Span
	// Confidence holds, for each field that was read, how sure the parser is of it, from 0 to 1.
	Confidence map[biblio.Field]float64
	// Book reports whether the title is that of a stand-alone work, such as a book, thesis, report or preprint, not
	// of a part of one.
	Book bool
}

// maxLength bounds how many bytes of a string are read. Anything beyond is not part of a reference and is ignored.
const maxLength = 20000

// Parse reads one reference of any style.
func Parse(raw string) Parsed { return shipped().Parse(raw) }

// bounded cuts a string at maxLength, between two characters.
func bounded(s string) string {
	if len(s) <= maxLength {
		return s
	}
	n := maxLength
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// forms are the formats that need no labeller, because they label themselves.
var forms = []func(string) (Parsed, bool){parseLink, parseDeposit, parseCase}

// set records a field that was read from a span of the string.
func (p *Parsed) set(f biblio.Field, span biblio.Span, confidence float64) {
	if p.Spans == nil {
		p.Spans = make(map[biblio.Field]biblio.Span, 8)
		p.Confidence = make(map[biblio.Field]float64, 8)
	}
	p.Spans[f] = span
	p.Confidence[f] = confidence
}
