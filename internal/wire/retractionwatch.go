package wire

import (
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// RetractionWatch reads one row of the Retraction Watch database as names and values: a record of the original
// paper with its update.
func RetractionWatch(header, row []string) (biblio.Record, error) {
	r := draft{Record: biblio.Record{Source: "retractionwatch"}}
	value := columns(header, row)
	kind, ok := retractionNatures[strings.ToLower(value["RetractionNature"])]
	if !ok {
		return biblio.Record{}, fmt.Errorf("retractionwatch: nature %.40q is not known", value["RetractionNature"])
	}
	r.LocalID = value["Record ID"]
	r.Title = plain(value["Title"])
	r.people(listed(value["Author"]), biblio.Author)
	r.Container.Title = plain(value["Journal"])
	r.Publisher = plain(value["Publisher"])
	r.Issued = usDate(value["OriginalPaperDate"])
	r.Type = retractionTypes(value["ArticleType"])
	r.claimKnown(ident.DOI, "OriginalPaperDOI", value["OriginalPaperDOI"])
	r.claimKnown(ident.PMID, "OriginalPaperPubMedID", value["OriginalPaperPubMedID"])
	if kind != "" {
		notice, ok := ident.ParseDOI(value["RetractionDOI"])
		if !ok {
			notice, _ = ident.ParsePMID(value["RetractionPubMedID"])
		}
		r.update(biblio.Update{Kind: kind, ID: notice, Date: usDate(value["RetractionDate"])})
	}
	for name, text := range value {
		switch name {
		case "Record ID", "Title", "Author", "Journal", "Publisher", "OriginalPaperDate", "OriginalPaperDOI",
			"OriginalPaperPubMedID", "":
		default:
			r.note(name, text)
		}
	}
	return r.done()
}

// columns returns the values of a row of a table by the names of its columns.
func columns(header, row []string) map[string]string {
	value := make(map[string]string, len(header))
	for i, name := range header[:min(len(header), len(row))] {
		value[strings.TrimPrefix(strings.TrimSpace(name), "\ufeff")] = strings.TrimSpace(row[i])
	}
	return value
}

// retractionNatures maps RetractionNature. A reinstatement is not an update.
var retractionNatures = map[string]biblio.UpdateKind{
	"retraction": biblio.Retraction, "correction": biblio.Correction, "expression of concern": biblio.Concern,
	"reinstatement": "",
}

func retractionTypes(s string) biblio.Type {
	s = strings.ToLower(s)
	switch {
	case strings.Contains(s, "conference abstract/paper"):
		return biblio.PaperConference
	case strings.Contains(s, "book chapter"):
		return biblio.Chapter
	case strings.Contains(s, "dissertation"):
		return biblio.Thesis
	case strings.Contains(s, "preprint"):
		return biblio.Preprint
	case s == "":
		return biblio.TypeUnknown
	}
	return biblio.ArticleJournal
}

// claimKnown claims an identifier unless the field says there is none: 0, "unavailable".
func (d *draft) claimKnown(scheme ident.Scheme, key, text string) {
	if text != "0" && !strings.EqualFold(text, "unavailable") {
		d.claim(scheme, key, text)
	}
}

// listed splits "a;b;" into its parts.
func listed(s string) []string {
	var list []string
	for _, part := range strings.Split(s, ";") {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, plain(part))
		}
	}
	return list
}
