package llmtest

import (
	"context"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/llm"
)

// Scripted is a model without a server: a function answers, and what was asked
// is kept.
type Scripted struct {
	Answer func(r llm.Request) (string, error)
	Usage  llm.Usage // of each answer

	mu    sync.Mutex
	asked []llm.Request
}

// Ask has the function answer.
func (s *Scripted) Ask(_ context.Context, r llm.Request) (llm.Response, error) {
	s.mu.Lock()
	s.asked = append(s.asked, r)
	s.mu.Unlock()
	text, err := s.Answer(r)
	return llm.Response{Text: text, Model: "scripted-1", Usage: s.Usage}, err
}

// Asked gives the questions so far.
func (s *Scripted) Asked() []llm.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}
