package entry

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// KeyPattern documents the keys that Key makes.
const KeyPattern = "family name of the first author, year, first significant word of the title, in small ASCII " +
	"letters: vaswani2017attention"

// Key makes the citation key of a work by KeyPattern.
func Key(w *biblio.Work) string {
	key := w.YearString()
	if list := w.People(); len(list) > 0 {
		key = letters(cmp.Or(list[0].Family, list[0].Literal)) + key
	}
	for _, word := range strings.Fields(normalise.Text(w.Title)) {
		if !normalise.StopWord(word) && letters(word) != "" {
			key += letters(word)
			break
		}
	}
	return cmp.Or(key, "entry")
}

// letters returns the ASCII letters and digits of a word in lower case, other scripts transliterated.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return -1
	}, normalise.Translit(normalise.Text(s)))
}

// Numbered returns the n-th key with a base: itself, then with "b", "c", …, "z", then with a number.
func Numbered(base string, n int) string {
	switch {
	case n > 26:
		return base + strconv.Itoa(n)
	case n > 1:
		return base + string(rune('a'+n-1))
	}
	return base
}

// Distinct makes keys unique, in order, by numbering repeated ones.
func Distinct(keys []string) []string {
	seen := map[string]bool{}
	out := slices.Clone(keys)
	for i, key := range keys {
		for n := 2; seen[out[i]]; n++ {
			out[i] = Numbered(key, n)
		}
		seen[out[i]] = true
	}
	return out
}

// TypeOf returns the type of a work or, if its record states none, what its container suggests, which may be unknown.
func TypeOf(w *biblio.Work) biblio.Type {
	if w.Type != biblio.TypeUnknown {
		return w.Type
	}
	name := normalise.ParseContainer(w.Container.Title)
	switch {
	case name.Head == normalise.Preprints, w.Container.Title == "" && !w.ID(ident.ArXiv).IsZero():
		return biblio.Preprint
	case name.Head == normalise.Conference, len(name.Venues) > 0:
		return biblio.PaperConference
	case name.Head == normalise.Journal, w.Container.Title != "" && (w.Volume != "" || w.Issue != ""):
		return biblio.ArticleJournal
	}
	return biblio.TypeUnknown
}
