package lsp

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"go.lsp.dev/protocol"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// plans are the corrections of a text, made when they are first asked for.
type plans struct {
	once    sync.Once
	entries []fix.Entry // one for each reference
}

// plan gives what fix would correct.
func (c *checked) plan() *plans {
	c.plans.once.Do(func() {
		if result, err := c.fix(fix.Options{Accept: c.unaccepted()}); err == nil {
			c.plans.entries = result.Entries
		}
	})
	return c.plans
}

// changed counts the entries with corrections.
func (p *plans) changed() int {
	n := 0
	for i := range p.entries {
		if len(p.entries[i].Patches) > 0 {
			n++
		}
	}
	return n
}

// fix corrects the text as the command does.
func (c *checked) fix(opt fix.Options) (fix.Result, error) {
	return formats.Fix(c.document.Format, []byte(c.text.string), c.findings, formats.Options{Options: opt})
}

// unaccepted refuses corrections of what the user has accepted as it is.
func (c *checked) unaccepted() func(*biblio.Reference, []fix.Patch) bool {
	numbers := make(map[string]int, len(c.findings))
	for i := range c.findings {
		numbers[c.findings[i].Reference.ID] = i
	}
	return func(ref *biblio.Reference, patches []fix.Patch) bool {
		row := c.row(numbers[ref.ID])
		return !slices.ContainsFunc(patches, func(p fix.Patch) bool { return row.AcceptsField(p.Field) })
	}
}

// corrections offers each proven correction of the references in the range, and all
// of a reference.
func (o *offer) corrections() {
	entries := o.c.plan().entries
	for _, i := range o.touched() {
		ref := &o.c.findings[i].Reference
		if i < len(entries) {
			patches := entries[i].Patches
			for _, p := range patches {
				o.add(protocol.CodeActionKindQuickFix, patchTitle(&p), choice{Do: "correct", ID: ref.ID, Field: string(p.Field)}, len(patches) == 1)
			}
			if len(patches) > 1 {
				o.add(protocol.CodeActionKindQuickFix, fmt.Sprintf("Make all %d corrections of this entry", len(patches)), choice{Do: "correct", ID: ref.ID}, true)
			}
		}
		if slices.ContainsFunc(o.c.row(i).Notices, func(n report.Notice) bool { return n.Rule == fix.PublishedVersion }) {
			o.add(protocol.CodeActionKindQuickFix, "Cite the published version in place of the preprint", choice{Do: "publish", ID: ref.ID}, false)
		}
	}
}

// patchTitle says what a correction does.
func patchTitle(p *fix.Patch) string {
	field := strings.ReplaceAll(string(p.Field), "_", " ")
	to := cut(report.Visible(p.To), 60)
	if p.Action == fix.Add {
		return fmt.Sprintf("Add the %s: %s (%s)", field, to, report.Visible(p.Source))
	}
	return fmt.Sprintf("Correct the %s: %s (%s)", field, to, report.Visible(p.Source))
}

// correct makes corrections: of a field of a reference, of all of it, or of the whole
// text. What the others write counts as it does for the command.
func (s *server) correct(doc *document, c *checked, what choice) (*protocol.WorkspaceEdit, error) {
	unaccepted := c.unaccepted()
	return s.fixed(doc, c, fix.Options{Accept: func(ref *biblio.Reference, patches []fix.Patch) bool {
		return (what.ID == "" || ref.ID == what.ID) && unaccepted(ref, patches) &&
			(what.Field == "" || slices.ContainsFunc(patches, func(p fix.Patch) bool { return string(p.Field) == what.Field }))
	}})
}

// publish turns a preprint into its published version.
func (s *server) publish(doc *document, c *checked, what choice) (*protocol.WorkspaceEdit, error) {
	return s.fixed(doc, c, fix.Options{Prefer: fix.Published, Accept: func(ref *biblio.Reference, _ []fix.Patch) bool { return ref.ID == what.ID }})
}

func (s *server) fixed(doc *document, c *checked, opt fix.Options) (*protocol.WorkspaceEdit, error) {
	result, err := c.fix(opt)
	if err != nil || len(result.Edits()) == 0 {
		return nil, err
	}
	return s.edit(doc, c, c.text.edits(result.Edits())), nil
}

// edits gives edits of bytes as those of the protocol.
func (t *text) edits(list []bibtex.Edit) []protocol.TextEdit {
	out := make([]protocol.TextEdit, len(list))
	for i, e := range list {
		out[i] = protocol.TextEdit{Range: t.span(e.Span.Start, e.Span.End), NewText: e.Text}
	}
	return out
}

// corrected reports that a reference in the range has a correction.
func (o *offer) corrected() bool {
	entries := o.c.plan().entries
	return slices.ContainsFunc(o.touched(), func(i int) bool { return i < len(entries) && len(entries[i].Patches) > 0 })
}
