package lsp

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// unfinished matches unfinished citations up to the cursor, by file extension. The group is the typed part of
// the key; titles and names are typed there as well.
var unfinished = map[string][]*lazy.Pattern{
	".tex": {lazy.Regexp(`\\[A-Za-z]*[cC]ite[A-Za-z]*\*?(?:\[[^\[\]]*\])*\{(?:[^{}]*,)?\s*([^{},\n]*)$`)},
	".md":  {lazy.Regexp(`(?:^|[\s\[(;\-])@\{?([\p{L}\p{N}_:.\-/]*)$`)},
	".typ": {lazy.Regexp(`#cite\(\s*<([^<>\n]*)$`), lazy.Regexp(`(?:^|[\s(\[~])@([\p{L}\p{N}_:.\-]*)$`)},
	".org": {lazy.Regexp(`\[cite[^\]\n]*:[^\]\n]*@([^\s\];,]*)$`),
		lazy.Regexp(`\bcite[a-z]*:(?:[^\s\[\]]*[,;&])?([^\s\[\],;&]*)$`)},
	".rst": {lazy.Regexp(":cite(?::[a-z:]+)?:`(?:[^`\n]*,)?\\s*([^`,\n]*)$")},
}

var extensionAliases = map[string]string{".ltx": ".tex", ".markdown": ".md", ".qmd": ".md", ".rmd": ".md"}

// The limits of a list of completions.
const (
	maxCompletions = 200
	behindCursor   = 2000 // bytes before the cursor that are searched
)

// unfinishedKey returns where the key being typed in a citation starts.
func (h *here) unfinishedKey() (start int, ok bool) {
	ending := strings.ToLower(filepath.Ext(h.name))
	if other := extensionAliases[ending]; other != "" {
		ending = other
	}
	from := max(0, h.offset-behindCursor)
	before := h.text.string[from:h.offset]
	for _, form := range unfinished[ending] {
		if m := form.FindStringSubmatchIndex(before); m != nil {
			return from + m[2], true
		}
	}
	return 0, false
}

// Completion lists the entries that a citation may mean: the key, with the title, authors and verdict. In a
// bibliography it lists the works that a line or an entry may mean, with the entries of their records.
func (s *server) Completion(_ context.Context, p *PositionParams) (*CompletionList, error) {
	doc, here := s.place(p)
	start, ok := here.unfinishedKey()
	switch {
	case isBibliography(here.name):
		return s.entryCompletion(&here), nil
	case !ok:
		return nil, nil //nolint:nilnil // "nothing" in the protocol
	}
	typed := strings.Fields(normalise.Text(here.text.string[start:here.offset]))
	list := &CompletionList{Items: []CompletionItem{}}
	files, seen := s.files(doc), map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		refs := files[name].entries(name)
		for i := range refs {
			ref := &refs[i]
			if ref.Key == "" || seen[ref.Key] || !fits(ref, typed) {
				continue
			}
			if len(list.Items) == maxCompletions {
				list.IsIncomplete = true
				return list, nil
			}
			seen[ref.Key] = true
			list.Items = append(list.Items, s.completion(ref, here.text.span(start, here.offset)))
		}
	}
	return list, nil
}

// fits reports whether an entry contains everything typed, in its key, title, names or year.
func fits(ref *biblio.Reference, typed []string) bool {
	in := normalise.Text(sought(ref))
	return !slices.ContainsFunc(typed, func(word string) bool { return !strings.Contains(in, word) })
}

func sought(ref *biblio.Reference) string {
	parts := []string{ref.Key}
	for _, a := range ref.Claimed.Authors() {
		parts = append(parts, a.Family+a.Literal)
	}
	return report.Visible(strings.Join(append(parts, ref.Claimed.YearString(), ref.Claimed.FullTitle()), " "))
}

func (s *server) completion(ref *biblio.Reference, at Range) CompletionItem {
	parts := []string{peopleOf(&ref.Claimed), ref.Claimed.YearString()}
	var about words
	about.line(report.Visible(ref.Claimed.FullTitle()))
	about.line(report.Visible(strings.Join(names(&ref.Claimed), ", ")))
	item := CompletionItem{
		Label: ref.Key, Kind: CompletionItemKindReference, TextEdit: TextEdit{Range: at, NewText: ref.Key},
		FilterText: cut(sought(ref), 300), SortText: ref.Key,
	}
	if row := s.judged(ref); row != nil {
		parts = append(parts, row.VerdictWords())
		for _, v := range row.Views() {
			about.item(v.Line())
		}
		if row.Withdrawn() {
			item.Tags = []int{CompletionItemTagDeprecated}
		}
	}
	parts = slices.DeleteFunc(append(parts, cut(ref.Claimed.FullTitle(), 80)),
		func(part string) bool { return part == "" })
	item.Detail = report.Visible(strings.Join(parts, " · "))
	item.Documentation = strings.TrimSpace(about.text.String())
	return item
}

// judged returns the row of a reference that was checked before, nil if it was not.
func (s *server) judged(ref *biblio.Reference) *report.Finding {
	f, ok := s.online.get(ref)
	if !ok {
		f, ok = s.offline.get(ref)
	}
	if !ok || f.Verdict.Version == "" {
		return nil
	}
	row := report.Row(f, "", false)
	return &row
}

func names(w *biblio.Work) (list []string) {
	for _, a := range w.Authors() {
		list = append(list, a.String())
	}
	return list
}

// peopleOf returns the authors of a work in short form.
func peopleOf(w *biblio.Work) string {
	authors := w.Authors()
	switch family := func(i int) string { return authors[i].Family + authors[i].Literal }; len(authors) {
	case 0:
		return ""
	case 1:
		return family(0)
	case 2:
		return fmt.Sprintf("%s and %s", family(0), family(1))
	default:
		return family(0) + " and others"
	}
}

// entries returns the references of a file with their keys; the file is read once.
func (f *projectFile) entries(name string) []biblio.Reference {
	f.reading.Do(func() {
		if isBibliography(name) {
			doc, _ := extract.Read(name, []byte(f.text.string), extract.Options{}) // nothing to complete if unreadable
			f.refs = doc.References
		}
	})
	return f.refs
}
