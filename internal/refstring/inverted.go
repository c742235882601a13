package refstring

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/words"
)

// invertedFirst reports whether the first name of a list is inverted and has initials before a second given name,
// "Rao, C. Radhakrishna", or a family name of two words, "Le Goffic, Pierre". A comma then joins the two parts of one
// name: the list is this name alone, continues after "and" ("Rao, C. Radhakrishna, and Sujit Mitra"), or inverts
// every name.
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

// allInverted reports whether a list consists of family names, each followed by given names after a comma.
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

// givenAlone reports whether a piece is one word that may be a given name.
func givenAlone(p piece) bool {
	return p.kind == singleName && len(p.text) > 1 && unicode.IsUpper(firstRune(p.text)) &&
		!companyForm[strings.ToLower(p.text)]
}

// companyForm are the legal forms that follow the names of companies: "Meta Platforms, Inc.".
var companyForm = words.Set(`inc ltd limited llc corp corporation co gmbh ag plc sa`)

// initialAndName reports whether s is initials before one name: "R. Harald".
func initialAndName(s string) bool {
	first, last, ok := strings.Cut(s, " ")
	return ok && initials(first) && strings.HasSuffix(first, ".") && !strings.Contains(last, " ") &&
		unicode.IsUpper(firstRune(last))
}

// coined reports whether a name ends in a capital, as those of companies and models do: "OpenAI".
func coined(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsUpper(r)
}
