package role

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// ends records why a question without an answer ended.
type ends struct{ cause error }

func (e *ends) Ask(ctx context.Context, _ llm.Request) (llm.Response, error) {
	<-ctx.Done()
	e.cause = context.Cause(ctx)
	return llm.Response{}, &llm.Failure{Kind: answer.Timeout, Err: ctx.Err()}
}

// TestLateIsNotTheRunsEnd: a service learns whether its answer is late or the run has ended.
func TestLateIsNotTheRunsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for within, late := range map[time.Duration]bool{time.Hour: true, time.Second: false} {
			ctx, cancel := context.WithTimeout(t.Context(), within)
			m := &ends{}
			minute := llm.NewMeter(llm.Cap{}).Limit(m, 1, time.Minute)
			err := NewAsker(minute, "m").ask(ctx, question{prompt: "verifier-1"}, "x", &struct{}{})
			if cancel(); err == nil || errors.Is(m.cause, transport.ErrLate) != late {
				t.Errorf("a run of %v: %v, %v", within, err, m.cause)
			}
		}
	})
}
