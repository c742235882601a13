package reading

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Account is what a document says about which references are cited where.
type Account struct {
	File       string // place of the citations found in Texts
	References []biblio.Reference
	Citations  []biblio.Citation
	Texts      []Text   // the running text, if available
	Cited      []string // keys that are cited although no mark says where
	Told       bool     // after Link: it is known what is cited, and so what is not
	// Stated says that the source itself states all citations: through commands of LaTeX or field codes of a word
	// processor.
	Stated bool

	words map[string]bool // of Texts, normalised; computed when first needed
}

// perReference bounds the number of citations of a reference.
const perReference = 100

// Link fills in which reference each citation points to, assigns to every reference its citations, and, if that can
// be determined, marks those that none points to; a reference in a note is cited there. It returns the citations
// whose key no reference has if the source states its citations: otherwise a mark that fits nothing is only our own
// uncertainty.
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
	a.citeParts(cited, find)
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

// citeParts marks as cited whatever is under a cited key.
func (a *Account) citeParts(cited []bool, find *finder) {
	for i := range a.References {
		if k, ok := find.byKey[a.References[i].Extra[PartOf]]; ok {
			cited[i] = cited[i] || cited[k]
		}
	}
}

// tellMarks adds to each citation the others in its sentence.
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
	byFold      map[string]int // keys in small letters, which BibTeX treats as equal
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

// complete adds the marks of the text that point to references which no stated citation names.
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

// alike counts as cited whatever goes with a cited entry: one with the same key, since it is unknown which of the two
// is meant, and the entries from which it inherits.
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

// The minimum extent of the marks found in text before an entry without one is called uncited.
const (
	enoughEntries = 8   // case: TestUncitedNeedsCertainty
	enoughShare   = 0.8 // case: TestUncitedNeedsCertainty
)

// tells reports whether citations are known well enough to say that none points to an entry.
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

// foldedPart is how much text is normalised at a time, which is less than the maximum that is normalised at all.
const foldedPart = 2048

// mentions reports whether the text names the first author of a reference, which may then be cited in a way that is
// not recognised.
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

// Unread is what a text cites although no entry for it was read.
type Unread struct {
	First, Last int          // the least and the greatest number that is cited beyond those read, or 0 if there are none
	Place       biblio.Place // of the mark with the greatest number
	Keys        int          // the number of works to which the text links, if more than were read; else 0
}

// Unread holds the numbers and keys that the text cites against the entries read. It is empty if the document does not
// cite by numbers in brackets or by links.
func (a *Account) Unread() Unread {
	u := a.unreadNumbers()
	keys := map[string]bool{}
	for _, c := range a.Citations {
		if c.Ref == "" && c.Key != biblio.AllEntries {
			keys[c.Key] = true
		}
	}
	if !a.Stated && len(keys) > len(a.References) {
		u.Keys = len(keys)
	}
	return u
}

// The steps by which the numbers cited beyond a list may rise: a greater one is something else.
const (
	stepLeast = 3
	stepShare = 4 // a quarter of the numbers below
)

// unreadNumbers finds the numbers in brackets that are cited before the first or after the last of a numbered list.
func (a *Account) unreadNumbers() (u Unread) {
	x := newIndex(a.References)
	first, last := x.ends()
	if last == 0 || x.numbers*2 < len(a.References) || x.atLeast(plainShare, x.matching(a.Texts, bracketMark)) == nil {
		return u
	}
	at := map[int][2]int{} // number → text and offset of its first mark
	var beyond []int
	for t := range a.Texts {
		for _, span := range bracketMark.FindAllStringIndex(a.Texts[t].Body, -1) {
			for _, n := range x.strange(a.Texts[t].Body, span) {
				if _, seen := at[n]; !seen && (n < first || n > last) {
					at[n] = [2]int{t, span[0]}
					beyond = append(beyond, n)
				}
			}
		}
	}
	slices.Sort(beyond)
	reached := last
	for _, n := range beyond {
		if n > reached && n > reached+max(stepLeast, reached/stepShare) {
			break
		}
		u.First, u.Last, reached = cmp.Or(u.First, n), n, max(reached, n)
	}
	if place, ok := at[u.Last]; ok {
		if t := &a.Texts[place[0]]; t.At != nil {
			u.Place = t.At(place[1], place[1]+1)
		}
		u.Place.File = a.File
	}
	return u
}

func (x *index) ends() (first, last int) {
	for label := range x.byLabel {
		if n, err := strconv.Atoi(label); err == nil {
			last = max(last, n)
			if first == 0 || n < first {
				first = n
			}
		}
	}
	return first, last
}

// strange returns the numbers of a mark that no entry has. With a zero, with the same number twice, or after a sign of
// mathematics it is no mark.
func (x *index) strange(body string, span []int) []int {
	before := strings.TrimRight(body[:span[0]], " ")
	if before != "" && strings.ContainsAny(before[len(before)-1:], "=<>+*/^_({|") || strings.HasSuffix(before, "∈") {
		return nil
	}
	numbers := marked(body[span[0]:span[1]])
	if twice(numbers) || slices.Contains(numbers, "0") {
		return nil
	}
	var out []int
	for _, s := range numbers {
		if _, known := x.byLabel[s]; !known {
			n, _ := strconv.Atoi(s)
			out = append(out, n)
		}
	}
	return out
}
