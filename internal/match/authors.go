package match

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// The kinds of differences and variants between two lists of authors.
const (
	KindEtAl       = "et-al"      // the claimed list is cut, and what it lists is right
	KindRecordCut  = "record-cut" // the record's list is cut, and what it lists agrees
	KindEditors    = "editors"    // the record states the names as editors
	KindAdded      = "added"
	KindDeleted    = "deleted"
	KindReplaced   = "replaced"
	KindReordered  = "reordered"
	KindFabricated = "fabricated" // none of the names is the record's
	KindSlips      = "several-slips"
	KindGarbled    = "cut-otherwise" // the same words in the same order, split into names differently
	KindScript     = "other-script"  // the record's names are in a script that can be read in many ways
	// The following are for lists that agree except for names in their places.
	KindOneReplaced = "one-replaced"       // one is another person
	KindGiven       = "given-differs"      // one has another given name, or names that may be forms of one do
	KindGivenNames  = "given-names-differ" // several have other given names: other people, same family names
	// several have given names in another order or form, or other initials on record
	KindGivenForms = "given-forms-differ"
	// KindRecordInitials says that the record has only an initial where the claim has a name: it does not contradict,
	// and confirms little.
	KindRecordInitials = "record-initials"
)

// slipsMax is how many doubtful given names a list may have before it is not faithful: one is a typing slip or a
// familiar form, several suggest an invented list.
const slipsMax = 1 // case: TestAuthorTable, "several slips"

// slipsApart is the number of names of a long list for which one more slip is allowed.
const slipsApart = 10 // case: TestAuthorTable, "several slips" at 5; none at 20

// namesMax bounds the lists that are aligned name by name; of longer lists only the first names are compared.
const namesMax = 400

// compareAuthors compares the claimed authors with the recorded ones.
func (c *claimForm) compareAuthors(record *biblio.Work) FieldComparison {
	f := FieldComparison{Field: biblio.FieldAuthors}
	if len(c.authors) == 0 {
		f.Agreement = Unclaimed
		return f
	}
	list := record.Authors()
	if !c.authorsCut && slices.Equal(c.list, list) { // nothing to align
		f.Agreement, f.Score, f.Claimed, f.Recorded = Agrees, 1, c.authorText, c.authorText
		return f
	}
	l := c.alignAuthors(record)
	if l.agreement == Differs && c.partOf && len(list) > 0 {
		l = listComparison{agreement: Unclaimed}
	}
	f.Agreement, f.Kind = l.agreement, l.kind
	if l.names == nil {
		return f
	}
	f.Score = l.al.score(l.claimedCut, record.AuthorsCut)
	f.Claimed, f.Recorded = c.authorText, c.authorText
	if f.Agreement != Agrees {
		f.Recorded = listText(l.names, record.AuthorsCut)
	}
	return f
}

// listComparison is a claimed list of authors beside a recorded one.
type listComparison struct {
	agreement             Agreement
	kind                  string
	names                 []biblio.Contributor // the recorded ones: the authors, or the editors if there are none
	al                    alignment
	claimedCut, recordCut bool
}

// alignAuthors aligns the claimed authors with the recorded ones and concludes from it.
func (c *claimForm) alignAuthors(record *biblio.Work) (l listComparison) {
	l.names = record.Authors()
	editors := len(l.names) == 0
	if editors {
		l.names = record.ByRole(biblio.Editor)
	}
	if len(l.names) == 0 {
		return listComparison{agreement: Unrecorded}
	}
	recorded := people(l.names)
	l.al, l.claimedCut = align(c.authors, recorded), c.authorsCut
	l.recordCut = record.AuthorsCut || len(l.names) > namesMax
	l.agreement, l.kind = c.judgeList(&l.al, l.recordCut)
	if l.agreement == Differs && len(l.al.added)+len(l.al.deleted) > 0 && len(l.al.added) <= 3 &&
		len(l.al.deleted) <= 3 && sameLetters(c.authors, recorded) {
		l.agreement, l.kind = Variant, KindGarbled
	}
	if l.agreement == Differs {
		l.agreement, l.kind, l.al = c.excused(l.al, l.kind, recorded, l.recordCut)
	}
	if editors && l.agreement <= Variant {
		l.agreement, l.kind = Variant, KindEditors
	}
	return l
}

// excused looks for explanations of a difference that involve no wrong name: bodies, two scripts. Without one it
// returns the difference unchanged, by kind and alignment.
func (c *claimForm) excused(al alignment, kind string, recorded []person, cut bool) (Agreement, string, alignment) {
	a, k, with := c.besideBodies(al, kind, recorded, cut)
	if a == Differs && (inTwoScripts(c.authors, recorded) || transcribed(c.authors, recorded)) {
		return Unrecorded, KindScript, with
	}
	return a, k, with
}

// inTwoScripts reports whether one list is in Latin letters and the other in a script whose names cannot be
// transliterated reliably.
func inTwoScripts(claim, record []person) bool {
	count := func(list []person) (n int) {
		for i := range list {
			if readInManyWays(list[i].String()) {
				n++
			}
		}
		return n
	}
	x, y := count(claim), count(record)
	return x == 0 && y == len(record) || y == 0 && x == len(claim)
}

// transcribed reports whether one list is in Cyrillic and the other in Latin letters, and every name begins with the
// sounds of the name in its place: "Я. ЛеКун, И. Бенжио" for "Yann LeCun, Yoshua Bengio". Such a list
// writes names by sound, and no rule converts one into the other.
func transcribed(claim, record []person) bool {
	n := min(len(claim), len(record))
	return n > 0 && (allTranscribed(claim[:n], record[:n]) || allTranscribed(record[:n], claim[:n]))
}

func allTranscribed(cyrillic, latin []person) bool {
	for i := range cyrillic {
		a, b := cyrillic[i].form(), latin[i].form()
		if sameFamily(a, b).level <= Variant && sameName(a, b).level == Differs { // a different name by the rules
			return false
		}
		if !normalise.SoundsLike(strings.Join(a.Family, ""), strings.Join(b.Family, "")) ||
			len(a.Given) > 0 && len(b.Given) > 0 && !normalise.SoundsLike(a.Given[0], b.Given[0]) {
			return false
		}
	}
	return true
}

// judgeList returns the conclusion from an alignment. cut says that the record's list is known to be partial.
func (c *claimForm) judgeList(al *alignment, cut bool) (Agreement, string) {
	switch {
	case len(al.record) == 0 && len(al.claim) > 0 && cut:
		return Unrecorded, ""
	case len(al.pairs) == 0 && al.allMisspelt():
		return Differs, KindMisspelt
	case al.givenDiffer(c.authorsCut):
		return al.judgeGiven()
	case len(al.pairs) == 0:
		return Differs, KindFabricated
	case len(al.added) > 0:
		return c.judgeAdded(al, cut)
	case len(al.deleted) > 0:
		return c.judgeDeleted(al)
	case !al.inOrder:
		return Differs, KindReordered
	case c.authorsCut:
		return al.worst(KindEtAl)
	}
	return al.worst("")
}

// judgeGiven judges lists that differ only in given names.
func (al *alignment) judgeGiven() (Agreement, string) {
	switch {
	case al.givenOnly == 1 && len(al.claim) > 1 && al.otherGiven == 0:
		return Undecided, KindGiven
	case al.givenOnly > 1 && al.invented > 0:
		return Differs, KindGivenNames
	case al.givenOnly > 1:
		return Differs, KindGivenForms
	}
	return Differs, KindGiven
}

// judgeAdded judges lists with claimed names that the record lacks.
func (c *claimForm) judgeAdded(al *alignment, cut bool) (Agreement, string) {
	switch {
	case cut && len(al.deleted) == 0 && al.inOrder && al.added[0] > al.pairs[len(al.pairs)-1].i:
		return al.worst(KindRecordCut)
	case len(al.deleted) == 0:
		return Differs, KindAdded
	case al.allMisspelt():
		return Differs, KindMisspelt
	case al.oneInPlace(c.authorsCut) && al.unrelated:
		return Differs, KindOneReplaced
	}
	return Differs, KindReplaced
}

// judgeDeleted judges lists that lack recorded names and have no others.
func (c *claimForm) judgeDeleted(al *alignment) (Agreement, string) {
	switch {
	case !c.authorsCut:
		return Differs, KindDeleted
	case !al.inOrder || al.pairs[0].j != 0:
		return Differs, KindReordered
	}
	return al.worst(KindEtAl)
}

// listText prints names for readers, only the first ones of a long list.
func listText(list []biblio.Contributor, cut bool) string {
	const most = 30
	parts := lists.Map(list[:min(len(list), most)], biblio.Contributor.String)
	if cut || len(list) > most {
		parts = append(parts, "et al.")
	}
	return strings.Join(parts, "; ")
}

// sameLetters reports whether two lists have the same words in the same order, allowing another order within a name,
// except for where one name ends and the next begins: an error of the parser that split the list, not of the list.
func sameLetters(claim, record []person) bool {
	if len(claim) == 0 || len(claim) > namesMax/4 || len(record) > namesMax/4 {
		return false
	}
	single := len(claim) != len(record)
	for i := range claim {
		single = single || len(allWords(claim[i].form())) == 1
	}
	if !single { // words moved between whole names mean other people
		return false
	}
	x, y := allOf(claim), allOf(record)
	if len(x) != len(y) {
		return false
	}
	from, to := 0, len(x)
	for from < to && x[from] == y[from] {
		from++
	}
	for to > from && x[to-1] == y[to-1] {
		to--
	}
	return from == to || rotated(x[from:to], y[from:to]) && oneName(record, from, to)
}

// rotated reports whether a is b rotated to start at another word.
func rotated(a, b []string) bool {
	for shift := 1; shift < len(a); shift++ {
		if slices.Equal(a[:shift], b[len(b)-shift:]) && slices.Equal(a[shift:], b[:len(b)-shift]) {
			return true
		}
	}
	return false
}

// oneName reports whether the words from one index to another are within one name of the list, or are two names of
// one word each.
func oneName(list []person, from, to int) bool {
	at := 0
	for i := range list {
		n := len(allWords(list[i].form()))
		if from >= at && to <= at+n {
			return true
		}
		if from == at && to == at+2 && n == 1 && i+1 < len(list) && len(allWords(list[i+1].form())) == 1 {
			return true
		}
		at += n
	}
	return false
}

// allOf returns the words of all names in order, without "and": BibTeX splits the name of a body there.
func allOf(list []person) []string {
	var out []string
	for i := range list {
		out = append(out, allWords(list[i].form())...)
	}
	return slices.DeleteFunc(out, func(w string) bool { return w == "and" })
}
