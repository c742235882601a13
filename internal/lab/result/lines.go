package result

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// maxLine bounds the bytes of one line of a JSON Lines file.
const maxLine = 64 << 20

// Open opens a file and decompresses it if its first bytes show a compression.
func Open(path string) (io.ReadCloser, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r := bufio.NewReaderSize(f, 1<<16)
	magic, _ := r.Peek(4)
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
		}
		return readCloser{z, f.Close}, nil
	case bytes.Equal(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(2), zstd.WithDecoderMaxMemory(1<<30))
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
		}
		return readCloser{z, func() error { z.Close(); return f.Close() }}, nil
	}
	return readCloser{r, f.Close}, nil
}

type readCloser struct {
	io.Reader
	close func() error
}

func (r readCloser) Close() error { return r.close() }

// Each calls do with every non-blank line of a JSON Lines file.
func Each(path string, do func(line []byte) error) error {
	f, err := Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(make([]byte, 1<<16), maxLine)
	for n := 1; s.Scan(); n++ {
		line := bytes.TrimSpace(s.Bytes())
		if len(line) == 0 {
			continue
		}
		if err := do(line); err != nil {
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
	}
	if err := s.Err(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// Object is one decoded line.
type Object map[string]any

// EachObject calls do with every line of a file, decoded as an object.
func EachObject(path string, do func(Object) error) error {
	return Each(path, func(line []byte) error {
		var o Object
		if err := json.Unmarshal(line, &o); err != nil {
			return fmt.Errorf("not a JSON object: %w", err)
		}
		return do(o)
	})
}

// Text returns the value of the first of the keys that has one, as trimmed text; numbers are printed without an
// exponent.
func (o Object) Text(keys ...string) string {
	for _, k := range keys {
		text := ""
		switch v := o[k].(type) {
		case string:
			text = strings.TrimSpace(v)
		case float64:
			text = strconv.FormatFloat(v, 'f', -1, 64)
		}
		if text != "" {
			return text
		}
	}
	return ""
}

// List returns a list of texts; a single text is a list of one.
func (o Object) List(key string) []string {
	switch v := o[key].(type) {
	case string:
		if v != "" {
			return []string{v}
		}
	case []any:
		var list []string
		for _, e := range v {
			if s, ok := e.(string); ok {
				list = append(list, s)
			}
		}
		return list
	}
	return nil
}

// Numbers returns a list of numbers.
func (o Object) Numbers(key string) []float64 {
	list, _ := o[key].([]any)
	var out []float64
	for _, e := range list {
		if n, ok := e.(float64); ok {
			out = append(out, n)
		}
	}
	return out
}

// Child returns a nested object, or nil.
func (o Object) Child(key string) Object { c, _ := o[key].(map[string]any); return c }

// Children returns a list of nested objects.
func (o Object) Children(key string) []Object {
	list, _ := o[key].([]any)
	var out []Object
	for _, e := range list {
		if c, ok := e.(map[string]any); ok {
			out = append(out, c)
		}
	}
	return out
}

// Write writes a file with one JSON object per line.
func Write[T any](path string, list []T) error {
	return ToFile(path, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		for i := range list {
			if err := enc.Encode(&list[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// ToFile creates a file with what write writes, and returns the first error, including that of closing the
// file.
func ToFile(path string, write func(io.Writer) error) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() {
		if e := f.Close(); err == nil {
			err = e
		}
	}()
	w := bufio.NewWriter(f)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}
