package refstring

import (
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
	"github.com/bonafide-audit/bonafide/internal/words"
)

type segment struct {
	from, to   int // tokens, half open
	label      tagger.Label
	confidence float64 // of the whole run, uncalibrated
	books      int     // number of its tokens labelled as the title of a book
}

// segments groups labelled tokens. The title of a book counts as a title.
func (r *reading) segments() []segment {
	list := r.segs[:0]
	for i := 0; i < len(r.labels); {
		s := segment{from: i, label: plain(r.labels[i])}
		j := i
		for ; j < len(r.labels) && plain(r.labels[j]) == s.label; j++ {
			if r.labels[j] == tagger.Book {
				s.books++
			}
		}
		s.to, s.confidence = j, runConfidence(r.sure[i:j])
		i = j
		if s.label != tagger.None {
			list = append(list, s)
		}
	}
	r.segs = list
	return list
}

func plain(l tagger.Label) tagger.Label {
	if l == tagger.Book {
		return tagger.Title
	}
	return l
}

// runConfidence returns the mean of the tokens' confidence, weighted towards that of the least sure one, which is
// most likely at a wrong border.
func runConfidence(sure []float32) float64 {
	least, sum := float64(1), 0.0
	for _, p := range sure {
		least, sum = min(least, float64(p)), sum+float64(p)
	}
	return (least + sum/float64(len(sure))) / 2
}

// reading is a string with its tokens and their labels. It is reused.
type reading struct {
	raw     string
	model   *tagger.Model
	tokens  []tagger.Token
	found   []ident.Found
	tagging tagger.Tagging
	labels  []tagger.Label
	sure    []float32 // per token, the probability of its label
	segs    []segment
}

func (r *reading) assemble() Parsed {
	var p Parsed
	r.othersToAuthors()
	r.monthToDate()
	r.circaToDate()
	r.returnToTitle()
	r.splitCompound()
	r.yearBeforeVolume()
	r.endAuthors()
	r.joinElisions()
	r.someTitle()
	r.bookBeforePlace()
	r.yearThenName()
	r.nameBeforeColon()
	r.namesGoOn()
	r.hanBeforeColon()
	r.yearAsVolume()
	r.volumeBehindWord()
	r.besideContainer()
	people := r.statement()
	r.titleBeforeIn()
	r.venueAlone()
	r.houseAfterTitle()
	r.endTitle()
	segs := r.segments()
	if s, ok := r.best(segs, tagger.Title); ok {
		span := wholeCommands(r.raw, r.valueSpan(s))
		p.Work.Title = splitName.ReplaceAllString(withoutCommands(clean(r.raw[span.Start:span.End])), "$1.$2")
		p.Work.TitleCut = cutShort(r.raw[span.End:])
		p.Book = 2*s.books > s.to-s.from
		p.set(biblio.FieldTitle, span, r.confidence(s))
	}
	r.people(&p, segs)
	people.answer(&p)
	for _, f := range plainFields {
		s, ok := r.best(segs, f.label)
		if !ok {
			continue
		}
		span := r.valueSpan(s)
		*f.at(&p.Work) = clean(r.raw[span.Start:span.End])
		if f.field != "" {
			p.set(f.field, span, r.confidence(s))
		}
	}
	r.date(&p, segs)
	r.identifiers(&p)
	p.wordForVolume()
	p.splitVolume()
	p.wholeTown(r.raw)
	p.afterTitle()
	p.takeSeries(r.raw)
	p.placeOfPublisher()
	p.byTypeCode(r.raw)
	p.patent(r.raw)
	return p
}

// splitName matches a name with a number at the beginning of a title that Google Scholar splits: "C4. 5: programs".
var splitName = lazy.Regexp(`^(\p{Lu}\d)\. (\d)\b`)

// yearBeforeVolume splits "2013;29" that was read as one volume.
func (r *reading) yearBeforeVolume() {
	for i := 0; i+1 < len(r.labels); i++ {
		if r.labels[i] == tagger.Volume && r.labels[i+1] == tagger.Volume && r.tokens[i+1].Kind == tagger.Number &&
			yearOf(r.text(i)) != 0 && strings.TrimSpace(r.gap(i+1)) == ";" {
			r.labels[i] = tagger.Date
			return
		}
	}
}

func (r *reading) confidence(s segment) float64 { return r.model.Calibrate(s.label, s.confidence) }

// plainFields are the fields whose value is the text of one segment.
var plainFields = []struct {
	label tagger.Label
	field biblio.Field
	at    func(*biblio.Work) *string
}{
	{tagger.Container, biblio.FieldVenue, func(w *biblio.Work) *string { return &w.Container.Title }},
	{tagger.Series, "", func(w *biblio.Work) *string { return &w.Container.Series }},
	{tagger.Volume, biblio.FieldVolume, func(w *biblio.Work) *string { return &w.Volume }},
	{tagger.Issue, biblio.FieldIssue, func(w *biblio.Work) *string { return &w.Issue }},
	{tagger.Pages, biblio.FieldPages, func(w *biblio.Work) *string { return &w.Pages }},
	{tagger.Institution, biblio.FieldPublisher, func(w *biblio.Work) *string { return &w.Publisher }},
	{tagger.Publisher, biblio.FieldPublisher, func(w *biblio.Work) *string { return &w.Publisher }},
	{tagger.Place, biblio.FieldLocation, func(w *biblio.Work) *string { return &w.Place }},
	{tagger.Note, "", func(w *biblio.Work) *string { return &w.Note }},
}

// muchLonger is how many times longer than the first segment another must be to be chosen. At 2 and at 4 some
// labelled strings are read differently.
const muchLonger = 3

// best chooses among several segments with a label: the first, unless it is a scrap and another is much longer.
func (r *reading) best(segs []segment, l tagger.Label) (segment, bool) {
	var chosen segment
	ok := false
	for _, s := range segs {
		if s.label != l || l == tagger.Container && r.scrap(s) || l == tagger.Publisher && r.placeGoesOn(s) {
			continue
		}
		if !ok || (s.to-s.from) >= muchLonger*(chosen.to-chosen.from) && (l == tagger.Title || l == tagger.Container) {
			chosen, ok = s, true
		}
	}
	return chosen, ok
}

// scrap reports whether a segment is a single letter or number, or the word for a volume, which are not names of
// containers.
func (r *reading) scrap(s segment) bool {
	if s.to-s.from != 1 {
		return false
	}
	text := r.text(s.from)
	return r.tokens[s.from].Kind == tagger.Number || utf8.RuneCountInString(text) == 1 || words.Is(text, words.Volume)
}

// sureOfPublisher is the confidence required for a publisher that may be the rest of a place; case: TestScraps, which
// fails at 0.65.
const sureOfPublisher = 0.7

// placeGoesOn reports whether words after a place and a comma may be the rest of the place rather than a publisher:
// "Las Palmas, Canary Islands".
func (r *reading) placeGoesOn(s segment) bool {
	return s.from > 0 && r.labels[s.from-1] == tagger.Place && r.confidence(s) < sureOfPublisher &&
		strings.TrimSpace(r.raw[r.tokens[s.from-1].End:r.tokens[s.from].Start]) == ","
}

func (r *reading) span(s segment) biblio.Span {
	return biblio.Span{Start: r.tokens[s.from].Start, End: r.tokens[s.to-1].End}
}

// valueSpan is span with the punctuation that belongs to the value: a closing
// bracket that was opened inside, a question mark, the full stop of an
// abbreviation.
func (r *reading) valueSpan(s segment) biblio.Span {
	span := r.span(s)
	switch s.label {
	case tagger.Pages:
		span = pagesAlone(r.raw, span)
	case tagger.Title:
		if r.yearLetter(s.from) && s.to-s.from > 1 {
			span.Start = r.tokens[s.from+1].Start
		}
	}
	return r.withPunctuation(span, s.label)
}

// withPunctuation extends a value by the marks before and after it that belong to it.
func (r *reading) withPunctuation(span biblio.Span, l tagger.Label) biblio.Span {
	text, rest := r.raw[span.Start:span.End], r.raw[span.End:]
	round := strings.Count(text, "(") - strings.Count(text, ")")
	square := strings.Count(text, "[") - strings.Count(text, "]")
	behind := func(mark string) bool { return strings.HasPrefix(rest, mark) }
	switch {
	case round > 0 && behind(")"), square > 0 && behind("]"), behind("?"), behind("!"):
		span.End++
	case round > 0 && behind(".)"):
		span.End += 2 // "(Lathyrus maritimus L.)"
	case behind("）") && strings.Count(text, "（") > strings.Count(text, "）"):
		span.End += len("）")
	case l == tagger.Container && behind(".") && strings.Contains(text, "."):
		span.End++
	}
	if span.Start > 0 && round < 0 && r.raw[span.Start-1] == '(' {
		span.Start--
	}
	return span
}

// yearLetter reports whether token i is the letter that distinguishes works of one year, as in "2007a".
func (r *reading) yearLetter(i int) bool {
	return i > 0 && r.tokens[i-1].End == r.tokens[i].Start && r.tokens[i].End-r.tokens[i].Start == 1 &&
		yearOf(r.text(i-1)) > 0
}

// strayAuthor is the confidence below which one or two words away from the list of authors are not taken for an
// author. At half and at twice the value the suite refstrings reads authors worse.
const strayAuthor = 0.75

func (r *reading) people(p *Parsed, segs []segment) {
	for _, s := range segs {
		if s.label != tagger.Author && s.label != tagger.Editor {
			continue
		}
		s = r.withoutPointer(s)
		span := r.span(s)
		if rest := r.raw[span.End:]; strings.HasPrefix(rest, ".") {
			span.End++ // of an initial or "et al."
		}
		if s.label == tagger.Author {
			_, have := p.Spans[biblio.FieldAuthors]
			mark := strings.TrimRight(r.raw[:span.Start], " ")
			if have && (s.to-s.from < 3 && s.confidence < strayAuthor || strings.HasSuffix(mark, "[")) {
				continue // a word of a title or container, or the names in another script
			}
			if have && strings.HasSuffix(mark, "]//") { // GB/T 7714
				p.addPeople(r.raw[span.Start:span.End], biblio.Editor)
				continue
			}
			known := len(p.Work.Contributors)
			before := p.Spans[biblio.FieldAuthors]
			p.setAuthors(r.raw, span, r.confidence(s))
			if have && len(p.Work.Contributors) > known {
				p.set(biblio.FieldAuthors, biblio.Span{Start: before.Start, End: span.End}, r.confidence(s))
			}
			continue
		}
		role := biblio.Editor
		if r.translates(s) {
			role = biblio.Translator
		}
		p.addPeople(r.raw[span.Start:span.End], role)
	}
}

func (p *Parsed) addPeople(text string, role biblio.Role) {
	names, _ := SplitNames(text)
	for i := range names {
		names[i].Role = role
	}
	p.Work.Contributors = append(p.Work.Contributors, names...)
}

// translates reports whether a word next to or in a segment is about translation.
func (r *reading) translates(s segment) bool {
	for i := max(0, s.from-2); i < min(len(r.tokens), s.to+2); i++ {
		if words.Is(r.text(i), words.Translator) {
			return true
		}
	}
	return false
}

func (r *reading) text(i int) string { return r.raw[r.tokens[i].Start:r.tokens[i].End] }

func (r *reading) date(p *Parsed, segs []segment) {
	for _, s := range segs {
		if s.label != tagger.Date {
			continue
		}
		for i := s.from; i < s.to; i++ {
			y := yearOf(r.text(i))
			if y == 0 {
				continue
			}
			p.Work.Issued = biblio.Date{Year: y}
			p.Work.OtherYear = biblio.SecondYear(r.raw[r.openBracket(i):])
			p.set(biblio.FieldYear, biblio.Span{Start: r.tokens[i].Start, End: r.tokens[i].End},
				r.model.Calibrate(tagger.Date, float64(r.sure[i])))
			r.monthAndDay(p, s)
			return
		}
	}
}

// openBracket returns where token i begins, including a square bracket before it.
func (r *reading) openBracket(i int) int {
	at := r.tokens[i].Start
	if at > 0 && r.raw[at-1] == '[' {
		at--
	}
	return at
}

func (r *reading) monthAndDay(p *Parsed, s segment) {
	for i := s.from; i < s.to; i++ {
		m := words.Month(r.text(i))
		if m == 0 {
			continue
		}
		p.Work.Issued.Month = m
		for _, k := range []int{i - 1, i + 1} {
			if k < s.from || k >= s.to {
				continue
			}
			if d := smallNumber(r.text(k)); d >= 1 && d <= 31 {
				p.Work.Issued.Day = d
				return
			}
		}
		return
	}
}

// yearOf reads four digits as a year from 1000 to 2099; it returns 0 for anything else.
func yearOf(s string) int {
	if len(s) != 4 || s[0] != '1' && s[0] != '2' || s[0] == '2' && s[1] != '0' {
		return 0
	}
	return smallNumber(s)
}

func smallNumber(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if !digit(s[i]) {
			return 0
		}
		n = n*10 + int(s[i]-'0')
	}
	return n
}

// identifiers records every identifier of the string, and its first address.
func (r *reading) identifiers(p *Parsed) {
	for _, f := range r.found {
		span := biblio.Span{Start: f.Start, End: f.End}
		text := r.raw[f.Start:f.End]
		if p.Work.URL == "" && (strings.HasPrefix(text, "http") || strings.HasPrefix(text, "www.")) {
			p.Work.URL = strings.Join(strings.Fields(text), "")
			p.set(biblio.FieldURL, span, sure)
		}
		p.addID(f.ID, span)
	}
}
