package entries

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// expected is the part of an item of Zotero that this test compares.
type expected struct {
	Title    string
	Date     string
	DOI      string
	Volume   string
	Pages    string
	Creators []struct{ LastName, CreatorType string }
}

// Real exports are read as another program's tests require.
func TestSharedZotero(t *testing.T) {
	dir := filepath.Join(testenv.Shared(t), "data", "fixtures", "zotero_import")
	files, err := filepath.Glob(filepath.Join(dir, "*zotero-Endnote-XML-*.xml"))
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !LooksLikeEndNoteXML(src) {
			t.Errorf("%s is not recognised", file)
		}
		var want []expected
		text, err := os.ReadFile(filepath.Join(dir, filepath.Base(file)[:4]+".zotero-expected.json"))
		if err == nil {
			err = json.Unmarshal(text, &want)
		}
		if err != nil {
			t.Fatal(err)
		}
		r, _ := ReadEndNoteXML(src)
		if len(r.References) != len(want) {
			t.Errorf("%s: %d references, want %d", file, len(r.References), len(want))
			continue
		}
		for i, w := range want {
			compareItem(t, file, &r.References[i].Claimed, w)
		}
	}
}

var tags = regexp.MustCompile(`<[^>]*>`)

func compareItem(t *testing.T, file string, got *biblio.Work, want expected) {
	t.Helper()
	if normalise.Text(got.FullTitle()) != normalise.Text(tags.ReplaceAllString(want.Title, "")) {
		t.Errorf("%s: title %q, want %q", file, got.FullTitle(), want.Title)
	}
	if y := biblio.LeadingYear(want.Date); y != 0 && y != got.Issued.Year {
		t.Errorf("%s: year %d, want %q", file, got.Issued.Year, want.Date)
	}
	if got.Volume != want.Volume && want.Volume != "" ||
		normalise.ParsePages(got.Pages) != normalise.ParsePages(want.Pages) &&
			want.Pages != "" {
		t.Errorf("%s: volume %q pages %q, want %q %q", file, got.Volume, got.Pages, want.Volume, want.Pages)
	}
	var names, wanted []string
	for _, c := range got.Authors() {
		names = append(names, normalise.Text(c.Particle+" "+c.Family+c.Literal))
	}
	for _, c := range want.Creators {
		if c.CreatorType == "author" {
			wanted = append(wanted, normalise.Text(c.LastName))
		}
	}
	if len(wanted) > 0 && strings.Join(names, ";") != strings.Join(wanted, ";") {
		t.Errorf("%s: authors %q, want %q", file, names, wanted)
	}
}

// Every entry of real files in these formats is read, and has a title.
func TestSharedExports(t *testing.T) {
	dir := filepath.Join(testenv.Shared(t), "data", "bibfiles")
	entry := regexp.MustCompile(`(?m)^(?:PMID- ?\d|OWN - ERIC|<record>|\s*<record>|%0 \S)`)
	for _, c := range []struct {
		glob string
		read func([]byte) (reading.Result, error)
		like func([]byte) bool
	}{
		{"*/*/*/*/*.nbib", ReadNBIB, LooksLikeNBIB}, {"*/*/*/*/*/*.nbib", ReadNBIB, LooksLikeNBIB},
		{"jabref/org/jabref/logic/importer/fileformat/*.nbib", ReadNBIB, LooksLikeNBIB},
		{"jabref/org/jabref/logic/importer/fileformat/MedlinePlain*.txt", ReadNBIB, LooksLikeNBIB},
		{"jabref/org/jabref/logic/importer/fileformat/EndnoteXml*.xml", ReadEndNoteXML, LooksLikeEndNoteXML},
		{"jabref/org/jabref/logic/importer/fileformat/*.enw", ReadRefer,
			LooksLikeRefer}, {"jabref/org/jabref/logic/importer/fileformat/refer*", ReadRefer, LooksLikeRefer},
	} {
		files, _ := filepath.Glob(filepath.Join(dir, c.glob))
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			r, err := c.read(src)
			want := len(entry.FindAll(src, -1))
			if got := len(r.References) + len(r.Problems); err != nil || want > 1 && strings.HasSuffix(file, "l") && got < want {
				t.Errorf("%s: %d of %d entries read or reported, %v", file, got, want, err)
			}
			if want > 0 && !c.like(src) {
				t.Errorf("%s is not recognised", file)
			}
			full := 0
			for _, ref := range r.References {
				if ref.Claimed.FullTitle() != "" || len(ref.Claimed.IDs) > 0 {
					full++
				}
			}
			if full < len(r.References)-1 {
				t.Errorf("%s: %d of %d references have a title or an identifier", file, full, len(r.References))
			}
		}
	}
}
