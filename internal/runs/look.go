package runs

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/bonafide-audit/bonafide/internal/audit"
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
	s, release, err := w.Sources(opt)
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
