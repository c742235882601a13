package prose

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
)

// Paragraph is one paragraph in the order of the document.
type Paragraph struct {
	Text    string        // line breaks inside are "\n"
	Heading int           // level of a heading from 1, or 0 if there is none
	Listed  bool          // the file says that it belongs to a reference list
	Item    bool          // it is an item of a list
	Label   string        // the number that the file assigns to it, outside of Text
	Keys    []string      // names that links of the document use for it
	Note    string        // number of the note that contains it, or "" for the text
	Links   []Link        // addresses outside of the document
	Marks   []Mark        // citations that the file links
	Raised  []biblio.Span // numbers set as superscripts
	Place   biblio.Place

	like     float64 // what likeness returns, once measured
	measured bool
}

// Link is an address linked from a part of a paragraph's text.
type Link struct {
	biblio.Span
	URI string
}

// Mark is a citation that names the entries or works it points to.
type Mark struct {
	At    int // byte of the text
	Shown string
	Keys  []string
}

// Source is a work that the file describes in labelled parts, as reference managers attach them to citations.
type Source struct {
	Key   string
	Claim reading.Claim
	Shown string // as the citation prints it, or "" if it does not
	Place biblio.Place
	// Quiet sources are described but not cited: they supply parts for an entry that prints them and are not
	// references of their own.
	Quiet bool
}

// Document is the content of a file. The zero Document is empty.
type Document struct {
	Paragraphs []Paragraph
	Sources    []Source // each work once

	linked map[string]bool // names used as targets by marks
}

type entry struct {
	text       string
	label      string
	paragraphs []int
}

// Read returns the references of a document and the citations that point to
// them.
func (d *Document) Read() reading.Result {
	var r reading.Result
	names := aliases{}
	inList := map[int]bool{}
	d.findLinked()
	var printed reading.Printed
	for _, region := range d.regions() {
		further := d.furtherReading(region[0])
		for _, i := range region {
			inList[i] = true
		}
		for _, e := range d.cut(region) {
			if len(r.References) == biblio.MaxReferences {
				r.Problem(d.Paragraphs[e.paragraphs[0]].Place, "too-many-references", "references from here on are not read")
				break
			}
			ref := d.reference(e, &printed, names)
			if further {
				reading.SetExtra(&ref, reading.ListField, reading.FurtherReading)
			}
			r.References = append(r.References, ref)
		}
	}
	d.joinSources(&r, names)
	d.readNotes(&r, names)
	d.cite(&r, names, inList)
	return r
}

// aliases maps every name that links use for references to their keys.
type aliases map[string][]string

// add adds a reference to those a name stands for.
func (a aliases) add(name, key string) {
	if !slices.Contains(a[name], key) {
		a[name] = append(a[name], key)
	}
}

func (d *Document) reference(e entry, printed *reading.Printed, names aliases) biblio.Reference {
	first := &d.Paragraphs[e.paragraphs[0]]
	ref := biblio.Reference{Raw: e.text, Place: first.Place}
	if last := d.Paragraphs[e.paragraphs[len(e.paragraphs)-1]].Place; last.EndLine > 0 {
		ref.Place.EndLine = last.EndLine
	}
	printed.Read(&ref)
	reading.SetExtra(&ref, "label", e.label)
	for _, i := range e.paragraphs {
		p := &d.Paragraphs[i]
		for _, l := range p.Links {
			shown := p.Text[min(l.Start, len(p.Text)):min(max(l.Start, l.End), len(p.Text))]
			if len(e.paragraphs) > 1 || shown == "" || strings.Contains(e.text, oneLine(shown)) {
				reading.AddLink(&ref, l.URI)
			}
		}
		ref.Key = cmp.Or(ref.Key, d.keyOf(p))
		for _, key := range p.Keys {
			names.add(key, ref.Key)
		}
	}
	return ref
}

func (d *Document) findLinked() {
	d.linked = map[string]bool{}
	for i := range d.Paragraphs {
		for _, m := range d.Paragraphs[i].Marks {
			for _, key := range m.Keys {
				d.linked[key] = true
			}
		}
	}
}

// keyOf returns the name of an entry: of several, one to which the text links, else the innermost, because the others
// may be names of the list.
func (d *Document) keyOf(p *Paragraph) string {
	for _, key := range p.Keys {
		if d.linked[key] {
			return key
		}
	}
	if n := len(p.Keys); n > 0 {
		return p.Keys[n-1]
	}
	return ""
}

func oneLine(s string) string { return reading.OneLine(s) }
