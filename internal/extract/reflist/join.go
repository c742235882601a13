package reflist

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// The bounds of one entry; nothing longer is a reference.
const (
	maxEntryLines = 300
	MaxEntryText  = 20000 // bytes
)

// join returns the text of lines as one string: words broken at the end of a line are rejoined, and so are addresses
// that continue on the next one.
func (d *Document) join(lines []Line) string {
	text := ""
	lines = lines[:min(len(lines), maxEntryLines)]
	for i := range lines {
		if len(text) > MaxEntryText {
			break
		}
		next := strings.TrimSpace(lines[i].Text)
		if next == "" {
			continue
		}
		if text == "" {
			text = next
			continue
		}
		text = d.append(text, next, lines[i-1].URIs, lines[i].URIs)
	}
	return tighten(strings.Join(strings.Fields(text), " "))
}

func (d *Document) append(text, next string, before, after []string) string {
	cut := strings.LastIndexByte(text, ' ') + 1
	head, left := text[:cut], text[cut:]
	right, tail := next, ""
	if i := strings.IndexByte(next, ' '); i >= 0 {
		right, tail = next[:i], next[i:]
	}
	switch {
	case addressGoesOn(left, right, before, after):
		return head + left + right + tail
	case cjk(lastRune(left)) && cjk(firstRune(right)):
		return head + left + right + tail
	}
	if hyphen(lastRune(left)) && len(left) > 1 {
		return head + d.words.mend(left, right) + tail
	}
	// ". – 2024", " // Journal"
	alone := strings.Trim(left, "–/") == "" && !unicode.IsDigit(lastRune(strings.TrimSpace(head)))
	if !alone && (strings.HasSuffix(left, "–") && unicode.IsDigit(firstRune(right)) || strings.HasSuffix(left, "/")) {
		return head + left + right + tail
	}
	return text + " " + next
}

// address matches the beginnings of addresses.
var address = lazy.Regexp(`(?i)(?:https?:|ftp:|www\.|doi\.org|^\(?10\.\d|doi:10\.|arxiv:\d|hdl\.handle|urn:nbn)`)

var plainWord = lazy.Regexp(`^[\p{Lu}(\[„“"]?[\p{L}]+[.,:;)\]]*$`)

// addressGoesOn reports whether left is an address cut at the end of its line and right its continuation. A link over
// both makes it certain.
func addressGoesOn(left, right string, before, after []string) bool {
	if !address.MatchString(left) {
		return false
	}
	if uri := commonLink(before, after); uri != "" {
		return strings.Contains(squash(uri), squash(trimAddress(left)+strings.TrimRight(right, ".,;:)]>")))
	}
	last, first, plain := left[len(left)-1], firstRune(right), plainWord.MatchString(right)
	switch {
	case strings.IndexByte("/-_=?&%#~:", last) >= 0:
		return !unicode.IsUpper(first) || strings.ContainsAny(right, "/_=&%") || !plain
	case strings.IndexByte(",;)]>", last) >= 0:
		return false
	case last == '.':
		return !plain && first != '(' && first != '[' || strings.ContainsAny(right, "/_=&")
	case first == '(' || first == '[':
		return false
	}
	return !plain && strings.ContainsAny(right, "/_=&%.-0123456789") && !yearLike.MatchString(right)
}

func commonLink(before, after []string) string {
	for _, uri := range before {
		if uri != "" && slices.Contains(after, uri) {
			return uri
		}
	}
	return ""
}

var yearLike = lazy.Regexp(`^\(?(?:1[89]|20)\d\d[a-z]?[).,:;]*$`)

func trimAddress(s string) string {
	if i := strings.Index(ident.LowerASCII(s), "http"); i >= 0 {
		return s[i:]
	}
	return strings.TrimLeft(s, "(<[")
}

// squash removes the optional parts of addresses.
func squash(s string) string {
	s = strings.ToLower(s)
	for _, p := range []string{"https://", "http://", "dx.doi.org/", "doi.org/", "www."} {
		s = strings.TrimPrefix(s, p)
	}
	return strings.Map(func(r rune) rune {
		if hyphen(r) {
			return '-'
		}
		return r
	}, s)
}

func lastRune(s string) rune {
	r := []rune(s)
	if len(r) == 0 {
		return 0
	}
	return r[len(r)-1]
}

func cjk(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r <= 0x303F ||
		r >= 0xFF00 && r <= 0xFF60
}
