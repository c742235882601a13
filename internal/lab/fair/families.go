package fair

import "github.com/bonafide-audit/bonafide/internal/biblio"

// Family is one way to be tempted.
type Family struct {
	Name  string
	About string
	Must  Must
	suits func(*biblio.Record) bool
	make  func(*draft) bool // false when the work does not serve
}

// Families is the table of all families.
var Families = []Family{
	{"sibling", "the corpus lacks the work and has another of the same people, with a title like it", NotAccused, published, sibling},
	{"sequel", "the corpus lacks the work and has its second part, or the other way round", NotAccused, published, sequel},
	{"review", "the corpus has only a review of the book", NotAccused, nil, review},
	{"reprint", "the corpus has only a later reprint in a collection", NotAccused, published, reprint},
	{"preprint-only", "the corpus has only the preprint of the published work", Verified, published, preprintOnly},
	{"dirty-record", "the corpus has only a careless personal record of the work", NotAccused, published, dirtyRecord},
	{"dirty-beside", "a careless personal record stands beside the publisher's", Verified, published, dirtyBeside},
	{"shortdoi", "the DOI is given in its short form", Verified, withDOI, shortDOI},
	{"issn", "the ISSN stands in the field of the ISBN", Verified, article, issnForISBN},
	{"macro", "the journal is named by a macro of astronomers", Verified, article, journalMacro},
	{"series", "the series stands where the proceedings should", NotAccused, paper, seriesForTitle},
	{"lost-letters-recorded", "letters outside ASCII are lost in the names of a record", NotAccused, accented, lostInRecord},
	{"lost-letters-claimed", "letters outside ASCII are lost in the names of the reference", AtMostSlip, accented, lostInClaim},
	{"two-prints", "the record has the pages of another print of the same length", NotAccused, paged, twoPrints},
}
