package claimcheck

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/claim"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/row"
)

// Copies finds open-access copies of works at services: Europe PMC, arXiv, the ACL Anthology, and the PDFs that
// Unpaywall and OpenAlex name. Answers are cached like all others.
type Copies struct{ Client *transport.Client }

// copyOf is one address that may have a copy.
type copyOf struct {
	kind    string
	request transport.Request
	name    string // of the file, with its extension
	licence string
}

// copyMost is the maximum size of a copy, in bytes.
const copyMost = 32 << 20

// Find returns the first open-access copy of a work whose first page shows its title.
func (c *Copies) Find(ctx context.Context, _ string, records []*biblio.Record, _ *biblio.Work) (*claim.Text,
	row.TextSource, error) {
	var failed error
	tried := map[string]bool{}
	for _, r := range records {
		for _, at := range copiesOf(r) {
			if tried[at.request.URL] {
				continue
			}
			tried[at.request.URL] = true
			body, err := c.fetch(ctx, &at.request)
			if err != nil {
				failed = errors.Join(failed, err)
				continue
			}
			if body == nil {
				continue
			}
			f := file{Path: at.name}
			text, err := f.text(&r.Work, body)
			if err != nil || text == nil {
				continue // unreadable, or another paper
			}
			return text, row.TextSource{Kind: at.kind, Where: at.request.URL, Licence: at.licence, Digest: digest(body)}, nil
		}
	}
	return nil, row.TextSource{}, failed
}

// text extracts the text of a copy, nil if it is not the whole text of a work.
func (f *file) text(w *biblio.Work, body []byte) (*claim.Text, error) {
	if err := f.lookInto(body); err != nil {
		return nil, err
	}
	if f.prepare(); !f.showsIdentified(titleOf(w)) {
		return nil, nil
	}
	text, err := read(f.Path, body)
	if err != nil || !text.Whole {
		return nil, err
	}
	return text, nil
}

// copiesOf lists the addresses of possible copies, the best format first.
func copiesOf(r *biblio.Record) []copyOf {
	var list []copyOf
	add := func(kind, service, address, name, licence string) {
		list = append(list,
			copyOf{kind,
				transport.Request{Service: service, URL: address, MaxBytes: copyMost,
					Answers: []int{http.StatusNotFound, http.StatusGone}}, name, licence})
	}
	for _, id := range r.IDs {
		switch id.Scheme {
		case ident.PMCID:
			add("europepmc", "europepmc", "https://www.ebi.ac.uk/europepmc/webservices/rest/"+id.Value+"/fullTextXML",
				"copy.xml", "")
		case ident.ArXiv:
			add("arxiv", "arxiv", "https://export.arxiv.org/pdf/"+id.Value, "copy.pdf", r.Extra["license"])
		case ident.ACL:
			add("acl", "aclanthology", "https://aclanthology.org/"+id.Value+".pdf", "copy.pdf", "")
		}
	}
	pages := func(address, licence string) {
		if len(list) < copiesMost && (strings.HasPrefix(address, "https://") || strings.HasPrefix(address, "http://")) {
			add("open copy", "", address, "copy.pdf", licence)
		}
	}
	pages(r.Extra["pdf"], r.Extra["license"])
	for _, l := range locations(r) {
		if l.Open {
			pages(l.PDF, l.License)
		}
	}
	for _, address := range strings.Fields(r.Extra["copies"]) { // the licence only applies to the best one
		if strings.HasSuffix(strings.ToLower(address), ".pdf") {
			pages(address, "")
		}
	}
	return list
}

// copiesMost is the maximum number of addresses of one record that are tried.
const copiesMost = 8

// location is a place where OpenAlex found a work.
type location struct {
	Open    bool   `json:"is_oa"`
	PDF     string `json:"pdf_url"`
	License string `json:"license"`
}

// locations returns the locations in a record of OpenAlex.
func locations(r *biblio.Record) []location {
	var list []location
	if text := r.Extra["locations"]; len(text) > locationsMost || json.Unmarshal([]byte(text), &list) != nil {
		return nil
	}
	return list
}

const locationsMost = 1 << 20 // bytes; case: TestCopies

// fetch fetches an address, nil if there is nothing.
func (c *Copies) fetch(ctx context.Context, req *transport.Request) ([]byte, error) {
	req.Read = func(resp *transport.Response) (none bool, err error) {
		if resp.Status != http.StatusOK {
			return true, nil
		}
		if !bytes.HasPrefix(resp.Body, []byte("%PDF-")) &&
			!bytes.HasPrefix(bytes.TrimLeft(resp.Body, "\xef\xbb\xbf \r\n\t"), []byte("<")) {
			return false, errors.New("neither PDF nor XML")
		}
		return false, nil
	}
	resp, err := c.Client.Do(ctx, req)
	if err != nil || resp.Status != http.StatusOK ||
		strings.HasSuffix(req.URL, "fullTextXML") == bytes.HasPrefix(resp.Body, []byte("%PDF-")) {
		return nil, err
	}
	return resp.Body, nil
}

// Chain tries its elements one after the other until one returns a whole text; until then it keeps an abstract.
type Chain []Texts

// Find returns the first whole text, otherwise the first text. With less than a whole text, an error says that
// there may be more.
func (c Chain) Find(ctx context.Context, citing string, records []*biblio.Record, claimed *biblio.Work) (*claim.Text,
	row.TextSource, error) {
	var part *claim.Text
	var from row.TextSource
	var failed error
	for _, texts := range c {
		text, source, err := texts.Find(ctx, citing, records, claimed)
		failed = errors.Join(failed, err)
		switch {
		case text == nil:
		case text.Whole:
			return text, source, nil
		case part == nil:
			part, from = text, source
		}
	}
	return part, from, failed
}
