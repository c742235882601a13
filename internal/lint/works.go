package lint

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// each calls f for the findings of all files.
func each(files []File, f func(file *File, finding *audit.Finding)) {
	for i := range files {
		for j := range files[i].Findings {
			f(&files[i], &files[i].Findings[j])
		}
	}
}

// on returns a new remark on a reference.
func on(file *File, ref *biblio.Reference, rule, format string, args ...any) Remark {
	r := Remark{Rule: rule, File: file.Name, Line: ref.Place.Line, Key: ref.Key, Message: fmt.Sprintf(format, args...)}
	if r.Line == 0 {
		r.Within = ref.Place.Within()
	}
	return r
}

// name returns the key of a reference, or else its place.
func name(ref *biblio.Reference) string {
	if ref.Key != "" {
		return ref.Key
	}
	if ref.Place.Line > 0 {
		return fmt.Sprintf("the entry in line %d", ref.Place.Line)
	}
	return ref.ID
}

// maxAlike bounds how many entries with the same title are compared with each other.
const maxAlike = 20

// works remarks on works that appear twice, and on retractions and other notices.
func (l *linter) works(files []File) {
	byTitle := map[string][]*audit.Finding{}
	byID := map[ident.ID]*audit.Finding{}
	keys := map[string]*biblio.Reference{}
	each(files, func(file *File, f *audit.Finding) {
		ref := &f.Reference
		for _, n := range f.Verdict.Notices {
			if what := judge.RemarkOf(n.Rule); what.Unreliable() || what == judge.Appeared {
				l.add(on(file, ref, n.Rule, "%s", n.Message))
			}
		}
		if first := keys[ref.Key]; ref.Key != "" && first != nil {
			l.add(on(file, ref, "duplicate-key", "the key is already used in %s:%d", first.Place.File, first.Place.Line))
		} else if ref.Key != "" {
			keys[ref.Key] = ref
		}
		if l.twin(file, f, byTitle, byID) {
			return
		}
		title := titleKey(&ref.Claimed)
		if title != "" && len(byTitle[title]) < maxAlike {
			byTitle[title] = append(byTitle[title], f)
		}
		for _, id := range identifying(&ref.Claimed) {
			if byID[id] == nil {
				byID[id] = f
			}
		}
	})
}

// twin remarks on an entry that repeats an earlier one.
func (l *linter) twin(file *File, f *audit.Finding, byTitle map[string][]*audit.Finding,
	byID map[ident.ID]*audit.Finding) bool {
	ref := &f.Reference
	for _, id := range identifying(&ref.Claimed) {
		other := byID[id]
		switch {
		case other == nil:
		case alike(&ref.Claimed, &other.Reference.Claimed):
			return l.same(file, ref, &other.Reference, ofOneID(id, ref, &other.Reference))
		case ref.Claimed.Title != "" && other.Reference.Claimed.Title != "" &&
			titleKey(&ref.Claimed) != titleKey(&other.Reference.Claimed) && !partOf(&ref.Claimed, &other.Reference.Claimed):
			l.add(on(file, ref, "shared-identifier", "%s is also that of %s, which has another title", id,
				name(&other.Reference)))
		}
	}
	for _, other := range byTitle[titleKey(&ref.Claimed)] {
		a, b := &ref.Claimed, &other.Reference.Claimed
		switch {
		case distinct(a, b) || !match.SameWork(a, b) || len(a.Authors()) == 0 || len(b.Authors()) == 0:
		case shareAuthors(a, b):
			if how := related(ref, &other.Reference); how != unrelated {
				return l.same(file, ref, &other.Reference, how)
			}
		case authorsShared(a, b) == 0 && len(normalise.Words(a.FullTitle())) >= tellingTitle:
			l.add(on(file, ref, "same-title", "the same title as %s, by other people", name(&other.Reference)))
			return true
		}
	}
	return false
}

// tellingTitle is the number of words at which two works by different people hardly ever share a title.
const tellingTitle = 5 // case: TestRules

// shareAuthors reports whether two works share at least half of the authors of the one with fewer authors.
func shareAuthors(a, b *biblio.Work) bool {
	return 2*authorsShared(a, b) >= max(1, min(len(a.Authors()), len(b.Authors())))
}

func authorsShared(a, b *biblio.Work) int { return match.NewClaim(a).Shared(b) }

// same remarks that two entries cite one work: one version of it, or two.
func (l *linter) same(file *File, ref, first *biblio.Reference, how relation) bool {
	if l.pair != nil {
		l.pair(ref, first, how)
	}
	if ref.Key != "" && ref.Key == first.Key { // reported already
		return true
	}
	rule, what := "duplicate", "the same work as"
	if how == version {
		rule, what = "duplicate-version", "another version of"
	}
	where := ""
	if first.Place.File != ref.Place.File {
		where = " in " + first.Place.File
	}
	r := on(file, ref, rule, "%s %s%s", what, name(first), where)
	if where == "" && how != version {
		r.Twin = first.Key
	}
	l.add(r)
	return true
}

// identifying returns the identifiers that only one work has.
func identifying(w *biblio.Work) []ident.ID {
	var list []ident.ID
	for _, id := range w.IDs {
		switch id.Scheme {
		case ident.DOI, ident.ArXiv, ident.PMID, ident.PMCID, ident.ACL:
			if sound, ok := ident.ParseAs(id.Scheme, id.Value); ok && sound == id {
				list = append(list, id)
			}
		}
	}
	return list
}

// titleKey returns a form that is equal for equal titles, "" for a title too short to identify a work.
func titleKey(w *biblio.Work) string {
	key := normalise.Squash(normalise.Title(w.FullTitle()))
	if len(key) < 12 || len(strings.Fields(normalise.Title(w.FullTitle()))) < 2 {
		return ""
	}
	return key
}

// alike reports whether two entries with the same identifier cite one work: nothing in their titles says otherwise.
func alike(a, b *biblio.Work) bool {
	if a.Title == "" || b.Title == "" {
		return !distinct(a, b)
	}
	same := shareAuthors(a, b) && titleKey(a) != "" && titleKey(a) == titleKey(b) // whatever the pages are
	if !same && distinct(a, b) || partOf(a, b) {
		return false
	}
	x, y := normalise.Words(a.FullTitle()), normalise.Words(b.FullTitle())
	return normalise.Jaccard(x, y) >= 0.5 ||
		normalise.Similarity(normalise.Title(a.FullTitle()), normalise.Title(b.FullTitle())) >= 80
}

// partOf reports whether one of two entries is the container of the other, which has the container's identifier.
func partOf(a, b *biblio.Work) bool {
	for _, pair := range [][2]*biblio.Work{{a, b}, {b, a}} {
		container := normalise.Title(pair[0].Container.Title)
		if container != "" && container == normalise.Title(pair[1].FullTitle()) {
			return true
		}
	}
	whole := func(w *biblio.Work) bool {
		return w.Type == biblio.Chapter || w.Type == biblio.Entry || w.Type == biblio.Book || w.Type == biblio.Proceedings
	}
	return whole(a) && whole(b) && normalise.Title(a.FullTitle()) != normalise.Title(b.FullTitle())
}

// distinct reports whether two entries with the same title state different parts, editions or volumes, or are
// of different kinds on purpose.
func distinct(a, b *biblio.Work) bool {
	differ := func(x, y string) bool { return x != "" && y != "" && normalise.Text(x) != normalise.Text(y) }
	sameContainer := normalise.Title(a.Container.Title) == normalise.Title(b.Container.Title)
	return differ(a.Edition, b.Edition) || sameContainer && differ(a.Volume, b.Volume) || sameContainer &&
		differ(a.Pages, b.Pages) && !normalise.ParsePages(a.Pages).IsZero() && firstPage(a.Pages) != firstPage(b.Pages) ||
		a.Type == biblio.Book && b.Type == biblio.Book && a.Issued.Year != 0 && b.Issued.Year != 0 &&
			a.Issued.Year != b.Issued.Year
}

func firstPage(pages string) string {
	fields := strings.FieldsFunc(pages, func(r rune) bool {
		return !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
	})
	if len(fields) == 0 {
		return ""
	}
	return fields[0]
}

// unknownContainer returns a stand-in for the container of an entry whose macro is not defined anywhere, "" for
// others.
func unknownContainer(ref *biblio.Reference) string {
	if ref.Claimed.Container.Title != "" {
		return ""
	}
	for _, name := range bibfield.Named(bibfield.Journal, bibfield.BookTitle) {
		if macro := ref.Extra[name]; macro != "" {
			return macro
		}
	}
	return ""
}

// relation is how two entries with the same title and authors are related.
type relation int

const (
	unrelated relation = iota
	version            // two versions of one work
	oneWork
)

// family is a group of types: entries of two families cite two works.
type family int

const (
	anyFamily family = iota // a type that tells nothing
	paper
	book
	thesis
	program
)

var families = map[biblio.Type]family{
	biblio.ArticleJournal: paper, biblio.PaperConference: paper, biblio.Chapter: paper, biblio.Preprint: paper,
	biblio.Report: paper,
	biblio.Review: paper, biblio.Entry: paper, biblio.ArticleNews: paper, biblio.ArticleMagazine: paper,
	biblio.Book: book, biblio.Proceedings: book, biblio.Thesis: thesis, biblio.Software: program, biblio.Dataset: program,
}

// ofOneID returns how two entries with the same title and identifier are related: one work, unless one cites
// its preprint.
func ofOneID(id ident.ID, one, other *biblio.Reference) relation {
	if versions(one, other) &&
		(id.Scheme == ident.ArXiv || match.CitesPreprint(&one.Claimed) != match.CitesPreprint(&other.Claimed)) {
		return version
	}
	return oneWork
}

// related returns how two entries with the same title and authors are related, by their types, containers,
// identifiers, pages and years.
func related(one, other *biblio.Reference) relation {
	a, b := &one.Claimed, &other.Claimed
	x, y := families[a.Type], families[b.Type]
	pages := firstPage(a.Pages) != "" && firstPage(a.Pages) == firstPage(b.Pages)
	years := a.Issued.Year == b.Issued.Year || a.Issued.Year == 0 || b.Issued.Year == 0
	switch {
	case x != y && x != anyFamily && y != anyFamily:
		return unrelated
	case (a.Type == biblio.Entry || b.Type == biblio.Entry) && versions(one, other):
		return unrelated
	case versions(one, other), otherIDs(a, b), (a.Type == biblio.Report) != (b.Type == biblio.Report) &&
		x == paper && y == paper:
		return version
	case years || pages && x == paper:
		return oneWork
	case x == paper || y == paper:
		return version
	}
	return unrelated
}

// otherIDs reports whether two entries have identifiers of the same scheme but none in common.
func otherIDs(a, b *biblio.Work) bool {
	differ := false
	for _, id := range identifying(a) {
		for _, also := range identifying(b) {
			if id == also {
				return false
			}
			differ = differ || id.Scheme == also.Scheme
		}
	}
	return differ
}

// versions reports whether two entries of one work cite different versions: they state different containers, or
// only one is a preprint.
func versions(one, other *biblio.Reference) bool {
	a, b := &one.Claimed, &other.Claimed
	if x, y := unknownContainer(one), unknownContainer(other); x != "" && y != "" && x != y {
		return true
	}
	if match.CitesPreprint(a) != match.CitesPreprint(b) {
		return true
	}
	x, y := normalise.ParseContainer(a.Container.Title), normalise.ParseContainer(b.Container.Title)
	return !x.IsZero() && !y.IsZero() && normalise.CompareContainers(&x, &y) < normalise.SeriesOf &&
		normalise.CompareContainers(&y, &x) < normalise.SeriesOf
}

// keys remarks on cited keys that are missing, and on entries that are not cited. Entries from which others
// inherit need no citation.
func (l *linter) keys(files []File) {
	if l.opt.Cited == nil {
		return
	}
	defined, parents := map[string]bool{}, map[string]bool{}
	for i := range files {
		if files[i].Bib != nil {
			collectParents(files[i].Bib, parents, defined)
		}
	}
	each(files, func(file *File, f *audit.Finding) {
		key := f.Reference.Key
		defined[key] = true
		cited := l.opt.Cited["*"] || l.opt.Cited[key] ||
			slices.ContainsFunc(strings.Split(f.Reference.Extra["ids"], ","), func(other string) bool {
				return l.opt.Cited[strings.TrimSpace(other)]
			})
		if key != "" && !cited && !parents[strings.ToLower(key)] {
			l.add(on(file, &f.Reference, "uncited-key", "none of the given texts cites it"))
		}
	})
	for _, key := range slices.Sorted(maps.Keys(l.opt.Cited)) {
		if key != "*" && !defined[key] && !l.opt.Elsewhere[key] {
			l.add(Remark{Rule: "undefined-key", Key: key, Message: "cited, and no entry has this key" + otherCase(key, defined)})
		}
	}
}

// otherCase returns a defined key that differs only in case.
func otherCase(key string, defined map[string]bool) string {
	best := ""
	for have := range defined {
		if strings.EqualFold(have, key) && (best == "" || have < best) {
			best = have
		}
	}
	if best == "" {
		return ""
	}
	return "; there is " + best
}

// SameWorks returns the pairs of references, the later one first, that rule "duplicate" says are of one work,
// and those that share their key too. No lookup is needed.
func SameWorks(refs []biblio.Reference) [][2]int {
	file := File{Findings: make([]audit.Finding, len(refs))}
	number := map[*biblio.Reference]int{}
	for i := range refs {
		file.Findings[i].Reference = refs[i]
		number[&file.Findings[i].Reference] = i
	}
	var pairs [][2]int
	l := &linter{opt: Options{Only: []string{"duplicate"}}}
	l.pair = func(ref, first *biblio.Reference, how relation) {
		if how == oneWork {
			pairs = append(pairs, [2]int{number[ref], number[first]})
		}
	}
	l.works([]File{file})
	return pairs
}
