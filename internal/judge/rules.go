package judge

import (
	"slices"
	"sort"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Topic explains one word of a report: an outcome, a code or a rule. doc/verdicts.md has tables generated from them.
type Topic struct {
	Word  string
	Short string // its meaning in one line
	Long  string // when it is used, and what to do
	// Example is of a reference that gets it, or "" if the meaning says enough.
	Example string
}

// ruleOf returns the name of the rule for a conclusion on a field.
func ruleOf(field biblio.Field, what string) string {
	return strings.ReplaceAll(string(field), "_", "-") + "-" + what
}

// notCovered is the rule about a reference that no source of the run covers.
const notCovered = "not-covered"

// statuses are the statuses that the rules about one field state.
var statuses = map[string]Status{
	"contested": Contested, misread: Contested, "identifier-contested": Contested, twice: Contested, tooOld: Contested,
	"identifier-unconfirmed": Unrecorded, "nearest-contested": Nearest, "versions-mixed": Mixed, "venue-absent": Refuted,
	"no-such-identifier": Refuted, "identifier-malformed": Refuted, "identifier-of-other-work": Refuted,
	"identifiers-contradict": Refuted, impossible: Refuted,
}

// StatusOf returns the status that a rule states, for rows from before they stated it themselves.
func StatusOf(rule string) Status {
	for suffix, s := range map[string]Status{"-agrees": Confirmed, "-variant": Variant, "-undecided": InDoubt,
		"-differs": Refuted} {
		if strings.HasSuffix(rule, suffix) {
			return s
		}
	}
	if field, ok := strings.CutSuffix(rule, "-unrecorded"); ok && field != "core" {
		return Unrecorded
	}
	return statuses[rule]
}

// heads are the headlines of rules that need their own: FIELD, CLAIMED and RECORDED are those of the reason, and
// VALUES says how its values differ.
var heads = map[string]string{
	"venue-absent":             "Wrong venue: CLAIMED does not list this work",
	"identifier-of-other-work": "Wrong FIELD: CLAIMED belongs to “RECORDED”",
	"nearest-contested":        "The closest match differs: VALUES",
	"versions-mixed":           "VALUES, as the cited version has it",
	impossible:                 "Impossible FIELD: CLAIMED",
	twice:                      "CLAIMED is on the list twice",
	misread:                    "May be read wrongly: VALUES",
	tooOld:                     "Unlikely FIELD: CLAIMED",
}

// Head returns the headline of a rule about one field and a kind of difference: see heads.
func Head(rule, kind string, field biblio.Field) string {
	head, own := heads[rule]
	switch {
	case own:
		return head
	case kind == kindOfOther:
		return "The FIELD may be wrong: one record has CLAIMED for “RECORDED”"
	case field.Identifier():
		return "The FIELD could not be confirmed: you cite CLAIMED, the record has RECORDED"
	}
	return "VALUES"
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

// ruleTopics returns the rules of single fields and the rules about a whole reference.
func ruleTopics() []Topic {
	var list []Topic
	for _, field := range judged {
		for _, what := range fieldRules {
			if field.Identifier() && what.suffix != "agrees" && what.suffix != "variant" {
				continue
			}
			list = append(list, Topic{
				Word:  ruleOf(field, what.suffix),
				Short: strings.ReplaceAll(what.short, "FIELD", fieldWords[field]),
				Long:  strings.ReplaceAll(what.long, "FIELD", fieldWords[field]),
			})
		}
	}
	list = append(list, undecidedRules...)
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

// fieldRules are the rules about one field. Identifiers have only the first two; wholeRules has others for them.
var fieldRules = []struct{ suffix, short, long string }{
	{"agrees", "the FIELD agrees with a record", "At least one record of the work states the same FIELD, form aside."},
	{"variant", "the FIELD agrees in another accepted form",
		"A record states the same FIELD in another form: an abbreviation, initials, another notation. The kind of the " +
			"variant is given. This is no error."},
	{"differs", "the FIELD differs from the record",
		"A record that counts as proof (a strong source with title, authors and year, or two weak sources that agree) " +
			"states another value of the FIELD, and no record of the cited version states the claimed one."},
	{"unrecorded", "no record states the FIELD",
		"The work was found, but none of its records states the FIELD. For a peripheral field the code is P3; a core field " +
			"leaves the reference inconclusive unless an identifier confirms the work."},
}

// undecidedRules are the rules about fields that may or may not be the same.
var undecidedRules = []Topic{
	{"authors-undecided", "the list of authors may or may not be the same",
		"A given name may be a familiar form, a transliteration, a truncation or a one-letter slip of the recorded one. " +
			"A person has to look; the code is P1.",
		"“Mike Jordan” for “Michael I. Jordan”."},
	{"title-undecided", "the title may or may not be the same",
		"The recorded title is cut off, is in another language, or differs in a coined name at its start. The outcome is " +
			"inconclusive.",
		"A translated title."},
	{"year-undecided", "the year may or may not be the same",
		"The printed reference states two years, and the record has the one that was not read. A person has to look; the " +
			"code is P1.",
		"“(Washington, 2000) 53–74 (Providence, 2002)”."},
}

var outcomeTopics = []Topic{
	{"verified", "found, and no record contradicts it in a way that counts",
		"A record of the cited work was found, and no claimed field is contradicted by evidence that counts: each is " +
			"confirmed, stated by no record, or contradicted by one weak record, which is then shown as a note. Codes R1 " +
			"to R4, P1 or P3 say how.", ""},
	{"discrepant", "the work exists; at least one claimed field is verifiably wrong",
		"The codes H1 to H6 and the fields say which; each reason gives the record's value and the sources. If a source " +
			"that could have cleared a difference did not answer, the strength of the difference drops by one step.", ""},
	{"doubtful", "check by hand: something speaks against it, but not enough to call it wrong",
		"A record contradicts a claimed field and none confirms it, or a list that should have the work lacks it; the " +
			"evidence is a lead (see strength), not a proof. It accuses nobody and does not fail a run unless --fail-on " +
			"asks for it. The most likely errors come first.",
		"One more author than the only record has, and that record is of a preprint."},
	{"not-found", "every covering source answered, and none has the work",
		"The silence of a source weighs more, the larger its share of such works. All the evidence together makes it at " +
			"least .75 probable that the work does not exist. A failed request never counts as silence.", ""},
	{"ambiguous", "several works fit equally well",
		"Two different works agree with everything the reference claims. Add an author, a year or an identifier.", ""},
	{"inconclusive", "nothing can be concluded",
		"A source that could have decided failed, or no enabled source covers such a work, or the records found cannot " +
			"decide. It accuses nobody.", ""},
	{"exempt", "not a scholarly work",
		"A web page, software, standard, law, newspaper or personal communication. Bibliographic sources do not list " +
			"these.", ""},
}

var codeTopics = []Topic{
	{"R1", "real: every claimed field agrees",
		"One record agrees with every claimed field.", "Every field that the entry states is the record's."},
	{"R2", "real: formatting variants only",
		"All fields agree, some in another accepted form: an abbreviated container, initials, page notation.",
		"“Proc. ACL” for “Proceedings of the Annual Meeting of the Association for Computational Linguistics”."},
	{"R3", "real: an “et al.” list, all listed authors correct",
		"The list of authors is cut and marked as cut; those listed are right.",
		"“Brown, Mann, et al.” for a paper by thirty-one people."},
	{"R4", "real: confirmed by different records of the same work",
		"Every claimed field is confirmed, but no single record confirms all of them.",
		"One record confirms the pages, another the DOI."},
	{"P1", "potential: a given name that may be a variant",
		"A nickname, transliteration, truncation or one-letter slip of a given name, or one of two printed years.",
		"“Mike Jordan” for “Michael I. Jordan”."},
	{"P2", "potential: not a scholarly source",
		"Web pages, software, standards, laws, news and personal communications.",
		"The manual of a program, a standard, a law, a page of a newspaper."},
	{"P3", "potential: a peripheral field that no source records",
		"The core fields agree; a volume, issue, pages, publisher or place could not be checked.",
		"Title, authors, container and year agree, and no record has the place."},
	{"H0", "not found",
		"No covering source has the work.",
		"An article in a journal of which every article of that year is listed, and none is like it."},
	{"H1", "wrong title",
		"The title differs from the record's by at least one word.",
		"“Dropout: A Simple Way to Prevent Deep Networks from Underfitting” for “… Neural Networks from Overfitting”."},
	{"H2", "wrong authors",
		"An author was added, left out, replaced or misspelt, or the order differs.",
		"Pennington, Mikolov and Bengio for a paper by Pennington, Socher and Manning."},
	{"H3", "wrong container",
		"The journal, conference or book is not that of the record.",
		"The International Conference on Machine Learning for a paper of the KDD proceedings."},
	{"H4", "wrong year",
		"No version of the work in the cited container has this year.", "2003 for an article of 2001."},
	{"H5", "wrong identifier",
		"The identifier does not exist, or it belongs to another work.",
		"A DOI that leads to “Random Forests” in an entry for “Support-Vector Networks”."},
	{"H6", "wrong pages, volume, issue, publisher or place",
		"A peripheral field differs from the record.", "Pages 11–19 for an article on pages 1735–1780."},
	{"U", "unverified",
		"The outcome is inconclusive or ambiguous, or doubtful because no source has the work.",
		"A book of a small publisher, checked against a corpus of conference papers."},
}

// wholeRules are the rules about identifiers or the whole reference.
var wholeRules = []Topic{
	{"versions-mixed", "fields of two versions of the work are mixed",
		"The claimed value is right for another version (the preprint, the journal version), but not for the one whose " +
			"container the reference names. The entry should describe one version. A DOI of another version is still right " +
			"for the work, so if only the DOI belongs to another version, this is just a notice.",
		"“NeurIPS, 2019” for a paper that arXiv has from 2019 and NeurIPS from 2020."},
	{"no-such-identifier", "the identifier does not exist",
		"The registry of such identifiers, or a corpus that is declared to be complete, says that it does not exist, and " +
			"no record has it.",
		"10.99999/nonexistent.0 where the registry answers that there is none."},
	{"identifier-malformed", "the identifier has an impossible form",
		"The value does not have the form of such an identifier, so no work can have it.",
		"A DOI field that says “pending”."},
	{"identifier-of-other-work", "the identifier belongs to another work",
		"A publisher, a registry or a preprint server has assigned the identifier to a record whose title and authors " +
			"are those of another work; or two aggregators have it there; or one record does, and that of the cited work " +
			"states another identifier. The volume that contains the work, and a record with nearly the claimed title, do " +
			"not count as another work.",
		"The DOI of the next paper in the proceedings."},
	{"identifier-unconfirmed", "no record found states the identifier",
		"The work was found without this identifier, and nothing shows that the identifier does not exist.",
		"An arXiv id that no record of the work has, while arXiv was not asked."},
	{"identifier-contested", "the identifier may be wrong",
		"The record of the work states another identifier of the same scheme, or an aggregator's or a personal record " +
			"has the claimed one for another work (kind of-other-work). Nothing shows that the claimed one does not exist; " +
			"this is a lead at most.",
		"A DOI of the conference paper beside the record of the journal article."},
	{"identifiers-contradict", "two identifiers of the reference name two works",
		"At least one of them is wrong, which can be said even if no record is found. The reason names the one that no " +
			"record confirms, or both if records confirm both or neither.",
		"arXiv 2507.18624 beside the DOI 10.48550/arXiv.2007.18624."},
	{"year-impossible", "no work can have this year",
		"The year is later than next year; no record has to say that this is wrong.", "2104, seen in 2026."},
	{tooOld, "nothing was printed in this year",
		"An article or a chapter has a year before printing, mostly because a digit is missing. It is a lead.",
		"213 for an article of 2013."},
	{"venue-absent", "a source complete for the container and year lacks the work",
		"A source that declares to have every work of the claimed container and year answered without this one, and no " +
			"other record places it there.",
		"“ACL 2021” for an arXiv paper, where the Anthology is complete for ACL 2021."},
	{"contested", "contradicted by a record that is no proof",
		"A record states something else but is no proof: because of its origin (a personal bibliography, a single " +
			"aggregator, a web page), because it describes another version (a preprint, a conference paper of an article, " +
			"another edition), or because the difference is usually one of form. It is a lead or a note, never an " +
			"accusation.",
		"A web page has 2018, the reference 2019, and no bibliographic source states a year."},
	{"reading-contested", "a record differs from what was read, perhaps wrongly",
		"The field was cut out of a printed reference, and the parser is not sure of it (confidence below .5), or the " +
			"names contain the first word of the recorded title, or the entry prints a missing name elsewhere. Look at the " +
			"entry itself: what differs may be our reading. The sentence begins with “as read:”. It is a lead at most, and a " +
			"note if the confidence is below .25.",
		"“Physics, and Computation” for “Information, Physics, and Computation”, in a style without a mark after the " +
			"names."},
	{"not-found", "no covering source has the title", "See the outcome not-found.", ""},
	{notCovered, "no source of this run covers such works",
		"Name a corpus that covers it, or allow online sources. A DOI that is registered with an agency whose " +
			"descriptions cannot be read counts neither way.",
		"A thesis, looked up in a corpus of conference papers."},
	{"absent-unproved", "not found where such works usually are",
		"Services that have most works of this kind, container and year were searched and do not have it, or the " +
			"complete list of the claimed proceedings lacks it. That is a lead, not proof: the work may be real and its " +
			"container wrong, or missing there. The items of the row say how much each of these answers counts.",
		"A paper “in NeurIPS 2021” that neither DBLP nor Semantic Scholar has."},
	{"absence-weighed", "sources that list such works lack this one",
		"A list of the claimed container and year that is complete, or nearly so, does not have the work, or services " +
			"that lack many such works do not. That proves nothing; look the work up by hand.",
		"An article in a journal for which Crossref is estimated to list 97 % of that year."},
	{"nearest-contested", "the closest match differs",
		"No work was found. This is listed for each main field in which the closest match differs from the reference: it " +
			"is another work, or the reference is wrong in several places. It is a lead, not an accusation.",
		"The title is that of a work by other authors, from another year."},
	{"source-failed", "a source that could decide did not answer",
		"Run again when it answers. The message has the number of sources that answered.",
		"One service timed out while the others had nothing."},
	{"own-page-only", "only the page that the reference names has the work",
		"An article, paper, chapter, book, report or thesis has no record in any source except the page at the address " +
			"that the reference itself states. Such a page confirms only together with a source that the reference did not " +
			"choose: a registry, an index, the publisher behind a DOI.",
		"An invented article whose URL leads to a page with citation_title."},
	{"core-unrecorded", "no record settles a core field",
		"A work was found, but its title, authors, container or year could not be compared with a record that counts for " +
			"it, or its recorded title may or may not be the claimed one.",
		"The work is found in a list of titles without years."},
	{"several-works", "several works fit equally well",
		"See the outcome ambiguous.", "“Introduction to Signals” without an author."},
	{"not-scholarly", "not a scholarly work", "See the outcome exempt.", "A web page, a law, “RFC 8446”."},
	{"broken", "an error in bonafide itself",
		"The program failed on this reference and continued with the next. Please report it.", ""},
}

var noticeRules = []Topic{
	{"retracted", "the work has been retracted",
		"A source states a retraction. The message has the notice's identifier if it is known.",
		"A Crossref record with updated-by of type retraction."},
	{"retraction-flagged", "OpenAlex flags the work as retracted",
		"OpenAlex alone marks the work as retracted; neither Crossref nor Retraction Watch has a notice. Its flags have " +
			"been wrong in thousands of cases: look at the publisher's page. A red flag, not a verdict.",
		"An OpenAlex record with is_retracted."},
	{"withdrawn", "the work has been withdrawn",
		"A source states a withdrawal.", "“WITHDRAWN:” before the recorded title."},
	{"concern", "an expression of concern was published",
		"A source states an expression of concern about the work.", ""},
	{"corrected", "a correction was published", "A source states a correction of the work.", ""},
	{"published-version", "the cited preprint has been published",
		"The work has a published version. The message has its container, year and identifier.",
		"An arXiv citation of a paper that appeared in a journal."},
	{"sources-disagree", "bibliographic sources contradict each other",
		"One source confirms a field, another states a different value.",
		"Crossref has 2021 (print), OpenAlex 2020 (online)."},
	{"identifier-elsewhere", "an identifier leads to another work",
		"The record behind the identifier has another title.", ""},
	{"same-person-twice", "the list of authors has one person twice",
		"Two of the names are one person's, and no record has the list so. It is not said of lists of more than forty, " +
			"in which two people may have the same name.",
		"Bengio beside Bengio in a book of three authors."},
	{"placeholder-author", "an author's name looks like a placeholder", redFlag, "“Firstname Lastname”, “G. Author”."},
	{"placeholder-identifier", "an identifier looks like a placeholder", redFlag, "arXiv:XXXX.XXXX."},
	{"counting-digits", "digits of an identifier count up, count down or repeat", redFlag, "arXiv:2309.12345."},
	{"prefix-unassigned", "the DOI prefix is not assigned",
		"The prefix is outside the range that has been assigned. " + redFlag, "10.99999/…"},
	{"year-before-identifier", "the year is before the arXiv identifier's",
		"An arXiv identifier tells the month in which it was assigned. " + redFlag, "2015 with arXiv:1706.03762."},
	{"other-edition", "the venue names the meeting of another year",
		"The name of the venue counts or dates a meeting that was not held in the stated year, which a record confirms. " +
			redFlag, "“Proceedings of the 2013 Conference …” for a paper of 2014."},
	{"future-date", "the year is in the future", "The year is later than next year. " + redFlag, "2034, seen in 2026."},
	{"claim-contradicted", "the cited work says something else",
		"A sentence that cites the work has a number, a quotation or a statement that differs from the passage shown. " +
			"This says nothing about the entry.",
		"“68 %” where the work has 84.3 %."},
	{"claim-not-addressed", "the cited work does not say this",
		"The words quoted from the work are nowhere in its full text, or a language model found no passage about what " +
			"the sentence says. This says nothing about the entry.",
		"A quotation of another work."},
	{"claim-partly", "the cited work supports only part of this",
		"A language model found a passage that supports part of the sentence. This says nothing about the entry.",
		"Found in mice, cited for people."},
	{"duplicate", "the same work is cited twice",
		"Two entries of one list describe the same work.", "Two keys for one paper."},
	{"uncited", "nothing in the text cites the entry",
		"The document's citations are known well enough to be sure that none points to this entry: it may be a leftover, " +
			"or padding.", ""},
	{"undefined-key", "the text cites a key that no list defines",
		"A problem of the document: the citation leads nowhere, so what it means cannot be checked.", ""},
}

const redFlag = "A red flag, not a verdict."

// strengthTopics explains the strengths; "none" needs no explanation.
var strengthTopics = []Topic{
	{"certain", "almost never mistaken",
		"Of findings this strong that people have judged, at least 95 in 100 were right, or differences that nobody " +
			"would bother to correct. The outcome is discrepant or not-found.", ""},
	{"likely", "probably wrong",
		"The outcome is discrepant or not-found, and the evidence is less than certain. Look at the record before you " +
			"write to anyone.", ""},
	{"lead", "to be checked by hand",
		"The outcome is doubtful: as a rule fewer than half of such entries turn out to be wrong.", ""},
	{"note", "one record differs, which proves little", "It is shown and changes no outcome.", ""},
}

// gravityTopics explains the gravities; "none" needs no explanation.
var gravityTopics = []Topic{
	{"peripheral", "only the volume, issue, pages, publisher or place differ",
		"The work and its core fields agree with the record. It is reported, but fails a run only if --fail-on asks for " +
			"it.", ""},
	{"slip", "one letter, one year, the order of the authors, initials or a given name differ",
		"A typical slip, as is an identifier that has an impossible form. It is reported, but fails a run only if " +
			"--fail-on asks for it.", ""},
	{"substantive", "the title, authors, venue or year differ, or an identifier belongs to something else",
		"Words of the title, authors added, left out or replaced, another container, a year two or more off, an " +
			"identifier of another work or of none: it leads a reader to the wrong work. The default of --fail-on is " +
			"likely+substantive.", ""},
	{"fabricated", "not found, or no author in common with the work of the stated identifier",
		"Every source that covers such a work answered and none has it, or the identifier leads to a work by other " +
			"people altogether.", ""},
}
