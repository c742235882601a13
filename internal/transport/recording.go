package transport

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// Recording is a file with every question of a run and its answer or failure,
// one JSON object a line, written as the run goes, or such a file that was read
// to answer from. L is a line.
type Recording[L any] struct {
	play map[string]L // of a replay

	mu      sync.Mutex
	file    *os.File
	out     *bufio.Writer
	written map[string]bool
	err     error
}

// StartRecording makes a file that its owner alone may read.
func StartRecording[L any](path string) (*Recording[L], error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	return &Recording[L]{file: file, out: bufio.NewWriterSize(file, 1<<16), written: map[string]bool{}}, nil
}

// OpenRecording reads a file whose lines have the keys that key gives. The first
// answer to a question counts.
func OpenRecording[L any](path string, key func(L) string) (*Recording[L], error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return ReadRecording(file, key)
}

// ReadRecording is OpenRecording for a file that is open.
func ReadRecording[L any](r io.Reader, key func(L) string) (*Recording[L], error) {
	rec := &Recording[L]{play: map[string]L{}}
	dec := json.NewDecoder(bufio.NewReaderSize(r, 1<<16))
	for n := 1; ; n++ {
		var line L
		if err := dec.Decode(&line); errors.Is(err, io.EOF) {
			return rec, nil
		} else if err != nil {
			return nil, fmt.Errorf("recording, exchange %d: %w", n, err)
		}
		if _, ok := rec.play[key(line)]; !ok {
			rec.play[key(line)] = line
		}
	}
}

// Playing reports that questions are answered from the recording.
func (r *Recording[L]) Playing() bool { return r != nil && r.play != nil }

// Played gives the line of a question.
func (r *Recording[L]) Played(key string) (line L, ok bool) {
	line, ok = r.play[key]
	return line, ok
}

// Write writes the first line of each key.
func (r *Recording[L]) Write(key string, line L) {
	if r == nil || r.out == nil {
		return
	}
	data, err := json.Marshal(line)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.written[key] {
		return
	}
	r.written[key] = true
	if err == nil {
		_, err = r.out.Write(append(data, '\n'))
	}
	if r.err == nil {
		r.err = err
	}
}

// Close ends a recording and says whether all of it was written.
func (r *Recording[L]) Close() error {
	if r == nil || r.file == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = r.out.Flush()
	}
	if err := errors.Join(r.err, r.file.Close()); err != nil {
		return fmt.Errorf("the recording is not whole: %w", err)
	}
	return nil
}
