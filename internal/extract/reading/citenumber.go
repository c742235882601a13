package reading

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// The notations for numbers of entries. A number may be followed by the part of the entry that is meant: "[3, p. 5]".
var (
	bracketMark = lazy.Regexp(`[\[［【]\s*(?:(?i:(?:` +
		words.Pattern(words.See, words.Lead) + `)\.?,?\s+))*\d{1,5}(?:\s*[,;–—-]\s*\d{1,5})*\s*(?:,\s*(?i:(?:` +
		words.Pattern(words.Pages, words.Volume) + `|ch)\.|chap|sec|th|§|fig|eq|lem|prop|app)[^\[\]]{0,60})?[\]］】]`)
	roundMark = lazy.Regexp(`\(\d{1,5}(?:\s*[,;–—-]\s*\d{1,5})*\)`)
	signMark  = lazy.Regexp(`\[[\p{L}][^\[\]]{1,200}\]`)
	dashes    = strings.NewReplacer("—", "-", "–", "-")
)

// bracketed returns marks such as "[3, 5–7]".
func (x *index) bracketed(texts []Text) []mark {
	return x.matching(texts, bracketMark)
}

// parenthesised returns marks such as "(3, 5–7)".
func (x *index) parenthesised(texts []Text) []mark {
	return x.matching(texts, roundMark)
}

func (x *index) matching(texts []Text, pattern *lazy.Pattern) []mark {
	var marks []mark
	for t := range texts {
		body := texts[t].Body
		for _, at := range pattern.FindAllStringIndex(body, -1) {
			numbers := marked(body[at[0]:at[1]])
			if twice(numbers) && !strings.ContainsFunc(body[at[0]:at[1]], unicode.IsLetter) { // code, a matrix: "At[1, 1]"
				continue
			}
			if refs := x.refsOf(numbers); refs != nil {
				marks = append(marks, mark{t, at[0], at[1], refs})
			}
		}
	}
	return marks
}

// marked returns the numbers in a mark: 1 and 2 in "[see 1, p. 5; 2, p. 7]".
func marked(mark string) (numbers []string) {
	inside := strings.Trim(mark, "[]［］【】() ")
	inside = inside[max(0, strings.IndexAny(inside, "0123456789")):]
	for _, part := range strings.Split(inside, ";") {
		if cut := strings.IndexFunc(part, func(r rune) bool {
			return r > '9' && r != '–' && r != '—' || r == '.'
		}); cut >= 0 {
			part = part[:cut]
		}
		numbers = append(numbers, markNumbers(dashes.Replace(part))...)
	}
	return numbers
}

// twice reports whether a list has one of its numbers more than once.
func twice(numbers []string) bool {
	for i, n := range numbers {
		if slices.Contains(numbers[:i], n) {
			return true
		}
	}
	return false
}

// raised returns marks such as "³" or raised "3,5-7".
func (x *index) raised(texts []Text) []mark {
	var marks []mark
	for t := range texts {
		for _, span := range texts[t].Raised {
			if refs := x.refsOf(markNumbers(dashes.Replace(texts[t].Body[span.Start:span.End]))); refs != nil {
				marks = append(marks, mark{t, span.Start, span.End, refs})
			}
		}
	}
	return marks
}

// signs returns marks such as "[Knu84, ABC+20]".
func (x *index) signs(texts []Text) []mark {
	var marks []mark
	for t := range texts {
		body := texts[t].Body
		for _, at := range signMark.FindAllStringIndex(body, -1) {
			labels := strings.FieldsFunc(body[at[0]+1:at[1]-1], func(r rune) bool { return r == ',' || r == ';' })
			for i := range labels {
				labels[i] = strings.TrimSpace(labels[i])
			}
			if refs := x.refsOf(labels); refs != nil {
				marks = append(marks, mark{t, at[0], at[1], refs})
			}
		}
	}
	return marks
}
