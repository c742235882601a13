package accept

import "strings"

// order is the content of a comment in a bibliography: "% bonafide: ignore H6 year: why".
type order struct {
	what   []What
	reason string
}

// command begins such a comment, after its percent signs.
const command = "bonafide:"

// readOrders reads the comments of an entry: the lines above it, and those between its fields.
func readOrders(above, entry string) []order {
	var list []order
	for comment := range strings.Lines(above + strings.Join(betweenFields(entry), "\n")) {
		comment = strings.TrimLeft(strings.TrimSpace(comment), "%")
		words, ok := strings.CutPrefix(strings.TrimLeft(comment, " \t"), command)
		if !ok {
			continue
		}
		if rest, ok := strings.CutPrefix(strings.TrimSpace(words), "ignore "); ok {
			if o := readOrder(rest); len(o.what) > 0 {
				list = append(list, o)
			}
		}
	}
	return list
}

// betweenFields returns the comments of an entry that are not part of a value.
func betweenFields(entry string) []string {
	if !strings.Contains(entry, command) {
		return nil
	}
	var list []string
	depth, quoted := 0, false
	for i := strings.IndexAny(entry, "{(") + 1; i > 0 && i < len(entry) && depth >= 0; i++ {
		switch c := entry[i]; {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case depth > 0:
		case c == '"':
			quoted = !quoted
		case c == '%' && !quoted:
			line, _, _ := strings.Cut(entry[i:], "\n")
			list = append(list, line)
			i += len(line)
		}
	}
	return list
}

// readOrder reads what is accepted, and the reason that follows. Names of fields may also be words of a reason:
// they only count if nothing else precedes the colon.
func readOrder(text string) order {
	head, rest, _ := strings.Cut(text, ":")
	var o order
	for word := range strings.FieldsFuncSeq(head, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' }) {
		what, ok := ReadWhat(word)
		if !ok {
			return readCodes(text)
		}
		o.what = append(o.what, what)
	}
	o.reason = reason(rest)
	return o
}

func readCodes(text string) order {
	var o order
	for {
		text = strings.TrimLeft(text, " \t,")
		end := strings.IndexAny(text, " \t,:")
		if end < 0 {
			end = len(text)
		}
		what, ok := ReadWhat(text[:end])
		if !ok || what.Field != "" {
			break
		}
		o.what = append(o.what, what)
		text = text[end:]
	}
	o.reason = reason(text)
	return o
}

func reason(text string) string { return strings.Trim(text, " \t:;.-–—") }

// above returns the comment lines directly above an offset of a text, where an entry begins.
func above(text string, offset int) string {
	if offset > len(text) {
		return ""
	}
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	if strings.TrimSpace(text[start:offset]) != "" {
		return "" // something else precedes the entry on its line
	}
	end := start
	for start > 0 {
		line := strings.LastIndexByte(text[:start-1], '\n') + 1
		if !strings.HasPrefix(strings.TrimSpace(text[line:start]), "%") {
			break
		}
		start = line
	}
	return text[start:end]
}
