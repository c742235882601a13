package tagger

import (
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// maxTokens bounds how many words of one string are labelled.
const maxTokens = 1500

// Token is a word, a number or an identifier. Punctuation is not a token: it is in the gaps between tokens.
type Token struct {
	Start, End int // bytes of the text
	Kind       Kind
	Scheme     ident.Scheme // of an identifier
}

// Kind is what a token is made of.
type Kind uint8

// The kinds of tokens.
const (
	Word Kind = iota
	Number
	ID // an identifier or an address
)

// Tokenise appends the tokens of s. A word ends where letters change to digits; a hyphen or an apostrophe between two
// letters does not end it. Each identifier found in s is one token.
func Tokenise(dst []Token, s string, found []ident.Found) []Token {
	next := 0
	for i := 0; i < len(s) && len(dst) < maxTokens; {
		limit := len(s)
		if next < len(found) {
			f := found[next]
			if i >= f.Start {
				next++
				if f.End > i {
					dst = append(dst, Token{Start: i, End: f.End, Kind: ID, Scheme: f.ID.Scheme})
					i = f.End
				}
				continue
			}
			limit = f.Start
		}
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			j := i + 1
			for j < limit && s[j] >= '0' && s[j] <= '9' {
				j++
			}
			dst = append(dst, Token{Start: i, End: j, Kind: Number})
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
			dst = append(dst, Token{Start: i, End: j, Kind: Word})
			i = j
		}
	}
	return dst
}

// wordEnd returns the end of the word that starts at i, or i if there is none.
func wordEnd(s string, i, limit int) int {
	for j := i; j < limit; {
		if c := s[j]; c >= 'a' && c <= 'z' {
			j++
			continue
		}
		n := wordPart(s, i, j, limit)
		if n == 0 {
			return j
		}
		j += n
	}
	return limit
}

// wordPart returns the length in bytes of the character at j that continues the word s[i:j], or 0 if the word ends
// there.
func wordPart(s string, i, j, limit int) int {
	c := s[j]
	if asciiLetter(c) {
		if c < 'a' && j > i && s[j-1] >= 'a' && glued(s[i:j]) {
			return 0
		}
		return 1
	}
	r, n := rune(c), 1
	if c >= utf8.RuneSelf {
		if r, n = utf8.DecodeRuneInString(s[j:]); wordRune(r) {
			return n
		}
	}
	if joiner(r) && j > i && j+n < limit && letterAt(s, j+n) {
		return n
	}
	return 0
}

func joiner(r rune) bool {
	switch r {
	case '-', '\'', '’', '‐', '‑', '\u00ad':
		return true
	}
	return false
}

// gluedWords are short words that damage attaches to a following capital.
var gluedWords = words.Set(`in and of the by on for In The`)

// glued reports whether the letters before a capital are a separate word that lost its space: "modelsJ. Phys.",
// "inAdvanced". Short ones, such as "Mc" and "Le", belong to the name they begin.
func glued(word string) bool { return len(word) > 3 && lowerASCII(word[1:]) || gluedWords[word] }

func lowerASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 'a' || s[i] > 'z' {
			return false
		}
	}
	return true
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
