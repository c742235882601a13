package lsp

import (
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// In a bibliography, completion offers the record's entry for words of a title or a DOI, on a line of its own or in an
// entry, whose key stays; elsewhere it offers nothing.
func TestCompletionOfEntries(t *testing.T) {
	dir := folder(t, nil)
	e := connect(t, Options{}, able, "", dir)
	const next = "\n@book{next, title={Next}}\n"
	for i, c := range []struct{ text, key, rest string }{
		{"attention is all you need|", "vaswani2017attention", ""},
		{twoEntries + "\n10.1038/nature14539|\n", "lecun2015deep", twoEntries + "\n\n"},
		{"@article{\n  doi = {10.1038/nature14539|}\n}" + next, "lecun2015deep", next},
		{"@article{mine,\n  note = {a {b}},\n  doi = \"10.1038/nature14539|\"\n}" + next, "mine", next},
		{"@article{mine,\n  title = {Attention is all you ne|" + next, "mine", next},
		{"@article{mine,\n  title = {Attention is all you need|" + next, "mine", next},
		{"@inproceedings{vaswani2017attention|", "vaswani2017attention", ""},
		{"@article{mine,\n  journal = {Attention is all you need|}\n}", "", ""},
		{"% attention is all you need|", "", ""},
		{"word|", "", ""},
		{"no such work has ever been written by us|", "", ""},
	} {
		name := filepath.Join(dir, string(rune('a'+i))+".bib")
		where, src := at(name, c.text)
		e.open(uriOf(name), src)
		got, err := e.Completion(t.Context(), &protocol.CompletionParams{TextDocumentPositionParams: where})
		if err != nil {
			t.Fatal(err)
		}
		list, _ := got.(*protocol.CompletionList)
		if list == nil || len(list.Items) == 0 {
			if c.key != "" {
				t.Errorf("%q: nothing is offered", c.text)
			}
			continue
		}
		item := list.Items[0]
		for _, e := range item.AdditionalTextEdits {
			if e.Range.Start == e.Range.End {
				t.Errorf("%q: an edit of nothing", c.text)
			}
		}
		edits := append([]protocol.TextEdit{*item.TextEdit.(*protocol.TextEdit)}, item.AdditionalTextEdits...)
		after := apply(t, src, &protocol.WorkspaceEdit{
			Changes: map[uri.URI][]protocol.TextEdit{uriOf(name): edits}}, uriOf(name))
		entry, found := strings.CutSuffix(after, c.rest)
		if strings.HasPrefix(c.rest, twoEntries) {
			_, entry, found = strings.Cut(after, twoEntries)
		}
		if entry = strings.TrimSpace(entry); !found || !strings.HasPrefix(entry, "@") || c.key == "" ||
			!strings.Contains(entry, "{"+c.key+",") || strings.Count(entry, "@") != 1 || !strings.HasSuffix(entry, "\n}") {
			t.Errorf("%q becomes %q", c.text, after)
		}
	}
}
