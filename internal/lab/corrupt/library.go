package corrupt

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Library is a corpus from which works are drawn.
type Library struct {
	index  *index.Index
	random *metric.Random
	drawn  map[int]bool // works already drawn, by their lowest record
}

// NewLibrary returns a library over an index, which draws the same works for the same seed.
func NewLibrary(ix *index.Index, seed uint64) *Library {
	return &Library{index: ix, random: metric.NewRandom(seed), drawn: map[int]bool{}}
}

// Work is a real work: the record from which a reference is made, and every version of it in the corpus.
type Work struct {
	Key      string // stable name within the corpus
	Record   biblio.Record
	Versions []biblio.Record
	lowest   int
}

// richest is how many suitable works are examined for each one drawn; the one that states most fields is
// chosen.
const richest = 4

// tries bounds the search for suitable works.
const tries = 20000

// Draw returns a suitable work that has not been drawn before; ok is false if none was found.
func (l *Library) Draw(suits func(*biblio.Record) bool) (w Work, ok bool, err error) {
	best, most, seen := -1, -1, 0
	var kept biblio.Record
	for range tries {
		n := l.random.Intn(l.index.Len())
		r, err := l.index.Record(n)
		if err != nil {
			return w, false, err
		}
		if !Sound(&r) || suits != nil && !suits(&r) {
			continue
		}
		lowest, err := l.lowest(n)
		if err != nil {
			return w, false, err
		}
		if l.drawn[lowest] {
			continue
		}
		if stated := statedFields(&r); stated > most {
			best, most, kept = n, stated, r
		}
		if seen++; seen == richest {
			break
		}
	}
	if best < 0 {
		return w, false, nil
	}
	w, err = l.work(best, kept)
	l.drawn[w.lowest] = true
	return w, err == nil, err
}

// Other returns the record of any sound and suitable work, drawn or not, within a number of tries; nil if there
// is none.
func (l *Library) Other(tries int, suits func(*biblio.Record) bool) (*biblio.Record, error) {
	for range tries {
		r, err := l.index.Record(l.random.Intn(l.index.Len()))
		if err != nil {
			return nil, err
		}
		if Sound(&r) && (suits == nil || suits(&r)) {
			return &r, nil
		}
	}
	return nil, nil
}

// fieldOf returns the broad field of a record: the archive of its arXiv category, else a known venue; "" if
// neither is stated.
func fieldOf(r *biblio.Record) string {
	if cat, _, _ := strings.Cut(r.Extra["cat"], " "); cat != "" {
		archive, _, _ := strings.Cut(cat, ".")
		return archive
	}
	if c := normalise.ParseContainer(r.Container.Title); len(c.Venues) > 0 {
		return c.Venues[0]
	}
	return ""
}

func (l *Library) lowest(n int) (int, error) {
	list, err := l.index.Works(n)
	if err != nil || len(list) == 0 {
		return n, err
	}
	return slices.Min(list), nil
}

// work collects the versions of record n: those that the index joins, and every record with the same title and
// a common author.
func (l *Library) work(n int, r biblio.Record) (Work, error) {
	list, err := l.index.Works(n)
	if err != nil {
		return Work{}, err
	}
	hits, err := l.index.ByTitle(r.FullTitle())
	if err != nil {
		return Work{}, err
	}
	lowest := n
	if len(list) > 0 {
		lowest = slices.Min(list)
	}
	w := Work{Key: "w" + strconv.Itoa(lowest), Record: r, lowest: lowest}
	for _, h := range hits {
		if !slices.Contains(list, h.N) {
			list = append(list, h.N)
		}
	}
	names := familyNames(r.Authors())
	for _, i := range list {
		v, err := l.index.Record(i)
		if err != nil {
			return Work{}, err
		}
		if i == n || normalise.Jaccard(names, familyNames(v.Authors())) > 0 || len(v.Authors()) == 0 {
			w.Versions = append(w.Versions, v)
		}
	}
	return w, nil
}

// Holds reports whether the corpus has a record with the claim's title and a common author that is not a
// version of the work.
func (l *Library) Holds(claim *biblio.Flat, w *Work) (bool, error) {
	hits, err := l.index.ByTitle(claim.Title)
	if err != nil {
		return false, err
	}
	work := claim.Work()
	names := familyNames(work.Authors())
	for _, h := range hits {
		r, err := l.index.Record(h.N)
		if err != nil {
			return false, err
		}
		ours := slices.ContainsFunc(w.Versions, func(v biblio.Record) bool {
			return v.LocalID == r.LocalID && v.Source == r.Source
		})
		if !ours && normalise.Jaccard(names, familyNames(r.Authors())) > 0 {
			return true, nil
		}
	}
	return false, nil
}

// familyNames returns the folded family names of a list.
func familyNames(people []biblio.Contributor) []string {
	var list []string
	for _, p := range people {
		list = append(list, normalise.Text(cmp.Or(p.Family, p.Literal)))
	}
	return list
}

// Sound reports whether a reference can be made from a record: a paper with a title of several words, split
// names, a plausible year, and a container or a preprint's identifier.
func Sound(r *biblio.Record) bool {
	title, authors := r.FullTitle(), r.Authors()
	switch {
	case r.Status != biblio.StatusNormal, r.TitleCut, r.AuthorsCut, len(authors) == 0, len(authors) > 25,
		r.Issued.Year < 1950, r.Issued.Year > 2026:
		return false
	case r.Type == biblio.Proceedings, r.Type == biblio.Standard, r.Type == biblio.WebPage, r.Type == biblio.Software,
		r.Type == biblio.Review, r.Type == biblio.Book:
		return false
	case r.Container.Title == "" && r.Type != biblio.Preprint:
		return false
	case len(strings.Fields(title)) < 4 || len(title) > 220 || strings.ContainsAny(title, `\{}$^~"<>`) ||
		!utf8.ValidString(title):
		return false
	}
	for _, a := range authors {
		if a.Literal != "" || letters(a.Family) < 2 || letters(a.Given) < 1 || len(strings.Fields(a.Given)) > 4 ||
			strings.Contains(a.String(), ";") || strings.ContainsFunc(a.String(), func(c rune) bool {
			return !unicode.IsLetter(c) && !unicode.IsMark(c) && !strings.ContainsRune(" .-'’", c)
		}) {
			return false
		}
	}
	return true
}

func letters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// statedFields counts the fields that a record states.
func statedFields(r *biblio.Record) int {
	f := r.Flat()
	n := 0
	for _, field := range fieldsInOrder {
		if Value(&f, field) != "" {
			n++
		}
	}
	return n
}

// Claim returns what a faithful reference to a record says.
func Claim(r *biblio.Record) biblio.Flat {
	f := r.Flat()
	f.PMID, f.ISBN, f.Editors = "", "", nil
	f.Type = string(Kind(r))
	return f
}

// Kind returns the type of a record, guessed from its container if not stated.
func Kind(r *biblio.Record) biblio.Type {
	if r.Type != biblio.TypeUnknown {
		return r.Type
	}
	c := normalise.ParseContainer(r.Container.Title)
	switch {
	case c.IsZero() || c.Head == normalise.Preprints:
		return biblio.Preprint
	case c.Head == normalise.Conference, c.Track != normalise.Main, len(c.Venues) > 0 && c.Head != normalise.Journal:
		return biblio.PaperConference
	}
	return biblio.ArticleJournal
}

func (w *Work) String() string { return fmt.Sprintf("%s %q", w.Key, w.Record.FullTitle()) }
