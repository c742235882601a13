package reflist

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/words"
)

type note struct {
	label string
	lines []Line
}

// The measures of notes that cite.
const (
	smallNote  = 0.95 // size of notes relative to that of the text; case: TestLists
	fewestCite = 3    // citing notes required before any is read; case: TestLists
	citeShare  = 0.4  // share of citing notes in a work that cites in notes; case: two papers of the dev data
	longNote   = 420  // a longer note is prose; its citations are in its sentences; case: three papers of the dev data
)

// noteEntries returns the references in the notes of a document, if it cites in notes. Lines of the lists are not
// notes.
func (d *Document) noteEntries(regions []region, found int) []Entry {
	listed := make(map[int]bool)
	for _, r := range regions {
		for i := r.first; i < r.last; i++ {
			listed[i] = !r.skip[i]
		}
	}
	notes := append(d.notes(listed), d.endnotes(listed)...)
	if found > 0 { // next to a list, notes in Roman numerals are remarks
		notes = slices.DeleteFunc(notes, func(n note) bool { return bareRoman.value(n.label) > 0 })
	}
	var entries []Entry
	citing := 0
	texts := lists.Map(notes, d.textOf)
	withoutSee(texts)
	for i, n := range notes {
		list, plain := citedIn(n.label, n.lines, texts[i])
		if plain {
			citing++
		}
		entries = append(entries, list...)
	}
	if citing < fewestCite || float64(citing) < citeShare*float64(len(notes)) {
		return nil
	}
	return entries
}

// notes collects the notes at the feet of the pages: lines in small type the first of which begins with a raised
// number, or one that continues the count.
func (d *Document) notes(listed map[int]bool) []note {
	var small []int
	for i := range d.Lines {
		if l := &d.Lines[i]; !listed[i] && l.Size <= smallNote*d.body && l.Size > 0.5*d.body {
			small = append(small, i)
		}
	}
	kind, run := d.noteNumbers(small)
	counted := map[int]bool{}
	for _, i := range run {
		counted[i] = true
	}
	var notes []note
	last := -10
	for _, i := range small {
		l := d.Lines[i]
		label, _ := kind.labelOf(l.Text)
		raised := l.Raised > 0 && !kind.roman && strings.Trim(l.Text[:l.Raised], "0123456789 ") == ""
		switch {
		case label != "" && (raised || counted[i]):
			notes = append(notes, note{label, []Line{l}})
			last = i
		case len(notes) == 0:
		case i == last+1, d.goesOnOverPage(i, last):
			n := &notes[len(notes)-1]
			n.lines = append(n.lines, l)
			last = i
		}
	}
	return notes
}

// noteNumbers returns the kind of number that begins the most lines in sequence, and these lines.
func (d *Document) noteNumbers(lines []int) (kind labelKind, run []int) {
	kind, run = bareNumber, d.risingRun(lines, bareNumber)
	if near := d.risingRun(lines, nearNumber); len(near) >= fewestNotes && len(near) > len(run) &&
		nearNumber.opensFirst(d.Lines[near[0]].Text) {
		kind, run = nearNumber, near
	}
	if roman := d.risingRun(lines, bareRoman); len(roman) >= fewestNotes && len(roman) > len(run) &&
		bareRoman.opensFirst(d.Lines[roman[0]].Text) {
		return bareRoman, roman
	}
	return kind, run
}

// opensFirst reports whether a text begins with the number one of a kind.
func (k labelKind) opensFirst(s string) bool {
	label, _ := k.labelOf(s)
	return k.value(label) == 1
}

// endnotes collects the notes under a heading of their own, in type as large as the text's or not: lines that begin
// with increasing numbers.
func (d *Document) endnotes(listed map[int]bool) []note {
	var notes []note
	for i := range d.Lines {
		heading := &d.Lines[i]
		if listed[i] || !NoteHeading(heading.Text) {
			continue
		}
		var lines []int
		for k := i + 1; k < len(d.Lines) && !listed[k]; k++ {
			if l := &d.Lines[k]; listHeading(l.Text) || d.likeHeading(l, heading) {
				break
			}
			if l := &d.Lines[k]; l.Size <= smallNote*d.body && d.body-l.Size > 0.4 && len(lines) > 0 && l.Raised > 0 {
				break // footnotes, which are already collected
			}
			lines = append(lines, k)
		}
		kind, run := d.noteNumbers(lines)
		if len(run) < fewestNotes || run[0] > i+4 {
			continue
		}
		for n, at := range run {
			end := min(lines[len(lines)-1]+1, at+noteLinesMax)
			if n+1 < len(run) {
				end = min(end, run[n+1])
			}
			label, _ := kind.labelOf(d.Lines[at].Text)
			notes = append(notes, note{label, d.Lines[at:end]})
		}
		break
	}
	return notes
}

// The measures of notes under a heading.
const (
	fewestNotes  = 5 // case: TestLists
	noteLinesMax = 30
)

func (d *Document) noteLines() map[int]bool {
	notes := append(d.notes(nil), d.endnotes(nil)...)
	if len(notes) < fewestCite {
		return nil
	}
	opening := map[lineID]bool{}
	for _, n := range notes {
		for _, l := range n.lines {
			opening[lineID{l.Page, l.Block, l.Base}] = true
		}
	}
	lines := map[int]bool{}
	for i, l := range d.Lines {
		if opening[lineID{l.Page, l.Block, l.Base}] {
			lines[i] = true
		}
	}
	return lines
}

type lineID struct {
	page, block int
	base        float64
}

// bareNumber matches a number before the text of a note.
var bareNumber = labelKind{pattern: lazy.Regexp(`^(\d{1,3})[.)]?\s+(?:[^\d\s])`), number: true}

// nearNumber matches the same without a space, as LibreOffice prints it: "1Vgl.".
var nearNumber = labelKind{pattern: lazy.Regexp(`^(\d{1,3})[\p{L}„“"«]`), number: true}

// bareRoman matches the same in small Roman numerals, as word processors number endnotes.
var bareRoman = labelKind{pattern: lazy.Regexp(`^([ivxlc]{1,8})[.)]?\s+(?:[^\d\s])`), number: true, roman: true}

// goesOnOverPage reports whether line i is the first small one on the page after that of line last, whose note ended
// without a full stop.
func (d *Document) goesOnOverPage(i, last int) bool {
	if last < 0 {
		return false
	}
	l, up := &d.Lines[i], &d.Lines[last]
	return l.Page == up.Page+1 && endingScore(up.Text) < 0 && l.Base < 0.5*d.heights[l.Page] &&
		within(l.Size, up.Size, 0.5)
}

var (
	// leadIn matches words that send the reader to a work.
	leadIn = lazy.Regexp(`^(?i:(?:(?:` + words.Pattern(words.See, words.Lead) + `|s\.)\.?[:,]?\s+)+(?::\s*)?)`)
	// sending matches them inside a sentence.
	sending = lazy.Regexp(`(?i)(?:^|[\s(])(?:` + words.Pattern(words.See) + `)\.?(?: (?:` +
		words.Pattern(words.Lead) + `)\.?,?)*:? +`)
	// cites matches the signs of a citation: a year, pages, the same work again.
	cites = lazy.Regexp(`(?:1[5-9]\d\d|20[0-4]\d)|https?:|www\.|§ ?\d|(?i:(?:^|[^\pL])(?:(?:art|` +
		words.Pattern(words.Pages, words.Issue) + `)\. ?\d|(?:` + words.Pattern(words.Ibid) + `)(?:[^\pL]|$)|(?:` +
		words.Pattern(words.Above) + `) (?:in )?(?:` + words.Pattern(words.Note) + `)(?:[^\pL]|$)))`)
	// sentenceEnd matches a stop before a new sentence.
	sentenceEnd = lazy.Regexp(`[\pL)\d”“"»]\.\)?\s+[\p{Lu}„“"«(]`)
)

func (d *Document) textOf(n note) string {
	text := d.join(n.lines)
	for _, kind := range []labelKind{bareNumber, nearNumber, bareRoman} {
		if label, length := kind.labelOf(text); label == n.label {
			return strings.TrimSpace(text[length:])
		}
	}
	return text
}

// withoutSee removes the "S." of "see" from German notes: if other notes begin with initials, it is an initial.
func withoutSee(texts []string) {
	if lists.Count(texts, func(s string) bool {
		return !strings.HasPrefix(s, "S.") && nameShape(s) == initialsName
	}) >= fewestCite {
		return
	}
	for i, s := range texts {
		texts[i] = strings.TrimPrefix(s, "S. ")
	}
}

// citedIn returns the references in a note, and whether the note does nothing but cite.
func citedIn(label string, lines []Line, text string) (list []Entry, plain bool) {
	if !cites.MatchString(text) {
		return nil, false
	}
	if onlyAddress(text) {
		return nil, true
	}
	if parts := jointed(text); len(parts) > 1 {
		for _, part := range parts {
			own, _ := citedIn(label, lines, part)
			list = append(list, own...)
		}
		return list, true
	}
	if len(text) <= longNote && !prose(text) || oneReference(withoutLeadIn(text)) {
		if tail, ok := sentTo(text); ok {
			text = tail
		}
		return noteEntry(label, lines, text), true
	}
	for _, s := range sentences(text) {
		tail, sent := sentTo(s)
		if loc := lastCite.FindStringIndex(s); !sent && loc != nil {
			tail, sent = strings.TrimSpace(s[loc[0]:]), true
		}
		switch {
		case sent:
			s = tail
		case prose(s) || onlyAddress(s) || len(s) > longNote || !cites.MatchString(s) || likeness(s) < 0.5 &&
			!shortCite.MatchString(s):
			continue
		}
		list = append(list, noteEntry(label, lines, s)...)
	}
	return list, false
}

// oneReference reports whether a text is one reference although it is long or its title has the words of a sentence:
// it begins with names, and no sentence continues after the year.
func oneReference(s string) bool {
	switch {
	case openingScore(s) < namesOpen || narrated.MatchString(s):
		return false
	case prose(s):
		return len(s) <= titleNote && yearInside.MatchString(s)
	}
	year := yearInside.FindStringIndex(s)
	return year != nil && len(s) <= longReference && likeness(s) >= surelyAlike &&
		strings.Count(s[:year[0]], ",") >= manyNames
}

// narrated matches a name that is the subject of a sentence: "Weber (1972) argues".
var narrated = lazy.Regexp(`^[^.:]*?\((?:1[5-9]\d\d|20[0-4]\d)[^)]*\) \p{Ll}`)

const (
	namesOpen     = 1.5  // of opens: names of one shape or another
	titleNote     = 250  // bytes of a note whose title has the words of a sentence; a longer one is prose
	longReference = 600  // bytes of a reference to the work of many people
	surelyAlike   = 0.95 // likeness of such a reference
	manyNames     = 3    // commas before its year
)

// sentTo returns what follows "vgl." or the like inside a sentence, if it begins like a citation.
func sentTo(s string) (string, bool) {
	loc := sending.FindStringIndex(s)
	if loc == nil || loc[0] == 0 || loc[1] >= len(s) || cites.MatchString(s[:loc[0]]) {
		return "", false
	}
	tail := s[loc[1]:]
	if r := firstRune(tail); !unicode.IsUpper(r) && r != '„' && r != '"' && r != '“' || !cites.MatchString(tail) {
		return "", false
	}
	if strings.HasPrefix(s[loc[0]:], "(") || !strings.Contains(tail, "(") {
		tail = strings.TrimRight(tail, ").") + "."
	}
	return tail, true
}

var (
	// shortCite matches a citation by name and year.
	shortCite = lazy.Regexp(`^\p{Lu}[\p{L}\-/ .&]{1,60}\((?:1[5-9]\d\d|20[0-4]\d)[a-z]?`)
	// lastCite matches one at the end of a sentence.
	lastCite = lazy.Regexp(`(?:\p{Lu}[\p{L}\-]+ ){0,2}\p{Lu}[\p{L}\-]+(?:(?:/| (?:` + words.Pattern(words.And) +
		`) )\p{Lu}[\p{L}\-]+)* ?(?:\((?:1[5-9]\d\d|20[0-4]\d)[a-z]?\)(?:, (?:insb\. )?(?i:kap|` + words.Pattern(words.Pages) +
		`)\. ?[^.]{1,30})?|vom \d{1,2}\. ?\d{1,2}\. ?\d{4}(?:, S\. ?\d+)?)\.?$`)
)

// noteEntry returns the citations of a text: one, or several after semicolons.
func noteEntry(label string, lines []Line, text string) []Entry {
	cited := func(work string) []Entry { return oneCited(label, lines, work) }
	return slices.Concat(lists.Map(bySemicolons(text), cited)...)
}

// The joint between two works of one note, "; but see", ", quoted in", ". For criticism, see": the sign before it, and
// its words.
var (
	jointSign  = lazy.Regexp(`[;,.] |[.”"»)]? \(`)
	jointWords = lazy.Regexp(`^(?i:(?:(?:` + words.Pattern(words.Joint, words.See) + `)[.:,]?|(?:[\pL'’-]+,? ){1,6}?(?:` +
		words.Pattern(words.See) + `)\.?)(?: (?:` + words.Pattern(words.See, words.Lead) + `)\.?,?)*\s+)`)
)

// jointed splits a text at the joints between whole citations, or at semicolons between works with names and a year.
func jointed(text string) (list []string) {
	start := 0
	for _, at := range jointSign.FindAllStringIndex(text[:min(len(text), MaxEntryText)], -1) {
		left, from := text[start:max(start, at[0])], at[1]+len(jointWords.FindString(text[at[1]:]))
		small := smallWords(text[from:])
		if small < 0 || (small > 0 || from == at[1]) && text[at[0]] != ';' {
			continue
		}
		right, whole := text[from+small:], citation(left)
		if from == at[1] {
			whole = (whole || len(left) >= shortestPart) && yearInside.MatchString(left) &&
				(endsInNumber(left) && !bodyOpens(right) || small > 0 && endsWork(left))
		}
		if whole && yearInside.MatchString(right) && likeness(right) >= entryLike {
			list, start = append(list, left+"."), from+small
		}
	}
	return append(list, strings.TrimRight(text[start:], " "))
}

// smallWords returns the length of the words in small letters before the beginning of a work, -1 if there is none:
// "in" leads to a container, and "repr." or "ed. originale:" to another edition.
func smallWords(text string) int {
	at, last := 0, ""
	for range mostSmall {
		if openingScore(text[at:]) >= workOpens && strings.TrimRight(last, ".:") == last &&
			(words.Joins(last) || !words.Is(last, words.In)) {
			return at
		}
		next := strings.IndexByte(text[at:], ' ')
		if next < 0 || !unicode.IsLower(firstRune(text[at:])) {
			break
		}
		if last = text[at : at+next]; words.Is(last, words.Edition, words.Editor, words.Translator) {
			break
		}
		at += next + 1
	}
	return -1
}

const mostSmall = 6 // words: "; on this question more recently"

// bySemicolons splits a text at the semicolons between a whole citation and short forms, which stay together.
func bySemicolons(text string) []string {
	var list []string
	start := 0
	for i := 0; i+1 < len(text); i++ {
		if text[i] != ';' || text[i+1] != ' ' {
			continue
		}
		next := i + 2 + len(conjunction.FindString(text[i+2:]))
		right, _, _ := strings.Cut(text[next:], "; ")
		if wholeCitation(text[start:i]) && Mentions(withoutLeadIn(right)) != nil {
			list = append(list, text[start:i]+".")
			start = next
		}
	}
	return append(list, text[start:])
}

// conjunction joins the last citation of several.
var conjunction = lazy.Regexp(`^(?:` + words.Pattern(words.And) + `) `)

const (
	wholeLeast = 45 // bytes of a citation that says enough about a work
	citedLeast = 6  // minimum bytes of a citation: "Kant 2"; case: TestLists
)

// wholeCitation reports whether a text says enough about a work to be one citation.
func wholeCitation(s string) bool {
	return len(s) > wholeLeast && yearInside.MatchString(s) && likeness(s) >= entryLike
}

// citation reports whether a text is one citation, or short forms.
func citation(s string) bool { return wholeCitation(s) || Mentions(s) != nil }

// withoutLeadIn returns a text without the words that send the reader to a work. A capital letter alone is an
// initial: "S. Cohen", but "S. auch Cohen".
func withoutLeadIn(s string) string {
	s = strings.TrimSpace(s)
	if lead := leadIn.FindString(s); len(lead) < len(s) && strings.TrimSpace(lead) != "S." {
		return strings.TrimSpace(s[len(lead):])
	}
	return s
}

func oneCited(label string, lines []Line, text string) []Entry {
	text = withoutLeadIn(text)
	if len(text) < citedLeast || !unicode.IsLetter(firstRune(text)) &&
		!strings.ContainsRune("„“\"«»'‚(*¿", firstRune(text)) && !unicode.IsDigit(firstRune(text)) {
		return nil
	}
	return []Entry{{Text: text, Label: label, Lines: lines, Note: true}}
}

func sentences(s string) []string {
	var out []string
	start := 0
	for start < len(s) {
		loc := sentenceEnd.FindStringIndex(s[start:])
		if loc == nil {
			break
		}
		end := start + loc[1] - 1
		for end > start && s[end]&0xC0 == 0x80 {
			end--
		}
		if cut := strings.TrimSpace(s[start:end]); cut != "" {
			out = append(out, cut)
		}
		start = end
	}
	return append(out, strings.TrimSpace(s[start:]))
}

var (
	// webAddress matches a whole address.
	webAddress = lazy.Regexp(`(?i)\b(?:https?://|www\.)\S+`)
	// citesAddress matches how a citation of the content of an address is printed.
	citesAddress = lazy.Regexp(`(?i)\burl:|(?:^|[^\pL])(?:` + words.Pattern(words.See) + `)\.`)
	// visited matches the day on which an address was visited, which is not a date of a work.
	visited = lazy.Regexp(`(?i)(?:^|[^\p{L}])(?:` + words.Pattern(words.Accessed) +
		`)(?:$|[^\p{L}]).{0,20}?(?:1[5-9]\d\d|20[0-4]\d|\d\d\.\d\d\.\d\d)|[\[(]\d{1,2}\. ?\d{1,2}\. ?(?:\d\d)?\d\d[\])]`)
	// quotedTitle matches a quoted title of several words.
	quotedTitle = lazy.Regexp(`[“"„«‘‚][^“”"„«»‘’]+ [^“”"„«»‘’]+[”"“»’‘]`)
)

// onlyAddress reports whether a note states an address and names no work: besides the address and the day of a visit
// it has no sign of a citation and no title, and the address is not a work's identifier.
func onlyAddress(s string) bool {
	rest := webAddress.ReplaceAllString(s, " ")
	if rest == s || citesAddress.MatchString(s) ||
		slices.ContainsFunc(ident.Find(s), func(f ident.Found) bool { return f.ID.Scheme != ident.URL }) {
		return false
	}
	rest = strings.TrimSpace(visited.ReplaceAllString(rest, " "))
	return !cites.MatchString(rest) && !quotedTitle.MatchString(rest) && likeness(rest) < entryLike
}
