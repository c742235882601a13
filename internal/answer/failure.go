package answer

import (
	"errors"
	"fmt"

	"github.com/bonafide-audit/bonafide/internal/parallel"
)

// ErrNotAsked means that a source cannot be asked with this query. It says nothing about the work.
var ErrNotAsked = errors.New("source cannot be asked with this query")

// FailureKind is why a source or a model did not answer.
type FailureKind string

// Failures differ in what a user can do about them.
const (
	Timeout     FailureKind = "timeout"
	RateLimited FailureKind = "rate-limited"
	Refused     FailureKind = "refused" // bot wall, login, 401, 403, 202
	Unreachable FailureKind = "unreachable"
	BadAnswer   FailureKind = "bad-answer" // truncated, wrong content type, not parsable
	Budget      FailureKind = "budget"     // the run's own limit was reached

	// For models only.
	Rejected    FailureKind = "rejected"  // the provider does not accept the request or the key
	Refusal     FailureKind = "refusal"   // the model declined to answer
	Cut         FailureKind = "cut"       // the answer ended before it was complete
	Malformed   FailureKind = "malformed" // the answer does not fit its schema
	Unsupported FailureKind = "unsupported"
)

// Failure means that a source was asked and did not answer. It says nothing
// about the work.
type Failure struct {
	Kind   FailureKind
	Detail string
	Err    error
	Unsent bool // no request was made: the service is being left alone
}

// Error returns the reason in one line.
func (f *Failure) Error() string {
	if f.Detail != "" {
		return fmt.Sprintf("%s: %s", f.Kind, f.Detail)
	}
	return string(f.Kind)
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// Broke returns err, or a Failure if the program's own code panicked over an answer; what names the part that broke,
// for example "connector".
func Broke(what string, err error) error {
	if _, ok := errors.AsType[*parallel.Fault](err); ok {
		return &Failure{Kind: BadAnswer, Detail: what + " broke: " + err.Error()}
	}
	return err
}
