package report

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/judge"
)

// onScreen maps words that people see in reports and on pages to those of rows.
var onScreen = map[string][]string{
	"fine": {"verified"}, "wrong": {"discrepant", "not-found"}, "check by hand": {"doubtful"},
	"to check by hand": {"doubtful"}, "several works fit": {"ambiguous"},
	"could not be checked": {"inconclusive"}, "not decided": {"inconclusive"}, "not covered": {"inconclusive"},
	"not a scholarly work": {"exempt"},
	"invented":             {"fabricated"}, "major": {"substantive"}, "minor": {"slip"}, "slips": {"slip"},
	"detail":    {"peripheral"},
	"dismissed": {dismissed}, "remarkable": judge.RulesOf(judge.Remark.Flags),
	"retracted or withdrawn": judge.RulesOf(func(r judge.Remark) bool { return r == judge.Withdraws }),
}

// dismissed is the word in rows for what a person has dismissed.
const dismissed = ByUser

// Words returns the words of rows for a word that a user types: those of a word on screen, which may be written
// with hyphens, otherwise the word itself.
func Words(word string) []string {
	if list, ok := onScreen[strings.ToLower(strings.ReplaceAll(word, "-", " "))]; ok {
		return list
	}
	return []string{word}
}

// Known reports whether --only accepts a word.
func Known(word string) bool {
	for _, w := range Words(word) {
		if _, ok := Explain(w); !ok && w != dismissed {
			return false
		}
	}
	return true
}
