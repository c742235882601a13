package reflist

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/words"
)

var (
	// webAddress matches a whole address.
	webAddress = lazy.Regexp(`(?i)\b(?:https?://|www\.)\S+`)
	// citesAddress matches how a citation of the content of an address is printed.
	citesAddress = lazy.Regexp(`(?i)\burl:|(?:^|[^\pL])(?:` + words.Pattern(words.See) + `)\.`)
	// visited matches the day on which an address was visited, which is not a date of a work.
	visited = lazy.Regexp(`(?i)(?:^|[^\p{L}])(?:` + words.Pattern(words.Accessed) +
		`)(?:$|[^\p{L}]).{0,20}?(?:1[5-9]\d\d|20[0-4]\d|\d\d\.\d\d\.\d\d)|[\[(]\d{1,2}\. ?\d{1,2}\. ?(?:\d\d)?\d\d[\])]`)
	// quotedTitle matches a quoted title of several words.
	quotedTitle = lazy.Regexp(`[“"„«‘‚][^“”"„«»‘’]+ [^“”"„«»‘’]+[”"“»’‘]`)
)

// onlyAddress reports whether a note gives an address and names no work: besides the address and the day of a visit
// it has no sign of a citation and no title, and the address is not a work's identifier.
func onlyAddress(s string) bool {
	rest := webAddress.ReplaceAllString(s, " ")
	if rest == s || citesAddress.MatchString(s) ||
		slices.ContainsFunc(ident.Find(s), func(f ident.Found) bool { return f.ID.Scheme != ident.URL }) {
		return false
	}
	rest = strings.TrimSpace(visited.ReplaceAllString(rest, " "))
	return !cites.MatchString(rest) && !quotedTitle.MatchString(rest) && likeness(rest) < entryLike
}
