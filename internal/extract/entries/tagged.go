package entries

import (
	"iter"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// field is one tagged line with its continuation lines.
type field struct {
	tag, value string
	line       int
}

// longestValue bounds a value, in bytes; abstracts are the longest.
const longestValue = 1 << 20 // case: TestFormats

// fieldsMost bounds the fields of one entry; the largest collaborations have about five thousand authors.
const fieldsMost = 50_000

type tagged struct {
	fields  []field
	cut     bool // it has more fields
	raw     string
	line    int // the first
	endLine int
}

// syntax describes how a tagged format writes its lines.
type syntax struct {
	tag    func(line string) (tag, value string, ok bool)
	begins func(f field, have *tagged) bool // whether the field starts a new entry
	lists  map[string]bool                  // tags whose further lines are values of their own
}

// entries yields the entries of a text one at a time, so that a large file is never held as fields. A line without a
// tag continues the previous one; blank lines end an entry if blankEnds is set.
func (s syntax) entries(src string, blankEnds bool) iter.Seq[*tagged] {
	return func(yield func(*tagged) bool) { s.each(src, blankEnds, yield) }
}

func (s syntax) each(src string, blankEnds bool, yield func(*tagged) bool) {
	var e tagged
	var tail []string // the further lines of the last value, and their length
	start, at, more, size := 0, 0, true, 0
	join := func() {
		if len(tail) > 0 {
			last := &e.fields[len(e.fields)-1]
			last.value = strings.TrimSpace(last.value + " " + strings.Join(tail, " "))
		}
		tail, size = nil, 0
	}
	end := func(to int) {
		join()
		if len(e.fields) > 0 {
			e.raw = strings.TrimSpace(src[start:to])
			more = yield(&e)
		}
		e, start = tagged{}, to
	}
	for line := 1; at < len(src) && more; line++ {
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
			join()
			if s.begins(f, &e) {
				end(at)
			}
			if len(e.fields) == 0 {
				e.line, start = line, at
			}
			f.value = strings.TrimSpace(f.value)
			e.endLine = line
			if e.cut = len(e.fields) == fieldsMost; !e.cut {
				e.fields = append(e.fields, f)
			}
		case strings.TrimSpace(text) == "":
			if blankEnds {
				end(at)
			}
		case len(e.fields) > 0:
			text = strings.TrimSpace(text)
			if last := e.fields[len(e.fields)-1]; s.lists[last.tag] && len(e.fields) < fieldsMost {
				e.fields = append(e.fields, field{last.tag, text, line})
			} else if size += len(text); size < longestValue {
				tail = append(tail, text)
			}
			e.endLine = line
		}
		at = next
	}
	if more {
		end(len(src))
	}
}

// read turns entries into references; empty ones become problems.
func read(entries iter.Seq[*tagged], claim func(*tagged) (reading.Claim, string)) reading.Result {
	var r reading.Result
	for e := range entries {
		place := biblio.Place{Line: e.line, EndLine: e.endLine}
		c, id := claim(e)
		if e.cut {
			r.Problem(place, "entry-cut", "the entry has too many fields; the first ones are read")
		}
		ref := c.Reference("", e.raw)
		ref.ID, ref.Place = id, place
		if !add(&r, ref) {
			break
		}
	}
	return r
}

// add adds an entry; it returns false if there is no room for more.
func add(r *reading.Result, ref biblio.Reference) bool {
	if len(r.References) == biblio.MaxReferences {
		r.Problem(ref.Place, "too-many-references", "entries from here on are not read")
		return false
	}
	if c := (reading.Claim{Work: ref.Claimed}); c.Empty() {
		r.Problem(ref.Place, "empty-entry", "the entry has neither a title nor an identifier")
	}
	r.References = append(r.References, ref)
	return true
}

func (e *tagged) first(tag string) string {
	for _, f := range e.fields {
		if f.tag == tag {
			return f.value
		}
	}
	return ""
}

func (e *tagged) has(tag string) bool { return e.first(tag) != "" }

var (
	referTitle = lazy.Regexp(`(?m)^%[TB] \S`)
	referOther = lazy.Regexp(`(?m)^%(?:0|A|D|J) ?\S`)
)

// LooksLikeRefer reports whether src is in refer's format or that of EndNote's .enw files. A "%" also begins a
// comment in LaTeX, so two kinds of lines are required.
func LooksLikeRefer(src []byte) bool { return referTitle.Match(src) && referOther.Match(src) }

// ReadRefer reads entries of refer: "%A Jane Doe", separated by blank lines or begun by "%0".
func ReadRefer(src []byte) (reading.Result, error) {
	s := syntax{tag: referTag,
		begins: func(f field, have *tagged) bool { return f.tag == "0" && (have.has("T") || have.has("A")) }}
	return read(s.entries(string(src), true), referClaim), nil
}

func referTag(line string) (tag, value string, ok bool) {
	line = strings.TrimPrefix(line, "\ufeff")
	if len(line) < 2 || line[0] != '%' || len(line) > 2 && line[2] != ' ' && line[2] != '\t' {
		return "", "", false
	}
	return line[1:2], strings.TrimSpace(line[2:]), true
}

func referClaim(e *tagged) (reading.Claim, string) {
	kind := strings.ToLower(e.first("0"))
	c := reading.Claim{}
	c.Type = endnoteTypes[kind]
	for _, f := range e.fields {
		if role := referPeople[f.tag]; role != "" {
			for one := range strings.SplitSeq(f.value, ";") {
				endnoteName(&c, strings.TrimSpace(one), role)
			}
		} else if !referFields.Take(&c, f.tag, f.value) {
			c.Note(f.tag, f.value)
		}
	}
	c.Note("0", e.first("0"))
	settleContainer(&c, kind, e.first("J"), e.first("B"), e.first("S"))
	return c, ""
}

var (
	referPeople = map[string]biblio.Role{"A": biblio.Author, "Q": biblio.Author, "E": biblio.Editor,
		"H": biblio.Translator}
	referFields = reading.Fields{"T": reading.Title, "C": reading.Place, "I": reading.Publisher, "N": reading.Issue,
		"V": reading.Volume, "P": reading.Pages, "7": reading.Edition, "D": reading.Date, "U": reading.Link,
		">": reading.Link, "@": reading.Serial, "0": reading.Nothing, "J": reading.Nothing, "B": reading.Nothing,
		"S": reading.Nothing, "8": func(c *reading.Claim, name, text string) {
			c.Date(text)
			c.Note(name, text)
		}, "R": func(c *reading.Claim, name, text string) {
			id, ok := ident.ParseDOI(text)
			c.Identify(name, text, id, ok)
		}}
)
