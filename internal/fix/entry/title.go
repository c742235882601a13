package entry

import (
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/lists"
)

// maxWords bounds the length of titles whose words are aligned.
const maxWords = 200

// Title writes a title in place of another one: words that agree stay as they are written, new words are
// written in lower case if the old title writes in lower case what the record capitalises.
func Title(old, want string) string {
	have, next := strings.Fields(old), strings.Fields(want)
	if len(have) > maxWords || len(next) > maxWords || len(have) == 0 {
		return want
	}
	same := common(lists.Map(have, wordKey), lists.Map(next, wordKey))
	lower := 0
	for j, i := range same {
		if i > 0 && j > 0 && unicode.IsUpper(first(next[j])) != unicode.IsUpper(first(have[i])) && !CapitalInside(next[j]) {
			lower++
			if unicode.IsUpper(first(have[i])) {
				lower -= 2
			}
		}
	}
	if old == strings.ToUpper(old) && old != strings.ToLower(old) {
		return strings.ToUpper(want)
	}
	for j, word := range next {
		switch {
		case same[j] >= 0:
			next[j] = have[same[j]]
		case lower > 0 && j > 0 && !CapitalInside(word):
			next[j] = strings.ToLower(word)
		}
	}
	return strings.Join(next, " ")
}

// common returns for each element of b the index of its partner in a longest common subsequence with a, or -1.
func common[T comparable](a, b []T) []int {
	length := make([][]int, len(a)+1)
	for i := range length {
		length[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	pairs := make([]int, len(b))
	for j := range pairs {
		pairs[j] = -1
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			pairs[j] = i
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}

// CapitalInside reports whether a part of a word between hyphens has a capital behind its start: BERT, arXiv, 3D.
func CapitalInside(word string) bool {
	seen := false
	for _, r := range word {
		if seen && unicode.IsUpper(r) {
			return true
		}
		seen = (seen || unicode.IsLetter(r) || unicode.IsDigit(r)) && r != '-'
	}
	return false
}
