package fix

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/latex"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// splitNames cuts a list of names at the words "and" outside braces. seps are
// the texts between them, white space included, one fewer than names.
func splitNames(s string) (parts, seps []string) {
	depth, start := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			depth = max(depth-1, 0)
		case 'a', 'A':
			if depth > 0 || i == 0 || i+3 >= len(s) || !strings.EqualFold(s[i:i+3], "and") || !space(s[i-1]) || !space(s[i+3]) {
				continue
			}
			left, right := i, i+3
			for left > start && space(s[left-1]) {
				left--
			}
			for right < len(s) && space(s[right]) {
				right++
			}
			parts, seps = append(parts, s[start:left]), append(seps, s[left:right])
			start, i = right, right-1
		}
	}
	return append(parts, s[start:]), seps
}

func space(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// nameOf reads one name as BibTeX writes it.
func nameOf(source string) biblio.Contributor {
	source = strings.TrimSpace(source)
	if strings.HasPrefix(source, "{") && strings.HasSuffix(source, "}") && strings.Count(source, "{") == 1 {
		return biblio.Contributor{Literal: latex.Text(source)}
	}
	if i := strings.LastIndex(source, " {"); i > 0 && strings.HasSuffix(source, "}") && !strings.Contains(source[i:], "\\") && !strings.Contains(source, ",") {
		return biblio.NameParts(latex.Text(source[i:]), latex.Text(source[:i]))
	}
	return biblio.ParseName(latex.Text(source))
}

// authors writes a list of names in place of source. The names that are right
// stay as they are written, and so do the texts between them.
func (h *habits) authors(source string, want []biblio.Contributor) string {
	lead := source[:len(source)-len(strings.TrimLeft(source, " \t\r\n"))]
	tail := source[len(strings.TrimRight(source, " \t\r\n")):]
	if len(lead) == len(source) {
		lead, tail = "", ""
	}
	parts, seps := splitNames(strings.TrimSpace(source))
	cut := false
	if n := len(parts); n > 0 && biblio.IsEtAl(latex.Text(parts[n-1])) {
		parts, cut = parts[:n-1], true
	}
	own := h.ownNames(parts)
	used := make([]bool, len(parts))
	if cut && len(want) > len(parts) {
		want = want[:max(len(parts), 1)]
	}
	var b strings.Builder
	b.WriteString(lead)
	sep := func(i int) string {
		if i < len(seps) {
			return seps[i]
		}
		if n := len(seps); n > 0 && !strings.ContainsAny(seps[n-1], "\r\n") {
			return seps[n-1]
		}
		return " and "
	}
	for i, c := range want {
		if i > 0 {
			b.WriteString(sep(i - 1))
		}
		if n := written(parts, used, c, i); n >= 0 {
			used[n] = true
			b.WriteString(parts[n])
		} else {
			b.WriteString(own.name(c))
		}
	}
	if cut {
		b.WriteString(sep(len(want)-1) + "others")
	}
	return b.String() + tail
}

// ownNames gives the habits of a list that shows them, else the file's.
func (h *habits) ownNames(parts []string) *habits {
	orders, given := tally{}, tally{}
	nameHabits(strings.Join(parts, " and "), orders, given)
	own := *h
	if len(orders) > 0 {
		own.familyFirst = orders.most("family") == "family"
		own.initials = given["initials"] > 0 && given["full"] == 0
	}
	return &own
}

// written finds the unused name of a list that is the wanted person's, at the
// same place first, -1 for none.
func written(parts []string, used []bool, want biblio.Contributor, at int) int {
	if at < len(parts) && !used[at] && samePerson(parts[at], want) {
		return at
	}
	for n, part := range parts {
		if !used[n] && samePerson(part, want) {
			return n
		}
	}
	return -1
}

// samePerson reports that a name as written agrees with a recorded one.
func samePerson(source string, want biblio.Contributor) bool {
	have := nameOf(source)
	if have.IsZero() {
		return false
	}
	if have.Family == want.Family && have.Given == want.Given && have.Literal == want.Literal {
		return true
	}
	have.Role, want.Role = biblio.Author, biblio.Author
	a := biblio.Work{Title: "T", Contributors: []biblio.Contributor{have}}
	b := biblio.Work{Title: "T", Contributors: []biblio.Contributor{want}}
	got := match.Compare(&a, &b).Of(biblio.FieldAuthors)
	return (got.Agreement == match.Agrees || got.Agreement == match.Variant) && got.Kind != match.KindMisspelt && got.Kind != match.KindOrder
}

// name writes one name.
func (h *habits) name(c biblio.Contributor) string {
	if c.Literal != "" {
		return "{" + latex.Escape(c.Literal, h.ascii) + "}"
	}
	given := c.Given
	if h.initials {
		given = initials(given)
	}
	family := strings.TrimSpace(c.Particle + " " + c.Family)
	esc := func(s string) string { return latex.Escape(s, h.ascii) }
	switch {
	case given == "":
		if strings.Contains(family, " ") && c.Particle == "" {
			return "{" + esc(family) + "}"
		}
		return esc(family)
	case c.Suffix != "":
		return esc(family) + ", " + esc(c.Suffix) + ", " + esc(given)
	case h.familyFirst:
		return esc(family) + ", " + esc(given)
	case strings.Contains(c.Family, " "):
		return esc(strings.TrimSpace(given+" "+c.Particle)) + " {" + esc(c.Family) + "}"
	}
	return esc(given) + " " + esc(family)
}

// initials gives a given name by its initials: "Jean-Pierre M." as "J.-P. M.".
func initials(given string) string {
	words := strings.Fields(given)
	for i, word := range words {
		parts := strings.Split(word, "-")
		for j, part := range parts {
			if r := []rune(part); len(r) > 0 && !(len(r) == 2 && r[1] == '.') {
				parts[j] = string(r[0]) + "."
			}
		}
		words[i] = strings.Join(parts, "-")
	}
	return strings.Join(words, " ")
}
