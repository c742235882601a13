package transport

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"sync"
)

// Recording is a file with every question of a run and its answer or failure, one JSON object per line, written
// during the run, or such a file read for a replay. L is a line.
type Recording[L any] struct {
	play map[string]L // of a replay

	mu      sync.Mutex
	file    *os.File
	out     *bufio.Writer
	written map[string]bool
	held    map[string][]byte // lines that any other line with their key replaces
	err     error
}

// StartRecording creates a file that only its owner can read.
func StartRecording[L any](path string) (*Recording[L], error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	return &Recording[L]{file: file, out: bufio.NewWriterSize(file, 1<<16), written: map[string]bool{},
		held: map[string][]byte{}}, nil
}

// OpenRecording reads a file; key returns the key of a line. The first answer to a question counts.
func OpenRecording[L any](path string, key func(L) string) (*Recording[L], error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return ReadRecording(file, key)
}

// ReadRecording is like OpenRecording for an open file.
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

// Playing reports whether questions are answered from the recording.
func (r *Recording[L]) Playing() bool { return r != nil && r.play != nil }

// Played returns the line of a question.
func (r *Recording[L]) Played(key string) (line L, ok bool) {
	line, ok = r.play[key]
	return line, ok
}

// Write writes the first line of each key.
func (r *Recording[L]) Write(key string, line L) {
	r.take(key, line, func(data []byte) {
		if r.written[key] {
			return
		}
		r.written[key] = true
		delete(r.held, key)
		r.append(data)
	})
}

// Hold stores a line that concerns only one caller, for example that its budget was exhausted. It is written at
// the end if no other line with its key was.
func (r *Recording[L]) Hold(key string, line L) {
	r.take(key, line, func(data []byte) {
		if !r.written[key] {
			r.held[key] = data
		}
	})
}

func (r *Recording[L]) take(key string, line L, do func(data []byte)) {
	if r == nil || r.out == nil {
		return
	}
	data, err := json.Marshal(line)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err = cmp.Or(r.err, err); err == nil {
		do(append(data, '\n'))
	}
}

func (r *Recording[L]) append(data []byte) {
	_, err := r.out.Write(data)
	r.err = cmp.Or(r.err, err)
}

// Close ends a recording and returns an error if not all of it was written.
func (r *Recording[L]) Close() error {
	if r == nil || r.file == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(r.held)) {
		r.append(r.held[key])
	}
	r.err = cmp.Or(r.err, r.out.Flush())
	if err := errors.Join(r.err, r.file.Close()); err != nil {
		return fmt.Errorf("the recording is not whole: %w", err)
	}
	return nil
}
