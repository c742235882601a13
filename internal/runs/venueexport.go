package runs

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/row"
)

// VenueFormats are the formats of reports of a whole venue.
var VenueFormats = []string{"csv", "sarif", "letter", "jsonl"}

// HasRows reports whether the paper's rows exist and are not being changed.
func (p *Paper) HasRows() bool { return p.State == PaperOffline || p.State == PaperSettled }

const exported = 200

// Render writes one report of the papers with rows that match a filter, in the order of their names. What
// reviewers dismissed without contradiction is accepted, and in no letter; what they confirmed is in letters.
func (d *Membership) Render(ctx context.Context, f PaperFilter, format string, w io.Writer) error {
	_, err := d.render(format, w, func(e *export) error {
		return d.Each(ctx, f, func(p *Paper) error { return e.paper(ctx, p) })
	})
	return err
}

// Each calls do for the papers that match a filter, in the order of their names.
func (d *Membership) Each(ctx context.Context, f PaperFilter, do func(*Paper) error) error {
	f.Order = ByPaper
	for cursor, first := "", true; first || cursor != ""; first = false {
		list, next, err := d.Papers(ctx, f, cursor, exported)
		if err != nil {
			return err
		}
		for i := range list {
			if err := do(&list[i]); err != nil {
				return err
			}
		}
		cursor = next
	}
	return nil
}

// EachLetter calls do with the letters to the authors of the papers that match a filter and need one.
func (d *Membership) EachLetter(ctx context.Context, f PaperFilter, do func(p *Paper, letter string) error) error {
	return d.Each(ctx, f, func(p *Paper) error {
		var text strings.Builder
		needed, err := d.render("letter", &text, func(e *export) error { return e.paper(ctx, p) })
		if err != nil || !needed {
			return err
		}
		return do(p, text.String())
	})
}

// Template returns the template of the letters.
func (d *Membership) Template() string { return cmp.Or(d.Venue.Letter, report.LetterTemplate) }

// SetTemplate sets the template of the letters, "" for the usual one; only chairs may call it.
func (d *Membership) SetTemplate(ctx context.Context, text string) error {
	if text = database.Plain(strings.TrimSpace(text)); text == report.LetterTemplate {
		text = ""
	}
	if text != "" && !strings.Contains(text, "{findings}") {
		return fmt.Errorf("%w: a template has a line {findings}", ErrRefused)
	}
	return cmp.Or(d.may(Chair),
		exec(ctx, d.store.db, "UPDATE venues SET letter = $1 WHERE name = $2", text, d.Venue.Name),
		d.Noted(ctx, "template", "", ""))
}

// render writes a report of the papers that papers passes on, and reports whether something belongs in a letter.
func (d *Membership) render(format string, w io.Writer, papers func(*export) error) (letter bool, err error) {
	e := &export{desk: d, whole: format == "letter"}
	e.out, err = report.New(format, w, report.Options{Letter: func() string {
		return strings.NewReplacer("{title}", report.Visible(cmp.Or(e.now.Title, e.now.ID)),
			"{authors}", report.Visible(e.now.Authors), "{note}", report.Visible(e.now.Note)).Replace(d.Template())
	}})
	if err == nil {
		err = papers(e)
	}
	if err == nil {
		err = e.end()
	}
	return e.letter, err
}

// RenderPaper writes the report of one paper as Render does.
func (d *Membership) RenderPaper(ctx context.Context, p *Paper, format string, w io.Writer) error {
	_, err := d.render(format, w, func(e *export) error { return e.paper(ctx, p) })
	return err
}

type export struct {
	desk    *Membership
	out     report.Writer
	now     *Paper
	whole   bool // rows name only the paper, not its files
	letter  bool // something belongs in a letter
	summary *report.Summary
}

// begin writes the head of the first paper as the head of all.
func (e *export) begin(head report.Run) error {
	if e.summary != nil {
		return nil
	}
	head.Kind, head.Schema, head.Inputs = row.KindRun, row.Schema, []string{e.desk.Venue.Name}
	e.summary = report.NewSummary(head)
	return e.out.Begin(head)
}

func (e *export) paper(ctx context.Context, p *Paper) error {
	if !p.HasRows() {
		return nil
	}
	e.now = p
	record, err := e.desk.Run(ctx, p)
	if err != nil {
		return err
	}
	var head report.Run
	if record.Head != nil {
		if err := json.Unmarshal(record.Head, &head); err != nil {
			return err
		}
	}
	if err := e.begin(head); err != nil {
		return err
	}
	said, err := e.desk.Triage(ctx, p)
	if err != nil {
		return err
	}
	items, err := e.desk.store.items(ctx,
		"SELECT "+itemColumns+" FROM report_rows WHERE run = $1 AND finding = 1 AND position IS NOT NULL ORDER BY position",
		p.Run)
	if err != nil {
		return err
	}
	for i := range items {
		f, err := items[i].Finding()
		if err != nil {
			return err
		}
		f.File = e.file(p, &record, f.File)
		agreed(&f, said[EntryOf(&f)]).mark(&f, "the desk")
		e.summary.Add(f)
		e.letter = e.letter || f.InLetter()
		if err := e.out.Finding(f); err != nil {
			return err
		}
	}
	return nil
}

// file returns the name of a paper's file among those of all papers.
func (e *export) file(p *Paper, record *Record, file string) string {
	if e.whole || len(record.Inputs) == 1 && record.Inputs[0].Name == file {
		return p.ID
	}
	return p.ID + "/" + file
}

func (e *export) end() error {
	if err := e.begin(report.Run{}); err != nil {
		return err
	}
	return e.out.End(e.summary)
}
