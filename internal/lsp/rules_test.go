package lsp

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/uri"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lint"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/row"
)

// readText returns what is known about a text before its references are audited.
func readText(name, src string) *checked {
	c := &checked{name: name, text: newText(src, false), plans: &plans{}, works: &extract.Works{}}
	c.read()
	for i := range c.document.References {
		c.findings = append(c.findings, audit.Finding{Reference: c.document.References[i],
			Verdict: judge.Verdict{Best: -1}})
	}
	return c
}

// A text that is exactly as long as allowed stays whole.
func TestCut(t *testing.T) {
	for _, c := range [][2]string{{"", ""}, {"größe", "größe"}, {"größen", "größe…"}} {
		if got := cut(c[0], 5); got != c[1] {
			t.Errorf("%q: %q", c[0], got)
		}
	}
}

// Keys are split where letters meet digits, and where a capital follows a small letter; identifiers are not.
func TestKeyWords(t *testing.T) {
	for key, want := range map[string]string{
		"vaswani2017attention": "vaswani 2017 attention", "HeZhang_2016": "He Zhang 2016", "BERT": "BERT", "2017x": "2017 x",
		"10.1038/nature14539": "10.1038/nature14539", "a:b": "a b", "": "",
	} {
		if got := keyWords(key); got != want {
			t.Errorf("%q: %q", key, got)
		}
	}
}

// The project of a file is its innermost workspace folder, or else its own folder alone.
func TestAround(t *testing.T) {
	root := t.TempDir()
	inner := filepath.Join(root, "thesis", "chapters")
	for _, folders := range [][]string{{root, inner}, {inner, root}} {
		var p project
		for _, f := range folders {
			p.add(f)
		}
		for name, want := range map[string]string{filepath.Join(inner, "a.tex"): inner,
			filepath.Join(root, "thesis", "a.tex"): root} {
			if got, below := p.around(name); got != want || !below {
				t.Errorf("%v: %s is in %s, %t", folders, name, got, below)
			}
		}
		other := t.TempDir()
		if got, below := p.around(filepath.Join(other, "a.tex")); got != other || below {
			t.Errorf("a file of no folder is in %s, %t", got, below)
		}
	}
}

// The files of a workspace folder are those with keys, in subfolders too, but for hidden ones and those of packages;
// without one, those of the file's own folder.
func TestListedFiles(t *testing.T) {
	for base, want := range map[string][2]string{"work": {"a.bib b.md", "a.bib"}, ".work": {"a.bib b.md", "a.bib"},
		"node_modules": {"a.bib b.md", "a.bib"}} {
		dir := folder(t, map[string]string{base + "/a.bib": "", base + "/sub/b.md": "", base + "/notes.txt": "",
			base + "/.git/c.md": "", base + "/node_modules/d.md": "", base + "/e.bib/notes.txt": ""})
		root := filepath.Join(dir, base)
		for i, folders := range [][]string{{root, "", root}, nil} {
			var p project
			for _, f := range folders {
				p.add(f)
			}
			if i == 0 && len(p.folders) != 1 {
				t.Errorf("the workspace is %q", p.folders)
			}
			var got []string
			for _, name := range p.list(filepath.Join(root, "a.bib")) {
				got = append(got, filepath.Base(name))
			}
			if strings.Join(got, " ") != want[i] {
				t.Errorf("%s, workspace %q: %q", base, folders, got)
			}
			for age, again := range map[time.Duration]bool{-time.Hour: false, 2 * listedFor: true} {
				p.listed[root] = listing{nil, time.Now().Add(-age)}
				if list := p.list(filepath.Join(root, "a.bib")); (len(list) > 0) != again {
					t.Errorf("after %v the files are %v", age, list)
				}
			}
		}
	}
}

// An editor can create a file if it knows edits of several documents, and says so.
func TestCreates(t *testing.T) {
	for capabilities, want := range map[string]bool{`{}`: false,
		`{"workspace":{"workspaceEdit":{"documentChanges":true,"resourceOperations":["rename","create"]}}}`: true,
		`{"workspace":{"workspaceEdit":{"documentChanges":true,"resourceOperations":["rename"]}}}`:          false,
		`{"workspace":{"workspaceEdit":{"resourceOperations":["create"]}}}`:                                 false} {
		var can abilities
		if err := json.Unmarshal([]byte(capabilities), &can); err != nil || can.creates() != want {
			t.Errorf("%s: %t, %v", capabilities, can.creates(), err)
		}
	}
}

// Open texts count if they belong to the project: below a workspace folder, in the same folder without one, and only
// where their format has keys.
func TestOpenTextsOfProject(t *testing.T) {
	root, other := t.TempDir(), t.TempDir()
	this := filepath.Join(root, "a.tex")
	open := map[string]*text{}
	for _, name := range []string{this, filepath.Join(root, "b.bib"), filepath.Join(root, "notes.txt"),
		filepath.Join(root, "sub", "c.md"), filepath.Join(other, "d.bib")} {
		open[name] = newText("", false)
	}
	for _, c := range []struct {
		folder string
		want   []string
	}{{"", []string{"a.tex", "b.bib"}}, {root, []string{"a.tex", "b.bib", "c.md"}}} {
		var p project
		p.add(c.folder)
		var got []string
		for name := range p.of(this, open, false) {
			got = append(got, filepath.Base(name))
		}
		if slices.Sort(got); !slices.Equal(got, c.want) {
			t.Errorf("workspace %q: %v", c.folder, got)
		}
	}
}

// Settings that an editor does not send stay as they are; unknown values are refused and change nothing.
func TestReadSettings(t *testing.T) {
	online := settings{Lint: "off", Online: true}
	for _, c := range []struct {
		raw  string
		want settings
		bad  bool
	}{
		{"", usual(), false}, {"null", usual(), false}, {"{}", usual(), false},
		{`{"lint":"off","keys":false}`, online, false},
		{`{"bonafide":{"lint":"off","keys":false}}`, online, false},
		{`{"lint":"loud"}`, usual(), true}, {`{"beside":["vim"]}`, usual(), true}, {`[`, usual(), true},
	} {
		got, err := usual().read([]byte(c.raw))
		if (err != nil) != c.bad || got.Lint != c.want.Lint || got.Keys != c.want.Keys || got.Online != c.want.Online ||
			len(got.Beside) > 0 {
			t.Errorf("%s: %+v, %v", c.raw, got, err)
		}
	}
}

// Remarks are shown from a severity on, unless another server makes them.
func TestShownRemarks(t *testing.T) {
	for _, c := range []struct {
		lint, beside, rule string
		severity           lint.Severity
		want               bool
	}{
		{"warning", "", "missing-comma", lint.Warning, true}, {"warning", "", "missing-comma", lint.Error, true},
		{"warning", "", "missing-comma", lint.Note, false}, {"note", "", "missing-comma", lint.Note, true},
		{"off", "", "missing-comma", lint.Error, false}, {"note", "texlab", "missing-comma", lint.Error, false},
		{"note", "texlab", "empty-field", lint.Error, true},
	} {
		s := settings{Lint: c.lint}
		if c.beside != "" {
			s.Beside = []string{c.beside}
		}
		if s.shows(c.rule, c.severity) != c.want {
			t.Errorf("%+v", c)
		}
	}
}

// An editor of an older protocol names one root, which counts only where it names no folders.
func TestRootOfOlderEditors(t *testing.T) {
	root := uriOf("/old")
	for _, c := range []struct {
		folders []string
		root    *uri.URI
		want    []string
	}{{nil, &root, []string{"/old"}}, {[]string{"/new"}, &root, []string{"/new"}}, {nil, nil, nil}} {
		s := &server{settings: usual()}
		p := &InitializeParams{RootURI: c.root}
		for _, f := range c.folders {
			p.WorkspaceFolders = append(p.WorkspaceFolders, WorkspaceFolder{URI: uriOf(f)})
		}
		if _, err := s.Initialize(t.Context(), p); err != nil || !slices.Equal(s.project.folders, c.want) {
			t.Errorf("%v: %v, %v", c.want, s.project.folders, err)
		}
	}
}

// Only addresses of this machine's files have a path.
func TestPathOf(t *testing.T) {
	for at, want := range map[uri.URI]string{
		"file:///a/b.bib": "/a/b.bib", "file://localhost/a/b.bib": "/a/b.bib", "file://host/a/b.bib": "",
		"untitled:refs.bib": "", "https://localhost/a.bib": "", "file:///a%00.bib": "",
	} {
		if got := filepath.ToSlash(pathOf(at)); got != want {
			t.Errorf("%s: %q", at, got)
		}
	}
}

// A text without an extension gets that of its language; a stated one stays.
func TestNameOf(t *testing.T) {
	for _, c := range [][3]string{{"untitled:Untitled-1", "bibtex", "Untitled-1.bib"},
		{"untitled:paper.md", "latex", "paper.md"}, {"untitled:Untitled-2", "perl", "Untitled-2"}} {
		if got := nameOf(&TextDocumentItem{URI: uri.URI(c[0]), LanguageID: c[1]}); got != c[2] {
			t.Errorf("%v: %s", c, got)
		}
	}
}

// Lines end in LF, CRLF or CR; a place past the end of a line is the end of the line, and surrounding space is no word.
func TestLines(t *testing.T) {
	text := newText("a\r\n\t bc \r\rd", false)
	if want := []int{0, 3, 9, 10}; !slices.Equal(text.lines, want) {
		t.Errorf("lines start at %v", text.lines)
	}
	for line, want := range map[int]string{0: "", 1: "a", 2: "bc", 3: "", 4: "d", 5: ""} {
		if start, end := text.words(line); text.string[start:end] != want {
			t.Errorf("line %d: %q", line, text.string[start:end])
		}
	}
	for _, c := range []struct {
		at   Position
		want int
	}{{Position{0, 9}, 1}, {Position{1, 0}, 3}, {Position{1, 3}, 6}, {Position{3, 1}, 11}, {Position{4, 0}, 11}} {
		if got := text.offset(c.at); got != c.want {
			t.Errorf("%v: %d", c.at, got)
		}
	}
	if got := newText("a\r", false).lines; !slices.Equal(got, []int{0, 2}) {
		t.Errorf("the last line starts at %v", got)
	}
}

const placed = "% a comment\n@book{one, title = {First}, year = {}}\n\n@book{two, author = {Ann Frost}}\n"

// A place belongs to an entry from its first byte to its last; between entries there is none.
func TestEntryAt(t *testing.T) {
	c := readText("refs.bib", placed)
	first, second := strings.Index(placed, "@book{one"), strings.Index(placed, "@book{two")
	for _, at := range []struct{ offset, entry, finding int }{
		{0, -1, -1}, {first - 1, -1, -1}, {first, 0, 0}, {second - 3, 0, 0}, {second - 2, -1, 0}, {second - 1, -1, -1},
		{second, 1, 1}, {len(placed) - 1, -1, 1}, {len(placed), -1, -1},
	} {
		entry := slices.Index(c.items, c.entryAt(at.offset))
		if finding := c.findingAt(at.offset); entry != at.entry || finding != at.finding {
			t.Errorf("%d: entry %d, reference %d", at.offset, entry, finding)
		}
	}
}

// A finding stands at the value of its field, or at the head of the entry if the entry has none.
func TestFieldRange(t *testing.T) {
	c := readText("refs.bib", placed)
	for field, want := range map[biblio.Field]string{"title": "{First}", "year": "{}", "volume": "@book{one"} {
		r := c.fieldRange(0, field)
		if got := placed[c.text.offset(r.Start):c.text.offset(r.End)]; got != want {
			t.Errorf("%s: %q", field, got)
		}
	}
}

// In a list of references, a finding stands at the words of its field, where the text is as it was read.
func TestFieldRangeOfList(t *testing.T) {
	const src = "Ann Frost. First."
	for _, c := range []struct {
		raw      string
		from, to int
		want     string
	}{
		{src, 11, 17, "First."}, {src, 11, 16, "First"}, {src, 11, 18, src}, {"Ann Frost. Other.", 11, 16, src},
	} {
		ref := biblio.Reference{Raw: c.raw}
		ref.Place.Span.End = len(src)
		ref.Spans = map[biblio.Field]biblio.Span{"title": {Start: c.from, End: c.to}}
		read := &checked{text: newText(src, false), findings: []audit.Finding{{Reference: ref}}}
		r := read.fieldRange(0, "title")
		if got := src[r.Start.Character:r.End.Character]; got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// A reference whose place is only known by its lines spans them, without surrounding space.
func TestSpanOfLines(t *testing.T) {
	const src = "list\n  one\n  more \nend"
	for _, c := range []struct {
		line, last, end int
		want            string
	}{{2, 0, 0, "one"}, {2, 2, 0, "one"}, {2, 3, 0, "one\n  more"}, {2, 0, len(src), src}, {2, 0, len(src) + 1, "one"}} {
		ref := biblio.Reference{}
		ref.Place.Line, ref.Place.EndLine, ref.Place.Span.End = c.line, c.last, c.end
		read := &checked{text: newText(src, false)}
		if start, end := read.spanOf(&ref); src[start:end] != c.want {
			t.Errorf("%+v: %q", c, src[start:end])
		}
	}
}

// An entry may go in favour of its twin, unless another inherits fields from it; other remarks have no twin.
func TestTwinOf(t *testing.T) {
	const repeats = "duplicate"
	const pair = "@book{one, title={A}}\n@book{two, title={A}}\n"
	for _, c := range []struct {
		src, rule, key, twin, want string
	}{
		{pair, repeats, "two", "one", "one"}, {pair, "empty-field", "two", "one", ""},
		{pair, repeats, "", "one", ""}, {pair, repeats, "two", "", ""},
		{pair + "@inbook{part, crossref={two}}\n", repeats, "two", "one", ""},
		{pair + "@inbook{part, xdata={one, two}}\n", repeats, "two", "one", ""},
		{pair + "@inbook{part, xdata={one,two}}\n", repeats, "two", "one", ""},
		{pair + "@inbook{part, crossref={one}}\n", repeats, "two", "one", "one"},
	} {
		r := &lint.Remark{Rule: c.rule, Key: c.key, Twin: c.twin}
		if got := readText("refs.bib", c.src).twinOf(r); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
	text := &checked{text: newText(pair, false)}
	if got := text.twinOf(&lint.Remark{Rule: repeats, Key: "two", Twin: "one"}); got != "" {
		t.Errorf("a text without entries has the twin %q", got)
	}
}

// References overlap a selection that only touches them.
func TestTouched(t *testing.T) {
	c := readText("refs.bib", placed)
	first, second := strings.Index(placed, "@book{one"), strings.Index(placed, "@book{two")
	for _, at := range []struct {
		start, end int
		want       []int
	}{{0, first - 1, nil}, {0, first, []int{0}}, {second - 2, second - 1, []int{0}}, {second - 1, second - 1, nil},
		{first, second, []int{0, 1}}, {len(placed), len(placed), nil}} {
		o := offer{c: c, start: at.start, end: at.end}
		if got := o.touched(); !slices.Equal(got, at.want) {
			t.Errorf("%+v: %v", at, got)
		}
	}
}

// An action fixes the diagnostics of its reference, or of its remark in the same line; never those of other programs.
func TestAbout(t *testing.T) {
	var o offer
	for _, d := range []string{`{"data":{"id":"one"}}`, `{"data":{"rule":"r","line":3}}`, `{"data":{"rule":"r","line":4}}`,
		`{"data":{"line":3}}`, `{}`, `{"data":7}`} {
		o.given = append(o.given, []byte(d))
	}
	for _, c := range []struct {
		what choice
		want []int
	}{{choice{ID: "one"}, []int{0}}, {choice{ID: "two"}, nil}, {choice{Rule: "r", Line: 3}, []int{1}},
		{choice{Line: 3}, nil}, {choice{}, nil}} {
		var got []int
		for _, d := range o.about(&c.what) {
			got = append(got, slices.IndexFunc(o.given, func(g json.RawMessage) bool { return string(g) == string(d) }))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v", c.what, got)
		}
	}
}

// A work is added to the bibliography that has most of the cited keys, the first by name if several have as many.
func TestBibliographyFor(t *testing.T) {
	files := func(list ...string) map[string]*projectFile {
		all := map[string]*projectFile{}
		for i := 0; i < len(list); i += 2 {
			all[list[i]] = &projectFile{keys: keysOf(list[i], list[i+1])}
		}
		return all
	}
	const cites = `\cite{one,two}`
	for _, c := range []struct {
		files map[string]*projectFile
		want  string
	}{
		{files("t.tex", cites), ""},
		{files("t.tex", cites, "a.bib", "", "b.bib", ""), "a.bib"},
		{files("t.tex", cites, "a.bib", "@book{x,}", "b.bib", "@book{one,}"), "b.bib"},
		{files("t.tex", cites, "a.bib", "@book{one,}", "b.bib", "@book{one,} @book{two,}"), "b.bib"},
		{files("t.tex", cites, "a.bib", "@book{one,}", "b.bib", "@book{two,}"), "a.bib"},
	} {
		if got := bibliographyFor(c.files, c.files["t.tex"]); got != c.want {
			t.Errorf("%q is not %q", got, c.want)
		}
	}
}

// The short form of authors names two, or the first of more.
func TestPeopleOf(t *testing.T) {
	for names, want := range map[string]string{"": "", "Ann Frost": "Frost", "Ann Frost;Bo Lind": "Frost and Lind",
		"Ann Frost;Bo Lind;Cy Moor": "Frost and others"} {
		var w biblio.Work
		if names != "" {
			w.Contributors, _ = biblio.ParseNames(strings.Split(names, ";"), biblio.Author)
		}
		if got := peopleOf(&w); got != want {
			t.Errorf("%s: %q", names, got)
		}
	}
}

// A key is looked for in what is typed of a citation, and only there.
func TestUnfinishedKey(t *testing.T) {
	for _, c := range [][3]string{
		{"t.tex", `see \cite{one, tw`, "tw"}, {"t.ltx", `\parencite[3]{tw`, "tw"}, {"t.tex", `\section{tw`, ""},
		{"t.md", "as [@tw", "tw"}, {"t.qmd", "as @tw", "tw"}, {"t.md", "a@tw", ""}, {"t.typ", "#cite(<tw", "tw"},
		{"t.org", "[cite:@tw", "tw"}, {"t.rst", ":cite:`one, tw", "tw"}, {"t.txt", "@tw", ""},
		{"t.tex", `\cite{` + strings.Repeat(" ", behindCursor-7) + "t", "t"},
		{"t.tex", `\cite{` + strings.Repeat(" ", behindCursor) + "t", ""},
	} {
		h := here{name: c[0], text: newText(c[1], false), offset: len(c[1])}
		if start, ok := h.unfinishedKey(); ok != (c[2] != "") || ok && c[1][start:] != c[2] {
			t.Errorf("%.40q: %d %t", c[1], start, ok)
		}
	}
}

// A mark is found from its first byte to the end of its last.
func TestMarkAt(t *testing.T) {
	const src = `a \cite{one,two} b`
	for offset, want := range map[int]string{7: "", 8: "one", 11: "one", 12: "two", 15: "two", 16: ""} {
		h := here{name: "t.tex", text: newText(src, false), offset: offset}
		if m, ok := h.mark(); m.key != want || ok != (want != "") {
			t.Errorf("%d: %q", offset, m.key)
		}
	}
}

// Comments and preambles of a bibliography have no keys, and a citation of all entries names none.
func TestKeysOfTexts(t *testing.T) {
	k := keysOf("a.bib", "@comment{no,}\n@string{s = {x}}\n@book{ one , crossref={two}}\n@book{}\n")
	if len(k.defined) != 1 || k.defined[0].key != "one" || len(k.referred) != 1 || k.referred[0].key != "two" {
		t.Errorf("%+v", k)
	}
	k = keysOf("a.tex", `\nocite{*} \cite{a,a} \bibitem{b} text`)
	if !k.all || len(k.cited) != 2 || k.cited[0].start >= k.cited[1].start || len(k.defined) != 1 ||
		k.defined[0] != (mark{"b", 31, 32, true}) {
		t.Errorf("%+v", k)
	}
}

// A new key has no character that ends one, and at most 200 bytes.
func TestRenamedKeys(t *testing.T) {
	s := &server{docs: map[uri.URI]*document{}}
	at := uri.URI("untitled:a.bib")
	s.docs[at] = &document{uri: at, name: "a.bib", text: newText("@book{one,}\n@book{two,}", false)}
	p := &RenameParams{}
	p.TextDocument.URI, p.Position = at, Position{0, 7}
	for key, good := range map[string]bool{"three": true, "one": true, "two": false, "": false, "a b": false,
		"a,b": false, strings.Repeat("k", 200): true, strings.Repeat("k", 201): false} {
		p.NewName = key
		if edit, err := s.Rename(t.Context(), p); (err == nil) != good || good && len(edit.Changes[at]) != 1 {
			t.Errorf("%q: %v, %v", key, edit, err)
		}
	}
}

// A hover says in words that a source failed, shows what the record states and nothing that it does not, and says once
// why an entry stays as it is.
func TestHoverText(t *testing.T) {
	var f report.Finding
	f.Outcome = row.Verified
	f.Lookups = []row.Lookup{{Source: "crossref", Outcome: "failed", Reason: "timeout"},
		{Source: "arxiv", Outcome: "found"}}
	f.Record = &row.Record{}
	f.Record.Fields.Title, f.Record.Fields.Year = "First", "2001"
	got := hoverText(&f, false)
	if strings.Contains(got, "http") {
		t.Errorf("a link to nothing:\n%s", got)
	}
	f.Record.Link = "https://a.example/1"
	got = hoverText(&f, false)
	for part, want := range map[string]bool{"did not answer: crossref (timeout)": true, "https://a.example/1": true, "title: First": true,
		"year: 2001": true, "volume": false, "arxiv": false} {
		if strings.Contains(got, part) != want {
			t.Errorf("%q in\n%s", part, got)
		}
	}
	f = report.Finding{}
	f.Outcome = row.Discrepant
	f.Codes = []string{"H4"}
	f.Reasons = []row.Reason{{Field: "title", Why: "another work"}, {Field: "year", Why: "another work"},
		{Field: "volume", Why: "no proof"}, {Field: "pages"}}
	got = hoverText(&f, false)
	if topic, _ := judge.Explain(string(row.Discrepant)); topic.Short == "" || strings.Contains(got, topic.Short) {
		t.Errorf("what a difference is in general:\n%s", got)
	}
	f.Reasons[0].Gravity, f.Reasons[0].Rule = "slip", "title-differs"
	got = hoverText(&f, false)
	if strings.Count(got, "another work") != 1 || strings.Count(got, "not corrected: volume: no proof") != 1 ||
		strings.Count(got, "not corrected") != 2 {
		t.Errorf("why the entry stays as it is:\n%s", got)
	}
	if failures(&report.Finding{}) != "" {
		t.Error("no source was asked, and one did not answer")
	}
}

// A remark stands at the value of its field, else at the head of the entry where it is about the first line, else at
// the words of its line.
func TestRemarkRange(t *testing.T) {
	const src = "@book{one,\n  title = {First},\n  year = 2001,\n}\nrest\n"
	c := readText("refs.bib", src)
	for _, at := range []struct {
		line        int
		field, want string
	}{{1, "", "@book{one"}, {1, "title", "{First}"}, {3, "", "year = 2001,"}, {3, "title", "{First}"},
		{5, "title", "rest"}} {
		r := c.remarkRange(&lint.Remark{Line: at.line, Field: at.field})
		if got := src[c.text.offset(r.Start):c.text.offset(r.End)]; got != at.want {
			t.Errorf("%+v: %q", at, got)
		}
	}
}

// What is typed of an entry is replaced to its end, or up to the cursor if it has none; a comment is not looked up.
func TestUnfinishedEntry(t *testing.T) {
	for _, c := range []struct{ src, query, key, replaced string }{
		{"deep learn|ing", "deep learn", "", "deep learn"},
		{"% deep learn|", "", "", ""},
		{"@book{one,}\ndeep|", "deep", "", "deep"},
		{"@book{deep2015|", "deep 2015", "", "@book{deep2015"},
		{"x\n@book{one,\n title = {Deep|}, year = {1},\n}\nrest", "Deep", "one",
			"@book{one,\n title = {Deep}, year = {1},\n}"},
		{"@book{one,\n title = {Deep|\n@book{two,}", "Deep", "one", "@book{one,\n title = {Deep"},
		{"@book{one,\n note = {Deep|}}", "", "", ""},
	} {
		offset := strings.IndexByte(c.src, '|')
		src := strings.Replace(c.src, "|", "", 1)
		h := here{name: "refs.bib", text: newText(src, false), offset: offset}
		query, key, _, start, end := h.unfinishedEntry()
		if c.replaced == "" {
			if query != "" {
				t.Errorf("%q: %q is looked up", c.src, query)
			}
		} else if query != c.query || key != c.key || src[start:end] != c.replaced {
			t.Errorf("%q: %q %q replaces %q", c.src, query, key, src[start:end])
		}
	}
}

// Saving asks services only about open texts, where they are set up and wanted.
func TestSavedWithoutServices(t *testing.T) {
	at := uri.URI("untitled:a.bib")
	some := func() (*setup.Setup, error) { return nil, errors.New("no service") }
	for _, c := range []struct {
		open, online, wanted bool
	}{{true, false, true}, {true, true, false}, {false, true, true}} {
		s := &server{docs: map[uri.URI]*document{}, settings: settings{Online: c.wanted}}
		if c.online {
			s.Online = some
		}
		doc := &document{uri: at}
		if c.open {
			s.docs[at] = doc
		}
		p := &DocumentParams{}
		p.TextDocument.URI = at
		if err := s.DidSave(t.Context(), p); err != nil || doc.ask {
			t.Errorf("%+v: asks %t, %v", c, doc.ask, err)
		}
	}
}

// A file has keys if it can be read, and is read again when it has changed; a folder has none.
func TestProjectFiles(t *testing.T) {
	dir := folder(t, map[string]string{"a.bib": "@book{one,}", "b.bib/c.txt": ""})
	var p project
	name := filepath.Join(dir, "a.bib")
	for _, none := range []string{filepath.Join(dir, "missing.bib"), filepath.Join(dir, "b.bib")} {
		if p.file(none, nil, false) != nil {
			t.Errorf("%s has keys", none)
		}
	}
	first := p.file(name, nil, false)
	if first == nil || len(first.defined) != 1 || p.file(name, nil, false) != first {
		t.Fatalf("%+v is not kept", first)
	}
	if err := os.WriteFile(name, []byte("@book{one,}@book{two,}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if again := p.file(name, nil, false); again == nil || len(again.defined) != 2 {
		t.Errorf("%+v is the old file", again)
	}
	open := newText("", false)
	edited := p.file(name, open, false)
	if len(edited.defined) != 0 || p.file(name, open, false) != edited {
		t.Errorf("%+v is not the text in the editor", edited)
	}
	if files := p.of(name, nil, false); len(files) != 1 || files[name] == nil || len(files[name].defined) != 2 {
		t.Errorf("the project is %v", files)
	}
}

// A finding is kept by what its reference says; a memo of another day is empty.
func TestMemoOfDay(t *testing.T) {
	var m memo
	today := biblio.Date{Year: 2026, Month: 3, Day: 1}
	m.on(today)
	ref := biblio.Reference{Raw: "Frost. First."}
	m.put(audit.Finding{Reference: ref})
	m.put(audit.Finding{Reference: ref})
	m.on(today)
	if _, ok := m.get(&ref); !ok || m.count != 1 {
		t.Errorf("%d findings are kept", m.count)
	}
	m.on(biblio.Date{Year: 2026, Month: 3, Day: 2})
	if _, ok := m.get(&ref); ok {
		t.Error("yesterday's finding is kept")
	}
}

// A cited key is missing only where the project has a bibliography; an entry is unused only where others are cited and
// no text cites all of them.
func TestKeyDiagnostics(t *testing.T) {
	const bib = "@book{one,}@book{two,}"
	for _, c := range []struct {
		of, tex, bib, lint string
		keys               bool
		want               string
	}{
		{"t.tex", `\cite{one,new}`, bib, "note", true, "new"}, {"t.tex", `\cite{new}`, "-", "note", true, ""},
		{"t.tex", `\cite{new}`, bib, "off", true, ""}, {"t.tex", `\cite{new}`, bib, "note", false, ""},
		{"r.bib", `\cite{one}`, bib, "note", true, "two"}, {"r.bib", `\cite{new}`, bib, "note", true, ""},
		{"r.bib", `\cite{one}\nocite{*}`, bib, "note", true, ""}, {"r.bib", `\cite{one}`, bib, "off", true, ""},
	} {
		dir := t.TempDir()
		s := &server{docs: map[uri.URI]*document{}}
		s.project.add(dir)
		for base, src := range map[string]string{"t.tex": c.tex, "r.bib": c.bib} {
			if name := filepath.Join(dir, base); src != "-" {
				s.docs[uriOf(name)] = &document{uri: uriOf(name), name: name, text: newText(src, false)}
			}
		}
		doc := s.docs[uriOf(filepath.Join(dir, c.of))]
		read := &checked{name: doc.name, text: doc.text}
		var got []string
		for _, d := range s.keyDiagnostics(doc, read, &settings{Lint: c.lint, Keys: c.keys}) {
			got = append(got, doc.text.string[doc.text.offset(d.Range.Start):doc.text.offset(d.Range.End)])
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// A key is found in the braces of its citation, though the command has its letters too.
func TestKeyLikeCommand(t *testing.T) {
	for src, want := range map[string]int{`\cite{e}`: 6, `\parencite[e]{te}`: 14} {
		if k := keysOf("a.tex", src); len(k.cited) != 1 || k.cited[0].start != want {
			t.Errorf("%s: %+v", src, k.cited)
		}
	}
}

// A project has a bound of files.
func TestManyFiles(t *testing.T) {
	var p project
	dir := t.TempDir()
	open := map[string]*text{}
	for i := range maxFiles + 1 {
		open[filepath.Join(dir, fmt.Sprintf("%d.bib", i))] = newText("", false)
	}
	if files := p.of(filepath.Join(dir, "0.bib"), open, false); len(files) != maxFiles {
		t.Errorf("the project has %d files", len(files))
	}
}

// An action on a remark changes what this remark is about, and nothing about the same in another line.
func TestRemarkActions(t *testing.T) {
	const one, two, three = "@book{one, title={Seas}, author={Ann Frost}, year={}}\n",
		"@book{two, title={Seas}, author={Ann Frost}, year={}}\n", "@book{tri, title={Seas}, author={Ann Frost}, year={}}\n"
	c := readText("refs.bib", one+two+three)
	c.remarks = append(c.lint(2026), lint.Remark{Rule: "duplicate", Line: 2, Key: "two", Twin: "one"},
		lint.Remark{Rule: "duplicate", Line: 3, Key: "tri", Twin: "one"})
	s := &server{docs: map[uri.URI]*document{}}
	doc := &document{uri: "untitled:refs.bib", name: c.name, text: c.text}
	for _, w := range []struct {
		do, rule string
		line     int
		want     string
	}{
		{"mend", "empty-field", 2, one + strings.Replace(two, " year={}", "", 1) + three},
		{"mend", "empty-field", 3, one + two + strings.Replace(three, " year={}", "", 1)}, {"mend", "empty-field", 4, ""},
		{"mend", "duplicate", 2, ""}, {"mend", "other", 2, ""},
		{"remove", "duplicate", 2, one + three}, {"remove", "duplicate", 3, one + two}, {"remove", "duplicate", 1, ""},
		{"remove", "empty-field", 2, ""},
	} {
		edit, err := makers[w.do](s, doc, c, choice{Rule: w.rule, Line: w.line})
		got := ""
		if edit != nil {
			got = c.text.string
			for _, change := range slices.Backward(edit.Changes[doc.uri]) {
				start, end := c.text.offset(change.Range.Start), c.text.offset(change.Range.End)
				got = got[:start] + change.NewText + got[end:]
			}
		}
		if err != nil || got != w.want {
			t.Errorf("%s %s in line %d: %v\n%s", w.do, w.rule, w.line, err, got)
		}
	}
}

// A diagnostic says in its data what it is about, if anything can be done; the record is shown beside it where the
// editor can show more than one place.
func TestDiagnosticParts(t *testing.T) {
	if d := diagnostic(Range{}, SeverityHint, "x", "y", about{}); d.Data != nil {
		t.Errorf("data of nothing: %s", d.Data)
	}
	d := diagnostic(Range{}, SeverityHint, "x", "y", about{Rule: "r", Line: 2})
	if !strings.Contains(string(d.Data), `"r"`) {
		t.Errorf("data: %s", d.Data)
	}
	c := readText("refs.bib", placed)
	usual := usual()
	for _, related := range []bool{false, true} {
		for _, record := range []string{"", "the record of Crossref"} {
			c.raised = []raised{{record: record, views: []report.View{{Rule: "year-differs"}}}}
			var can abilities
			can.TextDocument.PublishDiagnostics.RelatedInformation = related
			list := c.diagnostics("untitled:refs.bib", &usual, &can)
			if len(list) != 1 || (len(list[0].RelatedInformation) == 1) != (related && record != "") {
				t.Errorf("%t, %q: %+v", related, record, list)
			}
		}
	}
}

// A work is added behind the last entry, after an empty line, with the line ends of the file; a choice that is no
// longer there is refused.
func TestAddedWork(t *testing.T) {
	dir := t.TempDir()
	setup := starter(t)
	const tex = `\cite{vaswani2017attention}`
	for _, c := range []struct {
		bib    string
		number int
		before string
	}{
		{"", 0, "@inp"}, {"@book{one,}", 0, "\n\n@inp"}, {"@book{one,}\n", 0, "\n@inp"}, {"@book{one,}\n\n", 0, "@inp"},
		{"@book{one,}\r\n", 0, "\r\n@inp"}, {"", -1, ""}, {"", maxOffered, ""}, {"-", 0, ""},
	} {
		s := &server{Options: Options{Setup: setup}, ctx: t.Context(), docs: map[uri.URI]*document{}}
		for name, src := range map[string]string{"t.tex": tex, "r.bib": c.bib} {
			if at := uriOf(filepath.Join(dir, name)); src != "-" {
				s.docs[at] = &document{uri: at, name: filepath.Join(dir, name), text: newText(src, false)}
			}
		}
		doc := s.docs[uriOf(filepath.Join(dir, "t.tex"))]
		edit, err := s.addWork(doc, &checked{name: doc.name}, choice{Key: "vaswani2017attention", Number: c.number})
		if (err == nil) != (c.before != "") {
			t.Errorf("%+v: %v", c, err)
		} else if err == nil {
			text := edit.Changes[uriOf(filepath.Join(dir, "r.bib"))][0].NewText
			if !strings.HasPrefix(text, c.before) || strings.Contains(text, "\r\n") != strings.Contains(c.bib, "\r\n") {
				t.Errorf("%q: %q", c.bib, text)
			}
		}
	}
}

// An action that the server does not know, or has not made, is refused.
func TestResolveUnknown(t *testing.T) {
	at := uri.URI("untitled:a.bib")
	s := &server{docs: map[uri.URI]*document{}}
	for _, data := range []string{``, `7`, `{"do":"nothing","uri":"untitled:a.bib"}`, `{"do":"correct","more":1}`,
		`{"do":"correct","uri":"untitled:a.bib","version":1}`} {
		if got, err := s.CodeActionResolve(t.Context(), &CodeAction{Data: []byte(data)}); err == nil {
			t.Errorf("%s: %+v for %s", data, got, at)
		}
	}
}
