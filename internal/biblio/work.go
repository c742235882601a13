// Package biblio defines the data types of the program: what a reference claims about a work, what a source
// records about it, and the fields that both share. Values are plain data and are never changed after they are
// created.
//
// Pure.
// May be imported by: refstring/..., answer, source, source/..., index, dump, wire, match, judge, audit, claim, claimcheck, corpora, extract/..., fix, fix/..., lint, style, report, lab/..., llm, llm/..., setup, run, accept, runs, pdf, cite, doors, annotate.
package biblio

import (
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/ident"
)

// Type is the kind of a work, as CSL names it.
type Type string

// The types that bonafide distinguishes. The zero value means not stated.
const (
	TypeUnknown     Type = ""
	ArticleJournal  Type = "article-journal"
	PaperConference Type = "paper-conference"
	Chapter         Type = "chapter"
	Book            Type = "book"
	Proceedings     Type = "proceedings" // the volume, not a paper in it
	Preprint        Type = "article"     // CSL's word for a preprint
	Report          Type = "report"
	Thesis          Type = "thesis"
	Dataset         Type = "dataset"
	Software        Type = "software"
	WebPage         Type = "webpage"
	Standard        Type = "standard"
	Patent          Type = "patent"
	Legal           Type = "legal_case"
	Legislation     Type = "legislation"
	ArticleNews     Type = "article-newspaper"
	ArticleMagazine Type = "article-magazine"
	Personal        Type = "personal_communication"
	Unpublished     Type = "manuscript"
	Review          Type = "review" // of a book
	Entry           Type = "entry"  // of a dictionary or encyclopedia
	Other           Type = "document"
)

// Role is what a contributor did.
type Role string

// The roles that are distinguished.
const (
	Author     Role = "author"
	Editor     Role = "editor"
	Translator Role = "translator"
)

// Contributor is a person or a body with a role. A name that could not be split, or the name of a body, is only in
// Literal.
type Contributor struct {
	Family   string // "Beethoven"
	Given    string // "Ludwig", "L.", "Jean-Pierre M."
	Particle string // "van", "de la"; is before Family
	Suffix   string // "Jr.", "III"
	Literal  string // "The ATLAS Collaboration"
	Role     Role   // Author when empty
	Stated   string // the name exactly as the source wrote it, if the parts do not reproduce it
}

// Date is a partial date: a zero part is not stated.
type Date struct{ Year, Month, Day int }

// Container is the journal, proceedings or book that holds a work.
type Container struct {
	Title  string   // as stated: "Proceedings of ACL 2019", "Nature", "arXiv"
	Short  string   // acronym or abbreviation stated beside the title: "ACL", "Nat. Med."
	Series string   // "Lecture Notes in Computer Science"
	ISSN   []string // with hyphen
}

// Abbreviation returns Short where it may be printed, as an acronym or an abbreviation of the title. A name in small
// letters only ("acl", "cl") is a database's internal name of the container; for it, Abbreviation returns "".
func (c *Container) Abbreviation() string {
	if strings.ToUpper(c.Short) != c.Short && strings.ToLower(c.Short) == c.Short {
		return ""
	}
	return c.Short
}

// Work describes a scholarly work: what a reference claims or what a source
// records, in the same shape. An empty field says nothing.
type Work struct {
	Type         Type
	Title        string
	Subtitle     string        // when it is stated separately from Title
	Contributors []Contributor // in the order stated, all roles
	Container    Container
	Issued       Date
	OtherYear    int        // a second year that a claim states: "1999/2014", "2557 [2014]"; 0 if there is none
	IDs          []ident.ID // distinct, in the order stated
	URL          string     // as stated, even if the address is an identifier
	Volume       string
	Issue        string
	Pages        string // "123-145", "e1003456", as stated
	Publisher    string
	Place        string // of publication
	Edition      string
	Note         string

	TitleCut   bool // the title is known to be truncated at its end
	AuthorsCut bool // "et al.", or a list known to be partial: names are missing at its end
}

// FullTitle returns title and subtitle joined as "Title: Subtitle".
func (w *Work) FullTitle() string {
	if w.Subtitle == "" {
		return w.Title
	}
	if w.Title == "" {
		return w.Subtitle
	}
	return w.Title + ": " + w.Subtitle
}

// Authors returns the contributors whose role is author, in order.
func (w *Work) Authors() []Contributor { return w.ByRole(Author) }

// People returns the authors, or the editors of a work that states none.
func (w *Work) People() []Contributor {
	if list := w.Authors(); len(list) > 0 {
		return list
	}
	return w.ByRole(Editor)
}

// ByRole returns the contributors of one role, in order. If all contributors have it, the result is the work's own
// list, which must not be changed.
func (w *Work) ByRole(role Role) []Contributor {
	n := 0
	for i := range w.Contributors {
		if w.Contributors[i].has(role) {
			n++
		}
	}
	switch n {
	case 0:
		return nil
	case len(w.Contributors):
		return w.Contributors[:n:n]
	}
	list := make([]Contributor, 0, n)
	for i := range w.Contributors {
		if w.Contributors[i].has(role) {
			list = append(list, w.Contributors[i])
		}
	}
	return list
}

func (c *Contributor) has(role Role) bool { return c.Role == role || c.Role == "" && role == Author }

// ID returns the first identifier of a scheme, or the zero ID.
func (w *Work) ID(scheme ident.Scheme) ident.ID {
	for _, id := range w.IDs {
		if id.Scheme == scheme {
			return id
		}
	}
	return ident.ID{}
}

// YearString returns the year as digits, or "" if none is stated.
func (w *Work) YearString() string {
	if w.Issued.Year == 0 {
		return ""
	}
	return strconv.Itoa(w.Issued.Year)
}

// Status says how a record relates to its container.
type Status uint8

// A record is a work of its container unless its source says otherwise.
const (
	StatusNormal    Status = iota
	StatusRejected         // a manuscript that did not appear in the container
	StatusWithdrawn        // likewise, because its authors withdrew it
	StatusRetracted        // published, then retracted
)

// Manuscript reports whether the record is of a work that did not appear in the container it names.
func (s Status) Manuscript() bool { return s == StatusRejected || s == StatusWithdrawn }

// RelationKind says how another work relates to this record.
type RelationKind string

// The relations that sources state and that bonafide uses.
const (
	PublishedAs RelationKind = "published-as" // this is the preprint of the target
	PreprintOf  RelationKind = "has-preprint" // the target is the preprint of this
	SameAs      RelationKind = "same-as"      // another record of the same version
)

// Relation points from a record to another version of its work.
type Relation struct {
	Kind RelationKind
	ID   ident.ID
}

// UpdateKind is the kind of a notice about a published work.
type UpdateKind string

// The updates that are reported.
const (
	Retraction   UpdateKind = "retraction"
	Correction   UpdateKind = "correction"
	Concern      UpdateKind = "expression-of-concern"
	WithdrawalOf UpdateKind = "withdrawal"
	// RetractionFlag is an aggregator's own mark, which may exist without a notice.
	RetractionFlag UpdateKind = "retraction-flag"
)

// Update is a retraction, correction or expression of concern that a source
// states about a work. ID is that of the notice, zero when unknown.
type Update struct {
	Kind UpdateKind
	ID   ident.ID
	Date Date
}

// Record is what one source says about a work. It keeps every field that the source stated: those for which Work has
// no place are in Extra.
type Record struct {
	Work
	Source    string // name of the source: "crossref", "corpus"
	Origin    Origin // who made it, if the source states that for each record
	LocalID   string // the source's own key of the record
	Status    Status
	Updates   []Update
	Relations []Relation
	Extra     map[string]string // further fields, by the source's own names; may be nil
}

// Named returns every identifier that a record states: its own, then those of other versions of the work.
func (r *Record) Named() []ident.ID {
	if len(r.Relations) == 0 {
		return r.IDs
	}
	ids := append([]ident.ID(nil), r.IDs...)
	for _, rel := range r.Relations {
		if !rel.ID.IsZero() {
			ids = append(ids, rel.ID)
		}
	}
	return ids
}
