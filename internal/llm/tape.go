package llm

import (
	"context"
	"errors"
	"fmt"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Tape is a recording of questions to models. A run that replays one asks no model and has the same result. It
// contains digests of the questions, never keys.
type Tape struct{ *transport.Recording[exchange] }

// exchange is one line of a recording.
type exchange struct {
	Key      string             `json:"key"`
	Model    string             `json:"asked,omitempty"` // the user's name for it
	Prompt   string             `json:"prompt,omitempty"`
	Response *Response          `json:"response,omitempty"`
	Failure  answer.FailureKind `json:"failure,omitempty"`
	Detail   string             `json:"detail,omitempty"`
}

// Record starts a recording in a file that only its owner can read.
func Record(path string) (*Tape, error) {
	r, err := transport.StartRecording[exchange](path)
	if err != nil {
		return nil, err
	}
	return &Tape{r}, nil
}

// Replay reads a recording.
func Replay(path string) (*Tape, error) {
	r, err := transport.OpenRecording(path, exchange.key)
	if err != nil {
		return nil, fmt.Errorf("models: %w", err)
	}
	return &Tape{r}, nil
}

func (x exchange) key() string { return x.Key }

// Close ends a recording and returns an error if it was not written completely.
func (t *Tape) Close() error {
	if t == nil {
		return nil
	}
	return t.Recording.Close()
}

// Over returns a model whose exchanges are recorded, or, if the tape replays, one that answers from the
// recording; m may be nil then. name is the user's name for the model.
func (t *Tape) Over(m Model, name string) Model { return taped{m, t, name} }

type taped struct {
	model Model
	tape  *Tape
	name  string
}

// Ask replays, or asks and records.
func (t taped) Ask(ctx context.Context, r Request) (Response, error) {
	key := keyOf(t.name, r)
	if t.tape.Playing() {
		return t.replay(key, r)
	}
	resp, err := t.model.Ask(ctx, r)
	x := exchange{Key: key, Model: t.name, Prompt: r.Prompt}
	var f *Failure
	switch {
	case err == nil:
		fresh := resp
		fresh.Cached = false
		x.Response = &fresh
	case errors.As(err, &f):
		x.Failure, x.Detail = f.Kind, f.Detail
	default:
		return resp, err
	}
	if x.Failure == answer.Budget {
		t.tape.Hold(key, x)
	} else {
		t.tape.Write(key, x)
	}
	return resp, err
}

func (t taped) replay(key string, r Request) (Response, error) {
	x, ok := t.tape.Played(key)
	switch {
	case x.Failure != "":
		return Response{}, &Failure{Kind: x.Failure, Detail: x.Detail}
	case !ok || x.Response == nil:
		return Response{}, &Failure{Kind: answer.Unreachable, Detail: "not in the recording"}
	}
	s, err := parsed(r)
	if err != nil {
		return Response{}, err
	}
	resp := *x.Response
	resp.Cached = true
	return check(s, resp)
}
