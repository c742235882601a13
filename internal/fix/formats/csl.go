package formats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix"
)

// fixCSL corrects a CSL-JSON file by the findings about its items, which are in file order.
func fixCSL(src []byte, findings []audit.Finding, opt Options) (fix.Result, error) {
	text := string(src)
	f := cslFile{src: text}
	items := f.find(findings)
	valid := utf8.Valid(src)
	return fix.Rewrite(src, findings, opt.Options,
		fix.Format{Write: func(i int, c *fix.Correction, p fix.Patch) ([]bibtex.Edit, error) {
			switch {
			case !valid:
				return nil, errEncoding
			case items[i] == nil:
				return nil, errLost
			}
			return newCSLWriter(&f, items[i], c, &findings[i].Reference.Claimed).edits(p)
		}, Place: func(i int) bibtex.Span { return bibtex.Span{Start: items[i].start, End: items[i].end} },
			Sound: func(corrected []byte) bool { return cslReadsAlike(src, corrected) }})
}

// cslFile is the text of a file and how it writes things.
type cslFile struct {
	src   string
	habit habits
}

// habits is how a file writes JSON.
type habits struct {
	colon   string // between key and value: ": ", ":"
	slashes bool   // "/" is written as "\/"
	ascii   bool   // letters outside ASCII are written as \u…
}

// like returns the file with the habits of one item.
func (f *cslFile) like(item *node) *cslFile {
	h := habitsOf(f.src[item.start:item.end])
	if len(item.members) > 0 {
		m := &item.members[0]
		h.colon = f.src[m.at:m.value.start]
		h.colon = h.colon[strings.LastIndexByte(h.colon, '"')+1:]
	}
	return &cslFile{src: f.src, habit: h}
}

func habitsOf(src string) habits {
	h := habits{slashes: strings.Contains(src, `\/`)}
	h.ascii = strings.Contains(src, `\u`)
	for i := 0; i < len(src) && h.ascii; i++ {
		h.ascii = src[i] < utf8.RuneSelf
	}
	return h
}

// quote writes a JSON string as the file does.
func (h *habits) quote(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(strings.ToValidUTF8(s, "\ufffd")) != nil {
		return `""`
	}
	text := strings.TrimSuffix(b.String(), "\n")
	if h.slashes {
		text = strings.ReplaceAll(text, "/", `\/`)
	}
	if !h.ascii {
		return text
	}
	var out []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		if unit < utf8.RuneSelf {
			out = append(out, byte(unit))
		} else {
			out = fmt.Appendf(out, `\u%04x`, unit)
		}
	}
	return string(out)
}

// find returns the item of each finding, nil if it is not found again.
func (f *cslFile) find(findings []audit.Finding) []*node {
	found := make([]*node, len(findings))
	at := 0
	for i := range findings {
		raw := findings[i].Reference.Raw
		n := strings.Index(f.src[at:], raw)
		if n < 0 || raw == "" {
			continue
		}
		if item, ok := parse(f.src, at+n); ok && item.kind == '{' {
			found[i] = &item
		}
		at += n + len(raw)
	}
	return found
}

// cslReadsAlike reports whether a corrected file is valid JSON if the old one was, with as many items and the same ids.
func cslReadsAlike(old, now []byte) bool {
	if bytes.Equal(old, now) {
		return true
	}
	a, okA := values(old)
	b, okB := values(now)
	return okA == okB && slices.Equal(a, b)
}

// values returns the ids of all objects in a stream of JSON values, and whether the whole stream is valid.
func values(src []byte) (ids []string, sound bool) {
	dec := json.NewDecoder(bytes.NewReader(src))
	for open := 0; ; {
		token, err := dec.Token()
		if err != nil {
			return ids, err == io.EOF && open == 0
		}
		switch token {
		case json.Delim('['), json.Delim('{'):
			open++
		case json.Delim(']'), json.Delim('}'):
			open--
		case "id":
			var id json.RawMessage
			if dec.Decode(&id) != nil {
				return ids, false
			}
			ids = append(ids, string(id))
		}
	}
}

// text returns a string or the first of a list of strings, and its node.
func (f *cslFile) text(n *node) (string, *node) {
	if n.kind == '[' && len(n.items) > 0 {
		return f.text(&n.items[0])
	}
	if n.kind != '"' {
		return f.src[n.start:n.end], n
	}
	var s string
	if json.Unmarshal([]byte(f.src[n.start:n.end]), &s) != nil {
		return "", n
	}
	return s, n
}

// put returns the edit that replaces a value by a text, as a number if both are numbers and else as a string.
func (f *cslFile) put(n *node, text string) []bibtex.Edit {
	old, at := f.text(n)
	if old == text || text == "" {
		return nil
	}
	written := f.habit.quote(text)
	if at.kind != '"' && len(text) < 16 && strings.Trim(text, "0123456789") == "" && (text[0] != '0' || text == "0") {
		written = text
	}
	if at.kind == '[' || at.kind == '{' {
		return nil
	}
	return []bibtex.Edit{{Span: bibtex.Span{Start: at.start, End: at.end}, Text: written}}
}
