package latex

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Letters returns LaTeX source in which commands that make one letter, such as {\"u}, \v{c} and \ss, are replaced by
// that letter. Mathematics and all other commands stay.
func Letters(s string) string {
	return outsideMath(s, func(b *strings.Builder, s string, i int) int {
		at, group := i, s[i] == '{' && !takesGroup(b.String())
		if group {
			at++
		}
		c, end, ok := letterAt(s, at, maxLetter)
		if ok && group {
			ok = end < len(s) && s[end] == '}'
			end++
		}
		if !ok {
			return i
		}
		b.WriteString(c)
		return end
	})
}

// takesGroup reports whether braces after a text would be the argument of a command.
func takesGroup(s string) bool {
	s = strings.TrimRight(s, " \t\r\n")
	name := strings.TrimRightFunc(s, func(c rune) bool { return c < utf8.RuneSelf && letter(byte(c)) })
	return strings.HasSuffix(s, "}") || strings.HasSuffix(s, "]") || len(name) < len(s) && strings.HasSuffix(name, `\`)
}

// ASCII returns LaTeX source in which characters outside ASCII are replaced by commands where LaTeX has them.
// Mathematics is unchanged.
func ASCII(s string) string {
	return outsideMath(norm.NFC.String(s), func(b *strings.Builder, s string, i int) int {
		c, size := utf8.DecodeRuneInString(s[i:])
		if c < utf8.RuneSelf || size < 2 {
			return i
		}
		b.WriteString(Escape(s[i:i+size], true))
		return i + size
	})
}

// outsideMath copies a text. Outside mathematics, write may write a replacement for the text at i: it returns where
// that text ends, or i if it wrote nothing.
func outsideMath(s string, write func(b *strings.Builder, s string, i int) int) string {
	var b strings.Builder
	math := false
	for i := 0; i < len(s); {
		if !math {
			if end := write(&b, s, i); end > i {
				i = end
				continue
			}
		}
		n := 1
		switch {
		case s[i] == '\\':
			name := commandName(s, i+1)
			n += len(name)
			if name == "(" || name == "[" || name == ")" || name == "]" {
				math = name == "(" || name == "["
			}
		case s[i] == '$':
			math = !math
		}
		b.WriteString(s[i : i+n])
		i += n
	}
	return b.String()
}

// maxLetter bounds the number of accents and braces of one letter.
const maxLetter = 6

// letterAt reads a command that makes one letter, and returns the letter and where the command ends.
func letterAt(s string, i, depth int) (c string, end int, ok bool) {
	if i >= len(s) || s[i] != '\\' || depth == 0 {
		return "", 0, false
	}
	name := commandName(s, i+1)
	if name == "" {
		return "", 0, false
	}
	end = i + 1 + len(name)
	word := letter(name[0])
	if mark := accents[name]; mark != 0 && len(name) == 1 {
		if word {
			end = skipSpace(s, end)
		}
		base, after, ok := baseAt(s, end, depth-1)
		if !ok {
			return "", 0, false
		}
		c = norm.NFC.String(base + string(mark))
		return c, after, utf8.RuneCountInString(c) == 1
	}
	c = symbols[name]
	r, size := utf8.DecodeRuneInString(c)
	if !word || size != len(c) || size < 2 || !unicode.IsLetter(r) || commandFor[r] == "" {
		return "", 0, false
	}
	if strings.HasPrefix(s[end:], "{}") {
		return c, end + len("{}"), true
	}
	return c, skipSpace(s, end), true
}

// baseAt reads the letter under an accent: by itself, in braces, or made by a command.
func baseAt(s string, i, depth int) (base string, end int, ok bool) {
	if i < len(s) && s[i] == '{' && depth > 0 {
		if base, end, ok = baseAt(s, i+1, depth-1); !ok || end >= len(s) || s[end] != '}' {
			return "", 0, false
		}
		return base, end + 1, true
	}
	for _, dotless := range []string{`\i`, `\j`} {
		if rest, found := strings.CutPrefix(s[min(i, len(s)):], dotless); found && (rest == "" || !letter(rest[0])) {
			end = i + len(dotless)
			if strings.HasPrefix(rest, "{}") {
				return dotless[1:], end + len("{}"), true
			}
			return dotless[1:], skipSpace(s, end), true
		}
	}
	if i < len(s) && s[i] == '\\' {
		return letterAt(s, i, depth)
	}
	r, size := utf8.DecodeRuneInString(s[min(i, len(s)):])
	return string(r), i + size, size > 0 && unicode.IsLetter(r)
}
