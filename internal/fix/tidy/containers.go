package tidy

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/latex"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// containers writes the names of journals and conferences in one form. A name that the tables do not cover
// completely stays as it is.
func (t *tidier) containers(form string) (int, error) {
	write := map[string]func(string, bool) string{"long": long, "nlm": nlm}[form]
	if write == nil {
		write = short
	}
	names := bibfield.Named(bibfield.Journal, bibfield.BookTitle)
	t.stays(form, write, names)
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

// stays reports, once each, the names that the tables cannot write in a form, unlike others in the file.
func (t *tidier) stays(form string, write func(string, bool) string, names []string) {
	told := map[string]bool{}
	for n := range t.entries {
		for _, name := range names {
			field, _ := t.f.Field(t.entry(n), name)
			if field == nil {
				continue
			}
			proceedings := bibfield.Of(name).Role == bibfield.BookTitle
			text := strings.TrimSpace(t.f.Expand(field.Value))
			_, _, ok := t.f.Inside(field)
			whole := len(strings.Fields(text)) > 1 && (proceedings || !strings.Contains(text, ".")) &&
				!strings.HasPrefix(strings.ToLower(text), "arxiv")
			if form == "long" {
				whole = !proceedings && strings.Contains(text, ".")
			}
			if to := write(text, proceedings); whole && !told[text] && (to == "" || !ok || !t.sound[n]) {
				told[text] = true
				t.note(n, true, "%s stays: %s", text, why(text, form, proceedings, ok && t.sound[n]))
			}
		}
	}
}

// why returns what keeps a name from being written in a form.
func why(name, form string, proceedings, plain bool) string {
	bare := plainName(name)
	switch {
	case !plain:
		return "it is built with macros, or its entry is damaged"
	case bare == "":
		return "it has TeX in it"
	case form == "long":
		return "the tables have no full name for it"
	case proceedings:
		return "the table of venues has no acronym for it"
	case inCapitals(bare):
		return "it is in capitals"
	}
	var unknown []string
	for _, w := range strings.Fields(bare) {
		if _, w, _ = cutMarks(w); w != "" && !leftOut(w) && abbreviation(w) == "" {
			unknown = append(unknown, w)
		}
	}
	if len(unknown) > 0 {
		return "the table has no " + strings.Join(unknown, ", ")
	}
	return "its short form would not be taken for the same journal"
}

// grouped matches words in braces.
var grouped = lazy.Regexp(`\{([^{}\\$]*)\}`)

// plainName returns a name without braces that group words, with TeX's ampersand and accents as characters; ""
// for one that contains other TeX.
func plainName(name string) string {
	name = latex.Letters(name)
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

// long returns the full name of an abbreviated one, "" if the tables have none.
func long(name string, proceedings bool) string {
	if journal, ok := normalise.JournalMacro(name); ok && !proceedings {
		return cmp.Or(long(journal, false), texName(journal))
	}
	plain := plainName(name)
	if plain == "" {
		return ""
	}
	if full := normalise.VenueName(plain); full != "" &&
		(!strings.Contains(plain, " ") || plain == strings.ToUpper(plain)) {
		return texName(full)
	}
	if c := normalise.ParseContainer(plain); !proceedings && len(c.Venues) == 1 {
		full := normalise.VenueName(c.Venues[0])
		if f := normalise.ParseContainer(full); len(f.Normalised) > len(c.Normalised) && normalise.Identical(&c, &f) {
			return texName(full)
		}
	}
	return ""
}

// short returns the acronym of a conference, or the name of a journal as ISO 4 abbreviates it; "" if the tables
// do not have it.
func short(name string, proceedings bool) string {
	if !proceedings {
		if journal, ok := normalise.JournalMacro(name); ok {
			name = journal
		}
		plain := plainName(name)
		if plain == "" {
			return ""
		}
		to := texName(abbreviated(plain))
		if latex.Letters(name) != name { // keep accents in TeX
			to = latex.ASCII(to)
		}
		return to
	}
	plain := plainName(name)
	c := normalise.ParseContainer(plain)
	if plain == "" || len(c.Venues) != 1 || c.Track != normalise.Main {
		return ""
	}
	acronym := normalise.VenueAcronym(c.Venues[0])
	if a := normalise.ParseContainer(acronym); acronym == "" || !normalise.Identical(&c, &a) {
		return ""
	}
	return texName(acronym)
}

// nlm returns the short form of a name as indexes of medicine print it: without full stops.
func nlm(name string, proceedings bool) string {
	to := short(name, proceedings)
	if to == "" && !proceedings && strings.Contains(name, ".") {
		to = name // abbreviated already
		for _, w := range strings.Fields(name) {
			bare := strings.TrimRight(w, ",:")
			word, dotted := strings.CutSuffix(bare, ".")
			if len(word) > 1 && (dotted && !normalise.TitleAbbreviation(strings.ToLower(bare)) ||
				!dotted && abbreviation(bare) != bare) {
				return ""
			}
		}
	}
	return strings.ReplaceAll(to, ".", "")
}

func texName(name string) string { return strings.ReplaceAll(name, "&", `\&`) }

// leftOut reports whether ISO 4 omits a word. A capital by itself is a section: "Physics A".
func leftOut(word string) bool {
	return word == "&" || normalise.SmallTitleWord(word) || len(word) > 1 && normalise.SmallTitleWord(normalise.Text(word))
}

// elided matches an article or preposition that is joined to a word.
var elided = lazy.Regexp(`^(?i)(?:l|d|dell|all|nell|sull|un)['’](\pL.*)$`)

// cutMarks separates a word from the punctuation around it and from an article joined to it.
func cutMarks(word string) (before, bare, after string) {
	bare = strings.TrimLeft(word, "(")
	before = word[:len(word)-len(bare)]
	bare = strings.TrimRight(bare, ",:)")
	after = word[len(before)+len(bare):]
	if m := elided.FindStringSubmatch(bare); m != nil {
		bare = m[1]
	}
	return before, bare, after
}

var (
	inverted  = lazy.Regexp(`^([^,]+), ([^,]+ (?:on|of|in|for))$`) // Computers, IEEE Transactions on
	ofAcronym = lazy.Regexp(`^(.*\pL.*) \([A-Z][A-Za-z]*[A-Z]\)$`) // ACM Computing Surveys (CSUR)
)

// leastShort is how many words a name needs to be abbreviated.
const leastShort = 2

// abbreviated returns a name as ISO 4 abbreviates it, "" if one of its words is not in the table, or if it is
// abbreviated already or has one word.
func abbreviated(name string) string {
	name = ofAcronym.ReplaceAllString(inverted.ReplaceAllString(name, "$2 $1"), "$1")
	if strings.ContainsAny(name, ".[];") || inCapitals(name) {
		return ""
	}
	var out []string
	opens := true // at the start of a name or a subtitle
	for _, w := range strings.Fields(name) {
		before, bare, after := cutMarks(w)
		article := bare == "A" && opens // A Journal, but Physics A
		opens = strings.Contains(after, ":") || strings.Trim(bare, "-–—") == ""
		switch to := abbreviation(bare); {
		case bare == "" && before == "" && after == ":" && len(out) > 0: // a mark by itself
			out[len(out)-1] += after
		case strings.Trim(bare, "-–—") == "" && len(out) > 0:
			out = append(out, bare)
		case article || leftOut(bare):
			if before != "" || strings.Contains(after, ")") {
				return ""
			}
		case to == "":
			return ""
		default:
			out = append(out, before+to+strings.TrimRight(after, ","))
		}
	}
	if len(out) < leastShort || !initialsDotted(name, out) {
		return ""
	}
	brief := strings.Join(out, " ")
	a, b := normalise.ParseContainer(name), normalise.ParseContainer(brief)
	if !normalise.Identical(&a, &b) {
		return ""
	}
	return brief
}

// initialsDotted adds full stops to the letters of a name whose words were abbreviated already without them: "N Engl
// J Med" is "N. Engl. J. Med." It returns false if one may be the letter of a section: "Acta Crystallogr B Struct".
func initialsDotted(name string, out []string) bool {
	words := strings.Fields(name)
	if !slices.ContainsFunc(words, func(w string) bool { return len(w) > 1 && slices.Contains(out, w+".") }) {
		return true
	}
	for i, w := range out[:len(out)-1] {
		if len(w) == 1 && unicode.IsUpper(rune(w[0])) {
			if i > 0 && w != "J" {
				return false
			}
			out[i] += "."
		}
	}
	return true
}

// abbreviation returns the abbreviation of a word from the table, with the case of the word's first letter, or
// "" for a word that the table lacks. Acronyms and numbers stay; parts of a word between hyphens are words, and
// an abbreviation gets the full stop that it lacks.
func abbreviation(word string) string {
	if parts := strings.Split(word, "-"); len(parts) > 1 && normalise.TitleWord(strings.ToLower(word)) == "" {
		for i, part := range parts {
			if parts[i] = abbreviation(part); parts[i] == "" {
				return ""
			}
		}
		return strings.Join(parts, "-")
	}
	if word == strings.ToUpper(word) &&
		strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '/' }) < 0 {
		return word
	}
	low := strings.ToLower(word)
	to := normalise.TitleWord(low)
	if base := normalise.Text(low); to == "" && base != low { // look up the word with its accents first, then without
		brief := []rune(strings.TrimSuffix(normalise.TitleWord(base), "."))
		if to = normalise.TitleWord(base); to != "" && to != "=" && strings.HasPrefix(base, string(brief)) {
			to = string([]rune(low)[:len(brief)]) + "."
		}
	}
	if to == "" && normalise.TitleAbbreviation(low+".") {
		to = low + "."
	}
	first, size := utf8.DecodeRuneInString(to)
	switch {
	case to == "":
		return ""
	case to == "=", strings.TrimSuffix(to, ".") == low && !normalise.TitleAbbreviation(low+"."):
		return word
	case !strings.HasPrefix(word, low[:1]):
		return string(unicode.ToUpper(first)) + to[size:]
	}
	return to
}
