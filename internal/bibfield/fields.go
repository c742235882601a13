package bibfield

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lists"
)

// Field is a row of the table.
type Field struct {
	Name  string // in lower case
	Role  Role
	Flags Flags
}

// Flags say how a field is handled.
type Flags uint32

// The flags.
const (
	BibLaTeX Flags = 1 << iota // BibTeX's own styles do not know it
	Names                      // a list of names
	Keys                       // keys of entries
	Numeric                    // often a number without braces
	Verbatim                   // an address or a number, in which TeX's special characters are literal
	Acronym                    // its name is an acronym, written in capitals next to names of any case
	Printed                    // styles print it as LaTeX text
	Mentions                   // people put identifiers into its text
	Cites                      // its text may cite other entries
	Stays                      // belongs to the entry alone: no other entry inherits it by crossref
	Private                    // for a program or one's own library; no style prints it
	Stamp                      // says when, where and by whom the entry was written
	Unkept                     // about the entry itself, or long: not kept with a reference
	Repeated                   // programs write it several times
)

// row is a row of the table for fields that are handled in the same way: their names, separated by spaces.
type row struct {
	names string
	role  Role
	flags Flags
}

func rows(table []row) (list []Field) {
	for _, r := range table {
		for name := range strings.FieldsSeq(r.names) {
			list = append(list, Field{name, r.role, r.flags})
		}
	}
	return list
}

// fields lists, in order, the fields that have a place in the order in which tidy sorts the fields of an entry. If
// several names have one role, the first counts.
var fields = rows([]row{
	{"crossref", CrossRef, Keys | Stays},
	{"xdata", XData, Keys | Stays},
	{"ids", IDs, Keys | Stays},
	{"author authors", Author, Names},
	{"editor editors", Editor, Names},
	{"title", Title, Printed},
	{"subtitle", Subtitle, Printed | BibLaTeX},
	{"maintitle", MainTitle, Printed | BibLaTeX},
	{"booktitle", BookTitle, Printed | Mentions},
	{"booksubtitle", BookSubtitle, Printed},
	{"journaltitle", Journal, Printed | Mentions | BibLaTeX},
	{"journal", Journal, Printed | Mentions},
	{"year", Year, Numeric},
	{"date", Date, Numeric | BibLaTeX},
	{"pubyear issued", Year, 0},
	{"month", Month, 0},
	{"day", Day, 0},
	{"edition", Edition, 0},
	{"series", Series, Printed | Mentions},
	{"volume", Volume, Numeric},
	{"number", Number, Numeric | Mentions},
	{"issue", Issue, Numeric},
	{"chapter", Chapter, 0},
	{"part", Part, 0},
	{"pages", Pages, Mentions | Stays},
	{"page", Pages, Stays},
	{"eid", ArticleNumber, Acronym | Stays},
	{"articleno article-number article_number art_number elocation-id", ArticleNumber, Stays},
	{"numpages", Other, Stays},
	{"publisher", Publisher, Printed | Mentions},
	{"organization", Organization, Printed},
	{"institution", Institution, Printed | Mentions},
	{"school university", School, Printed},
	{"type", Kind, Mentions},
	{"howpublished", HowPublished, Mentions},
	{"address", Place, Printed},
	{"location", Place, Printed | BibLaTeX},
	{"doi", DOI, Verbatim | Acronym | Stays},
	{"eprint", Eprint, Verbatim | Stays},
	{"eprinttype", Archive, Verbatim | BibLaTeX | Stays},
	{"archiveprefix archive", Archive, Stays},
	{"eprintclass", EprintClass, Verbatim | Stays},
	{"primaryclass", EprintClass, Stays},
	{"arxivid arxiv arxiv_id arxiv-id", ArXiv, Verbatim | Stays},
	{"pmid", PMID, Verbatim | Acronym | Stays},
	{"pmcid pmc", PMCID, Verbatim | Stays},
	{"isbn", ISBN, Verbatim | Acronym},
	{"issn", ISSN, Acronym},
	{"eissn", EISSN, 0},
	{"url", URL, Verbatim | Acronym | Stays | Repeated},
	{"ee", URL, Verbatim | Stays}, // DBLP's
	{"link opturl", URL, Verbatim | Stays},
	{"urldate", Visited, BibLaTeX | Stays},
	{"lastchecked", Visited, Stays},
	{"note", Note, Mentions | Cites | Stays | Repeated},
})

// others lists the remaining fields, which tidy leaves after those, in the entry's own order.
var others = rows([]row{
	{"xref", XRef, Keys | Stays},
	{"related", Related, Keys | Stays | Repeated},
	{"entryset", EntrySet, Keys | Stays},
	{"relatedtype", RelatedType, Stays},
	{"relatedoptions relatedstring", Other, Stays},
	{"entrysubtype", Subtype, Stays},
	{"execute options presort sortkey shorthand shorthandintro pagetotal", Other, Stays},
	{"langid", Other, BibLaTeX},
	{"label key", SortLabel, Stays},
	{"translator", Translator, Names},
	{"shortauthor", ShortAuthor, Names},
	{"collaboration", Collaboration, 0},
	{"shortjournal journalabbr", ShortJournal, 0},
	{"journalsubtitle", JournalSubtitle, Printed},
	{"booktitleshort shortbooktitle", ShortBook, 0},
	{"eventtitle", Event, 0},
	{"eventdate", EventDate, 0},
	{"pubstate", PubState, 0},
	{"addendum", Addendum, Mentions | Cites},
	{"titleaddon usera", Other, Cites},
	{"annote", Annotation, Cites | Stays | Unkept | Repeated},
	{"annotation", Annotation, Cites | Stays | Unkept},
	{"review", Other, Unkept},

	{"abstract", Abstract, Private | Cites | Stays | Unkept | Repeated},
	{"file", Other, Private | Stays | Unkept | Repeated},
	{"keywords", Other, Private | Stays | Repeated},
	{"owner", Other, Private | Stamp | Unkept | Stays},
	{"timestamp", Other, Private | Stamp | Stays | Unkept},
	{"bibsource biburl date-added date-modified creationdate modificationdate", Other, Private | Stamp | Stays},
	{"groups mendeley-tags mendeley-groups", Other, Private},
	{"bdsk-url-1 bdsk-url-2 bdsk-file-1 bdsk-file-2", Other, Private | Unkept},
	{"local-url citeulike-article-id priority read ranking", Other, Private},
	{"comment", Remark, Private | Cites | Unkept},
})

// The table by name, by role and by field order.
var byName, byRole, ranks = indexed()

func indexed() (names map[string]*Field, roles [Other + 1][]string, ranks map[string]int) {
	names, ranks = map[string]*Field{}, map[string]int{}
	for _, list := range [][]Field{fields, others} {
		for i := range list {
			f := &list[i]
			names[f.Name] = f
			roles[f.Role] = append(roles[f.Role], f.Name)
		}
	}
	for i := range fields {
		ranks[fields[i].Name] = i
	}
	return names, roles, ranks
}

// Rows for names that the table does not list.
var (
	unknown  Field
	disabled = Field{Role: Remark, Flags: Unkept | Repeated | Stays}
	bdsk     = Field{Role: Other, Flags: Private | Unkept}
)

// Of returns the row for a field name in lower case. A name that the table does not list gets an empty row; one that
// begins with an at sign, which is how people disable a field, gets the row of a remark.
func Of(name string) *Field {
	if f := byName[name]; f != nil {
		return f
	}
	switch {
	case strings.HasPrefix(name, "@"):
		return &disabled
	case strings.HasPrefix(name, "bdsk-"):
		return &bdsk
	}
	return &unknown
}

// Is reports whether a field has any of the given flags.
func (f *Field) Is(flags Flags) bool { return f.Flags&flags != 0 }

// Named returns the names of the fields that state any of the given roles: the first role first, and within a role
// the name that counts first.
func Named(roles ...Role) []string {
	if len(roles) == 1 {
		return byRole[roles[0]]
	}
	return slices.Concat(lists.Map(roles, func(r Role) []string { return byRole[r] })...)
}

// Name returns the name to use for a new field of a role, in a file for BibLaTeX or BibTeX.
func Name(role Role, biblatex bool) string {
	names := byRole[role]
	for _, name := range names {
		if byName[name].Is(BibLaTeX) == biblatex {
			return name
		}
	}
	return names[0]
}

// Meaning returns one name for all fields that state the same thing; a field that the table does not list is its own
// meaning.
func Meaning(name string) string {
	role := Of(name).Role
	if same, ok := sameAs[role]; ok {
		role = same
	}
	if role == None || role >= Remark {
		return name
	}
	return byRole[role][0]
}

// Rank returns the place of a field in the field order; fields without a place come last and are equal.
func Rank(name string) int {
	if i, ok := ranks[name]; ok {
		return i
	}
	return len(fields)
}

// Usual returns the place of a field in the order that most files use: the order of Rank, but with the date after the
// place of publication and the keys of other entries at the end.
func Usual(name string) int {
	f := Of(name)
	switch f.Role {
	case Date, Year, Month, Day:
		return 2*ranks[Name(Place, true)] + 1
	}
	if f.Is(Keys) {
		return 2 * len(fields)
	}
	return 2 * Rank(name)
}

// With lists the names of all fields that have any of the given flags.
func With(flags Flags) []string {
	marked := lists.Filter(slices.Concat(fields, others), func(f Field) bool { return f.Is(flags) })
	return lists.Map(marked, func(f Field) string { return f.Name })
}
