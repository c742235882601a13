package cli

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/report"
)

// Wrapping returns a writer of whole lines of text that breaks them between words at the columns of w, if they
// are known. Continuation lines are indented by indent, or by 4 if that leaves too little room.
func Wrapping(w io.Writer, indent int) io.Writer {
	return wrappingAt(w, TerminalWidth(w), indent)
}

func wrappingAt(w io.Writer, width, indent int) io.Writer {
	if width <= 0 {
		return w
	}
	if width-indent < 24 {
		indent = min(indent, 4, width/4)
	}
	return &wrapping{w: w, width: width, indent: indent}
}

type wrapping struct {
	w             io.Writer
	width, indent int
	begun         []byte // an unfinished line
}

func (l *wrapping) Write(p []byte) (int, error) {
	text := append(l.begun, p...)
	end := bytes.LastIndexByte(text, '\n') + 1
	l.begun = slices.Clone(text[end:])
	var b bytes.Buffer
	for line := range strings.Lines(string(text[:end])) {
		rest := strings.TrimSuffix(line, "\n")
		for report.Columns(rest) > l.width {
			at := l.breakOf(rest)
			if at < 0 {
				break
			}
			b.WriteString(strings.TrimRight(rest[:at], " ") + "\n")
			rest = strings.Repeat(" ", l.indent) + strings.TrimLeft(rest[at:], " ")
		}
		b.WriteString(rest + "\n")
	}
	if _, err := l.w.Write(b.Bytes()); err != nil {
		return 0, err
	}
	return len(p), nil
}

// breakOf finds the last space of a line within the columns, otherwise the first one after them, -1 if a single
// word is left.
func (l *wrapping) breakOf(line string) int {
	begin := len(line) - len(strings.TrimLeft(line, " "))
	at, columns := -1, 0
	for i, r := range line {
		if r == ' ' && i > begin && line[i-1] != ' ' {
			if columns > l.width && at >= 0 {
				return at
			}
			if at = i; columns > l.width {
				return at
			}
		}
		columns += report.RuneColumns(r)
	}
	return at
}

// reflowed wraps paragraphs to lines of at most width columns. One with indented lines is a list, in which only
// lines that are too long are broken.
func reflowed(text string, width int) string {
	var b strings.Builder
	for i, paragraph := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if i > 0 {
			b.WriteString("\n")
		}
		indent := 0
		if strings.Contains("\n"+paragraph, "\n ") {
			indent = 7 // of the list of exit statuses
		} else {
			paragraph = strings.ReplaceAll(paragraph, "\n", " ")
		}
		_, _ = (&wrapping{w: &b, width: width, indent: indent}).Write([]byte(paragraph + "\n"))
	}
	return b.String()
}
