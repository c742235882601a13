package lsp

import (
	"encoding/json"
	"slices"
	"sort"
	"strings"

	"go.lsp.dev/uri"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lint"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// name is the source of diagnostics.
const name = "bonafide"

// about is the data of a diagnostic: the reference, and the part of it.
type about struct {
	ID   string `json:"id,omitempty"`   // of a reference of the text
	Rule string `json:"rule,omitempty"` // of a remark of lint
	Line int    `json:"line,omitempty"`
}

// aboutOf decodes the data of a diagnostic; it returns the zero value for those of other programs.
func aboutOf(diagnostic []byte) about {
	var d struct{ Data about }
	if json.Unmarshal(diagnostic, &d) != nil {
		return about{}
	}
	return d.Data
}

// levels maps the levels of alerts to severities.
var levels = map[string]DiagnosticSeverity{
	"error": SeverityError, "warning": SeverityWarning,
	"note": SeverityInformation,
}

// severities maps those of lint. What breaks nothing is not an error.
var severities = map[lint.Severity]DiagnosticSeverity{
	lint.Error: SeverityError, lint.Warning: SeverityWarning,
	lint.Note: SeverityHint,
}

// diagnostics returns the diagnostics of a text: those of verdicts, and the remarks of lint.
func (c *checked) diagnostics(at uri.URI, settings *settings, can *abilities) []Diagnostic {
	var list []Diagnostic
	if c.unread != nil {
		list = append(list,
			diagnostic(c.text.span(0, 0), SeverityInformation, "unread", c.unread.Error(), about{}))
	}
	for _, p := range c.unusable {
		list = append(list,
			diagnostic(c.text.span(0, 0), SeverityWarning, p.Rule, p.Place.File+": "+p.Message, about{}))
	}
	for _, r := range c.raised {
		for _, v := range r.views {
			d := diagnostic(c.fieldRange(r.finding, biblio.Field(v.Field)), levels[v.Level], v.Rule, v.Line(),
				about{ID: c.findings[r.finding].Reference.ID})
			if judge.RemarkOf(v.Rule).Unreliable() {
				d.Tags = []int{DiagnosticTagDeprecated}
			}
			d.CodeDescription.Href = r.link
			if can.TextDocument.PublishDiagnostics.RelatedInformation && r.record != "" {
				here := Location{URI: at, Range: c.text.span(c.headOf(&c.findings[r.finding].Reference))}
				d.RelatedInformation = []DiagnosticRelatedInformation{{Location: here,
					Message: strings.TrimSpace(r.record + " " + r.link)}}
			}
			list = append(list, d)
		}
	}
	for _, r := range c.remarks {
		if !settings.shows(r.Rule, r.Severity) {
			continue
		}
		d := diagnostic(c.remarkRange(&r), severities[r.Severity], r.Rule, r.Message, about{Rule: r.Rule, Line: r.Line})
		list = append(list, d)
	}
	return list
}

func diagnostic(at Range, severity DiagnosticSeverity, code, message string,
	of about) Diagnostic {
	d := Diagnostic{
		Range: at, Severity: severity, Source: name, Code: code, Message: report.Visible(message),
	}
	if of != (about{}) {
		d.Data, _ = json.Marshal(of)
	}
	return d
}

// cut shortens a text to a number of characters.
func cut(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}

// entryAt returns the entry of a BibTeX file at an offset, nil for none.
func (c *checked) entryAt(offset int) *bibtex.Item {
	i := sort.Search(len(c.items), func(i int) bool { return c.items[i].Span.End > offset })
	if i < len(c.items) && c.items[i].Span.Start <= offset {
		return c.items[i]
	}
	return nil
}

// findingAt returns the index of the reference at an offset, -1 if there is none.
func (c *checked) findingAt(offset int) int {
	for i := range c.findings {
		if start, end := c.spanOf(&c.findings[i].Reference); start <= offset && offset <= end && end > 0 {
			return i
		}
	}
	return -1
}

// spanOf returns the position of a reference.
func (c *checked) spanOf(ref *biblio.Reference) (start, end int) {
	if p := &ref.Place; p.Span.End > 0 && p.Span.End <= len(c.text.string) {
		return p.Span.Start, p.Span.End
	}
	start, end = c.text.words(ref.Place.Line)
	if ref.Place.EndLine > ref.Place.Line {
		_, end = c.text.words(ref.Place.EndLine)
	}
	return start, end
}

// headOf returns the part of a reference that is underlined for the whole: the start of an entry, up to its key.
func (c *checked) headOf(ref *biblio.Reference) (start, end int) {
	start, end = c.spanOf(ref)
	if it := c.entryAt(start); it != nil {
		return it.Span.Start, max(it.Key.End, it.Type.End)
	}
	return start, end
}

// fieldRange returns where a reference states a field, or otherwise the position of the reference.
func (c *checked) fieldRange(i int, field biblio.Field) Range {
	ref := &c.findings[i].Reference
	start, end := c.spanOf(ref)
	if it := c.entryAt(start); it != nil {
		if f := c.stated(it, fix.FieldNames(field)...); f != nil {
			return c.text.span(f.Value.Span.Start, f.Value.Span.End)
		}
	} else if at, ok := ref.Spans[field]; ok && end <= len(c.text.string) && c.text.string[start:end] == ref.Raw &&
		at.End <= len(ref.Raw) {
		return c.text.span(start+at.Start, start+at.End)
	}
	return c.text.span(c.headOf(ref))
}

// stated returns the first of some fields that an entry has, nil for none.
func (c *checked) stated(it *bibtex.Item, names ...string) *bibtex.Field {
	for _, name := range names {
		if f, _ := c.bib.Field(it, name); f != nil && f.Value.Span.Len() > 0 {
			return f
		}
	}
	return nil
}

// remarkRange returns the position of a remark of lint.
func (c *checked) remarkRange(r *lint.Remark) Range {
	start, end := c.text.words(r.Line)
	if it := c.entryAt(start); it != nil && c.bib != nil {
		if f := c.stated(it, r.Field); f != nil {
			return c.text.span(f.Value.Span.Start, f.Value.Span.End)
		}
		if start == it.Span.Start {
			return c.text.span(it.Span.Start, max(it.Key.End, it.Type.End))
		}
	}
	return c.text.span(start, end)
}

// twinOf returns the key of the entry that a remark calls a duplicate of its own, "" for other remarks, and
// where other entries inherit fields from the one to be removed.
func (c *checked) twinOf(r *lint.Remark) string {
	if judge.RemarkOf(r.Rule) != judge.Repeats || c.bib == nil || r.Key == "" || r.Twin == "" {
		return ""
	}
	for _, it := range c.items {
		for _, name := range bibfield.Referring {
			if f := c.stated(it, name); f != nil &&
				slices.Contains(strings.FieldsFunc(c.bib.Expand(f.Value), func(r rune) bool { return r == ',' || r == ' ' }),
					r.Key) {
				return ""
			}
		}
	}
	return r.Twin
}

// removeDuplicate removes an entry that duplicates an earlier one, which the texts of the project then cite.
func (s *server) removeDuplicate(doc *document, c *checked, what choice) (*WorkspaceEdit, error) {
	for i := range c.remarks {
		r := &c.remarks[i]
		if first := c.twinOf(r); first != "" && r.Rule == what.Rule && r.Line == what.Line {
			start, _ := c.text.words(r.Line)
			if it := c.entryAt(start); it != nil {
				return s.replaced(doc, c, it, r.Key, first), nil
			}
		}
	}
	return nil, nil //nolint:nilnil // nothing is to be done
}

// replaced removes an entry, with the line ends after it, and replaces its key where it is cited.
func (s *server) replaced(doc *document, c *checked, it *bibtex.Item, key, first string) *WorkspaceEdit {
	end := it.Span.End
	for end < len(c.text.string) && strings.ContainsRune("\r\n", rune(c.text.string[end])) {
		end++
	}
	changes := map[uri.URI][]TextEdit{doc.uri: {{Range: c.text.span(it.Span.Start, end)}}}
	return s.rekeyed(s.files(doc), key, first, changes, map[uri.URI]int32{doc.uri: c.version}, cited)
}
