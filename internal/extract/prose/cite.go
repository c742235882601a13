package prose

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
)

// Result is what was read of a document, and the text in which it cites.
type Result struct {
	reading.Result
	Texts []reading.Text
}

// cite notes the citations that the file links, and gives the running text
// for those that it does not.
func (d *Document) cite(r *Result, names aliases, inList map[int]bool) {
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
		r.Texts = append(r.Texts, reading.Text{Body: p.Text, Section: section, Raised: p.Raised, At: func(int, int) biblio.Place { return p.Place }})
	}
}

// mark notes the citations of one mark that lead somewhere.
func mark(r *Result, p *Paragraph, m Mark, names aliases, section string) {
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
