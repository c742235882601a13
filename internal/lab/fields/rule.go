package fields

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// rule is how one field is compared.
type rule struct {
	states   func(c *Claim) bool
	same     func(c *Claim, w *biblio.Work, strict Strictness) bool
	overlaps func(c *Claim, w *biblio.Work) bool
}

// rules are in the order of Names.
var rules = [count]rule{
	entryType: {func(c *Claim) bool { return c.Kind != "" }, sameKind, relatedKind},
	author:    {func(c *Claim) bool { return len(c.Work.Authors()) > 0 }, sameAuthors, someAuthors},
	title:     {func(c *Claim) bool { return c.Work.FullTitle() != "" }, sameTitle, likeTitle},
	year:      {func(c *Claim) bool { return c.Work.Issued.Year != 0 }, sameYear, nextYear},
	venue:     {func(c *Claim) bool { return len(containers(&c.Work)) > 0 }, sameVenue, likeVenue},
	volume: {func(c *Claim) bool { return c.Work.Volume != "" },
		sameText(func(w *biblio.Work) string { return w.Volume }), likeText(func(w *biblio.Work) string { return w.Volume })},
	number: {func(c *Claim) bool { return c.Work.Issue != "" }, sameText(func(w *biblio.Work) string { return w.Issue }),
		likeText(func(w *biblio.Work) string { return w.Issue })},
	pages: {func(c *Claim) bool { return c.Work.Pages != "" }, samePages, likePages},
	doi:   {func(c *Claim) bool { return !c.Work.ID(ident.DOI).IsZero() }, sameDOI, preprintDOI},
}

// kindOf returns the entry type of a work.
func kindOf(w *biblio.Work) string { return entry.Kind(w.Type) }

// oneKind maps entry types to types with the same meaning.
var oneKind = map[string]string{"conference": "inproceedings", "inbook": "incollection", "mastersthesis": "phdthesis",
	"thesis": "phdthesis", "report": "techreport", "online": "misc", "unpublished": "misc", "electronic": "misc"}

func canonical(kind string) string {
	if k := oneKind[kind]; k != "" {
		return k
	}
	return kind
}

func sameKind(c *Claim, w *biblio.Work, _ Strictness) bool {
	// "@article{…, journal = {arXiv preprint …}}"
	if w.Type == biblio.Preprint && c.Kind == "article" && preprintContainer(&c.Work) {
		return true
	}
	return canonical(c.Kind) == canonical(kindOf(w))
}

// relatedKinds are types that describe one work imprecisely but not wrongly.
var relatedKinds = [][2]string{{"article", "inproceedings"}, {"inproceedings", "incollection"},
	{"inproceedings", "proceedings"}, {"incollection", "book"}, {"techreport", "article"}, {"book", "proceedings"},
	{"techreport", "phdthesis"}}

func relatedKind(c *Claim, w *biblio.Work) bool {
	a, b := canonical(c.Kind), canonical(kindOf(w))
	if a == "misc" || b == "misc" {
		return true
	}
	return slices.Contains(relatedKinds, [2]string{a, b}) || slices.Contains(relatedKinds, [2]string{b, a})
}

// families returns the folded family names in order, without particles.
func families(w *biblio.Work) []string {
	var list []string
	for _, c := range w.Authors() {
		n := normalise.NewName(c.Given, c.Particle, c.Family, c.Literal)
		list = append(list, strings.Join(n.Family, " "))
	}
	return list
}

func sameAuthors(c *Claim, w *biblio.Work, strict Strictness) bool {
	a, b := families(&c.Work), families(w)
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	if strict == FirstAuthor {
		return a[0] == b[0]
	}
	if w.AuthorsCut && len(a) > len(b) {
		a = a[:len(b)]
	}
	if strict == AuthorSet {
		slices.Sort(a)
		slices.Sort(b)
	}
	return slices.Equal(a, b) && (!c.Work.AuthorsCut || w.AuthorsCut)
}

// someAuthors reports whether lists share a name: cut, reordered, with names added or replaced.
func someAuthors(c *Claim, w *biblio.Work) bool {
	return normalise.Jaccard(families(&c.Work), families(w)) > 0
}

func sameTitle(c *Claim, w *biblio.Work, _ Strictness) bool {
	return normalise.Title(c.Work.FullTitle()) == normalise.Title(w.FullTitle())
}

// partialTitle is the share of common words at which a title counts as the same in other words.
const partialTitle = 0.5

func likeTitle(c *Claim, w *biblio.Work) bool {
	a, b := c.Work.FullTitle(), w.FullTitle()
	for _, pair := range [][2]string{{a, b}, {b, a}} { // a missing subtitle
		if main, _, ok := normalise.SplitSubtitle(pair[0]); ok && normalise.Title(main) == normalise.Title(pair[1]) {
			return true
		}
	}
	return normalise.Jaccard(normalise.Significant(normalise.Words(a)),
		normalise.Significant(normalise.Words(b))) >= partialTitle ||
		normalise.Similarity(normalise.Title(a), normalise.Title(b)) >= 85
}

func sameYear(c *Claim, w *biblio.Work, _ Strictness) bool {
	return w.Issued.Year != 0 && c.Work.Issued.Year == w.Issued.Year
}

func nextYear(c *Claim, w *biblio.Work) bool {
	d := c.Work.Issued.Year - w.Issued.Year
	return w.Issued.Year != 0 && (d == 1 || d == -1)
}

// containers returns the names of the container of a work; an arXiv id without a
// container names arXiv.
func containers(w *biblio.Work) []string {
	var list []string
	for _, name := range []string{w.Container.Title, w.Container.Short} {
		if name != "" {
			list = append(list, name)
		}
	}
	if len(list) == 0 && !w.ID(ident.ArXiv).IsZero() {
		list = append(list, "arXiv")
	}
	return list
}

func preprintContainer(w *biblio.Work) bool {
	for _, name := range containers(w) {
		if c := normalise.ParseContainer(name); c.Head == normalise.Preprints {
			return true
		}
	}
	return false
}

func venueLikeness(c *Claim, w *biblio.Work) normalise.Likeness {
	best := normalise.OtherContainer
	for _, a := range containers(&c.Work) {
		x := normalise.ParseContainer(a)
		for _, b := range containers(w) {
			y := normalise.ParseContainer(b)
			best = max(best, normalise.CompareContainers(&x, &y))
		}
	}
	return best
}

func sameVenue(c *Claim, w *biblio.Work, _ Strictness) bool {
	return venueLikeness(c, w) >= normalise.AliasOf
}

// likeVenue reports whether a venue is the series of the volume, another track of the conference, or a name
// that contains or is contained in the other.
func likeVenue(c *Claim, w *biblio.Work) bool {
	if like := venueLikeness(c, w); like == normalise.SeriesOf || like == normalise.OtherTrack {
		return true
	}
	for _, a := range containers(&c.Work) {
		for _, b := range containers(w) {
			x, y := normalise.Text(a), normalise.Text(b)
			if len(x) > 3 && len(y) > 3 && (strings.HasPrefix(x, y+" ") || strings.HasPrefix(y, x+" ")) {
				return true
			}
		}
	}
	return false
}

// knownVenue reports whether a container exists.
func knownVenue(c *Claim) bool {
	return slices.ContainsFunc(containers(&c.Work), normalise.KnownContainer)
}

func sameText(of func(*biblio.Work) string) func(*Claim, *biblio.Work, Strictness) bool {
	return func(c *Claim, w *biblio.Work, _ Strictness) bool {
		a, b := plainNumber(of(&c.Work)), plainNumber(of(w))
		return b != "" && a == b
	}
}

// likeText returns a function that reports whether one text is a part of the other: "12" of "12A", "3" of
// "3-4".
func likeText(of func(*biblio.Work) string) func(*Claim, *biblio.Work) bool {
	return func(c *Claim, w *biblio.Work) bool {
		a, b := strings.Fields(plainNumber(of(&c.Work))), strings.Fields(plainNumber(of(w)))
		return len(a)+len(b) > 2 && normalise.Jaccard(a, b) > 0
	}
}

func plainNumber(s string) string {
	t := strings.TrimLeft(normalise.Text(s), "0")
	for _, label := range []string{"vol ", "volume ", "no ", "number ", "issue "} {
		t = strings.TrimPrefix(t, label)
	}
	return t
}

func samePages(c *Claim, w *biblio.Work, _ Strictness) bool {
	a, b := normalise.ParsePages(c.Work.Pages), normalise.ParsePages(w.Pages)
	return !b.IsZero() && a == b
}

// likePages reports whether ranges overlap or have the same first page.
func likePages(c *Claim, w *biblio.Work) bool {
	a, b := normalise.ParsePages(c.Work.Pages), normalise.ParsePages(w.Pages)
	if b.IsZero() || a.IsZero() {
		return false
	}
	if a.First == b.First {
		return true
	}
	from, to, ok := span(a)
	low, high, fine := span(b)
	return ok && fine && a.Prefix == b.Prefix && from <= high && low <= to
}

func span(p normalise.Pages) (from, to int, ok bool) {
	from, err := strconv.Atoi(p.First)
	if err != nil {
		return 0, 0, false
	}
	to, err = strconv.Atoi(p.Last)
	if err != nil {
		to = from
	}
	return from, to, from <= to
}

func sameDOI(c *Claim, w *biblio.Work, _ Strictness) bool {
	id := c.Work.ID(ident.DOI)
	return slices.ContainsFunc(w.IDs, func(other ident.ID) bool {
		return other.Scheme == ident.DOI && (other == id || slices.Contains(other.Aliases(), id))
	})
}

// preprintDOI reports whether a DOI is that of the work's preprint while the truth has that of its publication.
func preprintDOI(c *Claim, w *biblio.Work) bool {
	id := c.Work.ID(ident.DOI)
	return slices.ContainsFunc(w.IDs, func(other ident.ID) bool {
		return other.Scheme == ident.ArXiv && (slices.Contains(id.Aliases(), other) || slices.Contains(other.Aliases(), id))
	})
}
