package jsonscan

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Value is one checked JSON value. The zero Value is absent and behaves like null. Values, and the texts they
// return, share one copy of the whole.
type Value struct {
	raw   string
	plain bool // the whole text has no escapes and is valid UTF-8
}

// Parse checks that text is one JSON value with nothing after it.
func Parse(text []byte) (Value, error) {
	if err := check(text); err != nil {
		return Value{}, fmt.Errorf("json: %w", err)
	}
	data := string(bytes.Trim(text, " \n\t\r"))
	return Value{data, strings.IndexByte(data, '\\') < 0 && utf8.ValidString(data)}, nil
}

// Raw returns the value as written.
func (v Value) Raw() string { return v.raw }

func (v Value) first() byte {
	if len(v.raw) == 0 {
		return 'n'
	}
	return v.raw[0]
}

// IsNull reports whether the value is null or absent.
func (v Value) IsNull() bool { return v.first() == 'n' }

// IsString reports whether the value is a string.
func (v Value) IsString() bool { return v.first() == '"' }

// IsObject reports whether the value is an object.
func (v Value) IsObject() bool { return v.first() == '{' }

// IsArray reports whether the value is an array.
func (v Value) IsArray() bool { return v.first() == '[' }

// Empty reports whether the value is absent, null, "", [] or {}.
func (v Value) Empty() bool {
	switch v.first() {
	case 'n':
		return true
	case '"':
		return len(v.raw) == 2
	case '[', '{':
		return space(v.raw, 1) == len(v.raw)-1
	}
	return false
}

// Text returns a string unescaped, a number or boolean as written, null as "",
// and an array or object as JSON without white space.
func (v Value) Text() string {
	switch v.first() {
	case 'n':
		return ""
	case '"':
		if v.plain {
			return v.raw[1 : len(v.raw)-1]
		}
		return unquote(v.raw)
	case '[', '{':
		var b bytes.Buffer
		json.Compact(&b, []byte(v.raw)) // cannot fail: it is checked
		return b.String()
	}
	return v.raw
}

// True reports whether the value is the boolean true.
func (v Value) True() bool { return v.first() == 't' }

// Int returns a whole number, even one written as a string; 0 for anything else.
func (v Value) Int() int {
	raw := v.raw
	if v.IsString() {
		raw = raw[1 : len(raw)-1]
	}
	n, err := strconv.Atoi(raw)
	if err != nil {
		return 0
	}
	return n
}

// Fields iterates over the members of an object in order; over nothing for any other value. A repeated key is
// yielded each time.
func (v Value) Fields() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		if !v.IsObject() {
			return
		}
		data := v.raw
		for i := space(data, 1); data[i] != '}'; {
			end := v.skipString(i)
			key := data[i+1 : end-1]
			if !v.plain && strings.IndexByte(key, '\\') >= 0 {
				key = unquote(data[i:end])
			}
			i = space(data, space(data, end)+1)
			end = v.skip(i)
			if !yield(key, Value{data[i:end], v.plain}) {
				return
			}
			if i = space(data, end); data[i] == ',' {
				i = space(data, i+1)
			}
		}
	}
}

// Items iterates over the elements of an array; over nothing for any other value.
func (v Value) Items() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		if !v.IsArray() {
			return
		}
		data := v.raw
		for i := space(data, 1); data[i] != ']'; {
			end := v.skip(i)
			if !yield(Value{data[i:end], v.plain}) {
				return
			}
			if i = space(data, end); data[i] == ',' {
				i = space(data, i+1)
			}
		}
	}
}

// Len returns the number of elements of an array.
func (v Value) Len() (n int) {
	for range v.Items() {
		n++
	}
	return n
}

// Get returns the first member with a name; several names descend into nested objects. The value is absent if
// there is none.
func (v Value) Get(path ...string) Value {
next:
	for _, name := range path {
		for key, member := range v.Fields() {
			if key == name {
				v = member
				continue next
			}
		}
		return Value{}
	}
	return v
}

// First returns the first element of an array, absent if there is none.
func (v Value) First() Value {
	for item := range v.Items() {
		return item
	}
	return Value{}
}

// Strings returns the text of every element of an array, without empty ones; a string alone counts as an array
// of one.
func (v Value) Strings() []string {
	if v.IsString() && !v.Empty() {
		return []string{v.Text()}
	}
	var list []string
	for item := range v.Items() {
		if s := item.Text(); s != "" {
			list = append(list, s)
		}
	}
	return list
}

// skip returns the end of the value that starts at raw[i].
func (v Value) skip(i int) int {
	data := v.raw
	switch data[i] {
	case '"':
		return v.skipString(i)
	case '{', '[':
		for depth := 0; ; i++ {
			switch data[i] {
			case '"':
				i = v.skipString(i) - 1
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return i + 1
				}
			}
		}
	}
	for i < len(data) {
		switch data[i] {
		case ',', '}', ']', ' ', '\n', '\t', '\r':
			return i
		}
		i++
	}
	return i
}

func (v Value) skipString(i int) int {
	if v.plain {
		return i + 2 + strings.IndexByte(v.raw[i+1:], '"')
	}
	return skipString(v.raw, i)
}

func skipString(data string, i int) int {
	for i++; ; i++ {
		n := strings.IndexByte(data[i:], '"')
		slash := strings.IndexByte(data[i:i+n], '\\')
		if slash < 0 {
			return i + n + 1
		}
		i += slash + 1
	}
}

// unquote returns what a checked string in quotes says. Bytes that are not UTF-8, and lone surrogates, become U+FFFD.
func unquote(s string) string {
	text, _ := jsontext.AppendUnquote(nil, s) // what is not UTF-8 is an error, and replaced
	return string(text)
}
