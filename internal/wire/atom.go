package wire

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// ArXivFeed cuts an answer of arXiv's API into its entries. The first element
// that is an error report of the API is an error.
// Form: https://info.arxiv.org/help/api/user-manual.html
func ArXivFeed(data []byte) ([][]byte, error) {
	var entries [][]byte
	err := units("arxiv", data, "feed", "entry", func(unit []byte) error {
		e, err := xmlscan.Parse(unit)
		if err != nil {
			return fmt.Errorf("arxiv: %w", err)
		}
		if strings.Contains(e.Child("id").Line(), "/api/errors") {
			return fmt.Errorf("arxiv: %s", e.Child("summary").Line())
		}
		entries = append(entries, bytes.Clone(unit))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return entries, nil
}

// units gives the elements of a name below the root of an XML text, whose name
// has to be root. They hold until the next.
func units(source string, data []byte, root, name string, give func(unit []byte) error) error {
	s := xmlscan.NewSplitter(bytes.NewReader(data), maxArticle)
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
		if bytes.HasPrefix(unit, []byte("<"+name)) {
			if err := give(unit); err != nil {
				return err
			}
		}
	}
}

// ArXivEntry reads one entry of arXiv's API. It is dated by its first version.
func ArXivEntry(data []byte) (biblio.Record, error) {
	e, err := xmlscan.Parse(data)
	if err != nil {
		return biblio.Record{}, fmt.Errorf("arxiv: %w", err)
	}
	if e.Name() != "entry" {
		return biblio.Record{}, fmt.Errorf("arxiv: unexpected element %.40q", e.Name())
	}
	a := arXiv{draft: draft{biblio.Record{Source: "arxiv"}}}
	a.Type, a.Container.Title = biblio.Preprint, "arXiv"
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

// ArXivEntryID gives the identifier of an entry without its version, "" when
// it has none.
func ArXivEntryID(data []byte) string {
	e, err := xmlscan.Parse(data)
	if err != nil {
		return ""
	}
	id, _ := ident.ParseArXiv(e.Child("id").Line())
	return id.Value
}
