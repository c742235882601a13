package reflist

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// loose matches the beginning of an address or DOI that may have spaces between its parts.
var loose = lazy.Regexp(`https? ?: ?/ ?/ ?|\b10(?:\.| \. ?)\d{4,9} ?/ ?`)

// tighten removes from addresses and DOIs the spaces that appear where a line was stretched between their parts: "10
// . 1038 / nature14539".
func tighten(text string) string {
	if !strings.Contains(text, "10") && !strings.Contains(text, "http") {
		return text
	}
	var b strings.Builder
	from := 0
	for _, m := range loose.FindAllStringIndex(text, -1) {
		if m[0] < from {
			continue
		}
		head := strings.ReplaceAll(text[m[0]:m[1]], " ", "")
		rest, n := tightRest(text[m[1]:], len(head) < m[1]-m[0], head[0] == '1')
		if len(head)+len(rest) == m[1]+n-m[0] { // no space in it
			continue
		}
		b.WriteString(text[from:m[0]])
		b.WriteString(head)
		b.WriteString(rest)
		from = m[1] + n
	}
	return b.String() + text[from:]
}

// tightRest returns the rest of an address without the spaces in it, and how many bytes of the text it took.
// stretched says that a space was already found.
func tightRest(text string, stretched, doi bool) (rest string, length int) {
	at, sign := 0, false // sign: a sign is on its own, and its continuation follows
	for {
		end := at + wordEnd(text[at:])
		rest += text[at:end]
		if end == len(text) {
			return rest, end
		}
		next := text[end+1:]
		next = next[:wordEnd(next)]
		behind := text[min(len(text), end+1+len(next)):]
		switch {
		case sign:
			sign = false
		case goesOnWith(next, strings.TrimPrefix(behind, " "), stretched, doi):
			stretched, sign = true, len(next) == 1
		case rest != "" && next != "" && partEnds(rest, next, stretched, doi):
			stretched = true
		default:
			return rest, end
		}
		at = end + 1
	}
}

func wordEnd(s string) int {
	if i := strings.IndexByte(s, ' '); i >= 0 {
		return i
	}
	return len(s)
}

// goesOnWith reports whether a word after a space begins with a sign that continues an address: text never has a
// space before it.
func goesOnWith(word, behind string, stretched, doi bool) bool {
	if word == "" || strings.IndexByte("./-_", word[0]) < 0 {
		return false
	}
	after := cmp.Or(word[1:], behind)
	r := firstRune(after)
	if !unicode.IsLower(r) && !unicode.IsDigit(r) {
		return false
	}
	return stretched || word[0] == '/' || (word[0] == '.' || doi) && mixed.MatchString(after[:wordEnd(after)])
}

// partEnds reports whether an address whose text so far ends with a sign continues with the word after the space.
func partEnds(rest, word string, stretched, doi bool) bool {
	r, last := firstRune(word), rest[len(rest)-1]
	switch {
	case !unicode.IsLower(r) && !unicode.IsDigit(r):
		return false
	case last == '-' || last == '/':
		return stretched || doi && last == '-' && unicode.IsDigit(r)
	case last == '.':
		return stretched && mixed.MatchString(word)
	}
	return stretched && strings.IndexByte("_=&?%#:", last) >= 0
}

// mixed matches a word of letters and digits, or of several numbers: a part of an address rather than of a sentence.
var mixed = lazy.Regexp(`^(?:\pL+\d[\pL\d.]*|\d+\.\d[\pL\d.]*|(?:com|org|net|edu|gov)(?:/\S*)?)$`)
