package lint

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// spelling is one of the ways in which the files write a name.
type spelling struct {
	c       biblio.Contributor
	letters string // the name without marks and spaces
	family  string // normalised
	given   string // normalised
	count   int
	file    *File
	at      *biblio.Reference // where it appears first
	beside  map[string]bool   // normalised families of the people it appears with
}

// maxNames bounds the distinct names that are compared.
const maxNames = 20000

// people remarks on people whose names the files spell in two ways: names that differ only in diacritics or
// case, and full names that appear with the same people and one of which is a slip of the other.
func (l *linter) people(files []File) {
	var all []*spelling
	index := map[string]*spelling{}
	each(files, func(file *File, f *audit.Finding) {
		authors := f.Reference.Claimed.Authors()
		families := make([]string, len(authors))
		for i := range authors {
			families[i] = normalise.Text(authors[i].Family)
		}
		for i := range authors {
			c := authors[i]
			letters := lettersOf(c)
			if c.Literal != "" || c.Given == "" || letters == "" {
				continue
			}
			s := index[letters]
			if s == nil {
				if len(all) >= maxNames {
					continue
				}
				s = &spelling{c: c, letters: letters, family: families[i], given: normalise.Text(c.Given),
					file: file, at: &f.Reference,
					beside: map[string]bool{}}
				index[letters], all = s, append(all, s)
			}
			s.count++
			if len(authors) <= 30 {
				for j, family := range families {
					if j != i && family != "" {
						s.beside[family] = true
					}
				}
			}
		}
	})
	l.spellings(all, func(s *spelling) string { return normalise.Squash(s.family + " " + s.given) },
		func(a, b *spelling) bool { return normalise.Text(a.c.Particle) == normalise.Text(b.c.Particle) })
	l.spellings(all, func(s *spelling) string {
		if full(s.given) && utf8.RuneCountInString(s.family) > 4 {
			return s.given + " " + string([]rune(s.family)[:1])
		}
		return ""
	}, func(a, b *spelling) bool {
		return a.family != b.family && normalise.OneSlip(a.family, b.family) && meet(a, b)
	})
}

// spellings remarks on names with the same key of which a rarer one means the same person as a more common one.
func (l *linter) spellings(all []*spelling, key func(*spelling) string, same func(a, b *spelling) bool) {
	groups := map[string][]*spelling{}
	for _, s := range all {
		if k := key(s); k != "" {
			groups[k] = append(groups[k], s)
		}
	}
	for _, s := range all {
		group := groups[key(s)]
		if len(group) > 50 {
			continue
		}
		i := slices.Index(group, s)
		for j, other := range group {
			if j != i && (s.count < other.count || s.count == other.count && j < i) && same(s, other) {
				l.add(on(s.file, s.at, "name-spelling", "%s here, %s in %d other %s", quoted(s.c.String()),
					quoted(other.c.String()), other.count, plural(other.count)))
				break
			}
		}
	}
}

// lettersOf returns the letters of a name as written.
func lettersOf(c biblio.Contributor) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.Is(unicode.Mn, r) {
			return r
		}
		return -1
	}, c.Particle+c.Family+"|"+c.Given)
}

// full reports whether a given name is written out.
func full(given string) bool {
	word, _, _ := strings.Cut(given, " ")
	return utf8.RuneCountInString(word) > 2
}

// meet reports whether two names appear with the same person.
func meet(a, b *spelling) bool {
	for name := range a.beside {
		if b.beside[name] {
			return true
		}
	}
	return false
}
