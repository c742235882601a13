package formats

import (
	"encoding/json"
	"errors"
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
	at     int // offset of the key's quotation mark
	before int // offset after the brace or comma before it
	value  node
}

// reader builds the tree of a value.
type reader struct {
	src  string
	from int // where the decoder began
	dec  *json.Decoder
}

// maxDepth bounds the nesting of values.
const maxDepth = 200

var errDeep = errors.New("nested too deeply")

// parse parses the value that starts at i; false if it is not valid JSON.
func parse(src string, i int) (node, bool) {
	r := reader{src: src, from: i, dec: json.NewDecoder(strings.NewReader(src[i:]))}
	r.dec.UseNumber()
	n, err := r.value(0)
	return n, err == nil
}

// behind returns the offset after the last token.
func (r *reader) behind() int { return r.from + int(r.dec.InputOffset()) }

// next returns the offset of the next token.
func (r *reader) next() int {
	return len(r.src) - len(strings.TrimLeft(r.src[r.behind():], " \t\r\n,:"))
}

func (r *reader) value(depth int) (node, error) {
	if depth > maxDepth {
		return node{}, errDeep
	}
	n := node{start: r.next()}
	if _, err := r.dec.Token(); err != nil {
		return n, err
	}
	n.kind, n.end = r.src[n.start], r.behind()
	if n.kind != '{' && n.kind != '[' {
		return n, nil
	}
	for before := n.start + 1; r.dec.More(); {
		m := member{before: before, at: r.next()}
		if n.kind == '{' {
			key, err := r.dec.Token()
			if err != nil {
				return n, err
			}
			m.key, _ = key.(string)
		}
		var err error
		if m.value, err = r.value(depth + 1); err != nil {
			return n, err
		}
		if n.kind == '{' {
			n.members = append(n.members, m)
		} else {
			n.items = append(n.items, m.value)
		}
		before = m.value.end + strings.IndexByte(r.src[m.value.end:], ',') + 1
	}
	_, err := r.dec.Token() // the closing bracket
	n.end = r.behind()
	return n, err
}

// get returns the first member with one of the names, or nil.
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
