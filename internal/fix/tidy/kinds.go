package tidy

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// Kind is one kind of change.
type Kind struct {
	Name   string                   // of its flag
	Help   string                   // for its flag
	Values []string                 // allowed values of the flag; nil for on and off
	List   bool                     // the flag takes a list of names, which Check does not validate
	check  func(value string) error // checks a value if Values is nil; nil accepts any
	apply  func(t *tidier, value string) (changed int, err error)
}

// Kinds lists the kinds of changes in the order in which they are applied.
var Kinds = []Kind{
	{Name: "merge", Values: []string{"first", "fullest", "ask"}, apply: (*tidier).merge,
		Help: "merge the entries of one work into one, keeping the first, the one with most fields, or the one you choose"},
	{Name: "merge-conflicting",
		Help: "with --merge: entries too that differ in more than form; what only the ones that go say is lost, and listed"},
	{Name: "keys", Values: keyStyleNames(), check: checkKeyPattern, apply: (*tidier).rename,
		Help: "give all entries keys of one style: vaswani2017attention, vaswani2017 or Vaswani2017, or a pattern such as " +
			"[auth:lower][year][shorttitle]"},
	{Name: "drop", List: true, apply: (*tidier).drop, Help: "take these fields out of all entries"},
	{Name: "keep", List: true, apply: (*tidier).keep,
		Help: "remove all fields except these and those by which entries refer to each other"},
	{Name: "blank-lines", List: true, apply: (*tidier).blankLines,
		check: func(value string) error { _, err := between(value, 0, mostIndent); return err },
		Help:  "number of empty lines before each entry"},
	{Name: "max-authors", List: true, apply: (*tidier).maxAuthors,
		check: func(value string) error { _, err := atLeastOne(value); return err },
		Help:  `keep this many names of longer lists, and write "and others" for the rest`},
	{Name: "pages", apply: (*tidier).pages, Help: "two hyphens in ranges of pages"},
	{Name: "urls", apply: (*tidier).urls,
		Help: `addresses without \url{} and spaces, with https for doi.org and arxiv.org`},
	{Name: "doi", apply: (*tidier).doi, Help: "the bare DOI in the field doi, and no url that only leads to it"},
	{Name: "containers", Values: []string{"short", "iso4", "nlm", "long"}, apply: (*tidier).containers,
		Help: "names of journals and conferences: iso4 or short (ISO 4, acronyms), nlm (without full stops) or long"},
	{Name: "months", apply: (*tidier).months, Help: "months as the macros of styles: jan, feb, …"},
	{Name: "characters", Values: []string{"unicode", "latex"}, apply: (*tidier).characters,
		Help: "letters with accents, and others outside ASCII, as characters or as commands of LaTeX"},
	{Name: "protect", apply: (*tidier).protect,
		Help: "braces around words of titles with inner capitals, which styles would make small"},
	{Name: "sort-fields", apply: (*tidier).sortFields, Help: "the fields of each entry in one order: title, author, …"},
	{Name: "case", Values: slices.Sorted(maps.Keys(cases)), apply: (*tidier).letterCase,
		Help: "types of entries and names of fields in one case"},
	{Name: "delimiters", Values: []string{"braces", "quotes"}, apply: (*tidier).delimiters,
		Help: "values between braces or quotation marks"},
	{Name: "align", apply: (*tidier).align,
		Help: "one field a line, indented by two spaces, with the equals signs in one column"},
	{Name: "indent", List: true, check: checkIndent, apply: (*tidier).indent,
		Help: "number of spaces before fields that open a line, or \"tab\""},
	{Name: "wrap", List: true, check: checkWidth, apply: (*tidier).wrap,
		Help: "values broken at this width, and joined where they are broken elsewhere"},
	{Name: "sort", Values: sortKeyNames(), List: true, apply: (*tidier).sortEntries,
		Help: "order entries by key, author, year, title, type; several with commas, a minus sign before one reverses it"},
	{Name: "aliases", Help: "keep replaced keys as further keys of their entry in ids = {…}, which BibLaTeX knows"},
}

// Profile is a set of kinds under one name.
type Profile struct {
	Name     string
	Help     string
	Settings Settings
}

// private are fields for programs and personal collections, which no style prints.
var private = strings.Join(bibfield.With(bibfield.Private), ",")

// house is one consistent layout for a whole file.
var house = Settings{
	"sort": "key", "sort-fields": "true", "pages": "true", "doi": "true", "urls": "true", "months": "true",
	"case": "lower", "delimiters": "braces", "align": "true", "indent": usualIndent, "wrap": "80", "blank-lines": "1",
}

// with returns settings merged with more of them.
func with(settings, more Settings) Settings {
	all := maps.Clone(settings)
	maps.Copy(all, more)
	return all
}

// Profiles lists the sets of kinds.
var Profiles = []Profile{
	{"house", "one layout: sorted by key, aligned and wrapped, fields in one order, pages and identifiers in one form",
		house},
	{"submission", "what a style prints comes out right: pages, identifiers, capitals; no private fields",
		Settings{"drop": private, "pages": "true", "doi": "true", "urls": "true", "protect": "true"}},
	{"biblatex", "house, with replaced keys kept in ids", with(house, Settings{"aliases": "true"})},
}

// Named returns the settings of a profile.
func Named(profile string) (Settings, error) {
	var names []string
	for _, p := range Profiles {
		if p.Name == profile {
			return p.Settings, nil
		}
		names = append(names, p.Name)
	}
	return nil, fmt.Errorf("unknown profile %q: use %s", profile, strings.Join(names, ", "))
}

// Asks reports whether any kind is on.
func (s Settings) Asks() bool {
	return slices.ContainsFunc(Kinds, func(k Kind) bool {
		return k.apply != nil && s[k.Name] != "" && s[k.Name] != "false"
	})
}

// Check returns an error for a value that a kind does not accept.
func (s Settings) Check() error {
	for _, k := range Kinds {
		value := s[k.Name]
		if value == "" || value == "false" || k.Values == nil && k.check == nil {
			continue
		}
		if k.check != nil && !slices.Contains(k.Values, value) {
			if err := k.check(value); err != nil {
				return fmt.Errorf("--%s: %w", k.Name, err)
			}
			continue
		}
		for _, part := range split(value) {
			if k.List {
				part = strings.TrimPrefix(part, "-")
			}
			if !slices.Contains(k.Values, part) {
				return fmt.Errorf("--%s %q: use %s", k.Name, part, strings.Join(k.Values, ", "))
			}
		}
	}
	return nil
}

// split splits a list at its commas.
func split(list string) []string {
	parts := lists.Map(strings.Split(list, ","), strings.TrimSpace)
	return slices.DeleteFunc(parts, func(part string) bool { return part == "" })
}
