package claimcheck

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Minimum lengths of a title that identifies a work.
const (
	tellingLetters = 20 // case: TestZotero
	tellingWords   = 3  // case: TestShared
)

// title is the title of a work in the form used to look for it. Spaces are left out, because first pages break words.
type title struct {
	full, main string // with and without the subtitle
	words      string // the full title with spaces
	authors    []biblio.Contributor
	telling    bool
	people     map[string]bool // words of the names of authors
}

func titleOf(w *biblio.Work) title {
	short := normalise.Title(w.Title)
	full := normalise.Title(w.FullTitle())
	t := title{authors: w.Authors(), full: squeeze(full), main: squeeze(short), words: full,
		telling: len(short) >= tellingLetters && len(strings.Fields(short)) >= tellingWords,
		people:  map[string]bool{"by": true, "von": true}}
	for _, c := range w.Authors() {
		for _, word := range strings.Fields(normalise.Title(c.Given + " " + c.Family)) {
			t.people[word] = true
		}
	}
	return t
}

// begins reports whether a text begins with the title, followed by nothing or by a name of its authors: "X: a
// survey" is not X.
func (t title) begins(s string) bool {
	rest, ok := strings.CutPrefix(s+" ", t.words+" ")
	next, _, _ := strings.Cut(rest, " ")
	return ok && (next == "" || t.people[next])
}

// withNames reports whether a block contains only the title and names of its authors.
func (t title) withNames(block string) bool {
	before, after, ok := strings.Cut(" "+block+" ", " "+t.words+" ")
	return ok && !slices.ContainsFunc(strings.Fields(before+" "+after), func(word string) bool { return !t.people[word] })
}

func squeeze(s string) string { return strings.ReplaceAll(s, " ", "") }

// titleAmong is how many sentences may precede a title: lines of a journal, a date, an address.
const titleAmong = 8

// reviews are words on the first page of a review of another work.
var reviews = []string{"bookreview", "rezension", "buchbesprechung", "reviewedwork"}

// answers are the words before the title in a paper about another paper.
var answers = []string{"comment on", "comments on", "commentary on", "reply to", "response to", "erratum",
	"corrigendum", "correction to", "retraction", "a note on", "discussion of", "review of", "supplement to",
	"supplementary", "appendix to"}

// prepare computes the forms in which a file is compared.
func (f *file) prepare() {
	f.begun = squeeze(strings.Join(f.Head, ""))
	f.shown = nil
	for i, block := range f.Blocks {
		if i == 0 || !answersAnother(f.Blocks[i-1]) {
			f.shown = append(f.shown, squeeze(block))
			if i+1 < len(f.Blocks) { // a subtitle in another size
				f.shown = append(f.shown, squeeze(block+f.Blocks[i+1]))
			}
		}
	}
	if f.Title != "" {
		f.shown = append(f.shown, squeeze(f.Title))
	}
	if len(f.IDs) == 0 && len(f.Blocks) > 0 { // a file name counts if the page has the title
		name := filepath.Base(f.Path)
		f.IDs = ident.Alone(ident.Find(strings.TrimSuffix(name, filepath.Ext(name))))
	}
}

// shows reports whether a file has the title as its own: set apart by its type, or at the start of one of its
// first sentences. Inside a sentence it may be another work's. A title without its subtitle counts if the
// subtitle is on the page.
func (f *file) shows(t title) bool {
	if t.full == "" || f.reviews(t) {
		return false
	}
	is := func(shown string) bool {
		return shown == t.full || shown == t.main && strings.Contains(f.begun, strings.TrimPrefix(t.full, t.main))
	}
	if f.Title != "" || len(f.Blocks) > 0 {
		return slices.ContainsFunc(f.shown, is) || slices.ContainsFunc(f.Blocks, t.withNames) || f.lines(t)
	}
	return slices.ContainsFunc(f.Head[:min(len(f.Head), titleAmong)], t.begins)
}

// Limits for a title in the lines of a first page.
const (
	titleTop   = 30 // lines in which it may begin
	titleLines = 8  // maximum of its own
	titleNear  = 3  // lines after it that may contain an author; case: TestShared
)

// lines reports whether separate lines contain the title, next to one with an author, whatever their size.
func (f *file) lines(t title) bool {
	if len(f.Blocks) == 0 || !t.telling {
		return false
	}
	for first := range f.Head[:min(len(f.Head), titleTop)] {
		end := f.spelt(first, t.full)
		if end < 0 || first > 0 && answersAnother(f.Head[first-1]) {
			continue
		}
		near := slices.Concat(f.Head[max(first-1, 0):first], f.Head[end:min(len(f.Head), end+titleNear)])
		if namesOne(near, t.authors) {
			return true
		}
	}
	return false
}

// spelt returns the index of the line after a title that begins with a line, -1 for none.
func (f *file) spelt(first int, full string) int {
	for i := first; i < min(len(f.Head), first+titleLines); i++ {
		rest, ok := strings.CutPrefix(full, squeeze(f.Head[i]))
		switch {
		case !ok || f.Head[i] == "":
			return -1
		case rest == "":
			return i + 1
		}
		full = rest
	}
	return -1
}

func answersAnother(line string) bool {
	return slices.ContainsFunc(answers, func(a string) bool {
		return strings.HasSuffix(line, a) || strings.HasPrefix(line, a)
	})
}

// showsIdentified reports whether a file has a title that an identifier supports: the subtitle may be missing
// on either side.
func (f *file) showsIdentified(t title) bool {
	return f.shows(t) || t.main != "" && !f.reviews(t) &&
		(slices.Contains(f.shown, t.main) || t.telling &&
			slices.ContainsFunc(f.shown, func(s string) bool { return strings.HasPrefix(s, t.full) }))
}

// reviews reports whether a first page calls itself a book review.
func (f *file) reviews(t title) bool {
	return slices.ContainsFunc(reviews, func(word string) bool {
		return strings.Contains(f.begun, word) && !strings.Contains(t.full, word)
	})
}

// noteNumber matches the number of a note after a name.
var noteNumber = lazy.Regexp(`(\pL)\d+\b`)

// namesOne reports whether an author is named in the lines. A short name only counts next to the given name.
func namesOne(lines []string, authors []biblio.Contributor) bool {
	return slices.ContainsFunc(authors, func(c biblio.Contributor) bool {
		name, given := normalise.Title(c.Family), normalise.Title(c.Given)
		return slices.ContainsFunc(lines, func(s string) bool {
			s = " " + noteNumber.ReplaceAllString(s, "$1") + " "
			if len(name) >= 3 {
				return strings.Contains(s, " "+name+" ")
			}
			return name != "" && len(given) >= 2 &&
				(strings.Contains(s, " "+given+" "+name+" ") || strings.Contains(s, " "+name+" "+given+" "))
		})
	})
}

// hint is what a reference manager says about a file.
type hint struct {
	title string
	ids   []ident.ID
	names []string // of authors, normalised
}

// hinted reports whether a reference manager assigns a file to a work and its first page has the title.
func (f *file) hinted(w *biblio.Work, t title) bool {
	h := f.hint
	if h == nil || h.title != t.full && h.title != t.main || f.reviews(t) || !strings.Contains(f.begun, t.full) {
		return false
	}
	return slices.ContainsFunc(w.IDs, func(id ident.ID) bool { return slices.Contains(h.ids, id) }) ||
		slices.ContainsFunc(w.Authors(), func(c biblio.Contributor) bool {
			return c.Family != "" && slices.Contains(h.names, normalise.Title(c.Family))
		})
}
