package jsonscan

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"strings"
)

const maxDepth = 200

var errDepth = errors.New("nested too deep")

// check returns the end of the value that starts at data[i].
func check(data string, i, depth int) (int, error) {
	if i >= len(data) {
		return i, unexpected(data, i)
	}
	switch c := data[i]; {
	case c == '"':
		return checkString(data, i)
	case c == '{' || c == '[':
		if depth >= maxDepth {
			return i, errDepth
		}
		return checkNested(data, i, depth+1)
	case c == '-' || c >= '0' && c <= '9':
		return checkNumber(data, i)
	}
	for _, word := range []string{"true", "false", "null"} {
		if strings.HasPrefix(data[i:], word) {
			return i + len(word), nil
		}
	}
	return i, unexpected(data, i)
}

func unexpected(data string, i int) error {
	if i >= len(data) {
		return errors.New("unexpected end")
	}
	return fmt.Errorf("unexpected %q at byte %d", data[i], i)
}

// checkNested returns the end of the object or array that opens at data[i].
func checkNested(data string, i, depth int) (_ int, err error) {
	object, closer := data[i] == '{', data[i]+2 // the closing bracket is two after the opening one in ASCII
	if i = space(data, i+1); i < len(data) && data[i] == closer {
		return i + 1, nil
	}
	for {
		if object {
			if i, err = checkKey(data, i); err != nil {
				return i, err
			}
		}
		if i, err = check(data, i, depth); err != nil {
			return i, err
		}
		if i = space(data, i); i >= len(data) || data[i] != ',' && data[i] != closer {
			return i, unexpected(data, i)
		}
		if data[i] == closer {
			return i + 1, nil
		}
		i = space(data, i+1)
	}
}

// checkKey returns where the value of the member whose key opens at data[i] starts.
func checkKey(data string, i int) (int, error) {
	if i >= len(data) || data[i] != '"' {
		return i, unexpected(data, i)
	}
	i, err := checkString(data, i)
	if err != nil {
		return i, err
	}
	if i = space(data, i); i >= len(data) || data[i] != ':' {
		return i, unexpected(data, i)
	}
	return space(data, i+1), nil
}

// stops marks the bytes that end the plain run of a string: quote, backslash, controls.
var stops = func() (t [256]bool) {
	for c := range 0x20 {
		t[c] = true
	}
	t['"'], t['\\'] = true, true
	return t
}()

// checkString returns the end of the string that opens at data[i].
func checkString(data string, i int) (int, error) {
	for i++; ; i++ {
		if i = plainEnd(data, i); i == len(data) {
			break
		}
		switch data[i] {
		case '"':
			return i + 1, nil
		case '\\':
			n := escapeLen(data[i:])
			if n == 0 {
				return i, fmt.Errorf("bad escape at byte %d", i)
			}
			i += n - 1
		default:
			return i, unexpected(data, i)
		}
	}
	return i, errors.New("unclosed string")
}

// plainEnd returns the end of the plain run that starts at data[i]. It examines eight bytes at a time: a set
// top bit in a byte of marks means a stop, or a byte after one.
func plainEnd(data string, i int) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	for ; i+8 <= len(data); i += 8 {
		v := binary.LittleEndian.Uint64([]byte(data[i : i+8]))
		quote, slash := v^ones*'"', v^ones*'\\'
		marks := ((v - ones*0x20) | (quote - ones) | (slash - ones)) &^ v & tops
		if marks != 0 {
			i += bits.TrailingZeros64(marks) / 8
			break
		}
	}
	for i < len(data) && !stops[data[i]] {
		i++
	}
	return i
}

// escapeLen returns the length of the escape sequence at the start of b, or 0.
func escapeLen(b string) int {
	if len(b) < 2 {
		return 0
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if _, ok := hex4(b); ok {
			return 6
		}
	}
	return 0
}

func checkNumber(data string, i int) (int, error) {
	start := i
	if data[i] == '-' {
		i++
	}
	n := digits(data[i:])
	if n == 0 || n > 1 && data[i] == '0' {
		return i, fmt.Errorf("bad number at byte %d", start)
	}
	i += n
	if i < len(data) && data[i] == '.' {
		if n = digits(data[i+1:]); n == 0 {
			return i, fmt.Errorf("bad number at byte %d", start)
		}
		i += n + 1
	}
	if i < len(data) && data[i]|0x20 == 'e' {
		i++
		if i < len(data) && (data[i] == '+' || data[i] == '-') {
			i++
		}
		if n = digits(data[i:]); n == 0 {
			return i, fmt.Errorf("bad number at byte %d", start)
		}
		i += n
	}
	return i, nil
}

func digits(b string) int {
	n := 0
	for n < len(b) && b[n] >= '0' && b[n] <= '9' {
		n++
	}
	return n
}

func space(data string, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\n' || data[i] == '\t' || data[i] == '\r') {
		i++
	}
	return i
}

// Closer finds the end of an object or array whose text comes in chunks, by counting brackets outside strings.
// It does not validate the text.
type Closer struct {
	depth           int
	quoted, escaped bool
}

// Scan reads the next chunk; the first begins with the opening bracket. It returns how many of its bytes belong
// to the value, and whether the value ends there.
func (c *Closer) Scan(chunk []byte) (n int, done bool) {
	for i, b := range chunk {
		switch {
		case c.escaped:
			c.escaped = false
		case c.quoted && b == '\\':
			c.escaped = true
		case b == '"':
			c.quoted = !c.quoted
		case c.quoted:
		case b == '{' || b == '[':
			c.depth++
		case b == '}' || b == ']':
			if c.depth--; c.depth <= 0 {
				return i + 1, true
			}
		}
	}
	return len(chunk), false
}
