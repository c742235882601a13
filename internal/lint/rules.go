package lint

import (
	"maps"
	"slices"
)

// Rule describes what a remark may be about. Doc says what it means; Fix says what --fix does about it, "" for
// nothing.
type Rule struct {
	Severity Severity
	Doc      string
	Fix      string
}

// rules maps the stable names of the rules to the rules.
var rules = map[string]Rule{
	// The bibliography as a whole.
	"duplicate":          {Warning, "the same work has two keys", ""},
	"duplicate-version":  {Note, "another version of the same work (preprint, proceedings, journal) has another key", ""},
	"same-title":         {Warning, "two entries have the same title, of some length, and no author in common", ""},
	"shared-identifier":  {Warning, "two entries with different titles have the same DOI or arXiv id", ""},
	"duplicate-key":      {Error, "two entries have the same key", ""},
	"undefined-key":      {Error, "a text cites a key that no entry has", ""},
	"uncited-key":        {Note, "none of the given texts cites the entry", ""},
	"published-version":  {Warning, "the cited preprint has been published; fix --prefer published upgrades it", ""},
	"retracted":          {Error, "the work has been retracted", ""},
	"withdrawn":          {Error, "the work has been withdrawn", ""},
	"concern":            {Warning, "the publisher has expressed concern about the work", ""},
	"container-spelling": {Note, "one journal has two names in the file", ""},
	"name-spelling":      {Note, "one person has two spellings in the file", ""},

	// One entry.
	"missing-field":    {Warning, "the entry lacks a field that its type requires", ""},
	"empty-field":      {Note, "a field has no text", "removes the field"},
	"duplicate-field":  {Warning, "an entry states a field twice; only the first counts", ""},
	"isbn-malformed":   {Warning, "an ISBN has a wrong check digit or a wrong number of digits", ""},
	"issn-in-isbn":     {Note, "the field isbn holds an ISSN, the number of the journal or series", ""},
	"volume-and-more":  {Note, "the field volume holds the issue, the year or pages too", ""},
	"issn-malformed":   {Warning, "an ISSN has a wrong check digit", ""},
	"doi-malformed":    {Warning, "the field doi holds something else", ""},
	"doi-unregistered": {Note, "the DOI has a prefix under which none is registered, as ACM's 10.5555", ""},
	"pmid-malformed":   {Note, "the field pmid holds something else, as the number of another database", ""},
	"doi-prefix": {Note,
		"the field doi holds an address or a label with the DOI, or white space in it; styles add their own",
		"leaves the bare DOI"},
	"page-dash": {Note, "a range of pages has a dash other than the two hyphens that BibTeX wants",
		"writes two hyphens"},
	"pages-reversed":   {Warning, "the last page comes before the first", ""},
	"impossible-year":  {Warning, "the year is not a year, or in the future", ""},
	"impossible-month": {Warning, "the month is not a month", ""},
	"unescaped-character": {Warning, "&, %, # or _ without a backslash breaks LaTeX",
		"puts a backslash before it in titles and names of containers and publishers"},
	"html-entity":     {Warning, "HTML is left in a value", "writes &amp; as \\&"},
	"et-al-in-list":   {Warning, "\"et al.\" is read as a name; BibTeX wants \"and others\"", "writes \"and others\""},
	"names-separated": {Warning, "names are separated by commas or semicolons; BibTeX wants \"and\"", ""},
	"title-capitals":  {Note, "the title is in capitals throughout", ""},

	// What could not be parsed as intended.
	"unclosed-entry":       {Error, "an entry is not closed: its braces do not match", ""},
	"unclosed-value":       {Error, "a value is not closed: its braces or quotation marks do not match", ""},
	"mismatched-delimiter": {Error, "an entry ends with a different bracket than it began with", ""},
	"escaped-brace":        {Warning, "a brace after a backslash counts in BibTeX", ""},
	"missing-comma":        {Error, "a comma is missing", ""},
	"missing-equals":       {Error, "an equals sign is missing", ""},
	"missing-value":        {Error, "a field has no value", ""},
	"missing-brace":        {Error, "an opening brace is missing", ""},
	"malformed-type":       {Error, "the type of an entry is malformed", ""},
	"missing-key":          {Error, "an entry has no key", ""},
	"space-in-key":         {Error, "a key contains white space", ""},
	"unquoted-value":       {Error, "a value has no braces or quotation marks", ""},
	"undefined-macro":      {Error, "a macro is used and not defined", ""},
	"stray-text":           {Warning, "text inside an entry is not a field", ""},
	"extra-comma":          {Note, "a comma separates nothing", ""},
	"commented-entry":      {Note, "a percent sign does not comment an entry out in BibTeX", ""},
	"empty-entry":          {Warning, "an entry has no fields", ""},
	"missing-parent":       {Error, "the entry inherits from a key that no entry has", ""},
	"circular-parent":      {Error, "entries inherit from each other in a circle", ""},
	"deep-parent":          {Warning, "entries inherit from each other too deeply", ""},
	"encoding":             {Note, "the file is not in UTF-8", ""},
	"unreadable":           {Warning, "something else could not be read as meant", ""},
}

// Rules returns the names of all rules in alphabetical order.
func Rules() []string { return slices.Sorted(maps.Keys(rules)) }

// Describe returns a rule by its name.
func Describe(name string) (Rule, bool) {
	r, ok := rules[name]
	return r, ok
}

func ruleOf(name string) Rule { return rules[name] }
