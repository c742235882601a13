package refstring

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// sure is the confidence in a field that the string itself labels.
const sure = 0.98

// parseLink reads the linked form "[Authors, Year, Title](url)". The text of a
// link without a year is a title.
func parseLink(raw string) (Parsed, bool) {
	start := strings.IndexByte(raw, '[')
	if start < 0 || strings.Trim(raw[:start], " \t\r\n*-•0123456789.") != "" {
		return Parsed{}, false
	}
	mid := strings.Index(raw, "](")
	if mid < start {
		return Parsed{}, false
	}
	end := strings.LastIndexByte(raw, ')')
	if end < mid || len(raw)-end > 8 {
		return Parsed{}, false
	}
	p := Parsed{}
	url := trimSpan(raw, biblio.Span{Start: mid + 2, End: end}, " \t\n<>")
	y, year := linkYear(raw[start+1 : mid])
	if year == 0 {
		return linkTitle(raw, biblio.Span{Start: start + 1, End: mid}, url)
	}
	y += start + 1
	p.Work.Issued.Year = year
	p.set(biblio.FieldYear, biblio.Span{Start: y, End: y + 4}, sure)
	authors := trimSpan(raw, biblio.Span{Start: start + 1, End: y}, " \t\n,;:(")
	start = y + 4
	if start < mid && raw[start] >= 'a' && raw[start] <= 'e' { // "2019a"
		start++
	}
	start = mid - len(strings.TrimLeft(raw[start:mid], " \t\n.,;:)"))
	title := trimSpan(raw, biblio.Span{Start: start, End: mid}, " \t\n,;:)\"“”")
	if title.Start == title.End {
		return Parsed{}, false
	}
	if title.End < mid && raw[title.End] == ')' &&
		strings.Count(raw[title.Start:title.End], "(") > strings.Count(raw[title.Start:title.End], ")") {
		title.End++
	}
	p.setTitle(raw, title, sure)
	p.setAuthors(raw, authors, sure)
	p.setURL(raw, url)
	return p, true
}

// fairlySure is the confidence in a title that is the whole text of a link.
const fairlySure = 0.8

// linkTitle reads a link whose text is a title, without the number before it and the name of a web site after it.
func linkTitle(raw string, text, url biblio.Span) (Parsed, bool) {
	var p Parsed
	if i := strings.IndexByte(raw[text.Start:text.End], ']'); i > 0 && raw[text.Start] == '[' { // "[2012.01351] Title"
		if id, ok := ident.Parse(raw[text.Start+1 : text.Start+i]); ok {
			p.addID(id, biblio.Span{Start: text.Start + 1, End: text.Start + i})
		}
		text.Start += i + 1
	}
	if i := strings.LastIndex(raw[text.Start:text.End], " - "); i > 0 &&
		strings.Count(raw[text.Start+i+3:text.End], " ") < 4 {
		text.End = text.Start + i
	}
	text = trimSpan(raw, text, " \t\n\"“”")
	if text.Start >= text.End || strings.Contains(raw[text.Start:text.End], " et al") {
		return Parsed{}, false
	}
	p.setTitle(raw, text, fairlySure)
	p.setURL(raw, url)
	return p, true
}

// setTitle records a title; dots at its end mean that it is cut.
func (p *Parsed) setTitle(raw string, span biblio.Span, confidence float64) {
	whole := strings.TrimRight(raw[span.Start:span.End], " .…")
	p.Work.TitleCut = cutShort(raw[span.Start+len(whole) : span.End])
	span.End = span.Start + len(whole)
	p.Work.Title = clean(whole)
	p.set(biblio.FieldTitle, span, confidence)
}

// linkYear returns the year that separates authors from the title, and its place.
func linkYear(s string) (at, year int) {
	for i := 0; i+4 <= len(s); i++ {
		if n := biblio.LeadingYear(s[i : i+4]); n >= 1500 && n < 2100 && separates(s[:i], s[i+4:]) {
			return i, n
		}
	}
	return 0, 0
}

// separates reports whether a year is between punctuation, as between authors and title, and not in running text or
// in a number.
func separates(before, after string) bool {
	before = strings.TrimRight(before, " \n")
	if len(after) > 0 && after[0] >= 'a' && after[0] <= 'e' { // "2019a"
		after = after[1:]
	}
	if before == "" || after == "" || after[0] == '.' && len(after) > 1 && digit(after[1]) {
		return false
	}
	return strings.IndexByte(",(;.", before[len(before)-1]) >= 0 && strings.IndexByte(",):;.", after[0]) >= 0
}

func (p *Parsed) setURL(raw string, url biblio.Span) {
	if url.Start >= url.End {
		return
	}
	text := raw[url.Start:url.End]
	p.Work.URL = text
	p.set(biblio.FieldURL, url, sure)
	if id, ok := ident.Parse(text); ok {
		p.addID(id, url)
	}
}

// addID records an identifier in the work and, if its scheme is a field, its place.
func (p *Parsed) addID(id ident.ID, span biblio.Span) {
	p.Work.AddID(id)
	field, ok := idFields[id.Scheme]
	if !ok {
		return
	}
	if _, have := p.Spans[field]; !have {
		p.set(field, span, sure)
	}
}

var idFields = map[ident.Scheme]biblio.Field{
	ident.DOI: biblio.FieldDOI, ident.ArXiv: biblio.FieldArXiv, ident.PMID: biblio.FieldPMID, ident.ISBN: biblio.FieldISBN,
}

func (p *Parsed) setAuthors(raw string, span biblio.Span, confidence float64) {
	names, cut := SplitNames(raw[span.Start:span.End])
	if len(names) == 0 {
		return
	}
	for i := range names {
		names[i].Role = biblio.Author
	}
	p.Work.Contributors = append(p.Work.Contributors, names...)
	p.Work.AuthorsCut = p.Work.AuthorsCut || cut
	p.set(biblio.FieldAuthors, span, confidence)
}

// parseDeposit reads the format of publishers' deposits, "key=value; key=value".
func parseDeposit(raw string) (Parsed, bool) {
	if strings.IndexByte(raw, '=') < 0 {
		return Parsed{}, false
	}
	var p Parsed
	known := 0
	for at := 0; at < len(raw); {
		end := nextPair(raw, at)
		eq := strings.IndexByte(raw[at:end], '=')
		if eq > 0 {
			key := strings.TrimSpace(raw[at : at+eq])
			value := trimSpan(raw, biblio.Span{Start: at + eq + 1, End: end}, " \t\n;")
			if set := depositFields[strings.ToLower(key)]; set != nil && value.Start < value.End {
				set(&p, raw, value)
				known++
			}
		}
		at = end + 1
	}
	return p, known >= 2
}

// nextPair returns the end of the pair that starts at i: the next semicolon followed by a known key and "=", or the
// end.
func nextPair(raw string, i int) int {
	for j := i; j < len(raw); j++ {
		if raw[j] != ';' {
			continue
		}
		rest := raw[j+1 : min(len(raw), j+41)]
		if eq := strings.IndexByte(rest, '='); eq > 0 {
			if _, ok := depositFields[strings.ToLower(strings.TrimSpace(rest[:eq]))]; ok {
				return j
			}
		}
	}
	return len(raw)
}

// depositFields maps each key of a deposit to the function that reads it.
var depositFields = map[string]func(*Parsed, string, biblio.Span){
	"article-title": depositTitle, "volume-title": depositVolumeTitle, "title": depositTitle,
	"journal-title": depositContainer, "series-title": func(p *Parsed, raw string, s biblio.Span) {
		p.Work.Container.Series = clean(raw[s.Start:s.End])
	},
	"author": func(p *Parsed, raw string, s biblio.Span) { p.setAuthors(raw, s, sure) },
	"year": func(p *Parsed, raw string, s biblio.Span) {
		if y := biblio.LeadingYear(raw[s.Start:s.End]); y != 0 {
			p.Work.Issued.Year = y
			p.set(biblio.FieldYear, s, sure)
		}
	},
	"volume":     depositText(biblio.FieldVolume, func(w *biblio.Work) *string { return &w.Volume }),
	"issue":      depositText(biblio.FieldIssue, func(w *biblio.Work) *string { return &w.Issue }),
	"first-page": depositText(biblio.FieldPages, func(w *biblio.Work) *string { return &w.Pages }),
	"publisher":  depositText(biblio.FieldPublisher, func(w *biblio.Work) *string { return &w.Publisher }),
	"edition":    depositText("", func(w *biblio.Work) *string { return &w.Edition }),
	"doi":        depositID(ident.DOI), "isbn": depositID(ident.ISBN),
	"issn": nil, "key": nil, "unstructured": nil, "component": nil, "standard-designator": nil, "standards-body": nil,
	"elocation-id": nil,
}

func depositText(field biblio.Field, at func(*biblio.Work) *string) func(*Parsed, string, biblio.Span) {
	return func(p *Parsed, raw string, s biblio.Span) {
		*at(&p.Work) = clean(raw[s.Start:s.End])
		if field != "" {
			p.set(field, s, sure)
		}
	}
}

func depositID(scheme ident.Scheme) func(*Parsed, string, biblio.Span) {
	return func(p *Parsed, raw string, s biblio.Span) {
		id, ok := ident.ParseAs(scheme, raw[s.Start:s.End])
		if !ok {
			id = biblio.Malformed(scheme, raw[s.Start:s.End])
		}
		p.addID(id, s)
	}
}

func depositTitle(p *Parsed, raw string, s biblio.Span) {
	if p.Work.Title != "" && p.Work.Container.Title == "" { // the volume's title came first
		p.Work.Container.Title = p.Work.Title
		p.set(biblio.FieldVenue, p.Spans[biblio.FieldTitle], sure)
	}
	p.Work.Title = clean(raw[s.Start:s.End])
	p.set(biblio.FieldTitle, s, sure)
}

// depositVolumeTitle sets the title of a book: the work's own if no article is named, else its container's.
func depositVolumeTitle(p *Parsed, raw string, s biblio.Span) {
	if p.Work.Title == "" {
		depositTitle(p, raw, s)
		return
	}
	depositContainer(p, raw, s)
}

func depositContainer(p *Parsed, raw string, s biblio.Span) {
	if p.Work.Container.Title != "" {
		return
	}
	p.Work.Container.Title = clean(raw[s.Start:s.End])
	p.set(biblio.FieldVenue, s, sure)
}
