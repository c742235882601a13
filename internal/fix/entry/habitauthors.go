package entry

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/latex"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/style"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// splitNames splits a list of names at "and" outside braces. seps are the separators with their white space.
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

// CutNames cuts a longer list of names, as BibTeX writes it, to most names followed by "and others".
func CutNames(source string, most int) string {
	parts, seps := splitNames(source)
	if len(parts) <= most || len(parts) == most+1 && strings.EqualFold(strings.TrimSpace(parts[most]), "others") {
		return source
	}
	var b strings.Builder
	for i := range most {
		b.WriteString(parts[i] + seps[i])
	}
	return b.String() + "others" + source[len(strings.TrimRight(source, " \t\r\n")):]
}

func space(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// nameOf parses one name as BibTeX writes it.
func nameOf(source string) biblio.Contributor {
	source = strings.TrimSpace(source)
	if strings.HasPrefix(source, "{") && strings.HasSuffix(source, "}") && strings.Count(source, "{") == 1 {
		return biblio.Contributor{Literal: latex.Text(source)}
	}
	if i := strings.LastIndex(source, " {"); i > 0 && strings.HasSuffix(source, "}") &&
		!strings.Contains(source[i:], "\\") && !strings.Contains(source, ",") {
		return biblio.NameParts(latex.Text(source[i:]), latex.Text(source[:i]))
	}
	return biblio.ParseName(latex.Text(source))
}

// Authors writes a list of names in place of source. Names that are right stay as they are written, and so do the
// separators. A list that ends in "and others" or "et al." is cut at the same place again unless full is set.
func (h *Habits) Authors(source string, want []biblio.Contributor, full bool) string {
	lead := source[:len(source)-len(strings.TrimLeft(source, " \t\r\n"))]
	tail := source[len(strings.TrimRight(source, " \t\r\n")):]
	if len(lead) == len(source) {
		lead, tail = "", ""
	}
	list, seps := splitNames(strings.TrimSpace(source))
	parts, mark := h.cutMark(list, seps)
	cut := mark != "" && !full
	if cut && len(want) > len(parts) {
		want = want[:max(len(parts), 1)]
	}
	have := newRoster(lists.Map(parts, nameOf), lists.Map(parts, latex.Text))
	places := have.places(want)
	own := h.ownNames(parts, have, want, places)
	var b strings.Builder
	b.WriteString(lead)
	for i, c := range want {
		n := places[i]
		if i > 0 {
			b.WriteString(h.between(seps, n))
		}
		if n >= 0 {
			b.WriteString(parts[n])
		} else {
			b.WriteString(own.name(have.keepGiven(c, i)))
		}
	}
	if cut {
		b.WriteString(mark)
	}
	return b.String() + tail
}

// cutMark removes the words that mark a list as cut, such as "and others", and returns them in the form in
// which to write them again; "" for a complete list. An "et al." after a name stays as it is written.
func (h *Habits) cutMark(parts, seps []string) (rest []string, mark string) {
	n := len(parts) - 1
	if words.IsCut(latex.Text(parts[n])) {
		return parts[:n], h.between(seps, n) + "others"
	}
	at := bibtex.EtAl(parts[n])
	if at < 0 {
		return parts, ""
	}
	return append(slices.Clone(parts[:n]), parts[n][:at]), parts[n][at:]
}

// between returns the separator before the name that was the n-th of a list, as it was, so that lines break where they
// did. Before a new name (n = -1) it is the separator that all names have, or the file's if the list has one name.
func (h *Habits) between(seps []string, n int) string {
	if n > 0 && n <= len(seps) {
		return seps[n-1]
	}
	for _, sep := range seps {
		if sep != seps[0] {
			return " and "
		}
	}
	if len(seps) == 0 {
		return h.and
	}
	return seps[0]
}

// ownNames returns the habits of a list that shows them, else the file's. Names that stay decide about initials.
func (h *Habits) ownNames(parts []string, have *roster, want []biblio.Contributor, places []int) *Habits {
	n, kept, list := newTallies(), newTallies(), strings.Join(parts, " and ")
	nameHabits(list, &n)
	for _, place := range places {
		if place >= 0 {
			nameHabits(parts[place], &kept)
		}
	}
	if len(kept.dots) > 0 {
		n.dots, n.gaps = kept.dots, kept.gaps
	}
	own := *h
	if len(n.orders) > 0 {
		own.familyFirst = n.orders.most("family") == "family"
		own.initials = n.given["initials"] > 0 && n.given["full"] == 0
	}
	if len(n.dots) > 0 {
		own.noDots = n.dots["bare"] > n.dots["dotted"]
	}
	if len(n.gaps) > 0 {
		own.noSpaces = n.gaps["glued"] > n.gaps["spaced"]
	}
	own.oneInitial = have.oneInitial(want, places)
	own.ASCII = h.ASCII || accents(list)
	return &own
}

// roster is a list of names as written; each is matched at most once.
type roster struct {
	names []biblio.Contributor
	keys  []string // the first letter of the family name, normalised
	texts []string // as written, normalised
	used  []bool
	left  int // how many more comparisons out of place are allowed
}

// mostCompared bounds the comparisons with names in other places: some lists have thousands of names.
const mostCompared = 20_000

func newRoster(names []biblio.Contributor, texts []string) *roster {
	r := &roster{names: names, used: make([]bool, len(names)), left: mostCompared}
	for i, c := range names {
		r.keys, r.texts = append(r.keys, letterOf(c)), append(r.texts, normalise.Text(texts[i]))
	}
	return r
}

// letterOf returns the first letter of a family name in the form in which names are compared.
func letterOf(c biblio.Contributor) string {
	for _, letter := range normalise.Text(c.Family + c.Literal) {
		return string(letter)
	}
	return ""
}

// places returns for each wanted name the index of the same person's name in the list, or -1.
func (r *roster) places(want []biblio.Contributor) []int {
	list := make([]int, len(want))
	for i, c := range want {
		list[i] = r.find(c, i)
	}
	return list
}

// oneInitial reports whether a list writes a single initial for people who have several.
func (r *roster) oneInitial(want []biblio.Contributor, places []int) bool {
	one, more := 0, 0
	for i, n := range places {
		if n < 0 || initials(want[i].Given) < 2 {
			continue
		}
		if initials(r.names[n].Given) > 1 {
			more++
		} else {
			one++
		}
	}
	return one > 0 && more == 0
}

// find returns the index of the wanted person's name, or -1, and marks it as used; the same place is tried
// first. A name with exactly the wanted text is that person's however it parses: "Vaishnavi R" has a family
// name of one letter, or initials at its end.
func (r *roster) find(want biblio.Contributor, at int) int {
	text := normalise.Text(want.String())
	if at < len(r.names) && !r.used[at] && (r.texts[at] == text || SamePerson(r.names[at], want)) {
		r.used[at] = true
		return at
	}
	key := letterOf(want)
	for n := range r.names {
		if !r.used[n] && r.texts[n] == text {
			r.used[n] = true
			return n
		}
		if r.used[n] || r.keys[n] != key {
			continue
		}
		if r.left--; r.left < 0 {
			return -1
		}
		if SamePerson(r.names[n], want) {
			r.used[n] = true
			return n
		}
	}
	return -1
}

// keepGiven returns a person whose family name has a slip corrected, with the given names that the list has at
// that place if they say more about the same person: "R. E." for "R.", "Rahul" for "R.".
func (r *roster) keepGiven(c biblio.Contributor, at int) biblio.Contributor {
	if at >= len(r.names) || r.used[at] ||
		!normalise.OneSlip(normalise.Text(r.names[at].Family), normalise.Text(c.Family)) {
		return c
	}
	have, want := normalise.Text(style.Initials(r.names[at].Given, style.Spaced)),
		normalise.Text(style.Initials(c.Given, style.Spaced))
	if want != "" && strings.HasPrefix(have, want) && (len(have) > len(want) || len(r.names[at].Given) > len(c.Given)) {
		c.Given = r.names[at].Given
	}
	return c
}

func (h *Habits) name(c biblio.Contributor) string {
	if c.Literal != "" {
		return "{" + latex.Escape(c.Literal, h.ASCII) + "}"
	}
	given := c.Given
	if h.initials {
		if words := givenWords(given); h.oneInitial && len(words) > 1 {
			given = words[0]
		}
		given = h.initialsOf(given)
	}
	family := strings.TrimSpace(c.Particle + " " + c.Family)
	esc := func(s string) string { return latex.Escape(s, h.ASCII) }
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
