package llm

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// Tape is a recording of every question of a run with its answer or failure,
// one JSON object a line. A run that replays one asks nobody and comes to the
// same end. It holds digests of the questions, never keys.
type Tape struct {
	mu      sync.Mutex
	file    *os.File
	out     *bufio.Writer
	written map[string]bool
	play    map[string]exchange // of a replay
	err     error
}

// exchange is one line of a recording.
type exchange struct {
	Key      string      `json:"key"`
	Model    string      `json:"asked,omitempty"` // as the user named it
	Prompt   string      `json:"prompt,omitempty"`
	Response *Response   `json:"response,omitempty"`
	Vector   []float32   `json:"vector,omitempty"`
	Failure  FailureKind `json:"failure,omitempty"`
	Detail   string      `json:"detail,omitempty"`
}

// Record starts a recording in a file readable by its owner alone.
func Record(path string) (*Tape, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	return &Tape{file: file, out: bufio.NewWriterSize(file, 1<<16), written: map[string]bool{}}, nil
}

// mostExchange bounds a line of a recording in bytes.
const mostExchange = 4 << 20

// Replay reads a recording. The first answer to a question counts.
func Replay(path string) (*Tape, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readTape(file)
}

func readTape(r io.Reader) (*Tape, error) {
	t := &Tape{play: map[string]exchange{}}
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 1<<16), mostExchange)
	for n := 1; lines.Scan(); n++ {
		var x exchange
		if err := json.Unmarshal(lines.Bytes(), &x); err != nil {
			return nil, fmt.Errorf("recording of models, line %d: %w", n, err)
		}
		if _, ok := t.play[x.Key]; !ok {
			t.play[x.Key] = x
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("recording of models: %w", err)
	}
	return t, nil
}

// Close ends a recording and says whether all of it was written.
func (t *Tape) Close() error {
	if t == nil || t.file == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return errors.Join(t.err, t.out.Flush(), t.file.Close())
}

// Over gives a model whose exchanges are recorded, or, when the tape replays,
// one that answers out of the recording; m may be nil then. name is the model
// as the user named it.
func (t *Tape) Over(m Model, name string) Model { return taped{m, t, name} }

type taped struct {
	model Model
	tape  *Tape
	name  string
}

// Ask replays, or asks and records.
func (t taped) Ask(ctx context.Context, r Request) (Response, error) {
	key := keyOf(t.name, r)
	if t.tape.play != nil {
		return t.replay(key, r)
	}
	resp, err := t.model.Ask(ctx, r)
	x := exchange{Key: key, Model: t.name, Prompt: r.Prompt}
	var f *Failure
	switch {
	case err == nil:
		bare := resp
		bare.Cached = false
		x.Response = &bare
	case errors.As(err, &f):
		x.Failure, x.Detail = f.Kind, f.Detail
	default:
		return resp, err
	}
	t.tape.write(x)
	return resp, err
}

func (t taped) replay(key string, r Request) (Response, error) {
	x, ok := t.tape.play[key]
	if err := x.failure(ok && x.Response != nil); err != nil {
		return Response{}, err
	}
	s, err := parsed(r)
	if err != nil {
		return Response{}, err
	}
	resp := *x.Response
	resp.Cached = true
	return check(s, resp)
}

// failure gives why an exchange holds no answer; nil when it does.
func (x exchange) failure(answered bool) error {
	switch {
	case x.Failure != "":
		return &Failure{Kind: x.Failure, Detail: x.Detail}
	case !answered:
		return &Failure{Kind: Unreachable, Detail: "not in the recording"}
	}
	return nil
}

// OverEmbedder is Over for an embedder.
func (t *Tape) OverEmbedder(e Embedder, name string) Embedder { return tapedEmbedder{e, t, name} }

type tapedEmbedder struct {
	embedder Embedder
	tape     *Tape
	name     string
}

// Embed replays, or asks and records.
func (t tapedEmbedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if t.tape.play == nil {
		vectors, err := t.embedder.Embed(ctx, texts)
		if err == nil && len(vectors) == len(texts) {
			for i, v := range vectors {
				t.tape.write(exchange{Key: textKey(t.name, texts[i]), Model: t.name, Vector: v})
			}
		}
		return vectors, err
	}
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		x, ok := t.tape.play[textKey(t.name, text)]
		if err := x.failure(ok && len(x.Vector) > 0); err != nil {
			return nil, err
		}
		vectors[i] = x.Vector
	}
	return vectors, CheckVectors(vectors, len(texts))
}

// write writes the first exchange of each question.
func (t *Tape) write(x exchange) {
	data, err := json.Marshal(x)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.written[x.Key] {
		return
	}
	t.written[x.Key] = true
	if err == nil {
		_, err = t.out.Write(append(data, '\n'))
	}
	t.err = errors.Join(t.err, err)
}
