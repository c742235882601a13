package corrupt

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// inventName returns a name composed from tables.
func inventName(r *metric.Random) string { return pick(r, givenNames) + " " + pick(r, surnames) }

// invented returns n different invented names.
func invented(r *metric.Random, n int) []string {
	var list []string
	for len(list) < n {
		if name := inventName(r); !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

func addAuthor(d *draft, operator string) bool {
	list := d.authors()
	return d.setAuthors(operator, slices.Insert(list, d.random.Intn(len(list)+1), inventName(d.random)))
}

func deleteAuthor(d *draft, operator string) bool {
	list := d.authors()
	if len(list) < 3 {
		return false
	}
	i := d.random.Intn(len(list))
	return d.setAuthors(operator, slices.Delete(list, i, i+1))
}

func addOrDelete(d *draft, operator string) bool {
	if d.random.Intn(2) == 0 {
		return addAuthor(d, operator)
	}
	return deleteAuthor(d, operator)
}

// reorderAuthors permutes the list so that another author comes first.
func reorderAuthors(d *draft, operator string) bool {
	list := d.authors()
	if len(list) < 3 {
		return false
	}
	first := list[0]
	for range 10 {
		d.random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		if list[0] != first {
			return d.setAuthors(operator, list)
		}
	}
	return false
}

// fabricateAuthors replaces the whole list.
func fabricateAuthors(d *draft, operator string) bool {
	return d.setAuthors(operator, invented(d.random, min(len(d.claim.Authors), 12)))
}

// replaceAuthor replaces an author by an invented name.
func replaceAuthor(d *draft, operator string) bool {
	list := d.authors()
	list[d.random.Intn(len(list))] = inventName(d.random)
	return d.setAuthors(operator, list)
}

// renameAuthor replaces the family name of one author.
func renameAuthor(d *draft, operator string) bool {
	list := d.authors()
	i := d.random.Intn(len(list))
	name := biblio.ParseName(list[i])
	name.Family, name.Particle = pick(d.random, surnames), ""
	list[i] = name.String()
	return d.setAuthors(operator, list)
}

// alterGiven replaces the given name of one author by another.
func alterGiven(d *draft, operator string) bool {
	list := d.authors()
	i := d.random.Intn(len(list))
	name := biblio.ParseName(list[i])
	given := pick(d.random, givenNames)
	if initial(name.Given) == initial(given) || len([]rune(firstWord(name.Given))) < 3 {
		return false
	}
	name.Given = given
	list[i] = name.String()
	return d.setAuthors(operator, list)
}

func initial(s string) string { return firstRunes(normalise.Text(s), 1) }

func firstWord(s string) string { w, _, _ := strings.Cut(s, " "); return strings.TrimRight(w, ".") }

func firstRunes(s string, n int) string {
	r := []rune(s)
	return string(r[:min(n, len(r))])
}

// undecidedName changes a given name to what may be the same: a familiar form, a truncation, or a one-letter
// slip.
func undecidedName(d *draft, operator string) bool {
	list := d.authors()
	for range 10 {
		i := d.random.Intn(len(list))
		name := biblio.ParseName(list[i])
		word, rest, _ := strings.Cut(name.Given, " ")
		r := []rune(word)
		if len(r) < 6 || !plainWord(word) || strings.Contains(word, "-") || name.Family == "" {
			continue
		}
		to := ""
		switch d.random.Intn(3) {
		case 0:
			to = shortNames[word]
		case 1:
			to = firstRunes(word, between(d.random, 2, len(r)/2))
		default:
			to = slip(d.random, r)
		}
		if to == "" || to == word || to == "Mr" || to == "Ms" || to == "Dr" { // forms of address are not names
			continue
		}
		name.Given = strings.TrimSpace(to + " " + rest)
		list[i] = name.String()
		return d.setAuthors(operator, list)
	}
	return false
}

// slip transposes two neighbouring letters after the first, or doubles or drops one.
func slip(random *metric.Random, r []rune) string {
	k := 1 + random.Intn(len(r)-2)
	switch random.Intn(3) {
	case 0:
		out := slices.Clone(r)
		out[k], out[k+1] = out[k+1], out[k]
		return string(out)
	case 1:
		return string(slices.Insert(slices.Clone(r), k, r[k]))
	}
	return string(slices.Delete(slices.Clone(r), k, k+1))
}

// shortenList keeps the first authors and marks the list as cut.
func shortenList(d *draft, operator string) bool {
	list := d.authors()
	if len(list) < 3 {
		return false
	}
	n := between(d.random, 1, min(3, len(list)-1))
	return d.setAuthors(operator, append(list[:n], pick(d.random, []string{"et al.", "et al.", "and others", "Others"})))
}

// initialsOnly writes given names as initials.
func initialsOnly(names []string) []string {
	list := slices.Clone(names)
	for i, n := range list {
		c := biblio.ParseName(n)
		if c.Literal != "" || c.Given == "" {
			continue
		}
		words := strings.Fields(c.Given)
		for k, w := range words {
			parts := strings.Split(w, "-")
			for j, p := range parts {
				if r := []rune(p); len(r) > 0 && unicode.IsLetter(r[0]) {
					parts[j] = string(r[0]) + "."
				}
			}
			words[k] = strings.Join(parts, "-")
		}
		c.Given = strings.Join(words, " ")
		list[i] = c.String()
	}
	return list
}

// familyFirst writes names as "Family, Given".
func familyFirst(names []string) []string {
	list := slices.Clone(names)
	for i, n := range list {
		c := biblio.ParseName(n)
		if c.Literal == "" && c.Given != "" && c.Suffix == "" {
			list[i] = strings.TrimSpace(c.Particle+" "+c.Family) + ", " + c.Given
		}
	}
	return list
}
