package evaluate

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
)

// readEntries writes entries as a .bib file and reads it as a check does. Every
// entry gives one reference, in the order of the entries.
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

// entryKey is a key that any reader takes, whatever the entry's own.
func entryKey(i int) string { return "entry" + strconv.Itoa(i) }

// readBib reads the text of a .bib file.
func readBib(text string) ([]biblio.Reference, error) {
	doc, err := extract.Read("entries.bib", []byte(text), extract.Options{Format: "bibtex"})
	return doc.References, err
}
