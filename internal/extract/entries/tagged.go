package entries

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
)

// field is one tagged line with the lines that continue it.
type field struct {
	tag, value string
	line       int
}

// longestValue bounds a value, in bytes; abstracts are the longest.
const longestValue = 1 << 20

// tagged is one entry.
type tagged struct {
	fields  []field
	raw     string
	line    int // the first
	endLine int
}

// syntax says how a tagged format writes its lines.
type syntax struct {
	tag    func(line string) (tag, value string, ok bool)
	begins func(f field, have *tagged) bool // whether the field opens a new entry
}

// entries cuts a text into entries. A line without a tag continues the one
// before; blank lines end an entry when blankEnds.
func (s syntax) entries(src string, blankEnds bool) []tagged {
	var out []tagged
	var e tagged
	start, at := 0, 0
	end := func(to int) {
		if len(e.fields) > 0 {
			e.raw = strings.TrimSpace(src[start:to])
			out = append(out, e)
		}
		e, start = tagged{}, to
	}
	for line := 1; at < len(src); line++ {
		next := strings.IndexByte(src[at:], '\n')
		if next < 0 {
			next = len(src)
		} else {
			next += at + 1
		}
		text := strings.TrimRight(src[at:next], "\r\n")
		f := field{line: line}
		var ok bool
		f.tag, f.value, ok = s.tag(text)
		switch {
		case ok:
			if s.begins(f, &e) {
				end(at)
			}
			if len(e.fields) == 0 {
				e.line, start = line, at
			}
			f.value = strings.TrimSpace(f.value)
			e.fields, e.endLine = append(e.fields, f), line
		case strings.TrimSpace(text) == "":
			if blankEnds {
				end(at)
			}
		case len(e.fields) > 0:
			last := &e.fields[len(e.fields)-1]
			if len(last.value) < longestValue {
				last.value = strings.TrimSpace(last.value + " " + strings.TrimSpace(text))
			}
			e.endLine = line
		}
		at = next
	}
	end(len(src))
	return out
}

// read turns entries into references; empty ones become problems.
func read(entries []tagged, claim func(*tagged) (reading.Claim, string)) reading.Result {
	var r reading.Result
	for i := range entries {
		e := &entries[i]
		place := biblio.Place{Line: e.line, EndLine: e.endLine}
		if len(r.References) == reading.MaxReferences {
			r.Problem(place, "too-many-references", "entries from here on are not read")
			break
		}
		c, id := claim(e)
		if c.Empty() {
			r.Problem(place, "empty-entry", "the entry has neither a title nor an identifier")
		}
		ref := c.Reference("", e.raw)
		ref.ID, ref.Place = id, place
		r.References = append(r.References, ref)
	}
	return r
}

// first gives the first value of a tag.
func (e *tagged) first(tag string) string {
	for _, f := range e.fields {
		if f.tag == tag {
			return f.value
		}
	}
	return ""
}

// has reports a tag among the fields.
func (e *tagged) has(tag string) bool { return e.first(tag) != "" }
