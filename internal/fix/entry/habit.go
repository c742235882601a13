package entry

import (
	"bytes"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/latex"
)

// Habits is how a file writes its values; it fills in what an entry to be corrected does not show itself.
type Habits struct {
	Quotes      bool              // values are in quotation marks
	ASCII       bool              // letters outside ASCII are written as commands
	bare        map[string]int    // name of a field → values without delimiters minus those with
	dash        string            // between pages
	familyFirst bool              // names are "Family, Given"
	initials    bool              // given names are initials
	oneInitial  bool              // and only the first of several is written
	capitals    bool              // names of fields are all capitals
	capital     bool              // names of fields begin with a capital
	acronyms    map[string]tally  // name of a field that is an acronym → how it is written
	noDots      bool              // initials have no full stop: "J R"
	noSpaces    bool              // there is no space between initials: "J.R."
	protects    bool              // capitals in titles are protected by braces
	wraps       bool              // titles are in a second pair of braces
	sentences   bool              // titles are set as sentences
	and         string            // the text between names
	Abbreviates bool              // journals are abbreviated
	DOIPrefix   string            // the text before a DOI: "", "https://doi.org/"
	Biblatex    bool              // journaltitle, date, location
	macros      map[string]string // text of an @string, normalised → its name
	before      map[[2]string]int // how often the first field comes before the second
	containers  []container       // names of journals and proceedings as the file writes them
	acronymic   bool              // most names of proceedings are acronyms: CVPR, ICCV
}

// tally counts the ways in which a file writes something.
type tally map[string]int

// most returns the most common way (of equals the alphabetically first), or other if nothing was counted.
func (t tally) most(other string) string {
	best, n := other, 0
	for way, count := range t {
		if count > n || count == n && n > 0 && way < best {
			best, n = way, count
		}
	}
	return best
}

// tallies collects the counts from which habits are derived.
type tallies struct {
	marks, numbers, dashes, dois, orders, given, dots, gaps, titles, cases tally
	journals, dialect, letters, containers, books, names, ands             tally
}

func newTallies() tallies {
	return tallies{tally{}, tally{}, tally{}, tally{}, tally{}, tally{}, tally{}, tally{}, tally{}, tally{}, tally{},
		tally{}, tally{}, tally{}, tally{}, tally{}, tally{}}
}

// ReadHabits learns the habits of a file.
func ReadHabits(f *bibtex.File, src []byte) *Habits {
	h := &Habits{macros: map[string]string{}, before: map[[2]string]int{}, acronyms: map[string]tally{}}
	n := newTallies()
	for i := range f.Items {
		it := &f.Items[i]
		for j := range it.Fields {
			field := &it.Fields[j]
			switch {
			case it.Kind == bibtex.String:
				if text := macroKey(f.Expand(field.Value)); text != "" && h.macros[text] == "" {
					h.macros[text] = f.Text(field.Name)
				}
			case it.Kind == bibtex.Entry && len(field.Value.Pieces) == 1:
				n.names[caseOf(f.Text(field.Name))]++
				name := f.FieldName(field)
				row := bibfield.Of(name)
				if row.Is(bibfield.Acronym) {
					if h.acronyms[name] == nil {
						h.acronyms[name] = tally{}
					}
					h.acronyms[name][f.Text(field.Name)]++
				}
				if row.Role == bibfield.Journal || row.Role == bibfield.BookTitle {
					text := latex.Text(f.Expand(field.Value))
					n.containers[text]++
					if row.Role == bibfield.BookTitle {
						n.books[text]++
					}
				}
				n.count(row, f.Expand(field.Value), field.Value.Pieces[0].Kind)
			}
		}
		if it.Kind == bibtex.Entry {
			h.order(f, it)
		}
	}
	h.Quotes = n.marks.most("braces") == "quotes"
	h.bare = n.numbers
	h.dash = n.dashes.most("--")
	h.DOIPrefix = strings.TrimPrefix(n.dois.most("="), "=")
	h.familyFirst = n.orders.most("family") == "family"
	h.initials = n.given.most("full") == "initials"
	h.protects = n.titles["braces"] > 0
	h.wraps = n.titles["wrapped"] > n.titles["braces"]+n.titles["bare"]
	h.sentences = n.cases["sentence"] >= settled && n.cases["sentence"] >= 10*n.cases["headline"]
	h.and = n.ands.most(" and ")
	h.Abbreviates = n.journals["short"] > n.journals["full"]
	h.Biblatex = n.dialect.most("bibtex") == "biblatex"
	h.ASCII = isASCII(bytes.TrimPrefix(src, []byte("\ufeff"))) || n.letters["commands"] > n.letters["raw"]
	h.noDots = n.dots["bare"] > n.dots["dotted"]
	h.noSpaces = n.gaps["glued"] > n.gaps["spaced"]
	h.capitals, h.capital = n.names.most("small") == "capitals", n.names.most("small") == "capital"
	h.containers, h.acronymic = listed(n.containers), mostlyAcronyms(n.books)
	return h
}

// count records how one field is written.
func (n *tallies) count(row *bibfield.Field, text string, kind bibtex.PieceKind) {
	switch kind {
	case bibtex.Quoted:
		n.marks["quotes"]++
	case bibtex.Braced:
		n.marks["braces"]++
	}
	if row.Role == bibfield.Author || row.Role == bibfield.Title {
		if !isASCII([]byte(text)) {
			n.letters["raw"]++
		} else if accents(text) {
			n.letters["commands"]++
		}
	}
	if row.Is(bibfield.Numeric) {
		n.numbers[row.Name] += 2*bit(kind == bibtex.Number) - 1
	}
	switch row.Role {
	case bibfield.Pages:
		if d := dashOf(text, texDashes); d != "" {
			n.dashes[d]++
		}
	case bibfield.DOI:
		n.dois["="+doiPrefix(text)]++
	case bibfield.Author:
		nameHabits(text, n)
	case bibfield.Title:
		n.title(text)
	case bibfield.Journal:
		if kind != bibtex.Macro {
			n.journals[[]string{"full", "short"}[bit(strings.Contains(text, "."))]]++
		}
	}
	switch row.Role {
	case bibfield.Journal, bibfield.Date, bibfield.Year, bibfield.Place: // each dialect has its own name for it
		n.dialect[[]string{"bibtex", "biblatex"}[bit(row.Is(bibfield.BibLaTeX))]]++
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func isASCII(src []byte) bool {
	return !bytes.ContainsFunc(src, func(r rune) bool { return r >= 0x80 })
}

// Bare reports whether the file writes numbers in a field, or if it has none in others, without delimiters.
func (h *Habits) Bare(name string) bool {
	if n, ok := h.bare[name]; ok {
		return n > 0
	}
	sum := 0
	for _, n := range h.bare {
		sum += n
	}
	return sum > 0
}

// caseOf says how the name of a field is written.
func caseOf(name string) string {
	switch {
	case name == strings.ToUpper(name):
		return "capitals"
	case name == strings.ToLower(name):
		return "small"
	}
	return "capital"
}

// Macro returns the name of the file's @string that has the given text, or "".
func (h *Habits) Macro(text string) string { return h.macros[macroKey(text)] }

// Escape writes plain text with letters outside ASCII as the file writes them.
func (h *Habits) Escape(s string) string { return latex.Escape(s, h.ASCII) }

// macroKey is the form in which the texts of macros are compared.
func macroKey(s string) string { return strings.ToLower(latex.Text(s)) }

// order counts which fields come before which.
func (h *Habits) order(f *bibtex.File, it *bibtex.Item) {
	n := min(len(it.Fields), 40)
	for j := range n {
		for k := j + 1; k < n; k++ {
			h.before[[2]string{f.FieldName(&it.Fields[j]), f.FieldName(&it.Fields[k])}]++
		}
	}
}

// Place returns the index of the field that a new one of an entry goes after, the last that usually precedes it, or -1.
func (h *Habits) Place(f *bibtex.File, it *bibtex.Item, name string) int {
	best := -1
	for i := range it.Fields {
		other := f.FieldName(&it.Fields[i])
		before, after := h.before[[2]string{other, name}], h.before[[2]string{name, other}]
		if before == after {
			before, after = bit(bibfield.Usual(other) <= bibfield.Usual(name)), bit(bibfield.Usual(other) > bibfield.Usual(name))
		}
		if before > after {
			best = i
		}
	}
	return best
}

// doiPrefix returns the text before the DOI in a value.
func doiPrefix(text string) string {
	if i := strings.Index(text, "10."); i > 0 && i < 30 {
		return text[:i]
	}
	return ""
}

// protected reports whether a title protects the case of letters with braces.
func protected(text string) bool {
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '{' && text[i+1] >= 'A' && text[i+1] <= 'Z' &&
			(i == 0 || text[i-1] != '\\' && text[i-1] != '^' && text[i-1] != '_') {
			return true
		}
	}
	return false
}
