package layouts

import (
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// names returns the authors: the first one formatted by first, the others by rest. Of more than most, if that
// is not 0, only three and "et al.".
func names(w *biblio.Work, first, rest func(biblio.Contributor) string, comma, and string, most int) string {
	people, cut := w.Authors(), ""
	if most > 0 && len(people) > most {
		people, cut = people[:most], " et al."
	}
	var b strings.Builder
	for i, c := range people {
		switch {
		case i == 0:
			b.WriteString(first(c))
			continue
		case i == len(people)-1 && cut == "":
			b.WriteString(and)
		default:
			b.WriteString(comma)
		}
		b.WriteString(rest(c))
	}
	return b.String() + cut
}

func family(c biblio.Contributor) string { return strings.TrimSpace(c.Particle + " " + c.Family) }

func given(c biblio.Contributor) string { return strings.TrimSpace(c.Given + " " + family(c)) }

func inverted(c biblio.Contributor) string { return family(c) + ", " + c.Given }

func initialled(c biblio.Contributor) string { return family(c) + ", " + initials(c.Given) }

// initials returns the first letters of given names: "J. C.".
func initials(s string) string {
	var list []string
	for _, w := range strings.Fields(s) {
		r, _ := utf8.DecodeRuneInString(w)
		list = append(list, string(r)+".")
	}
	return strings.Join(list, " ")
}

// or returns a value between two texts, or "" without a value.
func or(before, value, after string) string {
	if value == "" {
		return ""
	}
	return before + value + after
}

// stop ends a title with a full stop.
func stop(s string) string {
	if s = strings.TrimRight(s, "."); strings.HasSuffix(s, "?") || strings.HasSuffix(s, "!") {
		return s
	}
	return s + "."
}

func journal(w *biblio.Work) bool { return w.Volume != "" }
