package lsp

import (
	"context"
	"fmt"
	"time"

	"github.com/bonafide-audit/bonafide/internal/lsp/protocol"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// askServices asks services about the references of a text that they were not asked about before, shows
// progress in the editor, and then the result.
func (s *server) askServices(ctx context.Context, doc *document, c *checked) {
	with, err := s.Online()
	if err != nil {
		_ = s.client.Notify(s.ctx, protocol.MethodShowMessage, &protocol.ShowMessageParams{
			Type: protocol.MessageTypeError, Message: "bonafide: no service can be asked: " + report.Visible(err.Error())})
		return
	}
	open := unknown(c.document.References, s.online.get)
	if len(open) == 0 {
		return
	}
	ctx, tell, end := s.shownProgress(ctx, fmt.Sprintf("bonafide asks services about %d references", len(open)), len(open))
	defer end()
	after := *c
	after.plans = &plans{}
	if s.settle(ctx, &after, with, &s.online, s.online.get, tell) {
		s.show(doc, &after)
	}
}

// progressEvery is the minimum interval between progress messages.
const progressEvery = 200 * time.Millisecond

// shownProgress shows progress over some references in the editor, if it can. The context ends when the
// user cancels.
func (s *server) shownProgress(ctx context.Context, title string, total int) (_ context.Context,
	tell func(report.Finding), end func()) {
	ctx, cancel := context.WithCancel(ctx)
	can := s.can.Window.WorkDoneProgress
	s.mu.Lock()
	token := fmt.Sprintf("bonafide-%d", s.tokens)
	s.tokens++
	s.progress[token] = cancel
	s.mu.Unlock()
	forget := func() {
		s.mu.Lock()
		delete(s.progress, token)
		s.mu.Unlock()
		cancel()
	}
	if can {
		can = s.client.call(ctx, protocol.MethodWorkDoneProgressCreate, &protocol.TokenParams{Token: token}) == nil
	}
	if !can {
		return ctx, func(report.Finding) {}, forget
	}
	send := func(p protocol.WorkDoneProgress) {
		_ = s.client.Notify(s.ctx, protocol.MethodProgress, &protocol.ProgressParams{Token: token, Value: p})
	}
	send(protocol.WorkDoneProgress{Kind: "begin", Title: title, Cancellable: true})
	done, last := 0, time.Time{}
	tell = func(report.Finding) {
		done++
		if now := s.Now(); now.Sub(last) >= progressEvery || done == total {
			last = now
			share := 100 * min(done, total) / total
			send(protocol.WorkDoneProgress{Kind: "report", Message: fmt.Sprintf("%d of %d", done, total), Percentage: &share})
		}
	}
	return ctx, tell, func() {
		send(protocol.WorkDoneProgress{Kind: "end"})
		forget()
	}
}

// WorkDoneProgressCancel ends an operation that the user cancelled.
func (s *server) WorkDoneProgressCancel(_ context.Context, p *protocol.TokenParams) error {
	token, _ := p.Token.(string)
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.progress[token]; cancel != nil {
		cancel()
	}
	return nil
}
