package tidy

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// A pattern of keys is written as in JabRef and Better BibTeX: fields in square brackets, with modifiers after
// colons, and literal text: "[auth:lower][year]-[shorttitle]".

// keyMarker matches a field of a pattern: its name, its number and its modifiers.
var keyMarker = lazy.Regexp(`\[([A-Za-z]+?)(\d*)((?::[a-z]+)*)\]`)

// keyText matches what a pattern may have between fields: what every reader accepts in a key.
var keyText = lazy.Regexp(`^[A-Za-z0-9_:.+/-]*$`)

// shortTitle is how many significant words a short title has, as in JabRef.
const shortTitle = 3

// keyFields map names of fields to functions that make parts of keys. The number after a name bounds them:
// letters of a name, names of a list, words of a title; 0 if there is none.
var keyFields = map[string]func(w *biblio.Work, n int) string{
	"auth": func(w *biblio.Work, n int) string {
		name := strings.Join(keyNames(w, 1), "")
		if n > 0 && n < len(name) {
			return name[:n]
		}
		return name
	},
	"authors": func(w *biblio.Work, n int) string {
		list := keyNames(w, 0)
		if n > 0 && n < len(list) {
			return strings.Join(list[:n], "") + "EtAl"
		}
		return strings.Join(list, "")
	},
	"authEtAl": func(w *biblio.Work, _ int) string {
		list := keyNames(w, 0)
		if len(list) > 2 {
			return list[0] + "EtAl"
		}
		return strings.Join(list, "")
	},
	"year":      func(w *biblio.Work, _ int) string { return w.YearString() },
	"shortyear": func(w *biblio.Work, _ int) string { return lastOf(w.YearString(), 2) },
	"title":     func(w *biblio.Work, n int) string { return strings.Join(keyWords(w, n, false), "") },
	"shorttitle": func(w *biblio.Work, n int) string {
		return strings.Join(keyWords(w, cmp.Or(n, shortTitle), true), "")
	},
	"veryshorttitle": func(w *biblio.Work, n int) string { return strings.Join(keyWords(w, max(n, 1), true), "") },
	"firstpage":      func(w *biblio.Work, _ int) string { return keyLetters(normalise.ParsePages(w.Pages).First) },
	"volume":         func(w *biblio.Work, _ int) string { return keyLetters(w.Volume) },
}

// keyModifiers change parts of a key.
var keyModifiers = map[string]func(string) string{
	"lower": strings.ToLower, "upper": strings.ToUpper,
	"capitalize": func(s string) string {
		if s == "" {
			return ""
		}
		return strings.ToUpper(s[:1]) + s[1:]
	},
}

// isKeyPattern reports whether a style of keys is a pattern and not a name.
func isKeyPattern(style string) bool { return strings.ContainsRune(style, '[') }

// checkKeyPattern returns what is wrong with a pattern.
func checkKeyPattern(pattern string) error {
	if !isKeyPattern(pattern) {
		return fmt.Errorf("%q: use %s, or a pattern such as [auth][year][shorttitle]", pattern,
			strings.Join(keyStyleNames(), ", "))
	}
	for _, m := range keyMarker.FindAllStringSubmatch(pattern, -1) {
		if keyFields[m[1]] == nil {
			return fmt.Errorf("unknown field [%s]: use %s", m[1], namesOf(keyFields))
		}
		for _, name := range strings.FieldsFunc(m[3], func(c rune) bool { return c == ':' }) {
			if keyModifiers[name] == nil {
				return fmt.Errorf("unknown modifier :%s: use %s", name, namesOf(keyModifiers))
			}
		}
	}
	if rest := keyMarker.ReplaceAllString(pattern, ""); !keyText.MatchString(rest) {
		return fmt.Errorf("%q: beside fields in brackets there may be letters, digits and _:.+/- alone", pattern)
	}
	return nil
}

func namesOf[T any](table map[string]T) string {
	return strings.Join(slices.Sorted(maps.Keys(table)), ", ")
}

// patternKey makes the key of a work, "" if it lacks a field of the pattern.
func patternKey(pattern string, w *biblio.Work) string {
	var key strings.Builder
	for pattern != "" {
		m := keyMarker.FindStringSubmatch(pattern)
		if m == nil {
			break
		}
		before, rest, _ := strings.Cut(pattern, m[0])
		n, _ := strconv.Atoi(m[2])
		part := keyFields[m[1]](w, n)
		for _, name := range strings.FieldsFunc(m[3], func(c rune) bool { return c == ':' }) {
			part = keyModifiers[name](part)
		}
		if part == "" {
			return ""
		}
		key.WriteString(before + part)
		pattern = rest
	}
	return key.String() + pattern
}

// keyNames returns family names of authors, else of editors, in ASCII; most bounds them, 0 means all.
func keyNames(w *biblio.Work, most int) (names []string) {
	for _, c := range w.People() {
		if name := keyLetters(c.Family + c.Literal); name != "" && (most == 0 || len(names) < most) {
			names = append(names, name)
		}
	}
	return names
}

// keyWords returns the first words of a title in ASCII, each with a capital; with telling only significant
// ones. most bounds them, 0 means all.
func keyWords(w *biblio.Work, most int, telling bool) (words []string) {
	for _, word := range strings.FieldsFunc(w.Title,
		func(c rune) bool { return unicode.IsSpace(c) || c == '-' || c == '–' || c == '/' }) {
		text := keyLetters(word)
		if text == "" || telling && normalise.StopWord(strings.ToLower(text)) || most > 0 && len(words) == most {
			continue
		}
		words = append(words, keyModifiers["capitalize"](text))
	}
	return words
}

// keyLetters returns the ASCII letters and digits of a text, other letters transliterated, capitals kept.
func keyLetters(text string) string {
	var b strings.Builder
	for _, c := range text {
		plain := strings.Map(func(r rune) rune {
			if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
				return r
			}
			return -1
		}, normalise.Translit(normalise.Text(string(c))))
		if unicode.IsUpper(c) {
			plain = keyModifiers["capitalize"](plain)
		}
		b.WriteString(plain)
	}
	return b.String()
}

func lastOf(s string, n int) string { return s[max(len(s)-n, 0):] }
