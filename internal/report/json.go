package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/row"
)

// NewEncoder returns the encoder of the rows of JSON Lines.
func NewEncoder(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(escapedJSON{w})
	enc.SetEscapeHTML(false)
	return enc
}

// jsonLines writes one row per line: the canonical stream.
type jsonLines struct{ enc *json.Encoder }

func newJSONLines(w io.Writer, _ Options) Writer {
	return jsonLines{NewEncoder(w)}
}

func (j jsonLines) Begin(r Run) error       { return j.enc.Encode(r) }
func (j jsonLines) Problem(p Problem) error { return j.enc.Encode(p) }
func (j jsonLines) Finding(f Finding) error { return j.enc.Encode(f) }
func (j jsonLines) End(s *Summary) error    { return j.enc.Encode(s) }

// document writes one JSON object: the same rows by kind. Only the problems are held in memory.
type document struct {
	w        *bufio.Writer
	problems []Problem
	findings int
}

func newJSON(w io.Writer, _ Options) Writer { return &document{w: bufio.NewWriter(w)} }

func (d *document) Begin(r Run) error {
	d.w.WriteString(`{"schema":"` + row.Schema + `","run":`)
	if err := writeJSON(d.w, r); err != nil {
		return err
	}
	_, err := d.w.WriteString(`,"findings":[`)
	return err
}

func (d *document) Problem(p Problem) error {
	d.problems = append(d.problems, p)
	return nil
}

func (d *document) Finding(f Finding) error {
	if d.findings++; d.findings > 1 {
		d.w.WriteByte(',')
	}
	d.w.WriteByte('\n')
	return writeJSON(d.w, f)
}

func (d *document) End(s *Summary) error {
	d.w.WriteString("\n],\"problems\":")
	if d.problems == nil {
		d.problems = []Problem{}
	}
	if err := writeJSON(d.w, d.problems); err != nil {
		return err
	}
	d.w.WriteString(`,"summary":`)
	if err := writeJSON(d.w, s); err != nil {
		return err
	}
	d.w.WriteString("}\n")
	return d.w.Flush()
}

// writeJSON writes a value as Marshal encodes it.
func writeJSON(w io.Writer, v any) error {
	b, err := Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(b)
	return err
}

// Marshal encodes a row without the escapes that only HTML needs and without the line end that json.Encoder adds.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	if err := NewEncoder(&b).Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// EscapedJSON returns a writer that escapes characters in JSON that a terminal might interpret.
func EscapedJSON(w io.Writer) io.Writer { return escapedJSON{w} }

// escapedJSON writes JSON with control characters above ASCII and bidirectional marks as escapes, so that no
// terminal interprets them. A program that reads the JSON gets the same text. Each Write must consist of whole
// characters, as those of a json.Encoder do.
type escapedJSON struct{ w io.Writer }

func (e escapedJSON) Write(p []byte) (int, error) {
	text := p
	if at := bytes.IndexFunc(p, hidden); at >= 0 {
		text = slices.Clone(p[:at])
		for _, r := range string(p[at:]) {
			if hidden(r) {
				text = fmt.Appendf(text, `\u%04x`, r)
			} else {
				text = utf8.AppendRune(text, r)
			}
		}
	}
	if _, err := e.w.Write(text); err != nil {
		return 0, err
	}
	return len(p), nil
}

// hidden reports whether a rune is DEL, a C1 control or a bidirectional mark. Every encoder of JSON escapes the
// controls below the space, except for the line ends between values.
func hidden(r rune) bool {
	return r >= 0x7f && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
}
