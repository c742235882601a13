package accept

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// header begins a new file.
const header = `# Findings of bonafide that were looked at and accepted. "bonafide accept" writes
# them; one returns when a claimed field of its entry changes.
`

// Add gives the text of a file with an accepted finding more. What stands there
// stays byte for byte; of a finding that was accepted before, digest, reason and
// date are replaced.
func Add(path string, data []byte, a Accepted) ([]byte, error) {
	if err := a.check(); err != nil {
		return nil, err
	}
	out, replaced, err := replace(data, a)
	if err != nil {
		return nil, placed(Shown(path), err)
	}
	if !replaced {
		if out, err = appended(data, a); err != nil {
			return nil, err
		}
	}
	f, err := Parse(path, out)
	if err != nil {
		return nil, fmt.Errorf("%w; mend it first (accepted findings are tables [[accepted]])", err)
	}
	if !slices.ContainsFunc(f.Accepted, func(b Accepted) bool { b.where = ""; return b == a }) {
		return nil, fmt.Errorf("%s: the accepted finding of %q cannot be written into this file: mend it by hand", path, a.Entry)
	}
	return out, nil
}

// appended puts a new table at the end.
func appended(data []byte, a Accepted) ([]byte, error) {
	text, err := toml.Marshal(a)
	if err != nil {
		return nil, err
	}
	out := slices.Clone(data)
	if len(out) == 0 {
		out = []byte(header)
	}
	if out[len(out)-1] != '\n' {
		out = append(out, '\n')
	}
	out = append(out, "\n[["+table+"]]\n"...)
	return append(out, text...), nil
}

// edit is new text for a range of bytes.
type edit struct {
	start, end int
	text       string
}

// replace mends the table of a finding that was accepted before.
func replace(data []byte, a Accepted) (out []byte, replaced bool, err error) {
	for _, t := range tables(data) {
		if t.values["entry"].data != a.Entry || t.values["code"].data != a.Code {
			continue
		}
		var edits []edit
		for name, value := range map[string]any{"claims": a.Claims, "reason": a.Reason, "date": a.Date} {
			at, ok := t.values[name]
			if !ok {
				return nil, false, errors.New("an accepted finding lacks its " + name)
			}
			text, err := toml.Marshal(map[string]any{"v": value})
			if err != nil {
				return nil, false, err
			}
			_, text, _ = bytes.Cut(bytes.TrimSpace(text), []byte("= "))
			edits = append(edits, edit{at.start, at.end, string(text)})
		}
		slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(b.start, a.start) })
		out = slices.Clone(data)
		for _, e := range edits {
			out = slices.Replace(out, e.start, e.end, []byte(e.text)...)
		}
		return out, true, nil
	}
	return nil, false, nil
}

// stated is a value with its place in the text.
type stated struct {
	data       string
	start, end int
}

// acceptedTable is one [[accepted]] with its values.
type acceptedTable struct{ values map[string]stated }

// tables finds every [[accepted]] of a text.
func tables(data []byte) []acceptedTable {
	var list []acceptedTable
	inside := false
	var p unstable.Parser
	p.Reset(data)
	for p.NextExpression() {
		e := p.Expression()
		it := e.Key()
		if !it.Next() {
			continue
		}
		key := it.Node()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			if inside = e.Kind == unstable.ArrayTable && string(key.Data) == table; inside {
				list = append(list, acceptedTable{map[string]stated{}})
			}
		case unstable.KeyValue:
			if inside {
				list[len(list)-1].values[string(key.Data)] = valueAt(data, key.Raw, e.Value())
			}
		}
	}
	return list
}

// valueAt gives a value and its place; the parser knows no place of dates, which
// stand behind their keys as they are.
func valueAt(data []byte, key unstable.Range, v *unstable.Node) stated {
	s := stated{data: string(v.Data), start: int(v.Raw.Offset), end: int(v.Raw.Offset + v.Raw.Length)}
	if v.Raw.Length == 0 {
		from := int(key.Offset + key.Length)
		if i := bytes.Index(data[from:], v.Data); i >= 0 {
			s.start, s.end = from+i, from+i+len(v.Data)
		}
	}
	return s
}
