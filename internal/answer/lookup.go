package answer

import "errors"

// Outcome is the result of asking one source.
type Outcome string

// Every enabled source has exactly one outcome per reference.
const (
	Found    Outcome = "found"
	NoMatch  Outcome = "no-match"
	NotAsked Outcome = "not-asked"
	Failed   Outcome = "failed"
)

// Lookup is the evidence from one source for one reference.
type Lookup struct {
	Source  Info
	Outcome Outcome
	Answer  Answer
	Reason  string   // for NotAsked and Failed: why
	Failure *Failure // for Failed
}

// NewLookup turns the result of a connector into evidence.
func NewLookup(info Info, answer Answer, err error) Lookup {
	var failure *Failure
	switch {
	case err == nil && len(answer.Hits) > 0:
		return Lookup{Source: info, Outcome: Found, Answer: answer}
	case err == nil:
		return Lookup{Source: info, Outcome: NoMatch, Answer: answer}
	case errors.Is(err, ErrNotAsked):
		return Lookup{Source: info, Outcome: NotAsked, Reason: err.Error()}
	case errors.As(err, &failure):
		return Lookup{Source: info, Outcome: Failed, Reason: failure.Error(), Failure: failure}
	}
	failure = &Failure{Kind: BadAnswer, Detail: err.Error(), Err: err}
	return Lookup{Source: info, Outcome: Failed, Reason: failure.Error(), Failure: failure}
}
