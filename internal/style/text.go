package style

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/lists"
)

// Mark is the face in which a part of a reference is set.
type Mark uint8

// The marks.
const (
	Roman Mark = iota
	Italic
	Bold
)

// Span is a part of a reference in one face.
type Span struct {
	Text string `json:"text"`
	Mark Mark   `json:"mark,omitempty"`
}

// Text is a printed reference.
type Text []Span

// String returns a reference without faces.
func (t Text) String() string {
	var b strings.Builder
	for _, s := range t {
		b.WriteString(s.Text)
	}
	return b.String()
}

// HTML returns a reference with its faces as elements and everything else escaped.
func (t Text) HTML() string {
	return t.faced(html.EscapeString, [...]string{"", "<i>", "<b>"}, [...]string{"", "</i>", "</b>"})
}

// Markdown returns a reference with its faces as asterisks. Characters that have a meaning in Markdown are escaped.
func (t Text) Markdown() string {
	marks := [...]string{"", "*", "**"}
	return t.faced(markdown.Replace, marks, marks)
}

var markdown = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`, "<", `\<`)

func (t Text) faced(escape func(string) string, open, shut [3]string) string {
	var b strings.Builder
	for _, s := range t {
		b.WriteString(open[s.Mark] + escape(s.Text) + shut[s.Mark])
	}
	return b.String()
}

// line is a reference under construction: parts are appended with the punctuation between them, and no two marks
// collide.
type line struct{ spans []Span }

// put adds a part after a separator. An empty part adds nothing, and the first part has no separator.
func (l *line) put(sep, text string) { l.face(sep, text, Roman) }

// italic adds a part in italics.
func (l *line) italic(sep, text string) { l.face(sep, text, Italic) }

// face adds a part in a face.
func (l *line) face(sep, text string, m Mark) {
	text = visible(text)
	if text == "" {
		return
	}
	if last := l.last(); last != 0 {
		if sep != "" && closes(last) && strings.IndexByte(".,", sep[0]) >= 0 && (last != '.' || sep[0] == '.') {
			sep = sep[1:]
		}
		l.write(sep, Roman)
	}
	l.write(text, m)
}

// visible returns text on one line without control characters and direction marks.
func visible(text string) string {
	if strings.ContainsFunc(text, hidden) {
		text = strings.Map(func(r rune) rune {
			if hidden(r) && !unicode.IsSpace(r) {
				return -1
			}
			return r
		}, text)
	}
	return strings.Join(strings.Fields(text), " ")
}

func hidden(r rune) bool {
	return unicode.IsControl(r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// write appends text, joining it to a span of the same face.
func (l *line) write(text string, m Mark) {
	if n := len(l.spans); text != "" && n > 0 && l.spans[n-1].Mark == m {
		l.spans[n-1].Text += text
	} else if text != "" {
		l.spans = append(l.spans, Span{text, m})
	}
}

// stop ends a sentence, unless a mark already ends it.
func (l *line) stop() {
	if last := l.last(); last != 0 && !closes(last) && !strings.HasSuffix(l.spans[len(l.spans)-1].Text, ".”") {
		l.write(".", Roman)
	}
}

// closes reports whether r ends a sentence.
func closes(r rune) bool { return r == '.' || r == '?' || r == '!' || r == '…' }

// last returns the last character, looking inside closing quotation marks, or 0 if there is none.
func (l *line) last() rune {
	if len(l.spans) == 0 {
		return 0
	}
	text := strings.TrimRight(l.spans[len(l.spans)-1].Text, "”")
	r, _ := utf8.DecodeLastRuneInString(text)
	return r
}

// wrapped returns text between two brackets, or "" if text is empty.
func wrapped(open, text, shut string) string {
	if text == "" {
		return ""
	}
	return open + text + shut
}

// list joins the texts that are not empty.
func list(sep string, parts ...string) string {
	return strings.Join(lists.Filter(parts, func(p string) bool { return p != "" }), sep)
}
