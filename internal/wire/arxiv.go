package wire

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// ArXiv reads a line of arXiv's metadata snapshot. A record is dated by its
// first version; the date of the last change stands in Extra.
func ArXiv(data []byte) (biblio.Record, error) {
	return members("arxiv", data, func(d draft) memberwise {
		d.Type, d.Container.Title = biblio.Preprint, "arXiv"
		return &arXiv{draft: d}
	})
}

type arXiv struct {
	draft
	authors, dois, updated string
}

func (a *arXiv) member(key string, v jsonscan.Value) {
	switch key {
	case "id":
		a.LocalID = v.Text()
		a.claim(ident.ArXiv, key, a.LocalID)
	case "title":
		a.Title = xmlscan.Squeeze(v.Text())
	case "authors":
		a.authors = xmlscan.Squeeze(v.Text())
	case "authors_parsed":
		for name := range v.Items() {
			a.parsed(name)
		}
	case "doi":
		a.dois = v.Text()
	case "versions":
		a.Issued = rfcDate(v.First().Get("created").Text())
		a.keep(key, v)
	case "update_date":
		a.updated = v.Text()
		a.note(key, a.updated)
	case "abstract", "comments", "journal-ref":
		a.note(key, xmlscan.Squeeze(v.Text()))
	default:
		a.keep(key, v)
	}
}

// parsed reads [family, given, suffix, affiliation…].
func (a *arXiv) parsed(v jsonscan.Value) {
	var parts [3]string
	i := 0
	for part := range v.Items() {
		text := xmlscan.Squeeze(part.Text())
		switch {
		case i < 3:
			parts[i] = text
		case text != "":
			a.more("affiliation", text)
		}
		i++
	}
	c := biblio.NameParts(parts[0], parts[1])
	if parts[1] == "" && strings.HasSuffix(strings.ToLower(parts[0]), "collaboration") {
		c = biblio.Contributor{Literal: parts[0]}
	}
	if parts[2] != "" {
		c.Suffix = parts[2]
	}
	a.add(c, biblio.Author)
}

// settle decides what depends on several members.
func (a *arXiv) settle() {
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
	if withdrawn(a.Extra["comments"], a.Extra["abstract"]) {
		a.Updates = append(a.Updates, biblio.Update{Kind: biblio.WithdrawalOf})
	}
}

// Authors withdraw a preprint in words: in the comments, and in place of the
// abstract.
var (
	withdrawnComment  = regexp.MustCompile(`(?i)^withdrawn|has been withdrawn|been withdrawn by|\b(?:paper|article|submission|manuscript|preprint) (?:(?:is|was|is being|is now) )?withdrawn\b`)
	withdrawnAbstract = regexp.MustCompile(`(?i)^(?:this|the) (?:paper|article|submission|manuscript|preprint|work) (?:has been|was|is) withdrawn\b`)
)

func withdrawn(comments, abstract string) bool {
	return withdrawnComment.MatchString(comments) || withdrawnAbstract.MatchString(abstract)
}

// rfcDate reads "Mon, 2 Apr 2007 19:18:42 GMT".
func rfcDate(s string) biblio.Date {
	fields := strings.Fields(s)
	if len(fields) < 4 {
		return isoDate(s)
	}
	d := biblio.Date{Year: biblio.LeadingYear(fields[3])}
	if d.Year > 0 {
		d.Month = monthNumber(fields[2])
	}
	if day, err := strconv.Atoi(fields[1]); err == nil && d.Month > 0 && day >= 1 && day <= 31 {
		d.Day = day
	}
	return d
}
