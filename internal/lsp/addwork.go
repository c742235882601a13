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
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/report"
)

const maxOffered = 3

func (o *offer) additions() {
	files := o.files(o.doc)
	this := files[o.c.name]
	if this == nil {
		return
	}
	target := bibliographyFor(files, this)
	for _, m := range this.cited {
		if target == "" || m.end < o.start || o.end < m.start || !m.sure || len(locations(files, defined, m.key)) > 0 {
			continue
		}
		for number, work := range o.worksOf(keyWords(m.key), m.key) {
			title := cut(report.Visible(work.title), 70)
			title = fmt.Sprintf("Add “%s” (%s) to %s", title, report.Visible(work.by), filepath.Base(target))
			o.add(QuickFix, title, choice{Do: "add", Key: m.key, Number: number}, false)
		}
		return
	}
}

type offered struct{ title, by, entry string }

// worksOf returns the works in the local corpora that a query may mean, with their entries under a key; "" means a new
// one.
func (s *server) worksOf(query, key string) (list []offered) {
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

// keyWords splits a key into words: "vaswani2017attention", "HeZhang_2016". An identifier stays as it is.
func keyWords(key string) string {
	if cite.Parse(key).Kind == cite.Identifier {
		return key
	}
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

// What is typed of an entry, up to the cursor: its key, or the value of its title or DOI.
var (
	typedKey   = lazy.Regexp(`^@\w+\s*\{\s*([^\s{},="]*)$`)
	typedValue = lazy.Regexp(`(?i)\b(?:title|doi)\s*=\s*[{"]+([^{}"\n]*)$`)
	headOf     = lazy.Regexp(`^@\w+\s*\{\s*([^\s{},="]+)\s*,`)
)

// leastTyped is how many bytes of a title or an identifier are looked up.
const leastTyped = 6

// unfinishedEntry returns what is typed of a work in a bibliography, the part of the text that its entry replaces, and
// the key that stays. An entry without an end is replaced up to the cursor.
func (h *here) unfinishedEntry() (query, key string, typed, start, end int) {
	text := h.text.string
	line := strings.LastIndexByte(text[:h.offset], '\n') + 1
	at := strings.LastIndex("\n"+text[:h.offset], "\n@")
	depth := 0
	if at >= 0 {
		depth = strings.Count(text[at:h.offset], "{") - strings.Count(text[at:h.offset], "}")
	}
	if depth <= 0 {
		if query = text[line:h.offset]; strings.HasPrefix(query, "%") {
			query = ""
		}
		return query, "", line, line, h.offset
	}
	if m := typedKey.FindStringSubmatchIndex(text[at:h.offset]); m != nil {
		return keyWords(text[at+m[2] : h.offset]), "", at + m[2], at, h.offset
	}
	m := typedValue.FindStringSubmatchIndex(text[line:h.offset])
	if m == nil {
		return "", "", 0, 0, 0
	}
	if head := headOf.FindStringSubmatch(text[at:h.offset]); head != nil {
		key = head[1]
	}
	end = h.offset
	rest, _, _ := strings.Cut(text[h.offset:], "\n@")
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 {
			end = h.offset + i + 1
			break
		}
	}
	return text[line+m[2] : h.offset], key, line + m[2], at, end
}

// entryCompletion lists the entries of the works that what is typed may mean.
func (s *server) entryCompletion(h *here) *CompletionList {
	query, key, typed, start, end := h.unfinishedEntry()
	if query = strings.TrimSpace(query); len(query) < leastTyped {
		return nil
	}
	list := &CompletionList{IsIncomplete: true, Items: []CompletionItem{}}
	for i, work := range s.worksOf(query, key) {
		item := CompletionItem{Label: cut(report.Visible(work.title), 80), Kind: CompletionItemKindReference,
			Detail: report.Visible(work.by), Documentation: work.entry, SortText: fmt.Sprint(i),
			FilterText: h.text.string[typed:h.offset],
			TextEdit:   TextEdit{h.text.span(typed, h.offset), strings.TrimRight(work.entry, "\n")}}
		for _, part := range [][2]int{{start, typed}, {h.offset, end}} {
			if part[0] < part[1] {
				item.Others = append(item.Others, TextEdit{Range: h.text.span(part[0], part[1])})
			}
		}
		list.Items = append(list.Items, item)
	}
	return list
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
	list := s.worksOf(keyWords(what.Key), what.Key)
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
