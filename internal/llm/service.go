package llm

import (
	"errors"

	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Service asks the API of a provider of models. Its errors are Failures.
type Service struct {
	*transport.API
	Concessions
}

// NewService checks an address and makes a client for it.
func NewService(e transport.Endpoint) (*Service, error) {
	e.Failure = failureOf
	api, err := transport.NewAPI(e)
	return &Service{API: api}, err
}

// kinds are the words for models where those for sources are others.
var kinds = map[source.FailureKind]FailureKind{source.Refused: Rejected, source.BadAnswer: Malformed}

// failureOf says of a model what the transport says of a service.
func failureOf(err error) error {
	var own *Failure
	var f *source.Failure
	switch {
	case errors.As(err, &own):
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
