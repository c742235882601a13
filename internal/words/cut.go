package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestMark is the largest number of words in the mark of a truncated list, including "and" and a number.
const longestMark = 5

// longestBytes bounds the text that is searched for such a mark.
const longestBytes = 60

// outside holds the characters that may surround a mark: "[et al.]", "{others}", ", …".
const outside = " \t\r\n\u00a0.,:;()[]{}…⋯~\"'"

// IsCut reports whether a text is only the mark of a truncated list of names: "et al.", "[и др.]", "and 3 others",
// "al., et", ". . .".
func IsCut(s string) bool {
	if !tables().mayEnd(s) && strings.IndexByte(s, ',') < 0 {
		return IsDots(s)
	}
	bare := strings.Trim(s, outside)
	if bare == "" || len(bare) > longestBytes {
		return IsDots(s)
	}
	if family, given, ok := strings.Cut(bare, ","); ok { // "al., et"
		if !tables().mayEnd(family) {
			return false
		}
		bare = strings.Trim(given, outside) + " " + strings.Trim(family, outside)
	}
	return tables().isMark(bare)
}

// IsDots reports whether a text is dots that stand for omitted names: "…", "...", ". . .".
func IsDots(s string) bool {
	if n := len(s); n == 0 || asciiWord(s[n-1]) {
		return false
	}
	return strings.Trim(s, " .,…⋯\u00a0") == "" && (strings.ContainsAny(s, "…⋯") || strings.Count(s, ".") > 2)
}

// mayEnd reports whether the last word of a text may be the end of a mark. It rules out most names without reading
// them.
func (t *table) mayEnd(s string) bool {
	end := len(s)
	for end > 0 && s[end-1] < utf8.RuneSelf && !asciiWord(s[end-1]) {
		end--
	}
	start := end
	for start > 0 && asciiWord(s[start-1]) {
		start--
	}
	if start > 0 && s[start-1] >= utf8.RuneSelf || start == end {
		return t.last[strings.ToLower(lastWord(strings.TrimRight(s, outside)))]
	}
	var store [longestWord]byte
	if end-start > longestWord || end-start == 1 && s[start] < 'a' { // an initial
		return false
	}
	small := store[:end-start]
	for i := range small {
		small[i] = s[start+i] | 0x20
	}
	return t.last[string(small)]
}

// longestWord is the maximum length of the last word of a mark in ASCII.
const longestWord = 16

func asciiWord(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '-' }

func lastWord(s string) string {
	for i := len(s); i > 0; {
		r, n := utf8.DecodeLastRuneInString(s[:i])
		if !unicode.IsLetter(r) && r != '-' && r != '·' && !unicode.IsMark(r) {
			return s[i:]
		}
		i -= n
	}
	return s
}

// isMark reports whether s is a whole mark, or words for others after "and", a number or both. A mark that begins
// with a single letter could be a name with an initial, "I. In", and counts only in small letters.
func (t *table) isMark(s string) bool {
	form := canonical(s)
	small := strings.ToLower(form)
	if t.marks[small] && (form == small || !initialFirst(small)) || t.sets[Others][form] {
		return true
	}
	rest, joined := small, false
	if first, tail, ok := strings.Cut(rest, " "); ok && t.sets[And][first] &&
		(utf8.RuneCountInString(first) > 1 || form == small) {
		rest, joined = tail, true
	} else if tail, ok := strings.CutPrefix(rest, "&"); ok {
		rest, joined = strings.TrimSpace(tail), true
	}
	if counted := strings.TrimLeft(rest, "+0123456789"); counted != rest {
		rest, joined = strings.TrimSpace(counted), true
	}
	return joined && t.sets[Others][rest] &&
		(form == small || strings.ToUpper(form) == form || strings.HasSuffix(form, rest))
}

func initialFirst(s string) bool {
	if len(s) < 4 && !strings.Contains(s, " ") {
		return true
	}
	_, n := utf8.DecodeRuneInString(s)
	return n == len(s) || n < len(s) && s[n] == ' ' && s[0] != '&'
}

// canonical writes a mark with one space for every full stop and run of white space.
func canonical(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '.' || r == '~' || unicode.IsSpace(r) }),
		" ")
}

// CutTail returns where a truncation mark at the end of a text, after a name, begins, including the comma and the
// white space before it; -1 if there is none.
func CutTail(s string) int {
	if s == "" || asciiWord(s[len(s)-1]) && !tables().mayEnd(s) {
		return -1
	}
	end := len(strings.TrimRight(s, outside))
	if n := dotsTail(s[end:]); n >= 0 && end > 0 {
		return end + n
	}
	if at := gluedMark(s[:end]); at > 0 {
		return at
	}
	if end == 0 || !tables().mayEnd(s[:end]) {
		return -1
	}
	at, found, longest := end, -1, 0
	for range longestMark {
		at = strings.LastIndexAny(s[:at], " \t\n~,.;([{\u00a0")
		if at <= 0 || end-at > longestBytes {
			break
		}
		if mark := strings.Trim(s[at:end], outside); len(mark) > longest && tables().isMark(mark) {
			found, longest = at, len(mark)
		}
	}
	if found < 0 {
		return -1
	}
	return bare(s, found)
}

// bare moves the start of a mark back over whatever separates it from the name before it. The full stop of an initial
// stays with the name.
func bare(s string, at int) int {
	return len(strings.TrimRight(s[:at], " \t\r\n\u00a0,;:~([{"))
}

// dotsTail returns where the dots for omitted names begin in the text after the last letter of a list: after the full
// stop of an initial. It returns -1 if there are none.
func dotsTail(s string) int {
	for i := range s {
		if IsDots(s[i:]) && (s[i] != '.' || i > 0 || strings.HasPrefix(s, "..")) {
			return i
		}
	}
	return -1
}

func eastern(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.In(r, unicode.Han, unicode.Hiragana)
}

// gluedMark returns where a mark begins that no space separates from the name ("王伟等"), or 0 if there is none.
func gluedMark(s string) int {
	if !eastern(s) {
		return 0
	}
	for _, mark := range List(Cut) {
		if eastern(mark) && strings.HasSuffix(s, mark) {
			return len(s) - len(mark)
		}
	}
	return 0
}

// CutHead returns the length of the truncation mark at the start of a text, including brackets and full stop, or 0 if
// there is none. A word for others counts here only after "and": without it, "Others" may begin a title.
func CutHead(s string) int {
	start := len(s) - len(strings.TrimLeft(s, " ,;.[(…\u00a0"))
	if start > longestBytes {
		return 0
	}
	found := 0
	at := start
	for range longestMark {
		n := strings.IndexFunc(s[at:], func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(".,:;)]", r) })
		if n < 0 || at+n-start > longestBytes {
			n = min(len(s)-at, longestBytes)
		}
		at += n
		if mark := s[start:at]; at > start && !tables().sets[Others][mark] && tables().isMark(mark) {
			found = at
		}
		at += len(s[at:]) - len(strings.TrimLeft(s[at:], " .\u00a0"))
		if at >= len(s) {
			break
		}
	}
	if found == 0 {
		return 0
	}
	return found + len(s[found:]) - len(strings.TrimLeft(s[found:], ".)]"))
}
