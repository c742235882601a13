package fixtest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/latex"
)

// style is an author's style of writing entries.
type style struct {
	open, shut  string
	dash        string
	familyFirst bool
	initials    bool
	indent      string
	aligned     bool
	upper       bool // names of types and fields in capitals
	bareYear    bool
	trailing    bool
	ascii       bool   // letters outside ASCII as commands
	protects    string // "", "words", "whole": braces that keep the case of titles
	sentence    bool   // titles in sentence case
	macros      bool   // containers by @string
	biblatex    bool   // date, journaltitle
	month       string // "", "macro", "text"
	doiPrefix   string
	newline     string
	wrapped     bool // one author per line
}

func styleOf(r *rand.Rand) style {
	s := style{
		open: "{", shut: "}", dash: []string{"--", "-", "--"}[r.IntN(3)], familyFirst: r.IntN(2) == 0,
		initials: r.IntN(4) == 0, indent: []string{"  ", "\t", "    "}[r.IntN(3)],
		aligned: r.IntN(2) == 0, bareYear: r.IntN(3) == 0, trailing: r.IntN(2) == 0,
		doiPrefix: []string{"", "", "https://doi.org/"}[r.IntN(3)],
		ascii:     r.IntN(3) == 0, protects: []string{"", "words", "", "whole"}[r.IntN(4)], sentence: r.IntN(5) == 0,
		macros: r.IntN(5) == 0, biblatex: r.IntN(5) == 0,
		upper: r.IntN(8) == 0, month: []string{"", "", "macro", "text"}[r.IntN(4)], newline: []string{"\n", "\n", "\n",
			"\r\n"}[r.IntN(4)],
		wrapped: r.IntN(4) == 0,
	}
	if r.IntN(3) == 0 {
		s.open, s.shut = `"`, `"`
	}
	return s
}

// bibEntry is an entry before printing: names and values in order.
type bibEntry struct {
	kind, key string
	names     []string
	values    map[string]string
	authors   []string
	macro     map[string]string // value of a container → its @string
}

func (e *bibEntry) text(s style) string {
	var b strings.Builder
	kind := e.kind
	if s.upper {
		kind = strings.ToUpper(kind)
	}
	fmt.Fprintf(&b, "@%s{%s,%s", kind, e.key, s.newline)
	for i, name := range e.names {
		value := e.values[name]
		if name == "author" {
			value = strings.Join(e.authors, s.and())
		}
		open, shut := s.open, s.shut
		if open == `"` && strings.Contains(value, `"`) {
			open, shut = "{", "}"
		}
		macro := e.macro[value]
		if macro != "" {
			value = macro
		}
		if s.bareYear && (name == "year" || name == "volume" || name == "number") &&
			strings.Trim(value, "0123456789") == "" || name == "month" && s.month == "macro" || macro != "" {
			open, shut = "", ""
		}
		width := ""
		if s.aligned {
			width = strings.Repeat(" ", 13-len(name))
		}
		if s.upper {
			name = strings.ToUpper(name)
		}
		fmt.Fprintf(&b, "%s%s%s = %s%s%s", s.indent, name, width, open, value, shut)
		if i+1 < len(e.names) || s.trailing {
			b.WriteString(",")
		}
		b.WriteString(s.newline)
	}
	b.WriteString("}" + s.newline + s.newline)
	return b.String()
}

// and returns the text between names.
func (s style) and() string {
	if s.wrapped {
		return " and" + s.newline + s.indent + s.indent + " "
	}
	return " and "
}

func (e *bibEntry) clone() *bibEntry {
	c := *e
	c.names, c.values, c.authors = slices.Clone(e.names), map[string]string{}, slices.Clone(e.authors)
	maps.Copy(c.values, e.values)
	return &c
}

// venue returns the name of the field that holds the container.
func (e *bibEntry) venue() string {
	for _, name := range []string{"journal", "journaltitle", "booktitle"} {
		if e.values[name] != "" {
			return name
		}
	}
	return ""
}

func nameText(c biblio.Contributor, s style) string {
	if c.Literal != "" {
		return "{" + latex.Escape(c.Literal, s.ascii) + "}"
	}
	given := c.Given
	if s.initials {
		words := strings.Fields(given)
		for i, w := range words {
			parts := strings.Split(w, "-")
			for j, p := range parts {
				if p != "" {
					parts[j] = string([]rune(p)[0]) + "."
				}
			}
			words[i] = strings.Join(parts, "-")
		}
		given = strings.Join(words, " ")
	}
	esc := func(text string) string { return latex.Escape(text, s.ascii) }
	family := esc(strings.TrimSpace(c.Particle + " " + c.Family))
	given = esc(given)
	switch {
	case given == "":
		return family
	case c.Suffix != "":
		return family + ", " + c.Suffix + ", " + given
	case s.familyFirst:
		return family + ", " + given
	case strings.Contains(c.Family, " "):
		return strings.TrimSpace(given+" "+c.Particle) + " {" + esc(c.Family) + "}"
	}
	return given + " " + family
}

// titleText returns a title in the style.
func titleText(title string, s style) string {
	words := strings.Fields(title)
	after := false
	for i, w := range words {
		inner := innerCapital(w)
		if s.sentence && i > 0 && !after && !inner && !strings.ContainsAny(w, "\\{}$") {
			w = strings.ToLower(w)
		}
		after = strings.HasSuffix(w, ":")
		core := strings.TrimRight(w, ":;,.?!")
		text := latex.Escape(core, s.ascii)
		if s.protects == "words" && inner && !strings.ContainsAny(text, "\\{}$") {
			text = "{" + text + "}"
		}
		words[i] = text + latex.Escape(w[len(core):], s.ascii)
	}
	if text := strings.Join(words, " "); s.protects != "whole" {
		return text
	} else {
		return "{" + text + "}"
	}
}

// innerCapital reports whether there is a capital inside a word or a part after a hyphen.
func innerCapital(word string) bool {
	for _, part := range strings.Split(word, "-") {
		if len(part) > 1 && strings.ToLower(part[1:]) != part[1:] {
			return true
		}
	}
	return false
}

var monthMacros = []string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}

func entryOf(r *biblio.Record, s style) *bibEntry {
	e := &bibEntry{kind: "article", key: strings.Map(keyRune, r.LocalID), values: map[string]string{}}
	add := func(name, value string) {
		if value != "" {
			e.names, e.values[name] = append(e.names, name), value
		}
	}
	for _, c := range r.Authors() {
		e.authors = append(e.authors, nameText(c, s))
	}
	add("author", "x")
	add("title", titleText(r.FullTitle(), s))
	container := latex.Escape(r.Container.Title, s.ascii)
	arxiv := r.ID(ident.ArXiv).Value
	switch {
	case r.Type == biblio.Preprint && s.biblatex:
		e.kind = "online"
		add("eprint", arxiv)
		add("eprinttype", "arxiv")
	case r.Type == biblio.Preprint && s.initials:
		e.kind = "misc"
		add("eprint", arxiv)
		add("archiveprefix", "arXiv")
	case r.Type == biblio.Preprint:
		add("journal", "arXiv preprint arXiv:"+arxiv)
	case r.Type == biblio.PaperConference:
		e.kind = "inproceedings"
		add("booktitle", container)
	case s.biblatex:
		add("journaltitle", container)
	default:
		add("journal", container)
	}
	add("volume", r.Volume)
	add("number", r.Issue)
	add("pages", strings.ReplaceAll(strings.ReplaceAll(r.Pages, "–", "-"), "-", s.dash))
	if month := monthMacros[len(r.Title)%12]; s.month == "macro" {
		add("month", month)
	} else if s.month == "text" {
		add("month", strings.ToUpper(month[:1])+month[1:])
	}
	if s.biblatex {
		add("date", r.YearString())
	} else {
		add("year", r.YearString())
	}
	if doi := r.ID(ident.DOI).Value; doi != "" {
		add("doi", s.doiPrefix+doi)
	}
	return e
}

func keyRune(c rune) rune {
	if c > 32 && c < 127 && !strings.ContainsRune(`,{}"#%=~\()'`, c) {
		return c
	}
	return '-'
}

// preamble returns the macros for containers that several entries have, and makes the entries use them.
func preamble(entries []*bibEntry, s style) string {
	if !s.macros {
		return ""
	}
	count := map[string]int{}
	var order []string
	for _, e := range entries {
		if v := e.values[e.venue()]; v != "" {
			if count[v]++; count[v] == 2 {
				order = append(order, v)
			}
		}
	}
	macro := map[string]string{}
	var b strings.Builder
	for i, v := range order {
		open, shut := s.open, s.shut
		if open == `"` && strings.Contains(v, `"`) {
			open, shut = "{", "}"
		}
		macro[v] = fmt.Sprintf("venue%d", i)
		fmt.Fprintf(&b, "@string{%s = %s%s%s}%s", macro[v], open, v, shut, s.newline)
	}
	for _, e := range entries {
		e.macro = macro
	}
	return b.String() + s.newline
}
