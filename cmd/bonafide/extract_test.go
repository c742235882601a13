package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// written returns a document in one format of extract.
func written(t testing.TB, format string, doc extract.Document) []byte {
	t.Helper()
	var b bytes.Buffer
	write, end, err := extractWriter(&b, format)
	if err != nil {
		t.Fatal(err)
	}
	if err := cmp.Or(write(doc), end()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// readsBack fails if a document, written and read again, claims another work anywhere. It returns how many
// references were compared.
func readsBack(t testing.TB, format, name string, doc extract.Document) int {
	t.Helper()
	again, err := extract.Read(name, written(t, format, doc), extract.Options{})
	if err != nil || len(again.References) != len(doc.References) {
		t.Errorf("%s as %s: %d references came back as %d: %v", name, format, len(doc.References), len(again.References), err)
		return 0
	}
	keys := map[string]bool{}
	for i := range again.References {
		got, want := &again.References[i], &doc.References[i]
		if keys[got.ID] || got.ID == "" {
			t.Errorf("%s as %s: the key %q is empty or there twice", name, format, got.ID)
		}
		keys[got.ID] = true
		for _, f := range match.Compare(&got.Claimed, &want.Claimed).Fields {
			if f.Agreement == match.Unclaimed && f.Recorded != "" &&
				(f.Field == biblio.FieldAuthors || f.Field == biblio.FieldDOI || f.Field == biblio.FieldPMID ||
					f.Field == biblio.FieldISBN) {
				t.Errorf("%s as %s: %s: the %s %q was lost", name, format, want.ID, f.Field, f.Recorded)
			}
			if f.Agreement == match.Differs && f.Field != biblio.FieldType {
				t.Errorf("%s as %s: %s: %s %q was %q", name, format, want.ID, f.Field, f.Claimed, f.Recorded)
			}
		}
	}
	for _, p := range again.Problems {
		if format == "bib" && p.Rule != "empty-entry" { // an entry of which nothing was read stays one
			t.Errorf("%s: %s: %s", name, p.Rule, p.Message)
		}
	}
	return len(again.References)
}

func TestExtractReadsBack(t *testing.T) {
	records, err := corpora.StarterRecords()
	if err != nil {
		t.Fatal(err)
	}
	doc := extract.Document{Name: "starter"}
	for i := range records {
		doc.References = append(doc.References, biblio.Reference{ID: records[i].LocalID, Claimed: records[i].Work})
	}
	for _, format := range []string{"bib", "csl", "ris"} {
		readsBack(t, format, "starter", doc)
	}
}

// What is read from the collection of bibliographies and papers is the same after writing and reading it again.
func TestExtractReadsBackShared(t *testing.T) {
	notShort(t)
	root := testenv.Shared(t)
	n := 0
	for _, below := range []string{"data/bibfiles", "data/pdf/iclr2026", "data/pdf/science-parse"} {
		err := filepath.WalkDir(filepath.Join(root, below), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".bib") && !strings.HasSuffix(path, ".pdf") {
				return err
			}
			doc, err := extract.ReadFile(path, extract.Options{})
			if err != nil {
				return nil
			}
			name := strings.TrimPrefix(path, root)
			n += readsBack(t, "bib", name, doc)
			readsBack(t, "csl", name, doc)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d references", n)
}

func TestExtractJSONRows(t *testing.T) {
	doc := extract.Document{Name: "p.pdf", Format: "pdf", Problems: []biblio.Problem{{Rule: "r"}},
		Citations: make([]biblio.Citation, 2), References: []biblio.Reference{
			{ID: "a", Citations: []biblio.Citation{{Mark: "[1]", Context: "So [1].", Place: biblio.Place{Page: 2}}}},
			{ID: "b", Uncited: true},
		}}
	var kinds []string
	for _, line := range strings.Split(strings.TrimSpace(string(written(t, "json", doc))), "\n") {
		var row struct {
			Kind      string
			Uncited   any
			Citations any
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		kinds = append(kinds, row.Kind)
	}
	if got := strings.Join(kinds, " "); got != "document problem reference reference" {
		t.Error(got)
	}
}

// An output file is not touched if nothing was read.
func TestLazyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.bib")
	if err := os.WriteFile(path, []byte("kept"), 0o644); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	for _, c := range []struct {
		write string
		err   error
		want  string
	}{{"", nil, "kept"}, {"half", broken, "kept"}, {"whole", nil, "whole"}} {
		f := &lazyFile{path: path}
		if c.write != "" {
			if _, err := f.Write([]byte(c.write)); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.end(c.err); !errors.Is(err, c.err) {
			t.Fatal(err)
		}
		if kept, _ := os.ReadFile(path); string(kept) != c.want {
			t.Errorf("%q, want %q", kept, c.want)
		}
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("left beside it: %v", left)
	}
}
