package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// decode decodes exactly one JSON value. It refuses an object that names a member twice, since readers differ
// in which of the two they use.
func decode(b []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	v, err := value(d, 0)
	if err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, errors.New("answer ends before its JSON does")
		}
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("answer goes on after its JSON")
	}
	return v, nil
}

func value(d *json.Decoder, depth int) (any, error) {
	if depth > mostDepth {
		return nil, errDepth
	}
	token, err := d.Token()
	if err != nil {
		return nil, jsonError(err)
	}
	switch token {
	case json.Delim('{'):
		return object(d, depth)
	case json.Delim('['):
		return array(d, depth)
	}
	return token, nil
}

func object(d *json.Decoder, depth int) (any, error) {
	m := map[string]any{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return nil, jsonError(err)
		}
		name, ok := token.(string)
		if !ok {
			return nil, errors.New("answer is not JSON")
		}
		if _, twice := m[name]; twice {
			return nil, errors.New("answer names a member twice")
		}
		if m[name], err = value(d, depth+1); err != nil {
			return nil, err
		}
	}
	_, err := d.Token()
	return m, jsonError(err)
}

func array(d *json.Decoder, depth int) (any, error) {
	list := []any{}
	for d.More() {
		v, err := value(d, depth+1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := d.Token()
	return list, jsonError(err)
}

// jsonError removes the decoder's quotations of the answer.
func jsonError(err error) error {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("answer is not JSON at byte %d", syntax.Offset)
	}
	return err
}

// thoughts are the marks around models' thoughts that no one has removed before.
var thoughts = [][2]string{{"<think>", "</think>"}, {"<thinking>", "</thinking>"}, {"[THINK]", "[/THINK]"}}

// Spoken removes the thoughts before an answer; if there is nothing else it returns "". Templates that open the
// thoughts for the model leave a closing mark without an opening one.
func Spoken(answer string) string {
	answer = strings.TrimSpace(answer)
	for _, t := range thoughts {
		opened := strings.HasPrefix(answer, t[0])
		before, after, closed := strings.Cut(answer, t[1])
		if begun := strings.IndexAny(before, "{[`@") == 0; opened || closed && !begun {
			return strings.TrimSpace(after)
		}
	}
	return answer
}

// Bare removes what small models put around JSON: thoughts before it, and a Markdown fence. Other text stays.
func Bare(answer string) string {
	b := []byte(Spoken(answer))
	if rest, ok := bytes.CutPrefix(b, []byte("```")); ok && bytes.HasSuffix(rest, []byte("```")) {
		if _, body, ok := bytes.Cut(rest, []byte("\n")); ok {
			b = bytes.TrimSpace(bytes.TrimSuffix(body, []byte("```")))
		}
	}
	return string(b)
}
