package lint

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// maxContainers bounds the distinct names that are compared with each other.
const maxContainers = 400

// containerName is one of the ways in which the files write the name of a journal.
type containerName struct {
	text  string
	form  normalise.Container
	count int
	file  *File
	at    *biblio.Reference // where it appears first
}

// containers remarks on journals that the files write in several ways, at the first use of a rarer way.
func (l *linter) containers(files []File) {
	var names []*containerName
	index := map[string]*containerName{}
	each(files, func(file *File, f *audit.Finding) {
		w := &f.Reference.Claimed
		text := w.Container.Title
		// otherwise volume and pages are in the name too
		if w.Type != biblio.ArticleJournal || text == "" || strings.ContainsAny(text, "0123456789") {
			return
		}
		n := index[text]
		if n == nil {
			if len(names) >= maxContainers {
				return
			}
			n = &containerName{text: text, form: normalise.ParseContainer(text), file: file, at: &f.Reference}
			index[text], names = n, append(names, n)
		}
		n.count++
	})
	for i, n := range names {
		var best *containerName
		for j, other := range names {
			if i == j || !rarer(n, other, i > j) || best != nil && best.count >= other.count {
				continue
			}
			if n.form.Head != normalise.Preprints && oneName(&n.form, &other.form) {
				best = other
			}
		}
		if best != nil {
			l.add(on(n.file, n.at, "container-spelling", "%s here, %s in %d other %s", quoted(n.text), quoted(best.text),
				best.count, plural(best.count)))
		}
	}
}

// rarer reports whether a name is the rarer of two, or the later one if they are equally frequent.
func rarer(n, other *containerName, later bool) bool {
	return n.count < other.count || n.count == other.count && later
}

// oneName reports whether two names are surely one, or one is an acronym of the other. The judge treats further forms
// as one container.
func oneName(a, b *normalise.Container) bool {
	return normalise.Identical(a, b) || (len(a.Words) == 1) != (len(b.Words) == 1) &&
		normalise.CompareContainers(a, b) > normalise.SeriesOf && normalise.CompareContainers(b, a) > normalise.SeriesOf
}

func plural(n int) string {
	if n == 1 {
		return "entry"
	}
	return "entries"
}

// collectParents collects the keys, in lower case, that entries of a file inherit from or relate to, and all
// further keys under which entries can be cited.
func collectParents(f *bibtex.File, parents, defined map[string]bool) {
	for i := range f.Items {
		it := &f.Items[i]
		if it.Kind != bibtex.Entry {
			continue
		}
		defined[strings.TrimSpace(f.Key(it))] = true
		for j := range it.Fields {
			field := &it.Fields[j]
			name := f.FieldName(field)
			if !bibfield.Of(name).Is(bibfield.Keys) {
				continue
			}
			for _, key := range strings.Split(f.Expand(field.Value), ",") {
				if key = strings.TrimSpace(key); key == "" {
					continue
				}
				if bibfield.Of(name).Role == bibfield.IDs {
					defined[key] = true
				} else {
					parents[strings.ToLower(key)] = true
				}
			}
		}
	}
}
