package reading

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
)

// index finds the references of a document by what marks name.
type index struct {
	refs    []biblio.Reference
	byLabel map[string]int // the label a list gives → reference; -1 for a label that two have
	byYear  map[int][]int  // year → references of it
	names   [][][]string   // of each reference, the folded words of its authors' family names
	letters []string       // of each reference, the letter behind its year: "a" of 2019a
	numbers int            // labels that are numbers
}

// LabelField is the extra field that holds the number or sign by which a list
// names an entry.
const LabelField = "label"

// ListField is the extra field that holds what list an entry is from, where that is
// FurtherReading: the text need not cite it.
const (
	ListField      = "list"
	FurtherReading = "further reading"
)

// further reports an entry of a list of further reading.
func further(r *biblio.Reference) bool { return r.Extra[ListField] == FurtherReading }

// maxNames bounds how many authors of an entry marks are compared with.
const maxNames = 8

func newIndex(refs []biblio.Reference) *index {
	x := &index{refs: refs, byLabel: map[string]int{}, byYear: map[int][]int{}, names: make([][][]string, len(refs)), letters: make([]string, len(refs))}
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
		if year := r.Claimed.Issued.Year; year != 0 && len(x.names[i]) > 0 {
			x.byYear[year] = append(x.byYear[year], i)
			x.letters[i] = yearLetter(r.Raw, r.Claimed.YearString())
		}
	}
	return x
}

// familyNames gives the folded words of the names by which text cites a work:
// its authors', else its editors'.
func familyNames(w *biblio.Work) [][]string {
	people := w.Authors()
	if len(people) == 0 {
		people = w.ByRole(biblio.Editor)
	}
	var names [][]string
	for _, p := range people[:min(len(people), maxNames)] {
		name := p.Family
		if name == "" {
			name = p.Literal
		}
		if words := strings.Fields(fold.Text(name)); len(words) > 0 {
			names = append(names, words)
		}
	}
	return names
}

// yearLetter gives the small letter that stands directly behind a year.
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
