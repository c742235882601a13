package judge

import (
	"slices"
	"sort"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Topic explains one word of a report: an outcome, a code or a rule.
type Topic struct {
	Word  string
	Short string // its meaning in one line
	Long  string // when it is used, and what to do
}

// ruleOf returns the name of the rule for a conclusion on a field.
func ruleOf(field biblio.Field, what string) string {
	return strings.ReplaceAll(string(field), "_", "-") + "-" + what
}

// Approves reports whether a rule only says that a field agrees.
func Approves(rule string) bool {
	return strings.HasSuffix(rule, "-agrees") || strings.HasSuffix(rule, "-variant")
}

// Topics lists every outcome, code and rule in the order of the documentation.
func Topics() []Topic {
	list := append([]Topic{}, outcomeTopics...)
	list = slices.Concat(list, codeTopics, gravityTopics, strengthTopics)
	return append(list, ruleTopics()...)
}

// Explain finds the topic of a word.
func Explain(word string) (Topic, bool) {
	word = strings.ToLower(strings.TrimSpace(word))
	for _, t := range Topics() {
		if strings.ToLower(t.Word) == word {
			return t, true
		}
	}
	return Topic{}, false
}

// ruleTopics returns the rules of single fields and the rules about a whole
// reference.
func ruleTopics() []Topic {
	var list []Topic
	for _, field := range judged {
		for _, what := range fieldRules {
			if field.Identifier() && (what.suffix == "differs" || what.suffix == "undecided" || what.suffix == "unrecorded") {
				continue
			}
			if what.suffix == "undecided" && field != biblio.FieldAuthors && field != biblio.FieldTitle {
				continue
			}
			list = append(list, Topic{
				Word:  ruleOf(field, what.suffix),
				Short: strings.ReplaceAll(what.short, "FIELD", fieldWords[field]),
				Long:  strings.ReplaceAll(what.long, "FIELD", fieldWords[field]),
			})
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Word < list[j].Word })
	list = append(append(list, wholeRules...), modelReasons...)
	return append(append(list, noticeRules...), modelNotices...)
}

// fieldWords maps fields to their names for readers.
var fieldWords = map[biblio.Field]string{
	biblio.FieldTitle: "title", biblio.FieldAuthors: "list of authors", biblio.FieldVenue: "container",
	biblio.FieldYear: "year", biblio.FieldDOI: "DOI",
	biblio.FieldArXiv: "arXiv id", biblio.FieldPMID: "PMID", biblio.FieldISBN: "ISBN", biblio.FieldVolume: "volume",
	biblio.FieldIssue: "issue",
	biblio.FieldPages: "page range", biblio.FieldPublisher: "publisher", biblio.FieldLocation: "place",
}

// fieldRules are the rules that every field has.
var fieldRules = []struct{ suffix, short, long string }{
	{"agrees", "the FIELD agrees with a record", "At least one record of the work states the same FIELD, form aside."},
	{"variant", "the FIELD agrees in another accepted form",
		"A record states the same FIELD in another form: an abbreviation, initials, another notation. The kind of the " +
			"variant is given. This is no error."},
	{"undecided", "the FIELD may or may not be the same",
		"A given name may be a familiar form, a transliteration, a truncation or a one-letter slip of the recorded one. A " +
			"person has to look; the code is P1."},
	{"differs", "the FIELD differs from the record",
		"A record that counts as proof (a strong source with title, authors and year, or two weak sources that agree) " +
			"states another FIELD, and no record of the cited version states the claimed one."},
	{"unrecorded", "no record states the FIELD",
		"The work was found, but none of its records states its FIELD. For a peripheral field the code is P3; a core field " +
			"leaves the reference inconclusive unless an identifier confirms the work."},
}

var outcomeTopics = []Topic{
	{"verified", "found, and no record contradicts it in a way that counts",
		"A record of the cited work was found, and no claimed field is contradicted by evidence that counts: each is " +
			"confirmed, stated by no record, or contradicted by one weak record, which is then shown as a note. Codes R1 to " +
			"R4, P1 or P3 say how."},
	{"discrepant", "the work exists; at least one claimed field is verifiably wrong",
		"The codes H1 to H6 and the fields say which; each reason gives the record's value and the sources. A reference is " +
			"called discrepant only when no enabled source that covers the work has failed."},
	{"doubtful", "check by hand: something speaks against it, but not enough to call it wrong",
		"A record contradicts a claimed field and none confirms it, or a list that should have the work lacks it; the " +
			"evidence is a lead (see strength), not a proof. It accuses nobody and does not fail a run unless --fail-on asks " +
			"for it. The most likely errors come first."},
	{"not-found", "every covering source answered, and none has the work",
		"Every source whose declared coverage includes such a work answered, and none has it. A failed request never makes " +
			"a reference not found."},
	{"ambiguous", "several works fit equally well",
		"Two different works agree with everything the reference claims. Add an author, a year or an identifier."},
	{"inconclusive", "nothing can be concluded",
		"A source that could have decided failed, or nothing enabled covers this kind of work, or the records found may " +
			"not decide. It accuses nobody."},
	{"exempt", "not a scholarly work",
		"A web page, software, standard, law, newspaper or personal communication. Bibliographic sources do not list these."},
}

var codeTopics = []Topic{
	{"R1", "real: every claimed field agrees", "One record agrees with every claimed field."},
	{"R2", "real: formatting variants only",
		"All fields agree, some in another accepted form: an abbreviated container, initials, page notation."},
	{"R3", "real: an “et al.” list, all listed authors correct",
		"The list of authors is cut and marked as cut; those listed are right."},
	{"R4", "real: confirmed by different records of the same work",
		"Every claimed field is confirmed, but no single record confirms all of them."},
	{"P1", "potential: a given name that may be a variant",
		"A nickname, transliteration, truncation or one-letter slip of a given name; everything else agrees."},
	{"P2", "potential: not a scholarly source", "Web pages, software, standards, laws, news and personal communications."},
	{"P3", "potential: a peripheral field that no source records",
		"The core fields agree; a volume, issue, pages, publisher or place could not be checked."},
	{"H0", "not found", "No covering source has the work."},
	{"H1", "wrong title", "The title differs from the record's by at least one word."},
	{"H2", "wrong authors", "An author was added, left out, replaced or misspelt, or the order differs."},
	{"H3", "wrong container", "The journal, conference or book is not that of the record."},
	{"H4", "wrong year", "No version of the work in the cited container has this year."},
	{"H5", "wrong identifier", "The identifier does not exist, or it belongs to another work."},
	{"H6", "wrong pages, volume, issue, publisher or place", "A peripheral field differs from the record."},
	{"U", "unverified", "The outcome is inconclusive or ambiguous."},
}

var wholeRules = []Topic{
	{"versions-mixed", "fields of two versions of the work are mixed",
		"The claimed value is right for another version (the preprint, the journal version) than the one whose container " +
			"the reference names. The entry should describe one version. A DOI of another version is right for the work, so " +
			"that this is only a notice when nothing but the DOI is of another version."},
	{"no-such-identifier", "the identifier does not exist",
		"The registry of such identifiers, or a corpus that is all there is, says that it does not exist, and no record has it."},
	{"identifier-malformed", "the identifier has an impossible form",
		"The value is not a valid identifier of its scheme, so no work can have it."},
	{"identifier-of-other-work", "the identifier belongs to another work",
		"The record to which a publisher, a registry or a preprint server gave the identifier is of another work, by its " +
			"title and its authors."},
	{"identifier-unconfirmed", "no record found states the identifier",
		"The work was found without this identifier, and no registry says that the identifier does not exist."},
	{"identifier-contested", "the record states another identifier, or another work's record this one",
		"The work was found; its record states another identifier of the same scheme, or an aggregator's or a personal " +
			"record has the claimed one for another work (kind of-other-work). No registry says that the claimed one does not exist."},
	{"identifiers-contradict", "two identifiers of the reference name two works",
		"One entry states two numbers of one scheme, as an arXiv id and arXiv's DOI of another. At least one of them is " +
			"wrong; the one that a record confirms is right."},
	{"venue-absent", "a source complete for the container and year lacks the work",
		"A source declares that it has every work of the claimed container and year, answered, and does not have this one " +
			"there; no other record places it there."},
	{"contested", "contradicted by a record that is no proof",
		"A web page, or a single weak source, states something else; or the only record is of another version than the one " +
			"cited (a preprint, a rejected manuscript, a conference paper of an article, another edition) and nobody who has " +
			"such works was asked. It is shown and does not count."},
	{"reading-contested", "a record differs from what was read, perhaps wrongly",
		"The field was cut out of a printed reference, and the reader is not sure of it, or the names hold a word of the " +
			"title. Look at the entry itself: what differs may be our reading. It is a lead at most and never an accusation."},
	{"not-found", "no covering source has the title", "See the outcome not-found."},
	{"not-covered", "no source of this run covers such works", "Name a corpus that covers it, or allow online sources."},
	{"absent-unproved", "not found where such works usually are",
		"Services that have most works of this kind, container and year were searched and do not have it, or the complete " +
			"list of the claimed proceedings lacks it. That is a lead, not proof: the work may be real and its container " +
			"wrong, or missing there. The items of the row say how much each of these answers counts."},
	{"absence-weighed", "a source that lists nearly all such works lacks this one",
		"The source lists the claimed container and year whole, or nearly so, and answered without the work. That alone " +
			"proves nothing; look the work up by hand."},
	{"nearest-contested", "the closest match differs",
		"Listed for each main field in which the closest match differs from the reference. It is another work, or the " +
			"reference is wrong in several places: a lead, not an accusation."},
	{"source-failed", "a source that could decide did not answer",
		"Run again when it answers; the count of sources that answered is given."},
	{"own-page-only", "only the page that the reference names has the work",
		"An article, paper, book, report or thesis of which no source has a record, but the page behind the reference's " +
			"own address states it. A page confirms together with a source that the reference did not choose: a registry, an " +
			"index, the publisher behind a DOI."},
	{"core-unrecorded", "no record settles a core field",
		"The work was found, but title, authors, container or year could not be compared with a record that may speak of it."},
	{"several-works", "several works fit equally well", "See the outcome ambiguous."},
	{"not-scholarly", "not a scholarly work", "See the outcome exempt."},
	{"broken", "bonafide failed on this reference",
		"The program failed on this reference and continued with the next. Please report it."},
}

var noticeRules = []Topic{
	{"retracted", "the work has been retracted",
		"A source states a retraction; the notice's identifier is given when it is known."},
	{"retraction-flagged", "OpenAlex flags the work as retracted",
		"OpenAlex alone marks the work as retracted; neither Crossref nor Retraction Watch has a notice. Its flags have " +
			"been wrong in thousands of cases: look at the publisher's page. A red flag, not a verdict."},
	{"withdrawn", "the work has been withdrawn", "A source states a withdrawal."},
	{"concern", "an expression of concern was published", "A source states an expression of concern about the work."},
	{"corrected", "a correction was published", "A source states a correction of the work."},
	{"published-version", "the cited preprint has been published",
		"The work has a published version; its container, year and identifier are given."},
	{"sources-disagree", "bibliographic sources contradict each other",
		"One source confirms a field, another states a different value."},
	{"identifier-elsewhere", "an identifier leads to another work", "The record behind the identifier has another title."},
	{"same-person-twice", "the list of authors has one person twice",
		"Two of the names are one person's, and no record has the list so. Among more than forty authors two may have the " +
			"same name, and nothing is said."},
	{"placeholder-author", "an author's name looks like a placeholder", "A red flag, not a verdict."},
	{"placeholder-identifier", "an identifier looks like a placeholder", "A red flag, not a verdict."},
	{"counting-digits", "digits of an identifier count up or repeat", "A red flag, not a verdict."},
	{"prefix-unassigned", "the DOI prefix is not assigned",
		"The prefix has a form outside the range that has been assigned. A red flag, not a verdict."},
	{"year-before-identifier", "the year is before the arXiv identifier's",
		"An arXiv identifier tells the month in which it was assigned. A red flag, not a verdict."},
	{"future-date", "the year is in the future", "A red flag, not a verdict."},
	{"claim-contradicted", "the cited work says something else",
		"A sentence that cites the work has a number, a quotation or a statement that differs from the passage shown. This " +
			"says nothing about the entry."},
	{"claim-not-addressed", "the cited work does not say this",
		"The words quoted from the work are nowhere in its full text, or a language model found no passage about what the " +
			"sentence says. This says nothing about the entry."},
	{"claim-partly", "the cited work supports only part of this",
		"A language model found a passage that supports part of the sentence. This says nothing about the entry."},
	{"duplicate", "the same work is cited twice", "Two entries of one list describe the same work."},
	{"uncited", "nothing in the text cites the entry",
		"The document's citations are known well enough to say that none of them points to this entry: it may be a " +
			"leftover, or padding."},
	{"undefined-key", "the text cites a key that no list defines",
		"A problem of the document: the citation leads nowhere, so what it means cannot be checked."},
}

// strengthTopics explains the strengths; "none" needs no explanation.
var strengthTopics = []Topic{
	{"certain", "almost never mistaken",
		"Of findings this strong that people have judged, at least 95 in 100 were right, or differences that nobody would " +
			"bother to correct. The outcome is discrepant or not-found."},
	{"likely", "probably wrong",
		"The outcome is discrepant or not-found, and the evidence is less than certain. Look at the record before you write to anyone."},
	{"lead", "to be checked by hand",
		"The outcome is doubtful: as a rule fewer than half of such entries turn out to be wrong."},
	{"note", "one record differs, which proves little", "It is shown and changes no outcome."},
}

// gravityTopics explains the gravities; "none" needs no explanation.
var gravityTopics = []Topic{
	{"peripheral", "only the volume, issue, pages, publisher or place differ",
		"The work and its core fields agree with the record. It is reported, but fails a run only if --fail-on asks for it."},
	{"slip", "one letter, one year, the order of the authors, initials or a given name differ",
		"A typical slip. It is reported, but fails a run only if --fail-on asks for it."},
	{"substantive", "the title, authors, venue or year differ, or an identifier belongs to something else",
		"It leads a reader to the wrong work. This is the default of --fail-on."},
	{"fabricated", "not found, or no author in common with the work of the stated identifier",
		"Every source that covers such a work answered and none has it, or the identifier leads to a work by other people altogether."},
}
