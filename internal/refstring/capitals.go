package refstring

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// longCapitals is the number of letters from which a word in capitals cannot be initials; case: TestSplitNames.
const longCapitals = 4

// capitalsFirst reports whether a list prints family names in capitals before given names in small letters: "LI Wei,
// GROSSMAN Tovi et FITZMAURICE George W.". One name that is too long for initials decides for the whole list.
func capitalsFirst(list []piece) bool {
	var store [manyWords]string
	sure := false
	for _, p := range list {
		words := appendWords(store[:0], p.text)
		if len(words) < 2 {
			continue
		}
		if allCapitals(words[len(words)-1], longCapitals) { // "Wei ZHANG"
			return false
		}
		sure = sure || allCapitals(words[0], longCapitals) && mixedCase(words[1])
	}
	return sure
}

// capitalPairs reports whether each family name in a list is in capitals, with a comma before its given names: "LI,
// Yizhi, ZHANG, Ge a FU, Jie" (ISO 690).
func capitalPairs(list []piece) bool {
	var store [manyWords]string
	sure := false
	for i, p := range list {
		words := appendWords(store[:0], p.text)
		if i%2 == 1 {
			if p.after != ',' || p.kind == bodyName || p.kind == suffixOnly || len(words) > 0 && allCapitals(words[0], 2) {
				return false
			}
			continue
		}
		for _, w := range words {
			if !allCapitals(w, 2) && !lowerWord(w) {
				return false
			}
			sure = sure || allCapitals(w, longCapitals)
		}
	}
	return sure && len(list) >= 4 && len(list)%2 == 0
}

// inCapitals returns the person whose family name is in capitals before the given name; pattern says that the list
// prints all its names that way.
func (p piece) inCapitals(pattern bool) (biblio.Contributor, bool) {
	switch {
	case p.kind == bodyName:
	case pattern:
		return familyInCapitals(p.text)
	case p.kind == initialsOnly:
		return shortFamily(p.text)
	}
	return biblio.Contributor{}, false
}

func familyInCapitals(text string) (biblio.Contributor, bool) {
	words := strings.Fields(text)
	k := 0
	for k < len(words) && allCapitals(words[k], 2) {
		k++
	}
	if k == 0 || k == len(words) || !mixedCase(words[k]) {
		return biblio.Contributor{}, false
	}
	return biblio.Contributor{Family: strings.Join(words[:k], " "), Given: strings.Join(words[k:], " ")}, true
}

// shortFamily returns the person with a short family name in capitals followed by initials, "QU Y", where both words
// could be initials.
func shortFamily(text string) (biblio.Contributor, bool) {
	words := strings.Fields(text)
	if len(words) != 2 || !allCapitals(words[0], 2) || !allCapitals(words[1], 1) || len(words[1]) > 2 {
		return biblio.Contributor{}, false
	}
	return biblio.Contributor{Family: words[0], Given: words[1]}, true
}

// allCapitals reports whether a word consists of at least fewest capitals without full stops.
func allCapitals(w string, fewest int) bool {
	return utf8.RuneCountInString(w) >= fewest && !strings.ContainsFunc(w, func(r rune) bool {
		return !unicode.IsUpper(r) && !strings.ContainsRune("-'’", r)
	})
}

// mixedCase reports whether a word begins with a capital followed by a small letter.
func mixedCase(w string) bool {
	first, n := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(first) && unicode.IsLower(firstRune(w[n:]))
}

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
		if family := i%2 == 0; family && p.kind != singleName || !family && p.after != ',' {
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
