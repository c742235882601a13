package runs

import (
	"context"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/cite"
)

// Cited is what was found for a query.
type Cited struct {
	Entry      string // "" where no work was found, or no one alone
	Told       string // for a person: why there is no entry, which works and versions there are
	Unanswered bool   // a source failed: the work may exist
}

// Cite gives the entry of the work that a query means.
func (w *Worker) Cite(ctx context.Context, query string, form cite.Form, how cite.Options, opt Options) (c Cited, err error) {
	s, release, err := w.sources(opt)
	if err != nil {
		return c, err
	}
	defer release()
	desk := cite.Desk{Sources: s}
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
