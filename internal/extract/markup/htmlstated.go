package markup

import (
	"encoding/json"
	"strings"

	"golang.org/x/net/html"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/refstring"
)

// meta handles a reference that a page states in a tag for search engines.
func (p *page) meta(attrs map[string]string) {
	if name := strings.ToLower(attrs["name"]); name != "citation_reference" && name != "dc.references" ||
		len(p.stated) >= biblio.MaxReferences {
		return
	}
	content := reading.OneLine(attrs["content"])
	if len(content) > 1<<16 || content == "" {
		return
	}
	s := statedReference{place: biblio.Place{Line: p.line, EndLine: p.line}}
	if !strings.Contains(content, "citation_") {
		s.raw = content
	} else {
		fields(&s.Claim, content)
	}
	p.stated = append(p.stated, s)
}

// metaFields maps the names of the parts, without "citation_".
var metaFields = reading.Fields{
	"title": reading.Title, "chapter_title": reading.Title, "volume": reading.Volume, "issue": reading.Issue,
	"number": reading.Issue, "pages": reading.Pages, "firstpage": reading.First, "lastpage": reading.Last,
	"journal_title": reading.Container, "conference_title": reading.Container, "inbook_title": reading.Container,
	"conference": reading.Container, "journal_abbrev": reading.Container, "book_title": reading.Container,
	"publisher": reading.Publisher, "technical_report_institution": reading.Publisher,
	"dissertation_institution": reading.Publisher, "author": metaAuthors, "authors": metaAuthors,
	"editor": reading.Editor, "publication_date": reading.Date, "date": reading.Date, "year": reading.Date,
	"doi": reading.DOI, "pmid": reading.PMID, "arxiv_id": reading.ArXiv, "isbn": reading.Serial, "issn": reading.Serial,
}

func metaAuthors(c *reading.Claim, _, text string) {
	names, cut := refstring.SplitNames(text)
	for _, n := range names {
		c.Add(n, biblio.Author)
	}
	c.AuthorsCut = c.AuthorsCut || cut
}

// fields reads "citation_title=…; citation_author=…;".
func fields(c *reading.Claim, content string) {
	for _, part := range strings.Split(content, "citation_")[1:] {
		key, value, ok := strings.Cut(part, "=")
		value = strings.TrimSpace(strings.TrimRight(strings.TrimSpace(value), ";"))
		if ok && !metaFields.Take(c, key, value) {
			c.Note(key, value)
		}
	}
}

// script reads the citations of JSON-LD; other scripts are skipped.
func (p *page) script(kind string) {
	text := ""
	for {
		t := p.z.Next()
		p.line += strings.Count(string(p.z.Raw()), "\n")
		if t == html.TextToken && strings.EqualFold(strings.TrimSpace(kind), "application/ld+json") {
			text = string(p.z.Text())
			continue
		}
		if t == html.ErrorToken || t == html.EndTagToken {
			break
		}
	}
	var root any
	if text == "" || len(text) > maxToken || json.Unmarshal([]byte(text), &root) != nil {
		return
	}
	p.jsonLD(root, 0)
}

// jsonLD looks for works that a page says it cites.
func (p *page) jsonLD(v any, depth int) {
	if depth > 6 {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			p.jsonLD(item, depth+1)
		}
	case map[string]any:
		switch c := v["citation"].(type) {
		case []any:
			for _, item := range c {
				p.cited(item)
			}
		case nil:
		default:
			p.cited(c)
		}
		for _, key := range []string{"@graph", "mainEntity", "mainEntityOfPage"} {
			p.jsonLD(v[key], depth+1)
		}
	}
}

// cited handles one citation of JSON-LD: a text, an address, or an object.
func (p *page) cited(v any) {
	s := statedReference{place: biblio.Place{Line: p.line, EndLine: p.line}}
	switch v := v.(type) {
	case string:
		if v = reading.OneLine(v); strings.HasPrefix(v, "http") && !strings.Contains(v, " ") {
			s.Link(v)
		} else {
			s.raw = v
		}
	case map[string]any:
		s.Title = firstText(v["name"], v["headline"])
		s.Container.Title = firstText(v["isPartOf"], v["publisher"])
		s.Date(firstText(v["datePublished"]))
		for _, name := range texts(v["author"]) {
			s.Name(name, biblio.Author)
		}
		for _, key := range []string{"sameAs", "identifier", "@id", "url"} {
			for _, text := range texts(v[key]) {
				if id, ok := ident.Parse(text); ok && (id.Scheme != ident.URL || key == "url") {
					s.Link(text)
				}
			}
		}
	}
	if (s.raw != "" || !s.Empty()) && len(p.stated) < biblio.MaxReferences {
		p.stated = append(p.stated, s)
	}
}

func firstText(values ...any) string {
	for _, v := range values {
		if list := texts(v); len(list) > 0 {
			return list[0]
		}
	}
	return ""
}

// texts returns the texts of a value: itself, its name, or those of its items.
func texts(v any) []string {
	switch v := v.(type) {
	case string:
		if v = reading.OneLine(v); v != "" {
			return []string{v}
		}
	case []any:
		var list []string
		for _, item := range v {
			if _, deep := item.([]any); !deep {
				list = append(list, texts(item)...)
			}
		}
		return list
	case map[string]any:
		if family, ok := v["familyName"].(string); ok {
			given, _ := v["givenName"].(string)
			return []string{family + ", " + given}
		}
		for _, key := range []string{"name", "value"} {
			if text, ok := v[key].(string); ok {
				return texts(text)
			}
		}
	}
	return nil
}
