package wire

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// ArXivFeed splits an answer of arXiv's API into its entries; total is how many papers there are according to
// the API. An error report of the API as the first element is returned as an error, and so is a feed that
// claims papers but has none, which happens now and then. Form:
// https://info.arxiv.org/help/api/user-manual.html
func ArXivFeed(data []byte) (entries [][]byte, total int, err error) {
	err = units("arxiv", data, "feed", []string{"entry", "opensearch:totalResults"}, func(unit []byte) error {
		e, err := element("arxiv", unit)
		if err != nil {
			return err
		}
		if e.Name() != "entry" {
			total, _ = strconv.Atoi(e.Line()) // not a number: unknown
			return nil
		}
		if strings.Contains(e.Child("id").Line(), "/api/errors") {
			return fmt.Errorf("arxiv: %s", e.Child("summary").Line())
		}
		entries = append(entries, bytes.Clone(unit))
		return nil
	})
	if err == nil && total > 0 && len(entries) == 0 {
		err = fmt.Errorf("arxiv: %d papers and none of them", total)
	}
	if err != nil {
		return nil, 0, err
	}
	return entries, total, nil
}

// ArXivQuestion returns the query that a feed answers, "" if it does not say: its title is "arXiv Query:
// search_query=…&id_list=…&start=0&max_results=10".
func ArXivQuestion(data []byte) (search, ids string) {
	head, _, _ := bytes.Cut(data, []byte("<entry"))
	_, title, ok := bytes.Cut(head, []byte("search_query="))
	if !ok {
		return "", ""
	}
	title, _, _ = bytes.Cut(title, []byte("</title"))
	text := html.UnescapeString(string(title))
	search, text, _ = strings.Cut(text, "&id_list=")
	ids, _, _ = strings.Cut(text, "&start=")
	return search, ids
}

// units passes the elements with some names, below the root of an XML text, to give; root is the required name
// of the root. Each is valid until give returns.
func units(source string, data []byte, root string, names []string, give func(unit []byte) error) error {
	return unitsOf(source, data, maxArticle, root, names, give)
}

// unitsOf is like units, but with another bound on the bytes of a child.
func unitsOf(source string, data []byte, longest int, root string, names []string, give func(unit []byte) error) error {
	s := xmlscan.NewSplitter(bytes.NewReader(data), longest)
	for {
		unit, err := s.Next()
		if err == io.EOF {
			if s.Root().Name() != root {
				return fmt.Errorf("%s: not a %s but %.40q", source, root, s.Root().Name())
			}
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", source, err)
		}
		for _, name := range names {
			if bytes.HasPrefix(unit, []byte("<"+name)) {
				if err := give(unit); err != nil {
					return err
				}
			}
		}
	}
}

// ArXivEntry reads one entry of arXiv's API. The first version dates it.
func ArXivEntry(data []byte) (biblio.Record, error) {
	e, err := element("arxiv", data)
	if err != nil {
		return biblio.Record{}, err
	}
	if e.Name() != "entry" {
		return biblio.Record{}, fmt.Errorf("arxiv: unexpected element %.40q", e.Name())
	}
	a := arXiv{draft: draft{Record: biblio.Record{Source: "arxiv"}}}
	a.LocalID = ArXivEntryID(data)
	a.claim(ident.ArXiv, "id", a.LocalID)
	for child := range e.Elements() {
		a.atom(child)
	}
	a.settle()
	return a.done()
}

func (a *arXiv) atom(e xmlscan.Element) {
	switch text := e.Line(); e.Name() {
	case "title":
		a.Title = text
	case "author":
		a.name(e.Child("name").Line(), biblio.Author)
		a.more("affiliation", e.Child("arxiv:affiliation").Line())
	case "published":
		a.Issued = isoDate(text)
	case "summary":
		a.note("abstract", text)
	case "arxiv:comment":
		a.note("comments", text)
	case "arxiv:journal_ref":
		a.note("journal-ref", text)
	case "arxiv:doi":
		a.dois = strings.TrimSpace(a.dois + " " + text)
	case "category":
		a.more("categories", e.Attr("term"))
	case "link":
		if e.Attr("rel") == "alternate" {
			a.URL = e.Attr("href")
		}
	case "id":
		a.note("version", text[strings.LastIndexByte(text, '/')+1:])
	default:
		a.note(e.Name(), text)
	}
}

// ArXivEntryID returns the identifier of an entry without its version, "" if it has none.
func ArXivEntryID(data []byte) string {
	e, err := xmlscan.Parse(data)
	if err != nil {
		return ""
	}
	id, _ := ident.ParseArXiv(e.Child("id").Line())
	return id.Value
}
