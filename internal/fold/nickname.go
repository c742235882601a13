package fold

import (
	_ "embed"
	"strings"
	"sync"
)

// nicknames.txt: a line a formal given name and its short forms.
//
//go:embed nicknames.txt
var nicknameText string

// nicknameGroups maps a given name to the lines it stands in.
var nicknameGroups = sync.OnceValue(func() map[string][]int {
	groups := map[string][]int{}
	for i, line := range strings.Split(nicknameText, "\n") {
		for _, name := range strings.Fields(line) {
			groups[name] = append(groups[name], i)
		}
	}
	return groups
})

// Nickname reports that one folded given name is a known short or familiar
// form of the other, or both of a third.
func Nickname(a, b string) bool {
	if a == b {
		return false
	}
	groups := nicknameGroups()
	for _, i := range groups[a] {
		for _, j := range groups[b] {
			if i == j {
				return true
			}
		}
	}
	return false
}

// endings make familiar forms of given names: Maddy, Michi, Gaz, Katya.
var endings = []string{"y", "ie", "ey", "i", "z", "za", "zza", "o", "ito", "ita", "ka", "sha", "chka", "ster", "sh", "s", "a"}

// Familiar reports that the shorter of two folded given names has the make of
// a familiar form of the longer: its beginning with a familiar ending, or its
// letters with some left out between the same first two and the same last.
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
	return a[:2] == b[:2] && a[len(a)-1] == b[len(b)-1] && len(a) >= 4 && within(a, b)
}

// within reports that the letters of a stand in b in their order.
func within(a, b string) bool {
	i := 0
	for j := 0; j < len(b) && i < len(a); j++ {
		if a[i] == b[j] {
			i++
		}
	}
	return i == len(a)
}

// KnownGiven reports a folded given name that the table has.
func KnownGiven(name string) bool { return len(nicknameGroups()[name]) > 0 }
