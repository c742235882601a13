package tidy

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// resolver is an address or a label that has a DOI and nothing else.
var resolver = lazy.Regexp(`^(?i)(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|doi:?\s*)(10\.\d{4,9}/[^\s{}%\\?#<>"]+)$`)

// doi leaves the bare DOI in the field doi. An address that only resolves the
// DOI of its entry goes; one of an entry without a DOI becomes its DOI.
func (t *tidier) doi(string) (int, error) {
	return t.eachSound(only("doi", "url"), func(it *bibtex.Item) []bibtex.Edit {
		var edits []bibtex.Edit
		field, doi := t.own(it, "doi")
		if field != nil {
			if m := resolver.FindStringSubmatch(doi); m != nil {
				doi = m[1]
				edits = t.put(field, doi)
			}
		}
		return append(edits, t.leading(it, doi)...)
	})
}

// leading gives the edits of an address that leads to a DOI and nowhere else.
func (t *tidier) leading(it *bibtex.Item, doi string) []bibtex.Edit {
	field, address := t.own(it, "url")
	if field == nil || !strings.Contains(address, "://") {
		return nil
	}
	m := resolver.FindStringSubmatch(address)
	if m == nil {
		return nil
	}
	found, ok := ident.ParseDOI(m[1])
	if !ok || found.Value != strings.ToLower(m[1]) {
		return nil
	}
	if has, _ := t.f.Field(it, "doi"); has == nil {
		return append(t.put(field, m[1]), bibtex.Edit{Span: field.Name, Text: "doi"})
	}
	if strings.EqualFold(doi, m[1]) {
		_, i := t.f.Field(it, "url")
		return []bibtex.Edit{t.f.DeleteField(it, i)}
	}
	return nil
}

var (
	wrapped = lazy.Regexp(`^\\url\s*\{([^{}]*)\}$`)
	secured = lazy.Regexp(`^http://(?:dx\.|www\.)?(doi\.org|arxiv\.org)/`)
	moved   = lazy.Regexp(`^https://dx\.(doi\.org)/`)
)

// urls writes addresses plainly.
func (t *tidier) urls(string) (int, error) {
	return t.eachSound(only("url"), func(it *bibtex.Item) []bibtex.Edit {
		field, address := t.own(it, "url")
		if field == nil {
			return nil
		}
		if m := wrapped.FindStringSubmatch(address); m != nil {
			address = strings.TrimSpace(m[1])
		}
		address = secured.ReplaceAllString(address, "https://$1/")
		return t.put(field, moved.ReplaceAllString(address, "https://$1/"))
	})
}
