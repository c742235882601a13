// Package words holds the words that reference lists use between the parts of a reference: the marks of truncated
// lists of names, "and", the words before editors, volumes and pages, the months, "ibid." and so on; also the words by
// which titles, containers, headings and sentences of a language are recognised. Each language has one file in the
// folder tables; adding a file adds a language.
//
// A line of such a file has a kind, as in kindNames, and words separated by commas, in small letters and without a
// final full stop. "others" are words for omitted people, which may follow "and" or a number; "cut" are whole
// truncation marks. The line of the months lists all twelve in order, each with its forms and abbreviations.
//
// Pure.
// May be imported by: biblio, normalise, match, judge, index, bibtex, latex, style, lint, claim, claimcheck, cite, wire,
// refstring/..., extract/..., fix/..., source/online, lab/....
package words

import (
	"embed"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/lists"
)

// Kind is the function of a word in a reference list.
type Kind uint8

// The kinds of words.
const (
	And Kind = iota
	Others
	Cut
	In
	Editor
	Translator
	Volume
	Issue
	Pages
	Edition
	Accessed
	Available
	Ibid
	Above
	Note
	See    // sends the reader to a work: "see", "vgl."
	Lead   // may accompany See: "also", "for example"
	Joint  // between two works of one note: "but see", "quoted in"
	Medium // in brackets after a title: "[Internet]"
	Thesis
	Months
	Heading  // of a list of references
	Further  // heading of a list of works that the text need not cite
	Closing  // heading of what follows a list
	Part     // heading of a part of a list
	Prose    // of running text, rare in titles
	Particle // before a family name, in small letters: "van"
	Suffix   // after a family name: "Jr."
	Circa    // before an uncertain year
	Function // short words of titles, by which their language is recognised
	Conference
	Journal
	Notes // heading of the notes at the end of a text
	Style // part of the name that word processors give the style of the entries of a list
	Short // abbreviation in running text that does not end a sentence
	// Parts of the headings of a paper's sections.
	Abstract
	Introduction
	Methods
	Results
	Discussion
	Conclusion
	kinds
)

var kindNames = [kinds]string{
	"and", "others", "cut", "in", "editor", "translator", "volume", "issue", "pages", "edition", "accessed", "available",
	"ibid", "above", "note", "see", "lead", "joint", "medium", "thesis", "months", "heading", "further", "closing", "part",
	"prose", "particle", "suffix", "circa", "function", "conference", "journal", "notes",
	"style", "short", "abstract", "intro",
	"methods", "results", "discussion", "conclusion",
}

//go:embed tables/*.txt
var files embed.FS

// Language is the name of a file in the folder tables.
type Language string

type table struct {
	lists     [kinds][]string
	sets      [kinds]map[string]bool
	marks     map[string]bool               // truncation marks as canonical writes them
	last      map[string]bool               // the last words of these marks and of Others, in small letters
	languages map[Language]*[kinds][]string // the contents of each file
	// the names of months and their abbreviations; 0 if ambiguous
	months map[string]int
}

var tables = sync.OnceValue(load)

func load() *table {
	t := &table{marks: map[string]bool{}, last: map[string]bool{}, months: map[string]int{},
		languages: map[Language]*[kinds][]string{}}
	for k := range t.sets {
		t.sets[k] = map[string]bool{}
	}
	list, err := files.ReadDir("tables")
	if err != nil {
		panic(err)
	}
	for _, f := range list {
		text, err := files.ReadFile("tables/" + f.Name())
		if err != nil {
			panic(err)
		}
		own := new([kinds][]string)
		t.languages[Language(strings.TrimSuffix(f.Name(), ".txt"))] = own
		for line := range strings.Lines(string(text)) {
			t.line(line, own)
		}
	}
	t.index()
	return t
}

// line adds one line of a file to the table and to the words of its language. An unknown kind
// panics: the tests read all files.
func (t *table) line(line string, own *[kinds][]string) {
	name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	if name == "" || name == "#" {
		return
	}
	k := slices.Index(kindNames[:], name)
	if k < 0 {
		panic("words: unknown kind " + name)
	}
	for i, word := range strings.Split(rest, ",") {
		word = strings.TrimSpace(word)
		if Kind(k) == Months {
			for form := range strings.FieldsSeq(strings.ToLower(word)) {
				t.months[form] = i + 1
				own[k] = append(own[k], form)
			}
			continue
		}
		own[k] = append(own[k], word)
		if !t.sets[k][word] {
			t.sets[k][word] = true
			t.lists[k] = append(t.lists[k], word)
		}
	}
}

// shortestMonth is the smallest number of letters in an abbreviated month.
const shortestMonth = 3

// index builds the lookup tables from the lists.
func (t *table) index() {
	for _, mark := range t.lists[Cut] {
		t.marks[canonical(mark)] = true
	}
	for _, k := range []Kind{Cut, Others} {
		for _, mark := range t.lists[k] {
			all := strings.Fields(canonical(mark))
			t.last[strings.ToLower(all[len(all)-1])] = true
		}
	}
	short := map[string]int{}
	for name, n := range t.months {
		for i := range name {
			head := name[:i]
			if utf8.RuneCountInString(head) < shortestMonth || t.months[head] != 0 {
				continue
			}
			if have, ok := short[head]; ok && have != n {
				short[head] = 0 // "jui": juin or juillet
			} else {
				short[head] = n
			}
		}
	}
	maps.Copy(t.months, short)
}

// List returns the words of a kind in all languages. The caller must not modify it.
func List(k Kind) []string { return tables().lists[k] }

// Singles returns the single words of a kind that have at least the given number of letters.
func Singles(k Kind, letters int) []string {
	return lists.Filter(List(k), func(w string) bool {
		return !strings.Contains(w, " ") && utf8.RuneCountInString(w) >= letters
	})
}

// Is reports whether a word, ignoring case and a final full stop, is of one of the given kinds.
func Is(word string, of ...Kind) bool {
	t, lower := tables(), strings.ToLower(strings.TrimRight(word, "."))
	return slices.ContainsFunc(of, func(k Kind) bool { return t.sets[k][lower] })
}

// Has reports whether a text contains a word of one of the given kinds.
func Has(text string, of ...Kind) bool {
	return slices.ContainsFunc(strings.FieldsFunc(text,
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }), func(w string) bool { return Is(w, of...) })
}

// Begins reports whether a text is the beginning, up to a space, of a longer term of a kind: "op" of "op. cit.".
func Begins(text string, k Kind) bool {
	return text != "" && slices.ContainsFunc(List(k), func(term string) bool {
		rest, ok := strings.CutPrefix(term, strings.ToLower(text))
		return ok && (strings.HasPrefix(rest, " ") || strings.HasPrefix(rest, ". "))
	})
}

// Small reports whether a word, exactly as written, is of a kind, which lists small letters.
func Small(word string, k Kind) bool { return tables().sets[k][word] }

// Shortened reports whether a word, without the full stop after it, is an abbreviation that does not end a sentence.
func Shortened(word string) bool { return Small(strings.ToLower(word), Short) }

// Joins reports whether a word, exactly as written, joins names.
func Joins(word string) bool { return Small(word, And) }

// Languages returns the languages of each word of a kind.
func Languages(k Kind) map[string][]Language {
	all := map[string][]Language{}
	for language, own := range tables().languages {
		for _, w := range own[k] {
			all[w] = append(all[w], language)
		}
	}
	return all
}

// Words returns the words of a kind in a language that are a single word and not a single ASCII letter.
func (l Language) Words(k Kind) []string {
	return lists.Filter(tables().languages[l][k], func(w string) bool { return len(w) > 1 && !strings.Contains(w, " ") })
}

// Month returns the number, 1 to 12, of a month named in any language, in full or abbreviated to three letters or
// more, and 0 for anything else.
func Month(s string) int {
	s = strings.TrimRight(s, ".")
	if len(s) < shortestMonth || len(s) > 30 {
		return 0
	}
	return tables().months[strings.ToLower(s)]
}

// Unlabelled removes words of the given kinds, and what follows them, from the front of a number: "Vol. 12", "т. 12"
// and "No. 12" become "12".
func Unlabelled(s string, of ...Kind) string {
	t := strings.TrimLeft(s, " ")
	n := strings.IndexFunc(t, func(r rune) bool { return r == '.' || r == ' ' || r == ':' || r >= '0' && r <= '9' })
	if n < 1 || !Is(t[:n], of...) {
		return s
	}
	if rest := strings.TrimLeft(t[n:], ".: "); rest != "" {
		return rest
	}
	return s
}

// escaped writes a word for a regular expression.
var escaped = strings.NewReplacer(".", `\.`, "*", `\*`, "+", `\+`, " ", `\s?`)

// Pattern returns the words of the given kinds as alternatives of a regular expression, longest first, with spaces
// and full stops inside them optional.
func Pattern(of ...Kind) string {
	all := slices.Concat(lists.Map(of, List)...)
	slices.SortFunc(all, func(a, b string) int { return len(b) - len(a) })
	for i, w := range all {
		all[i] = escaped.Replace(w)
	}
	return strings.Join(slices.Compact(all), "|")
}

// Set returns the set of the words in a list separated by white space.
func Set(list string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}
