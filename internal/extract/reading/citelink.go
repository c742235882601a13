package reading

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Account is what a document says of who cites what.
type Account struct {
	File       string // where citations stand that are found in Texts
	References []biblio.Reference
	Citations  []biblio.Citation
	Texts      []Text   // the running text, where it is at hand
	Cited      []string // keys that are cited though no mark says where
	Told       bool     // after Link: what is cited, and so what is not, is known
	// Stated says that the citations are those that the source itself states,
	// all of them: the commands of LaTeX, the field codes of a word processor.
	Stated bool

	words map[string]bool // of Texts, normalised; made when first needed
}

// perReference bounds how many citations a reference carries.
const perReference = 100

// Link fills in which reference each citation points to, gives to every
// reference its citations, and marks those that none points to, where that can
// be told; what is in a note is cited there. It returns the citations whose key no reference has, where the source
// states its citations: elsewhere a mark that fits nothing is our own doubt.
func (a *Account) Link() (undefined []biblio.Citation) {
	find := a.finder()
	a.complete(find)
	a.tellMarks()
	cited := make([]bool, len(a.References))
	all := false
	for n := range a.Citations {
		c := &a.Citations[n]
		i := find.of(c)
		switch {
		case c.Ref == "" && c.Key == biblio.AllEntries:
			all = true
			continue
		case i < 0:
			if a.Stated {
				undefined = append(undefined, *c)
			}
			continue
		}
		cited[i] = true
		c.Ref = a.References[i].ID
		if r := &a.References[i]; len(r.Citations) < perReference {
			r.Citations = append(r.Citations, *c)
		}
	}
	for _, key := range a.Cited {
		if i, ok := find.byKey[key]; ok {
			cited[i] = true
		}
	}
	a.together(cited, find)
	a.alike(cited, find)
	if a.Told = all || a.tells(cited); all || !a.Told {
		return undefined
	}
	for i := range a.References {
		if r := &a.References[i]; !cited[i] && r.Place.Note == "" && !further(r) && (a.Stated || !a.mentions(i)) {
			r.Uncited = true
		}
	}
	return undefined
}

// together marks as cited what is under a key that is.
func (a *Account) together(cited []bool, find *finder) {
	for i := range a.References {
		if k, ok := find.byKey[a.References[i].Extra[PartOf]]; ok {
			cited[i] = cited[i] || cited[k]
		}
	}
}

// tellMarks tells each citation of the others in its sentence.
func (a *Account) tellMarks() {
	for i := 0; i < len(a.Citations); {
		end := i + 1
		for end < len(a.Citations) && a.Citations[end].Context == a.Citations[i].Context &&
			a.Citations[end].Place.File == a.Citations[i].Place.File {
			end++
		}
		var marks []biblio.Span
		for k := i; k < end; k++ {
			c := &a.Citations[k]
			if c.At.End > c.At.Start &&
				!slices.ContainsFunc(a.Citations[i:k], func(b biblio.Citation) bool {
					return b.At == c.At && b.Key == c.Key && b.Ref == c.Ref
				}) {
				marks = append(marks, c.At)
			}
		}
		for k := i; k < end; k++ {
			a.Citations[k].Marks = marks
		}
		i = end
	}
}

// finder finds the references of a document by id and by key.
type finder struct {
	byID, byKey map[string]int
	byFold      map[string]int // keys in small letters, which BibTeX takes for the same
}

func (a *Account) finder() *finder {
	f := &finder{map[string]int{}, map[string]int{}, map[string]int{}}
	first := func(m map[string]int, key string, i int) {
		if _, taken := m[key]; key != "" && !taken {
			m[key] = i
		}
	}
	for i := range a.References {
		r := &a.References[i]
		f.byID[r.ID] = i
		first(f.byKey, r.Key, i)
		first(f.byKey, r.Extra[LabelField], i)
		for _, key := range strings.Split(r.Extra["ids"], ",") { // further keys of biblatex
			first(f.byKey, strings.TrimSpace(key), i)
		}
		first(f.byFold, strings.ToLower(r.Key), i)
	}
	return f
}

// of returns the reference that a citation points to, or -1 if there is none.
func (f *finder) of(c *biblio.Citation) int {
	if i, ok := f.byID[c.Ref]; c.Ref != "" && ok {
		return i
	}
	if i, ok := f.byKey[c.Key]; ok {
		return i
	}
	if i, ok := f.byFold[strings.ToLower(c.Key)]; ok {
		return i
	}
	return -1
}

// complete adds the marks of the text that point to references which no stated
// citation names.
func (a *Account) complete(find *finder) {
	if len(a.Texts) == 0 {
		return
	}
	named := make([]bool, len(a.References))
	for n := range a.Citations {
		if i := find.of(&a.Citations[n]); i >= 0 {
			named[i] = true
		}
	}
	for _, c := range findCitations(a.Texts, a.References) {
		if !named[find.byID[c.Ref]] {
			c.Place.File = a.File
			a.Citations = append(a.Citations, c)
		}
	}
}

// alike counts as cited what stands or falls with a cited entry: one with the
// same key, since no one can tell which of the two is meant, and the entries
// from which it inherits.
func (a *Account) alike(cited []bool, find *finder) {
	keys := map[string]bool{}
	for i := range a.References {
		r := &a.References[i]
		if !cited[i] {
			continue
		}
		if r.Key != "" {
			keys[r.Key] = true
		}
		for _, field := range []string{"crossref", "xref"} {
			if parent, ok := find.byKey[r.Extra[field]]; ok && r.Extra[field] != "" {
				keys[a.References[parent].Key] = true
			}
		}
	}
	for i := range cited {
		cited[i] = cited[i] || keys[a.References[i].Key]
	}
}

// What the marks found in text have to amount to before an entry without one
// is called uncited.
const (
	enoughEntries = 8   // case: TestUncitedNeedsCertainty
	enoughShare   = 0.8 // case: TestUncitedNeedsCertainty
)

// tells reports whether citations are known well enough to say of an entry that
// none points to it.
func (a *Account) tells(cited []bool) bool {
	n, all := 0, 0
	for i, yes := range cited {
		if yes {
			n++
		}
		if yes || !further(&a.References[i]) {
			all++
		}
	}
	if a.Stated {
		return n > 0
	}
	return n >= enoughEntries && float64(n) >= enoughShare*float64(all)
}

// foldedPart is how much text is normalised at a time, which is less than the most
// that is normalised at all.
const foldedPart = 2048

// mentions reports whether the text names the first author of a reference; then
// it may be cited in a way that is not understood.
func (a *Account) mentions(i int) bool {
	names := familyNames(&a.References[i].Claimed)
	if len(names) == 0 {
		return true
	}
	if a.words == nil {
		a.words = map[string]bool{}
		for _, t := range a.Texts {
			for rest := t.Body; rest != ""; {
				part := rest[:min(len(rest), foldedPart)]
				if space := strings.LastIndexByte(part, ' '); space > 0 && len(part) < len(rest) {
					part = part[:space+1]
				}
				rest = rest[len(part):]
				for _, w := range strings.Fields(normalise.Text(part)) {
					a.words[w] = true
				}
			}
		}
	}
	longest := ""
	for _, w := range names[0] {
		if len(w) > len(longest) {
			longest = w
		}
	}
	return a.words[longest]
}
