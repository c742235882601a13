package wire

import (
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// Meta reads one row of the tables of OpenCitations Meta as names and values. Their columns are id, title,
// author, issue, volume, venue, page, pub_date, type, publisher and editor; identifiers of a work are in the
// first, those of people and venues in brackets after their names.
func Meta(header, row []string) (biblio.Record, error) {
	r := draft{Record: biblio.Record{Source: "meta"}}
	value := columns(header, row)
	kind := value["type"]
	if metaContainers[kind] {
		return biblio.Record{}, fmt.Errorf("meta: %s: %w", kind, ErrNotAWork)
	}
	r.Type = metaTypes[kind]
	r.note("type", strings.ReplaceAll(kind, " ", "-"))
	for _, id := range strings.Fields(value["id"]) {
		r.metaID(id)
	}
	r.Title = plain(value["title"])
	r.metaPeople(value["author"], biblio.Author)
	r.metaPeople(value["editor"], biblio.Editor)
	venue, ids := cutIDs(value["venue"])
	r.Container.Title = plain(venue)
	for _, id := range strings.Fields(ids) {
		switch scheme, text, _ := strings.Cut(id, ":"); scheme {
		case "issn":
			r.Container.ISSN = append(r.Container.ISSN, text)
		case "isbn":
			r.claim(ident.ISBN, "ISBN", text)
		}
	}
	r.Volume, r.Issue, r.Pages = plain(value["volume"]), plain(value["issue"]), plain(value["page"])
	r.Issued = isoDate(value["pub_date"])
	publisher, _ := cutIDs(value["publisher"])
	r.Publisher = plain(publisher)
	return r.done()
}

// metaTypes maps the types of Meta; others are unknown.
var metaTypes = map[string]biblio.Type{
	"journal article": biblio.ArticleJournal, "proceedings article": biblio.PaperConference,
	"book chapter": biblio.Chapter, "book section": biblio.Chapter,
	"book part": biblio.Chapter, "book track": biblio.Chapter, "book": biblio.Book, "edited book": biblio.Book,
	"monograph":      biblio.Book,
	"reference book": biblio.Book, "proceedings": biblio.Proceedings, "report": biblio.Report,
	"dissertation": biblio.Thesis, "dataset": biblio.Dataset,
	"data file": biblio.Dataset, "reference entry": biblio.Entry, "standard": biblio.Standard, "preprint": biblio.Preprint,
	"computer program": biblio.Software,
}

// metaContainers are the types of rows that describe containers of works.
var metaContainers = map[string]bool{
	"journal": true, "journal volume": true, "journal issue": true, "book series": true, "book set": true,
	"report series": true, "standard series": true,
	"proceedings series": true, "component": true, "peer review": true,
}

// metaID adds one identifier, such as "doi:10.1000/x".
func (d *draft) metaID(text string) {
	scheme, value, _ := strings.Cut(text, ":")
	switch scheme {
	case "omid":
		d.LocalID = value
	case "doi":
		if id, ok := ident.ParseDOI(value); ok {
			d.AddID(canonical(id))
			return
		}
		d.note("doi", value)
	case "pmid", "pmcid", "isbn", "arxiv", "openalex": // the names of our schemes
		d.claim(ident.Scheme(scheme), scheme, value)
	}
}

// metaPeople adds the names of a list, "Family, Given [orcid:… omid:…]; …". A name without a comma is that of a
// body, or was not split into parts.
func (d *draft) metaPeople(list string, role biblio.Role) {
	depth, start := 0, 0
	for i := range len(list) + 1 {
		switch {
		case i < len(list) && list[i] == '[':
			depth++
		case i < len(list) && list[i] == ']':
			depth--
		case i == len(list) || depth <= 0 && list[i] == ';':
			if text := strings.TrimSpace(list[start:i]); text != "" {
				name, _ := cutIDs(text)
				d.add(metaName(plain(name)), role)
			}
			start = i + 1
		}
	}
}

func metaName(name string) biblio.Contributor {
	family, given, parted := strings.Cut(name, ",")
	if !parted {
		return biblio.ParseName(name)
	}
	return arXivName(strings.TrimSpace(family), strings.TrimSpace(given), "")
}

// cutIDs splits a name from the identifiers in brackets after it.
func cutIDs(text string) (name, ids string) {
	open := strings.LastIndex(text, "[")
	if open < 0 || !strings.HasSuffix(text, "]") || !strings.Contains(text[open:], ":") {
		return text, ""
	}
	return strings.TrimSpace(text[:open]), text[open+1 : len(text)-1]
}
