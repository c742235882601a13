package lsp

import (
	"path/filepath"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/latex"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// mark is a key in a text: one that is cited, or that of an entry.
type mark struct {
	key        string
	start, end int  // of the key
	sure       bool // it cannot be anything but a citation
}

type keys struct {
	defined  []mark // of its entries
	cited    []mark // in its text
	referred []mark // by other entries, for instance with crossref
	all      bool   // it cites all existing entries
}

// form is a way of citing in a language: where, and how keys are written there.
type form struct {
	where *lazy.Pattern // its group contains the keys; nil is the whole text
	key   *lazy.Pattern // its group is the key
	sure  bool          // it cannot be anything but a citation
}

// word matches a key.
const word = `[\p{L}\p{N}_](?:[\p{L}\p{N}_:.#$%&+?<>~/\-]*[\p{L}\p{N}_])?`

// Pandoc cites in brackets, or by @name in the sentence, which may also be an e-mail address; Typst's
// references may refer to figures, and those of reStructuredText to its own lists.
var (
	pandoc = []form{
		{lazy.Regexp(`\[([^\[\]\n]*@[^\[\]\n]*)\]`), lazy.Regexp(`(?:^|[\s;(\-])@\{?(` + word + `)`), true},
		{nil, lazy.Regexp(`(?:^|[\s(])-?@\{?(` + word + `)`), false},
	}
	typst = []form{
		{nil, lazy.Regexp(`#cite\(\s*<([^<>\s]+)>`), true},
		{nil, lazy.Regexp(`(?:^|[\s(\[~])@([\p{L}\p{N}_](?:[\p{L}\p{N}_:.\-]*[\p{L}\p{N}_])?)`), false},
	}
	org = []form{
		{lazy.Regexp(`\[cite[^\]:]*:([^\]]*)\]`), lazy.Regexp(`@([^\s\];,]+)`), true},
		{lazy.Regexp(`\bcite[a-z]*:([^\s\[\]]+)`), lazy.Regexp(`(?:^|[,;&])&?(` + word + `)`), true},
	}
	rst = []form{
		{lazy.Regexp(":cite(?::[a-z:]+)?:`([^`]*)`"), lazy.Regexp(`(?:^|[,\s])(` + word + `)`), true},
		{nil, lazy.Regexp(`\[([\p{L}_][\p{L}\p{N}_.\-]*)\]_`), false},
	}
)

// forms are those of languages other than LaTeX, by file extension.
var forms = map[string][]form{".md": pandoc, ".markdown": pandoc, ".qmd": pandoc, ".rmd": pandoc, ".typ": typst,
	".org": org, ".rst": rst}

const maxMarks = 200_000

// keysOf finds the keys of a text by its file extension.
func keysOf(name, src string) keys {
	switch ending := strings.ToLower(filepath.Ext(name)); ending {
	case ".bib", ".biblatex":
		return bibKeys(src)
	case ".tex", ".ltx", ".bbl":
		return latexKeys(src)
	default:
		return markupKeys(ending, src)
	}
}

func bibKeys(src string) keys {
	var k keys
	f := bibtex.Parse([]byte(src))
	for i := range f.Items {
		it := &f.Items[i]
		if key := f.Key(it); it.Kind == bibtex.Entry && key != "" && len(k.defined) < maxMarks {
			k.defined = append(k.defined, mark{strings.TrimSpace(key), it.Key.Start, it.Key.End, true})
		}
		if it.Kind == bibtex.Entry {
			for _, name := range bibfield.Referring {
				if field, _ := f.Field(it, name); field != nil {
					k.referred = append(k.referred, keysIn(src, field.Value.Span.Start, field.Value.Span.End)...)
				}
			}
		}
	}
	return k
}

func keysIn(src string, start, end int) (list []mark) {
	for _, m := range listedKey.FindAllStringIndex(src[start:end], maxMarks) {
		list = append(list, mark{src[start+m[0] : start+m[1]], start + m[0], start + m[1], true})
	}
	return list
}

var listedKey = lazy.Regexp(`[^\s,{}"#]+`)

func latexKeys(src string) keys {
	var k keys
	masked := latex.Mask(src)
	from := map[int]int{} // where the search for the next key of a command starts
	for _, c := range latex.Cites(masked) {
		if c.Key == "*" {
			k.all = true
			continue
		}
		start := max(from[c.Start], c.Start+len(c.Command)+1)
		at := strings.Index(masked[start:c.End], c.Key)
		if at < 0 || len(k.cited) == maxMarks {
			continue
		}
		from[c.Start] = start + at + len(c.Key)
		k.cited = append(k.cited, mark{c.Key, start + at, start + at + len(c.Key), true})
	}
	for _, it := range latex.BibItems(masked) {
		if at := strings.Index(masked[it.Start:it.End], "{"+it.Key+"}"); at >= 0 {
			k.defined = append(k.defined, mark{it.Key, it.Start + at + 1, it.Start + at + 1 + len(it.Key), true})
		}
	}
	return k
}

func markupKeys(ending, src string) keys {
	var k keys
	have := map[int]bool{}
	for _, form := range forms[ending] {
		parts := [][]int{{0, 0, 0, len(src)}}
		if form.where != nil {
			parts = form.where.FindAllStringSubmatchIndex(src, maxMarks)
		}
		for _, part := range parts {
			for _, m := range form.key.FindAllStringSubmatchIndex(src[part[2]:part[3]], maxMarks-len(k.cited)) {
				if start, end := part[2]+m[2], part[2]+m[3]; !have[start] {
					have[start] = true
					k.cited = append(k.cited, mark{src[start:end], start, end, form.sure})
				}
			}
		}
	}
	return k
}
