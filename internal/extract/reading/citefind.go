package reading

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// Text is running text outside the reference lists: a paragraph, or the joined lines of a column.
type Text struct {
	Body    string
	Section string                            // the heading above it, or "" if there is none
	Raised  []biblio.Span                     // raised numbers in Body
	At      func(start, end int) biblio.Place // the place of a part of Body
}

// mark is a found mark: a part of a text, and the references that it names.
type mark struct {
	text       int // which of the texts
	start, end int
	refs       []int
}

// The share of a list's labels that one kind of mark has to name before it counts as the kind used in the document.
const (
	plainShare   = 0.3 // numbers in square brackets, which rarely mean anything else; case: TestCitedNumbers
	strangeShare = 0.6 // raised numbers and numbers in round brackets, which mean much else; case: TestCitedNumbers
)

// findCitations returns the citations in running text: numbers in brackets or raised, labels in brackets, or names
// with a year, depending on the lists. Ref is filled in; a mark that no reference fits, or several fit equally, is
// left out.
func findCitations(texts []Text, refs []biblio.Reference) []biblio.Citation {
	x := newIndex(refs)
	var marks []mark
	strange := true
	if len(x.byLabel)*2 > len(refs) && len(x.byLabel) > 2 {
		marks, strange = x.labelled(texts)
	}
	if strange { // raised numbers may belong to notes
		if named := x.named(texts); distinct(named) >= distinct(marks) {
			marks = named
		}
	}
	var list []biblio.Citation
	for _, m := range marks {
		t := &texts[m.text]
		c := biblio.Citation{Mark: OneLine(t.Body[m.start:m.end]), Section: t.Section}
		c.Context, c.At = Surroundings(t.Body, m.start, m.end)
		if t.At != nil {
			c.Place = t.At(m.start, m.end)
		}
		for _, i := range m.refs {
			if len(list) == MaxCitations {
				return list
			}
			c.Ref, c.Key = refs[i].ID, cmp.Or(refs[i].Key, refs[i].Extra[LabelField])
			list = append(list, c)
		}
	}
	return list
}

// labelled returns the marks that name labels, in the kind used in the document, or nil if there are none. strange
// says that this kind often means something else.
func (x *index) labelled(texts []Text) (marks []mark, strange bool) {
	if x.numbers*2 < len(x.byLabel) {
		marks = x.atLeast(plainShare, x.signs(texts))
		return marks, marks == nil
	}
	for _, way := range []struct {
		find  func([]Text) []mark
		share float64
	}{{func(t []Text) []mark { return x.matching(t, bracketMark) }, plainShare}, {x.raised, strangeShare},
		{func(t []Text) []mark { return x.matching(t, roundMark) }, strangeShare}} {
		if marks := x.atLeast(way.share, way.find(texts)); marks != nil {
			return marks, way.share > plainShare
		}
	}
	return nil, true
}

func distinct(marks []mark) int {
	named := map[int]bool{}
	for _, m := range marks {
		for _, i := range m.refs {
			named[i] = true
		}
	}
	return len(named)
}

// atLeast returns marks if they name at least the given share of all labels.
func (x *index) atLeast(share float64, marks []mark) []mark {
	if float64(distinct(marks)) < share*float64(len(x.byLabel)) {
		return nil
	}
	return marks
}

func (x *index) refsOf(labels []string) []int {
	var list []int
	for _, label := range labels {
		if i, ok := x.byLabel[label]; ok && i >= 0 && !slices.Contains(list, i) {
			list = append(list, i)
		}
	}
	return list
}

// index finds the references of a document by what marks name.
type index struct {
	refs    []biblio.Reference
	byLabel map[string]int // label in a list → reference; -1 for a label that two have
	years   map[int]bool   // of all references
	byName  map[nameInYear][]int
	names   [][][]string // for each reference, the normalised words of its authors' family names
	twins   map[int]bool // references that no mark tells from a later one
	letters []string     // for each reference, the letter after its year: "a" of 2019a
	numbers int          // number of labels that are numbers
}

// nameInYear is the last word of the first family name of a reference, and its year.
type nameInYear struct {
	year int
	last string
}

// PartOf is the extra field for the key under which a work appears together with another.
const PartOf = "part-of"

// LabelField is the extra field for the number or sign that a list puts before an entry.
const LabelField = biblio.LabelField

// ListField is the extra field for the list an entry is from, if that is FurtherReading: the text need not cite it.
const (
	ListField      = "list"
	FurtherReading = "further reading"
)

func further(r *biblio.Reference) bool { return r.Extra[ListField] == FurtherReading }

// maxNames bounds the number of an entry's authors with which marks are compared.
const maxNames = 8

func newIndex(refs []biblio.Reference) *index {
	x := &index{refs: refs, byLabel: map[string]int{}, years: map[int]bool{}, byName: map[nameInYear][]int{},
		names: make([][][]string, len(refs)), twins: map[int]bool{}, letters: make([]string, len(refs))}
	alike := map[string]int{}
	for i := range refs {
		r := &refs[i]
		if label := r.Extra[LabelField]; label != "" {
			if _, twice := x.byLabel[label]; twice {
				x.byLabel[label] = -1
			} else {
				x.byLabel[label] = i
			}
			if strings.Trim(label, "0123456789") == "" {
				x.numbers++
			}
		}
		x.names[i] = familyNames(&r.Claimed)
		year := r.Claimed.Issued.Year
		if year == 0 || len(x.names[i]) == 0 {
			continue
		}
		x.years[year] = true
		x.letters[i] = yearLetter(r.Raw, r.Claimed.YearString())
		mark := fmt.Sprint(year, x.letters[i], x.names[i], r.Claimed.AuthorsCut)
		if twin, twice := alike[mark]; twice {
			x.twins[twin] = true
			continue
		}
		alike[mark] = i
		first := x.names[i][0]
		key := nameInYear{year, first[len(first)-1]}
		x.byName[key] = append(x.byName[key], i)
	}
	return x
}

// familyNames returns the normalised words of the names by which text cites a work: its authors', or else its
// editors'.
func familyNames(w *biblio.Work) [][]string {
	people := w.People()
	var names [][]string
	for _, p := range people[:min(len(people), maxNames)] {
		if words := strings.Fields(normalise.Text(cmp.Or(p.Family, p.Literal))); len(words) > 0 {
			names = append(names, words)
		}
	}
	return names
}

func yearLetter(raw, year string) string {
	for at := 0; year != ""; {
		n := strings.Index(raw[at:], year)
		if n < 0 {
			break
		}
		at += n + len(year)
		if at < len(raw) && raw[at] >= 'a' && raw[at] <= 'z' && (at+1 == len(raw) || !isLetter(raw[at+1])) {
			return raw[at : at+1]
		}
	}
	return ""
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 }

// The notations for numbers of entries. A number may be followed by the part of the entry that is meant: "[3, p. 5]".
var (
	bracketMark = lazy.Regexp(`[\[［【]\s*(?:(?i:(?:` +
		words.Pattern(words.See, words.Lead) + `)\.?,?\s+))*\d{1,5}(?:\s*[,;–—-]\s*\d{1,5})*\s*(?:,\s*(?i:(?:` +
		words.Pattern(words.Pages, words.Volume) + `|ch)\.|chap|sec|th|§|fig|eq|lem|prop|app)[^\[\]]{0,60})?[\]］】]`)
	roundMark = lazy.Regexp(`\(\d{1,5}(?:\s*[,;–—-]\s*\d{1,5})*\)`)
	signMark  = lazy.Regexp(`\[[\p{L}][^\[\]]{1,200}\]`)
	dashes    = strings.NewReplacer("—", "-", "–", "-")
)

// matching returns marks such as "[3, 5–7]" and "(3, 5–7)".
func (x *index) matching(texts []Text, pattern *lazy.Pattern) []mark {
	var marks []mark
	for t := range texts {
		body := texts[t].Body
		for _, at := range pattern.FindAllStringIndex(body, -1) {
			numbers := marked(body[at[0]:at[1]])
			if twice(numbers) && !strings.ContainsFunc(body[at[0]:at[1]], unicode.IsLetter) { // code, a matrix: "At[1, 1]"
				continue
			}
			if refs := x.refsOf(numbers); refs != nil {
				marks = append(marks, mark{t, at[0], at[1], refs})
			}
		}
	}
	return marks
}

// marked returns the numbers in a mark: 1 and 2 in "[see 1, p. 5; 2, p. 7]".
func marked(mark string) (numbers []string) {
	inside := strings.Trim(mark, "[]［］【】() ")
	inside = inside[max(0, strings.IndexAny(inside, "0123456789")):]
	for _, part := range strings.Split(inside, ";") {
		if cut := strings.IndexFunc(part, func(r rune) bool {
			return r > '9' && r != '–' && r != '—' || r == '.'
		}); cut >= 0 {
			part = part[:cut]
		}
		numbers = append(numbers, markNumbers(dashes.Replace(part))...)
	}
	return numbers
}

func twice(numbers []string) bool {
	return len(slices.Compact(slices.Sorted(slices.Values(numbers)))) < len(numbers)
}

// raised returns marks such as "³" or raised "3,5-7".
func (x *index) raised(texts []Text) []mark {
	var marks []mark
	for t := range texts {
		for _, span := range texts[t].Raised {
			if refs := x.refsOf(markNumbers(dashes.Replace(texts[t].Body[span.Start:span.End]))); refs != nil {
				marks = append(marks, mark{t, span.Start, span.End, refs})
			}
		}
	}
	return marks
}

// signs returns marks such as "[Knu84, ABC+20]".
func (x *index) signs(texts []Text) []mark {
	var marks []mark
	for t := range texts {
		body := texts[t].Body
		for _, at := range signMark.FindAllStringIndex(body, -1) {
			labels := strings.FieldsFunc(body[at[0]+1:at[1]-1], func(r rune) bool { return r == ',' || r == ';' })
			for i := range labels {
				labels[i] = strings.TrimSpace(labels[i])
			}
			if refs := x.refsOf(labels); refs != nil {
				marks = append(marks, mark{t, at[0], at[1], refs})
			}
		}
	}
	return marks
}
