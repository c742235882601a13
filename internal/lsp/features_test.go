package lsp

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/bonafide-audit/bonafide/internal/run"
)

// folder creates a folder with files.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const twoEntries = `@article{lecun2015,
  author = {Yann LeCun and Yoshua Bengio and Geoffrey Hinton},
  title = {Deep learning},
  journal = {Nature},
  year = {2015},
}

@article{breiman2001,
  author = {Leo Breiman},
  title = {Random Forests},
  journal = {Machine Learning},
  year = {2003},
}
`

// The corrections of a whole file are those of fix, byte for byte.
func TestFixAll(t *testing.T) {
	s := starter(t)
	e := connect(t, Options{Setup: s}, able, "")
	at := uri.URI("untitled:demo.bib")
	src := demo(t)
	e.open(at, src)
	e.settled(at, 1)
	p := &protocol.CodeActionParams{Context: protocol.CodeActionContext{Only: []protocol.CodeActionKind{"source.fixAll"}}}
	p.TextDocument.URI = at
	list, err := e.CodeAction(t.Context(), p)
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	got := apply(t, src, list[0].(*protocol.CodeAction).Edit, at)
	want, err := run.FixFile(t.Context(), s, run.Options{Jobs: 2}, run.File{Name: "demo.bib", Source: []byte(src)},
		run.FileFixing{})
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want.Bytes) || got == src {
		t.Errorf("the corrected text is\n%s", got)
	}
}

// What is offered at an entry: its corrections, each and all; to dismiss its findings, each only where there are
// several; those of the whole file; and only the kinds that the editor asks for. The first choice (*) is everything for
// an entry.
func TestActionsOffered(t *testing.T) {
	const (
		dismiss = "Dismiss H4: this entry is right as it is"
		adds    = "Add the pages: 5-32 (corpus)\nAdd the volume: 45 (corpus)\nCorrect the year: 2001 (corpus)\n"
		year    = "Correct the year: 2001 (corpus)*"
		whole   = "Make all proven corrections (1 entry)"
		of      = "said of the "
		authors = "Correct the authors: Leo Breiman (corpus)*\nCorrect the year (likely): 2001\n" +
			"Dismiss H2, H4: this entry is right as it is\nDismiss what is " + of + "authors alone\n" +
			"Dismiss what is " + of + "year alone\n" + whole + "\nTake the record's entry"
	)
	complete := strings.Replace(twoEntries, "  year = {2003}", "  volume = {45},\n  pages = {5--32},\n  year = {2003}", 1)
	both := strings.Replace(complete, "Yann LeCun", "Yan LeCunn", 1)
	others := strings.Replace(twoEntries, "Leo Breiman", "Lea Breimann", 1)
	const above = "@article{breiman2001"
	for i, c := range []struct{ name, src, at, only, want string }{
		{"a.bib", twoEntries, "2003", "", adds + dismiss + "\nMake all 3 corrections of this entry*\n" + whole},
		{"a.bib", complete, "2003", "", year + "\n" + dismiss + "\n" + whole}, {"a.bib", complete, "LeCun", "", ""},
		{"a.bib", complete, "LeCun", "source", whole}, {"a.bib", complete, "2003", "source.fixAll", whole},
		{"a.bib", complete, "2003", "quickfix", year + "\n" + dismiss}, {"a.bib", complete, "2003", "refactor", ""},
		{"a.bib", complete, "2003", "quick", ""},
		{"a.bib", both, "2003", "source", "Make all proven corrections (2 entries)"},
		{"a.bib", strings.Replace(complete, above, "% bonafide: ignore H4: a reprint\n"+above, 1), "2003", "", ""},
		{"a.bib", others, "2003", "", authors},
		{"a.bib", strings.Replace(others, above, "% bonafide: ignore year: a reprint\n"+above, 1), "2003", "",
			"Correct the authors: Leo Breiman (corpus)*\nDismiss H2, H4: this entry is right as it is\n" +
				"Dismiss what is " + of + "authors alone\n" + whole + "\nTake the record's entry"},
		{"a.txt", "References\n\n[1] L. Breiman. Random Forests. Machine Learning, 45(1):5-32, 2003.\n", "Random", "",
			year + "\n" + dismiss + "\n" + whole},
	} {
		can := strings.Replace(able, `"hover"`, `"codeAction":{"resolveSupport":{"properties":["edit"]}},"hover"`, 1)
		e := connect(t, Options{}, can, `{"lint":"off"}`)
		at := uri.URI("untitled:" + c.name)
		e.open(at, c.src)
		e.settled(at, 1)
		p := &protocol.CodeActionParams{}
		p.TextDocument.URI, p.Range.Start = at, placeOf(c.src, strings.Index(c.src, c.at))
		p.Range.End = p.Range.Start
		if c.only != "" {
			p.Context.Only = []protocol.CodeActionKind{protocol.CodeActionKind(c.only)}
		}
		list, err := e.CodeAction(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		var titles []string
		for _, a := range list {
			action := a.(*protocol.CodeAction)
			if action.IsPreferred != nil && *action.IsPreferred {
				action.Title += "*"
			}
			titles = append(titles, action.Title)
		}
		if slices.Sort(titles); strings.Join(titles, "\n") != c.want {
			t.Errorf("%d: at %q, only %q:\n%s", i, c.at, c.only, strings.Join(titles, "\n"))
		}
	}
}

// An editor that resolves actions gets the edit of an action when it is chosen, and an error if the text has
// changed since.
func TestResolve(t *testing.T) {
	can := strings.Replace(able, `"hover"`, `"codeAction":{"resolveSupport":{"properties":["edit"]}},"hover"`, 1)
	e := connect(t, Options{}, can, "")
	at := uri.URI("untitled:refs.bib")
	e.open(at, twoEntries)
	e.settled(at, 1)
	action := titled(t, e.actions(at, twoEntries, "2003"), "Correct the year")
	if action.Edit != nil {
		t.Error("the edit comes before it is asked for")
	}
	action, err := e.CodeActionResolve(t.Context(), action)
	if err != nil {
		t.Fatal(err)
	}
	if got := apply(t, twoEntries, action.Edit, at); got != strings.Replace(twoEntries, "2003", "2001", 1) {
		t.Error(got)
	}
	e.change(at, 2, "\n"+twoEntries)
	e.settled(at, 2)
	if _, err := e.CodeActionResolve(t.Context(), action); err == nil {
		t.Error("an action of an older text is made")
	}
}

// Accepted findings are no longer shown: those of an entry after a comment, those of a printed reference after
// an entry in the file beside the text. The command takes the user's reason.
func TestAccept(t *testing.T) {
	dir := folder(t,
		map[string]string{"refs.bib": twoEntries, "list.txt": "References\n\n[1] L. Breiman. Random Forests. Machine " +
			"Learning, 45(1):5-32, 2003.\n"})
	e := connect(t, Options{}, able, "", dir)
	bib, list := uriOf(filepath.Join(dir, "refs.bib")), uriOf(filepath.Join(dir, "list.txt"))
	e.open(bib, twoEntries)
	if got := codes(e.settled(bib, 1)); !slices.Contains(got, "year-differs") {
		t.Fatal(got)
	}
	after := apply(t, twoEntries, titled(t, e.actions(bib, twoEntries, "2003"), "Dismiss").Edit, bib)
	e.change(bib, 2, after)
	if got := codes(e.settled(bib, 2)); slices.Contains(got, "year-differs") {
		t.Errorf("after the comment %v\n%s", got, after)
	}
	offered := e.actions(bib, after, "2003")
	for title, action := range offered {
		if action.Edit != nil && !strings.Contains(apply(t, after, action.Edit, bib), "2003") {
			t.Errorf("%s changes what is accepted", title)
		}
	}
	if len(offered) == 0 {
		t.Error("nothing more is offered, and fields are missing")
	}

	text := "References\n\n[1] L. Breiman. Random Forests. Machine Learning, 45(1):5-32, 2003.\n"
	e.open(list, text)
	if got := codes(e.settled(list, 1)); !slices.Contains(got, "year-differs") {
		t.Fatal(got)
	}
	here := placeOf(text, strings.Index(text, "Breiman"))
	_, err := e.ExecuteCommand(t.Context(),
		&protocol.ExecuteCommandParams{Command: acceptCommand, Arguments: []protocol.LSPAny{
			protocol.LSPAny(`{"uri":"` + string(list) + `","line":` + itoa(int(here.Line)) + `,"character":` +
				itoa(int(here.Character)) + `,"reason":"the reprint of 2003"}`),
		}})
	if err != nil || len(e.applied) != 1 {
		t.Fatal(err, e.applied)
	}
	beside := filepath.Join(dir, ".bonafide.toml")
	written := apply(t, "", &e.applied[0], uriOf(beside))
	if !strings.Contains(written, "the reprint of 2003") {
		t.Fatalf("the file would say %q", written)
	}
	if err := os.WriteFile(beside, []byte(written), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := e.DidChangeWatchedFiles(t.Context(),
		&protocol.DidChangeWatchedFilesParams{
			Changes: []protocol.FileEvent{{URI: uriOf(beside), Type: protocol.FileChangeTypeCreated}}}); err != nil {
		t.Fatal(err)
	}
	e.until(list, func(p *protocol.PublishDiagnosticsParams) bool {
		return !slices.Contains(codes(p.Diagnostics), "year-differs")
	})
}

// Keys lead from citations to entries and back, across the files of a folder, in all languages; missing and
// unused ones are reported.
func TestKeys(t *testing.T) {
	dir := folder(t, map[string]string{
		"refs.bib": twoEntries,
		"paper.tex": "\\documentclass{article}\nAs \\citet[p.~3]{lecun2015,missing2020} says.\n% " +
			"\\cite{commented}\n\\bibliography{refs}\n",
		"notes.md":        "As [@lecun2015, p. 3; @gone1999] says, and @lecun2015; write to me@example.org or @someone.\n",
		"talk.typ":        "See @lecun2015 and #cite(<absent>).\n#bibliography(\"refs.bib\")\n",
		"plan.org":        "See [cite:@lecun2015;@nowhere].\n",
		"guide.rst":       "See :cite:p:`lecun2015,vanished`.\n",
		"sub/appendix.md": "Also [@lecun2015].\n",
		".git/x.md":       "[@lecun2015]\n",
	})
	e := connect(t, Options{}, able, "", dir)
	for name, missing := range map[string][]string{"paper.tex": {"missing2020"}, "notes.md": {"gone1999"},
		"talk.typ": {"absent"}, "plan.org": {"nowhere"}, "guide.rst": {"vanished"}} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		at, src := uriOf(filepath.Join(dir, name)), string(data)
		e.open(at, src)
		var got []string
		for _, d := range e.settled(at, 1) {
			if code, _ := d.Code.(protocol.String); code == "undefined-key" {
				got = append(got, src[offsetOf(src, d.Range.Start):offsetOf(src, d.Range.End)])
			}
		}
		if !slices.Equal(got, missing) {
			t.Errorf("%s: missing keys %v and not %v", name, got, missing)
		}
		where := protocol.TextDocumentPositionParams{TextDocument: protocol.TextDocumentIdentifier{URI: at},
			Position: placeOf(src, strings.Index(src, "lecun")+2)}
		to, err := e.Definition(t.Context(), &protocol.DefinitionParams{TextDocumentPositionParams: where})
		if list, _ := to.(protocol.LocationSlice); err != nil || len(list) != 1 ||
			list[0].URI != uriOf(filepath.Join(dir, "refs.bib")) || list[0].Range.Start.Line != 0 {
			t.Errorf("%s: the entry is at %+v, error %v", name, to, err)
		}
	}
	bib := uriOf(filepath.Join(dir, "refs.bib"))
	e.open(bib, twoEntries)
	var unused []protocol.Diagnostic
	for _, d := range e.settled(bib, 1) {
		if code, _ := d.Code.(protocol.String); code == "unused-key" {
			unused = append(unused, d)
		}
	}
	if len(unused) != 1 || unused[0].Range.Start.Line != 7 {
		t.Errorf("unused keys: %+v", unused)
	}
	p := &protocol.ReferenceParams{}
	p.TextDocument.URI, p.Position = bib, protocol.Position{Line: 2, Character: 5}
	refs, err := e.References(t.Context(), p)
	if err != nil || len(refs) != 7 {
		t.Errorf("%d citations of the entry, error %v: %+v", len(refs), err, refs)
	}
	hover := &protocol.HoverParams{}
	hover.TextDocument.URI, hover.Position = uriOf(filepath.Join(dir, "notes.md")), protocol.Position{Character: 6}
	if h, err := e.Hover(t.Context(), hover); err != nil || h == nil ||
		!strings.Contains(h.Contents.(*protocol.MarkupContent).Value, "Nature") {
		t.Errorf("hover over a citation: %+v, error %v", h, err)
	}
	symbols, err := e.DocumentSymbol(t.Context(),
		&protocol.DocumentSymbolParams{TextDocument: protocol.TextDocumentIdentifier{URI: bib}})
	if list, _ := symbols.(protocol.DocumentSymbolSlice); err != nil || len(list) != 2 || list[1].Name != "breiman2001" {
		t.Errorf("symbols %+v, error %v", symbols, err)
	}
}

// A duplicate is removed, and the texts cite the other entry.
func TestRemoveDuplicate(t *testing.T) {
	twice := twoEntries + strings.Replace(twoEntries[strings.Index(twoEntries, "@article{breiman"):],
		"breiman2001", "breimanRF", 1)
	dir := folder(t,
		map[string]string{"refs.bib": twice, "paper.tex": "\\cite{breimanRF} and \\cite{breiman2001,breimanRF}.\n"})
	e := connect(t, Options{}, able, "", dir)
	bib, tex := uriOf(filepath.Join(dir, "refs.bib")), uriOf(filepath.Join(dir, "paper.tex"))
	e.open(bib, twice)
	e.settled(bib, 1)
	edit := titled(t, e.actions(bib, twice, "breimanRF"), "Remove this entry").Edit
	if got := apply(t, twice, edit, bib); got != twoEntries {
		t.Errorf("the bibliography is\n%s", got)
	}
	if got := apply(t, "\\cite{breimanRF} and \\cite{breiman2001,breimanRF}.\n", edit, tex); strings.Contains(got, "RF") {
		t.Errorf("the text is %s", got)
	}
}

// Settings: lenses, diagnostics that other servers make too, remarks; an invalid setting is refused and
// the others stay.
func TestSettings(t *testing.T) {
	broken := twoEntries + "@article{lecun2015,\n  title = {X}\n}\n@misc{y\n  title = {Y}\n"
	at := uri.URI("untitled:refs.bib")
	for options, want := range map[string]struct{ duplicate, lens bool }{
		``:                                       {true, false},
		`{"bonafide":{"lens":true}}`:             {true, true},
		`{"beside":["texlab"]}`:                  {false, false},
		`{"lint":"off"}`:                         {false, false},
		`{"lint":"everything","lens":true}`:      {true, false},
		`{"beside":["another"],"lens":true}`:     {true, false},
		`{"lens":"yes"}`:                         {true, false},
		`{"unknown":1,"lens":true,"lint":"off"}`: {false, true},
	} {
		e := connect(t, Options{}, able, options)
		e.open(at, broken)
		if got := codes(e.settled(at, 1)); slices.Contains(got, "duplicate-key") != want.duplicate {
			t.Errorf("%s: %v", options, got)
		}
		lenses, err := e.CodeLens(t.Context(),
			&protocol.CodeLensParams{TextDocument: protocol.TextDocumentIdentifier{URI: at}})
		if err != nil || (len(lenses) > 0) != want.lens {
			t.Errorf("%s: lenses %+v, error %v", options, lenses, err)
		}
	}
}

// Untrusted content is shown as text: no link, no command, no control character, no HTML.
func TestHostileText(t *testing.T) {
	e := connect(t, Options{}, able, "")
	at := uri.URI("untitled:refs.bib")
	src := "@article{k, author = {Leo Breiman}, title = {Random Forests [x](command:evil) <img src=x> " +
		"![p](http://e.example/p.png) `c` \x1b[31m \u202e}, journal = {Machine Learning}, year = 2001, doi = " +
		"{10.1023/a:1010933404324}}\n"
	e.open(at, src)
	list := e.settled(at, 1)
	p := &protocol.HoverParams{}
	p.TextDocument.URI, p.Position = at, protocol.Position{Character: 3}
	h, err := e.Hover(t.Context(), p)
	if err != nil || h == nil {
		t.Fatal(h, err)
	}
	shown := h.Contents.(*protocol.MarkupContent).Value
	for _, bad := range []string{"](", "<img", "![", "\x1b", "\u202e"} {
		if strings.Contains(shown, bad) {
			t.Errorf("the hover has %q: %s", bad, shown)
		}
	}
	for _, d := range list {
		if message, _ := d.Message.(protocol.String); strings.ContainsAny(string(message), "\x1b\u202e") {
			t.Errorf("the diagnostic %q", message)
		}
	}
}

// Columns are in the agreed encoding.
func TestPositions(t *testing.T) {
	src := "é𝔸x\r\nab\rc\n"
	for _, c := range []struct {
		utf8         bool
		offset       int
		line, column uint32
	}{
		{false, 0, 0, 0}, {false, 2, 0, 1}, {false, 6, 0, 3}, {false, 7, 0, 4}, {false, 9, 1, 0},
		{false, 12, 2, 0}, {false, 14, 3, 0},
		{true, 2, 0, 2}, {true, 6, 0, 6}, {true, 7, 0, 7}, {true, 10, 1, 1},
	} {
		text := newText(src, c.utf8)
		p := text.position(c.offset)
		if p.Line != c.line || p.Character != c.column || text.offset(p) != c.offset {
			t.Errorf("utf8 %v, offset %d: %+v, back to %d", c.utf8, c.offset, p, text.offset(p))
		}
	}
	text := newText(src, false)
	for _, p := range []Position{{Line: 99}, {Line: 0, Character: 99}, {Line: 3, Character: 1}} {
		if at := text.offset(p); at < 0 || at > len(src) {
			t.Errorf("%+v is at %d", p, at)
		}
	}
}

// Twenty texts that change concurrently all end with their own diagnostics.
func TestManyTexts(t *testing.T) {
	e := connect(t, Options{Pause: time.Millisecond}, able, "")
	entries := strings.SplitAfter(twoEntries, "}\n\n")
	name := func(i int) uri.URI { return uri.URI("untitled:refs" + itoa(i) + ".bib") }
	for i := range 20 {
		e.open(name(i), twoEntries)
	}
	for v := int32(2); v < 8; v++ {
		for i := range 20 {
			e.change(name(i), v, strings.Repeat("\n", i)+entries[int(v)%2])
		}
	}
	for i := range 20 {
		list := e.settled(name(i), 7) // Random Forests, with the wrong year
		if got := codes(list); !slices.Equal(got, []string{"year-differs"}) || int(list[0].Range.Start.Line) != i+4 {
			t.Errorf("text %d: %v", i, list)
		}
	}
	if len(e.stale) > 0 {
		t.Errorf("diagnostics of older texts came later: %v", e.stale)
	}
}
