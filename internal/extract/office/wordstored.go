package office

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// readStored reads the citations that Zotero keeps in the properties of a
// document when it marks them with bookmarks: "ZOTERO_BREF_x_1", "…_2" hold the
// pieces of what the bookmark "ZOTERO_BREF_x" cites.
func (w *word) readStored() {
	s := xmlscan.NewScanner(w.optional("docProps/custom.xml"))
	pieces := map[string]*strings.Builder{}
	var order []string
	name := ""
	for len(order) < maxStyles {
		t, ok := s.Next()
		if !ok {
			break
		}
		switch {
		case t.Kind == xmlscan.Start && t.Name == "property":
			name = t.Attr("name")
			if at := strings.LastIndexByte(name, '_'); at > 0 && strings.HasPrefix(name, "ZOTERO_BREF_") {
				name = name[:at]
			} else {
				name = ""
			}
		case t.Kind == xmlscan.End && t.Name == "property":
			name = ""
		case t.Kind == xmlscan.Text && name != "":
			b := pieces[name]
			if b == nil {
				b = &strings.Builder{}
				pieces[name], order = b, append(order, name)
			}
			if b.Len()+len(t.Text) <= maxInstruction {
				b.WriteString(t.Text)
			}
		}
	}
	w.stored = map[string]fieldCode{}
	for _, name := range order {
		text := strings.TrimSpace(pieces[name].String())
		if !strings.Contains(text[:min(len(text), 60)], "CSL_CITATION") {
			continue
		}
		f, err := storedField(text)
		if err != nil {
			w.problem(biblio.Place{}, "unreadable-field", "%v; the citation is read as printed", err)
		}
		if len(f.Keys) > 0 {
			w.stored[name] = f
		}
	}
}
