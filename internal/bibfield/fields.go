package bibfield

import "strings"

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

// fields lists, in order, the fields that have a place in the order in which tidy sorts the fields of an entry. If
// several names have one role, the first counts.
var fields = []Field{
	{Name: "crossref", Role: CrossRef, Flags: Keys | Stays},
	{Name: "xdata", Role: XData, Flags: Keys | Stays},
	{Name: "ids", Role: IDs, Flags: Keys | Stays},
	{Name: "author", Role: Author, Flags: Names},
	{Name: "authors", Role: Author, Flags: Names},
	{Name: "editor", Role: Editor, Flags: Names},
	{Name: "editors", Role: Editor, Flags: Names},
	{Name: "title", Role: Title, Flags: Printed},
	{Name: "subtitle", Role: Subtitle, Flags: Printed | BibLaTeX},
	{Name: "maintitle", Role: MainTitle, Flags: Printed | BibLaTeX},
	{Name: "booktitle", Role: BookTitle, Flags: Printed | Mentions},
	{Name: "booksubtitle", Role: BookSubtitle, Flags: Printed},
	{Name: "journaltitle", Role: Journal, Flags: Printed | Mentions | BibLaTeX},
	{Name: "journal", Role: Journal, Flags: Printed | Mentions},
	{Name: "year", Role: Year, Flags: Numeric},
	{Name: "date", Role: Date, Flags: Numeric | BibLaTeX},
	{Name: "pubyear", Role: Year},
	{Name: "issued", Role: Year},
	{Name: "month", Role: Month},
	{Name: "day", Role: Day},
	{Name: "edition", Role: Edition},
	{Name: "series", Role: Series, Flags: Printed | Mentions},
	{Name: "volume", Role: Volume, Flags: Numeric},
	{Name: "number", Role: Number, Flags: Numeric | Mentions},
	{Name: "issue", Role: Issue, Flags: Numeric},
	{Name: "chapter", Role: Chapter},
	{Name: "part", Role: Part},
	{Name: "pages", Role: Pages, Flags: Mentions | Stays},
	{Name: "page", Role: Pages, Flags: Stays},
	{Name: "eid", Role: ArticleNumber, Flags: Acronym | Stays},
	{Name: "articleno", Role: ArticleNumber, Flags: Stays},
	{Name: "article-number", Role: ArticleNumber, Flags: Stays},
	{Name: "article_number", Role: ArticleNumber, Flags: Stays},
	{Name: "art_number", Role: ArticleNumber, Flags: Stays},
	{Name: "elocation-id", Role: ArticleNumber, Flags: Stays},
	{Name: "numpages", Role: Other, Flags: Stays},
	{Name: "publisher", Role: Publisher, Flags: Printed | Mentions},
	{Name: "organization", Role: Organization, Flags: Printed},
	{Name: "institution", Role: Institution, Flags: Printed | Mentions},
	{Name: "school", Role: School, Flags: Printed},
	{Name: "university", Role: School, Flags: Printed},
	{Name: "type", Role: Kind, Flags: Mentions},
	{Name: "howpublished", Role: HowPublished, Flags: Mentions},
	{Name: "address", Role: Place, Flags: Printed},
	{Name: "location", Role: Place, Flags: Printed | BibLaTeX},
	{Name: "doi", Role: DOI, Flags: Verbatim | Acronym | Stays},
	{Name: "eprint", Role: Eprint, Flags: Verbatim | Stays},
	{Name: "eprinttype", Role: Archive, Flags: Verbatim | BibLaTeX | Stays},
	{Name: "archiveprefix", Role: Archive, Flags: Stays},
	{Name: "archive", Role: Archive, Flags: Stays},
	{Name: "eprintclass", Role: EprintClass, Flags: Verbatim | Stays},
	{Name: "primaryclass", Role: EprintClass, Flags: Stays},
	{Name: "arxivid", Role: ArXiv, Flags: Verbatim | Stays},
	{Name: "arxiv", Role: ArXiv, Flags: Verbatim | Stays},
	{Name: "arxiv_id", Role: ArXiv, Flags: Verbatim | Stays},
	{Name: "arxiv-id", Role: ArXiv, Flags: Verbatim | Stays},
	{Name: "pmid", Role: PMID, Flags: Verbatim | Acronym | Stays},
	{Name: "pmcid", Role: PMCID, Flags: Verbatim | Stays},
	{Name: "pmc", Role: PMCID, Flags: Verbatim | Stays},
	{Name: "isbn", Role: ISBN, Flags: Verbatim | Acronym},
	{Name: "issn", Role: ISSN, Flags: Acronym},
	{Name: "eissn", Role: EISSN},
	{Name: "url", Role: URL, Flags: Verbatim | Acronym | Stays | Repeated},
	{Name: "ee", Role: URL, Flags: Verbatim | Stays}, // DBLP's
	{Name: "link", Role: URL, Flags: Verbatim | Stays},
	{Name: "opturl", Role: URL, Flags: Verbatim | Stays},
	{Name: "urldate", Role: Visited, Flags: BibLaTeX | Stays},
	{Name: "lastchecked", Role: Visited, Flags: Stays},
	{Name: "note", Role: Note, Flags: Mentions | Cites | Stays | Repeated},
}

// others lists the remaining fields, which tidy leaves after those, in the entry's own order.
var others = []Field{
	{Name: "xref", Role: XRef, Flags: Keys | Stays},
	{Name: "related", Role: Related, Flags: Keys | Stays | Repeated},
	{Name: "entryset", Role: EntrySet, Flags: Keys | Stays},
	{Name: "relatedtype", Role: RelatedType, Flags: Stays},
	{Name: "relatedoptions", Role: Other, Flags: Stays},
	{Name: "relatedstring", Role: Other, Flags: Stays},
	{Name: "entrysubtype", Role: Subtype, Flags: Stays},
	{Name: "execute", Role: Other, Flags: Stays},
	{Name: "options", Role: Other, Flags: Stays},
	{Name: "presort", Role: Other, Flags: Stays},
	{Name: "sortkey", Role: Other, Flags: Stays},
	{Name: "shorthand", Role: Other, Flags: Stays},
	{Name: "shorthandintro", Role: Other, Flags: Stays},
	{Name: "pagetotal", Role: Other, Flags: Stays},
	{Name: "langid", Role: Other, Flags: BibLaTeX},
	{Name: "label", Role: SortLabel, Flags: Stays},
	{Name: "key", Role: SortLabel, Flags: Stays},
	{Name: "translator", Role: Translator, Flags: Names},
	{Name: "shortauthor", Role: ShortAuthor, Flags: Names},
	{Name: "collaboration", Role: Collaboration},
	{Name: "shortjournal", Role: ShortJournal},
	{Name: "journalabbr", Role: ShortJournal},
	{Name: "journalsubtitle", Role: JournalSubtitle, Flags: Printed},
	{Name: "booktitleshort", Role: ShortBook},
	{Name: "shortbooktitle", Role: ShortBook},
	{Name: "eventtitle", Role: Event},
	{Name: "eventdate", Role: EventDate},
	{Name: "pubstate", Role: PubState},
	{Name: "addendum", Role: Addendum, Flags: Mentions | Cites},
	{Name: "titleaddon", Role: Other, Flags: Cites},
	{Name: "usera", Role: Other, Flags: Cites},
	{Name: "annote", Role: Annotation, Flags: Cites | Stays | Unkept | Repeated},
	{Name: "annotation", Role: Annotation, Flags: Cites | Stays | Unkept},
	{Name: "review", Role: Other, Flags: Unkept},

	{Name: "abstract", Role: Abstract, Flags: Private | Cites | Stays | Unkept | Repeated},
	{Name: "file", Role: Other, Flags: Private | Stays | Unkept | Repeated},
	{Name: "keywords", Role: Other, Flags: Private | Stays | Repeated},
	{Name: "owner", Role: Other, Flags: Private | Stamp | Unkept | Stays},
	{Name: "timestamp", Role: Other, Flags: Private | Stamp | Stays | Unkept},
	{Name: "bibsource", Role: Other, Flags: Private | Stamp | Stays},
	{Name: "biburl", Role: Other, Flags: Private | Stamp | Stays},
	{Name: "date-added", Role: Other, Flags: Private | Stamp | Stays},
	{Name: "date-modified", Role: Other, Flags: Private | Stamp | Stays},
	{Name: "creationdate", Role: Other, Flags: Private | Stamp | Stays},
	{Name: "modificationdate", Role: Other, Flags: Private | Stamp | Stays},
	{Name: "groups", Role: Other, Flags: Private},
	{Name: "mendeley-tags", Role: Other, Flags: Private},
	{Name: "mendeley-groups", Role: Other, Flags: Private},
	{Name: "bdsk-url-1", Role: Other, Flags: Private | Unkept},
	{Name: "bdsk-url-2", Role: Other, Flags: Private | Unkept},
	{Name: "bdsk-file-1", Role: Other, Flags: Private | Unkept},
	{Name: "bdsk-file-2", Role: Other, Flags: Private | Unkept},
	{Name: "local-url", Role: Other, Flags: Private},
	{Name: "citeulike-article-id", Role: Other, Flags: Private},
	{Name: "priority", Role: Other, Flags: Private},
	{Name: "read", Role: Other, Flags: Private},
	{Name: "ranking", Role: Other, Flags: Private},
	{Name: "comment", Role: Remark, Flags: Private | Cites | Unkept},
}

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
	var names []string
	for _, role := range roles {
		names = append(names, byRole[role]...)
	}
	return names
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
	var names []string
	for _, list := range [][]Field{fields, others} {
		for i := range list {
			if list[i].Is(flags) {
				names = append(names, list[i].Name)
			}
		}
	}
	return names
}
