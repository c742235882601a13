package llm

import "context"

// Limit gives a model that is asked at most n questions at once.
func Limit(m Model, n int) Model { return limited{m, make(chan struct{}, max(n, 1))} }

type limited struct {
	Model
	slots chan struct{}
}

// Ask waits for a free place and asks.
func (l limited) Ask(ctx context.Context, r Request) (Response, error) {
	select {
	case l.slots <- struct{}{}:
	case <-ctx.Done():
		return Response{}, &Failure{Kind: Timeout, Detail: "given up", Err: ctx.Err()}
	}
	defer func() { <-l.slots }()
	return l.Model.Ask(ctx, r)
}

// Headroom gives a model whose limit of tokens is raised by n, for models that
// count their thoughts as part of an answer. A request without a limit stays so.
func Headroom(m Model, n int) Model { return roomy{m, n} }

type roomy struct {
	Model
	more int
}

// Ask asks with the higher limit.
func (h roomy) Ask(ctx context.Context, r Request) (Response, error) {
	if r.MaxTokens > 0 {
		r.MaxTokens += h.more
	}
	return h.Model.Ask(ctx, r)
}
