package formats

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

func TestKeys(t *testing.T) {
	work := biblio.Work{Title: "First Things", Contributors: []biblio.Contributor{{Family: "Smith"}},
		Issued: biblio.Date{Year: 2001}}
	refs := []biblio.Reference{{Claimed: work}, {Key: "smith2001first", Claimed: work}, {Key: "a b", Claimed: work},
		{Key: "mine"}, {Key: "mine"}}
	x, err := NewExport(&strings.Builder{}, "bib")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(x.distinct(refs), " "); got != "smith2001firstb smith2001first smith2001firstc mine mineb" {
		t.Error(got)
	}
	if got := x.distinct(refs[:1])[0]; got != "smith2001firstd" {
		t.Error(got)
	}
}

func TestForms(t *testing.T) {
	refs := []biblio.Reference{
		{Key: "a", Claimed: biblio.Work{Title: "First Things", URL: "https://example.org/a"}},
		{Key: "b", Claimed: biblio.Work{Title: "Second Things"}},
	}
	for _, c := range []struct{ format, want string }{
		{"ris", "TY  - GEN\nID  - a\nTI  - First Things\nUR  - https://example.org/a\nER  - \n\nTY  - GEN\nID  - b\nTI  - " +
			"Second Things\nER  - \n"},
		{"csl", "[\n  {\"id\":\"a\",\"type\":\"document\",\"title\":\"First Things\",\"URL\":\"https://example.org/a\"},\n " +
			" {\"id\":\"b\",\"type\":\"document\",\"title\":\"Second Things\"}\n]\n"},
	} {
		var b strings.Builder
		x, err := NewExport(&b, c.format)
		if err != nil {
			t.Fatal(err)
		}
		if err := x.Add(refs); err != nil {
			t.Fatal(err)
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		if b.String() != c.want {
			t.Errorf("%s: %s", c.format, b.String())
		}
	}
	if _, err := NewExport(&strings.Builder{}, "docx"); err == nil ||
		!strings.Contains(err.Error(), "use one of bib, csl, ris") {
		t.Error(err)
	}
}
