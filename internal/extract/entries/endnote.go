package entries

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// LooksLikeEndNoteXML reports whether src is an EndNote export in XML.
func LooksLikeEndNoteXML(src []byte) bool {
	if trimmed := bytes.TrimLeft(src, " \t\r\n\ufeff"); len(trimmed) == 0 || trimmed[0] != '<' {
		return false
	}
	head := src[:min(len(src), 4096)]
	return bytes.Contains(head, []byte("<records>")) && bytes.Contains(src, []byte("<ref-type")) ||
		bytes.Contains(head, []byte("<XML>")) && bytes.Contains(head, []byte("<RECORDS>"))
}

// ReadEndNoteXML reads the records of an export. A damaged record affects only itself.
func ReadEndNoteXML(src []byte) (reading.Result, error) {
	return elements(src, map[string]bool{"record": true}, func(raw string) (biblio.Reference, error) {
		record, err := xmlscan.Parse([]byte(raw))
		if err != nil {
			return biblio.Reference{}, err
		}
		c := EndNote(record)
		ref := c.Reference("", raw)
		ref.ID = line(record.Child("rec-number"))
		return ref, nil
	}), nil
}

// EndNote reads one record of EndNote's XML, as in exports and in the field codes of documents.
func EndNote(record xmlscan.Element) reading.Claim {
	var c reading.Claim
	form := record.Child("ref-type")
	kind := cmp.Or(strings.ToLower(form.Attr("name")), endnoteNumbers[line(form)])
	c.Type = endnoteTypes[kind]
	c.Note("ref-type", kind)
	for group := range record.Child("contributors").Elements() {
		role, ok := endnoteRoles[group.Name()]
		for name := range group.Elements() {
			if text := line(name); !ok {
				c.Note(group.Name(), text)
			} else {
				endnoteName(&c, text, role)
			}
		}
	}
	titles := record.Child("titles")
	c.Title = line(titles.Child("title"))
	journal := line(record.Child("periodical", "full-title"))
	secondary := line(titles.Child("secondary-title"))
	if journal == "" && secondary == "" {
		journal = line(titles.Child("alt-title"))
	}
	settleContainer(&c, kind, journal, secondary, line(titles.Child("tertiary-title")))
	if short := line(record.Child("periodical", "abbr-1")); short != "" && short != c.Container.Title {
		c.Container.Short = short
	}
	for child := range record.Elements() {
		endnoteField(&c, child)
	}
	return c
}

var endnoteRoles = map[string]biblio.Role{"authors": biblio.Author, "secondary-authors": biblio.Editor,
	"subsidiary-authors": biblio.Translator, "translated-authors": biblio.Translator}

// endnoteName reads a name; a body ends in a comma.
func endnoteName(c *reading.Claim, text string, role biblio.Role) {
	if body, ok := strings.CutSuffix(text, ","); ok {
		c.Add(biblio.Contributor{Literal: strings.TrimSpace(body)}, role)
		return
	}
	c.Name(text, role)
}

var endnoteFields = reading.Fields{"volume": reading.Volume, "number": reading.Issue, "edition": reading.Edition,
	"pub-location": reading.Place, "publisher": reading.Publisher, "isbn": reading.Serial}

func endnoteField(c *reading.Claim, e xmlscan.Element) {
	name, text := e.Name(), line(e)
	if endnoteFields.Take(c, name, text) {
		return
	}
	switch name {
	case "pages":
		if strings.Contains(text, "://") {
			c.Note(name, text)
			break
		}
		c.Set(&c.Pages, name, text)
	case "dates":
		c.Date(line(e.Child("year")))
		c.Date(line(e.Child("pub-dates", "date")))
		c.Note("date", line(e.Child("pub-dates", "date")))
	case "electronic-resource-num":
		id, ok := ident.ParseDOI(text)
		c.Identify(name, text, id, ok)
	case "custom2":
		id, ok := ident.ParsePMCID(text)
		c.Identify(name, text, id, ok && strings.HasPrefix(strings.ToUpper(text), "PMC"))
	case "accession-num":
		id, ok := ident.ParsePMID(text)
		c.Identify(name, text, id, ok && strings.Trim(text, "0123456789") == "" && len(text) <= 8)
	case "urls":
		for _, group := range []string{"related-urls", "web-urls"} {
			for u := range e.Child(group).All("url") {
				c.Link(line(u))
			}
		}
	case "keywords", "contributors", "titles", "periodical", "ref-type", "database", "source-app", "rec-number",
		"foreign-keys", "full-title":
	default:
		if len(text) < 4000 {
			c.Note(name, text)
		}
	}
}

func line(e xmlscan.Element) string { return xmlscan.Squeeze(strings.ReplaceAll(e.Text(), "\r", " ")) }

// endnoteTypes maps the names of EndNote's reference types, in lower case.
var endnoteTypes = map[string]biblio.Type{
	"journal article": biblio.ArticleJournal, "journal": biblio.ArticleJournal,
	"electronic article": biblio.ArticleJournal, "magazine article": biblio.ArticleMagazine,
	"newspaper article": biblio.ArticleNews,
	"book":              biblio.Book, "edited book": biblio.Book, "electronic book": biblio.Book,
	"classical work": biblio.Book, "book section": biblio.Chapter, "electronic book section": biblio.Chapter,
	"conference proceedings": biblio.Proceedings, "conference": biblio.Proceedings,
	"conference paper": biblio.PaperConference, "report": biblio.Report, "government document": biblio.Report,
	"thesis":   biblio.Thesis,
	"web page": biblio.WebPage, "online multimedia": biblio.WebPage, "blog": biblio.WebPage,
	"computer program": biblio.Software, "dataset": biblio.Dataset, "aggregated database": biblio.Dataset,
	"online database": biblio.Dataset, "patent": biblio.Patent, "standard": biblio.Standard, "statute": biblio.Legislation,
	"bill": biblio.Legislation, "legal rule or regulation": biblio.Legislation, "case": biblio.Legal,
	"hearing": biblio.Legal, "personal communication": biblio.Personal, "unpublished work": biblio.Unpublished,
	"manuscript": biblio.Unpublished, "encyclopedia": biblio.Entry, "dictionary": biblio.Entry,
	"preprint": biblio.Preprint,
	"generic":  biblio.TypeUnknown, "unpublished": biblio.Unpublished,
}

// endnoteNumbers maps the numbers of types in EndNote XML to their names.
var endnoteNumbers = map[string]string{
	"0": "journal article", "17": "journal article", "43": "electronic article", "19": "magazine article",
	"23": "newspaper article", "6": "book", "28": "edited book", "44": "electronic book", "5": "book section",
	"60": "electronic book section", "10": "conference proceedings", "47": "conference paper", "27": "report",
	"46": "government document", "32": "thesis", "12": "web page", "48": "online multimedia", "56": "blog",
	"9": "computer program", "59": "dataset", "55": "aggregated database", "45": "online database", "25": "patent",
	"58": "standard", "31": "statute", "4": "bill", "50": "legal rule or regulation", "7": "case", "14": "hearing",
	"26": "personal communication", "34": "unpublished work", "36": "manuscript", "53": "encyclopedia",
	"52": "dictionary", "13": "generic",
}

// settleContainer puts a journal, a secondary title and a series where they belong for the kind of work.
func settleContainer(c *reading.Claim, kind, journal, secondary, series string) {
	switch c.Type {
	case biblio.Book, biblio.Thesis, biblio.Report, biblio.Software, biblio.Dataset:
		c.Set(&c.Container.Series, "series", secondary)
		c.Set(&c.Container.Series, "series", series)
		if c.Title == "" {
			c.Title, c.Container.Series = c.Container.Series, ""
		}
		if c.Container.Series == "" && c.Type == biblio.Report {
			c.Set(&c.Container.Series, "journal", journal)
		} else {
			c.Set(&c.Container.Title, "journal", journal)
		}
		return
	}
	c.Set(&c.Container.Title, "journal", journal)
	c.Set(&c.Container.Title, "secondary-title", secondary)
	c.Set(&c.Container.Series, "series", series)
	if c.Type == biblio.Proceedings && c.Container.Title != "" { // most exports use it for a paper
		c.Type = biblio.PaperConference
	}
	if c.Type == "" && kind == "" { // refer has no type; its fields show it
		switch {
		case journal != "":
			c.Type = biblio.ArticleJournal
		case secondary != "":
			c.Type = biblio.Chapter
		case c.Publisher != "":
			c.Type = biblio.Book
		}
	}
}
