package wire

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

var adsTypes = map[string]biblio.Type{
	"article": biblio.ArticleJournal, "eprint": biblio.Preprint, "inproceedings": biblio.PaperConference,
	"abstract":    biblio.PaperConference,
	"proceedings": biblio.Proceedings, "book": biblio.Book, "inbook": biblio.Chapter, "phdthesis": biblio.Thesis,
	"mastersthesis": biblio.Thesis,
	"techreport":    biblio.Report, "software": biblio.Software, "dataset": biblio.Dataset, "catalog": biblio.Dataset,
	"circular":   biblio.Report,
	"newsletter": biblio.ArticleMagazine, "bookreview": biblio.Review, "misc": biblio.Other, "proposal": biblio.Other,
	"pressrelease": biblio.WebPage,
}

var adsFields = fields{
	"bibcode": text(localID), "title": (*draft).adsTitle, "author": adsPeople(biblio.Author),
	"editor": adsPeople(biblio.Editor), "pub": clean(container),
	"bibstem": (*draft).adsStem, "issn": issn, "year": statedYear, "pubdate": issued, "volume": text(volume),
	"issue":      text(issue),
	"page_range": text(pages), "page": too((*draft).adsPage), "publisher": too(clean(publisher)), "doi": (*draft).adsDOIs,
	"identifier": too((*draft).adsNumbers), "alternate_bibcode": too((*draft).adsNumbers), "doctype": too(kind(adsTypes)),
}

// ADS reads a document of NASA ADS (an element of response.docs).
// Form: https://ui.adsabs.harvard.edu/help/api/
func ADS(data []byte) (biblio.Record, error) { return read[ads]("ads", data, adsFields) }

type ads struct{ draft }

func (a *ads) settle() {
	a.settleYear()
	if a.Type == biblio.Preprint {
		a.Container.Title = "arXiv"
	}
}

func (d *draft) adsTitle(key string, v jsonscan.Value) { d.plainTitle(key, first(v.Strings())) }

func (d *draft) adsStem(_ string, v jsonscan.Value) {
	d.Container.Short = strings.TrimRight(first(v.Strings()), ".")
}

func (d *draft) adsPage(_ string, v jsonscan.Value) {
	if d.Pages == "" {
		d.Pages = first(v.Strings())
	}
}

func adsPeople(role biblio.Role) setter {
	return func(d *draft, _ string, v jsonscan.Value) {
		for _, name := range v.Strings() {
			d.add(biblio.ParseName(plain(name)), role)
		}
	}
}

// adsDOIs takes the first DOI; arXiv's own counts as the arXiv number.
func (d *draft) adsDOIs(_ string, v jsonscan.Value) {
	for _, text := range v.Strings() {
		if id, ok := ident.ParseDOI(text); ok {
			d.addFirst(canonical(id))
		}
	}
}

// adsNumbers takes the first arXiv number.
func (d *draft) adsNumbers(_ string, v jsonscan.Value) {
	for _, text := range v.Strings() {
		if id, ok := ident.Parse(text); ok && id.Scheme == ident.ArXiv {
			d.addFirst(id)
		}
	}
}
