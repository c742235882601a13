package lint

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/latex"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// volume remarks on an issue, a year or pages in the field of the volume.
func (e *entry) volume(field *bibtex.Field, text string) {
	text = latex.Text(text)
	if v, ok := normalise.SplitVolume(text); ok && (v.Issue != "" || strings.Contains(text, "(")) {
		e.remark("volume-and-more", field, nil, "%s is more than the volume, which is %s", quoted(text), v.Number)
	}
}

// number matches a number long enough to be an ISBN, with its hyphens.
var number = lazy.Regexp(`(?:97[89][-‐‑– ]?)?\d(?:[-‐‑– ]?\d){7,11}[-‐‑– ]?[\dXx]`)

// isbn remarks on ISBNs with a wrong check digit, and on ISSNs in their place.
func (e *entry) isbn(field *bibtex.Field, text string) {
	text = latex.Text(text)
	if stated(ident.ISBN, text) {
		return
	}
	if issns := ident.ISSNs(text); len(issns) > 0 {
		e.remark("issn-in-isbn", field, nil, "%s is an ISSN; it belongs in the field issn", quoted(issns[0]))
		return
	}
	found := number.FindAllString(text, -1)
	for _, one := range found {
		if _, ok := ident.ParseISBN(one); !ok && digitsIn(one) != 9 {
			e.remark("isbn-malformed", field, nil, "%s is not an ISBN: %s", quoted(one), wrongDigits(digitsIn(one)))
			return
		}
	}
	if n := digitsIn(text); len(found) == 0 && n > 0 && n < 9 && !issnForm.MatchString(text) {
		e.remark("isbn-malformed", field, nil, "%s is not an ISBN: %s", quoted(text), wrongDigits(n))
	}
}

func wrongDigits(n int) string {
	if n == 10 || n == 13 {
		return "its check digit is wrong"
	}
	return "it has " + strconv.Itoa(n) + " digits"
}

// digitsIn counts the digits of a number, including a final X.
func digitsIn(s string) int {
	n := 0
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' || (s[i] == 'X' || s[i] == 'x') && i == len(s)-1 {
			n++
		}
	}
	return n
}

var issnForm = lazy.Regexp(`\b(\d{4})[-–‐‑]?(\d{3}[\dXx])\b`)

// issn remarks on ISSNs whose check digit is wrong (ISO 3297: weights 8 to 2, modulus 11).
func (e *entry) issn(field *bibtex.Field, text string) {
	for _, m := range issnForm.FindAllStringSubmatch(text, -1) {
		sum, digits := 0, strings.ToUpper(m[1]+m[2])
		for i := range 7 {
			sum += int(digits[i]-'0') * (8 - i)
		}
		if check := "0123456789X"[(11-sum%11)%11]; digits[7] != check {
			e.remark("issn-malformed", field, nil, "the check digit of %s is wrong", quoted(m[0]))
		}
	}
}

// doiPrefix matches a DOI after a prefix that is not part of it.
var doiPrefix = lazy.Regexp(`^(?i)(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|doi:?\s*)(10\.\d{4,9}/[^\s{}%\\]+)$`)

// BareDOI returns the DOI after a resolver's address or a label, or a DOI that contains white space; "" for
// anything else.
func BareDOI(text string) string {
	if m := doiPrefix.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	joined := strings.Join(strings.Fields(text), "")
	if joined == text || !strings.HasPrefix(joined, "10.") && !doiPrefix.MatchString(joined) {
		return ""
	}
	if m := doiPrefix.FindStringSubmatch(joined); m != nil {
		joined = m[1]
	}
	var w biblio.Work
	w.State(ident.DOI, text)
	if len(w.IDs) != 1 || w.IDs[0].Scheme != ident.DOI || !strings.EqualFold(w.IDs[0].Value, joined) {
		return ""
	}
	return joined
}

// doi remarks on DOIs with a prefix, and on values that are not DOIs.
func (e *entry) doi(field *bibtex.Field, text string) {
	plain := strings.TrimSpace(latex.Verbatim(text))
	if bare := BareDOI(plain); bare != "" {
		var edits []bibtex.Edit
		if span, written, ok := e.bib.Inside(field); ok && strings.TrimSpace(written) == plain {
			edits = []bibtex.Edit{{Span: span, Text: bare}}
		}
		what := "more than the DOI"
		if !doiPrefix.MatchString(plain) {
			what = "white space in the DOI"
		}
		e.remark("doi-prefix", field, edits, "%s has %s", quoted(plain), what)
		return
	}
	switch {
	case !stated(ident.DOI, plain) && !strings.HasPrefix(plain, "\\"):
		e.remark("doi-malformed", field, nil, "%s is not a DOI", quoted(plain))
	case ident.Unregistered(plain):
		e.remark("doi-unregistered", field, nil, "%s leads nowhere: no DOI with this prefix is registered", quoted(plain))
	}
}

// stated reports whether a text consists of one or more identifiers of a scheme.
func stated(scheme ident.Scheme, text string) bool {
	var w biblio.Work
	w.State(scheme, text)
	return len(w.IDs) > 0 && !slices.ContainsFunc(w.IDs, func(id ident.ID) bool {
		again, ok := ident.ParseAs(id.Scheme, id.Value)
		return !ok || again != id || id.Scheme != scheme && !(scheme == ident.DOI && id.Scheme == ident.ShortDOI)
	})
}

// pmid remarks on numbers of other databases, which reference managers put in this field.
func (e *entry) pmid(field *bibtex.Field, text string) {
	if plain := latex.Text(text); plain != "" && !stated(ident.PMID, plain) {
		e.remark("pmid-malformed", field, nil, "%s is not a PubMed number", quoted(plain))
	}
}

// pagesForm matches a first and a last page with what is between them: numbers, perhaps with the same letters
// before both, or lower-case Roman numerals.
var pagesForm = lazy.Regexp(
	`^(\s*)(?:([A-Za-z]{0,3})(\d+)\s*(?:-{1,3}|–|—|‐|‑|−)\s*([A-Za-z]{0,3})(\d+)|([ivxlc]+)\s*(?:-{1,3}|–|—|‐|‑|−)\s*([ivxlc]+))(\s*)$`)

// Pages returns pages with two hyphens in their ranges. What may be the number of an article, or of a page in a
// chapter ("3-12--3-14", "S1-12"), is left alone.
func Pages(pages string) string {
	parts := strings.Split(pages, ",")
	for i, part := range parts {
		m := pagesForm.FindStringSubmatch(part)
		switch {
		case m == nil || m[4] != m[2]: // "A12-B3"
		case m[6] != "":
			parts[i] = m[1] + m[6] + "--" + m[7] + m[8]
		default:
			parts[i] = m[1] + m[2] + m[3] + "--" + m[4] + m[5] + m[8]
		}
	}
	return strings.Join(parts, ",")
}

// pages remarks on the dash of pages, and on ranges that cannot be.
func (e *entry) pages(field *bibtex.Field, text string) {
	if span, written, ok := e.bib.Inside(field); ok {
		if to := Pages(written); to != written {
			e.remark("page-dash", field, []bibtex.Edit{{Span: span, Text: to}},
				"a dash other than two hyphens in %s", quoted(written))
		}
	}
	if match.ImpossiblePages(text) {
		e.remark("pages-reversed", field, nil, "pages %s cannot be: they run backwards, or are zeros", quoted(text))
	}
}

// ahead is how many years before its appearance a work may be dated.
const ahead = 1

// year remarks on invalid years. Words such as "in press" are neither years nor mistakes.
func (e *entry) year() {
	for _, role := range []bibfield.Role{bibfield.Year, bibfield.Date} {
		field, text := e.field(role)
		if field == nil {
			continue
		}
		text = latex.Text(text)
		digits := digitsIn(text)
		year := biblio.LeadingYear(text)
		switch {
		case year == 0 && digits > 0 && text[0] != 'Y' && digits != 4 &&
			strings.Trim(ident.LowerASCII(text), "0123456789abcdefghijklmnopqrstuvwxyz") == "": // "20177", "2O17"
			e.remark("impossible-year", field, nil, "%s is not a year", quoted(text))
		case year != 0 && e.l.opt.Year != 0 && year > e.l.opt.Year+ahead:
			e.remark("impossible-year", field, nil, "%d is in the future", year)
		}
	}
}

// isoMonth matches a date with a month as BibLaTeX writes it.
var isoMonth = lazy.Regexp(`^\d{4}-(\d{2})(?:-(\d{2}))?(?:$|[/T])`)

// month remarks on months greater than 12. BibLaTeX's seasons are 21 to 24 and higher.
func (e *entry) month() {
	if field, text := e.field(bibfield.Month); field != nil {
		if n, err := strconv.Atoi(text); err == nil && (n < 1 || n > 12) {
			e.remark("impossible-month", field, nil, "there is no month %s", quoted(text))
		}
	}
	if field, text := e.field(bibfield.Date); field != nil {
		if m := isoMonth.FindStringSubmatch(text); m != nil {
			month, _ := strconv.Atoi(m[1])
			day, _ := strconv.Atoi(m[2])
			if month < 1 || month > 12 && month < 21 || month > 41 || m[2] != "" && (day < 1 || day > 31) {
				e.remark("impossible-month", field, nil, "%s is not a date", quoted(text))
			}
		}
	}
}
