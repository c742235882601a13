package refstring

import (
	"regexp"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// leadIn is what notes and lists of chemistry say before a work: "For recent
// reviews, see:", "For an overview see, for example,".
var leadIn = regexp.MustCompile(`^For [^.:;"“”\d]{3,90}?,? see(?:,? (?:also|e\.g\.|for example|for instance))?[:,]?\s+(?:\(a\)\s+)?`)

// leadLength gives the length in bytes of such words at the start of a string.
func leadLength(raw string) int {
	if !strings.HasPrefix(raw, "For ") {
		return 0
	}
	loc := leadIn.FindStringIndex(raw)
	if loc == nil || loc[1] == len(raw) {
		return 0
	}
	if c := raw[loc[1]]; c < 'A' || c > 'Z' && c < 0x80 { // a name begins with a capital
		return 0
	}
	return loc[1]
}

// shift moves the spans of what was parsed behind the start of a string.
func (p *Parsed) shift(by int) {
	for f, s := range p.Spans {
		p.Spans[f] = biblio.Span{Start: s.Start + by, End: s.End + by}
	}
}
