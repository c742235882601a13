package jsonscan

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
