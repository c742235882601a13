package formats

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// Exports are the formats that NewExport accepts.
var Exports = []string{"bib", "csl", "ris"}

// Export writes references as a bibliography of their own.
type Export struct {
	w      io.Writer
	format string
	keys   map[string]bool // keys already used
	some   bool            // an entry has been written
}

// NewExport starts a bibliography in one of Exports.
func NewExport(w io.Writer, format string) (*Export, error) {
	if !slices.Contains(Exports, format) {
		return nil, fmt.Errorf("unknown format %q: use one of %s", format, strings.Join(Exports, ", "))
	}
	if format == "csl" {
		w = report.EscapedJSON(w)
	}
	return &Export{w: w, format: format, keys: map[string]bool{}}, nil
}

// Add writes the references of a document. An entry keeps its own key if usable; else entry.KeyPattern makes one.
func (x *Export) Add(refs []biblio.Reference) error {
	for i, key := range x.distinct(refs) {
		work := extract.Likely(&refs[i])
		text, err := x.text(&work, key)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(x.w, text); err != nil {
			return err
		}
		x.some = true
	}
	return nil
}

// Close ends the bibliography.
func (x *Export) Close() error {
	end := ""
	switch {
	case x.format == "csl" && x.some:
		end = "\n]\n"
	case x.format == "csl":
		end = "[]\n"
	}
	_, err := io.WriteString(x.w, end)
	return err
}

// text returns an entry preceded by its separator.
func (x *Export) text(w *biblio.Work, key string) (string, error) {
	between := "\n"
	if !x.some {
		between = ""
	}
	switch x.format {
	case "ris":
		return between + entry.RIS(w, key), nil
	case "bib":
		return between + withAddress(entry.BibTeX(w, key), w), nil
	}
	item, err := json.Marshal(entry.CSL(w, key))
	if between = ",\n  "; !x.some {
		between = "[\n  "
	}
	return between + string(item), err
}

// withAddress adds fields that an authoritative entry can do without but a copy of a reference should keep: the
// address beside a DOI, and the PMID.
func withAddress(entry string, w *biblio.Work) string {
	for _, f := range [][2]string{{"url", w.URL}, {"pmid", w.ID(ident.PMID).Value}} {
		if f[1] != "" && !strings.Contains(entry, "\n  "+f[0]+" ") && !strings.ContainsAny(f[1], "{}\\\n") {
			entry = strings.TrimSuffix(entry, "}\n") + "  " + f[0] + " = {" + f[1] + "},\n}\n"
		}
	}
	return entry
}

// distinct returns unique keys for references. Entries with keys of their own choose first.
func (x *Export) distinct(refs []biblio.Reference) []string {
	keys := make([]string, len(refs))
	for _, own := range []bool{true, false} {
		for i := range refs {
			if usable(refs[i].Key) != own {
				continue
			}
			keys[i] = refs[i].Key
			if !own {
				keys[i] = entry.Key(&refs[i].Claimed)
			}
			for base, n := keys[i], 2; x.keys[keys[i]]; n++ {
				keys[i] = entry.Numbered(base, n)
			}
			x.keys[keys[i]] = true
		}
	}
	return keys
}

// usable reports whether BibTeX, CSL and RIS accept a citation key as it is.
func usable(key string) bool {
	return key != "" && len(key) <= 200 && !strings.ContainsAny(key, " \t\r\n{}(),\"'#%~\\=@") &&
		!strings.ContainsFunc(key, func(r rune) bool { return r < ' ' || r == 0xfffd })
}
