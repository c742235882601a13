package prose

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
)

// cite records the citations that the file links, and returns the running text for those that it does not.
func (d *Document) cite(r *reading.Result, names aliases, inList map[int]bool) {
	section := ""
	for i := range d.Paragraphs {
		p := &d.Paragraphs[i]
		if p.Heading > 0 {
			section = oneLine(p.Text)
		}
		if inList[i] || strings.TrimSpace(p.Text) == "" {
			continue
		}
		for _, m := range p.Marks {
			if len(r.Citations) >= reading.MaxCitations {
				break
			}
			mark(r, p, m, names, section)
		}
		r.Texts = append(r.Texts,
			reading.Text{Body: p.Text, Section: section, Raised: p.Raised, At: func(int, int) biblio.Place { return p.Place }})
	}
}

// mark records the citations of one mark whose target is known.
func mark(r *reading.Result, p *Paragraph, m Mark, names aliases, section string) {
	c := biblio.Citation{Mark: m.Shown, Place: p.Place, Section: section}
	for _, key := range m.Keys {
		for _, to := range names[key] {
			if c.Context == "" {
				c.Context, c.At = reading.Surroundings(p.Text, m.At, m.At+len(m.Shown))
			}
			c.Key = to
			r.Cite(c)
		}
	}
}

// readNotes reads the references in footnotes and endnotes. A note whose citations the file itself describes is left
// to those.
func (d *Document) readNotes(r *reading.Result, names aliases) {
	var notes []reflist.Note
	var first []int // the first paragraph of each
	for i := range d.Paragraphs {
		p := &d.Paragraphs[i]
		if p.Note == "" || strings.TrimSpace(p.Text) == "" {
			continue
		}
		if n := len(notes); n > 0 && notes[n-1].Label == p.Note {
			if len(notes[n-1].Text) < reflist.MaxEntryText {
				notes[n-1].Text += " " + oneLine(p.Text)
			}
			continue
		}
		notes = append(notes, reflist.Note{Label: p.Note, Text: oneLine(p.Text)})
		first = append(first, i)
	}
	described := d.describedNotes()
	var printed reading.Printed
	for k, entries := range reflist.Cited(notes, len(r.References) == 0) {
		if described[notes[k].Label] {
			continue
		}
		for n, e := range entries {
			if len(r.References) == biblio.MaxReferences {
				return
			}
			p := &d.Paragraphs[first[k]]
			ref := biblio.Reference{Raw: e.Text, Place: p.Place}
			printed.Read(&ref)
			reading.SetExtra(&ref, "note", e.Label)
			for _, key := range p.Keys {
				ref.Key = cmp.Or(ref.Key, numbered(key, n))
				names.add(key, ref.Key)
			}
			if len(entries) == 1 {
				for _, l := range p.Links {
					reading.AddLink(&ref, l.URI)
				}
			}
			r.References = append(r.References, ref)
		}
	}
}

// numbered distinguishes the references of one note by number.
func numbered(key string, n int) string {
	if n == 0 {
		return key
	}
	return key + "." + strconv.Itoa(n+1)
}

// describedNotes returns the notes that contain works described by the file.
func (d *Document) describedNotes() map[string]bool {
	known := map[string]bool{}
	for _, s := range d.Sources {
		known[s.Key] = true
	}
	notes := map[string]bool{}
	for i := range d.Paragraphs {
		p := &d.Paragraphs[i]
		for _, m := range p.Marks {
			for _, key := range m.Keys {
				if p.Note != "" && known[key] {
					notes[p.Note] = true
				}
			}
		}
	}
	return notes
}
