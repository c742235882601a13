package lsp

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/row"
)

// plans are the corrections of a text, computed on first use.
type plans struct {
	once    sync.Once
	entries []fix.Entry // one for each reference
}

// plan returns what fix would correct.
func (c *checked) plan() *plans {
	c.plans.once.Do(func() {
		if result, err := c.fix(run.Fixing{}); err == nil {
			c.plans.entries = result.Entries
		}
	})
	return c.plans
}

// fix corrects the text as the command does.
func (c *checked) fix(how run.Fixing) (fix.Result, error) {
	return run.Fix(run.Judged{Format: c.document.Format, Source: []byte(c.text.string), Findings: c.findings, Row: c.row},
		how)
}

// corrections offers each proven correction of the references in the range, and all those of a reference.
func (o *offer) corrections() {
	entries := o.c.plan().entries
	for _, i := range o.touched() {
		ref := &o.c.findings[i].Reference
		if i < len(entries) {
			patches := entries[i].Patches
			for _, p := range patches {
				o.add(QuickFix, patchTitle(&p), choice{Do: "correct", ID: ref.ID, Field: string(p.Field)},
					len(patches) == 1)
			}
			if len(patches) > 1 {
				o.add(QuickFix, fmt.Sprintf("Make all %d corrections of this entry", len(patches)),
					choice{Do: "correct", ID: ref.ID}, true)
			}
			o.undecided(i, &entries[i])
		}
		appeared := func(n row.Notice) bool { return judge.RemarkOf(n.Rule) == judge.Appeared }
		if slices.ContainsFunc(o.c.row(i).Notices, appeared) {
			o.add(QuickFix, "Cite the published version in place of the preprint",
				choice{Do: "publish", ID: ref.ID}, false)
		}
	}
}

// undecided offers what a person may decide about a reference: each likely correction, and the record's values.
func (o *offer) undecided(i int, entry *fix.Entry) {
	var open []biblio.Field
	row := o.c.row(i)
	for _, u := range entry.Left() {
		if !u.Open() || row.AcceptsField(u.Field) {
			continue
		}
		if open = append(open, u.Field); u.Hold == fix.Likely {
			o.add(QuickFix, fmt.Sprintf("Correct the %s (likely): %s", named(u.Field), cut(report.Visible(u.To), 60)),
				choice{Do: "likely", ID: entry.ID, Field: string(u.Field)}, false)
		}
	}
	taken := fix.Plan(&o.c.findings[i], fix.Options{Take: func(*biblio.Reference) bool { return true }})
	if slices.ContainsFunc(taken.Patches, func(p fix.Patch) bool { return slices.Contains(open, p.Field) }) {
		o.add(QuickFix, "Take the record's entry", choice{Do: "take", ID: entry.ID}, false)
	}
}

func named(field biblio.Field) string { return strings.ReplaceAll(string(field), "_", " ") }

func patchTitle(p *fix.Patch) string {
	field := named(p.Field)
	to := cut(report.Visible(p.To), 60)
	if p.Action == fix.Add {
		return fmt.Sprintf("Add the %s: %s (%s)", field, to, report.Visible(p.Source))
	}
	return fmt.Sprintf("Correct the %s: %s (%s)", field, to, report.Visible(p.Source))
}

// correct makes the corrections of a field of a reference, of all of it, or of the whole text, or takes the values of
// the record or of the published version. The other entries' habits count, as in the command.
func (s *server) correct(doc *document, c *checked, what choice) (*WorkspaceEdit, error) {
	var how run.Fixing
	switch what.Do {
	case "likely":
		how.Likely = true
	case "take":
		how.Take = func(ref *biblio.Reference) bool { return ref.ID == what.ID }
	case "publish":
		how.Prefer, how.Dismissed = fix.Published, true // the user asked for it
	}
	how.Wanted = func(id string) bool { return what.ID == "" || id == what.ID }
	how.Accept = func(_ *biblio.Reference, patches []fix.Patch) bool {
		return what.Field == "" ||
			slices.ContainsFunc(patches, func(p fix.Patch) bool { return string(p.Field) == what.Field })
	}
	result, err := c.fix(how)
	if err != nil || len(result.Edits()) == 0 {
		return nil, err
	}
	return s.edit(doc, c, c.text.edits(result.Edits())), nil
}

// edits converts edits of bytes to those of the protocol.
func (t *text) edits(list []bibtex.Edit) []TextEdit {
	out := make([]TextEdit, len(list))
	for i, e := range list {
		out[i] = TextEdit{Range: t.span(e.Span.Start, e.Span.End), NewText: e.Text}
	}
	return out
}
