package wire

import (
	"cmp"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

var arXivFields = fields{
	"id": ownID(ident.ArXiv), "authors_parsed": (*draft).arXivPeople, "versions": too((*draft).arXivVersions),
	"abstract": squeezed, "comments": squeezed, "journal-ref": squeezed,
}

// ArXiv reads a line of arXiv's metadata snapshot. The first version dates a record; the date of the last
// change is in Extra.
func ArXiv(data []byte) (biblio.Record, error) { return read[arXiv]("arxiv", data, arXivFields) }

type arXiv struct {
	draft
	authors, dois, updated string
}

func (a *arXiv) member(key string, v jsonscan.Value) {
	switch key {
	case "title":
		a.Title = xmlscan.Squeeze(v.Text())
	case "authors":
		a.authors = xmlscan.Squeeze(v.Text())
	case "doi":
		a.dois = v.Text()
	case "update_date":
		a.updated = v.Text()
		a.note(key, a.updated)
	default:
		a.keep(key, v)
	}
}

func squeezed(d *draft, key string, v jsonscan.Value) { d.note(key, xmlscan.Squeeze(v.Text())) }

func (d *draft) arXivVersions(_ string, v jsonscan.Value) {
	d.Issued = rfcDate(v.First().Get("created").Text())
}

// arXivPeople reads names as [family, given, suffix, affiliation…].
func (d *draft) arXivPeople(_ string, v jsonscan.Value) {
	for name := range v.Items() {
		parts := make([]string, 0, 8)
		for part := range name.Items() {
			parts = append(parts, xmlscan.Squeeze(part.Text()))
		}
		for len(parts) < 3 {
			parts = append(parts, "")
		}
		for _, affiliation := range parts[3:] {
			d.more("affiliation", affiliation)
		}
		d.add(arXivName(parts[0], parts[1], parts[2]), biblio.Author)
	}
}

func arXivName(family, given, suffix string) biblio.Contributor {
	c := biblio.NameParts(family, given)
	if given == "" && strings.HasSuffix(strings.ToLower(family), "collaboration") {
		c = biblio.Contributor{Literal: family}
	}
	c.Suffix = cmp.Or(suffix, c.Suffix)
	return c
}

func (a *arXiv) settle() {
	a.Type, a.Container.Title = biblio.Preprint, "arXiv"
	if len(a.Contributors) == 0 {
		names := strings.FieldsFunc(strings.ReplaceAll(a.authors, " and ", ","), func(r rune) bool { return r == ',' })
		for _, name := range names {
			a.name(strings.TrimSpace(name), biblio.Author)
		}
	}
	if a.Issued.Year == 0 {
		year, month, _ := a.ID(ident.ArXiv).ArXivDate()
		a.Issued = biblio.Date{Year: year, Month: month}
	}
	if a.Issued.Year == 0 {
		a.Issued = isoDate(a.updated)
	}
	for _, id := range dois(a.dois) {
		a.relate(biblio.PublishedAs, id)
	}
	a.note("doi", a.dois)
	if withdrawnComment.MatchString(a.Extra["comments"]) || withdrawnAbstract.MatchString(a.Extra["abstract"]) {
		a.Updates = append(a.Updates, biblio.Update{Kind: biblio.WithdrawalOf})
	}
}

// Authors withdraw a preprint in words: in the comments, or instead of the abstract.
var (
	withdrawnComment = lazy.Regexp(
		`(?i)^withdrawn|has been withdrawn|been withdrawn by|\b(?:paper|article|submission|manuscript|preprint) (?:(?:is|was|is being|is now) )?withdrawn\b`)
	withdrawnAbstract = lazy.Regexp(
		`(?i)^(?:this|the) (?:paper|article|submission|manuscript|preprint|work) (?:has been|was|is) withdrawn\b`)
)
