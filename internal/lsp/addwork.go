package lsp

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"go.lsp.dev/uri"

	"github.com/bonafide-audit/bonafide/internal/cite"
	"github.com/bonafide-audit/bonafide/internal/report"
)

const maxOffered = 3

func (o *offer) additions() {
	files := o.files(o.doc)
	this := files[o.c.name]
	if this == nil || isBibliography(o.c.name) {
		return
	}
	target := bibliographyFor(files, this)
	for _, m := range this.cited {
		if target == "" || m.end < o.start || o.end < m.start || !m.sure || len(locations(files, defined, m.key)) > 0 {
			continue
		}
		for number, work := range o.worksOf(m.key) {
			title := cut(report.Visible(work.title), 70)
			title = fmt.Sprintf("Add “%s” (%s) to %s", title, report.Visible(work.by), filepath.Base(target))
			o.add(QuickFix, title, choice{Do: "add", Key: m.key, Number: number}, false)
		}
		return
	}
}

type offered struct{ title, by, entry string }

// worksOf returns the works in the local corpora that a key may mean, with their entries.
func (s *server) worksOf(key string) (list []offered) {
	query := key
	if q := cite.Parse(key); q.Kind != cite.Identifier {
		query = keyWords(key)
	}
	desk := cite.Resolver{Sources: s.Setup}
	a, err := desk.One(s.ctx, query, cite.Options{})
	form, failed := cite.NewForm("bibtex", "")
	if err != nil || failed != nil {
		return nil
	}
	works := a.Works()
	for _, c := range works[:min(len(works), maxOffered)] {
		var b strings.Builder
		if form.Write(&b, []cite.Answer{{Choice: cite.Choice{Work: c}}}, key) == nil {
			w := &c.Hit.Record.Work
			list = append(list, offered{w.FullTitle(), strings.TrimSpace(peopleOf(w) + " " + w.YearString()), b.String()})
		}
	}
	return list
}

// keyWords splits a key into words: "vaswani2017attention", "HeZhang_2016".
func keyWords(key string) string {
	var b strings.Builder
	last := ' '
	for _, r := range key {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			r = ' '
		case unicode.IsDigit(r) != unicode.IsDigit(last), unicode.IsUpper(r) && unicode.IsLower(last):
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		last = r
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// bibliographyFor returns the name of the bibliography that has most of the keys that a file cites, the first
// of the project if none has any, "" if there are no bibliographies.
func bibliographyFor(files map[string]*projectFile, of *projectFile) string {
	used := map[string]bool{}
	for _, m := range of.cited {
		used[m.key] = true
	}
	best, most := "", -1
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if n := 0; isBibliography(name) {
			for _, m := range files[name].defined {
				if used[m.key] {
					n++
				}
			}
			if n > most {
				best, most = name, n
			}
		}
	}
	return best
}

func (s *server) addWork(doc *document, c *checked, what choice) (*WorkspaceEdit, error) {
	files := s.files(doc)
	this := files[c.name]
	list := s.worksOf(what.Key)
	if this == nil || what.Number < 0 || what.Number >= len(list) {
		return nil, errOld()
	}
	name := bibliographyFor(files, this)
	if name == "" {
		return nil, errOld()
	}
	text := files[name].text
	entry := strings.TrimRight(list[what.Number].entry, "\n") + "\n"
	switch {
	case text.string == "" || strings.HasSuffix(text.string, "\n\n"):
	case strings.HasSuffix(text.string, "\n"):
		entry = "\n" + entry
	default:
		entry = "\n\n" + entry
	}
	if strings.Contains(text.string, "\r\n") {
		entry = strings.ReplaceAll(entry, "\n", "\r\n")
	}
	versions := map[uri.URI]int32{}
	at, _ := s.opened(name, versions)
	end := len(text.string)
	edit := TextEdit{Range: text.span(end, end), NewText: entry}
	return s.edits(map[uri.URI][]TextEdit{at: {edit}}, versions), nil
}
