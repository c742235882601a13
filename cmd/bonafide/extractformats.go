package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// extractWriter writes documents as they were read.
type extractWriter interface {
	document(extract.Document) error
	end() error
}

var extractFormats = map[string]func(io.Writer) extractWriter{
	"json": func(w io.Writer) extractWriter { return newExtractJSON(w) },
	"bib":  func(w io.Writer) extractWriter { return &extractBib{w: w, keys: keyring{}} },
	"csl":  func(w io.Writer) extractWriter { return &extractCSL{w: w, keys: keyring{}} },
	"text": func(w io.Writer) extractWriter { return &extractText{w: w} },
}

// extractedDocument opens the rows of a document.
type extractedDocument struct {
	Kind       string   `json:"kind"` // "document"
	File       string   `json:"file"`
	Format     string   `json:"format"`
	References int      `json:"references"`
	Citations  int      `json:"citations"`
	Uncited    []string `json:"uncited,omitempty"` // ids
}

// extracted is one reference as read.
type extracted struct {
	Kind       string                       `json:"kind"` // "reference"
	ID         string                       `json:"id"`
	Key        string                       `json:"key,omitempty"`
	Place      biblio.Place                 `json:"place"`
	Raw        string                       `json:"raw"`
	Fields     biblio.Flat                  `json:"fields"`
	Spans      map[biblio.Field]biblio.Span `json:"spans,omitempty"`
	Confidence map[biblio.Field]float64     `json:"confidence,omitempty"`
	Extra      map[string]string            `json:"extra,omitempty"`
	Uncited    bool                         `json:"uncited,omitempty"`
	Citations  []extractedCitation          `json:"citations,omitempty"`
}

type extractedCitation struct {
	Place   biblio.Place `json:"place"`
	Mark    string       `json:"mark,omitempty"`
	Context string       `json:"context,omitempty"`
}

type extractJSON struct{ enc *json.Encoder }

func newExtractJSON(w io.Writer) extractJSON {
	enc := json.NewEncoder(report.EscapedJSON(w))
	enc.SetEscapeHTML(false)
	return extractJSON{enc}
}

func (x extractJSON) document(doc extract.Document) error {
	head := extractedDocument{Kind: "document", File: doc.Name, Format: doc.Format, References: len(doc.References), Citations: len(doc.Citations)}
	for _, r := range doc.References {
		if r.Uncited {
			head.Uncited = append(head.Uncited, r.ID)
		}
	}
	if err := x.enc.Encode(head); err != nil {
		return err
	}
	for _, p := range doc.Problems {
		if err := x.enc.Encode(report.ProblemRow(p)); err != nil {
			return err
		}
	}
	for _, r := range doc.References {
		row := extracted{"reference", r.ID, r.Key, r.Place, r.Raw, r.Claimed.Flat(), r.Spans, r.Confidence, r.Extra, r.Uncited, nil}
		for _, c := range r.Citations {
			row.Citations = append(row.Citations, extractedCitation{c.Place, c.Mark, c.Context})
		}
		if err := x.enc.Encode(row); err != nil {
			return err
		}
	}
	return nil
}

func (extractJSON) end() error { return nil }

// keyring gives out citation keys, each once.
type keyring map[string]bool

// of gives the keys of references: their own where they can be used, else those
// of the pattern.
func (k keyring) of(refs []biblio.Reference) []string {
	keys := make([]string, len(refs))
	for _, own := range []bool{true, false} { // entries that have keys of their own choose first
		for i := range refs {
			if usableKey(refs[i].Key) != own {
				continue
			}
			keys[i] = refs[i].Key
			if !own {
				keys[i] = entry.Key(&refs[i].Claimed)
			}
			for base, n := keys[i], 2; k[keys[i]]; n++ {
				keys[i] = entry.Distinct(repeat(base, n))[n-1]
			}
			k[keys[i]] = true
		}
	}
	return keys
}

// repeat gives a key n times, as entry.Distinct takes them.
func repeat(key string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = key
	}
	return list
}

// extractBib writes a bibliography.
type extractBib struct {
	w    io.Writer
	keys keyring
	some bool
}

func (x *extractBib) document(doc extract.Document) error {
	for i, key := range x.keys.of(doc.References) {
		work := extract.Likely(&doc.References[i])
		text := withAddress(entry.BibTeX(&work, key), &work)
		if x.some {
			text = "\n" + text
		}
		x.some = true
		if _, err := io.WriteString(x.w, text); err != nil {
			return err
		}
	}
	return nil
}

func (*extractBib) end() error { return nil }

// withAddress adds to an entry what an authoritative one does without, and a
// copy of what was read should have: the address beside a DOI, the PMID.
func withAddress(entry string, w *biblio.Work) string {
	for _, f := range [][2]string{{"url", w.URL}, {"pmid", w.ID(ident.PMID).Value}} {
		if f[1] != "" && !strings.Contains(entry, "\n  "+f[0]+" ") && !strings.ContainsAny(f[1], "{}\\\n") {
			entry = strings.TrimSuffix(entry, "}\n") + "  " + f[0] + " = {" + f[1] + "},\n}\n"
		}
	}
	return entry
}

// extractCSL writes one array of CSL-JSON.
type extractCSL struct {
	w    io.Writer
	keys keyring
	some bool
}

func (x *extractCSL) document(doc extract.Document) error {
	for i, key := range x.keys.of(doc.References) {
		work := extract.Likely(&doc.References[i])
		item, err := json.Marshal(entry.CSL(&work, key))
		if err != nil {
			return err
		}
		before := "[\n  "
		if x.some {
			before = ",\n  "
		}
		x.some = true
		if _, err := fmt.Fprintf(x.w, "%s%s", before, item); err != nil {
			return err
		}
	}
	return nil
}

func (x *extractCSL) end() error {
	_, err := io.WriteString(x.w, "\n]\n")
	return err
}

// extractText writes the references as printed, with the name of the document
// above them when there are several.
type extractText struct {
	w    io.Writer
	some bool
}

func (x *extractText) document(doc extract.Document) error {
	if x.some {
		if _, err := fmt.Fprintf(x.w, "\n# %s\n\n", report.Visible(doc.Name)); err != nil {
			return err
		}
	}
	x.some = true
	for _, r := range doc.References {
		if _, err := fmt.Fprintln(x.w, report.Visible(r.Raw)); err != nil {
			return err
		}
	}
	return nil
}

func (*extractText) end() error { return nil }
