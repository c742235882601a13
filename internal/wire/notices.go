package wire

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

// CrossrefNotices gives, of a work that is itself a notice ("update-to"), one
// record for each work that it is about: the identifier and the update, and no
// more.
func CrossrefNotices(notice *biblio.Record) []biblio.Record {
	text := notice.Extra["update-to"]
	if text == "" {
		return nil
	}
	v, err := jsonscan.Parse([]byte(text))
	if err != nil {
		return nil
	}
	var list []biblio.Record
	for u := range v.Items() {
		kind := updateKind(u)
		if kind == "" {
			continue
		}
		d := draft{Record: biblio.Record{Source: "crossref", LocalID: notice.LocalID}}
		d.claim(ident.DOI, "DOI", u.Get("DOI").Text())
		if len(d.IDs) == 0 || d.IDs[0] == notice.ID(ident.DOI) {
			continue
		}
		d.update(biblio.Update{Kind: kind, ID: notice.ID(ident.DOI), Date: crossrefDate(u.Get("updated"))})
		if updateType(u) == "partial_retraction" {
			d.Status = biblio.StatusNormal
		}
		list = append(list, d.Record)
	}
	return list
}

// WithNotices adds to the works of one answer of Crossref what notices among
// them say of them: of a retracted article that does not name its retraction
// itself, a search by title finds both.
func WithNotices(records []biblio.Record, err error) ([]biblio.Record, error) {
	for i := range records {
		for _, n := range CrossrefNotices(&records[i]) {
			for k := range records {
				if records[k].ID(ident.DOI) == n.ID(ident.DOI) {
					notice(&records[k], &n)
				}
			}
		}
	}
	return records, err
}

// notice takes over the updates that a record does not have.
func notice(to, from *biblio.Record) {
	for _, u := range from.Updates {
		if !slices.ContainsFunc(to.Updates, func(have biblio.Update) bool { return have.Kind == u.Kind && have.ID == u.ID }) {
			to.Updates = append(to.Updates, u)
		}
	}
	if from.Status == biblio.StatusRetracted {
		to.Status = from.Status
	}
}
