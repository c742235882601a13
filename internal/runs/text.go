package runs

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
)

// Unread is the error of a text that cannot be checked, for its author.
type Unread struct{ Err error }

// Error says what is wrong with the text.
func (u *Unread) Error() string { return u.Err.Error() }

// Unwrap gives the error of the reader.
func (u *Unread) Unwrap() error { return u.Err }

// CheckText checks the references of a text at once, at most so many, and gives
// their rows. Nothing of it is kept.
func (w *Worker) CheckText(ctx context.Context, name string, text []byte, opt Options, most int) ([]json.RawMessage, error) {
	doc, err := extract.Read(name, text, opt.Reading())
	if err != nil {
		return nil, &Unread{err}
	}
	if len(doc.References) > most {
		return nil, &Unread{fmt.Errorf("%d references are too many for one call: make a run of them, or send at most %d", len(doc.References), most)}
	}
	s, release, err := w.sources(opt)
	if err != nil {
		return nil, err
	}
	defer release()
	labels, err := run.Scheme(cmp.Or(opt.Scheme, judge.Codes))
	if err != nil {
		return nil, &Unread{err}
	}
	one := run.New(s, run.Options{Version: w.Version, Jobs: w.Jobs, Today: run.Day(time.Now()), Within: w.Within, Labels: labels, Explain: opt.Explain})
	defer one.Close()
	rows := []json.RawMessage{}
	err = one.References(ctx, doc.References, func(_ audit.Finding, f report.Finding) error {
		body, err := encode(&f)
		rows = append(rows, json.RawMessage(body))
		return err
	})
	return rows, err
}
