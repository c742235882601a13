package accept

import (
	"strings"
)

// order is what a comment in a bibliography says: "% bonafide: ignore H6 H4: why".
type order struct {
	codes  []string
	reason string
}

// command begins such a comment, behind its percent signs.
const command = "bonafide:"

// readOrders reads the comments of a text.
func readOrders(text string) []order {
	var list []order
	for line := range strings.Lines(text) {
		at := strings.Index(line, command)
		if at < 0 {
			continue
		}
		before := strings.TrimRight(line[:at], " \t")
		if !strings.HasSuffix(before, "%") || strings.HasSuffix(before, `\%`) {
			continue
		}
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line[at+len(command):]), "ignore "); ok {
			if o := readOrder(rest); len(o.codes) > 0 {
				list = append(list, o)
			}
		}
	}
	return list
}

// readOrder reads codes, and what follows them as the reason.
func readOrder(text string) order {
	var o order
	for {
		text = strings.TrimLeft(text, " \t,")
		end := strings.IndexAny(text, " \t,:;.-–—\r\n")
		if end < 0 {
			end = len(text)
		}
		code := strings.ToUpper(text[:end])
		if !Acceptable(code) {
			break
		}
		o.codes = append(o.codes, code)
		text = text[end:]
	}
	o.reason = strings.Trim(text, " \t\r\n:;.-–—")
	return o
}

// above gives the comment lines that stand directly above an offset of a text,
// where an entry begins.
func above(text string, offset int) string {
	if offset > len(text) {
		return ""
	}
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	if strings.TrimSpace(text[start:offset]) != "" {
		return "" // the entry begins behind something else
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
