package fixtest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/latex"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// corruption is a way to make one field wrong; it returns the field, "" if it does not apply.
type corruption struct {
	name string
	make func(r *rand.Rand, e *bibEntry, rec, other *biblio.Record, s style) string
}

// wordOfTitle changes one word of the title.
func wordOfTitle(r *rand.Rand, e *bibEntry, change func(*rand.Rand, string) (string, bool)) string {
	words := strings.Fields(e.values["title"])
	for range 20 {
		i := r.IntN(len(words))
		if w, ok := change(r, words[i]); ok {
			words[i] = w
			e.values["title"] = strings.Join(words, " ")
			return "title"
		}
	}
	return ""
}

// oneMore increments a numeric field.
func oneMore(e *bibEntry, field string) string {
	var n int
	if _, err := fmt.Sscanf(e.values[field], "%d", &n); err != nil || fmt.Sprint(n) != e.values[field] {
		return ""
	}
	e.values[field] = fmt.Sprint(n + 1)
	return field
}

var corruptions = []corruption{
	{"title typo", func(r *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		return wordOfTitle(r, e, slip)
	}},
	{"title word", func(r *rand.Rand, e *bibEntry, _, other *biblio.Record, _ style) string {
		words := strings.Fields(e.values["title"])
		if len(words) < 5 {
			return ""
		}
		theirs := strings.Fields(other.Title)
		word := theirs[r.IntN(len(theirs))]
		i := 1 + r.IntN(len(words)-2)
		if len(word) < 5 || len(words[i]) < 5 || strings.ContainsAny(word+words[i], "\\{}$&%:#_\"") ||
			strings.EqualFold(word, words[i]) || latex.Escape(word, true) != word {
			return ""
		}
		words[i] = word
		e.values["title"] = strings.Join(words, " ")
		return "title"
	}},
	{"authors swapped", func(r *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		if len(e.authors) < 3 {
			return ""
		}
		i := r.IntN(len(e.authors) - 1)
		e.authors[i], e.authors[i+1] = e.authors[i+1], e.authors[i]
		return "author"
	}},
	{"author dropped", func(r *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		if len(e.authors) < 3 {
			return ""
		}
		i := r.IntN(len(e.authors))
		e.authors = slices.Delete(e.authors, i, i+1)
		return "author"
	}},
	{"author added", func(_ *rand.Rand, e *bibEntry, _, other *biblio.Record, s style) string {
		if len(other.Authors()) == 0 || len(e.authors) < 2 {
			return ""
		}
		e.authors = append(e.authors, nameText(other.Authors()[0], s))
		return "author"
	}},
	{"author replaced", func(r *rand.Rand, e *bibEntry, _, other *biblio.Record, s style) string {
		if len(other.Authors()) == 0 || len(e.authors) < 3 {
			return ""
		}
		e.authors[1+r.IntN(len(e.authors)-1)] = nameText(other.Authors()[0], s)
		return "author"
	}},
	{"surname typo", func(r *rand.Rand, e *bibEntry, rec, _ *biblio.Record, s style) string {
		list := slices.Clone(rec.Authors())
		i := r.IntN(len(list))
		family, ok := slip(r, list[i].Family)
		if !ok || list[i].Literal != "" || len(list) != len(e.authors) {
			return ""
		}
		list[i].Family = family
		e.authors[i] = nameText(list[i], s)
		return "author"
	}},
	{"year", func(r *rand.Rand, e *bibEntry, rec, _ *biblio.Record, s style) string {
		name := "year"
		if s.biblatex {
			name = "date"
		}
		e.values[name] = fmt.Sprint(rec.Issued.Year + []int{-3, -2, -1, 1, 2, 3}[r.IntN(6)])
		return name
	}},
	{"venue", func(_ *rand.Rand, e *bibEntry, rec, other *biblio.Record, s style) string {
		name := e.venue()
		mine, theirs := normalise.ParseContainer(rec.Container.Title), normalise.ParseContainer(other.Container.Title)
		if theirs.IsZero() || name == "" || other.Type != rec.Type ||
			normalise.CompareContainers(&mine, &theirs) >= normalise.SeriesOf {
			return ""
		}
		e.values[name] = latex.Escape(other.Container.Title, s.ascii)
		return name
	}},
	{"volume", func(r *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		if e.values["volume"] == "" {
			return ""
		}
		e.values["volume"] = fmt.Sprint(1000 + r.IntN(500))
		return "volume"
	}},
	{"pages", func(r *rand.Rand, e *bibEntry, _, _ *biblio.Record, s style) string {
		if !strings.Contains(e.values["pages"], "-") {
			return ""
		}
		n := 5000 + r.IntN(1000)
		e.values["pages"] = fmt.Sprintf("%d%s%d", n, s.dash, n+12)
		return "pages"
	}},
	{"page digit", func(r *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		pages := []byte(e.values["pages"])
		if len(pages) < 5 {
			return ""
		}
		for range 20 {
			if k := r.IntN(len(pages)); pages[k] >= '1' && pages[k] <= '9' {
				pages[k] = '1' + (pages[k]-'1'+1+byte(r.IntN(7)))%9
				e.values["pages"] = string(pages)
				return "pages"
			}
		}
		return ""
	}},
	{"first page only", func(_ *rand.Rand, e *bibEntry, _, _ *biblio.Record, s style) string {
		first, _, ok := strings.Cut(e.values["pages"], s.dash)
		if !ok || first == "1" {
			return ""
		}
		e.values["pages"] = first
		return "pages"
	}},
	{"venue typo", func(r *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		words := strings.Fields(e.values[e.venue()])
		if len(words) < 3 {
			return ""
		}
		for range 10 {
			i := r.IntN(len(words))
			if w, ok := slip(r, words[i]); ok {
				words[i] = w
				e.values[e.venue()] = strings.Join(words, " ")
				return e.venue()
			}
		}
		return ""
	}},
	{"given name typo", func(r *rand.Rand, e *bibEntry, rec, _ *biblio.Record, s style) string {
		list := slices.Clone(rec.Authors())
		i := r.IntN(len(list))
		given, ok := slip(r, list[i].Given)
		if !ok || strings.ContainsAny(list[i].Given, " .-") || s.initials || len(list) != len(e.authors) {
			return ""
		}
		list[i].Given = given
		e.authors[i] = nameText(list[i], s)
		return "author"
	}},
	{"subtitle dropped", func(_ *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		main, rest, ok := strings.Cut(e.values["title"], ": ")
		if !ok || len(strings.Fields(main)) < 3 || len(strings.Fields(rest)) < 2 || strings.ContainsAny(main, "{}") {
			return ""
		}
		e.values["title"] = main
		return "title"
	}},
	{"field dropped", func(r *rand.Rand, e *bibEntry, rec, _ *biblio.Record, _ style) string {
		name := []string{"pages", "volume", "year", "date", e.venue()}[r.IntN(5)]
		if e.values[name] == "" || name == e.venue() && rec.Type == biblio.Preprint { // the only sign of a preprint
			return ""
		}
		e.drop(name)
		return name
	}},
	{"arXiv id damaged", func(r *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		id := []byte(e.values["eprint"])
		k := len(id) - 1 - r.IntN(3)
		if k < 4 || id[k] < '0' || id[k] > '9' {
			return ""
		}
		id[k] = '0' + (id[k]-'0'+1+byte(r.IntN(8)))%10
		e.values["eprint"] = string(id)
		return "eprint"
	}},
	{"doi of another work", func(_ *rand.Rand, e *bibEntry, _, other *biblio.Record, s style) string {
		doi := other.ID(ident.DOI).Value
		if doi == "" || e.values["doi"] == "" {
			return ""
		}
		e.values["doi"] = s.doiPrefix + doi
		return "doi"
	}},
	{"doi damaged", func(r *rand.Rand, e *bibEntry, _, _ *biblio.Record, s style) string {
		doi := []byte(strings.TrimPrefix(e.values["doi"], s.doiPrefix))
		at := strings.IndexByte(string(doi), '/') + 1
		if at == 0 || at > len(doi)-4 {
			return ""
		}
		k := at + r.IntN(len(doi)-at-1)
		switch r.IntN(4) {
		case 0: // two digits more
			doi = fmt.Appendf(doi, "%d", r.IntN(90)+10)
		case 1: // one character less
			doi = slices.Delete(doi, k, k+1)
		case 2: // another digit
			for doi[k] < '0' || doi[k] > '9' {
				if k++; k == len(doi) {
					return ""
				}
			}
			doi[k] = '0' + (doi[k]-'0'+1+byte(r.IntN(8)))%10
		default: // two characters swapped
			if doi[k] == doi[k+1] {
				return ""
			}
			doi[k], doi[k+1] = doi[k+1], doi[k]
		}
		e.values["doi"] = s.doiPrefix + string(doi)
		return "doi"
	}},
}

// slip makes a typing slip inside a word of letters.
func slip(r *rand.Rand, word string) (string, bool) {
	w := []rune(word)
	if len(w) < 6 || strings.ContainsAny(word, "\\{}$-") {
		return "", false
	}
	k := 1 + r.IntN(len(w)-3)
	switch r.IntN(4) {
	case 0:
		return string(slices.Delete(w, k, k+1)), true
	case 1:
		return string(slices.Insert(w, k, w[k])), true
	}
	if w[k] == w[k+1] {
		return "", false
	}
	w[k], w[k+1] = w[k+1], w[k]
	return string(w), true
}

// invented are the ways to make an entry for a work that does not exist; they report whether they apply. free
// draws another record.
var invented = []struct {
	name string
	make func(r *rand.Rand, e *bibEntry, one, two *biblio.Record, s style) bool
}{
	{"chimera: title of another work", func(_ *rand.Rand, e *bibEntry, _, two *biblio.Record, s style) bool {
		e.values["title"] = titleText(two.FullTitle(), s)
		return true
	}},
	{"chimera: words of two titles", func(_ *rand.Rand, e *bibEntry, one, two *biblio.Record, s style) bool {
		mine, theirs := strings.Fields(one.Title), strings.Fields(two.Title)
		if len(mine) < 4 || len(theirs) < 4 {
			return false
		}
		e.values["title"] = titleText(strings.Join(append(slices.Clone(theirs[:(len(theirs)+1)/2]), mine[len(mine)/2:]...),
			" "), s)
		e.authors = slices.Concat([]string{nameText(two.Authors()[0], s)}, e.authors[1:])
		e.drop("doi")
		return true
	}},
	{"chimera: authors of another work", func(_ *rand.Rand, e *bibEntry, _, two *biblio.Record, s style) bool {
		e.authors = nil
		for _, c := range two.Authors() {
			e.authors = append(e.authors, nameText(c, s))
		}
		e.drop("doi", "pages", "volume", "number")
		return true
	}},
	{"chimera: the first author and invented ones", func(r *rand.Rand, e *bibEntry, _, two *biblio.Record, s style) bool {
		if len(e.authors) < 3 {
			return false
		}
		e.authors = e.authors[:1]
		for _, family := range []string{"Marlowe", "Quist", "Abernethy", "Oduya", "Petrakis"}[:2+r.IntN(3)] {
			e.authors = append(e.authors,
				nameText(biblio.Contributor{Family: family, Given: string(rune('A'+r.IntN(26))) + "lex"}, s))
		}
		return true
	}},
	{"chimera: a title changed in many words, other authors",
		func(_ *rand.Rand, e *bibEntry, one, two *biblio.Record, s style) bool {
			mine, theirs := strings.Fields(one.Title), strings.Fields(two.Title)
			if len(mine) < 6 || len(theirs) < 4 {
				return false
			}
			e.values["title"] = titleText(strings.Join(append(slices.Clone(mine[:len(mine)-2]), theirs[len(theirs)-2:]...), " "),
				s)
			e.authors = nil
			for _, c := range two.Authors() {
				e.authors = append(e.authors, nameText(c, s))
			}
			return true
		}},
	{"chimera: container and place of another work",
		func(_ *rand.Rand, e *bibEntry, one, two *biblio.Record, s style) bool {
			if two.Type != one.Type || len(strings.Fields(one.Title)) < 4 || len(strings.Fields(two.Title)) < 4 {
				return false
			}
			other := entryOf(two, s)
			words := strings.Fields(one.Title)
			e.values["title"] = titleText(strings.Join(append(slices.Clone(words[:2]), strings.Fields(two.Title)[2:]...), " "),
				s)
			e.names, e.values["pages"], e.values["volume"] = other.names, other.values["pages"], other.values["volume"]
			for _, name := range other.names {
				if name != "title" && name != "author" {
					e.values[name] = other.values[name]
				}
			}
			return true
		}},
	{"invented outright", func(r *rand.Rand, e *bibEntry, one, two *biblio.Record, s style) bool {
		words := append(strings.Fields(one.Title), strings.Fields(two.Title)...)
		if len(words) < 8 {
			return false
		}
		r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		e.values["title"] = titleText(strings.Join(words[:7], " "), s)
		e.authors = []string{nameText(biblio.Contributor{Family: "Marlowe", Given: "Edwin T."}, s),
			nameText(biblio.Contributor{Family: "Quist", Given: "Ingrid"}, s)}
		e.drop("doi")
		return true
	}},
}

func (e *bibEntry) drop(names ...string) {
	e.names = slices.DeleteFunc(e.names, func(n string) bool { return slices.Contains(names, n) })
}
