package refstring

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// returnToTitle reclaims words that the labeller assigned to a list of authors in the form "Family II, Family II.
// Title, rest of the title": after the full stop following a name's initials, words without initials of their own
// begin the title if it continues in lower case.
func (r *reading) returnToTitle() {
	from, to := r.firstRun(tagger.Author)
	if to-from < 3 || to >= len(r.labels) || !unicode.IsLower(firstRune(r.text(to))) ||
		plain(r.labels[to]) != tagger.Title || !r.initials(from+1) || r.gap(from+1) != " " {
		return
	}
	for k := to - 1; k > from+1; k-- {
		if r.initials(k) {
			return // a name of the list
		}
		if gap := r.gap(k); r.initials(k-1) && strings.HasPrefix(gap, ".") && strings.TrimSpace(gap) == "." &&
			len(gap) > 1 && r.longWord(k) {
			for i := k; i < to; i++ {
				r.labels[i] = r.labels[to]
			}
			return
		}
	}
}

// circaToDate moves the word before an uncertain year to the date: "(c. 1850)".
func (r *reading) circaToDate() {
	for i := 0; i+1 < len(r.labels); i++ {
		if plain(r.labels[i+1]) == tagger.Date && yearOf(r.text(i+1)) != 0 && words.Is(r.text(i), words.Circa) &&
			unicode.IsLower(firstRune(r.text(i))) && strings.Trim(r.gap(i+1), ". ") == "" {
			r.labels[i] = r.labels[i+1]
		}
	}
}

// splitCompound reclaims a word of the title that the labeller assigned to the authors although it continues after a
// hyphen with a number: "OpenAI. GPT" of "OpenAI. GPT-4 technical report". The title then extends to the next comma
// or full stop.
func (r *reading) splitCompound() {
	from, to := r.firstRun(tagger.Author)
	if from != 0 || to-from < 2 || to >= len(r.tokens) || r.gap(to) != "-" || r.tokens[to].Kind != tagger.Number ||
		slices.Contains(r.labels, tagger.Title) {
		return
	}
	for k := to - 1; k > 0; k-- {
		if glued := k > 1 && r.gap(k-1) == ""; !strings.HasPrefix(r.gap(k), ". ") || !r.longWord(k-1) && !glued {
			continue
		}
		for i := k; i < len(r.tokens) && (i <= to || strings.Trim(r.gap(i), " -–") == "") && r.labels[i] != tagger.Date; i++ {
			r.labels[i] = tagger.Title
		}
		return
	}
}

// titleBeforeIn removes "in" from the end of a title that the name of a container follows: "From Sampling to Model
// Counting in Proceedings of …".
func (r *reading) titleBeforeIn() {
	for i := 1; i+1 < len(r.labels); i++ {
		if plain(r.labels[i]) == tagger.Title && plain(r.labels[i-1]) == tagger.Title && r.labels[i+1] == tagger.Container &&
			words.Is(r.text(i), words.In) && strings.TrimSpace(r.gap(i+1)) == "" {
			r.labels[i] = tagger.None
		}
	}
}

// nameBeforeColon reclaims for the title the last word of a list of authors with initials if the title follows after
// a colon: "A. Langley, Z. Wu, Coap: An application protocol", "J. Ba. Adam: A method". A word with a digit is never a
// name: "J. R. Quinlan, C4. 5: programs".
func (r *reading) nameBeforeColon() {
	from, to := r.firstRun(tagger.Author)
	if to-from < 3 || to >= len(r.labels) || plain(r.labels[to]) != tagger.Title {
		return
	}
	last := to - 1
	for last > from && r.gap(last) == "" {
		last--
	}
	if last == from {
		return
	}
	coined := strings.ContainsAny(r.raw[r.tokens[last].Start:r.tokens[to-1].End], "0123456789")
	before := strings.TrimSpace(r.gap(last))
	apart := before == "," || before == "." && (coined || !r.initials(last-1) && r.text(last-1) != "St")
	if !apart || !coined && (strings.TrimRight(r.gap(to), " ") != ":" || r.initials(last)) {
		return
	}
	names, cut := SplitNames(strings.TrimRight(r.raw[r.tokens[from].Start:r.tokens[last].Start], " ."))
	for _, c := range names {
		if given, _, _ := strings.Cut(c.Given, " "); cut || !coined && !initials(given) {
			return
		}
	}
	r.relabel(last, to, tagger.Title)
}

// namesGoOn returns to the authors what the labeller took for the beginning of the title: given names between a family
// name in capitals and a colon ("XIAO, Chuqiao: A title"), and a family name after given names and before a title that
// begins small ("Gregory M. Green. dustmaps: a title").
func (r *reading) namesGoOn() {
	_, to := r.firstRun(tagger.Author)
	if to < 1 || to+2 >= len(r.tokens) || plain(r.labels[to]) != tagger.Title || !mixedCase(r.text(to)) {
		return
	}
	if to > 1 && r.initials(to-1) && mixedCase(r.text(to-2)) && r.gap(to) == ". " && r.gap(to+1) == ". " &&
		unicode.IsLower(firstRune(r.text(to+1))) {
		r.labels[to] = tagger.Author
		return
	}
	if r.gap(to) != ", " || !allCapitals(r.text(to-1), 3) {
		return
	}
	end := to + 1
	for end < to+mostGiven && (mixedCase(r.text(end)) || r.initials(end)) && strings.Trim(r.gap(end), ".") == " " {
		end++
	}
	if end < len(r.tokens) && r.gap(end) == ": " {
		r.relabel(to, end, tagger.Author)
	}
}

// mostGiven is the most given names of a person.
const mostGiven = 3

// hanBeforeColon assigns to the authors the last name of a list in Chinese characters before a
// colon: "山田太郎, 鈴木花子: 日本語の論文題名について".
func (r *reading) hanBeforeColon() {
	_, to := r.firstRun(tagger.Author)
	if to == 0 || to+1 >= len(r.tokens) || plain(r.labels[to]) != tagger.Title ||
		!strings.ContainsAny(r.gap(to+1), ":：") || strings.Trim(r.gap(to), ",， 、") != "" {
		return
	}
	if name := []rune(r.text(to)); len(name) <= longestHan &&
		!slices.ContainsFunc(name, func(c rune) bool { return !han(c) }) && han(firstRune(r.text(to-1))) {
		r.labels[to] = tagger.Author
	}
}

// longestHan is the maximum number of characters of personal names in Chinese characters.
const longestHan = 5

// yearAsVolume takes the year before an article number for the volume if the year appears again in brackets: "Prog.
// Theor. Exp. Phys. 2013, 023B08 (2013)".
func (r *reading) yearAsVolume() {
	for i := 1; i+2 < len(r.labels); i++ {
		if r.labels[i] != tagger.Date || r.labels[i-1] != tagger.Container || r.labels[i+1] != tagger.Volume ||
			r.gap(i+1) != ", " || yearOf(r.text(i)) == 0 {
			continue
		}
		to := i + 1
		for to < len(r.labels) && r.labels[to] == tagger.Volume {
			to++
		}
		if to == len(r.labels) || r.gap(to) != " (" || r.text(to) != r.text(i) || slices.Contains(r.labels, tagger.Pages) {
			return
		}
		r.labels[i] = tagger.Volume
		r.relabel(i+1, to, tagger.Pages)
		return
	}
}

// volumeBehindWord takes the number after the word for a volume as the volume if it was read as pages and other
// pages follow: "ser. LNCS, vol. 11236. Springer, pp. 181–197".
func (r *reading) volumeBehindWord() {
	if slices.Contains(r.labels, tagger.Volume) {
		return
	}
	for i := 1; i+1 < len(r.labels); i++ {
		if r.labels[i] == tagger.Pages && r.labels[i-1] == tagger.None && words.Is(r.text(i-1), words.Volume) &&
			r.labels[i+1] != tagger.Pages && slices.Contains(r.labels[i+1:], tagger.Pages) {
			r.labels[i] = tagger.Volume
			return
		}
	}
}

// besideContainer gives the words about a container their own labels: its series, what stands before it, and the
// publisher behind a comma (ABNT).
func (r *reading) besideContainer() {
	for i := 1; i+1 < len(r.labels); i++ {
		if r.labels[i] != tagger.Container {
			continue
		}
		end := r.skipWhile(i, func(l tagger.Label) bool { return l == tagger.Container })
		if first := r.labels[i-1] != tagger.Container; first {
			r.beforeContainer(i, end)
		}
		if strings.TrimSpace(r.gap(i)) != "," || r.labels[i-1] != tagger.Container {
			continue
		}
		if r.text(i) == "ser" && strings.HasPrefix(r.gap(i+1), ".") { // IEEE
			r.labels[i] = tagger.None
			r.relabel(i+1, end, tagger.Series)
		} else if strings.Contains(houses, "|"+r.raw[r.tokens[i].Start:r.tokens[end-1].End]+"|") {
			r.relabel(i, end, tagger.Publisher)
		}
	}
}

// beforeContainer corrects the beginning of a container: "volume 12 of" a series (plainnat), the language that BibLaTeX
// prints before "In:", and a first word before a colon, "Software: Practice and Experience".
func (r *reading) beforeContainer(i, end int) {
	switch {
	case end > i+2 && r.tokens[i].Kind == tagger.Number && r.text(i+1) == "of" && words.Is(r.text(i-1), words.Volume):
		r.labels[i], r.labels[i+1] = tagger.Volume, tagger.None
		r.relabel(i+2, end, tagger.Series)
	case end+1 < len(r.labels) && end <= i+2 && words.Is(r.text(end), words.In) && r.gap(end+1) == ": " &&
		r.labels[end+1] == tagger.Container:
		r.relabel(i, end, tagger.None)
	case i > 1 && r.gap(i) == ": " && r.gap(i-1) == ". " && mixedCase(r.text(i-1)) && r.labels[i-1] == tagger.None &&
		plain(r.labels[i-2]) == tagger.Title && !words.Is(r.text(i-1), words.In) &&
		slices.Contains(r.labels[end:], tagger.Volume):
		r.labels[i-1] = tagger.Container
	}
}

// houses are publishers and platforms that follow the name of a journal, each between bars.
const houses = "|AIP Publishing|American Chemical Society|American Physical Society|BioMed Central|" +
	"Cambridge University Press|Elsevier|Emerald Group Publishing Limited|IOP Publishing|JSTOR|MDPI|MIT Press|" +
	"Nature Publishing Group|Oxford University Press|Routledge|SAGE Publications|Sage Publications|SciELO Brasil|Springer|" +
	"Taylor & Francis|Wiley|Wiley Online Library|Academic Press|Addison-Wesley|CRC Press|McGraw-Hill|Morgan Kaufmann|" +
	"Pearson|Pearson Education|Penguin|Prentice Hall|Prentice-Hall|"

// houseAfterTitle takes the publisher from the end of a title: "A modern approach, Pearson, 4th edition", and the body
// before its place, as R cites itself: "…. R Foundation for Statistical Computing, Vienna, Austria".
func (r *reading) houseAfterTitle() {
	from, to := r.runOf(func(l tagger.Label) bool { return plain(l) == tagger.Title })
	if slices.Contains(r.labels, tagger.Publisher) || slices.Contains(r.labels, tagger.Container) {
		return
	}
	for k := to - 1; k > from+1; k-- {
		gap := r.gap(k)
		if gap != ", " && gap != ". " {
			continue
		}
		name := r.raw[r.tokens[k].Start:r.tokens[to-1].End]
		placed := gap == ". " && to < len(r.labels) && r.labels[to] == tagger.Place && r.gap(to) == ", " &&
			slices.ContainsFunc(strings.Fields(name), func(w string) bool { return w == "Foundation" || administers(w) })
		edition := slices.ContainsFunc(r.tokens[to:min(to+3, len(r.tokens))], func(t tagger.Token) bool {
			return words.Is(r.raw[t.Start:t.End], words.Edition)
		})
		if placed || edition && strings.Contains(houses, "|"+name+"|") {
			r.relabel(k, to, tagger.Publisher)
		}
		return
	}
}

func (r *reading) firstRun(l tagger.Label) (from, to int) {
	return r.runOf(func(have tagger.Label) bool { return have == l })
}

// runOf returns the first run of labels for which such is true, half open.
func (r *reading) runOf(such func(tagger.Label) bool) (from, to int) {
	for from < len(r.labels) && !such(r.labels[from]) {
		from++
	}
	return from, r.skipWhile(from, such)
}

// skipWhile returns the first token from i on for whose label such is false.
func (r *reading) skipWhile(i int, such func(tagger.Label) bool) int {
	for i < len(r.labels) && such(r.labels[i]) {
		i++
	}
	return i
}

func (r *reading) gap(i int) string { return r.raw[r.tokens[i-1].End:r.tokens[i].Start] }

func (r *reading) initials(i int) bool {
	text := r.text(i)
	n := utf8.RuneCountInString(text)
	return n > 0 && n <= 3 && strings.TrimLeftFunc(text, unicode.IsUpper) == ""
}

func firstRune(s string) rune {
	c, _ := utf8.DecodeRuneInString(s)
	return c
}

func (r *reading) longWord(i int) bool { return utf8.RuneCountInString(r.text(i)) > 3 }

// withoutPointer removes from a list of names the words at the start of the string that point to a work, as in "See
// also Kuhn, The structure …". A family name that reads the same is followed by a comma or initials.
func (r *reading) withoutPointer(s segment) segment {
	for s.from == 0 || s.from < s.to && words.Is(r.text(s.from-1), words.See, words.Lead) {
		if s.to-s.from < 2 || !words.Is(r.text(s.from), words.See, words.Lead) || strings.Trim(r.gap(s.from+1), " .") != "" ||
			r.initials(s.from+1) {
			break
		}
		s.from++
	}
	return s
}

// wordForVolume drops a volume that is a word in capitals: "RFC 1321" has neither volume nor pages.
func (p *Parsed) wordForVolume() {
	v := p.Work.Volume
	if len(v) < 2 || strings.ContainsFunc(v, func(r rune) bool { return r < 'A' || r > 'Z' }) ||
		strings.Trim(v, "IVXLCDM") == "" {
		return
	}
	volume, pages := p.Spans[biblio.FieldVolume], p.Spans[biblio.FieldPages]
	p.Work.Volume = ""
	p.unset(biblio.FieldVolume)
	if number := p.Work.Pages; number != "" && strings.Trim(number, "0123456789") == "" && pages.Start > volume.End &&
		pages.Start-volume.End <= 2 {
		p.Work.Pages = ""
		p.unset(biblio.FieldPages)
	}
}

func (p *Parsed) unset(f biblio.Field) {
	delete(p.Spans, f)
	delete(p.Confidence, f)
}

// monthToDate moves a month before the year, with its day, out of the list of names in which the labeller put it:
// "Kelly CP. Jan 2012.", "Roe, J., 12 Sept. 2014".
func (r *reading) monthToDate() {
	from, to := r.firstRun(tagger.Author)
	for i := from + 1; i < to; i++ {
		year := r.yearAfter(i)
		if year == 0 || words.Month(r.text(i)) == 0 {
			continue
		}
		start := i
		if list := r.raw[r.tokens[from].Start:r.tokens[i].Start]; !endsNames(list, r.text(i)) {
			return
		}
		for k := start; k < year; k++ {
			r.labels[k] = tagger.Date
		}
		return
	}
}

// yearAfter returns the token of the year that follows a month, perhaps after a day; 0 if there is none.
func (r *reading) yearAfter(month int) int {
	for i := month + 1; i < len(r.tokens) && i <= month+2 && strings.Trim(r.gap(i), " .,") == ""; i++ {
		if yearOf(r.text(i)) != 0 {
			return i
		}
		if !r.day(i) {
			break
		}
	}
	return 0
}

func (r *reading) day(i int) bool { n := smallNumber(r.text(i)); return n >= 1 && n <= 31 }

// endsNames reports whether a list of names is complete before the name of a month, which could be one more name or
// part of the last: "Robert May 1976", "Smith, Jan 2012". If both are possible it is the month: a missing given name
// accuses less than an additional author.
func endsNames(list, month string) bool {
	open := strings.TrimRight(list, " ")
	if strings.HasSuffix(open, "(") || strings.HasSuffix(open, "[") || words.CutTail(open) >= 0 {
		return true
	}
	pieces := cutPieces(open)
	n := len(pieces)
	if n == 0 {
		return false
	}
	last := pieces[n-1]
	if strings.HasSuffix(open, ",") || strings.HasSuffix(open, ";") {
		return last.kind != singleName || singles(pieces)%2 == 0
	}
	switch last.kind {
	case givenLast:
		return n > 1 && pieces[0].kind == givenLast || !familyMonth[strings.ToLower(month)]
	case initialsOnly:
		return n > 1 && last.after == ',' && pieces[n-2].kind == singleName
	}
	return false
}

// familyMonth are months that are common family names: "Robert E. May 1976".
var familyMonth = map[string]bool{"march": true, "april": true, "may": true, "june": true, "august": true}

// singles returns the number of one-word names at the end of a list, back to "and" or a semicolon.
func singles(pieces []piece) int {
	n := 0
	for i := len(pieces) - 1; i >= 0 && pieces[i].kind == singleName; i-- {
		n++
		if after := pieces[i].after; after != ',' {
			break
		}
	}
	return n
}

// someTitle finds the title of a book in a string in which the labeller sees none: what it takes for a remark after
// the names and before the place of publication.
func (r *reading) someTitle() {
	if !r.noTitle() {
		return
	}
	names, from := r.firstRun(tagger.Author)
	if names == len(r.labels) {
		from = 0
	}
	from = r.skipWhile(from, func(l tagger.Label) bool { return l == tagger.Date || l == tagger.None })
	to := r.skipWhile(from, func(l tagger.Label) bool { return l == tagger.Note })
	if to-from < 3 || from > 0 && words.Is(r.text(from-1), words.In, words.Editor) ||
		words.Is(r.text(from), words.Lead, words.See) {
		return
	}
	if r.townIn(from+1, to) == to && (to == len(r.labels) || r.labels[to] != tagger.Place) {
		return
	}
	r.relabel(from, to, tagger.Book)
}

// bookBeforePlace finds the title of a book, or the rest of it behind a full stop, in what was read as a container
// before its place and year: "Weber, Max, Wirtschaft und Gesellschaft, Tübingen 1972".
func (r *reading) bookBeforePlace() {
	from, to := r.firstRun(tagger.Container)
	place := r.skipWhile(to, func(l tagger.Label) bool { return l == tagger.Note || l == tagger.None })
	year := r.skipWhile(place, func(l tagger.Label) bool { return l == tagger.Place })
	if from == 0 || year == place || year == len(r.labels) || r.gap(year) != " " || r.labels[year] != tagger.Date ||
		slices.Contains(r.labels, tagger.Volume) || slices.Contains(r.labels, tagger.Issue) {
		return
	}
	name := r.raw[r.tokens[from].Start:r.tokens[to-1].End]
	named := r.noTitle() && r.labels[from-1] == tagger.Author && r.gap(from) == ", "
	goesOn := plain(r.labels[from-1]) == tagger.Title && r.gap(from) == ". "
	if (named || goesOn) && !normalise.KnownContainer(name) &&
		!words.Has(name, words.Conference, words.Journal, words.Edition, words.Issue) {
		r.relabel(from, to, tagger.Book)
	}
}

// elided are words of Romance languages whose last vowel is replaced by an apostrophe.
var elided = words.Set(`
	l L d D c C j J n N m M s S t T qu Qu un Un dell Dell all All dall Dall nell Nell sull Sull coll Coll quell Quell
	vent trent cent jusqu lorsqu`)

// joinElisions labels an elided word and the word after its apostrophe alike: a separate apostrophe reads as the end
// of a quotation: "la storia negli ultimi vent ’ anni".
func (r *reading) joinElisions() {
	for i := 1; i < len(r.labels); i++ {
		if r.labels[i] == r.labels[i-1] || strings.Trim(r.gap(i), " ") != "’" || !elided[r.text(i-1)] {
			continue
		}
		if plain(r.labels[i]) == tagger.Title || r.labels[i] == tagger.Container {
			r.labels[i-1] = r.labels[i]
		} else if plain(r.labels[i-1]) == tagger.Title {
			r.labels[i] = r.labels[i-1]
		}
	}
}

// yearThenName reads the date and the names in lists ordered by year: "1996 POVOLO Claudio, Il processo Guarnieri,
// Capodistria", "1539 Jus civile vicentinum, Venezia".
func (r *reading) yearThenName() {
	if len(r.tokens) < 4 || yearOf(r.text(0)) == 0 || r.gap(1) != " " || r.tokens[0].Start > 0 {
		return
	}
	isTitle := func(i int) bool { return plain(r.labels[i]) == tagger.Title }
	if k := r.capitalName(1); k > 0 {
		r.relabel(1, k, tagger.Author)
		for i, l := k, r.labels[k]; i < len(r.labels) && r.labels[i] == l && !isTitle(i); i++ {
			r.labels[i] = tagger.Book
		}
	}
	r.labels[0] = tagger.Date
}

// capitalName returns the end of a name that begins at a token, has its family name in capitals and precedes a comma:
// "POVOLO Claudio, "; 0 if there is none.
func (r *reading) capitalName(from int) int {
	k := from
	for k < len(r.tokens) && allCapitals(r.text(k), 2) && r.gap(k) == " " {
		k++
	}
	given := k
	for k < len(r.tokens) && mixedCase(r.text(k)) && r.gap(k) == " " {
		k++
	}
	if given == from || k == given || k+1 >= len(r.tokens) || r.gap(k) != ", " {
		return 0
	}
	return k
}
