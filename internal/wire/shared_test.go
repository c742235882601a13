package wire

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// walkObjects calls fn for every object in a JSON value that is accepted as one of the service's works.
func walkObjects(v any, is func(map[string]any) bool, fn func([]byte)) {
	switch v := v.(type) {
	case map[string]any:
		if is(v) {
			raw, _ := json.Marshal(v)
			fn(raw)
			return
		}
		for _, member := range v {
			walkObjects(member, is, fn)
		}
	case []any:
		for _, item := range v {
			walkObjects(item, is, fn)
		}
	}
}

func has(keys ...string) func(map[string]any) bool {
	return func(m map[string]any) bool {
		for _, k := range keys {
			if m[k] == nil {
				return false
			}
		}
		return true
	}
}

// TestRecordedJSON reads every work in the recorded answers of each service and checks how many are readable,
// and how many have title, authors and year.
func TestRecordedJSON(t *testing.T) {
	fixtures := filepath.Join(testenv.Shared(t), "data", "fixtures")
	for _, c := range []struct {
		dir   string // below the fixtures
		is    func(map[string]any) bool
		read  func([]byte) (biblio.Record, error)
		least int // works that must come out
	}{
		{"crossref", has("DOI", "title", "publisher", "type"), Crossref, 2300},
		{"openalex", has("id", "display_name", "authorships"), OpenAlex, 40},
		{"openalex/refchecker_cache", has("id", "title", "authorships"), OpenAlex, 50},
		{"semanticscholar", has("paperId", "title", "authors"), SemanticScholar, 50},
		{"datacite", has("attributes", "id"), DataCite, 60},
		{"dblp", has("info"), DBLPHit, 300},
		{"europepmc", has("source", "title", "id"), EuropePMC, 3},
		{"openreview", has("venueid", "title", "authors"), OpenReview, 29},
		{"unpaywall", has("doi", "genre", "title"), Unpaywall, 6},
		{"openlibrary", has("edition_key", "title", "author_name"), OpenLibrarySearch, 1},
		{"zotero_import", has("itemType", "title", "creators"), Zotero, 100},
	} {
		var works, bad, complete int
		for _, file := range jsonFiles(t, filepath.Join(fixtures, filepath.FromSlash(c.dir))) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var v any
			if json.Unmarshal(raw, &v) != nil {
				continue
			}
			walkObjects(v, c.is, func(raw []byte) {
				if c.dir == "datacite" && !strings.Contains(string(raw), `"titles"`) {
					return
				}
				rec, err := c.read(raw)
				if err != nil {
					bad++
					t.Errorf("%s: %v", filepath.Base(file), err)
					return
				}
				works++
				if rec.Title != "" && len(rec.Contributors) > 0 && rec.Issued.Year > 0 {
					complete++
				}
				checkRecord(t, &rec)
			})
		}
		t.Logf("%s: %d works, %d bad, %d with title, names and year", c.dir, works, bad, complete)
		if works < c.least {
			t.Errorf("%s: %d works, want at least %d", c.dir, works, c.least)
		}
	}
}

func jsonFiles(t *testing.T, dir string) []string {
	var list []string
	for _, pattern := range []string{"*.json", "refchecker_cache/*.json"} {
		files, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, files...)
	}
	return list
}

// checkRecord checks what must be true of every record.
func checkRecord(t *testing.T, rec *biblio.Record) {
	t.Helper()
	for _, id := range rec.IDs {
		if again, ok := ident.ParseAs(id.Scheme, id.Value); !ok || again != id {
			t.Errorf("%s %s: identifier %v is not in its normal form", rec.Source, rec.LocalID, id)
		}
	}
	for _, c := range rec.Contributors {
		if c.IsZero() || c.Role == "" {
			t.Errorf("%s %s: contributor %+v", rec.Source, rec.LocalID, c)
		}
	}
	if rec.Title != strings.TrimSpace(rec.Title) {
		t.Errorf("%s %s: title %q", rec.Source, rec.LocalID, rec.Title)
	}
}

func TestRecordedPubMed(t *testing.T) {
	fixtures := filepath.Join(testenv.Shared(t), "data", "fixtures", "pubmed")
	files, _ := filepath.Glob(filepath.Join(fixtures, "*.xml"))
	var works, complete int
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(raw), "<PubmedArticleSet") {
			continue
		}
		var list []biblio.Record
		err = units("pubmed", raw, "PubmedArticleSet", []string{"PubmedArticle", "PubmedBookArticle"},
			func(unit []byte) error {
				rec, err := PubMed(unit)
				list = append(list, rec)
				return err
			})
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(file), err)
		}
		for i := range list {
			works++
			if list[i].Title != "" && len(list[i].Contributors) > 0 && list[i].Issued.Year > 0 {
				complete++
			}
			checkRecord(t, &list[i])
		}
	}
	t.Logf("pubmed: %d works, %d with title, names and year", works, complete)
	if works < 200 {
		t.Errorf("pubmed: only %d works", works)
	}
}
