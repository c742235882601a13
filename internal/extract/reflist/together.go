package reflist

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// What shows that a text continues with another reference.
const (
	workOpens     = 0.9 // openness after a number in brackets or a semicolon
	numberedOpens = 1.1 // openness after a bare number, which may be part of the text
)

// parts returns the references that an entry contains: those after the numbers that follow its own, and the works
// under one number.
func parts(e Entry) []Entry {
	var out []Entry
	for _, one := range counted(e) {
		if list := lettered(one); len(list) > 1 {
			out = append(out, list...)
			continue
		}
		if list := datedHeads(one); len(list) > 1 {
			out = append(out, list...)
			continue
		}
		out = append(out, worksOf(one)...)
	}
	return out
}

// datedHead matches how entries of a list by author and date begin: family names with initials, and the year in
// brackets. It must be the very beginning of an entry, so that the editors of a book, who have no year, do not match.
var datedHead = lazy.Regexp(`^` + headName + `(?:(?:,|,? (?:&|` + words.Pattern(words.And) + `)) ` + headName +
	`)*(?:,? (?:` + words.Pattern(words.Cut) + `)\.?)? \((?:1[5-9]|20)\d\d[a-z]?\)[.:,]? `)

// headName matches one name of such a head.
const headName = `\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?, (?:\p{Lu}\.[ -]?)*\p{Lu}\.`

// datedHeads splits a text in which the entries of a list by author and date run on: "Roe, A. (2001). … Doe, J.
// (2002). …".
func datedHeads(e Entry) []Entry {
	if e.Label != "" || !datedHead.MatchString(e.Text) {
		return []Entry{e}
	}
	var out []Entry
	start := 0
	for i := shortestPart; i < len(e.Text); i++ {
		if e.Text[i-1] != ' ' || !strings.ContainsRune(".?!)/0123456789", rune(e.Text[i-2])) ||
			!datedHead.MatchString(e.Text[i:]) {
			continue
		}
		if before := e.Text[start:i]; len(before) >= shortestPart && likeness(before) >= entryLike {
			one := e
			one.Text = strings.TrimSpace(before)
			if start > 0 {
				one.Key = ""
			}
			out, start = append(out, one), i
		}
	}
	last := e
	last.Text = strings.TrimSpace(e.Text[start:])
	if start > 0 {
		last.Key = ""
	}
	return append(out, last)
}

// counted splits a text in which the entries of a list run on: "[1] … 2014. [2] … 2001.".
func counted(e Entry) []Entry {
	label, text := e.Label, e.Text
	if label == "" {
		label, text = cutLabel(text)
	}
	n, err := strconv.Atoi(label)
	if err != nil {
		return []Entry{e}
	}
	var out []Entry
	for {
		n++
		end, next := nextCounted(text, n)
		if next < 0 {
			break
		}
		one := e
		one.Label, one.Text = strconv.Itoa(n-1), strings.TrimSpace(text[:end])
		if len(out) > 0 {
			one.Key = ""
		}
		out, text = append(out, one), text[next:]
	}
	if len(out) == 0 {
		return []Entry{e}
	}
	last := e
	last.Label, last.Text, last.Key = strconv.Itoa(n-1), strings.TrimSpace(text), ""
	return append(out, last)
}

// nextCounted returns where the text before the number of another entry ends and where that entry begins, or -1 if
// there is none.
func nextCounted(text string, n int) (end, next int) {
	number := strconv.Itoa(n)
	for from := 0; ; {
		i := strings.Index(text[from:], number)
		if i < 0 {
			return 0, -1
		}
		i += from
		from = i + len(number)
		at, behind, bracketed := i, from, false
		switch rest := text[from:]; {
		case i > 0 && text[i-1] == '[' && strings.HasPrefix(rest, "]"):
			at, behind, bracketed = i-1, from+1, true
		case strings.HasPrefix(rest, ". ") || strings.HasPrefix(rest, ") "):
			behind++
		default:
			continue
		}
		head, tail := text[:at], strings.TrimSpace(text[behind:])
		if at < shortestPart || !bracketed && !strings.HasSuffix(head, " ") &&
			!strings.HasSuffix(head, ".") || !endsWork(head) {
			continue
		}
		least := numberedOpens
		if bracketed {
			least = workOpens
		}
		if openingScore(tail) >= least && likeness(tail[:min(len(tail), longestEntry)]) >= entryLike {
			return at, len(text) - len(tail)
		}
	}
}

// endsWork reports whether a text may end a reference: it has a year, and does not end in a word before a number.
func endsWork(head string) bool {
	head = strings.TrimRight(head, " ")
	last := head[strings.LastIndexAny(head, " ,(")+1:]
	if !endsInNumber(head) && !strings.ContainsAny(head[max(0, len(head)-3):], ".)]”\"/") {
		return false // "zum 8. Deutschen Präventionstag"
	}
	return yearInside.MatchString(head) && !words.Is(last, words.Volume, words.Issue, words.Pages, words.Edition)
}

// endsInNumber reports whether the last word of a text has a digit, as a year or a page.
func endsInNumber(text string) bool {
	text = strings.TrimRight(text, " ")
	return strings.ContainsAny(text[strings.LastIndexAny(text, " ,")+1:], "0123456789")
}

// bodyOpens reports whether a text begins with the acronym of a body or court, "IAB", "VerfGH".
func bodyOpens(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	last, _ := utf8.DecodeLastRuneInString(word)
	return utf8.RuneCountInString(word) > 2 && unicode.IsUpper(last) &&
		(utf8.RuneCountInString(word) < 5 || strings.ToUpper(word) != word)
}

// worksOf splits a numbered entry at the semicolons between works, each with its own names and year, as is usual in
// physics and chemistry.
func worksOf(e Entry) []Entry {
	if e.Label == "" {
		return []Entry{e}
	}
	texts := jointed(e.Text)
	if len(texts) < 2 {
		return []Entry{e}
	}
	out := make([]Entry, len(texts))
	for k, text := range texts {
		out[k] = e
		out[k].Text = strings.TrimSpace(text)
		if k > 0 {
			out[k].Label, out[k].Key = e.Label+string(rune('a'+min(k, 25))), ""
		}
	}
	return out
}
