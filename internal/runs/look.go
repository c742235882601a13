package runs

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/cite"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
)

// CheckText checks the references of a text at once, at most so many, and returns their rows. It stores nothing.
func (w *Worker) CheckText(ctx context.Context, name string, text []byte, opt Options,
	most int) ([]json.RawMessage, error) {
	doc, err := extract.Read(name, text, opt.Reading())
	if err != nil {
		return nil, &run.Unread{Err: err}
	}
	if len(doc.References) > most {
		return nil,
			&run.Unread{Err: fmt.Errorf("%d references are too many for one call: make a run of them, or send at most %d",
				len(doc.References), most)}
	}
	s, release, err := w.sources(opt)
	if err != nil {
		return nil, err
	}
	defer release()
	how, err := w.options(opt, s)
	if err != nil {
		return nil, &run.Unread{Err: err}
	}
	one := run.New(s, how)
	defer one.Close()
	rows := []json.RawMessage{}
	err = one.References(ctx, doc.References, func(_ audit.Finding, f report.Finding) error {
		body, err := report.Marshal(&f)
		rows = append(rows, body)
		return err
	})
	return rows, err
}

// Cited is the result of a query.
type Cited struct {
	Entry      string // "" if no work was found, or several
	Told       string // for people: why there is no entry, which works and versions there are
	Unanswered bool   // a source failed: the work may exist
}

// Cite returns the entry of the work that a query refers to.
func (w *Worker) Cite(ctx context.Context, query string, form cite.Form, how cite.Options,
	opt Options) (c Cited, err error) {
	s, release, err := w.sources(opt)
	if err != nil {
		return c, err
	}
	defer release()
	desk := cite.Resolver{Sources: s}
	a, err := desk.One(ctx, query, how)
	if err != nil {
		return c, err
	}
	c.Told, c.Unanswered = a.Told(), a.Work == nil && a.Unanswered()
	if a.Work != nil {
		var entry strings.Builder
		err = form.Write(&entry, []cite.Answer{*a}, "")
		c.Entry = entry.String()
	}
	return c, err
}

// Find lists works of the offline corpora.
func (w *Worker) Find(query string, limit int) ([]cite.Found, error) {
	s, release, err := w.sources(Options{})
	if err != nil {
		return nil, err
	}
	defer release()
	list, err := cite.Find(s.Corpus(), query, limit)
	return list[:min(len(list), limit)], err
}
