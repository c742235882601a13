package refstring

import (
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/ident"
)

// maxTokens bounds how many words of one string are labelled.
const maxTokens = 1500

// token is a word, a number or an identifier. Punctuation is no token: it
// stands in the gaps between tokens.
type token struct {
	start, end int
	kind       tokenKind
	found      int // index of the identifier, for identifierToken
}

type tokenKind uint8

const (
	wordToken tokenKind = iota
	numberToken
	identifierToken
)

// tokenise appends the tokens of s. A word ends where letters turn into
// digits; a hyphen or an apostrophe between two letters does not end it. An
// identifier or an address is one token.
func tokenise(dst []token, s string, found []ident.Found) []token {
	next := 0
	for i := 0; i < len(s) && len(dst) < maxTokens; {
		if next < len(found) && i >= found[next].Start {
			f := found[next]
			next++
			if f.End > i {
				dst = append(dst, token{start: i, end: f.End, kind: identifierToken, found: next - 1})
				i = f.End
			}
			continue
		}
		limit := len(s)
		if next < len(found) {
			limit = found[next].Start
		}
		c := s[i]
		switch {
		case c >= '0' && c <= '9':
			j := i + 1
			for j < limit && s[j] >= '0' && s[j] <= '9' {
				j++
			}
			dst = append(dst, token{start: i, end: j, kind: numberToken})
			i = j
		case c < utf8.RuneSelf && !asciiLetter(c):
			i++
		default:
			j := wordEnd(s, i, limit)
			if j == i {
				_, n := utf8.DecodeRuneInString(s[i:])
				i += n
				continue
			}
			dst = append(dst, token{start: i, end: j, kind: wordToken})
			i = j
		}
	}
	return dst
}

// wordEnd gives the end of the word that starts at i, or i when none does.
func wordEnd(s string, i, limit int) int {
	j := i
	for j < limit {
		c := s[j]
		if asciiLetter(c) {
			j++
			continue
		}
		if c < utf8.RuneSelf {
			if (c == '-' || c == '\'') && j > i && j+1 < limit && letterAt(s, j+1) {
				j++
				continue
			}
			return j
		}
		r, n := utf8.DecodeRuneInString(s[j:])
		switch {
		case r == utf8.RuneError && n == 1:
			return j
		case wordRune(r):
			j += n
		case (r == '’' || r == '‐' || r == '‑' || r == '\u00ad') && j > i && j+n < limit && letterAt(s, j+n):
			j += n
		default:
			return j
		}
	}
	return j
}

func letterAt(s string, i int) bool {
	if s[i] < utf8.RuneSelf {
		return asciiLetter(s[i])
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return wordRune(r)
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) }

func asciiLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
