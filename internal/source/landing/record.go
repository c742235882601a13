package landing

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// Record makes a record from what a page says about itself. Bibliographic tags come first, JSON-LD second, the
// page's own title last. address is the page's address.
func Record(p *Page, address string) (biblio.Record, bool) {
	rec := biblio.Record{LocalID: address}
	rec.URL = address
	switch {
	case p.First("citation_title", "bepress_citation_title") != "":
		citation(p, &rec)
	case fromJSONLD(p, &rec):
	case p.First("dc.title", "dcterms.title", "eprints.title", "prism.title") != "":
		dublinCore(p, &rec)
	default:
		openGraph(p, address, &rec)
	}
	if rec.Title == "" {
		return rec, false
	}
	if rec.Type == biblio.TypeUnknown && !p.Scholarly() {
		rec.Type = biblio.WebPage
	}
	return rec, true
}

func note(rec *biblio.Record, key, text string) {
	if text == "" {
		return
	}
	if rec.Extra == nil {
		rec.Extra = map[string]string{}
	}
	rec.Extra[key] = text
}

func claim(rec *biblio.Record, scheme ident.Scheme, text string) {
	if id, ok := ident.ParseAs(scheme, text); ok {
		rec.AddID(id)
	}
}

// people splits the values of author tags, which contain one name each or several separated by semicolons.
func people(values []string, role biblio.Role) []biblio.Contributor {
	var names []string
	for _, v := range values {
		for _, name := range strings.Split(v, ";") {
			if name = squeeze(name); name != "" {
				names = append(names, name)
			}
		}
	}
	list, _ := biblio.ParseNames(names, role)
	return list
}

// citation reads the tags that Google Scholar recommends. Form:
// https://scholar.google.com/intl/en/scholar/inclusion.html
func citation(p *Page, rec *biblio.Record) {
	get := func(name string) string { return p.First("citation_"+name, "bepress_citation_"+name) }
	all := func(name string) []string {
		if v := p.Meta["citation_"+name]; len(v) > 0 {
			return v
		}
		return p.Meta["bepress_citation_"+name]
	}
	rec.Title = get("title")
	authors := all("author")
	if len(authors) == 0 {
		authors = all("authors")
	}
	rec.Contributors = append(people(authors, biblio.Author), people(all("editor"), biblio.Editor)...)
	rec.Volume, rec.Issue = get("volume"), get("issue")
	rec.Pages = pages(get("firstpage"), get("lastpage"))
	rec.Publisher = get("publisher")
	rec.Issued = date(get("publication_date"), get("date"), get("cover_date"), get("year"), get("online_date"))
	switch {
	case get("journal_title") != "":
		rec.Type, rec.Container.Title = biblio.ArticleJournal, get("journal_title")
	case get("conference_title") != "" || get("conference") != "":
		rec.Type, rec.Container.Title = biblio.PaperConference, firstOf(get("conference_title"), get("conference"))
	case get("inbook_title") != "" || get("book_title") != "":
		rec.Type, rec.Container.Title = biblio.Chapter, firstOf(get("inbook_title"), get("book_title"))
	case get("dissertation_institution") != "":
		rec.Type, rec.Publisher = biblio.Thesis, get("dissertation_institution")
	case get("technical_report_institution") != "":
		rec.Type, rec.Publisher = biblio.Report, get("technical_report_institution")
	case get("arxiv_id") != "":
		rec.Type, rec.Container.Title = biblio.Preprint, "arXiv"
	case get("isbn") != "":
		rec.Type = biblio.Book
	}
	rec.Container.Short = get("journal_abbrev")
	rec.Container.ISSN = all("issn")
	claim(rec, ident.DOI, get("doi"))
	claim(rec, ident.ArXiv, get("arxiv_id"))
	claim(rec, ident.PMID, get("pmid"))
	claim(rec, ident.ISBN, get("isbn"))
	note(rec, "pdf", get("pdf_url"))
	note(rec, "online_date", get("online_date"))
}

func dublinCore(p *Page, rec *biblio.Record) {
	get := func(names ...string) string {
		var full []string
		for _, name := range names {
			full = append(full, "dc."+name, "dcterms."+name, "eprints."+name, "prism."+name)
		}
		return p.First(full...)
	}
	rec.Title = get("title")
	for _, name := range []string{"dc.creator", "dcterms.creator", "eprints.creators_name", "dc.contributor.author"} {
		if list := people(p.Meta[name], biblio.Author); len(list) > 0 {
			rec.Contributors = list
			break
		}
	}
	rec.Issued = date(get("date.issued", "issued", "date", "publicationdate"))
	rec.Container.Title = get("publicationname", "publication", "ispartof", "source")
	rec.Volume, rec.Issue = get("volume"), get("number", "issue")
	rec.Pages = pages(get("startingpage"), get("endingpage"))
	rec.Publisher = get("publisher")
	for _, text := range append(append([]string(nil), p.Meta["dc.identifier"]...), p.Meta["prism.doi"]...) {
		if id, ok := ident.Parse(text); ok && id.Scheme != ident.URL {
			rec.AddID(id)
		}
	}
	if strings.Contains(strings.ToLower(get("type")), "thesis") {
		rec.Type = biblio.Thesis
	}
}

// forges maps the software sites whose pages name a repository by owner and name.
var forges = map[string]string{"github.com": "GitHub", "gitlab.com": "GitLab", "bitbucket.org": "Bitbucket",
	"codeberg.org": "Codeberg", "huggingface.co": "Hugging Face"}

func openGraph(p *Page, address string, rec *biblio.Record) {
	rec.Title = firstOf(p.First("og:title", "twitter:title"), p.Title, p.Heading)
	rec.Container.Title = p.First("og:site_name", "application-name")
	rec.Contributors = people(p.Meta["author"], biblio.Author)
	if len(rec.Contributors) == 0 {
		names := lists.Filter(p.Meta["article:author"], func(v string) bool { return !strings.Contains(v, "://") })
		rec.Contributors = people(names, biblio.Author)
	}
	rec.Issued = date(p.First("article:published_time", "date", "pubdate", "publish_date"))
	switch p.First("og:type") {
	case "article":
		rec.Type = biblio.WebPage
	case "book":
		rec.Type = biblio.Book
	}
	note(rec, "description", p.First("og:description", "description"))
	u, err := url.Parse(address)
	if err != nil {
		return
	}
	site, ok := forges[strings.TrimPrefix(u.Hostname(), "www.")]
	if parts := strings.Split(strings.Trim(u.Path, "/"), "/"); ok && len(parts) >= 2 && parts[0] != "" {
		rec.Type, rec.Container.Title = biblio.Software, site
		title := strings.TrimPrefix(rec.Title, site+" - ")
		title, about, _ := strings.Cut(title, ": ")
		if i := strings.LastIndexByte(title, '/'); i >= 0 {
			title = title[i+1:]
		}
		note(rec, "repository", parts[0]+"/"+parts[1])
		rec.Title = squeeze(title)
		if about != "" {
			rec.Title += ": " + squeeze(about)
		}
		if len(rec.Contributors) == 0 {
			rec.Contributors = []biblio.Contributor{{Literal: parts[0], Role: biblio.Author}}
		}
	}
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if t = squeeze(t); t != "" {
			return t
		}
	}
	return ""
}

func pages(first, last string) string {
	if last == "" || first == last {
		return first
	}
	return first + "-" + last
}

// date parses the first text that contains a year: "2019/05/17", "2019-05", "May 2019".
func date(texts ...string) biblio.Date {
	for _, text := range texts {
		year := biblio.LeadingYear(text)
		if year == 0 {
			continue
		}
		d := biblio.Date{Year: year}
		parts := strings.FieldsFunc(text, func(r rune) bool { return r == '-' || r == '/' || r == 'T' || r == ' ' })
		if len(parts) > 1 && len(parts[0]) == 4 {
			if n, err := strconv.Atoi(parts[1]); err == nil && n >= 1 && n <= 12 {
				d.Month = n
			}
			if len(parts) > 2 && d.Month > 0 {
				if n, err := strconv.Atoi(parts[2]); err == nil && n >= 1 && n <= 31 {
					d.Day = n
				}
			}
		}
		return d
	}
	return biblio.Date{}
}
