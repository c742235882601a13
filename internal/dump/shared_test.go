package dump

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// TestSharedWorks reads the large flat collection to its end: every line is a
// record.
func TestSharedWorks(t *testing.T) {
	testenv.NotShort(t, "reads 1.2 million records")
	path := filepath.Join(testenv.Shared(t), "data", "corpora", "works.jsonl.zst")
	r, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var authors, manuscripts, cut, malformed int
	for rec := range records(t, r) {
		if len(rec.Contributors) > 0 {
			authors++
		}
		if s := rec.Status; s == biblio.StatusRejected || s == biblio.StatusWithdrawn {
			manuscripts++
		}
		if rec.AuthorsCut {
			cut++
		}
		if rec.Extra["doi"] != "" && rec.ID(ident.DOI).IsZero() && len(rec.Relations) == 0 {
			malformed++
		}
	}
	t.Logf("%+v, with authors %d, manuscripts %d, cut lists %d, malformed DOIs %d", r.Stats(), authors,
		manuscripts, cut, malformed)
	if s := r.Stats(); s.Records != 1_215_096 || s.Bad != 0 {
		t.Errorf("%+v, bad %v", s, r.Bad())
	}
	if manuscripts != 8718+2673+73 {
		t.Errorf("%d manuscripts", manuscripts)
	}
}

// TestSharedACL reads the ACL Anthology's own dump: the counts match its elements.
func TestSharedACL(t *testing.T) {
	path := filepath.Join(testenv.Shared(t), "data", "corpora", "acl-anthology-xml.tar.zst")
	r, err := Open(path, Options{Omit: Bulky()})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var volumes, papers, retracted, noID, untitled, elsewhere int
	for rec := range records(t, r) {
		switch {
		case rec.Type == biblio.Proceedings || rec.Type == biblio.Other:
			volumes++
		default:
			papers++
			if rec.ID(ident.ACL).IsZero() {
				noID++
			}
			if rec.Extra["url"] != "" && !strings.Contains(rec.Extra["url"], "/") {
				elsewhere++
			}
		}
		if rec.Status == biblio.StatusRetracted {
			retracted++
		}
		if rec.Title == "" {
			untitled++
		}
	}
	complete := 0
	for _, row := range r.Coverage() {
		if row.Complete {
			complete++
		}
	}
	t.Logf("%+v, volumes %d, papers %d, retracted %d, without id %d, untitled %d, coverage rows %d, complete %d",
		r.Stats(), volumes, papers, retracted, noID, untitled, len(r.Coverage()), complete)
	for _, bad := range r.Bad() {
		t.Logf("bad: %+v", bad)
	}
	if elsewhere > 5 { // two papers with another paper's name on their file
		t.Errorf("%d papers whose address is not their id", elsewhere)
	}
	if volumes != 3277 || papers != 108_962 || r.Stats().Bad != 0 || noID != 0 {
		t.Error("the counts differ from those of the dump's elements")
	}
}

// TestSharedFolders reads the content of other folders; nothing may be lost.
func TestSharedFolders(t *testing.T) {
	data := filepath.Join(testenv.Shared(t), "data")
	for _, c := range []struct {
		path    string
		records int64
	}{
		{"corpora/pmc_references.jsonl.gz", 16_803}, {"corpora/citecheck_originals.jsonl.gz", 0},
		{"bench/citetracer/records.jsonl", 1469}, {"bench/citeaudit/records.jsonl", 0},
		{"fixtures/retraction/retraction_watch_sample.csv", 1}, {"fixtures/dblp/0002_200_example-dblp.xml", 4},
	} {
		path := filepath.Join(data, filepath.FromSlash(c.path))
		if _, err := os.Stat(path); err != nil {
			t.Errorf("%v", err)
			continue
		}
		titles, r := readAll(t, path, Options{})
		t.Logf("%s: %+v", c.path, r.Stats())
		if r.Stats().Bad != 0 || c.records != 0 && int64(len(titles)) != c.records {
			t.Errorf("%s: %+v, bad %v", c.path, r.Stats(), r.Bad())
		}
	}
}
