package tidy

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// iso4.txt: a line a word of titles, or its beginning with a hyphen after it, and
// its abbreviation by ISO 4; "=" for a word that stays as it is.
//
//go:embed iso4.txt
var iso4Text string

var iso4 = sync.OnceValue(func() map[string]string {
	table := map[string]string{}
	for line := range strings.SplitSeq(iso4Text, "\n") {
		if f := strings.Fields(line); len(f) == 2 {
			table[f[0]] = f[1]
		}
	}
	return table
})

// containers writes the names of journals and conferences in one form. A name of
// which the tables do not say all stays as it is.
func (t *tidier) containers(form string) (int, error) {
	write := long
	if form == "short" {
		write = short
	}
	names := bibfield.Named(bibfield.Journal, bibfield.BookTitle)
	t.stays(form, names)
	return t.eachSound(only(names...), func(it *bibtex.Item) (edits []bibtex.Edit) {
		for _, name := range names {
			field, _ := t.f.Field(it, name)
			_, text, ok := t.f.Inside(field)
			if !ok || strings.TrimSpace(text) == "" {
				continue
			}
			if to := write(text, bibfield.Of(name).Role == bibfield.BookTitle); to != "" && to != text {
				edits = append(edits, t.put(field, to)...)
			}
		}
		return edits
	})
}

// stays lists, once each, the journals that have no short form by the tables, beside
// those that do.
func (t *tidier) stays(form string, names []string) {
	if form != "short" {
		return
	}
	told := map[string]bool{}
	for n := range t.entries {
		for _, name := range names {
			field, _ := t.f.Field(t.entry(n), name)
			if field == nil || bibfield.Of(name).Role == bibfield.BookTitle {
				continue
			}
			text := strings.TrimSpace(t.f.Expand(field.Value))
			_, _, ok := t.f.Inside(field)
			whole := len(strings.Fields(text)) > 1 && !strings.Contains(text, ".") && !strings.HasPrefix(strings.ToLower(text), "arxiv")
			if to := short(text, false); whole && !told[text] && (to == "" || !ok || !t.sound[n]) {
				told[text] = true
				t.note(n, true, "%s stays: %s", text, why(text, ok && t.sound[n]))
			}
		}
	}
}

// why tells what keeps the name of a journal from being shortened.
func why(name string, plain bool) string {
	bare := plainName(name)
	switch {
	case !plain:
		return "it is built with macros, or its entry is damaged"
	case bare == "":
		return "it has TeX in it"
	}
	var unknown []string
	for _, w := range strings.Fields(bare) {
		if w = strings.TrimRight(w, ",:"); !small[strings.ToLower(w)] && abbreviation(w) == "" {
			unknown = append(unknown, w)
		}
	}
	if len(unknown) > 0 {
		return "the table has no " + strings.Join(unknown, ", ")
	}
	return "its short form would not be taken for the same journal"
}

// grouped finds words in braces.
var grouped = lazy.Regexp(`\{([^{}\\$]*)\}`)

// plainName returns a name without braces that group words and TeX's ampersand; "" for
// one with other TeX in it.
func plainName(name string) string {
	name = strings.ReplaceAll(strings.Join(strings.Fields(name), " "), `\&`, "&")
	for again := true; again; {
		bare := grouped.ReplaceAllString(name, "$1")
		again, name = bare != name, bare
	}
	if strings.ContainsAny(name, `\{}$~`) {
		return ""
	}
	return name
}

// long returns the full name of what is abbreviated, "" where the tables have none.
func long(name string, proceedings bool) string {
	if journal, ok := fold.JournalMacro(name); ok && !proceedings {
		if full := fold.VenueName(journal); full != "" {
			return full
		}
		return journal
	}
	plain := plainName(name)
	if plain == "" {
		return ""
	}
	if full := fold.VenueName(plain); full != "" && (!strings.Contains(plain, " ") || plain == strings.ToUpper(plain)) {
		return texName(full)
	}
	if c := fold.ParseContainer(plain); !proceedings && strings.Contains(plain, ".") && len(c.Venues) == 1 {
		full := fold.VenueName(c.Venues[0])
		if f := fold.ParseContainer(full); full != "" && fold.Identical(&c, &f) {
			return texName(full)
		}
	}
	return ""
}

// short returns the acronym of a conference, or the name of a journal as ISO 4
// abbreviates it; "" where the tables do not say it.
func short(name string, proceedings bool) string {
	if !proceedings {
		if journal, ok := fold.JournalMacro(name); ok {
			name = journal
		}
		if name = plainName(name); name == "" {
			return ""
		}
		return texName(abbreviated(name))
	}
	plain := plainName(name)
	c := fold.ParseContainer(plain)
	if plain == "" || len(c.Venues) != 1 || c.Track != fold.Main {
		return ""
	}
	acronym := fold.VenueAcronym(c.Venues[0])
	if a := fold.ParseContainer(acronym); acronym == "" || !fold.Identical(&c, &a) {
		return ""
	}
	return texName(acronym)
}

func texName(name string) string { return strings.ReplaceAll(name, "&", `\&`) }

// small are words that ISO 4 leaves out.
var small = map[string]bool{
	"of": true, "the": true, "and": true, "for": true, "in": true, "on": true, "to": true, "a": true, "an": true, "at": true, "from": true, "with": true, "by": true,
	"&": true, "de": true, "la": true, "le": true, "les": true, "des": true, "du": true, "et": true, "der": true, "die": true, "das": true, "und": true, "für": true, "für_": true,
}

// abbreviated returns a name by ISO 4, "" when a word of it is not in the table, or
// when it is abbreviated already or of one word.
func abbreviated(name string) string {
	words := strings.Fields(name)
	if len(words) < 2 || strings.ContainsAny(name, ".()[];") {
		return ""
	}
	var out []string
	for i, w := range words {
		bare := strings.TrimRight(w, ",:")
		section := bare == "A" && i > 0 && !strings.HasSuffix(words[i-1], ":") // Physics A, but Physics: A Journal
		if small[strings.ToLower(bare)] && !section {
			continue
		}
		to := abbreviation(bare)
		if to == "" {
			return ""
		}
		if mark := w[len(bare):]; mark == ":" {
			to += mark
		}
		out = append(out, to)
	}
	if len(out) < 2 {
		return ""
	}
	brief := strings.Join(out, " ")
	a, b := fold.ParseContainer(name), fold.ParseContainer(brief)
	if !fold.Identical(&a, &b) {
		return ""
	}
	return brief
}

// abbreviation returns a word by the table with the case of its first letter, "" for
// a word that the table lacks. Acronyms and numbers stay.
func abbreviation(word string) string {
	if word == strings.ToUpper(word) && strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '/' && r != '-' }) < 0 {
		return word
	}
	low := strings.ToLower(word)
	to := iso4()[low]
	for n := len(low); to == "" && n > 2; n-- {
		to = iso4()[low[:n]+"-"]
	}
	switch {
	case to == "":
		return ""
	case to == "=":
		return word
	case low[0] != word[0]:
		return strings.ToUpper(to[:1]) + to[1:]
	}
	return to
}
