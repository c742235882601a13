package wire

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// ErrDeleted means that a source has deleted a record: the record returned with it has only the source and its
// key.
var ErrDeleted = errors.New("the source has deleted this record")

// OAIRecords passes the record elements of an OAI-PMH ListRecords element to give. Each is valid until give
// returns. Form: https://www.openarchives.org/OAI/openarchivesprotocol.html
func OAIRecords(list []byte, give func(record []byte)) error {
	return units("oai-pmh", list, "ListRecords", []string{"record"}, func(unit []byte) error {
		give(unit)
		return nil
	})
}

// OAIPage is what a ListRecords answer says about the harvest itself.
type OAIPage struct {
	Date    string // of the answer: 2026-11-22T17:00:00Z
	Token   string // asks for the next page; "" after the last
	Expires string // when the token expires, "" if the service does not say
	Newest  string // the last record's datestamp; "" if the records are not in datestamp order
	Error   string // the protocol's error code, or ""
	Why     string // its text
}

// ReadOAIPage reads what an answer says about the harvest. It reads the whole text, so that a truncated answer
// is an error.
func ReadOAIPage(data []byte) (p OAIPage, err error) {
	err = unitsOf("oai-pmh", data, len(data), "OAI-PMH", []string{"responseDate", "error", "ListRecords"},
		func(unit []byte) error {
			if bytes.HasPrefix(unit, []byte("<ListRecords")) {
				return p.list(unit)
			}
			e, err := element("oai-pmh", unit)
			if err != nil {
				return err
			}
			if e.Name() == "error" {
				p.Error, p.Why = e.Attr("code"), e.Line()
			} else {
				p.Date = e.Line()
			}
			return nil
		})
	return p, err
}

// list reads the datestamps of the records and the token after them.
func (p *OAIPage) list(unit []byte) error {
	ordered := true
	err := unitsOf("oai-pmh", unit, len(unit), "ListRecords", []string{"record", "resumptionToken"},
		func(unit []byte) error {
			if bytes.HasPrefix(unit, []byte("<record")) {
				stamp := datestamp(unit)
				ordered = ordered && stamp != "" && stamp >= p.Newest
				p.Newest = stamp
				return nil
			}
			e, err := element("oai-pmh", unit)
			if err != nil {
				return err
			}
			p.Token, p.Expires = e.Line(), cmp.Or(e.Attr("expirationDate"), e.Attr("expires"))
			return nil
		})
	if !ordered {
		p.Newest = ""
	}
	return err
}

// datestamp returns the text of a record's datestamp, which is in its header.
func datestamp(record []byte) string {
	_, rest, _ := bytes.Cut(record, []byte("<datestamp>"))
	stamp, _, found := bytes.Cut(rest, []byte("</datestamp>"))
	if !found || len(stamp) > 40 {
		return ""
	}
	return string(bytes.TrimSpace(stamp))
}

// ArXivOAI reads one record of arXiv's OAI-PMH service in its own format, "arXiv". The first version dates it.
// For a deleted record the error is ErrDeleted. Form: https://info.arxiv.org/help/oa/index.html
func ArXivOAI(data []byte) (biblio.Record, error) {
	e, err := element("arxiv", data)
	if err != nil {
		return biblio.Record{}, err
	}
	header := e.Child("header")
	if header.Attr("status") == "deleted" {
		id, ok := ident.ParseArXiv(strings.TrimPrefix(header.Child("identifier").Line(), "oai:arXiv.org:"))
		if !ok {
			return biblio.Record{}, fmt.Errorf("arxiv: deleted record %.60q", header.Child("identifier").Line())
		}
		return biblio.Record{Source: "arxiv", LocalID: id.Value}, ErrDeleted
	}
	paper := e.Child("metadata", "arXiv")
	if paper.Absent() {
		return biblio.Record{}, fmt.Errorf("arxiv: record %.60q is not in the form arXiv", header.Child("identifier").Line())
	}
	a := arXiv{draft: draft{Record: biblio.Record{Source: "arxiv"}}}
	for child := range paper.Elements() {
		a.oai(child)
	}
	a.settle()
	return a.done()
}

func (a *arXiv) oai(e xmlscan.Element) {
	switch text := e.Line(); e.Name() {
	case "id":
		a.claim(ident.ArXiv, "id", text)
		a.LocalID = cmp.Or(a.ID(ident.ArXiv).Value, text)
	case "title":
		a.Title = text
	case "authors":
		for author := range e.All("author") {
			a.add(arXivName(author.Child("keyname").Line(), author.Child("forenames").Line(), author.Child("suffix").Line()),
				biblio.Author)
			for affiliation := range author.All("affiliation") {
				a.more("affiliation", affiliation.Line())
			}
		}
	case "created":
		a.Issued = isoDate(text)
	case "updated":
		a.updated = text
		a.note("update_date", text)
	case "doi":
		a.dois = text
	default:
		a.note(e.Name(), text)
	}
}
