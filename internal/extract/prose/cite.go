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
	for i := range d.Paragraphs {
		p := &d.Paragraphs[i]
		if inList[i] || strings.TrimSpace(p.Text) == "" {
			continue
		}
		for _, m := range p.Marks {
			if len(r.Citations) >= reading.MaxCitations {
				break
			}
			mark(r, p, m, names)
		}
		r.Texts = append(r.Texts, reading.Text{Body: p.Text, Raised: p.Raised, At: func(int, int) biblio.Place { return p.Place }})
	}
}

// mark notes the citations of one mark that lead somewhere.
func mark(r *Result, p *Paragraph, m Mark, names aliases) {
	context := ""
	for _, key := range m.Keys {
		for _, to := range names[key] {
			if context == "" {
				context = reading.Clip(reading.Sentence(p.Text, m.At), m.Shown)
			}
			r.Cite(biblio.Citation{Key: to, Mark: m.Shown, Place: p.Place, Context: context})
		}
	}
}
