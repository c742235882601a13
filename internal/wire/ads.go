package wire

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

var adsTypes = map[string]biblio.Type{
	"article": biblio.ArticleJournal, "eprint": biblio.Preprint, "inproceedings": biblio.PaperConference, "abstract": biblio.PaperConference,
	"proceedings": biblio.Proceedings, "book": biblio.Book, "inbook": biblio.Chapter, "phdthesis": biblio.Thesis, "mastersthesis": biblio.Thesis,
	"techreport": biblio.Report, "software": biblio.Software, "dataset": biblio.Dataset, "catalog": biblio.Dataset, "circular": biblio.Report,
	"newsletter": biblio.ArticleMagazine, "bookreview": biblio.Review, "misc": biblio.Other, "proposal": biblio.Other, "pressrelease": biblio.WebPage,
}

// ADS reads a document of NASA ADS (an element of response.docs).
// Form: https://ui.adsabs.harvard.edu/help/api/
func ADS(data []byte) (biblio.Record, error) {
	d, v, err := object("ads", data)
	if err != nil {
		return biblio.Record{}, err
	}
	var year int
	for key, member := range v.Fields() {
		switch key {
		case "bibcode":
			d.LocalID = member.Text()
		case "title":
			d.plainTitle(key, first(member.Strings()))
		case "author":
			for _, name := range member.Strings() {
				d.add(biblio.ParseName(plain(name)), biblio.Author)
			}
		case "editor":
			for _, name := range member.Strings() {
				d.add(biblio.ParseName(plain(name)), biblio.Editor)
			}
		case "pub":
			d.Container.Title = plain(member.Text())
		case "bibstem":
			d.Container.Short = strings.TrimRight(first(member.Strings()), ".")
		case "issn":
			d.Container.ISSN = member.Strings()
		case "year":
			year = member.Int()
		case "pubdate":
			d.Issued = isoDate(member.Text())
		case "volume":
			d.Volume = member.Text()
		case "issue":
			d.Issue = member.Text()
		case "page_range":
			d.Pages = member.Text()
		case "page":
			if d.Pages == "" {
				d.Pages = first(member.Strings())
			}
			d.keep(key, member)
		case "publisher", "pub_raw":
			if key == "publisher" {
				d.Publisher = plain(member.Text())
			}
			d.keep(key, member)
		case "doi":
			for _, text := range member.Strings() {
				d.adsDOI(text)
			}
		case "identifier", "alternate_bibcode":
			for _, text := range member.Strings() {
				if id, ok := ident.Parse(text); ok && id.Scheme == ident.ArXiv && d.ID(ident.ArXiv).IsZero() {
					d.AddID(id)
				}
			}
			d.keep(key, member)
		case "doctype":
			d.Type = adsTypes[member.Text()]
			d.keep(key, member)
		default:
			d.keep(key, member)
		}
	}
	if d.Issued.Year == 0 || year != 0 && d.Issued.Year != year {
		d.Issued = biblio.Date{Year: year}
	}
	if d.Type == biblio.Preprint {
		d.Container.Title = "arXiv"
	}
	return d.done()
}

// adsDOI takes the first DOI; arXiv's own stands for the arXiv number.
func (d *draft) adsDOI(text string) {
	id, ok := ident.ParseDOI(text)
	if !ok {
		return
	}
	if id = canonical(id); d.ID(id.Scheme).IsZero() {
		d.AddID(id)
	}
}

// first gives the first of a list, "" of none.
func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}
