package jsonscan

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unquote unescapes a checked string without its quotes. Bytes that are not UTF-8, and lone surrogates, become
// U+FFFD.
func unquote(b string) string {
	if strings.IndexByte(b, '\\') < 0 {
		if utf8.ValidString(b) {
			return b
		}
		return replaceInvalid(b)
	}
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); {
		if b[i] != '\\' {
			out = append(out, b[i])
			i++
			continue
		}
		if b[i+1] != 'u' {
			out = append(out, unescaped(b[i+1]))
			i += 2
			continue
		}
		r, n := unicodeEscape(b[i:])
		out = utf8.AppendRune(out, r)
		i += n
	}
	if !utf8.Valid(out) {
		return replaceInvalid(string(out))
	}
	return string(out)
}

// replaceInvalid replaces every byte that is not UTF-8 by U+FFFD.
func replaceInvalid(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteRune(r)
	}
	return b.String()
}

func unescaped(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c
}

// unicodeEscape decodes \uXXXX, or two of them that form a surrogate pair.
func unicodeEscape(b string) (rune, int) {
	r, _ := hex4(b)
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if len(b) >= 12 && b[6] == '\\' && b[7] == 'u' {
		if low, ok := hex4(b[6:]); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return pair, 12
			}
		}
	}
	return utf8.RuneError, 6
}

// hex4 decodes the four digits of an escape \uXXXX at the start of b.
func hex4(b string) (rune, bool) {
	if len(b) < 6 {
		return 0, false
	}
	var r rune
	for _, c := range []byte(b[2:6]) {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
