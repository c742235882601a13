package bibfield

import "github.com/bonafide-audit/bonafide/internal/ident"

// Role says what a field states. Fields with the same role state the same thing.
type Role uint8

// The roles. None is the role of a field that the table does not list.
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
	Collaboration // the body on whose behalf the authors write: not an author itself
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
	Visited // when the address was visited
	Note
	Addendum
	SortLabel // used for sorting in place of missing people
	Abstract
	Annotation
	Remark // a field that was commented out, or a remark on the entry
	Other  // a known field that states nothing about the work
)

// sameAs maps roles to a role that states the same thing in another form.
var sameAs = map[Role]Role{Date: Year, School: Institution, Issue: Number}

// Identifiers lists the roles that state an identifier of one scheme.
var Identifiers = []struct {
	Role   Role
	Scheme ident.Scheme
}{{DOI, ident.DOI}, {ArXiv, ident.ArXiv}, {PMID, ident.PMID}, {PMCID, ident.PMCID}, {ISBN, ident.ISBN}}

// SchemeOf returns the scheme of the identifiers that fields of a role state, or "" if there is none.
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
