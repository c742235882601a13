package match

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// KindPrinted marks a field that the parser extracted wrongly from the printed reference: the text itself has the
// recorded value.
const KindPrinted = "as-printed"

// printedMin is the length of the shortest title, in letters, that is searched for in a printed reference; shorter
// ones are found by chance.
const printedMin = 12 // case: TestLocator, "breaks off behind a preposition" at 24; none at 6

// printedClaim compares records with the printed text of a reference if its parsed fields differ. The text is the
// claim, not the parse: a title that appears in it whole, between marks that end a field, is the claimed title, and
// the text before it is the list of authors.
type printedClaim struct {
	raw   string // the text the claim was parsed from, "" if there is none
	form  *Claim
	print *printed // of raw, computed when first needed
}

// reconcile returns the comparison of the text itself with a record.
func (r *printedClaim) reconcile(record *biblio.Work, c Comparison) Comparison {
	if r.raw == "" || c.Of(biblio.FieldTitle).Agreement == Agrees &&
		!slices.ContainsFunc(printedFields, func(f biblio.Field) bool { return c.Of(f).Agreement == Differs }) {
		return c
	}
	if r.print == nil {
		r.print = newPrinted(r.raw)
	}
	c = r.print.revise(r.form, record, c)
	if c.SameWork < keepSameWork { // no year or container makes it the work
		return c
	}
	return r.print.reviseYear(r.form, record, r.print.reviseVenue(r.form, record, c))
}

// printedFields are the fields besides the title that are looked for in the text.
var printedFields = []biblio.Field{biblio.FieldAuthors, biblio.FieldVenue, biblio.FieldYear}

// printed is a printed reference as letters, with the place of each.
type printed struct {
	text    string
	letters string
	at      []int // for each byte of letters: where its character begins in text
	end     []int // and ends
}

// mostPrinted bounds the text that is compared, in bytes.
const mostPrinted = 8192

func newPrinted(raw string) *printed {
	p := &printed{text: normalise.Plain(raw[:min(len(raw), mostPrinted)])}
	var b strings.Builder
	for i, r := range p.text {
		size := len(string(r))
		if r == unicode.ReplacementChar {
			continue
		}
		for _, w := range strings.Fields(normalise.Title(string(r))) {
			b.WriteString(w)
			for range len(w) {
				p.at, p.end = append(p.at, i), append(p.end, i+size)
			}
		}
	}
	p.letters = b.String()
	return p
}

// find returns where a recorded title is in the text as a field of its own: between marks that end a field, or after
// the colon that follows the record's names.
func (p *printed) find(title, claimed string, record *biblio.Work) (start, end int, ok bool) {
	if len(title) < printedMin {
		return 0, 0, false
	}
	for first, last := range p.places(title) {
		next := len(p.text)
		if last+1 < len(p.letters) {
			next = p.at[last+1]
		}
		before, after := p.gapBefore(first), p.text[p.end[last]:next]
		begins := first == 0 || ends(before, strings.HasPrefix(claimed, title)) ||
			strings.Contains(before, ":") && byline(p.text[:p.at[first]-len(before)], record)
		if begins && (last+1 == len(p.letters) || ends(after, strings.HasSuffix(claimed, title)) ||
			runsOn(after, p.text[next:], record)) {
			return p.at[first], p.end[last], true
		}
	}
	return 0, 0, false
}

// afterTitle matches the start of what styles print after a title without a mark: an identifier, an address, a year.
var afterTitle = lazy.Regexp(`(?i)^(?:doi\b|https?:|www\.|arxiv\b|isbn\b)|^(?:1[89]|20)\d\d\.(?:$|\s)`)

// inContainer matches a container that follows a word only.
var inContainer = lazy.Regexp(`^in\s+(\S.*)`)

// runsOn reports whether a title runs into what a style prints after it without a mark; after "in" that must be the
// record's container.
func runsOn(gap, rest string, record *biblio.Work) bool {
	if strings.TrimSpace(gap) != "" {
		return false
	}
	if afterTitle.MatchString(rest) {
		return true
	}
	in := inContainer.FindStringSubmatch(rest)
	if in == nil {
		return false
	}
	text := normalise.Squash(normalise.Title(in[1]))
	return slices.ContainsFunc([]string{record.Container.Title, record.Container.Short}, func(name string) bool {
		name = normalise.Squash(normalise.Title(name))
		return len(name) >= printedMin && strings.HasPrefix(text, name)
	})
}

// places yields the first and the last letter of each occurrence of letters in the text, including overlapping ones.
func (p *printed) places(letters string) iter.Seq2[int, int] {
	return func(yield func(first, last int) bool) {
		for from := 0; ; {
			k := strings.Index(p.letters[from:], letters)
			if k < 0 || !yield(from+k, from+k+len(letters)-1) {
				return
			}
			from += k + 1
		}
	}
}

// gapBefore returns the text between a letter and the one before it.
func (p *printed) gapBefore(k int) string {
	if k == 0 {
		return p.text[:p.at[k]]
	}
	return p.text[p.end[k-1]:p.at[k]]
}

// byline reports whether a text is just the list of a record's authors.
func byline(text string, record *biblio.Work) bool {
	list := record.Authors()
	if len(list) == 0 || len(list) > namesMax/4 {
		return false
	}
	words, cut := headWords(text)
	_, ok := namesIn(words, list, cut)
	return ok && len(words) > 0
}

// ends reports whether the text between two words ends a field. A comma does so only if the parser saw an end too.
func ends(gap string, comma bool) bool {
	if strings.ContainsAny(gap, ":") && !strings.ContainsAny(gap, ".?!\"”") {
		return false
	}
	return strings.ContainsAny(gap, ".;?!\"”“[](){}\n") || comma && strings.Contains(gap, ",")
}

// revise compares the text itself with a record.
func (p *printed) revise(form *Claim, record *biblio.Work, cmp Comparison) Comparison {
	title := normalise.Squash(normalise.Title(record.FullTitle()))
	claimed := form.form.title.normalised
	if claimed == "" { // the text read as the container may be the title
		claimed = form.form.venue.Normalised
	}
	start, end, ok := p.find(title, normalise.Squash(claimed), record)
	// the container's name, not a title
	if !ok || form.form.title.normalised != "" && strings.Contains(normalise.Squash(form.form.venue.Normalised), title) {
		return cmp
	}
	out := cmp
	out.Fields = slices.Clone(cmp.Fields)
	for i := range out.Fields {
		f := &out.Fields[i]
		switch f.Field {
		case biblio.FieldTitle:
			if f.Agreement != Agrees && f.Kind != KindHyphenation {
				f.Agreement, f.Kind, f.Score, f.Claimed = Variant, KindPrinted, 1, p.text[start:end]
				out.TitleSimilarity = 100
			}
		case biblio.FieldAuthors:
			p.reviseAuthors(f, p.text[:start], record)
		case biblio.FieldVenue:
			// the parser mistook a piece of the title for it
			if (f.Agreement == Differs || f.Agreement == Unrecorded) && p.within(f.Claimed, start, end) {
				f.Agreement, f.Kind = Unclaimed, ""
			}
		}
	}
	out.SameWork = form.form.sameWork(&out)
	return out
}

// within reports whether a claimed container is wholly or partly in the title.
func (p *printed) within(claimed string, start, end int) bool {
	title := normalise.Squash(normalise.Title(p.text[start:end]))
	c := normalise.Squash(normalise.Title(claimed))
	return c != "" && (strings.Contains(title, c) || len(c) > printedMin && strings.Contains(title, c[:printedMin]))
}

// reviseAuthors reads the text before the title as the recorded names: every word of it must be one of theirs, and
// every family name must be there, in order.
func (p *printed) reviseAuthors(f *FieldComparison, head string, record *biblio.Work) {
	list := record.Authors()
	if f.Agreed() || len(list) == 0 || len(list) > namesMax/4 {
		return
	}
	text, cut := headWords(head)
	if len(text) == 0 {
		return
	}
	names, ok := namesIn(text, list, cut)
	if !ok {
		return
	}
	form := &claimForm{authorsCut: cut}
	al := align(people(names), people(list))
	level, kind := form.judgeList(&al, record.AuthorsCut)
	if level > Undecided {
		return
	}
	if level < Variant {
		level, kind = Variant, KindPrinted
	}
	f.Agreement, f.Kind, f.Score, f.Claimed = level, kind, 1, strings.TrimSpace(head)
}

// headWords returns the words of the text before a title, without those that join names, and whether the list is
// marked as cut.
func headWords(head string) (list []string, cut bool) {
	names := strings.TrimRightFunc(head, func(r rune) bool { return !unicode.IsLetter(r) })
	if at := words.CutTail(names); at > 0 {
		head, cut = names[:at], true
	}
	for i, w := range strings.Fields(normalise.Text(head)) {
		switch {
		case len(w) > 1 && words.Is(w, words.And, words.Editor) || len(w) == 4 && w >= "1500" && w <= "2100" || i == 0 &&
			len(w) <= 3 && w >= "0" && w <= "999":
		default:
			list = append(list, w)
		}
	}
	return list, cut
}

// namesIn splits words into the names of a list in order, each name a run of its own words, with given names perhaps
// as initials or omitted; if cut is set, names may be missing at the end. ok is false if words are left over.
func namesIn(words []string, list []biblio.Contributor, cut bool) (names []biblio.Contributor, ok bool) {
	for _, c := range list {
		if len(words) == 0 {
			return names, cut && len(names) > 0
		}
		form := comparisonForm(c)
		printed, n := runOf(words, &form)
		if n == 0 {
			return nil, false
		}
		names = append(names, printed)
		words = words[n:]
	}
	return names, len(words) == 0
}

// runOf returns the name written by the first words, and their number: as many as possible that are all words of the
// name.
func runOf(words []string, name *normalise.Name) (biblio.Contributor, int) {
	own := allWords(name)
	for n := min(len(words), len(own)); n > 0; n-- {
		if !ownWords(words[:n], own) ||
			!slices.ContainsFunc(words[:n], func(w string) bool { return slices.Contains(name.Family, w) }) {
			continue // a name without its family name is not a person
		}
		c := biblio.ParseName(strings.Join(words[:n], " "))
		form := comparisonForm(c)
		if m := samePerson(&form, name); m.level == Agrees || m.level == Variant {
			return c, n
		}
	}
	return biblio.Contributor{}, 0
}

// ownWords reports whether every printed word is a word of the name or an initial of one, each used once.
func ownWords(printed, own []string) bool {
	own = slices.Clone(own)
	for _, w := range printed {
		i := slices.IndexFunc(own, func(v string) bool { return v == w || len(w) == 1 && strings.HasPrefix(v, w) })
		if i < 0 {
			return false
		}
		own = slices.Delete(own, i, i+1)
	}
	return true
}

// reviseVenue looks for the recorded container in the text if another was read: the parser may have cut it at a mark
// inside it, or from the next entry.
func (p *printed) reviseVenue(form *Claim, record *biblio.Work, c Comparison) Comparison {
	venue := c.Of(biblio.FieldVenue)
	if venue.Agreement != Differs || venue.Kind != KindOtherVenue {
		return c
	}
	title := cmp.Or(form.form.work.Title, c.Of(biblio.FieldTitle).Recorded)
	if printed := c.Of(biblio.FieldTitle); printed.Kind == KindPrinted {
		title = printed.Claimed
	}
	for _, name := range []string{record.Container.Title, record.Container.Short} {
		if start, end, ok := p.findContainer(normalise.Squash(normalise.Title(name)), &form.form, title); ok {
			venue.Agreement, venue.Kind, venue.Score, venue.Claimed = Variant, KindPrinted, 1, p.text[start:end]
			return form.with(c, venue)
		}
	}
	return c
}

// findContainer returns where the name of a container is in the text as a field of its own, outside the title: it
// follows a mark that ends a field, the title and "in", or the place where the parser saw the container begin, and
// precedes such a mark, a number, or a comma with a short name ("…, SEC'17").
func (p *printed) findContainer(name string, form *claimForm, title string) (start, end int, ok bool) {
	if len(name) < printedMin {
		return 0, 0, false
	}
	claimed := normalise.Squash(normalise.Title(nameOf(&form.work.Container)))
	titleFrom := strings.Index(p.letters, normalise.Squash(normalise.Title(title)))
	titleEnd := titleFrom + len(normalise.Squash(normalise.Title(title)))
	for k, last := range p.places(name) {
		if titleFrom >= 0 && k < titleEnd && titleFrom <= last {
			continue // it is part of the title
		}
		before, after := p.gapBefore(k), p.text[p.end[last]:]
		behindIn := titleFrom >= 0 && p.letters[titleEnd:max(k, titleEnd)] == "in"
		begins := k > 0 && (ends(before, false) || strings.Contains(before, "//")) || behindIn ||
			strings.HasPrefix(claimed, name) && strings.HasPrefix(p.letters[k:], claimed)
		if begins && endsContainer(after) {
			return p.at[k], p.end[last], true
		}
	}
	return 0, 0, false
}

// shortName is the maximum number of letters of a name after a container that is only its acronym.
const shortName = 10 // case: TestPrintedContainer

// endsContainer reports whether a text continues after the name of a container has ended.
func endsContainer(after string) bool {
	next := strings.IndexFunc(after, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	if next < 0 || ends(after[:next], false) || strings.Contains(after[:next], "/") {
		return true
	}
	if r, _ := utf8.DecodeRuneInString(after[next:]); unicode.IsDigit(r) {
		return true
	}
	word, _, _ := strings.Cut(after[next:], ",")
	return strings.Contains(after[:next], ",") && len(word) <= shortName && strings.ContainsFunc(word, unicode.IsDigit)
}

// reviseYear leaves a year undecided if the text also states the recorded one, by itself and outside the title and
// the container: "(Washington, 2000) 53–74 (Providence, 2002)". Which of them is meant is a guess.
func (p *printed) reviseYear(form *Claim, record *biblio.Work, c Comparison) Comparison {
	year := c.Of(biblio.FieldYear)
	if year.Agreement != Differs {
		return c
	}
	rest := p.text
	for _, f := range []biblio.Field{biblio.FieldTitle, biblio.FieldVenue} {
		if claimed := c.Of(f).Claimed; claimed != "" {
			rest = strings.Replace(rest, claimed, " . ", 1)
		}
	}
	if !statesYear(rest, record.YearString()) || !statesYear(rest, form.form.year) {
		return c
	}
	year.Agreement, year.Kind = Undecided, KindPrinted
	return form.with(c, year)
}

// statesYear reports whether a year is at the end of a field or of brackets, or in brackets.
func statesYear(text, year string) bool {
	for from := 0; year != ""; {
		i := strings.Index(text[from:], year)
		if i < 0 {
			break
		}
		i += from
		from = i + len(year)
		before := strings.TrimRight(text[:i], " ")
		if strings.HasSuffix(before, "(") || strings.HasSuffix(before, ",") || strings.HasSuffix(before, "—") {
			if afterYear.MatchString(text[from:]) {
				return true
			}
		}
	}
	return false
}

// afterYear matches what follows a year at the end of a field or of brackets.
var afterYear = lazy.Regexp(`^(?:[),]|\.(?:\D|$)|$)`)

// with returns a comparison with one field replaced.
func (c *Claim) with(old Comparison, field FieldComparison) Comparison {
	old.Fields = slices.Clone(old.Fields)
	old.Fields[slices.IndexFunc(old.Fields, func(f FieldComparison) bool { return f.Field == field.Field })] = field
	old.SameWork = c.form.sameWork(&old)
	return old
}
