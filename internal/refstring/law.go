package refstring

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// courtCase matches a court decision: two parties, and volume, reporter and page: "Connick v. Thompson, 563 U.S. 51
// (2011)". patentNumber matches the number of a patent.
var (
	courtCase = lazy.Regexp(`^(\p{Lu}[^,;:()]{1,60}? v\.? \p{Lu}[^;:()]{1,60}?),? ` + // parties
		`\(?\d{1,4} (?:[A-Z][A-Za-z]*\.? ?){1,4}(?:[23]d)? ?\d{1,5}\b` + // reporter
		`[^\[(]*[\[(][^\])]*?((?:17|18|19|20)\d\d)[\])]`)
	patentNumber = lazy.Regexp(`\b(?:U\.? ?S\.?|European|German|Chinese|Japanese|World|WO|EP|JP|CN|DE) ` +
		`(?:(?:Design|Utility) )?Patent (?:Application )?(?:No\.? |Nr\.? |# ?)?[A-Z]{0,3} ?\d[\d,/.]{4,}`)
)

// parseCase reads a court decision, of which sources know only the name.
func parseCase(raw string) (Parsed, bool) {
	if !strings.Contains(raw, " v. ") && !strings.Contains(raw, " v ") {
		return Parsed{}, false
	}
	m := courtCase.FindStringSubmatchIndex(raw)
	if m == nil {
		return Parsed{}, false
	}
	year := biblio.Date{Year: biblio.LeadingYear(raw[m[4]:m[5]])}
	p := Parsed{Work: biblio.Work{Type: biblio.Legal, Issued: year}}
	p.titleAt(raw, biblio.Span{Start: m[2], End: m[3]}, sure)
	p.set(biblio.FieldYear, biblio.Span{Start: m[4], End: m[5]}, sure)
	return p, true
}

// patent marks a reference that has the number of a patent as a patent.
func (p *Parsed) patent(raw string) {
	w := &p.Work
	if w.Type == "" && w.Container.Title == "" && strings.Contains(raw, "Patent") && patentNumber.MatchString(raw) {
		w.Type = biblio.Patent
	}
}
