package tidy

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
)

// keyStyles make keys, "" if a work does not say enough.
var keyStyles = map[string]func(w *biblio.Work) string{
	"author-year-word": func(w *biblio.Work) string {
		if nameAndYear(w) == "" {
			return ""
		}
		return entry.Key(w)
	},
	"author-year": nameAndYear,
	"Author-Year": func(w *biblio.Work) string { return keyModifiers["capitalize"](nameAndYear(w)) },
}

func keyStyleNames() []string {
	names := slices.Sorted(maps.Keys(keyStyles))
	slices.Reverse(names)
	return names
}

// keyMade makes the key of a work by a style or a pattern, "" if the work does not say enough.
func keyMade(style string, w *biblio.Work) string {
	if isKeyPattern(style) {
		return patternKey(style, w)
	}
	return keyStyles[style](w)
}

// nameAndYear returns the family name of the first author and the year in lower-case ASCII letters.
func nameAndYear(w *biblio.Work) string {
	if w.YearString() == "" || len(w.People()) == 0 {
		return ""
	}
	untitled := *w
	untitled.Title = ""
	key := entry.Key(&untitled)
	if key == w.YearString() || key[0] >= '0' && key[0] <= '9' {
		return ""
	}
	return key
}

// rename rewrites the keys of entries in one style. A key that already has the style stays, so that a second run
// changes nothing; so does a key that is named somewhere it cannot be changed.
func (t *tidier) rename(style string) (int, error) {
	fixed, taken := t.fixedKeys(), t.aliases()
	base, fresh := make([]string, len(t.entries)), make([]string, len(t.entries))
	for n := range t.entries {
		key := strings.ToLower(t.key(n))
		if t.works[n] != nil && t.sound[n] && !fixed[key] {
			base[n] = keyMade(style, t.works[n])
		}
		if base[n] == "" {
			taken[key] = n
		}
	}
	for n, own := range base {
		if key := t.key(n); own != "" && styled(key, own) && freeFor(n, key, taken) {
			taken[strings.ToLower(key)], fresh[n] = n, key
		}
	}
	tried := map[string]int{}
	for n, own := range base {
		if own != "" && fresh[n] == "" {
			fresh[n] = distinct(n, own, taken, tried)
			taken[strings.ToLower(fresh[n])] = n
		}
	}
	return t.rekey(fresh)
}

func (t *tidier) key(n int) string { return keyOf(t.f, t.entry(n)) }

func keyOf(f *bibtex.File, it *bibtex.Item) string { return strings.TrimSpace(f.Key(it)) }

// styled reports whether a key has a style, perhaps with what makes it distinct.
func styled(key, base string) bool {
	rest, ok := strings.CutPrefix(key, base)
	if !ok {
		return false
	}
	if n, err := strconv.Atoi(rest); err == nil {
		return n > 26 && strconv.Itoa(n) == rest
	}
	return rest == "" || len(rest) == 1 && rest[0] >= 'b' && rest[0] <= 'z'
}

// aliases maps the further keys of entries, in lower case, to their entries, including keys that become aliases.
func (t *tidier) aliases() map[string]int {
	taken := map[string]int{}
	take := func(key string, n int) {
		if _, has := taken[strings.ToLower(key)]; !has {
			taken[strings.ToLower(key)] = n
		}
	}
	for n := range t.entries {
		if field, _ := t.f.Field(t.entry(n), "ids"); field != nil {
			for _, key := range split(t.f.Expand(field.Value)) {
				take(key, n)
			}
		}
		if t.opt.Settings["aliases"] == "true" {
			take(t.key(n), n)
		}
	}
	return taken
}

// freeFor reports whether no other entry has a key.
func freeFor(n int, key string, taken map[string]int) bool {
	by, has := taken[strings.ToLower(key)]
	return !has || by == n
}

// distinct makes a key that no other entry has. tried remembers how many keys need not be tried again.
func distinct(n int, base string, taken, tried map[string]int) string {
	for {
		tried[base]++
		if key := entry.Numbered(base, tried[base]); freeFor(n, key, taken) {
			return key
		}
	}
}
