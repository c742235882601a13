package refstring

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// command matches a LaTeX command with one argument: "\pkg{lme4}".
var command = lazy.Regexp(`\\[A-Za-z]+\{([^{}\\]*)\}`)

func withoutCommands(title string) string {
	if strings.IndexByte(title, '\\') < 0 {
		return title
	}
	return command.ReplaceAllString(title, "$1")
}

// wholeCommands extends a title over a LaTeX command whose backslash or closing brace is just outside it.
func wholeCommands(raw string, span biblio.Span) biblio.Span {
	if at := span.Start; at > 0 && raw[at-1] == '\\' {
		span.Start--
	}
	if text := raw[span.Start:span.End]; strings.IndexByte(text, '\\') >= 0 &&
		strings.Count(text, "{") > strings.Count(text, "}") && strings.HasPrefix(raw[span.End:], "}") {
		span.End++
	}
	return span
}

// bracketedSeries matches the series of a book in brackets after its title, with its number: "(Stauffenburg
// Einführungen 20)".
var bracketedSeries = lazy.Regexp(` [(\[](\p{Lu}[^()\[\]:.]{3,80}?) (?:(?i:` + words.Pattern(words.Volume,
	words.Issue) + `)\.? )?(\d{1,4})[)\]]$`)

// partOfTitle matches words in brackets that belong to a title.
var partOfTitle = lazy.Regexp(`(?i)\b(?:teil|part|version|release|chapter|lecture|book|` +
	strings.Join(append(words.Singles(words.Volume, 2), words.Singles(words.Edition, 2)...), "|") + `)\b|^[\p{L}]+$`)

// takeSeries moves the series from the end of a book's title to its own field.
func (p *Parsed) takeSeries(raw string) {
	w := &p.Work
	if w.Publisher == "" || w.Container.Title != "" || w.Container.Series != "" || !strings.HasSuffix(w.Title, ")") {
		return
	}
	m := bracketedSeries.FindStringSubmatchIndex(w.Title)
	if m == nil || m[0] < 4 {
		return
	}
	name, tail := w.Title[m[2]:m[3]], w.Title[m[0]:]
	if partOfTitle.MatchString(name) || yearOf(w.Title[m[4]:m[5]]) != 0 {
		return
	}
	w.Container.Series, w.Title = name, strings.TrimRight(w.Title[:m[0]], ".")
	if at := p.Spans[biblio.FieldTitle]; strings.HasSuffix(raw[at.Start:at.End], tail) {
		at.End -= len(tail)
		p.Spans[biblio.FieldTitle] = at
	}
}

// medium matches the kind of the cited thing in brackets after a title.
var medium = lazy.Regexp(`(?i)\s*\[(?:` + words.Pattern(words.Medium) + `)\]$`)

// noPlace matches a statement that a place of publication or a publisher is unknown.
var noPlace = lazy.Regexp(`\.?\s*\[[Ss]\.\s?[ln](?:\..*)?$`)

// afterTitle removes from a title the medium in brackets, and what follows " // ", which is the container in lists by
// the Russian standard.
func (p *Parsed) afterTitle() {
	w := &p.Work
	if !strings.Contains(w.Title, " [") && !strings.Contains(w.Title, " // ") {
		return
	}
	whole := w.Title
	title, container, parted := strings.Cut(whole, " // ")
	if parted && w.Container.Title == "" {
		w.Container.Title = strings.TrimSpace(container)
	}
	if loc := noPlace.FindStringIndex(title); loc != nil && loc[0] > 0 {
		title = title[:loc[0]]
	}
	if loc := medium.FindStringIndex(title); loc != nil && loc[0] > 0 {
		title = title[:loc[0]]
	}
	if at, ok := p.Spans[biblio.FieldTitle]; ok && len(title) < len(whole) && at.End-at.Start == len(whole) {
		if parted && w.Container.Title == strings.TrimSpace(container) && p.Spans[biblio.FieldVenue] == (biblio.Span{}) {
			p.set(biblio.FieldVenue, biblio.Span{Start: at.End - len(container), End: at.End}, p.Confidence[biblio.FieldTitle])
		}
		at.End = at.Start + len(title)
		p.Spans[biblio.FieldTitle] = at
	}
	w.Title = title
}

// othersToAuthors returns to the names the truncation mark after them, which the labeller took for the beginning of
// the title: "LeCun, Y. [и др.] Title", "LeCun, Y. and others Title". "and" alone may already be among the names.
func (r *reading) othersToAuthors() {
	_, to := r.firstRun(tagger.Author)
	if to == 0 || to >= len(r.tokens) {
		return
	}
	from := to
	if from > 1 && words.Joins(r.text(from-1)) {
		from--
	}
	at := r.tokens[from-1].End
	n := words.CutHead(r.raw[at:])
	for i := from; i < len(r.tokens) && r.tokens[i].Start < at+n; i++ {
		r.labels[i] = tagger.Author
	}
}

// onlineFirst matches the start of the place of a conference that was also held online.
var onlineFirst = lazy.Regexp(`^(?:Online|Virtual)(?:(?:,| and| \+| &) [^.]{2,60})?\. `)

// placeOfPublisher separates the place of a conference from the publisher after it: "Online and Punta Cana,
// Dominican Republic. Association for …".
func (p *Parsed) placeOfPublisher() {
	w := &p.Work
	head := onlineFirst.FindString(w.Publisher)
	if head == "" || len(head) == len(w.Publisher) {
		return
	}
	w.Place = cmp.Or(w.Place, strings.TrimSuffix(head, ". "))
	w.Publisher = w.Publisher[len(head):]
}

// townOn matches a town with an abbreviated river or region, whose full stop does not end the title: "Frankfurt a.
// M.", "Freiburg i. Br.".
var townOn = lazy.Regexp(
	`\b(?:Frankfurt|Freiburg|Halle|Limburg|Offenbach|Rothenburg|Villingen)\s(?:a\.\s?(?:d\.\s?)?|i\.\s?)(?:M|O|S|Br|L|T)\b\.?`)

// wholeTown returns such a town to the place if the title or the place has a piece of it.
func (p *Parsed) wholeTown(raw string) {
	w := &p.Work
	if w.Title == "" && w.Place == "" || !strings.Contains(raw, " a.") && !strings.Contains(raw, " i.") {
		return
	}
	loc := townOn.FindStringIndex(raw)
	if loc == nil {
		return
	}
	town := raw[loc[0]:loc[1]]
	name, _, _ := strings.Cut(town, " ")
	at, ok := p.Spans[biblio.FieldTitle]
	inTitle := ok && at.Start < loc[0] && at.End > loc[0] && at.End < loc[1]
	if inTitle {
		at.End = at.Start + len(strings.TrimRight(raw[at.Start:loc[0]], " ,.:;"))
		w.Title = withoutCommands(clean(raw[at.Start:at.End]))
		p.Spans[biblio.FieldTitle] = at
	}
	place, placed := p.Spans[biblio.FieldLocation]
	if inTitle || placed && place.Start >= loc[0] && place.End <= loc[1] &&
		(strings.HasPrefix(w.Place, name) || len(w.Place) <= 2) {
		w.Place = clean(town)
		p.set(biblio.FieldLocation, biblio.Span{Start: loc[0], End: loc[1]}, max(p.Confidence[biblio.FieldLocation], 0.5))
	}
}

// volumeAndMore matches a volume with a second number after a comma.
var volumeAndMore = lazy.Regexp(`^(\d{1,4}),\s+(\d{1,6})$`)

// splitVolume splits two numbers that were read as one volume: "ApJ, 917, 20" is volume and page, "11, 2: 181–202"
// volume and issue.
func (p *Parsed) splitVolume() {
	m := volumeAndMore.FindStringSubmatch(p.Work.Volume)
	if m == nil {
		return
	}
	at, field, value := p.Spans[biblio.FieldVolume], biblio.FieldPages, &p.Work.Pages
	if p.Work.Pages != "" {
		field, value = biblio.FieldIssue, &p.Work.Issue
	}
	if *value != "" {
		return
	}
	p.Work.Volume, *value = m[1], m[2]
	sure := p.Confidence[biblio.FieldVolume]
	p.set(biblio.FieldVolume, biblio.Span{Start: at.Start, End: at.Start + len(m[1])}, sure)
	p.set(field, biblio.Span{Start: at.End - len(m[2]), End: at.End}, sure)
}

// pageMeant lists words, besides those for pages, that come between the pages of a work and the page that a note
// means.
var pageMeant = []string{"hier", "insb.", "bes.", "bzw.", "esp.", "here"}

// pagesAlone removes from the pages of a work the page that is meant: "173–198, p. 180", "33–44, hier S. 40".
func pagesAlone(raw string, span biblio.Span) biblio.Span {
	text := raw[span.Start:span.End]
	comma := strings.IndexByte(text, ',')
	if comma < 0 || !strings.ContainsAny(text[:comma], "-–—") {
		return span
	}
	rest := strings.TrimLeft(text[comma:], ", ")
	if strings.ContainsAny(rest, "-–—,") { // further pages, the first of which may be the issue
		return span
	}
	lead, _, _ := strings.Cut(rest, " ")
	if slices.Contains(pageMeant, lead) || strings.HasSuffix(lead, ".") && words.Is(lead, words.Pages) {
		span.End = span.Start + comma
	}
	return span
}
