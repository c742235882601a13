package lsp

import (
	"context"
	"log/slog"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// outbox sends the diagnostics of texts in their order. Of those that wait for an
// editor that does not read, it keeps the last of each text.
type outbox struct {
	mu      sync.Mutex
	waiting map[uri.URI]*protocol.PublishDiagnosticsParams
	order   []uri.URI
	wake    chan struct{}
	stop    chan struct{}
	stopped chan struct{}
}

func (o *outbox) begin(ctx context.Context, client protocol.Client, log *slog.Logger) {
	o.waiting = map[uri.URI]*protocol.PublishDiagnosticsParams{}
	o.wake, o.stop, o.stopped = make(chan struct{}, 1), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(o.stopped)
		for {
			select {
			case <-o.wake:
			case <-o.stop:
				return
			}
			for next := o.take(); next != nil; next = o.take() {
				if err := client.PublishDiagnostics(ctx, next); err != nil {
					log.Debug("diagnostics were not sent", "reason", err)
				}
			}
		}
	}()
}

// put takes the diagnostics of a text in place of those that still wait.
func (o *outbox) put(p *protocol.PublishDiagnosticsParams) {
	o.mu.Lock()
	if o.waiting[p.URI] == nil {
		o.order = append(o.order, p.URI)
	}
	o.waiting[p.URI] = p
	o.mu.Unlock()
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// take gives the next to be sent, nil for none.
func (o *outbox) take() *protocol.PublishDiagnosticsParams {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.order) == 0 {
		return nil
	}
	p := o.waiting[o.order[0]]
	delete(o.waiting, o.order[0])
	o.order = o.order[1:]
	return p
}

// end waits for what is being sent, which fails when the stream is closed.
func (o *outbox) end() {
	close(o.stop)
	<-o.stopped
}
