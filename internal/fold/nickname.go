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
