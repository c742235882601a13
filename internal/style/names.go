package style

import (
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Order says which names of a list are printed with the family name first.
type Order uint8

// The orders.
const (
	Reading       Order = iota // Leo Breiman, Adele Cutler
	FirstInverted              // Breiman, Leo, Adele Cutler
	Inverted                   // Breiman, Leo, Cutler, Adele
)

// Given says how given names are printed.
type Given uint8

// The forms of given names.
const (
	Full   Given = iota // Jean-Pierre Marie
	Spaced              // J.-P. M.
	Tight               // J.-P.M.
	Bare                // JPM
)

// NameList says how a list of names is printed. The zero value prints names in reading order with nothing between
// them.
type NameList struct {
	Order  Order
	Given  Given
	Comma  string // between family and given name when inverted: ", " or " "
	Sep    string // between names
	Pair   string // between the two names of a list of two
	Last   string // before the last of three or more names
	EtAl   string // after a truncated list: ", et al."
	Suffix string // before "Jr." when inverted; Comma when empty
	Max    int    // the longest list printed in full; 0 means any
	Show   int    // the number of names printed of a longer list
	ToLast bool   // a longer list continues with "… " and its last name
}

// Print returns a printed list of names. cut says that names are missing at its end.
func (f NameList) Print(names []biblio.Contributor, cut bool) string {
	texts := make([]string, 0, len(names))
	for i, c := range names {
		if text := f.Name(c, i == 0); text != "" {
			texts = append(texts, text)
		}
	}
	n := len(texts)
	all := n
	if cut {
		all++
	}
	switch {
	case n == 0:
		return ""
	case f.Max > 0 && all > f.Max && f.ToLast && !cut:
		return strings.Join(texts[:f.Show], f.Sep) + f.Sep + "… " + texts[n-1]
	case f.Max > 0 && all > f.Max:
		return strings.Join(texts[:min(n, f.Show)], f.Sep) + f.EtAl
	case cut:
		return strings.Join(texts, f.Sep) + f.EtAl
	case n == 1:
		return texts[0]
	case n == 2:
		return texts[0] + f.Pair + texts[1]
	}
	return strings.Join(texts[:n-1], f.Sep) + f.Last + texts[n-1]
}

// Name returns one printed name; first says that it opens its list. The name of a body is printed unchanged.
func (f NameList) Name(c biblio.Contributor, first bool) string {
	if c.Literal != "" || c.Family == "" {
		return strings.TrimRight(list(" ", c.Literal, c.Given), ",; ")
	}
	family := list(" ", c.Particle, c.Family)
	given := c.Given
	if f.Given != Full {
		given = Initials(given, f.Given)
	}
	if f.Order == Reading || f.Order == FirstInverted && !first {
		return list(" ", given, family, c.Suffix)
	}
	name := family
	if given != "" {
		name += f.Comma + given
	}
	switch {
	case c.Suffix == "":
		return name
	case f.Comma == " ":
		return name + " " + strings.TrimRight(c.Suffix, ".")
	case f.Suffix != "":
		return name + f.Suffix + c.Suffix
	}
	return name + f.Comma + c.Suffix
}

// Initials reduces given names to initials. Names in scripts without capitals are unchanged.
func Initials(given string, form Given) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(given, func(r rune) bool { return r == ' ' || r == '.' || r == '~' }) {
		for i, part := range strings.Split(word, "-") {
			letters := initialsOf(part)
			for j, letter := range letters {
				switch {
				case form == Bare:
				case b.Len() == 0:
				case i > 0 && j == 0:
					b.WriteByte('-')
				case form == Spaced:
					b.WriteByte(' ')
				}
				b.WriteString(letter)
				if r := []rune(letter); form != Bare && len(r) == 1 && unicode.IsUpper(r[0]) {
					b.WriteByte('.')
				}
			}
		}
	}
	return b.String()
}

// initialsOf returns the initials of one name: several if it consists of capitals run together.
func initialsOf(part string) []string {
	runes := []rune(strings.Trim(part, ",;'’"))
	if len(runes) == 0 {
		return nil
	}
	if !unicode.IsUpper(runes[0]) && !unicode.IsLower(runes[0]) {
		return []string{string(runes)}
	}
	if len(runes) <= 3 && strings.ToUpper(string(runes)) == string(runes) {
		return strings.Split(string(runes), "")
	}
	return []string{string(unicode.ToUpper(runes[0]))}
}
