package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/row"
)

// Hover describes the reference, or the cited one, at a place.
func (s *server) Hover(_ context.Context, p *PositionParams) (*Hover, error) {
	doc, here := s.place(p)
	if c := s.at(doc); c != nil {
		if i := c.findingAt(here.offset); i >= 0 {
			start, end := c.headOf(&c.findings[i].Reference)
			return s.hover(c, i, here.text.span(start, end)), nil
		}
	}
	mark, ok := here.mark()
	if !ok {
		return nil, nil //nolint:nilnil // "nothing" in the protocol
	}
	if c, i := s.entryOf(doc, mark.key); c != nil {
		return s.hover(c, i, here.text.span(mark.start, mark.end)), nil
	}
	return nil, nil //nolint:nilnil // "nothing" in the protocol
}

func (s *server) hover(c *checked, i int, at Range) *Hover {
	row := c.row(i)
	if entries := c.plan().entries; i < len(entries) && len(row.Views()) > 0 {
		run.Ruled(&c.findings[i], &row, &fix.Correction{Patches: entries[i].Patches, Unactionable: entries[i].Unactionable})
	}
	kind, markdown := PlainText, slices.Contains(s.can.TextDocument.Hover.ContentFormat, Markdown)
	if markdown {
		kind = Markdown
	}
	hover := &Hover{Range: at}
	hover.Contents.Kind, hover.Contents.Value = kind, hoverText(&row, markdown)
	return hover
}

// hoverText describes a reference: the verdict, why it is not corrected, the record, and where to look.
func hoverText(f *report.Finding, markdown bool) string {
	w := words{markdown: markdown}
	w.line(w.strong(f.VerdictWords()) + " " + w.plain(strings.Join(f.Codes, ", ")))
	if topic, ok := judge.Explain(string(f.Outcome)); ok && f.Outcome != row.Discrepant { // its reasons say so
		w.line(w.plain(topic.Short))
	}
	if f.Suppressed != "" {
		w.item(w.plain(f.Suppressed))
	}
	views, why := f.Views(), ""
	for _, v := range views {
		w.item(w.plain(v.Line()))
	}
	for i := range f.Reasons {
		if r := &f.Reasons[i]; r.Why != "" && r.Why != why && len(views) > 0 { // of a whole entry it is said once
			why = r.Why
			w.item(w.plain("not corrected: " + named(biblio.Field(r.Field)) + ": " + cut(why, 400)))
		}
	}
	for _, n := range f.Notices {
		if !slices.ContainsFunc(views, func(v report.View) bool { return v.Rule == n.Rule }) {
			w.item(w.plain(n.Message))
		}
	}
	if f.Record != nil {
		record := &f.Record.Fields
		w.line("")
		w.line(w.strong("the record of " + report.HolderOf(f.Record)))
		for _, pair := range [][2]string{{"title", record.Title}, {"authors", strings.Join(record.Authors, "; ")},
			{"in", record.Venue},
			{"year", string(record.Year)}, {"volume", record.Volume}, {"issue", record.Issue}, {"pages", record.Pages},
			{"DOI", record.DOI},
			{"arXiv", record.ArXivID}} {
			if pair[1] != "" {
				w.item(pair[0] + ": " + w.plain(cut(pair[1], 400)))
			}
		}
	}
	if link := f.Evidence(); link != "" {
		w.line("")
		w.line(w.link(link))
	}
	if failed := failures(f); failed != "" {
		w.line("")
		w.line(w.plain(failed))
	}
	return strings.TrimSpace(w.text.String())
}

// failures lists the sources that did not answer.
func failures(row *report.Finding) string {
	var list []string
	for _, l := range row.Lookups {
		if l.Outcome == "failed" {
			list = append(list, l.Source+" ("+l.Reason+")")
		}
	}
	if len(list) == 0 {
		return ""
	}
	return "did not answer: " + strings.Join(list, ", ")
}

// words writes a text as Markdown or plain text. Content of documents and databases is always plain text in it:
// never a link, an image or HTML.
type words struct {
	markdown bool
	text     strings.Builder
}

// plain escapes untrusted text.
func (w *words) plain(s string) string {
	s = strings.Join(strings.Fields(report.Visible(s)), " ")
	if !w.markdown {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '<':
			b.WriteString("&lt;")
			continue
		case r == '&':
			b.WriteString("&amp;")
			continue
		case strings.ContainsRune("\\`*_{}[]>()#+-.!|~$:=^@", r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

func (w *words) strong(s string) string {
	if !w.markdown {
		return w.plain(s)
	}
	return "**" + w.plain(s) + "**"
}

// link returns an address that has been validated as a web address.
func (w *words) link(address string) string {
	if !w.markdown {
		return address
	}
	return "<" + strings.NewReplacer("<", "%3C", ">", "%3E", " ", "%20").Replace(address) + ">"
}

func (w *words) line(s string) { fmt.Fprintln(&w.text, strings.TrimSpace(s)) }

func (w *words) item(s string) {
	if w.markdown {
		w.text.WriteString("- ")
	}
	w.line(s)
}
