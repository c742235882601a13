package refstring

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/words"
)

// invertedFirst reports a list whose first name is inverted and has initials
// before a second given name, "Rao, C. Radhakrishna", or a family name of two
// words, "Le Goffic, Pierre". A comma then joins the two parts of one name: the
// list is this name alone, goes on after "and" ("Rao, C. Radhakrishna, and
// Sujit Mitra"), or inverts every name.
func invertedFirst(list []piece) bool {
	if len(list) < 2 || list[1].after != ',' || wholeHan(list) {
		return false
	}
	switch {
	case list[0].kind == singleName && list[1].kind == givenFirst && initialAndName(list[1].text) && !coined(list[0].text):
	case list[0].kind == severalNames && givenAlone(list[1]) && strings.Count(list[0].text, " ") == 1 &&
		!strings.Contains(list[0].text, "."):
		return len(list) == 2
	default:
		return false
	}
	joined := !slices.ContainsFunc(list[2:], func(p piece) bool { return p.after != '&' })
	return joined || allInverted(list)
}

// allInverted reports a list of family names, each with given names after a
// comma.
func allInverted(list []piece) bool {
	for i, p := range list {
		family := i%2 == 0
		if family != (p.kind == singleName) && (family || p.kind == bodyName || p.kind == suffixOnly) ||
			!family && p.after != ',' {
			return false
		}
	}
	return len(list)%2 == 0
}

// givenAlone reports one word that may be a given name.
func givenAlone(p piece) bool {
	return p.kind == singleName && len(p.text) > 1 && unicode.IsUpper(firstRune(p.text)) &&
		!companyForm[strings.ToLower(p.text)]
}

// companyForm are the legal forms after the names of companies: "Meta
// Platforms, Inc.".
var companyForm = words.Set(`inc ltd limited llc corp corporation co gmbh ag plc sa`)

// initialAndName reports initials before one name: "R. Harald".
func initialAndName(s string) bool {
	first, last, ok := strings.Cut(s, " ")
	return ok && initials(first) && strings.HasSuffix(first, ".") && !strings.Contains(last, " ") &&
		unicode.IsUpper(firstRune(last))
}

// coined reports a name that ends in a capital, as companies and models have:
// "OpenAI".
func coined(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsUpper(r)
}
