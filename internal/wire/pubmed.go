package wire

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// maxArticle bounds one PubMed record in bytes.
const maxArticle = 16 << 20

// PubMed reads one PubmedArticle, PubmedBookArticle or MedlineCitation element.
func PubMed(data []byte) (biblio.Record, error) {
	root, err := element("pubmed", data)
	if err != nil {
		return biblio.Record{}, err
	}
	p := pubMed{draft: draft{Record: biblio.Record{Source: "pubmed"}}}
	switch root.Name() {
	case "PubmedArticle":
		p.citation(root.Child("MedlineCitation"))
		p.articleIDs(root.Child("PubmedData", "ArticleIdList"))
		p.rest(root.Child("PubmedData"), "ArticleIdList", "ReferenceList")
	case "MedlineCitation":
		p.citation(root)
	case "PubmedBookArticle":
		p.bookDocument(root.Child("BookDocument"))
		p.articleIDs(root.Child("PubmedBookData", "ArticleIdList"))
		p.rest(root.Child("PubmedBookData"), "ArticleIdList")
	default:
		return biblio.Record{}, fmt.Errorf("pubmed: unexpected element %.40q", root.Name())
	}
	return p.done()
}

type pubMed struct{ draft }

// rest keeps the child elements that are not listed in used: the text of their leaves, joined by "; ".
func (p *pubMed) rest(e xmlscan.Element, used ...string) {
	for child := range e.Elements() {
		if !slices.Contains(used, child.Name()) {
			p.more(child.Name(), leaves(child))
		}
	}
}

// leaves returns the texts of the elements without child elements; a date is one text.
func leaves(e xmlscan.Element) string {
	if date := pubMedDate(e); date.Year > 0 {
		return dateText(date)
	}
	var parts []string
	for child := range e.Elements() {
		if !inline[child.Name()] {
			if text := leaves(child); text != "" {
				parts = append(parts, text)
			}
		}
	}
	if parts == nil {
		return e.Line()
	}
	return strings.Join(parts, "; ")
}

func (p *pubMed) citation(c xmlscan.Element) {
	p.LocalID = c.Child("PMID").Line()
	p.claim(ident.PMID, "PMID", p.LocalID)
	article := c.Child("Article")
	p.title(article.Child("ArticleTitle"))
	p.journal(article.Child("Journal"))
	p.Pages = pubMedPages(article.Child("Pagination"))
	for id := range article.All("ELocationID") {
		p.location(id)
	}
	for list := range article.All("AuthorList") {
		p.people(list)
	}
	if p.Issued.Year == 0 {
		p.Issued = pubMedDate(article.Child("ArticleDate"))
	}
	p.note("ArticleDate", dateText(pubMedDate(article.Child("ArticleDate"))))
	p.Container.Short = c.Child("MedlineJournalInfo", "MedlineTA").Line()
	p.Type = biblio.ArticleJournal
	for kind := range article.Child("PublicationTypeList").Elements() {
		switch kind.Line() {
		case "Retracted Publication":
			p.Status = biblio.StatusRetracted
		case "Preprint":
			p.Type = biblio.Preprint
		}
	}
	p.notices(c.Child("CommentsCorrectionsList"))
	p.rest(article, "ArticleTitle", "Journal", "Pagination", "ELocationID", "AuthorList", "ArticleDate")
	p.rest(c, "PMID", "Article", "CommentsCorrectionsList")
}

// title drops the full stop that MEDLINE puts after every title and the square brackets around a translated
// one. The stated text is kept if it differs by more than the stop.
func (p *pubMed) title(e xmlscan.Element) {
	stated := plain(e.Line())
	t := dropStop(stated)
	if inner, ok := strings.CutPrefix(t, "["); ok && strings.HasSuffix(inner, "]") && !strings.Contains(inner, "[") {
		t = strings.TrimSuffix(strings.TrimSuffix(inner, "]"), ".")
		p.note(e.Name(), stated)
	}
	p.Title = t
}

func (p *pubMed) journal(j xmlscan.Element) {
	p.Container.Title = j.Child("Title").Line()
	p.note("ISOAbbreviation", j.Child("ISOAbbreviation").Line())
	for issn := range j.All("ISSN") {
		p.Container.ISSN = append(p.Container.ISSN, issn.Line())
	}
	issue := j.Child("JournalIssue")
	p.Volume, p.Issue = issue.Child("Volume").Line(), issue.Child("Issue").Line()
	p.Issued = pubMedDate(issue.Child("PubDate"))
	p.note("MedlineDate", issue.Child("PubDate", "MedlineDate").Line())
}

// pubMedPages expands MEDLINE's short form: "1234-41" is 1234-1241.
func pubMedPages(e xmlscan.Element) string {
	if text := e.Child("MedlinePgn").Line(); text != "" {
		return completeRange(text)
	}
	return pageRange(e.Child("StartPage").Line(), e.Child("EndPage").Line())
}

func completeRange(s string) string {
	first, last, ok := strings.Cut(s, "-")
	if !ok || len(last) >= len(first) || !allDigits(first) || !allDigits(last) {
		return s
	}
	return first + "-" + first[:len(first)-len(last)] + last
}

func (p *pubMed) location(id xmlscan.Element) {
	switch kind, text := id.Attr("EIdType"), id.Line(); {
	case id.Attr("ValidYN") == "N":
		p.note("ELocationID.invalid", text)
	case kind == "doi":
		p.claim(ident.DOI, "ELocationID.doi", text)
	default:
		if p.Pages == "" {
			p.Pages = text
			return
		}
		p.note("ELocationID."+kind, text)
	}
}

func (p *pubMed) people(list xmlscan.Element) {
	role := biblio.Author
	if list.Attr("Type") == "editors" {
		role = biblio.Editor
	}
	if list.Attr("CompleteYN") == "N" && role == biblio.Author {
		p.AuthorsCut = true
	}
	for a := range list.All("Author") {
		p.add(pubMedName(a), role)
		for _, name := range []string{"AffiliationInfo", "Affiliation", "Identifier"} {
			for child := range a.All(name) {
				p.more(name, leaves(child))
			}
		}
	}
}

func pubMedName(a xmlscan.Element) biblio.Contributor {
	if body := a.Child("CollectiveName").Line(); body != "" {
		return biblio.Contributor{Literal: plain(body)}
	}
	given := cmp.Or(a.Child("ForeName").Line(), a.Child("FirstName").Line(), a.Child("Initials").Line())
	c := biblio.NameParts(plain(a.Child("LastName").Line()), plain(given))
	c.Suffix = cmp.Or(a.Child("Suffix").Line(), c.Suffix)
	return c
}

var articleIDs = map[string]ident.Scheme{"doi": ident.DOI, "pubmed": ident.PMID, "pmc": ident.PMCID}

// articleIDs adds the identifiers in a list; one of another kind stays in Extra.
func (p *pubMed) articleIDs(list xmlscan.Element) {
	for id := range list.All("ArticleId") {
		kind := id.Attr("IdType")
		p.claim(articleIDs[kind], "ArticleId."+kind, id.Line())
	}
}

// pubMedNotices maps the references in a corrected work.
var pubMedNotices = map[string]biblio.UpdateKind{
	"RetractionIn": biblio.Retraction, "PartialRetractionIn": biblio.Retraction, "ErratumIn": biblio.Correction,
	"CorrectedandRepublishedIn": biblio.Correction, "RetractedandRepublishedIn": biblio.Retraction,
	"ExpressionOfConcernIn": biblio.Concern,
}

// pubMedVersions maps the references that join versions of one work.
var pubMedVersions = map[string]biblio.RelationKind{"UpdateIn": biblio.PublishedAs, "UpdateOf": biblio.PreprintOf}

func (p *pubMed) notices(list xmlscan.Element) {
	for c := range list.All("CommentsCorrections") {
		kind := c.Attr("RefType")
		id, _ := ident.ParsePMID(c.Child("PMID").Line())
		if update, ok := pubMedNotices[kind]; ok {
			p.Updates = append(p.Updates,
				biblio.Update{Kind: update, ID: id, Date: biblio.Date{Year: biblio.LeadingYear(c.Child("RefSource").Line())}})
			if kind == "RetractionIn" {
				p.Status = biblio.StatusRetracted
			}
		}
		if relation, ok := pubMedVersions[kind]; ok {
			p.relate(relation, id)
		}
		if kind != "Cites" {
			p.more(kind, leaves(c))
		}
	}
}

// bookDocument reads a book, or a chapter of one, from the NCBI bookshelf.
func (p *pubMed) bookDocument(b xmlscan.Element) {
	p.LocalID = b.Child("PMID").Line()
	p.claim(ident.PMID, "PMID", p.LocalID)
	p.articleIDs(b.Child("ArticleIdList"))
	book := b.Child("Book")
	for list := range b.All("AuthorList") {
		p.people(list)
	}
	p.Type = biblio.Book
	if p.title(b.Child("ArticleTitle")); p.Title != "" {
		p.Type = biblio.Chapter
		p.Container.Title = plain(book.Child("BookTitle").Line())
	} else {
		p.title(book.Child("BookTitle"))
	}
	for list := range book.All("AuthorList") {
		if p.Type == biblio.Book || list.Attr("Type") == "editors" {
			p.people(list)
		}
	}
	p.Publisher = plain(book.Child("Publisher", "PublisherName").Line())
	p.Place = plain(book.Child("Publisher", "PublisherLocation").Line())
	p.Issued = pubMedDate(book.Child("PubDate"))
	p.Edition, p.Volume = book.Child("Edition").Line(), book.Child("Volume").Line()
	p.Container.Series = book.Child("CollectionTitle").Line()
	p.Pages = pubMedPages(b.Child("Pagination"))
	for isbn := range book.All("Isbn") {
		p.claim(ident.ISBN, "Isbn", isbn.Line())
	}
	p.rest(book, "AuthorList", "BookTitle", "Publisher", "PubDate", "Edition", "Volume", "CollectionTitle", "Isbn")
	p.rest(b, "PMID", "ArticleIdList", "Book", "AuthorList", "ArticleTitle", "Pagination")
}

// pubMedDate parses Year, Month (number or name) and Day, or the year of a MedlineDate ("1998 Dec-1999 Jan").
func pubMedDate(e xmlscan.Element) biblio.Date {
	d := biblio.Date{Year: biblio.LeadingYear(e.Child("Year").Line())}
	if d.Year == 0 {
		return biblio.Date{Year: biblio.LeadingYear(e.Child("MedlineDate").Line())}
	}
	if d.Month = monthNumber(e.Child("Month").Line()); d.Month > 0 {
		if n, err := strconv.Atoi(e.Child("Day").Line()); err == nil && n >= 1 && n <= 31 {
			d.Day = n
		}
	}
	return d
}

// PubMedDeleted returns the PMIDs that a DeleteCitation element deletes; none for another element.
func PubMedDeleted(data []byte) []string {
	e, err := xmlscan.Parse(data)
	if err != nil || e.Name() != "DeleteCitation" && e.Name() != "DeleteDocument" {
		return nil
	}
	var list []string
	for id := range e.All("PMID") {
		list = append(list, id.Line())
	}
	return list
}
