package evaluate

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// flatOf reads the flat fields that citations, records and recorded evidence
// share. Keys it does not know are ignored.
func flatOf(o object) biblio.Flat {
	return biblio.Flat{
		Type: o.text("type"), Title: o.text("title"), Authors: o.list("authors"), Editors: o.list("editors"),
		Venue: o.text("venue"), Year: biblio.Year(o.text("year")), DOI: o.text("doi"),
		ArXivID: o.text("arxiv_id", "arxiv"), PMID: o.text("pmid"), ISBN: o.text("isbn"), URL: o.text("url"),
		Volume: o.text("volume"), Issue: o.text("issue"), Pages: o.text("pages"),
		Publisher: o.text("publisher"), Location: o.text("location"),
	}
}

// recordOf reads one line of records or one recorded candidate as what the
// named source says.
func recordOf(o object, source string) biblio.Record {
	flat := flatOf(o)
	if authors, ok := o["authors"].(string); ok { // one text: "A. One, B. Two"
		flat.Authors = strings.Split(authors, ", ")
	}
	r := biblio.Record{Work: flat.Work(), Source: source, LocalID: o.text("rec_id", "id")}
	r.Container.Short = o.text("venue_short")
	r.Container.Series = o.text("series")
	r.Subtitle = o.text("subtitle")
	r.Status = statusOf(o)
	if eprint := o.text("eprint"); eprint != "" {
		if id, ok := ident.ParseAs(ident.ArXiv, eprint); ok {
			r.AddID(id)
		}
	}
	r.TitleCut = o.flag("title_truncated")
	if complete, ok := o["authors_complete"].(bool); ok && !complete {
		r.AuthorsCut = true
	}
	return r
}

// statusOf reads how a manuscript stands to its container.
func statusOf(o object) biblio.Status {
	switch strings.ToLower(o.text("status")) {
	case "reject", "rejected":
		return biblio.StatusRejected
	case "withdraw", "withdrawn", "desk reject", "desk rejected":
		return biblio.StatusWithdrawn
	}
	if o.flag("retracted") {
		return biblio.StatusRetracted
	}
	return biblio.StatusNormal
}

// loadRecords reads a file of records as what one source says.
func loadRecords(path, source string) ([]biblio.Record, error) {
	var records []biblio.Record
	err := eachObject(path, func(o object) error {
		records = append(records, recordOf(o, source))
		return nil
	})
	return records, err
}
