package fix

import (
	"fmt"
	"sort"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// Remark is something about a bibliography as a whole that is worth mending.
type Remark struct {
	Rule    string `json:"rule"` // stable word: "duplicate", "undefined-key"
	Key     string `json:"key,omitempty"`
	Line    int    `json:"line,omitempty"`
	Message string `json:"message"`
}

// lintNotices are the notices of a verdict that concern a bibliography.
var lintNotices = map[string]bool{"duplicate": true, "published-version": true, "retracted": true, "withdrawn": true, "concern": true}

// Lint remarks on the entries of a bibliography: the same work twice, preprints
// that have been published, retracted works, one container under several
// names, and, when cited is not nil, keys that are cited and missing or there
// and not cited. cited holds the keys of the text; "*" cites all.
func Lint(findings []audit.Finding, cited map[string]bool) []Remark {
	var list []Remark
	first := map[string]string{}
	defined := map[string]bool{}
	for i := range findings {
		f := &findings[i]
		ref := &f.Reference
		add := func(rule, message string) { list = append(list, Remark{rule, ref.Key, ref.Place.Line, message}) }
		twice := false
		for _, sign := range signs(&ref.Claimed) {
			if earlier, again := first[sign]; again && !twice {
				add("duplicate", "the same work as "+earlier)
				twice = true
			} else if !again {
				first[sign] = ref.ID
			}
		}
		for _, n := range f.Verdict.Notices {
			if lintNotices[n.Rule] && !(n.Rule == "duplicate" && twice) {
				add(n.Rule, n.Message)
			}
		}
		if defined[ref.Key] = true; cited != nil && !cited["*"] && !cited[ref.Key] {
			add("uncited-key", "no text given cites it")
		}
	}
	list = append(list, containers(findings)...)
	for _, key := range sorted(cited) {
		if key != "*" && !defined[key] {
			list = append(list, Remark{Rule: "undefined-key", Key: key, Message: "cited, and no entry has this key"})
		}
	}
	return list
}

// signs are what two entries of one work have in common, whichever sources
// know it: its DOI, and its title with the year.
func signs(w *biblio.Work) []string {
	var list []string
	if doi := w.ID(ident.DOI); !doi.IsZero() {
		list = append(list, doi.String())
	}
	if title := fold.Squash(fold.Title(w.FullTitle())); len(title) > 20 {
		list = append(list, title+" "+w.YearString())
	}
	return list
}

// maxContainers bounds the distinct names that are compared with each other.
const maxContainers = 400

// containers remarks on containers that the file writes in several ways, at
// the first entry with a rarer way.
func containers(findings []audit.Finding) []Remark {
	type name struct {
		text  string
		form  fold.Container
		count int
		at    *biblio.Reference
	}
	var names []*name
	index := map[string]*name{}
	for i := range findings {
		ref := &findings[i].Reference
		text := ref.Claimed.Container.Title
		n := index[text]
		if text == "" || n == nil && len(names) >= maxContainers {
			continue
		}
		if n == nil {
			n = &name{text: text, form: fold.ParseContainer(text), at: ref}
			index[text], names = n, append(names, n)
		}
		n.count++
	}
	var list []Remark
	for i, n := range names {
		for j, other := range names {
			rarer := n.count < other.count || n.count == other.count && i > j
			if i != j && rarer && n.at.Claimed.Type == biblio.ArticleJournal && other.at.Claimed.Type == biblio.ArticleJournal && fold.CompareContainers(&n.form, &other.form) > fold.SeriesOf {
				list = append(list, Remark{"container-spelling", n.at.Key, n.at.Place.Line, fmt.Sprintf("“%s” here, “%s” elsewhere (%d times)", n.text, other.text, other.count)})
				break
			}
		}
	}
	return list
}

func sorted(set map[string]bool) []string {
	list := make([]string, 0, len(set))
	for key := range set {
		list = append(list, key)
	}
	sort.Strings(list)
	return list
}
