package fixtest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/latex"
)

// further are errors that differ from those in corruptions: whole lists cut, letters at the edges of words,
// fields of other types and several at once.
var further = []corruption{
	{"first author dropped", func(_ *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		if len(e.authors) < 3 {
			return ""
		}
		e.authors = e.authors[1:]
		return "author"
	}},
	{"last author dropped", func(_ *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		if len(e.authors) < 2 {
			return ""
		}
		e.authors = e.authors[:len(e.authors)-1]
		return "author"
	}},
	{"only the first author", func(_ *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		if len(e.authors) < 3 {
			return ""
		}
		e.authors = e.authors[:1]
		return "author"
	}},
	{"authors cut by others", func(_ *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		if len(e.authors) < 4 {
			return ""
		}
		e.authors = append(e.authors[:2:2], "others")
		return "author"
	}},
	{"first and last author swapped", func(_ *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		n := len(e.authors)
		if n < 2 || e.authors[0] == e.authors[n-1] {
			return ""
		}
		e.authors[0], e.authors[n-1] = e.authors[n-1], e.authors[0]
		return "author"
	}},
	{"first author replaced", func(_ *rand.Rand, e *bibEntry, _, other *biblio.Record, s style) string {
		if len(e.authors) < 3 || len(other.Authors()) == 0 {
			return ""
		}
		e.authors[0] = nameText(other.Authors()[0], s)
		return "author"
	}},
	{"two authors added", func(_ *rand.Rand, e *bibEntry, _, other *biblio.Record, s style) string {
		if len(e.authors) < 3 || len(other.Authors()) < 2 {
			return ""
		}
		e.authors = append(e.authors, nameText(other.Authors()[0], s), nameText(other.Authors()[1], s))
		return "author"
	}},
	{"author in the middle", func(_ *rand.Rand, e *bibEntry, _, other *biblio.Record, s style) string {
		if len(e.authors) < 2 || len(other.Authors()) == 0 {
			return ""
		}
		e.authors = slices.Insert(e.authors, 1, nameText(other.Authors()[0], s))
		return "author"
	}},
	{"letter of a surname", func(r *rand.Rand, e *bibEntry, rec, _ *biblio.Record, s style) string {
		list := slices.Clone(rec.Authors())
		i := r.IntN(len(list))
		family, ok := letter(r, list[i].Family)
		if !ok || list[i].Literal != "" || len(list) != len(e.authors) {
			return ""
		}
		list[i].Family = family
		e.authors[i] = nameText(list[i], s)
		return "author"
	}},
	{"wrong initial", func(r *rand.Rand, e *bibEntry, rec, _ *biblio.Record, s style) string {
		list := slices.Clone(rec.Authors())
		i := r.IntN(len(list))
		if list[i].Given == "" || list[i].Given[0] < 'A' || list[i].Given[0] > 'Z' || len(list) != len(e.authors) {
			return ""
		}
		given := string('A' + (list[i].Given[0]-'A'+1+byte(r.IntN(24)))%26)
		list[i].Given = given + list[i].Given[1:]
		e.authors[i] = nameText(list[i], s)
		return "author"
	}},
	{"letter of a title", func(r *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		return wordOfTitle(r, e, letter)
	}},
	{"two typos in a title", func(r *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		words := strings.Fields(e.values["title"])
		at := r.Perm(len(words))
		made := 0
		for _, i := range at {
			if w, ok := slip(r, words[i]); ok && made < 2 {
				words[i] = w
				made++
			}
		}
		if made < 2 {
			return ""
		}
		e.values["title"] = strings.Join(words, " ")
		return "title"
	}},
	{"title word dropped", func(r *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		words := strings.Fields(e.values["title"])
		if len(words) < 5 || strings.ContainsAny(e.values["title"], "{}$\\") {
			return ""
		}
		i := r.IntN(len(words))
		if len(words[i]) < 5 {
			return ""
		}
		e.values["title"] = strings.Join(slices.Delete(words, i, i+1), " ")
		return "title"
	}},
	{"title words swapped", func(r *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		words := strings.Fields(e.values["title"])
		if len(words) < 5 || strings.ContainsAny(e.values["title"], "{}$\\:") {
			return ""
		}
		i := r.IntN(len(words) - 1)
		if strings.EqualFold(words[i], words[i+1]) {
			return ""
		}
		words[i], words[i+1] = words[i+1], words[i]
		e.values["title"] = strings.Join(words, " ")
		return "title"
	}},
	{"title cut", func(_ *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		words := strings.Fields(e.values["title"])
		if len(words) < 6 || strings.ContainsAny(e.values["title"], "{}$\\:") {
			return ""
		}
		e.values["title"] = strings.Join(words[:len(words)-2], " ")
		return "title"
	}},
	{"year far off", func(r *rand.Rand, e *bibEntry, rec, _ *biblio.Record, s style) string {
		name := "year"
		if s.biblatex {
			name = "date"
		}
		e.values[name] = fmt.Sprint(rec.Issued.Year - 5 - r.IntN(20))
		return name
	}},
	{"venue of the other kind", func(_ *rand.Rand, e *bibEntry, rec, other *biblio.Record, s style) string {
		name := e.venue()
		if name == "" || other.Type == rec.Type || rec.Type == biblio.Preprint || other.Type == biblio.Preprint ||
			other.Container.Title == "" {
			return ""
		}
		e.values[name] = latex.Escape(other.Container.Title, s.ascii)
		return name
	}},
	{"last page", func(r *rand.Rand, e *bibEntry, _, _ *biblio.Record, s style) string {
		first, last, ok := strings.Cut(e.values["pages"], s.dash)
		var n int
		if _, err := fmt.Sscanf(last, "%d", &n); err != nil || !ok || fmt.Sprint(n) != last {
			return ""
		}
		e.values["pages"] = first + s.dash + fmt.Sprint(n+1+r.IntN(9))
		return "pages"
	}},
	{"pages shifted", func(r *rand.Rand, e *bibEntry, _, _ *biblio.Record, s style) string {
		first, last, ok := strings.Cut(e.values["pages"], s.dash)
		var a, b int
		if _, err := fmt.Sscanf(first+" "+last, "%d %d", &a, &b); err != nil || !ok ||
			fmt.Sprintf("%d%s%d", a, s.dash, b) != e.values["pages"] {
			return ""
		}
		n := 1 + r.IntN(30)
		e.values["pages"] = fmt.Sprintf("%d%s%d", a+n, s.dash, b+n)
		return "pages"
	}},
	{"volume off by one", func(_ *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		return oneMore(e, "volume")
	}},
	{"issue off by one", func(_ *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		return oneMore(e, "number")
	}},
	{"doi made up", func(r *rand.Rand, e *bibEntry, _, _ *biblio.Record, s style) string {
		prefix, _, ok := strings.Cut(strings.TrimPrefix(e.values["doi"], s.doiPrefix), "/")
		if !ok {
			return ""
		}
		e.values["doi"] = s.doiPrefix + prefix + fmt.Sprintf("/s%05d-%03d-%04d", r.IntN(99999), r.IntN(999), r.IntN(9999))
		return "doi"
	}},
	{"arXiv id of another", func(_ *rand.Rand, e *bibEntry, _, other *biblio.Record, _ style) string {
		id := other.ID(ident.ArXiv).Value
		if e.values["eprint"] == "" || id == "" {
			return ""
		}
		e.values["eprint"] = id
		return "eprint"
	}},
	{"arXiv id of another, in words", func(_ *rand.Rand, e *bibEntry, _, other *biblio.Record, _ style) string {
		id := other.ID(ident.ArXiv).Value
		if !strings.Contains(e.values[e.venue()], "arXiv:") || id == "" {
			return ""
		}
		e.values[e.venue()] = "arXiv preprint arXiv:" + id
		return e.venue()
	}},
	{"title dropped", func(_ *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		if e.values["doi"] == "" && e.values["eprint"] == "" {
			return ""
		}
		e.drop("title")
		return "title"
	}},
	{"authors dropped", func(_ *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		e.drop("author")
		return "author"
	}},
}

// letter replaces a letter anywhere in a word.
func letter(r *rand.Rand, word string) (string, bool) {
	w := []rune(word)
	if len(w) < 4 || strings.ContainsAny(word, "\\{}$-") {
		return "", false
	}
	k := r.IntN(len(w))
	if w[k] < 'a' || w[k] > 'z' {
		return "", false
	}
	w[k] = 'a' + (w[k]-'a'+1+rune(r.IntN(24)))%26
	return string(w), true
}
