package report

import (
	"cmp"
	"net/url"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/row"
)

// scholar is where to search for a work without an identifier by hand.
const scholar = "https://scholar.google.com/scholar?q="

// scholarMax is the maximum length of a query in characters: longer ones return nothing.
const scholarMax = 240

// Look returns an address where a person can look for the cited work: its DOI, its arXiv id, another
// identifier, or a search for its title and first author. It is "" for a reference that claims none of these.
func (f *Finding) Look() string {
	c := &f.Claimed
	for _, id := range []ident.ID{claimedID(ident.DOI, c.DOI), claimedID(ident.ArXiv, c.ArXivID),
		claimedID(ident.PMID, c.PMID)} {
		if !id.IsZero() && id.Link() != "" {
			return id.Link()
		}
	}
	query := cmp.Or(c.Title, f.Raw)
	if c.Title != "" && len(c.Authors) > 0 {
		if names := strings.Fields(c.Authors[0]); len(names) > 0 {
			query += " " + names[len(names)-1]
		}
	}
	query = strings.Join(strings.Fields(Visible(query)), " ")
	if runes := []rune(query); len(runes) > scholarMax {
		query = string(runes[:scholarMax])
	}
	if query == "" {
		return ""
	}
	return scholar + url.QueryEscape(query)
}

// Evidence returns the address of the record that the finding was judged against, otherwise one where the work
// can be looked for; "" for none.
func (f *Finding) Evidence() string {
	if f.Record != nil {
		if link := web(f.Record.Link); link != "" {
			return link
		}
	}
	return f.Look()
}

// web returns a web address that is safe to follow, "" for anything else: a saved report may be untrusted.
func web(link string) string {
	u, err := url.Parse(link)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return ""
	}
	return u.String()
}

// claimedID returns a claimed identifier, the zero value if it is malformed.
func claimedID(scheme ident.Scheme, value string) ident.ID {
	if value == "" {
		return ident.ID{}
	}
	id, ok := ident.Parse(string(scheme) + ":" + value)
	if !ok || id.Scheme != scheme {
		return ident.ID{}
	}
	return id
}

// SuggestedDOI returns the DOI of the record of a verified reference that states none, otherwise "".
func (f *Finding) SuggestedDOI() string {
	if f.Outcome != row.Verified || f.Claimed.DOI != "" || f.Record == nil {
		return ""
	}
	return f.Record.Fields.DOI
}
