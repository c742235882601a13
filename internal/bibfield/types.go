package bibfield

// Type is a row of the table of entry types.
type Type struct {
	Names    []string // in lower case, the usual one first
	CSL      string   // the type of work as CSL calls it; "" if unknown
	Use      Use
	In       Role // states the container of a new entry; None if the type has no container
	By       Role // states the publisher; None means Publisher
	Requires []Requirement
}

// Use says how entries of a type are handled.
type Use uint8

// The uses.
const (
	Common Use = 1 << iota // so common that an at sign before it is meant to start an entry
	Child                  // part of a work that has another title
	NoWork                 // a container of data or a setting for styles
)

// Requirement is met by a field with any of its roles. If all are missing, the first is named.
type Requirement struct {
	Any       []Role
	OnlyInBib bool // a file written for BibLaTeX need not have it
}

func oneOf(roles ...Role) Requirement { return Requirement{Any: roles} }

func inBibTeX(roles ...Role) Requirement { return Requirement{Any: roles, OnlyInBib: true} }

// The groups that several types share. Bodies and collaborations can stand in for an author.
var (
	people    = oneOf(Author, Editor, Organization, Institution, Collaboration, ShortAuthor, Translator, SortLabel)
	titled    = oneOf(Title, MainTitle, BookTitle)
	dated     = oneOf(Year, Date, PubState, EventDate)
	published = inBibTeX(Publisher, Organization, Institution, HowPublished, URL)
	schooled  = oneOf(School, Institution, Publisher, Organization)
	inJournal = oneOf(Journal, ShortJournal, JournalSubtitle, Eprint, Note)
	inBook    = oneOf(BookTitle, MainTitle)
	atEvent   = oneOf(BookTitle, MainTitle, Event, Series)
)

// types lists the entry types of BibTeX, BibLaTeX and common styles.
var types = []Type{
	{Names: []string{"article"}, CSL: "article-journal", Use: Common | Child, In: Journal,
		Requires: []Requirement{people, titled, inJournal, dated}},
	{Names: []string{"suppperiodical"}, CSL: "article-journal", Use: Child},
	{Names: []string{"inproceedings", "conference"}, CSL: "paper-conference", Use: Common | Child, In: BookTitle,
		Requires: []Requirement{people, titled, atEvent, dated}},
	{Names: []string{"paper"}, CSL: "paper-conference"},
	{Names: []string{"incollection"}, CSL: "chapter", Use: Common | Child, In: BookTitle,
		Requires: []Requirement{people, titled, inBook, published, dated}},
	{Names: []string{"inbook"}, CSL: "chapter", Use: Common | Child, In: BookTitle,
		Requires: []Requirement{people, titled, oneOf(Chapter, Pages, BookTitle, Part), published, dated}},
	{Names: []string{"bookinbook"}, CSL: "chapter", Use: Child},
	{Names: []string{"suppbook"}, CSL: "chapter", Use: Child},
	{Names: []string{"suppcollection"}, CSL: "chapter", Use: Child},
	{Names: []string{"inreference"}, CSL: "entry", Use: Child},
	{Names: []string{"book"}, CSL: "book", Use: Common, Requires: []Requirement{people, titled, published, dated}},
	{Names: []string{"collection"}, CSL: "book", Requires: []Requirement{titled, dated}},
	{Names: []string{"booklet"}, CSL: "book", Use: Common, Requires: []Requirement{titled}},
	{Names: []string{"mvbook"}, CSL: "book"},
	{Names: []string{"mvcollection"}, CSL: "book"},
	{Names: []string{"reference"}, CSL: "book"},
	{Names: []string{"mvreference"}, CSL: "book"},
	{Names: []string{"proceedings"}, CSL: "proceedings", Use: Common, Requires: []Requirement{titled, dated}},
	{Names: []string{"mvproceedings"}, CSL: "proceedings"},
	{Names: []string{"phdthesis"}, CSL: "thesis", Use: Common, By: School,
		Requires: []Requirement{people, titled, schooled, dated}},
	{Names: []string{"mastersthesis"}, CSL: "thesis", Use: Common, By: School,
		Requires: []Requirement{people, titled, schooled, dated}},
	{Names: []string{"thesis"}, CSL: "thesis", Use: Common, By: Institution,
		Requires: []Requirement{people, titled, schooled, dated}},
	{Names: []string{"bachelorsthesis", "bathesis", "masterthesis", "mathesis"}, CSL: "thesis"},
	{Names: []string{"techreport"}, CSL: "report", Use: Common, By: Institution,
		Requires: []Requirement{people, titled, oneOf(Institution, Publisher, Organization, School, Author), dated}},
	{Names: []string{"report"}, CSL: "report", Use: Common, By: Institution,
		Requires: []Requirement{people, titled, dated}},
	{Names: []string{"manual"}, CSL: "report", Use: Common, Requires: []Requirement{titled}},
	{Names: []string{"whitepaper", "techreports"}, CSL: "report"},
	{Names: []string{"online"}, CSL: "webpage", Use: Common,
		Requires: []Requirement{oneOf(Title, HowPublished, Note), oneOf(URL, DOI, Eprint, HowPublished, Note)}},
	{Names: []string{"electronic", "www", "webpage", "website", "url"}, CSL: "webpage"},
	{Names: []string{"software", "softwareversion", "softwaremodule", "codefragment"}, CSL: "software"},
	{Names: []string{"dataset", "data"}, CSL: "dataset"},
	{Names: []string{"patent"}, CSL: "patent"},
	{Names: []string{"standard"}, CSL: "standard"},
	{Names: []string{"unpublished"}, CSL: "manuscript", Use: Common, Requires: []Requirement{people, titled}},
	{Names: []string{"letter"}, CSL: "personal_communication"},
	{Names: []string{"legislation", "legal"}, CSL: "legislation"},
	{Names: []string{"jurisdiction"}, CSL: "legal_case"},
	{Names: []string{"review"}, CSL: "review"},
	{Names: []string{"preprint"}, CSL: "article"},
	{Names: []string{"newspaper"}, CSL: "article-newspaper"},
	{Names: []string{"magazine"}, CSL: "article-magazine"},
	{Names: []string{"periodical", "artwork", "audio", "image", "movie", "music", "performance", "video", "commentary"},
		CSL: "document"},
	{Names: []string{"misc"}, Use: Common | Child},
	{Names: []string{"xdata", "set", "control", "ieeetranbstctl", "bibnote", "footnote", "settings"}, Use: NoWork},
}

var typesByName = func() map[string]*Type {
	m := map[string]*Type{}
	for i := range types {
		for _, name := range types[i].Names {
			m[name] = &types[i]
		}
	}
	return m
}()

// TypeOf returns the row for an entry type in lower case, or an empty row if the table does not list it.
func TypeOf(name string) *Type {
	if t := typesByName[name]; t != nil {
		return t
	}
	return &Type{}
}

// Is reports whether a type has any of the given uses.
func (t *Type) Is(use Use) bool { return t.Use&use != 0 }

// Name returns the usual name of a type, or "" if the table does not list it.
func (t *Type) Name() string {
	if len(t.Names) == 0 {
		return ""
	}
	return t.Names[0]
}

// Publishes returns the role of the field that states the publisher of such a work.
func (t *Type) Publishes() Role {
	if t.By == None {
		return Publisher
	}
	return t.By
}
