package bibfield

import "github.com/bonafide-audit/bonafide/internal/ident"

// Role says what a field states. Fields of one role are names of one statement.
type Role uint8

// The roles. None is that of a field that the table does not have.
const (
	None Role = iota
	CrossRef
	XData
	XRef
	Related
	RelatedType
	EntrySet
	IDs // further keys under which the entry is cited
	Author
	Editor
	Translator
	ShortAuthor
	Collaboration // the body for which the authors write: no author itself
	Title
	Subtitle
	MainTitle // of the work of several volumes that the book is part of
	BookTitle
	BookSubtitle
	Journal
	JournalSubtitle
	ShortJournal
	ShortBook
	Event
	EventDate
	Date // as ISO 8601
	Year
	Month
	Day
	PubState
	Edition
	Series
	Volume
	Number
	Issue
	Chapter
	Part
	Pages
	ArticleNumber
	Publisher
	Organization
	Institution
	School
	Kind    // of report or thesis
	Subtype // of entry
	HowPublished
	Place
	DOI
	Eprint
	Archive // that the eprint is in
	EprintClass
	ArXiv
	PMID
	PMCID
	ISBN
	ISSN
	EISSN
	URL
	Visited // when the address was looked at
	Note
	Addendum
	SortLabel // what stands for people who are missing
	Abstract
	Annotation
	Remark // a field that somebody commented out, or a remark on the entry
	Other  // a field that is known and states nothing about the work
)

// sameAs lists roles that state the same as another one in another form.
var sameAs = map[Role]Role{Date: Year, School: Institution, Issue: Number}

// Identifiers lists the roles that state an identifier of one scheme.
var Identifiers = []struct {
	Role   Role
	Scheme ident.Scheme
}{{DOI, ident.DOI}, {ArXiv, ident.ArXiv}, {PMID, ident.PMID}, {PMCID, ident.PMCID}, {ISBN, ident.ISBN}}

// SchemeOf returns the scheme of the identifier that fields of a role state, or "" if there is none.
func SchemeOf(role Role) ident.Scheme {
	for _, row := range Identifiers {
		if row.Role == role {
			return row.Scheme
		}
	}
	return ""
}

// Referring lists the names of the fields that name keys of other entries.
var Referring = Named(CrossRef, XRef, XData, Related, EntrySet)
