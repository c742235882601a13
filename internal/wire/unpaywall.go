package wire

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

var unpaywallFields = fields{
	"doi": ownID(ident.DOI), "title": title, "genre": too(kind(crossrefTypes)), "year": statedYear,
	"published_date": issued, "journal_name": clean(container),
	"journal_issns": (*draft).issns, "publisher": clean(publisher), "z_authors": unpaywallNames.authors,
	"best_oa_location": too((*draft).unpaywallBest), "oa_locations": too((*draft).unpaywallCopies),
	"doi_url": text(address),
}

// Unpaywall reads a DOI object of Unpaywall, with the addresses of its open
// copies in Extra ("pdf", "license", "copies").
// Form: https://unpaywall.org/data-format
func Unpaywall(data []byte) (biblio.Record, error) {
	return read[unpaywall]("unpaywall", data, unpaywallFields)
}

// unpaywallNames are in parts, of a body, or, in answers since 2025, as printed.
var unpaywallNames = nameKeys{"family", "given", "", "name", "raw_author_name"}

type unpaywall struct{ draft }

func (u *unpaywall) settle() { u.settleYear() }

func (d *draft) unpaywallBest(_ string, v jsonscan.Value) {
	d.note("pdf", v.Get("url_for_pdf").Text())
	d.note("license", v.Get("license").Text())
}

func (d *draft) unpaywallCopies(_ string, v jsonscan.Value) {
	var copies []string
	for l := range v.Items() {
		if u := l.Get("url").Text(); u != "" {
			copies = append(copies, u)
		}
	}
	d.note("copies", strings.Join(copies, " "))
}
