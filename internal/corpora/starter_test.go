package corpora

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// types are the types of works in the selection.
var types = []biblio.Type{
	biblio.ArticleJournal, biblio.PaperConference, biblio.Preprint, biblio.Book, biblio.Chapter, biblio.Report,
	biblio.Thesis, biblio.Standard, biblio.Software, biblio.Entry, biblio.ArticleMagazine,
}

func TestRows(t *testing.T) {
	rows, err := dump.Rows[starterRow]("starter works", bytes.NewReader(starterWorks))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(starterWorks), "\n") != len(rows) {
		t.Errorf("%d lines gave %d rows", strings.Count(string(starterWorks), "\n"), len(rows))
	}
	if !slices.IsSortedFunc(rows, func(a, b starterRow) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("works.jsonl is not sorted by id")
	}
	for i, r := range rows {
		if i > 0 && rows[i-1].ID == r.ID {
			t.Errorf("%s: id repeats", r.ID)
		}
		checkRow(t, &r)
	}
	t.Logf("%d works", len(rows))
}

// checkRow checks what every line must have.
func checkRow(t *testing.T, r *starterRow) {
	if !slices.Contains(types, biblio.Type(r.Type)) {
		t.Errorf("%s: type %q", r.ID, r.Type)
	}
	if r.Title == "" || len(r.Authors)+len(r.Editors) == 0 {
		t.Errorf("%s: no title or nobody who wrote it", r.ID)
	}
	for _, name := range slices.Concat(r.Authors, r.Editors) {
		if name != strings.TrimSpace(name) || name == "" || words.IsCut(name) || strings.Contains(name, ";") {
			t.Errorf("%s: name %q", r.ID, name)
		}
	}
	if year := biblio.LeadingYear(string(r.Year)); year < 1600 || year > 2026 || len(r.Year) != 4 {
		t.Errorf("%s: year %q", r.ID, r.Year)
	}
	if kind := biblio.Type(r.Type); (kind == biblio.ArticleJournal || kind == biblio.PaperConference ||
		kind == biblio.Chapter) && r.Venue == "" {
		t.Errorf("%s: no container", r.ID)
	}
	for scheme, text := range map[ident.Scheme]string{ident.DOI: r.DOI, ident.ArXiv: r.ArXiv, ident.PMID: r.PMID,
		ident.ISBN: r.ISBN, ident.ACL: r.ACL} {
		if _, ok := ident.ParseAs(scheme, text); !ok && text != "" {
			t.Errorf("%s: %s %q does not parse", r.ID, scheme, text)
		}
	}
	if r.Retracted != (r.Notice != "") {
		t.Errorf("%s: a retraction and its notice go together", r.ID)
	}
	checkPreprint(t, r)
}

// checkPreprint compares the date of an arXiv record with its number; a published version has a record of its
// own.
func checkPreprint(t *testing.T, r *starterRow) {
	if (r.ArXiv != "") != (r.Type == string(biblio.Preprint) && r.Venue == "arXiv") {
		t.Errorf("%s: arXiv numbers belong to records of type %q in arXiv, and they need one", r.ID, biblio.Preprint)
	}
	if r.ArXiv == "" {
		return
	}
	id, _ := ident.ParseArXiv(r.ArXiv)
	if year, _, ok := id.ArXivDate(); !ok || year != biblio.LeadingYear(string(r.Year)) {
		t.Errorf("%s: arXiv:%s is not of %s", r.ID, r.ArXiv, r.Year)
	}
}

func TestIdentifiersAreDistinct(t *testing.T) {
	seen := map[ident.ID]string{}
	for _, r := range mustRecords(t) {
		for _, id := range r.IDs {
			if other, ok := seen[id]; ok && id.Scheme != ident.URL {
				t.Errorf("%s and %s have the same %v", other, r.LocalID, id)
			}
			seen[id] = r.LocalID
		}
	}
}

func TestRecords(t *testing.T) {
	records := mustRecords(t)
	if len(records) < 300 {
		t.Errorf("%d records are too few to show anything", len(records))
	}
	retracted := 0
	for _, r := range records {
		if !strings.HasPrefix(r.Source, starterSource) || r.AuthorsCut || r.TitleCut {
			t.Errorf("%s: source %q, cut: %t %t", r.LocalID, r.Source, r.AuthorsCut, r.TitleCut)
		}
		if r.Status == biblio.StatusRetracted && len(r.Updates) == 1 && !r.Updates[0].ID.IsZero() {
			retracted++
		}
	}
	if retracted == 0 {
		t.Error("no retracted article")
	}
}

func TestCoverage(t *testing.T) {
	rows, err := dump.Rows[biblio.CoverageRow]("starter coverage", bytes.NewReader(starterCoverage))
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) == 0 {
		t.Fatal("no coverage")
	}
	records := mustRecords(t)
	for _, c := range rows {
		n := 0
		for _, r := range records {
			if r.Container.Title == c.Container && r.Issued.Year == c.Year && slices.Contains(c.Types, biblio.Type(r.Type)) {
				n++
			}
		}
		if n == 0 || !c.Complete || c.How != biblio.Declared || c.Year == 0 {
			t.Errorf("%s %d: %d records, complete %t, %s", c.Container, c.Year, n, c.Complete, c.How)
		}
		t.Logf("%s %d: %d records", c.Container, c.Year, n)
	}
}

func mustRecords(t *testing.T) []biblio.Record {
	t.Helper()
	records, err := StarterRecords()
	if err != nil {
		t.Fatal(err)
	}
	return records
}

func BenchmarkRecords(b *testing.B) {
	b.ReportAllocs()
	for range b.N {
		if _, err := StarterRecords(); err != nil {
			b.Fatal(err)
		}
	}
}
