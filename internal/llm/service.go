package llm

import (
	"context"
	"errors"

	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Service asks the API of a provider of models. Its errors are Failures.
type Service struct {
	api *transport.API
	Concessions
}

// NewService checks an address and makes a client for it.
func NewService(e transport.Endpoint) (*Service, error) {
	api, err := transport.NewAPI(e)
	if err != nil {
		return nil, err
	}
	return &Service{api: api}, nil
}

// Ask is that of transport.API.
func (s *Service) Ask(ctx context.Context, path string, in, out any) error {
	return failureOf(s.api.Ask(ctx, path, in, out))
}

// AskLarge is that of transport.API.
func (s *Service) AskLarge(ctx context.Context, path string, in, out any) error {
	return failureOf(s.api.AskLarge(ctx, path, in, out))
}

// Get is that of transport.API.
func (s *Service) Get(ctx context.Context, path string, out any) error {
	return failureOf(s.api.Get(ctx, path, out))
}

// Stream is that of transport.API.
func (s *Service) Stream(ctx context.Context, path string, in any, begin func(), each func(event string, data []byte) error) error {
	return failureOf(s.api.Stream(ctx, path, in, begin, each))
}

// kinds are the words for models where those for sources are others.
var kinds = map[source.FailureKind]FailureKind{source.Refused: Rejected, source.BadAnswer: Malformed}

// failureOf says of a model what the transport says of a service.
func failureOf(err error) error {
	var own *Failure
	var f *source.Failure
	switch {
	case err == nil || errors.As(err, &own):
		return err
	case !errors.As(err, &f):
		return &Failure{Kind: Unsupported, Detail: "request cannot be written", Err: err}
	}
	kind, other := kinds[f.Kind]
	if !other {
		kind = FailureKind(f.Kind)
	}
	var r *transport.Rejection
	if errors.As(f.Err, &r) && r.Filtered() {
		kind = Refusal
	}
	return &Failure{Kind: kind, Detail: f.Detail, Err: f.Err, Unsent: f.Unsent}
}
