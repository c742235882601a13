package lsp

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

// at makes a request at the cursor of a text, written "|", and returns the text without it.
func at(name, marked string) (protocol.TextDocumentPositionParams, string) {
	i := strings.Index(marked, "|")
	src := marked[:i] + marked[i+1:]
	return protocol.TextDocumentPositionParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: uriOf(name)}, Position: placeOf(src, i),
	}, src
}

// In an unfinished citation, completion lists the entries by key, title, name and year, with the verdict, in
// all languages; elsewhere it lists nothing.
func TestCompletion(t *testing.T) {
	dir := folder(t, map[string]string{"refs.bib": twoEntries})
	e := connect(t, Options{}, able, "", dir)
	bib := uriOf(filepath.Join(dir, "refs.bib"))
	e.open(bib, twoEntries)
	e.settled(bib, 1)
	for _, c := range []struct{ name, text, keys string }{
		{"a.tex", `As \citep[p.~3]{lec|`, "lecun2015"},
		{"b.tex", `As \autocite*{lecun2015, |`, "breiman2001 lecun2015"},
		{"c.tex", `As \parencite{random for|} says`, "breiman2001"},
		{"d.tex", `As \textcite{hinton|} says`, "lecun2015"},
		{"e.tex", `As {lec|`, ""},
		{"f.tex", `As \cite{lecun2015} lec|`, ""},
		{"a.md", "As [@brei|", "breiman2001"},
		{"b.qmd", "As [@lecun2015; @|", "breiman2001 lecun2015"},
		{"c.md", "write to me@brei|", ""},
		{"a.typ", "As @lec|", "lecun2015"},
		{"b.typ", "As #cite(<2003|", "breiman2001"},
		{"a.org", "As [cite:@lec|", "lecun2015"},
		{"a.rst", "As :cite:p:`lecun2015,br|", "breiman2001"},
		{"g.tex", `As \cite{nothinglikeit|`, ""},
	} {
		name := filepath.Join(dir, c.name)
		where, src := at(name, c.text)
		e.open(uriOf(name), src)
		got, err := e.Completion(t.Context(), &protocol.CompletionParams{TextDocumentPositionParams: where})
		if err != nil {
			t.Fatal(err)
		}
		var keys []string
		if list, _ := got.(*protocol.CompletionList); list != nil {
			for _, item := range list.Items {
				keys = append(keys, item.Label)
				detail, _ := item.Detail.Get()
				if item.Label == "breiman2001" && detail != "Breiman · 2003 · wrong (certain) · Random Forests" {
					t.Errorf("%s: %q", c.text, detail)
				}
				edit := item.TextEdit.(*protocol.TextEdit)
				start, end := offsetOf(src, edit.Range.Start), offsetOf(src, edit.Range.End)
				if after := src[:start] + edit.NewText + src[end:]; !strings.Contains(after,
					strings.TrimRight(c.text[:max(0, strings.Index(c.text, "|")-(end-start))], " ")) {
					t.Errorf("%s becomes %s", c.text, after)
				}
			}
		}
		slices.Sort(keys)
		if strings.Join(keys, " ") != c.keys {
			t.Errorf("%s %q: %v", c.name, c.text, keys)
		}
	}
}

// Renaming a key changes it where it is defined, cited and referred to.
func TestRename(t *testing.T) {
	bibText := twoEntries + "@inproceedings{part,\n  title = {A Part},\n  crossref = {lecun2015},\n}\n"
	texText := "\\cite{breiman2001,lecun2015} and \\citet{lecun2015}.\n"
	dir := folder(t, map[string]string{"refs.bib": bibText, "paper.tex": texText, "notes.md": "As [@lecun2015]."})
	e := connect(t, Options{}, able, "", dir)
	bib, tex := filepath.Join(dir, "refs.bib"), filepath.Join(dir, "paper.tex")
	e.open(uriOf(tex), texText)
	where, _ := at(tex, strings.Replace(texText, "lecun", "le|cun", 1))
	prepared, err := e.PrepareRename(t.Context(), &protocol.PrepareRenameParams{TextDocumentPositionParams: where})
	if named, _ := prepared.(*protocol.PrepareRenamePlaceholder); err != nil || named == nil ||
		named.Placeholder != "lecun2015" {
		t.Fatalf("%+v %v", prepared, err)
	}
	edit, err := e.Rename(t.Context(), &protocol.RenameParams{TextDocumentPositionParams: where, NewName: "lecun:deep"})
	if err != nil {
		t.Fatal(err)
	}
	for name, src := range map[string]string{bib: bibText, tex: texText,
		filepath.Join(dir, "notes.md"): "As [@lecun2015]."} {
		if got := apply(t, src, edit, uriOf(name)); got != strings.ReplaceAll(src, "lecun2015", "lecun:deep") {
			t.Errorf("%s is\n%s", name, got)
		}
	}
	for _, bad := range []string{"", "two words", "a,b", "breiman2001", "a}"} {
		if _, err := e.Rename(t.Context(),
			&protocol.RenameParams{TextDocumentPositionParams: where, NewName: bad}); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

// A cited key without an entry gets the entry of the work that it refers to, written from the record.
func TestAddWork(t *testing.T) {
	texText := "\\cite{lecun2015,vaswani2017attention,nothing1234ofours}\n\\bibliography{refs}\n"
	dir := folder(t, map[string]string{"refs.bib": twoEntries, "paper.tex": texText})
	e := connect(t, Options{}, able, "", dir)
	tex := uriOf(filepath.Join(dir, "paper.tex"))
	e.open(tex, texText)
	e.settled(tex, 1)
	action := titled(t, e.actions(tex, texText, "vaswani"),
		"Add “Attention Is All You Need” (Vaswani and others 2017) to refs.bib")
	got := apply(t, twoEntries, action.Edit, uriOf(filepath.Join(dir, "refs.bib")))
	if !strings.HasPrefix(got, twoEntries+"\n@inproceedings{vaswani2017attention,\n") || !strings.HasSuffix(got, "}\n") {
		t.Errorf("the bibliography is\n%s", got)
	}
	if list := e.actions(tex, texText, "nothing1234"); len(list) != 0 {
		t.Errorf("offered: %v", list)
	}
	for key, want := range map[string]string{"HeZhang_2016": "He Zhang 2016",
		"vaswani2017attention": "vaswani 2017 attention", "DBLP:conf/x": "DBLP conf x"} {
		if words := keyWords(key); words != want {
			t.Errorf("%s is %q", key, words)
		}
	}
}
