package lab

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// readEntries writes entries as a .bib file and reads it as a check does. Every entry yields one reference, in
// order.
func readEntries(entries []bibEntry) ([]biblio.Reference, error) {
	if len(entries) == 0 {
		return nil, nil
	}
	var b strings.Builder
	for i, e := range entries {
		e.key = entryKey(i)
		b.WriteString(e.text())
	}
	read, err := readBib(b.String())
	if err != nil {
		return nil, err
	}
	byKey := make(map[string]biblio.Reference, len(read))
	for _, r := range read {
		byKey[r.Key] = r
	}
	list := make([]biblio.Reference, len(entries))
	for i, e := range entries {
		r, ok := byKey[entryKey(i)]
		if !ok {
			return nil, fmt.Errorf("entry %q could not be read back from BibTeX", e.key)
		}
		r.ID, r.Key = e.key, e.key
		list[i] = r
	}
	return list, nil
}

// entryKey returns a key that any reader accepts, whatever the entry's own.
func entryKey(i int) string { return "entry" + strconv.Itoa(i) }

// readBib reads the text of a .bib file.
func readBib(text string) ([]biblio.Reference, error) {
	doc, err := extract.Read("entries.bib", []byte(text), extract.Options{Format: "bibtex"})
	return doc.References, err
}

// bibEntry is one BibTeX entry with labelled fields.
type bibEntry struct {
	key, kind string
	fields    map[string]string
}

func bibEntryOf(o result.Object) bibEntry {
	e := bibEntry{key: o.Text("bibtex_key", "id"), kind: o.Text("bibtex_type"), fields: map[string]string{}}
	fields := o.Child("fields")
	for name := range fields {
		e.fields[strings.ToLower(name)] = fields.Text(name)
	}
	return e
}

// withoutIdentifiers removes what identifies the work.
func (e bibEntry) withoutIdentifiers() bibEntry {
	kept := map[string]string{}
	for name, value := range e.fields {
		switch name {
		case "doi", "url", "eprint", "archiveprefix", "primaryclass":
		default:
			kept[name] = value
		}
	}
	e.fields = kept
	return e
}

// text returns the entry as in a .bib file. A value with unbalanced braces loses them: no file could contain it
// otherwise.
func (e bibEntry) text() string {
	kind := e.kind
	if kind == "" {
		kind = "misc"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "@%s{%s,\n", kind, e.key)
	for _, name := range sortedKeys(e.fields) {
		fmt.Fprintf(&b, "  %s = {%s},\n", name, balanced(e.fields[name]))
	}
	b.WriteString("}\n")
	return b.String()
}

func balanced(s string) string {
	depth := 0
	for _, r := range s {
		switch r {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth < 0 {
			break
		}
	}
	if depth == 0 {
		return s
	}
	return strings.NewReplacer("{", "", "}", "").Replace(s)
}
