package tidy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/lint"
)

// structural reports whether entries refer to each other by a field.
func structural(name string) bool {
	row := bibfield.Of(name)
	return row.Is(bibfield.Keys) || row.Role == bibfield.RelatedType
}

// drop removes fields.
func (t *tidier) drop(value string) (int, error) {
	names := split(strings.ToLower(value))
	return t.without(func(field string) bool { return slices.Contains(names, field) })
}

// keep removes all other fields.
func (t *tidier) keep(value string) (int, error) {
	names := split(strings.ToLower(value))
	return t.without(func(field string) bool { return !slices.Contains(names, field) && !structural(field) })
}

func (t *tidier) without(goes func(field string) bool) (int, error) {
	return t.eachSound(goes, func(it *bibtex.Item) (edits []bibtex.Edit) {
		for i := range it.Fields {
			if goes(t.f.FieldName(&it.Fields[i])) {
				edits = append(edits, t.f.DeleteField(it, i))
			}
		}
		return edits
	})
}

// nameWidth is the width of the column of names of fields; longer names take more.
const nameWidth = 12 // case: TestValues

// align writes one field per line with the equals signs in one column. Values stay as they are, even over
// several lines; an entry with comments between its fields is left alone.
func (t *tidier) align(string) (int, error) {
	eol := t.f.LineEnd()
	return t.eachSound(nothing, func(it *bibtex.Item) []bibtex.Edit {
		if !t.plain(it) || t.text[it.Key.Start:it.Close] == t.laidOut(it, eol) {
			return nil
		}
		return []bibtex.Edit{{Span: bibtex.Span{Start: it.Key.Start, End: it.Close}, Text: t.laidOut(it, eol)}}
	})
}

// laidOut returns an entry from its key to its closing delimiter.
func (t *tidier) laidOut(it *bibtex.Item, eol string) string {
	var b strings.Builder
	b.WriteString(t.f.Key(it))
	for i := range it.Fields {
		name := t.f.Text(it.Fields[i].Name)
		b.WriteString("," + eol + t.margin() + name + strings.Repeat(" ", max(nameWidth-len(name), 0)) + " = " +
			t.f.Text(it.Fields[i].Value.Span))
	}
	if it.Fields[len(it.Fields)-1].Comma >= 0 {
		b.WriteByte(',')
	}
	b.WriteString(eol)
	return b.String()
}

// pages writes two hyphens in ranges of pages. What may be the number of an article, or of a page in a chapter
// ("3-12--3-14"), is left alone.
func (t *tidier) pages(string) (int, error) {
	return t.eachSound(only("pages"), func(it *bibtex.Item) []bibtex.Edit {
		field, _ := t.f.Field(it, "pages")
		_, text, ok := t.f.Inside(field)
		if !ok {
			return nil
		}
		return t.put(field, lint.Pages(text))
	})
}

// maxAuthors cuts lists of authors and editors that have more names than value.
func (t *tidier) maxAuthors(value string) (int, error) {
	most, err := atLeastOne(value)
	if err != nil {
		return 0, err
	}
	lists := []string{"author", "editor"}
	return t.eachSound(only(lists...), func(it *bibtex.Item) (edits []bibtex.Edit) {
		for _, name := range lists {
			field, _ := t.f.Field(it, name)
			if _, text, ok := t.f.Inside(field); ok {
				edits = append(edits, t.put(field, entry.CutNames(text, most))...)
			}
		}
		return edits
	})
}

// atLeastOne parses a number of names.
func atLeastOne(value string) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is not a number of names: use 1 or more", value)
	}
	return n, nil
}

// resolver matches an address or a label that contains a DOI and nothing else, not even a query.
var resolver = lazy.Regexp(`^(?i)(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|doi:?\s*)(10\.\d{4,9}/[^\s{}%\\?#<>"]+)$`)

// doi leaves the bare DOI in the field doi. An address that only resolves the DOI of its entry is removed; in
// an entry without a DOI it becomes the DOI.
func (t *tidier) doi(string) (int, error) {
	return t.eachSound(only("doi", "url"), func(it *bibtex.Item) []bibtex.Edit {
		var edits []bibtex.Edit
		field, doi := t.own(it, "doi")
		if field != nil {
			if bare := lint.BareDOI(doi); bare != "" {
				doi = bare
				edits = t.put(field, doi)
			}
		}
		return append(edits, t.leading(it, doi)...)
	})
}

// leading returns the edits for an address that leads to a DOI and nowhere else.
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

// urls writes bare addresses.
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
