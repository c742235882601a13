package refstring

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// endTitle removes from the end of a title what some styles print after it without a mark: an identifier, an edition,
// the kind of a thesis, the year, editors, the place, a number of volumes, and "in" with the container. BibLaTeX's
// Nature style prints all of them that way: "Title doi:10.1/x (Springer, 2003).", "Title in Venue (2013), 608–623.",
// "Title 2017. arXiv:1708.00006."
func (r *reading) endTitle() {
	r.venueGoesOn()
	r.partNumber()
	r.yearOpens()
	r.stateOpens()
	from, to := r.titleRun()
	if to-from < 2 {
		return
	}
	to = r.wordBeforeYear(from, to)
	to = r.endAtIdentifier(from, to)
	to = r.endAtGenre(from, to)
	to = r.endAtYear(from, to)
	from, to = r.endAtEditors(from, to)
	to = r.endAtPlace(from, to)
	to = r.endAtTown(from, to)
	to = r.endAtVolumes(from, to)
	from, to = r.betweenDashes(from, to)
	r.endAtVenue(from, to)
}

// venueAlone assigns to the container what was read as the title after names and "in" if no title is printed: "Rall,
// P. in Symposium on Simplicity in Algorithms 24-32 (2020)."
func (r *reading) venueAlone() {
	_, in := r.firstRun(tagger.Author)
	if in > 1 && in < len(r.tokens) && r.text(in) != "in" {
		in--
	}
	if in < 2 || in+2 >= len(r.tokens) || r.text(in) != "in" || !r.initials(in-1) || r.gap(in) != ". " ||
		slices.Contains(r.labels, tagger.Container) {
		return
	}
	from, to := r.titleRun()
	if from != in && from != in+1 && (from != in+2 || r.tokens[in+1].Kind != tagger.Number) {
		return
	}
	r.labels[in] = tagger.None
	r.relabel(in+1, to, tagger.Container)
	if n := to - 2; n > in+2 && r.tokens[n].Kind == tagger.Number && r.tokens[n+1].Kind == tagger.Number &&
		pageRange[r.gap(n+1)] {
		r.relabel(n, to, tagger.Pages)
	}
}

// pageRange are the signs between two pages.
var pageRange = map[string]bool{"-": true, "–": true, "—": true, "--": true}

// venueGoesOn assigns to the container the words after "in" that the labeller left with the title: "On
// Autoreducibility in Doklady | Akademii Nauk 192 (1970), 1224-1227".
func (r *reading) venueGoesOn() {
	from, to := r.titleRun()
	if to-from < 3 || to == len(r.tokens) || r.labels[to] != tagger.Container || r.gap(to) != " " {
		return
	}
	end := r.skipWhile(to, func(l tagger.Label) bool { return l == tagger.Container })
	if !behindVenue.MatchString(r.raw[r.tokens[end-1].End:]) {
		return
	}
	for i := to - 1; i > from+1 && i >= to-wordsOfVenue; i-- {
		if r.gap(i) != " " {
			return
		}
		if r.text(i) == "in" && i+1 < to {
			if !venueHeads[r.text(i-1)] {
				r.labels[i] = tagger.None
				r.relabel(i+1, to, tagger.Container)
			}
			return
		}
		if !unicode.IsUpper(firstRune(r.text(i))) {
			return
		}
	}
}

// wordsOfVenue is the number of words of a container, and "in", that may be left with the title.
const wordsOfVenue = 4

// wordBeforeYear returns to a title its last word that was read as a container before a year: "Quantum computation
// by adiabatic | Evolution 2000. doi:…".
func (r *reading) wordBeforeYear(from, to int) int {
	if to+1 >= len(r.tokens) || r.labels[to] != tagger.Container || r.labels[to+1] != tagger.Date || r.gap(to) != " " ||
		r.gap(to+1) != " " || yearOf(r.text(to+1)) == 0 || slices.Contains(r.labels, tagger.Volume) ||
		slices.Contains(r.labels, tagger.Pages) || !yearEnds.MatchString(r.raw[r.tokens[to+1].End:]) {
		return to
	}
	r.labels[to] = r.labels[to-1]
	return to + 1
}

// partNumber returns to a title the Roman part number after its full stop that was read as the beginning of the
// container: "Diffusion constants near the critical point. III. Phys. Rev.".
func (r *reading) partNumber() {
	_, to := r.titleRun()
	if to < 1 || to+1 >= len(r.tokens) || r.labels[to] != tagger.Container || r.labels[to+1] != tagger.Container ||
		r.gap(to) != ". " || r.gap(to+1) != ". " {
		return
	}
	if n := r.text(to); len(n) <= 4 && strings.Trim(strings.ToUpper(n), "IVX") == "" {
		r.labels[to] = r.labels[to-1]
	}
}

func (r *reading) titleRun() (from, to int) {
	return r.runOf(func(l tagger.Label) bool { return plain(l) == tagger.Title })
}

func (r *reading) relabel(from, to int, l tagger.Label) {
	for i := from; i < to; i++ {
		r.labels[i] = l
	}
}

// endAtIdentifier removes identifiers, the words before them, and what follows.
func (r *reading) endAtIdentifier(from, to int) int {
	for i := from + 1; i < to; i++ {
		named := strings.EqualFold(r.text(i), "doi") && i+1 < len(r.tokens) && strings.Contains(r.gap(i+1), ":")
		if named || r.tokens[i].Kind == tagger.ID {
			r.relabel(i, to, tagger.None)
			return i
		}
	}
	return to
}

// behindGenre matches what is between a genre at the end of a title and the publisher: the full stop of an
// abbreviation and a bracket.
var behindGenre = lazy.Regexp(`^\.? ?\(`)

// genreWords is the maximum number of words for an edition or the kind of a thesis: "thèse de doct".
const genreWords = 3

// endAtGenre removes an edition or the kind of a thesis before a bracket.
func (r *reading) endAtGenre(from, to int) int {
	if !behindGenre.MatchString(r.raw[r.tokens[to-1].End:]) {
		return to
	}
	for i := to - 1; i > from && i >= to-genreWords; i-- {
		word := strings.ToLower(r.text(i))
		switch {
		case words.Is(word, words.Thesis):
		case i == to-1 && i-2 > from && words.Is(word, words.Edition, words.Editor): // "1re éd", "2nd ed"
			for i--; i > from+1 && r.gap(i) == "" && r.tokens[i-1].Kind == tagger.Number; i-- {
			}
			if r.tokens[i].Kind != tagger.Number {
				return to
			}
		default:
			continue
		}
		r.relabel(i, to, tagger.None)
		return i
	}
	return to
}

// endAtYear moves to the date the year that ends a title before a full stop, if the string states no other.
func (r *reading) endAtYear(from, to int) int {
	last := to - 1
	if last-from < 2 || r.tokens[last].Kind != tagger.Number || yearOf(r.text(last)) < printedSince ||
		r.gap(last) != " " || !yearEnds.MatchString(r.raw[r.tokens[last].End:]) {
		return to
	}
	for i := range r.labels {
		if r.labels[i] == tagger.Date && yearOf(r.text(i)) != 0 {
			return to
		}
	}
	r.labels[last] = tagger.Date
	return last
}

// yearOpens returns to a title the year that it begins with, if the string states the same year again: "Writers
// Guild. 2023 Theatrical and Television Basic Agreement. 2023."
func (r *reading) yearOpens() {
	from, to := r.titleRun()
	if from < 2 || to-from < 2 || to >= len(r.tokens) || r.labels[from-1] != tagger.Date || r.gap(from) != " " ||
		r.gap(from-1) != ". " || r.labels[from-2] != tagger.Author {
		return
	}
	if r.labels[to] == tagger.Date && r.text(to) == r.text(from-1) && r.gap(to) == ". " {
		r.labels[from-1] = r.labels[from]
	}
}

// stateOpens removes the state of a manuscript that is printed in place of the year: "Submitted. “A title.”".
func (r *reading) stateOpens() {
	from, to := r.titleRun()
	if from > 0 && to-from > 1 && states[r.text(from)] && strings.ContainsAny(r.gap(from+1), "“\"") {
		r.labels[from] = tagger.None
	}
}

var states = words.Set("Submitted Forthcoming Accepted Unpublished Undated")

// betweenDashes reduces a title to the text in quotation marks between dashes: "Marchesi Pietro -“La fortezza
// veneziana” - Ed. Chiandetti".
func (r *reading) betweenDashes(from, to int) (first, last int) {
	opens := from > 0 && quoteOpens[withoutSpaces(r.gap(from))]
	first = from
	for i := from + 1; i < to; i++ {
		g := withoutSpaces(r.gap(i))
		if !opens && quoteOpens[g] {
			opens, first = true, i
		} else if opens && quoteCloses[g] {
			r.relabel(from, first, tagger.Author)
			r.relabel(i, to, tagger.None)
			return first, i
		}
	}
	return from, to
}

func withoutSpaces(s string) string { return strings.ReplaceAll(s, " ", "") }

// The marks before and after a title in lists that put it between dashes and quotation marks.
var (
	quoteOpens  = words.Set(`-" -“ -« –" –“ –«`)
	quoteCloses = words.Set(`"- ”- »- "– ”– »–`)
)

// yearEnds matches what follows a year that ends a title and is not part of it.
var yearEnds = lazy.Regexp(`^\.(?:$| [^(])`)

// printedSince is the year before which a number at the end of a title is not taken for a year.
const printedSince = 1800

// behindVenue matches what follows a container in this style: a bracket that ends with the year, perhaps after
// another with the editors, and a page range.
var behindVenue = lazy.Regexp(
	`^(?: \d{1,4})?(?: \([^()]{3,120}(?:\([^()]*\)[^()]*)?\))? ` +
		`\((?:[^()]{2,80}[,:] ?)?(?:1[89]|20)\d\d\)[,:] ?\p{L}?\d+ ?[-–—]`)

// endAtVenue assigns to the container what follows "in" at the end of a title, if brackets with the year and then
// pages follow, or no pages and the container is a known one.
func (r *reading) endAtVenue(from, to int) {
	rest := r.raw[r.tokens[to-1].End:]
	paged := behindVenue.MatchString(rest)
	if slices.Contains(r.labels, tagger.Container) || !paged && !yearInBrackets.MatchString(rest) {
		return
	}
	for i := to - 2; i > from+1; i-- {
		if r.text(i) != "in" || r.gap(i) != " " || r.gap(i+1) != " " || venueHeads[r.text(i-1)] {
			continue
		}
		c := firstRune(r.text(i + 1))
		named := paged && (unicode.IsUpper(c) || unicode.IsDigit(c))
		if !named && !normalise.KnownContainer(r.raw[r.tokens[i+1].Start:r.tokens[to-1].End]) {
			continue
		}
		r.labels[i] = tagger.None
		r.relabel(i+1, to, tagger.Container)
		return
	}
}

// yearInBrackets matches what follows a container without pages in this style.
var yearInBrackets = lazy.Regexp(`^ \((?:1[89]|20)\d\d\)(?:[.,]|$)`)

// venueHeads are words before an "in" that is part of a container's name: "Advances in Cryptology".
var venueHeads = words.Set(`
	Advances Developments Foundations Frontiers Issues Logics Methods Models Notes Progress Readings Research
	Simplicity Studies Symposium Systems Techniques Topics Trends Workshop`)

// endAtPlace moves to the place what ends a title before the year, as the humanities print it without a container,
// and to the date a year at the end of the title: "Title, Venezia 1708".
func (r *reading) endAtPlace(from, to int) int {
	year, ok := r.yearBehind(from, to)
	if !ok || yearOf(r.text(year)) == 0 || r.gap(year) != " " {
		return to
	}
	for i := year - 1; i > from && year-i <= placeWords; i-- {
		if r.gap(i) == ", " && unicode.IsUpper(firstRune(r.text(i))) {
			r.relabel(i, year, tagger.Place)
			r.relabel(year, max(to, year), tagger.Date)
			return i
		}
		capital := r.gap(i) == " " && unicode.IsUpper(firstRune(r.text(i)))
		if !capital && strings.Trim(r.gap(i), " ") != "-" { // "Vene - zia"
			return to
		}
	}
	return to
}

// endAtTown removes from a title the town of publication and what follows: "Title, Venezia, Tip. dell'Immacolata,
// 1882".
func (r *reading) endAtTown(from, to int) int {
	if slices.Contains(r.labels, tagger.Container) || slices.Contains(r.labels, tagger.Place) {
		return to
	}
	town := r.townIn(max(from+1, to-wordsOfImprint), to)
	if town == to {
		return to
	}
	r.relabel(town, town+1, tagger.Place)
	for k := town + 1; k < to; k++ {
		if yearOf(r.text(k)) != 0 {
			r.labels[k] = tagger.Date
		} else {
			r.labels[k] = tagger.Publisher
		}
	}
	return town
}

// townIn returns the first town among tokens that a mark separates from the words before it, and a mark or the year
// from those after it; to if there is none.
func (r *reading) townIn(from, to int) int {
	for i := from; i < to; i++ {
		if !towns[r.text(i)] || !townBefore[strings.TrimLeft(r.gap(i), ")\"”»")] {
			continue
		}
		if i+1 == len(r.tokens) || strings.ContainsAny(r.gap(i+1), ",:;.-(") || yearOf(r.text(i+1)) != 0 {
			return i
		}
	}
	return to
}

// wordsOfImprint is the maximum number of words of place, publisher and year at the end of a title.
const wordsOfImprint = 9

// townBefore are the marks between a title and the town of publication.
var townBefore = map[string]bool{", ": true, ". ": true, " (": true, " ( ": true, "; ": true, " - ": true,
	" – ": true}

// yearBehind returns the date after a title in a string without a container and a place, or, if there is no date, the
// last word of the title.
func (r *reading) yearBehind(from, to int) (year int, ok bool) {
	has := func(one tagger.Label) bool {
		return slices.ContainsFunc(r.labels, func(l tagger.Label) bool { return plain(l) == one })
	}
	if to < len(r.labels) && plain(r.labels[to]) == tagger.Date {
		return to, !has(tagger.Container) && !has(tagger.Place)
	}
	return to - 1, !has(tagger.Date)
}

// placeWords is the maximum number of words of a place at the end of a title: "Vittorio Veneto".
const placeWords = 3

// endAtVolumes removes the number of volumes that ends a title, "Title, 14 voll", and remarks on its translation.
func (r *reading) endAtVolumes(from, to int) int {
	last := to - 1
	number := last-2 > from && r.tokens[last-1].Kind == tagger.Number && r.gap(last-1) == ", "
	if number && words.Is(r.text(last), words.Volume) {
		r.relabel(last-1, to, tagger.None)
		return last - 1
	}
	for i := from + 1; i < to; i++ { // "Title, trad. ted"
		if r.gap(i) == ", " && unicode.IsLower(firstRune(r.text(i))) && words.Is(r.text(i), words.Translator) &&
			i+1 < len(r.tokens) && !strings.HasPrefix(r.gap(i+1), " ") {
			r.relabel(i, to, tagger.None)
			return i
		}
	}
	return to
}

// endAtEditors removes from a title the words of Romance languages before editors: "a cura di" before the title
// belongs to the people before it, after the title to those who follow.
func (r *reading) endAtEditors(from, to int) (first, last int) {
	for i := from; i+2 < to; i++ {
		n := 0
		for n < 3 && (n == 0 || r.gap(i+n) == " ") {
			n++
		}
		if n < 3 || !words.Is(strings.ToLower(r.text(i)+" "+r.text(i+1)+" "+r.text(i+2)), words.Editor) {
			continue
		}
		switch {
		case i == from && i+3 < to && strings.HasPrefix(r.gap(i+3), ","):
			r.relabel(i, i+3, tagger.None)
			return i + 3, to
		case i > from+1 && (r.gap(i) == ", " || withoutSpaces(r.gap(i)) == "("):
			r.relabel(i, i+3, tagger.None)
			r.relabel(i+3, to, tagger.Editor)
			return from, i
		}
	}
	return from, to
}

// towns are places where books are printed, as title pages and lists in the humanities write them: in the local
// language, in neighbouring languages and in Latin.
var towns = words.Set(`
	Amsterdam Amstelodami Antwerpen Anvers Antverpiae Athens Augsburg Augustae Barcelona Bari Basel Basilea Basileae
	Bassano Belluno Bergamo Berkeley Berlin Berlino Bern Bologna Bononiae Bonn Boston Brescia Brixiae Bruxelles Brussels
	Budapest Cambridge Chicago Coloniae Como Copenhagen Cremona Dordrecht Dublin Edinburgh Ferrara Ferrariae Firenze
	Florence Florentiae Frankfurt Freiburg Fribourg Genève Geneva Genova Genuae Göttingen Graz Hamburg Hannover Heidelberg
	Helsinki Innsbruck Jerusalem Kassel Köln Königsberg Kraków Lausanne Leiden Leipzig Lipsiae Leuven Lisboa Lipsia
	Ljubljana London Londinii Londra Louvain Lovanii Lucca Lugduni Lyon Lione Madrid Mainz Mantova Mantuae Marburg
	Marseille Messina Milan Milano Mediolani Minneapolis Modena Monaco Montréal Moskva München Münster Napoli Neapoli
	Neapolis Nicosia Nürnberg Oxford Oxonii Padova Patavii Padua Palermo Palmanova Paris Parigi Parisiis Parma Pavia Perugia
	Philadelphia Pisa Pordenone Prag Praha Princeton Ravenna Roma Romae Rome Rotterdam Rovigo Salerno Salzburg Sevilla Siena
	Stockholm Strasbourg Straßburg Stuttgart Tarvisii Torino Toronto Toulouse Trento Treviso Trieste Tübingen Turin Udine
	Urbino Utrecht Valencia Venedig Venetia Venetiis Venezia Venice Venise Verona Veronae Vicenza Vicetiae Vienna Vienne
	Viterbo Warszawa Washington Wien Wiesbaden Würzburg Zadar Zagreb Zürich`)
