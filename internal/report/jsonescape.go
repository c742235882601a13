package report

import (
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"
)

// EscapedJSON gives a writer that escapes what a terminal might obey in JSON.
func EscapedJSON(w io.Writer) io.Writer { return escapedJSON{w} }

// escapedJSON writes JSON with control characters above ASCII and marks that
// turn the reading direction as escapes, so that no terminal obeys them. A
// program that reads the JSON gets the same text. Each Write must be whole
// characters, as those of a json.Encoder are.
type escapedJSON struct{ w io.Writer }

func (e escapedJSON) Write(p []byte) (int, error) {
	out, from := []byte(nil), 0 // p is copied up to from; not at all while nothing is hidden
	for i := 0; i < len(p); {
		if p[i] < 0x7f {
			i++
			continue
		}
		r, n := utf8.DecodeRune(p[i:])
		if hidden(r) {
			out = fmt.Appendf(append(out, p[from:i]...), `\u%04x`, r)
			from = i + n
		}
		i += n
	}
	text := p
	if out != nil {
		text = append(out, p[from:]...)
	}
	if _, err := e.w.Write(text); err != nil {
		return 0, err
	}
	return len(p), nil
}

// hidden reports DEL, the C1 controls and the marks of reading direction. The
// controls below the space are escaped by every encoder of JSON, but for the
// line ends between values.
func hidden(r rune) bool {
	return r >= 0x7f && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}
