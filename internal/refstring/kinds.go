package refstring

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// typeCode matches the code of GB/T 7714 for the kind of a work after its title: "[J]", "[EB/OL]".
var typeCode = lazy.Regexp(`\s*[\[［](J|M|C|D|P|S|R|N|G|Z|A|EB|DB|CP|CM|DS)(?:/(?:OL|CD|MT|DK))?[\]］]`)

// codedTypes are the codes of works that no source lists.
var codedTypes = map[string]biblio.Type{"P": biblio.Patent, "S": biblio.Standard}

// codeHead matches what precedes the code in Chinese lists: names, perhaps the year, and the title. codeTail matches
// what follows it, unless the work is part of another: translators, place and publisher.
var (
	codeHead = lazy.Regexp(`^\s*(?:\[\d+\]\s*)?([^．。]+?)(?:[,，]\s*(?:(?:19|20)\d\d)[a-z]?)?` +
		`(?:[．。]\s*|\.\s+|\.(?:\p{Han}))(\S.*)$`)
	codeTail = lazy.Regexp(`^[.．。]?\s*(?:([^.．。]+?)[,，]\s*译[.．。]\s*)?` +
		`([^.．。:：,，]+?)\s*[:：]\s*([^.．。:：,，]+?)\s*[,，]\s*(?:19|20)\d\d`)
)

// byTypeCode reads by the type code what the labeller, which knows few Chinese lists, reads only in part: names and
// titles of lists in Chinese, their translators, places and publishers. In other lists it only removes the code from
// the title.
func (p *Parsed) byTypeCode(raw string) {
	if !strings.ContainsAny(raw, "[［") {
		return
	}
	code := typeCode.FindStringSubmatchIndex(raw)
	if code == nil || code[0] == 0 {
		return
	}
	if kind, ok := codedTypes[raw[code[2]:code[3]]]; ok && p.Work.Volume == "" {
		p.Work.Type = kind
	}
	if at := p.Spans[biblio.FieldTitle]; at.Start < code[0] && at.End > code[0] && at.End <= code[1] {
		p.titleAt(raw, biblio.Span{Start: at.Start, End: code[0]}, p.Confidence[biblio.FieldTitle])
	}
	if !strings.ContainsFunc(raw, han) {
		return
	}
	if m := codeHead.FindStringSubmatchIndex(raw[:code[0]]); m != nil && strings.ContainsFunc(raw[:code[0]], han) {
		title := biblio.Span{Start: m[3] + strings.IndexAny(raw[m[3]:], ".．。"), End: code[0]}
		p.coded(raw, biblio.Span{Start: m[2], End: m[3]}, trimSpan(raw, title, " .．。"))
	}
	if m := codeTail.FindStringSubmatchIndex(raw[code[1]:]); m != nil {
		p.codedHouse(raw, code[1], m)
	}
}

func han(r rune) bool { return unicode.Is(unicode.Han, r) }

func (p *Parsed) titleAt(raw string, at biblio.Span, confidence float64) {
	p.Work.Title = clean(raw[at.Start:at.End])
	p.set(biblio.FieldTitle, at, confidence)
}

func (p *Parsed) coded(raw string, names, title biblio.Span) {
	list, cut := SplitNames(raw[names.Start:names.End])
	if len(list) == 0 || title.Start >= title.End {
		return
	}
	for i := range list {
		list[i].Role = biblio.Author
	}
	others := slices.DeleteFunc(p.Work.Contributors, func(c biblio.Contributor) bool { return c.Role == biblio.Author })
	p.Work.Contributors, p.Work.AuthorsCut = append(list, others...), cut
	p.set(biblio.FieldAuthors, names, sure)
	p.titleAt(raw, title, sure)
}

// codedHouse replaces place and publisher, and the translators before them, by those of a match of codeTail that
// begins at at.
func (p *Parsed) codedHouse(raw string, at int, m []int) {
	if m[2] >= 0 {
		list, _ := SplitNames(raw[at+m[2] : at+m[3]])
		for _, c := range list {
			c.Role = biblio.Translator
			p.Work.Contributors = append(p.Work.Contributors, c)
		}
	}
	p.Work.Place, p.Work.Publisher = raw[at+m[4]:at+m[5]], raw[at+m[6]:at+m[7]]
	p.set(biblio.FieldLocation, biblio.Span{Start: at + m[4], End: at + m[5]}, sure)
	p.set(biblio.FieldPublisher, biblio.Span{Start: at + m[6], End: at + m[7]}, sure)
	if venue, ok := p.Spans[biblio.FieldVenue]; ok && venue.Start >= at {
		p.Work.Container.Title = ""
		p.unset(biblio.FieldVenue)
	}
}

// courtCase matches a court decision: two parties, and volume, reporter and page: "Connick v. Thompson, 563 U.S. 51
// (2011)". patentNumber matches the number of a patent.
var (
	courtCase = lazy.Regexp(`^(\p{Lu}[^,;:()]{1,60}? v\.? \p{Lu}[^;:()]{1,60}?),? ` + // parties
		`\(?\d{1,4} (?:[A-Z][A-Za-z]*\.? ?){1,4}(?:[23]d)? ?\d{1,5}\b` + // reporter
		`[^\[(]*[\[(][^\])]*?((?:17|18|19|20)\d\d)[\])]`)
	patentNumber = lazy.Regexp(`\b(?:U\.? ?S\.?|European|German|Chinese|Japanese|World|WO|EP|JP|CN|DE) ` +
		`(?:(?:Design|Utility) )?Patent (?:Application )?(?:No\.? |Nr\.? |# ?)?[A-Z]{0,3} ?\d[\d,/.]{4,}`)
)

// parseCase reads a court decision: sources know only its name.
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

func (p *Parsed) patent(raw string) {
	w := &p.Work
	if w.Type != "" || !strings.Contains(raw, "Patent") || !patentNumber.MatchString(raw) {
		return
	}
	if strings.HasSuffix(w.Container.Title, "Patent") { // the number is neither volume nor pages
		w.Container.Title, w.Volume, w.Issue, w.Pages = "", "", "", ""
		for _, f := range []biblio.Field{biblio.FieldVenue, biblio.FieldVolume, biblio.FieldIssue, biblio.FieldPages} {
			p.unset(f)
		}
	}
	if w.Container.Title == "" {
		w.Type = biblio.Patent
	}
}
