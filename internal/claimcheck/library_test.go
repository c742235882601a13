package claimcheck

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/claim"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

const body = "\n\nOne thing is so. Another is not. It was seen. It was done. It was said.\n"

func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func work(title, author, doi string) *biblio.Work {
	family, given, _ := strings.Cut(author, ", ")
	w := &biblio.Work{Title: title, Contributors: []biblio.Contributor{{Family: family, Given: given}}}
	if doi != "" {
		w.AddID(ident.ID{Scheme: ident.DOI, Value: doi})
	}
	return w
}

// A file counts as the text of a work if and only if its beginning says so.
func TestFind(t *testing.T) {
	dir := folder(t, map[string]string{
		"a/graphs.md": "# Learning on graphs with many edges\n\nAnna Berg and Bo " +
			"Crane\n\nhttps://doi.org/10.1234/graphs.1" + strings.Repeat(body, 12) +
			"\n# References\n\n[1] A secret of the list.\n",
		"b/other.txt":    "Learning on graphs with few edges\n\nAnna Berg" + body,
		"c/citing.txt":   "My survey\n\nZoe Quill\n\nAnna Berg wrote the paper Learning on trees with many leaves, 10.1234/trees.1." + body,
		"d/short.txt":    "Deep learning\n\nYann LeCun" + body,
		".hidden/no.txt": "Learning on trees with many leaves\n\nAnna Berg" + body,
		"e/trap.exe":     "Learning on trees with many leaves\n\nAnna Berg" + body,
	})
	notes := filepath.Join(t.TempDir(), "sub", "texts.json")
	looked := 0
	for round := range 2 {
		l, err := OpenLibrary(context.Background(), []string{dir}, notes, func(int, int) { looked++ })
		if err != nil || len(l.Unread()) > 0 || l.Len() != 4 {
			t.Fatalf("%d files, %v, %v", l.Len(), err, l.Unread())
		}
		if round == 1 && looked != 4 {
			t.Errorf("%d files were looked at, again what had not changed", looked)
		}
		for _, c := range []struct {
			name, want string
			work       *biblio.Work
		}{
			{"title and author", "graphs.md", work("Learning on graphs with many edges", "Berg", "")},
			{"identifier and title", "graphs.md", work("Learning on graphs with many edges", "Somebody", "10.1234/graphs.1")},
			{"another's identifier", "", work("Learning on ponds with many boats", "Berg", "10.1234/graphs.1")},
			{"another author", "", work("Learning on graphs with many edges", "Stranger", "")},
			{"cited at the beginning of another", "", work("Learning on trees with many leaves", "Berg", "10.1234/trees.1")},
			{"a title that tells little", "", work("Deep learning", "LeCun", "")},
		} {
			text, from, err := l.Find(context.Background(), "x.tex", []*biblio.Record{{Work: *c.work}}, &biblio.Work{})
			if err != nil || c.want == "" && text != nil || c.want != "" && filepath.Base(from.Where) != c.want {
				t.Errorf("%s: %s, %v", c.name, from.Where, err)
			}
			if text != nil &&
				(len(from.Digest) != 64 || !text.Whole || strings.Contains(text.Sentences[len(text.Sentences)-1].Text, "secret")) {
				t.Errorf("%s: %+v, whole %v, last %+v", c.name, from, text.Whole, text.Sentences[len(text.Sentences)-1])
			}
		}
		if text, _, _ := l.Find(context.Background(), filepath.Join(dir, "a/graphs.md"), nil,
			work("Learning on graphs with many edges", "Berg", "")); text != nil {
			t.Error("a paper is its own source")
		}
	}
}

// An unreadable file affects nothing else, and a missing folder is reported.
func TestUnread(t *testing.T) {
	dir := folder(t,
		map[string]string{"bad.pdf": "%PDF-1.4 broken", "bad.docx": "PK\x03\x04", "good.txt": "Learning on graphs with " +
			"many edges\n\nAnna Berg" + body})
	notes := filepath.Join(dir, "texts.json")
	if err := os.WriteFile(notes, []byte("[{"), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := OpenLibrary(context.Background(), []string{dir}, notes, nil)
	if err != nil || len(l.Unread()) != 2 {
		t.Fatalf("%v, %v", err, l.Unread())
	}
	if text, _, _ := l.Find(context.Background(), "", nil,
		work("Learning on graphs with many edges", "Berg", "")); text == nil || text.Whole {
		t.Errorf("%+v", text)
	}
	if _, err := OpenLibrary(context.Background(), []string{filepath.Join(dir, "nowhere")}, "", nil); err == nil {
		t.Error("a folder that is not there was opened")
	}
}

// TestListsEnd: a plain text ends at the heading of its reference list, in any language.
func TestListsEnd(t *testing.T) {
	for _, heading := range []string{"References", "## 7. Works Cited:", "Literaturverzeichnis", "QUELLEN",
		"Références bibliographiques", "Bibliografía", "参考文献", "Список литературы"} {
		text := &claim.Text{}
		plain(text, "A sentence of the text.\n\n"+heading+"\n\n[1] An entry of the list.")
		if len(text.Sentences) != 1 {
			t.Errorf("%q: %d sentences", heading, len(text.Sentences))
		}
	}
	for _, entry := range []string{"1. Smith J. A title. 2001.", "Smith, John. A title. London, 2001.",
		"Smith J, Doe K. A title.", "J. Smith and K. Doe, “A title”, 2001.",
		"Иванов И. И. Название. Москва, 2001.", "- Smith, J. (2001). A title."} {
		text := &claim.Text{}
		if plain(text, "A sentence of the text.\n\n# Sources\n\n"+entry); len(text.Sentences) != 1 {
			t.Errorf("%q: %d sentences", entry, len(text.Sentences))
		}
	}
	for _, heading := range []string{"## 3. Sources", "2 Literature", "Reference", "文献"} { // of a section
		text := &claim.Text{}
		plain(text, "A sentence of the text.\n\n"+heading+"\n\nMost of it, in 1851, was in letters.\n\n"+
			"References\n\n[1] An entry.")
		if last := text.Sentences[len(text.Sentences)-1]; !strings.Contains(last.Text, "in letters") {
			t.Errorf("%q ends the text: %+v", heading, text.Sentences)
		}
	}
	text := &claim.Text{}
	if plain(text, "References to this are rare.\n\nThey end nothing."); len(text.Sentences) != 2 {
		t.Errorf("%d sentences", len(text.Sentences))
	}
}

// TestManyHeadings: a text of nothing but headings is read in linear time.
func TestManyHeadings(t *testing.T) {
	src := strings.Repeat("Sources\n\n", 100_000)
	testenv.Linear(t, "a hundred thousand headings", func() { plain(&claim.Text{}, src) })
}
