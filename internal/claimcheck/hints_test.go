package claimcheck

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
)

// zoteroSchema has the columns of Zotero's tables that are used.
const zoteroSchema = `
CREATE TABLE items (itemID INTEGER PRIMARY KEY, itemTypeID INT, key TEXT NOT NULL);
CREATE TABLE itemAttachments (itemID INTEGER PRIMARY KEY, parentItemID INT, linkMode INT, contentType TEXT, path TEXT);
CREATE TABLE itemData (itemID INT, fieldID INT, valueID INT, PRIMARY KEY (itemID, fieldID));
CREATE TABLE itemDataValues (valueID INTEGER PRIMARY KEY, value UNIQUE);
CREATE TABLE fields (fieldID INTEGER PRIMARY KEY, fieldName TEXT);
CREATE TABLE creators (creatorID INTEGER PRIMARY KEY, firstName TEXT, lastName TEXT);
CREATE TABLE itemCreators (itemID INT, creatorID INT, creatorTypeID INT, orderIndex INT);
CREATE TABLE deletedItems (itemID INTEGER PRIMARY KEY);`

const zoteroRows = `
INSERT INTO fields VALUES (1, 'title'), (2, 'DOI'), (3, 'extra'), (4, 'abstractNote');
INSERT INTO items VALUES (1, 1, 'PARENT01'), (2, 1, 'FILE0001'), (3, 1, 'PARENT02'), (4, 1, 'FILE0002'), (5, 1, 'FILE0003'), (6, 1, 'FILE0004');
INSERT INTO itemDataValues VALUES (1, 'Terns fly far over the seas'), (2, '10.1234/TERNS'), (3, 'Gulls stay at home in winter'), (4, 'arXiv:1501.00001 [q-bio]');
INSERT INTO itemData VALUES (1, 1, 1), (1, 2, 2), (3, 1, 3), (3, 3, 4);
INSERT INTO creators VALUES (1, 'Alice', 'Walker'), (2, 'Bo', 'Crane');
INSERT INTO itemCreators VALUES (1, 1, 1, 0), (3, 2, 1, 0);
INSERT INTO itemAttachments VALUES (2, 1, 0, 'application/pdf', 'storage:terns.txt'), (4, 3, 0, 'application/pdf', 'storage:other.txt'),
	(5, 3, 0, 'application/pdf', 'storage:../../../secret.txt'), (6, 3, 2, 'application/pdf', '/etc/passwd');
INSERT INTO deletedItems VALUES (5);`

func makeZotero(t testing.TB, path, script string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(context.Background(), script); err != nil {
		t.Fatal(err)
	}
}

// inside returns a text with the title within a sentence, where it proves nothing by itself.
func inside(title string) string {
	return "Vol. 3.\n\nThe Journal of Birds is proud to print " + title + " in this issue." + strings.Repeat(body, 12)
}

// What Zotero says about a file counts if its first page contains the title.
func TestZotero(t *testing.T) {
	dir := folder(t, map[string]string{
		"storage/FILE0001/terns.txt": inside("Terns fly far over the seas"),
		"storage/FILE0002/other.txt": "A supplement\n\nof another kind." + body,
	})
	makeZotero(t, filepath.Join(dir, zoteroName), zoteroSchema+zoteroRows)
	before, err := os.ReadFile(filepath.Join(dir, zoteroName))
	if err != nil {
		t.Fatal(err)
	}
	for _, named := range []string{dir, filepath.Join(dir, "storage")} {
		l, err := OpenLibrary(t.Context(), []string{named}, "", nil)
		if err != nil || len(l.Unread()) > 0 || l.Len() != 2 {
			t.Fatalf("%d files, %v, %v", l.Len(), err, l.Unread())
		}
		for _, c := range []struct {
			name string
			work *biblio.Work
			want bool
		}{
			{"by title and author", work("Terns fly far over the seas", "Walker", ""), true},
			{"by DOI", work("Terns fly far over the seas", "Wlaker", "10.1234/terns"), true},
			{"another author", work("Terns fly far over the seas", "Crane", ""), false},
			{"another title", work("Terns fly far over the seas: a survey", "Walker", "10.1234/terns"), false},
			{"a supplement", work("Gulls stay at home in winter", "Crane", ""), false},
		} {
			text, _, err := l.Find(t.Context(), "", []*biblio.Record{{Work: *c.work}}, nil)
			if err != nil || (text != nil) != c.want {
				t.Errorf("%s: %v, %v", c.name, text != nil, err)
			}
		}
	}
	after, err := os.ReadFile(filepath.Join(dir, zoteroName))
	if err != nil || !slices.Equal(before, after) {
		t.Errorf("the database was changed, %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, zoteroName+"-*")); len(left) > 0 {
		t.Errorf("files were left beside the database: %v", left)
	}
}

// A database with views in place of tables, or an invalid one, is reported and has no other effect.
func TestZoteroHostile(t *testing.T) {
	endless :=
		`CREATE VIEW fields AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS fieldID, 'title' AS fieldName FROM n;`
	without := strings.Replace(zoteroSchema, "CREATE TABLE fields (fieldID INTEGER PRIMARY KEY, fieldName TEXT);", "", 1)
	for name, script := range map[string]string{
		"a view":    without + endless,
		"no fields": without,
		"a generated": without +
			`CREATE TABLE fields (fieldID INTEGER PRIMARY KEY, fieldName TEXT AS (hex(zeroblob(100000000))));`,
		"a virtual": without + `CREATE VIRTUAL TABLE fields USING fts5(fieldID, fieldName);`,
	} {
		dir := folder(t, map[string]string{"a.txt": "Terns fly far over the seas\n\nAlice Walker" + body})
		makeZotero(t, filepath.Join(dir, zoteroName), script)
		l, err := OpenLibrary(t.Context(), []string{dir}, "", nil)
		if err != nil || len(l.Unread()) != 1 || l.Len() != 1 {
			t.Errorf("%s: %v, %v", name, err, l.Unread())
		}
	}
	dir := folder(t, map[string]string{zoteroName: "SQLite format 3\x00 and no more"})
	if l, err := OpenLibrary(t.Context(), []string{dir}, "", nil); err != nil || len(l.Unread()) != 1 {
		t.Errorf("%v, %v", err, l.Unread())
	}
}

// The file fields of an export are used like those of Zotero.
func TestExport(t *testing.T) {
	dir := folder(t, map[string]string{
		"files/1/terns.txt": inside("Terns fly far over the seas"),
		"files/2/gulls.txt": inside("Gulls stay at home in winter"),
		"library.bib": `@article{a, title = {Terns Fly Far over the {Seas}}, author = {Walker, Alice}, year = 2001, file = {Full Text PDF:files/1/terns.txt:application/pdf}}
@article{b, title = {Gulls stay at home in winter}, author = {Crane, Bo}, file = {:DIR/files/2/gulls.txt:PDF;:gone.pdf:PDF}}
@article{c, title = {No file}, author = {Crane, Bo}}`,
	})
	path := filepath.Join(dir, "library.bib")
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(src), "DIR", strings.TrimPrefix(dir, "/"), 1)),
		0o600); err != nil {
		t.Fatal(err)
	}
	l, err := OpenLibrary(t.Context(), []string{dir}, "", nil)
	if err != nil || len(l.Unread()) > 0 {
		t.Fatal(err, l.Unread())
	}
	for _, w := range []*biblio.Work{work("Terns fly far over the seas", "Walker", ""),
		work("Gulls stay at home in winter", "Crane", "")} {
		if text, _, err := l.Find(t.Context(), "", []*biblio.Record{{Work: *w}}, nil); text == nil || err != nil {
			t.Errorf("%s: %v", w.Title, err)
		}
	}
}

func TestPathsOf(t *testing.T) {
	for field, want := range map[string][]string{
		"a.pdf":                               {"a.pdf"},
		"/home/x/a b.pdf":                     {"/home/x/a b.pdf"},
		":a.pdf:PDF":                          {"a.pdf"},
		"Full Text:f/1/a.pdf:application/pdf": {"f/1/a.pdf"},
		`:a\:b.pdf:PDF;:c\;d.pdf:PDF`:         {"a:b.pdf", "c;d.pdf"},
		"snapshot:x.exe:x":                    nil,
		"":                                    nil,
		`\`:                                   nil,
	} {
		if got := pathsOf(field); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", field, got, want)
		}
	}
}

// FuzzZotero damages a database: it is read, or reported as invalid.
func FuzzZotero(f *testing.F) {
	path := filepath.Join(f.TempDir(), zoteroName)
	makeZotero(f, path, zoteroSchema+zoteroRows)
	sound, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(uint32(0), []byte{}, uint32(0))
	f.Add(uint32(100), []byte{0, 1, 2}, uint32(5000))
	f.Fuzz(func(t *testing.T, at uint32, damage []byte, cut uint32) {
		src := slices.Clone(sound)
		copy(src[at%uint32(len(src)):], damage)
		if cut > 0 {
			src = src[:int(cut)%len(src)]
		}
		path := filepath.Join(t.TempDir(), zoteroName)
		if err := os.WriteFile(path, src, 0o600); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		_ = readZotero(ctx, path, func(w *biblio.Work, _ string) bool {
			if w.Title == "" {
				t.Error("a work without a title")
			}
			return true
		})
	})
}

// FuzzExport reads the file fields of damaged bibliographies.
func FuzzExport(f *testing.F) {
	f.Add("@article{a, title={T}, file = {:a.pdf:PDF}}")
	f.Add("@article{a, file = \"x\" # y, file = {\\:")
	f.Fuzz(func(t *testing.T, src string) {
		for _, field := range attached(bibtex.Parse([]byte(src))) {
			if n := len(pathsOf(field)); n > pathsMost+1 {
				t.Errorf("%d paths", n)
			}
		}
	})
}

// FuzzJATS reads damaged articles in XML.
func FuzzJATS(f *testing.F) {
	f.Add(jats)
	f.Add(strings.Replace(jats, "<contrib-group>", `<article-id pub-id-type="doi">10.1234/x</article-id><contrib-group>`,
		1))
	f.Add("<article><front><article-meta><article-title>&#xD800;&lt;</article-title>")
	f.Fuzz(func(t *testing.T, src string) {
		one := file{Path: "copy.xml"}
		text, err := one.text(work("Terns fly far over the seas & back", "Walker", ""), []byte(src))
		if text != nil && (err != nil || !text.Whole) {
			t.Errorf("%v, whole %v", err, text.Whole)
		}
	})
}
