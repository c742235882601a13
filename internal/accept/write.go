package accept

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
)

const header = `# Findings of bonafide that were looked at and dismissed. "bonafide dismiss" writes
# them; one returns when a claimed field of its entry changes.
`

// AddAll returns the text of a file with more accepted findings, of which the last of equal ones counts. Only reason
// and date of one that was accepted before are replaced.
func AddAll(path string, data []byte, list []Accepted) ([]byte, error) {
	if _, err := parse(path, data); err != nil {
		return nil, fmt.Errorf("%w; correct it first (accepted findings are tables [[accepted]])", err)
	}
	wanted := map[string]Accepted{}
	for _, a := range list {
		if err := a.check(); err != nil {
			return nil, err
		}
		a.where = ""
		wanted[a.name()] = a
	}
	out, met, err := replace(data, wanted)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", Shown(path), err)
	}
	for _, a := range list {
		if name := a.name(); !met[name] {
			met[name] = true
			if out, err = appended(out, wanted[name]); err != nil {
				return nil, err
			}
		}
	}
	if err := bounded(path, out); err != nil {
		return nil, err
	}
	return out, holds(path, out, wanted)
}

// holds returns an error if a text does not contain what was to be written.
func holds(path string, data []byte, wanted map[string]Accepted) error {
	f, err := parse(path, data)
	if err != nil {
		return err
	}
	for _, a := range f.Accepted {
		a.where = ""
		if b, ok := wanted[a.name()]; ok && a == b {
			delete(wanted, a.name())
		}
	}
	for _, a := range wanted {
		return fmt.Errorf("%s: the accepted finding of %q cannot be written into this file: correct it by hand",
			Shown(path), a.Entry)
	}
	return nil
}

// name identifies an accepted finding: a key may occur twice, and a file be for several bibliographies.
func (a *Accepted) name() string { return nameOf(nameOf(a.Entry, a.what()), a.Claims) }

// appended adds a new table at the end.
func appended(data []byte, a Accepted) ([]byte, error) {
	text, err := toml.Marshal(a)
	if err != nil {
		return nil, err
	}
	if len(data) == 0 {
		data = []byte(header)
	}
	if data[len(data)-1] != '\n' {
		data = append(data, '\n')
	}
	data = append(data, "\n[["+table+"]]\n"...)
	return append(data, text...), nil
}

// replace updates the tables of findings that were accepted before, and returns which.
func replace(data []byte, wanted map[string]Accepted) (out []byte, met map[string]bool, err error) {
	met = map[string]bool{}
	var edits []bibtex.Edit
	found, _ := tables(data)
	for _, t := range found {
		old := Accepted{Entry: t.values["entry"].data, Code: t.values["code"].data, Field: t.values["field"].data,
			Claims: t.values["claims"].data}
		a, ok := wanted[old.name()]
		if !ok {
			continue
		}
		met[old.name()] = true
		for name, value := range map[string]any{"reason": a.Reason, "date": a.Date} {
			at, ok := t.values[name]
			if !ok {
				return nil, nil, errors.New("an accepted finding lacks its " + name + ": correct it first")
			}
			text, err := toml.Marshal(map[string]any{"v": value})
			if err != nil {
				return nil, nil, err
			}
			_, text, _ = bytes.Cut(bytes.TrimSpace(text), []byte("= "))
			edits = append(edits, bibtex.Edit{Span: at.span, Text: string(text)})
		}
	}
	out, err = bibtex.Splice(string(data), edits)
	return out, met, err
}

type stated struct {
	data string
	span bibtex.Span
}

// acceptedTable is one [[accepted]]: its line, and its values by name.
type acceptedTable struct {
	line   int
	values map[string]stated
}

// tables finds every [[accepted]] of a text, and the places of names that mean nothing there.
func tables(data []byte) (list []acceptedTable, unknown []error) {
	lines := NewLines(data)
	inside, prefix := false, ""
	var p unstable.Parser
	p.Reset(data)
	for p.NextExpression() {
		e := p.Expression()
		it := e.Key()
		if !it.Next() {
			continue
		}
		key := it.Node()
		line := lines.Of(int(key.Raw.Offset))
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			prefix = joined("", e)
			if inside = e.Kind == unstable.ArrayTable && prefix == table; inside {
				list = append(list, acceptedTable{line, map[string]stated{}})
			} else if prefix != table {
				unknown = append(unknown, unknownName(prefix, line))
			}
		case unstable.KeyValue:
			if inside {
				list[len(list)-1].values[string(key.Data)] = valueAt(data, key.Raw, e.Value())
			}
			if prefix != "" && prefix != table {
				break // of a table that means nothing, which was said
			}
			for _, name := range unknownOf(prefix, e) {
				unknown = append(unknown, unknownName(name, line))
			}
		}
		if len(unknown) >= mostTold {
			return list, unknown[:mostTold]
		}
	}
	return list, unknown
}

func joined(prefix string, e *unstable.Node) string {
	parts := []string{prefix}
	for it := e.Key(); it.Next(); {
		parts = append(parts, string(it.Node().Data))
	}
	return strings.TrimPrefix(strings.Join(parts, "."), ".")
}

// unknownOf returns the names in a value that mean nothing, its own or those of the tables in it.
func unknownOf(prefix string, e *unstable.Node) (list []string) {
	name := joined(prefix, e)
	if name != table && !slices.Contains(acceptedNames, strings.ToLower(name)) {
		return []string{name}
	}
	for it := e.Value().Children(); it.Next(); {
		if it.Node().Kind != unstable.InlineTable {
			continue
		}
		for inner := it.Node().Children(); inner.Next(); {
			list = append(list, unknownOf(name, inner.Node())...)
		}
	}
	return list
}

// valueAt returns a value and its position; the parser has no positions of dates, which follow their keys verbatim.
func valueAt(data []byte, key unstable.Range, v *unstable.Node) stated {
	s := stated{string(v.Data), bibtex.Span{Start: int(v.Raw.Offset), End: int(v.Raw.Offset + v.Raw.Length)}}
	if v.Raw.Length == 0 {
		from := int(key.Offset + key.Length)
		if i := bytes.Index(data[from:], v.Data); i >= 0 {
			s.span = bibtex.Span{Start: from + i, End: from + i + len(v.Data)}
		}
	}
	return s
}
