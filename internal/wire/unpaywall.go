package wire

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

// Unpaywall reads a DOI object of Unpaywall, with the addresses of its open
// copies in Extra ("pdf", "copies").
// Form: https://unpaywall.org/data-format
func Unpaywall(data []byte) (biblio.Record, error) {
	d, v, err := object("unpaywall", data)
	if err != nil {
		return biblio.Record{}, err
	}
	year := 0
	for key, member := range v.Fields() {
		switch key {
		case "doi":
			d.LocalID = member.Text()
			d.claim(ident.DOI, key, d.LocalID)
		case "title":
			d.plainTitle(key, member.Text())
		case "genre":
			d.Type = crossrefTypes[member.Text()]
			if member.Text() == "posted-content" {
				d.Type = biblio.Preprint
			}
			d.note(key, member.Text())
		case "year":
			year = member.Int()
		case "published_date":
			d.Issued = isoDate(member.Text())
		case "journal_name":
			d.Container.Title = plain(member.Text())
		case "journal_issns":
			if text := member.Text(); text != "" {
				d.Container.ISSN = strings.Split(text, ",")
			}
		case "publisher":
			d.Publisher = plain(member.Text())
		case "z_authors":
			for a := range member.Items() {
				d.add(unpaywallName(a), biblio.Author)
			}
		case "best_oa_location":
			d.note("pdf", member.Get("url_for_pdf").Text())
			d.keep(key, member)
		case "oa_locations":
			var copies []string
			for l := range member.Items() {
				if u := l.Get("url").Text(); u != "" {
					copies = append(copies, u)
				}
			}
			d.note("copies", strings.Join(copies, " "))
			d.keep(key, member)
		case "doi_url":
			d.URL = member.Text()
		default:
			d.keep(key, member)
		}
	}
	if d.Issued.Year == 0 || year != 0 && d.Issued.Year != year {
		d.Issued = biblio.Date{Year: year}
	}
	return d.done()
}

// unpaywallName reads a name in parts, as a body, or, in answers since 2025, as
// it is printed.
func unpaywallName(a jsonscan.Value) biblio.Contributor {
	if c := biblio.NameParts(plain(a.Get("family").Text()), plain(a.Get("given").Text())); !c.IsZero() {
		return c
	}
	if name := plain(a.Get("name").Text()); name != "" {
		return biblio.Contributor{Literal: name}
	}
	return biblio.ParseName(plain(a.Get("raw_author_name").Text()))
}
