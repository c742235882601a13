package report

import "strings"

// onScreen gives the words of rows for those that people see in reports and on pages.
var onScreen = map[string][]string{
	"fine": {"verified"}, "wrong": {"discrepant", "not-found"}, "check by hand": {"doubtful"},
	"to check by hand": {"doubtful"}, "several works fit": {"ambiguous"},
	"could not be checked": {"inconclusive"}, "not decided": {"inconclusive"}, "not covered": {"inconclusive"},
	"not a scholarly work": {"exempt"},
	"invented":             {"fabricated"}, "major": {"substantive"}, "minor": {"slip"}, "slips": {"slip"},
	"detail":    {"peripheral"},
	"dismissed": {dismissed}, "remarkable": flagRules, "retracted or withdrawn": withdrawnRules,
}

// dismissed is the word of rows for what a person has dismissed.
const dismissed = ByUser

// Words returns the words of rows that a word of a person means: those of a word on
// screen, which may be written with hyphens, else the word itself.
func Words(word string) []string {
	if list, ok := onScreen[strings.ToLower(strings.ReplaceAll(word, "-", " "))]; ok {
		return list
	}
	return []string{word}
}

// Known reports a word that --only takes.
func Known(word string) bool {
	for _, w := range Words(word) {
		if _, ok := Explain(w); !ok && w != dismissed {
			return false
		}
	}
	return true
}
