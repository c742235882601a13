package wire

import (
	"cmp"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

var europePMCFields = fields{
	"pmid": id(ident.PMID), "pmcid": id(ident.PMCID), "doi": id(ident.DOI), "title": stoppedTitle,
	"bookOrReportTitle": stoppedTitle, "authorList": func(d *draft, key string, v jsonscan.Value) {
		europePMCNames.authors(d, key, v.Get("author"))
	},
	"pageInfo": text(pages), "pubYear": statedYear, "firstPublicationDate": noted, "electronicPublicationDate": noted,
	"journalTitle": clean(container), "journalVolume": text(volume), "issue": text(issue), // of resultType=lite
	"journalIssn": (*draft).issns,
}

var europePMCNames = nameKeys{"lastName", "firstName", "initials", "collectiveName", "fullName"}

// EuropePMC reads a result of Europe PMC's search with resultType=core or lite. Form:
// https://europepmc.org/RestfulWebService
func EuropePMC(data []byte) (biblio.Record, error) {
	return read[europePMC]("europepmc", data, europePMCFields)
}

type europePMC struct {
	draft
	set, id, names  string
	journal, book   jsonscan.Value
	kinds, comments jsonscan.Value
}

func (e *europePMC) member(key string, v jsonscan.Value) {
	switch key {
	case "id":
		e.id = v.Text()
		return
	case "source":
		e.set = v.Text()
	case "authorString":
		e.names = plain(v.Text())
		return
	case "journalInfo":
		e.journal = v
		return
	case "bookOrReportDetails":
		e.book = v
	case "pubTypeList":
		e.kinds = v
	case "commentCorrectionList":
		e.comments = v
	}
	e.keep(key, v)
}

// stoppedTitle sets a title that ends with a full stop.
func stoppedTitle(d *draft, key string, v jsonscan.Value) {
	if d.Title == "" {
		d.plainTitle(key, v.Text())
		d.Title = dropStop(d.Title)
	}
}

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
	e.settleJournal()
	if e.year > 0 && e.Issued.Year != e.year {
		e.Issued = biblio.Date{Year: e.year}
	}
	if e.Issued.Year == 0 { // published ahead of its issue
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

// settleJournal reads the journal and the issue of an article.
func (e *europePMC) settleJournal() {
	j := e.journal.Get("journal")
	e.Container.Title = cmp.Or(plainOf(j, "title"), e.Container.Title)
	e.Container.Short = plainOf(j, "isoabbreviation")
	for _, key := range []string{"issn", "essn"} {
		if issn := j.Get(key).Text(); issn != "" {
			e.Container.ISSN = append(e.Container.ISSN, issn)
		}
	}
	if !e.journal.IsObject() {
		return
	}
	e.Volume, e.Issue = e.journal.Get("volume").Text(), e.journal.Get("issue").Text()
	e.Issued.Year = e.journal.Get("yearOfPublication").Int()
	if month := e.journal.Get("monthOfPublication").Int(); e.Issued.Year != 0 && month >= 0 && month <= 12 {
		e.Issued.Month = month
	}
}

// settleBook reads the book that a record describes or is a chapter of.
func (e *europePMC) settleBook() {
	e.Publisher = plainOf(e.book, "publisher")
	e.Edition = plainOf(e.book, "edition")
	e.Container.Series = plainOf(e.book, "seriesName")
	for _, key := range []string{"isbn13", "isbn10"} {
		e.claim(ident.ISBN, key, e.book.Get(key).Text())
	}
	if whole := dropStop(plainOf(e.book, "comprisingTitle")); whole != e.Title {
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
		e.Container.Title = cmp.Or(e.Container.Title, e.Publisher)
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

// correction reads later publications about the work, and its other versions.
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
