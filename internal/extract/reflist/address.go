package reflist

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/words"
)

var (
	// webAddress is a whole one.
	webAddress = lazy.Regexp(`(?i)\b(?:https?://|www\.)\S+`)
	// citesAddress is how a citation of what stands at an address is printed.
	citesAddress = lazy.Regexp(`(?i)\burl:|(?:^|[^\pL])(?:` + words.Pattern(words.See) + `)\.`)
	// visited is when somebody looked at it, which is no date of a work.
	visited = lazy.Regexp(`(?i)(?:^|[^\p{L}])(?:` + words.Pattern(words.Accessed) +
		`)(?:$|[^\p{L}]).{0,20}?(?:1[5-9]\d\d|20[0-4]\d|\d\d\.\d\d\.\d\d)|[\[(]\d{1,2}\. ?\d{1,2}\. ?(?:\d\d)?\d\d[\])]`)
	// quotedTitle is one of several words.
	quotedTitle = lazy.Regexp(`[“"„«‘‚][^“”"„«»‘’]+ [^“”"„«»‘’]+[”"“»’‘]`)
)

// onlyAddress reports a note that gives an address and names no work there: besides
// the address and the day of a visit it has no sign of a citation and no title, and the
// address is no work's identifier.
func onlyAddress(s string) bool {
	rest := webAddress.ReplaceAllString(s, " ")
	if rest == s || citesAddress.MatchString(s) ||
		slices.ContainsFunc(ident.Find(s), func(f ident.Found) bool { return f.ID.Scheme != ident.URL }) {
		return false
	}
	rest = strings.TrimSpace(visited.ReplaceAllString(rest, " "))
	return !cites.MatchString(rest) && !quotedTitle.MatchString(rest) && likeness(rest) < entryLike
}
