package lsp

import (
	"maps"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/lint"
)

// twinOf gives the key of the entry that a remark says to be the same as its own, ""
// for other remarks, and where other entries take fields from the one that would go.
func (c *checked) twinOf(r *lint.Remark) string {
	if r.Rule != "duplicate" || c.bib == nil || r.Key == "" || r.Twin == "" {
		return ""
	}
	for _, it := range c.items {
		for _, name := range []string{"crossref", "xdata", "xref", "related", "entryset"} {
			if f := c.stated(it, name); f != nil && slices.Contains(strings.FieldsFunc(c.bib.Expand(f.Value), func(r rune) bool { return r == ',' || r == ' ' }), r.Key) {
				return ""
			}
		}
	}
	return r.Twin
}

// removeDuplicate takes an entry out that an earlier one says too, and has the texts
// of the project cite that one.
func (s *server) removeDuplicate(doc *document, c *checked, what choice) (*protocol.WorkspaceEdit, error) {
	for i := range c.remarks {
		r := &c.remarks[i]
		if first := c.twinOf(r); first != "" && r.Rule == what.Rule && r.Line == what.Line {
			start, _ := c.text.words(r.Line)
			if it := c.entryAt(start); it != nil {
				return s.replaced(doc, c, it, r.Key, first), nil
			}
		}
	}
	return nil, nil //nolint:nilnil // nothing is to be done
}

// replaced takes an entry out, with the line ends behind it, and writes another key
// for its own where it is cited.
func (s *server) replaced(doc *document, c *checked, it *bibtex.Item, key, first string) *protocol.WorkspaceEdit {
	end := it.Span.End
	for end < len(c.text.string) && strings.ContainsRune("\r\n", rune(c.text.string[end])) {
		end++
	}
	changes := map[uri.URI][]protocol.TextEdit{doc.uri: {{Range: c.text.span(it.Span.Start, end)}}}
	versions := map[uri.URI]int32{doc.uri: c.version}
	files := s.files(doc)
	open := map[string]*document{}
	s.mu.Lock()
	for _, d := range s.docs {
		open[d.name] = d
	}
	s.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		at := uriOf(name)
		if d := open[name]; d != nil {
			at = d.uri
			versions[at] = d.version
		}
		for _, m := range files[name].cited {
			if m.key == key {
				changes[at] = append(changes[at], protocol.TextEdit{Range: files[name].text.span(m.start, m.end), NewText: first})
			}
		}
	}
	return s.edits(changes, versions)
}
