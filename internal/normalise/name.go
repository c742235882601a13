package normalise

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/words"
)

// Name is the comparison form of a personal name: its parts as normalised words.
type Name struct {
	Given    []string // "ludwig"; initials are words of one letter
	Particle []string // "van"
	Family   []string // "beethoven"
	// Glued holds, for each word of Given, whether it was written in two to four capitals, so that it may be initials
	// run together: "JA".
	Glued  []bool
	Hyphen []bool // for each word of Given: a hyphen joins it to the one before
	Marked bool   // the name has letters with marks, or special letters
	Body   bool   // the name of a body, whose words are all in Family
	All    string // every word in reading order, without spaces
}

// NewName normalises the parts of a name. A literal is the name of a body, or a name that was not split.
func NewName(given, particle, family, literal string) Name {
	n := Name{Marked: !ascii(given) || !ascii(family) || !ascii(literal)}
	if literal != "" {
		n.Body = true
		n.Family = slices.DeleteFunc(strings.Fields(Text(literal)), func(w string) bool { return bodyNoise[w] })
	} else {
		n.givenName(given)
		n.Particle = normalised(particle)
		n.Family = normalised(family)
		if len(n.Family) > 1 && words.Small(n.Family[len(n.Family)-1], words.Suffix) {
			n.Family = n.Family[:len(n.Family)-1]
		}
	}
	n.All = strings.Join(n.Given, "") + strings.Join(n.Particle, "") + strings.Join(n.Family, "")
	return n
}

// normalised normalises a part of a name.
func normalised(s string) []string {
	if s == "" {
		return nil
	}
	if plainWord(s) {
		return []string{strings.ToLower(s)}
	}
	return strings.Fields(Text(s))
}

// plainWord reports whether s is a single word of ASCII letters.
func plainWord(s string) bool {
	for i := 0; i < len(s); i++ {
		if !letter(s[i]) {
			return false
		}
	}
	return true
}

// honorifics are titles, which are not part of a name.
var honorifics = words.Set(`dr prof professor mr mrs ms sir phd`)

func (n *Name) givenName(given string) {
	if given == "" {
		return
	}
	for _, raw := range strings.FieldsFunc(Plain(given), unicode.IsSpace) {
		run := capitals(raw)
		for i, w := range normalised(raw) {
			if honorifics[w] {
				continue
			}
			n.Given = append(n.Given, w)
			n.Glued = append(n.Glued, run && len(w) >= 2)
			n.Hyphen = append(n.Hyphen, i > 0)
		}
	}
}

// capitals reports whether s is a word of two to four capitals and nothing else.
func capitals(s string) bool {
	n := utf8.RuneCountInString(s)
	return n >= 2 && n <= 4 && strings.TrimLeftFunc(s, unicode.IsUpper) == ""
}

// bodyNoise are words in which spellings of one body's name differ.
var bodyNoise = words.Set(`the collaboration consortium group team of and for inc et al ltd`)

// LastFirst returns the name with given and family name swapped, as it would be read from an author list in the other
// order.
func (n Name) LastFirst() Name {
	m := n
	m.Given, m.Family = append(append([]string{}, n.Particle...), n.Family...), n.Given
	m.Particle = nil
	m.Glued, m.Hyphen = make([]bool, len(m.Given)), make([]bool, len(m.Given))
	return m
}

// nicknames.txt: each line is a formal given name and its short forms.
//
//go:embed nicknames.txt
var nicknameText string

var nicknameLines = sync.OnceValue(func() []string { return strings.Split(nicknameText, "\n") })

// nicknameGroups maps a given name to the lines that contain it.
var nicknameGroups = sync.OnceValue(func() map[string][]int {
	groups := map[string][]int{}
	for i, line := range nicknameLines() {
		for _, name := range strings.Fields(line) {
			groups[name] = append(groups[name], i)
		}
	}
	return groups
})

// Nickname reports whether one normalised given name is a known short or familiar form of the other, or both are
// forms of a third.
func Nickname(a, b string) bool {
	if a == b {
		return false
	}
	groups := nicknameGroups()
	return slices.ContainsFunc(groups[a], func(i int) bool { return slices.Contains(groups[b], i) })
}

// NicknameInitial reports whether a normalised given name is a known short form of a name that begins with an
// initial: "Bob" for "R.".
func NicknameInitial(initial, name string) bool {
	lines := nicknameLines()
	return slices.ContainsFunc(nicknameGroups()[name], func(i int) bool {
		formal, _, _ := strings.Cut(lines[i], " ")
		return len(name) < len(formal) && strings.HasPrefix(formal, initial)
	})
}

// endings form familiar forms of given names: Maddy, Michi, Gaz, Katya.
var endings = []string{"y", "ie", "ey", "i", "z", "za", "zza", "o", "ito", "ita", "ka", "sha", "chka",
	"ster", "sh", "s", "a"}

// Familiar reports whether the shorter of two normalised given names looks like a familiar form of the longer: its
// beginning with a familiar ending, or its letters with some omitted between the same first two and the same last.
func Familiar(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < 3 || len(a) > 7 || len(b) < 5 || len(a) >= len(b) || !ascii(a) || !ascii(b) {
		return false
	}
	for _, end := range endings {
		stem, ok := strings.CutSuffix(a, end)
		if !ok || len(stem) < 2 {
			continue
		}
		if n := len(stem); n > 2 && stem[n-1] == stem[n-2] && strings.HasPrefix(b, stem[:n-1]) {
			return true
		}
		if strings.HasPrefix(b, stem) {
			return true
		}
	}
	return a[:2] == b[:2] && a[len(a)-1] == b[len(b)-1] && len(a) >= 4 && Subsequence([]byte(a), []byte(b))
}

// KnownGiven reports whether the table has a normalised given name.
func KnownGiven(name string) bool { return len(nicknameGroups()[name]) > 0 }
