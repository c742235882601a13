package wire

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

// EuropePMC reads a result of Europe PMC's search with resultType=core or lite.
// Form: https://europepmc.org/RestfulWebService
func EuropePMC(data []byte) (biblio.Record, error) {
	return members("europepmc", data, func(d draft) memberwise { return &europePMC{draft: d} })
}

type europePMC struct {
	draft
	set, id, names  string
	year            int
	journal, book   jsonscan.Value
	kinds, comments jsonscan.Value
}

func (e *europePMC) member(key string, v jsonscan.Value) {
	switch key {
	case "id":
		e.id = v.Text()
	case "source":
		e.set = v.Text()
		e.note(key, e.set)
	case "pmid":
		e.claim(ident.PMID, key, v.Text())
	case "pmcid":
		e.claim(ident.PMCID, key, v.Text())
	case "doi":
		e.claim(ident.DOI, key, v.Text())
	case "title", "bookOrReportTitle":
		if e.Title == "" {
			e.plainTitle(key, v.Text())
			e.Title = dropStop(e.Title)
		}
	case "authorString":
		e.names = plain(v.Text())
	case "authorList":
		e.authors(v.Get("author"))
	case "journalInfo":
		e.journal = v
	case "bookOrReportDetails":
		e.book = v
		e.keep(key, v)
	case "pubYear":
		e.year = v.Int()
	case "pageInfo":
		e.Pages = v.Text()
	case "pubTypeList":
		e.kinds = v
		e.keep(key, v)
	case "commentCorrectionList":
		e.comments = v
		e.keep(key, v)
	case "journalTitle", "journalVolume", "issue", "journalIssn": // of resultType=lite
		e.lite(key, v.Text())
	case "firstPublicationDate", "electronicPublicationDate":
		e.note(key, v.Text())
	default:
		e.keep(key, v)
	}
}

func (e *europePMC) lite(key, text string) {
	switch key {
	case "journalTitle":
		e.Container.Title = plain(text)
	case "journalVolume":
		e.Volume = text
	case "issue":
		e.Issue = text
	case "journalIssn":
		e.Container.ISSN = strings.Split(text, "; ")
	}
}

func (e *europePMC) authors(v jsonscan.Value) {
	for a := range v.Items() {
		if body := plain(a.Get("collectiveName").Text()); body != "" {
			e.add(biblio.Contributor{Literal: body}, biblio.Author)
			continue
		}
		given := plain(a.Get("firstName").Text())
		if given == "" {
			given = plain(a.Get("initials").Text())
		}
		c := biblio.NameParts(plain(a.Get("lastName").Text()), given)
		if c.IsZero() {
			c = biblio.ParseName(plain(a.Get("fullName").Text()))
		}
		e.add(c, biblio.Author)
	}
}

// settle decides what depends on several members.
func (e *europePMC) settle() {
	e.LocalID = e.set + "/" + e.id
	if e.set == "MED" && e.ID(ident.PMID).IsZero() {
		e.claim(ident.PMID, "id", e.id)
	}
	if len(e.Contributors) == 0 && e.names != "" {
		for name := range strings.SplitSeq(strings.TrimSuffix(e.names, "."), ", ") {
			e.add(biblio.ParseName(name), biblio.Author)
		}
	}
	j := e.journal.Get("journal")
	if title := plain(j.Get("title").Text()); title != "" {
		e.Container.Title = title
	}
	e.Container.Short = plain(j.Get("isoabbreviation").Text())
	for _, key := range []string{"issn", "essn"} {
		if issn := j.Get(key).Text(); issn != "" {
			e.Container.ISSN = append(e.Container.ISSN, issn)
		}
	}
	if e.journal.IsObject() {
		e.Volume, e.Issue = e.journal.Get("volume").Text(), e.journal.Get("issue").Text()
		e.Issued = biblio.Date{Year: e.journal.Get("yearOfPublication").Int(), Month: e.journal.Get("monthOfPublication").Int()}
		if e.Issued.Year == 0 || e.Issued.Month < 0 || e.Issued.Month > 12 {
			e.Issued = biblio.Date{Year: e.Issued.Year}
		}
	}
	if e.year > 0 && e.Issued.Year != e.year {
		e.Issued = biblio.Date{Year: e.year}
	}
	if e.Issued.Year == 0 { // ahead of its issue
		e.Issued = isoDate(e.Extra["firstPublicationDate"])
	}
	if e.book.IsObject() {
		e.settleBook()
	}
	e.settleKind()
	for c := range e.comments.Get("commentCorrection").Items() {
		e.correction(c)
	}
}

// settleBook reads the book that a record is of, or that it is a chapter of.
func (e *europePMC) settleBook() {
	e.Publisher = plain(e.book.Get("publisher").Text())
	e.Edition = plain(e.book.Get("edition").Text())
	e.Container.Series = plain(e.book.Get("seriesName").Text())
	for _, key := range []string{"isbn13", "isbn10"} {
		e.claim(ident.ISBN, key, e.book.Get(key).Text())
	}
	if whole := dropStop(plain(e.book.Get("comprisingTitle").Text())); whole != e.Title {
		e.Container.Title = whole
	}
	if e.Issued.Year == 0 {
		e.Issued.Year = e.book.Get("yearOfPublication").Int()
	}
}

func (e *europePMC) settleKind() {
	kinds := strings.ToLower(strings.Join(e.kinds.Get("pubType").Strings(), "|"))
	switch {
	case e.set == "PPR" || strings.Contains(kinds, "preprint"):
		e.Type = biblio.Preprint
		if e.Container.Title == "" {
			e.Container.Title = e.Publisher
		}
	case e.book.IsObject() && e.Container.Title != "":
		e.Type = biblio.Chapter
	case e.book.IsObject():
		e.Type = biblio.Book
	case strings.Contains(kinds, "thesis") || e.set == "ETH":
		e.Type = biblio.Thesis
	case e.set == "PAT":
		e.Type = biblio.Patent
	case e.Container.Title != "":
		e.Type = biblio.ArticleJournal
	}
	if strings.Contains(kinds, "retracted publication") {
		e.update(biblio.Update{Kind: biblio.Retraction})
	}
}

// correction reads what was published about the work later, and its other
// versions.
func (e *europePMC) correction(v jsonscan.Value) {
	id := ident.ID{}
	if v.Get("source").Text() == "MED" {
		id, _ = ident.ParsePMID(v.Get("id").Text())
	}
	switch strings.ToLower(v.Get("type").Text()) {
	case "retraction in", "retraction of in":
		for i := range e.Updates {
			if e.Updates[i].Kind == biblio.Retraction {
				e.Updates[i].ID = id
				return
			}
		}
		e.update(biblio.Update{Kind: biblio.Retraction, ID: id})
	case "erratum in", "corrected and republished in":
		e.update(biblio.Update{Kind: biblio.Correction, ID: id})
	case "expression of concern in":
		e.update(biblio.Update{Kind: biblio.Concern, ID: id})
	case "preprint of":
		e.relate(biblio.PublishedAs, id)
	}
}
