package bibtex

// never lists fields that no entry inherits through crossref: those that say
// how an entry is handled (biblatex manual, appendix B), and those that
// identify or locate the parent as a whole, which would be false of a part of
// it, although both programs copy them when the parent has them.
var never = map[string]bool{
	"crossref": true, "xref": true, "xdata": true, "entryset": true, "entrysubtype": true, "execute": true, "label": true, "options": true, "presort": true,
	"related": true, "relatedoptions": true, "relatedstring": true, "relatedtype": true, "shorthand": true, "shorthandintro": true, "sortkey": true, "ids": true,
	"doi": true, "url": true, "urldate": true, "eprint": true, "eprinttype": true, "eprintclass": true, "archiveprefix": true, "primaryclass": true,
	"pmid": true, "pmcid": true, "pages": true, "pagetotal": true, "numpages": true, "abstract": true, "annote": true, "annotation": true,
	"keywords": true, "file": true, "note": true, "timestamp": true, "bibsource": true, "biburl": true, "key": true,
}

// rename says under which name a child inherits a field of its parent; "" for
// not at all.
type rename map[string]string

var (
	toBook = rename{
		"title": "booktitle", "subtitle": "booksubtitle", "titleaddon": "booktitleaddon",
		"shorttitle": "", "sorttitle": "", "indextitle": "", "indexsorttitle": "",
	}
	toMain = rename{
		"title": "maintitle", "subtitle": "mainsubtitle", "titleaddon": "maintitleaddon",
		"shorttitle": "", "sorttitle": "", "indextitle": "", "indexsorttitle": "",
	}
	toJournal = rename{
		"title": "journaltitle", "subtitle": "journalsubtitle",
		"shorttitle": "", "sorttitle": "", "indextitle": "", "indexsorttitle": "",
	}
)

// inheritance is a row of biblatex's default inheritance: from a parent of one
// of the types to a child of one of the types.
type inheritance struct {
	parents, children []string
	rename            rename
	author            bool // the parent's author is also the child's bookauthor
}

var inheritances = []inheritance{
	{[]string{"mvbook"}, []string{"book", "inbook", "bookinbook", "suppbook"}, toMain, true},
	{[]string{"mvcollection", "mvreference"}, []string{"collection", "reference", "incollection", "inreference", "suppcollection"}, toMain, false},
	{[]string{"mvproceedings"}, []string{"proceedings", "inproceedings", "conference"}, toMain, false},
	{[]string{"book"}, []string{"inbook", "bookinbook", "suppbook"}, toBook, true},
	{[]string{"book", "collection", "reference", "proceedings"}, []string{"incollection", "inreference", "suppcollection", "inproceedings", "conference", "inbook"}, toBook, false},
	{[]string{"periodical"}, []string{"article", "suppperiodical"}, toJournal, false},
}

// inheritanceOf gives the row for a parent and a child. For other pairs a
// title is not inherited when the child is a part of something.
func inheritanceOf(parent, child string) inheritance {
	for _, row := range inheritances {
		if contains(row.parents, parent) && contains(row.children, child) {
			return row
		}
	}
	return inheritance{}
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
