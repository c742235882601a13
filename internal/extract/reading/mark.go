package reading

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// longestRange bounds "[1–40]": a longer range is not a citation.
const longestRange = 40

// markNumbers returns the numbers of "3, 5–7" individually.
func markNumbers(s string) []string {
	var out []string
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ';' }) {
		from, to, isRange := strings.Cut(strings.ReplaceAll(part, "–", "-"), "-")
		a, errA := strconv.Atoi(strings.TrimSpace(from))
		b, errB := strconv.Atoi(strings.TrimSpace(to))
		switch {
		case errA != nil:
		case !isRange || errB != nil:
			out = append(out, strconv.Itoa(a))
		case b >= a && b-a < longestRange:
			for n := a; n <= b; n++ {
				out = append(out, strconv.Itoa(n))
			}
		}
	}
	return out
}

// longestSentence bounds the bytes kept on each side of a mark.
const longestSentence = 600

// Surroundings returns the sentence of a text that contains a mark, as one line cut to what a citation keeps, and the
// place of the mark in it. A mark after the full stop of a sentence belongs to that sentence.
func Surroundings(text string, start, end int) (sentence string, mark biblio.Span) {
	start = max(0, min(start, len(text)))
	end = max(start, min(end, len(text)))
	first, last := sentenceAround(text, start, end)
	sentence = strings.TrimRight(OneLine(strings.ToValidUTF8(text[first:last], "")), "• ")
	before := written(strings.ToValidUTF8(text[first:start], ""))
	mark.Start = skipWritten(sentence, before)
	for mark.Start < len(sentence) && sentence[mark.Start] == ' ' {
		mark.Start++
	}
	mark.Start = min(mark.Start, len(sentence))
	mark.End = skipWritten(sentence, before+written(strings.ToValidUTF8(text[start:end], "")))
	return Clip(sentence, biblio.Span{Start: mark.Start, End: max(mark.Start, mark.End)})
}

// written returns the number of bytes of a text other than white space.
func written(s string) int {
	n := 0
	for _, w := range strings.Fields(s) {
		n += len(w)
	}
	return n
}

// skipWritten returns the offset after n bytes other than spaces.
func skipWritten(s string, n int) int {
	for i := range len(s) {
		if n == 0 {
			return i
		}
		if s[i] != ' ' {
			n--
		}
	}
	return len(s)
}

// sentenceAround returns the bounds of the sentence to which a mark belongs.
func sentenceAround(text string, start, end int) (first, last int) {
	first, last = max(0, start-longestSentence), min(len(text), end+longestSentence)
	for i := first; i < last; i++ {
		stop := sentenceStop(text[:last], i)
		switch {
		case stop == 0:
		case stop <= start:
			first = stop
		case stop >= end:
			return first, stop
		}
	}
	return first, last
}

// marksBehind matches marks after the full stop of a sentence: "so.[3]", "so.12,13".
var marksBehind = lazy.Regexp(`^(?:\s?\[\d[\d,;–\- ]*\]|\d{1,3}(?:[,–-]\d{1,3}| \d{1,3}\b)*)+`)

// sentenceStop returns where the sentence ends whose full stop is byte i: a stop after a word of some length and
// before a capital, or a Chinese or Japanese one; 0 if no sentence ends there.
func sentenceStop(text string, i int) int {
	switch text[i] {
	case '.', '?', '!':
		if i < 3 {
			return 0
		}
		behind := i + 1
		word := text[strings.LastIndexAny(text[:i], " (")+1 : i]
		if unicode.IsLetter(lastRune(word)) || lastRune(word) == ')' || strings.ContainsFunc(word, unicode.IsLetter) {
			behind += len(marksBehind.FindString(text[behind:min(len(text), behind+40)]))
		}
		if behind+1 >= len(text) || text[behind] != ' ' {
			return 0
		}
		next, _ := utf8.DecodeRuneInString(text[behind+1:])
		if (unicode.IsUpper(next) || item.MatchString(text[behind+1:])) && endsSentence(word) {
			return behind
		}
	case 0xE2: // a bullet starts another item
		if strings.HasPrefix(text[i:], "•") {
			return i + len("•")
		}
	case 0xE3, 0xEF: // 。！？
		for _, stop := range []string{"。", "！", "？"} {
			if strings.HasPrefix(text[i:], stop) {
				return i + len(stop)
			}
		}
	}
	return 0
}

// item matches a number in brackets that begins a sentence in an enumeration: "(2) Many".
var item = lazy.Regexp(`^\(\d{1,2}\) \p{Lu}`)

// endsSentence reports whether a stop after a word may end a sentence: the word is neither an initial nor an
// abbreviation. A stop on its own, as in the text of some PDFs, may too.
func endsSentence(word string) bool {
	if word == "" {
		return true
	}
	last := lastRune(word)
	end := unicode.IsLetter(last) || unicode.IsDigit(last) || strings.ContainsRune(")]%”\"’", last)
	return end && !words.Shortened(word) && !initials(word)
}

// initials reports whether a word is one letter or letters separated by full stops: "J", "U.S".
func initials(word string) bool {
	for part := range strings.SplitSeq(strings.TrimLeft(word, "\"“”'"), ".") {
		if r := []rune(part); len(r) != 1 || !unicode.IsLetter(r[0]) {
			return false
		}
	}
	return true
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// OneLine collapses every run of white space to one space and trims the ends.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// Clip cuts a sentence to what a citation keeps, around its mark.
func Clip(sentence string, mark biblio.Span) (string, biblio.Span) {
	if len(sentence) <= biblio.ContextMax {
		return sentence, mark
	}
	const ellipsis = "…"
	room := biblio.ContextMax - 2*len(ellipsis)
	from := 0
	if mark.Start > room/2 {
		from = min(mark.Start-room/2, len(sentence)-room)
	}
	for from < len(sentence) && !utf8.RuneStart(sentence[from]) {
		from++
	}
	to := min(from+room, len(sentence))
	for to < len(sentence) && !utf8.RuneStart(sentence[to]) {
		to--
	}
	out, shift := sentence[from:to], -from
	if from > 0 {
		out, shift = ellipsis+out, len(ellipsis)-from
	}
	if to < len(sentence) {
		out += ellipsis
	}
	return out, biblio.Span{Start: max(0, min(mark.Start, to)+shift), End: max(0, min(mark.End, to)+shift)}
}
