package refstring

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// testdata/forms.txt has references as styles and services print them, each with what is read of it.
func TestPrintedForms(t *testing.T) {
	testenv.HoldForms(t, "testdata/forms.txt", func(_, raw string) string {
		w := Parse(raw).Work
		var b strings.Builder
		for _, role := range []biblio.Role{biblio.Author, biblio.Editor} {
			for _, c := range w.ByRole(role) {
				fmt.Fprintf(&b, "%s %s\n", role, c)
			}
		}
		for _, f := range []struct{ name, value string }{{"title", w.FullTitle()}, {"container", w.Container.Title},
			{"series", w.Container.Series}, {"volume", w.Volume}, {"issue", w.Issue}, {"pages", w.Pages},
			{"publisher", w.Publisher}, {"place", w.Place}, {"year", w.YearString()}} {
			if f.value != "" {
				fmt.Fprintf(&b, "%s %s\n", f.name, f.value)
			}
		}
		for _, id := range w.IDs {
			fmt.Fprintf(&b, "%s %s\n", id.Scheme, id.Value)
		}
		return b.String()
	})
}

// A link as texts in Markdown have it: authors, year and title, or the title alone, and the address.
func TestLinks(t *testing.T) {
	const address = "(https://example.org/x)"
	for _, c := range []struct {
		raw, authors, title string
		year                int
	}{
		{"[Doe, J. (2010). Quiet rivers]" + address, "J Doe", "Quiet rivers", 2010},
		{"- [Doe, J. (2010b). Quiet rivers]" + address, "J Doe", "Quiet rivers", 2010},
		{"12. [Doe, J., 2010: Quiet rivers of 1984]" + address + ".", "J Doe", "Quiet rivers of 1984", 2010},
		{"[Doe, J., 1500, Quiet rivers]" + address, "J Doe", "Quiet rivers", 1500},
		{"[Doe, J., 2010, Quiet rivers (and lakes)]" + address, "J Doe", "Quiet rivers (and lakes)", 2010},
		{"[Doe, J., 2010a, Quiet rivers (and lakes)]" + address, "J Doe", "Quiet rivers (and lakes)", 2010},
		{"[Doe, J., 2010. Quiet rivers ...]" + address, "J Doe", "Quiet rivers", 2010},
		{"[Doe, J., 2010, (Quiet) rivers)]" + address, "J Doe", "(Quiet) rivers", 2010},
		{"[Quiet rivers]" + address, "", "Quiet rivers", 0},
		{"[Quiet rivers - A Web Site]" + address, "", "Quiet rivers", 0},
		{"[Quiet rivers - lakes, brooks and the sea]" + address, "", "Quiet rivers - lakes, brooks and the sea", 0},
		{"[Rivers of 2010 and others]" + address, "", "Rivers of 2010 and others", 0},
	} {
		p, ok := parseLink(c.raw)
		var names []string
		for _, a := range p.Work.Authors() {
			names = append(names, a.String())
		}
		if got := strings.Join(names, "|"); !ok || got != c.authors || p.Work.Title != c.title ||
			p.Work.Issued.Year != c.year || p.Work.URL != "https://example.org/x" {
			t.Errorf("%s: %t %q %+v", c.raw, ok, got, p.Work)
		}
		for field, want := range map[biblio.Field]string{biblio.FieldTitle: c.title, biblio.FieldURL: p.Work.URL} {
			if s := p.Spans[field]; c.raw[s.Start:s.End] != want {
				t.Errorf("%s: %s at %q", c.raw, field, c.raw[s.Start:s.End])
			}
		}
	}
	for _, raw := range []string{
		"Doe, J. [Quiet rivers]" + address, "[Quiet rivers] (2010)", "[Quiet rivers]" + address + " and more text",
		"[Doe et al]" + address, "[Doe, J., 2010, ]" + address, "Quiet rivers", "]([Quiet rivers)", "[]" + address,
	} {
		if p, ok := parseLink(raw); ok {
			t.Errorf("%s is read as a link: %+v", raw, p.Work)
		}
	}
}

// A year separates authors and title where it is between punctuation.
func TestLinkYear(t *testing.T) {
	for s, want := range map[string]int{
		"Doe, 2010, Rivers": 2010, "Doe (2010) Rivers": 2010, "Doe (2010a). Rivers": 2010, "Doe (2010f). Rivers": 0,
		"Doe, 1499, Rivers": 0, "Doe, 1500, Rivers": 1500, "Doe, 2099, Rivers": 2099, "Doe, 2100, Rivers": 0,
		"Doe, 2010.05, Rivers": 0, "Doe, 2010.": 2010, "Doe, 2010": 0, "2010, Rivers": 0, "Doe 2010, Rivers": 0,
		"Doe, 2010 Rivers": 0, "Doe, 1984 in prose, 2010, Rivers": 2010,
	} {
		if at, got := linkYear(s); got != want || got != 0 && s[at:at+4] != strconv.Itoa(want) {
			t.Errorf("%s: %d at %d, want %d", s, got, at, want)
		}
	}
}

// Deposits of publishers: at least two known keys; a semicolon before anything else is part of a value.
func TestDeposits(t *testing.T) {
	for _, c := range []struct{ raw, want string }{
		{"title=Quiet rivers; year=2010", "Quiet rivers||2010|"},
		{"article-title=Quiet rivers; lakes; year=2010", "Quiet rivers; lakes||2010|"},
		{"volume-title=Handbook; article-title=Quiet rivers", "Quiet rivers|Handbook||"},
		{"article-title=Quiet rivers; volume-title=Handbook", "Quiet rivers|Handbook||"},
		{"article-title=Quiet rivers; journal-title=Annals; volume-title=Handbook", "Quiet rivers|Annals||"},
		{"Year = 2010 ; TITLE = Quiet rivers", "Quiet rivers||2010|"},
		{"doi=10.1000/x; title=Quiet rivers", "Quiet rivers|||doi:10.1000/x"},
		{"isbn=123; title=Quiet rivers", "Quiet rivers|||isbn:123"},
		{"year=none; title=Quiet rivers", "Quiet rivers|||"},
		{"title=Quiet rivers", ""},
		{"title=; year=2010", ""},
		{"a=b; c=d", ""},
		{"E=mc2; title=Quiet rivers", ""},
	} {
		p, ok := parseDeposit(c.raw)
		w := p.Work
		got := ""
		if ok {
			got = w.Title + "|" + w.Container.Title + "|" + w.YearString() + "|"
			for _, id := range w.IDs {
				got += id.String()
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.raw, got, c.want)
		}
	}
}
