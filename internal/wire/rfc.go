package wire

import (
	"errors"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// RFCIndex reads rfc-index.xml of the RFC Editor: every RFC, and BCP, STD and FYI as the documents they refer
// to. RFCs that were never issued are left out. Form: https://www.rfc-editor.org/rfc-index.xsd
func RFCIndex(data []byte) ([]biblio.Record, error) {
	var list []biblio.Record
	err := units("rfc", data, "rfc-index", []string{"rfc-entry"}, func(unit []byte) error {
		rec, err := rfc(unit)
		list = append(list, rec)
		return err
	})
	if err == nil && len(list) == 0 {
		err = errors.New("rfc: an index without entries")
	}
	if err != nil {
		return nil, err
	}
	return list, nil
}

func rfc(data []byte) (biblio.Record, error) {
	e, err := element("rfc", data)
	if err != nil {
		return biblio.Record{}, err
	}
	d := draft{Record: biblio.Record{Source: "rfc"}}
	d.LocalID = rfcNumber(e.Child("doc-id").Line())
	d.Type, d.Publisher = biblio.Report, "RFC Editor"
	d.Container.Title = "Request for Comments"
	d.Title = e.Child("title").Line()
	d.Volume = strings.TrimPrefix(d.LocalID, "RFC") // its number in the series
	for a := range e.All("author") {
		role := biblio.Author
		if strings.EqualFold(a.Child("title").Line(), "Editor") {
			role = biblio.Editor
		}
		d.rfcName(a.Child("name").Line(), role)
	}
	if len(d.Authors()) == 0 { // editors are cited as authors
		for i := range d.Contributors {
			d.Contributors[i].Role = biblio.Author
		}
	}
	d.Issued = biblio.Date{Year: biblio.LeadingYear(e.Child("date", "year").Line()),
		Month: monthNumber(e.Child("date", "month").Line())}
	d.claim(ident.DOI, "doi", e.Child("doi").Line())
	d.URL = "https://www.rfc-editor.org/rfc/" + strings.ToLower(d.LocalID)
	for _, name := range []string{"page-count", "current-status", "publication-status", "stream", "area", "wg_acronym",
		"errata-url", "draft"} {
		d.note(name, e.Child(name).Line())
	}
	for _, name := range []string{"obsoletes", "obsoleted-by", "updates", "updated-by", "is-also", "see-also"} {
		var ids []string
		for id := range e.Child(name).All("doc-id") {
			ids = append(ids, rfcNumber(id.Line()))
		}
		d.note(name, strings.Join(ids, " "))
	}
	return d.done()
}

// rfcName parses "E. Rescorla" and bodies such as "IESG" or "Internet Architecture Board".
func (d *draft) rfcName(name string, role biblio.Role) {
	if words := strings.Fields(name); !strings.Contains(name, ".") && (len(words) == 1 || len(words) > 3) {
		d.add(biblio.Contributor{Literal: name}, role)
		return
	}
	d.name(name, role)
}

// rfcNumber removes leading zeros from a document's id: "RFC0793" is RFC793.
func rfcNumber(id string) string {
	i := strings.IndexAny(id, "0123456789")
	if i < 0 {
		return id
	}
	return id[:i] + strings.TrimLeft(id[i:], "0")
}
