package formats

import (
	"encoding/json"
	"strings"
)

// node is a JSON value with its place in the file.
type node struct {
	start, end int
	kind       byte // its first character
	members    []member
	items      []node
}

// member is one member of an object.
type member struct {
	key    string
	at     int // of the key's quotation mark
	before int // behind the brace or comma before it
	value  node
}

// reader builds the tree of one value that is known to be sound.
type reader struct {
	src   string
	depth int
}

// maxDepth bounds the nesting of values that are read.
const maxDepth = 200

// parse reads the value that starts at i; false when it is not sound JSON.
func parse(src string, i int) (node, bool) {
	r := reader{src: src}
	return r.value(r.space(i))
}

func (r *reader) space(i int) int {
	for i < len(r.src) && (r.src[i] == ' ' || r.src[i] == '\n' || r.src[i] == '\t' || r.src[i] == '\r') {
		i++
	}
	return i
}

func (r *reader) value(i int) (node, bool) {
	if i >= len(r.src) || r.depth > maxDepth {
		return node{}, false
	}
	r.depth++
	defer func() { r.depth-- }()
	switch r.src[i] {
	case '{':
		return r.object(i)
	case '[':
		return r.array(i)
	case '"':
		end := r.text(i)
		return node{start: i, end: end, kind: '"'}, end > 0
	}
	end := i
	for end < len(r.src) && strings.IndexByte(",]} \n\t\r", r.src[end]) < 0 {
		end++
	}
	return node{start: i, end: end, kind: r.src[i]}, end > i
}

// text gives the end of the string that starts at i, 0 when it has none.
func (r *reader) text(i int) int {
	for j := i + 1; j < len(r.src); j++ {
		switch r.src[j] {
		case '\\':
			j++
		case '"':
			return j + 1
		}
	}
	return 0
}

func (r *reader) object(i int) (node, bool) {
	n := node{start: i, kind: '{'}
	at := r.space(i + 1)
	before := i + 1
	for at < len(r.src) && r.src[at] != '}' {
		m := member{at: at, before: before}
		if r.src[at] != '"' {
			return n, false
		}
		end := r.text(at)
		if end == 0 || json.Unmarshal([]byte(r.src[at:end]), &m.key) != nil {
			return n, false
		}
		at = r.space(end)
		if at >= len(r.src) || r.src[at] != ':' {
			return n, false
		}
		var ok bool
		if m.value, ok = r.value(r.space(at + 1)); !ok {
			return n, false
		}
		n.members = append(n.members, m)
		at = r.space(m.value.end)
		if at < len(r.src) && r.src[at] == ',' {
			before = at + 1
			at = r.space(at + 1)
		}
	}
	n.end = at + 1
	return n, at < len(r.src)
}

func (r *reader) array(i int) (node, bool) {
	n := node{start: i, kind: '['}
	at := r.space(i + 1)
	for at < len(r.src) && r.src[at] != ']' {
		item, ok := r.value(at)
		if !ok {
			return n, false
		}
		n.items = append(n.items, item)
		at = r.space(item.end)
		if at < len(r.src) && r.src[at] == ',' {
			at = r.space(at + 1)
		}
	}
	n.end = at + 1
	return n, at < len(r.src)
}

// get gives the first member of one of the names, nil for none.
func (n *node) get(names ...string) *member {
	for _, name := range names {
		for i := range n.members {
			if n.members[i].key == name {
				return &n.members[i]
			}
		}
	}
	return nil
}
