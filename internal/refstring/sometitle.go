package refstring

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
	"github.com/bonafide-audit/bonafide/internal/words"
)

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
	for i := from; i < to; i++ {
		if words.Is(r.text(i), words.Thesis) {
			return
		}
	}
	r.relabel(from, to, tagger.Book)
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
	if len(r.tokens) < 4 || yearOf(r.text(0)) == 0 || r.gap(1) != " " || r.tokens[0].Start > 0 || r.laterYear() {
		return
	}
	isTitle := func(i int) bool { return plain(r.labels[i]) == tagger.Title }
	if k := r.capitalName(1); k > 0 {
		r.relabel(1, k, tagger.Author)
		for i, l := k, r.labels[k]; i < len(r.labels) && r.labels[i] == l && !isTitle(i); i++ {
			r.labels[i] = tagger.Book
		}
	} else if !isTitle(0) || !isTitle(1) || r.townIn(2, len(r.tokens)) == len(r.tokens) {
		return
	}
	r.labels[0] = tagger.Date
}

// laterYear reports whether there is a date with a year after the first word.
func (r *reading) laterYear() bool {
	for i := 1; i < len(r.tokens); i++ {
		if r.labels[i] == tagger.Date && yearOf(r.text(i)) != 0 {
			return true
		}
	}
	return false
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
