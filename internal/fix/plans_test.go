package fix

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// What is written (from → to), offered and left alone (in parentheses) for each kind of damage to an entry, and with
// which options it is something else. A line of testdata/plans.txt names the damaged fields.
func TestPlans(t *testing.T) {
	registry := strong("registry", nil)
	lists := strong("lists", func(i *answer.Info) { i.Origin.Kind = biblio.Aggregator })
	server := strong("server", func(i *answer.Info) { i.Origin.Kind = biblio.PreprintServer })
	preprint := with(terns, func(w *biblio.Flat) {
		w.Type, w.Venue, w.ArXivID, w.Year = "article", "arXiv", "1506.01234", "2014"
		w.DOI, w.Volume, w.Issue, w.Pages = "", "", "", ""
	})
	book := biblio.Flat{Type: "book", Title: "The Behaviour of Arctic Terns on Migration", Year: "2015",
		Authors: []string{"Alice Walker", "Katherine Johnson"}, Publisher: "Feather Press", ISBN: "9780306406157"}
	both := []stated{{registry, terns}, {server, preprint}}
	worlds := map[string]struct {
		entry   biblio.Flat
		records []stated
	}{
		"an article and its publisher": {terns, []stated{{registry, terns}}},
		"an article and a publisher without its DOI": {terns,
			[]stated{{registry, with(terns, func(w *biblio.Flat) { w.DOI = "" })}}},
		"an article and an aggregator":    {terns, []stated{{lists, terns}}},
		"an article and its two versions": {terns, both},
		"a preprint and its two versions": {preprint, both},
		"a preprint and its server":       {preprint, []stated{{server, preprint}}},
		"a paper and its publisher":       {seals, []stated{{registry, seals}}},
		"a paper and an aggregator":       {seals, []stated{{lists, seals}}},
		"a book and its publisher":        {book, []stated{{registry, book}}},
	}
	options := []struct {
		name string
		opt  Options
	}{
		{"", Options{}}, {"likely", Options{Likely: true}}, {"minimal", Options{Minimal: true}},
		{"published", Options{Prefer: Published}}, {"preprint", Options{Prefer: Preprint}},
		{"take", Options{Take: func(*biblio.Reference) bool { return true }}},
		{"add", Options{Add: []biblio.Field{biblio.FieldDOI, biblio.FieldArXiv, biblio.FieldPages, biblio.FieldISBN}}},
	}
	testenv.HoldForms(t, "testdata/plans.txt", func(name, src string) string {
		w, ok := worlds[name]
		if !ok {
			t.Fatalf("unknown world %q", name)
		}
		var out strings.Builder
		for line := range strings.SplitSeq(strings.TrimSpace(src), "\n") {
			fmt.Fprintln(&out, line)
			usual := ""
			for _, o := range options {
				plan := planned(finding(damaged(t, w.entry, line), w.records...), o.opt)
				if o.name == "" {
					usual = plan
				} else if plan == usual {
					continue
				}
				if plan != "" || o.name != "" {
					out.WriteString(strings.TrimRight("    "+strings.TrimPrefix(o.name+": ", ": ")+plan, " ") + "\n")
				}
			}
		}
		return out.String()
	})
}

// damaged returns an entry with fields changed: "year=2013 | volume=".
func damaged(t *testing.T, entry biblio.Flat, line string) biblio.Flat {
	return with(entry, func(w *biblio.Flat) {
		fields := map[string]*string{"title": &w.Title, "venue": &w.Venue, "doi": &w.DOI, "arxiv": &w.ArXivID,
			"volume": &w.Volume, "issue": &w.Issue, "pages": &w.Pages, "publisher": &w.Publisher, "isbn": &w.ISBN}
		for part := range strings.SplitSeq(line, " | ") {
			name, value, _ := strings.Cut(part, "=")
			switch {
			case name == "year":
				w.Year = biblio.Year(value)
			case name == "authors":
				w.Authors = strings.Split(value, "; ")
			case fields[name] != nil:
				*fields[name] = value
			case name != "nothing":
				t.Fatalf("unknown field %q", name)
			}
		}
	})
}

// planned says what a plan writes, offers and leaves alone.
func planned(f *audit.Finding, opt Options) string {
	var out []string
	plan := Plan(f, opt)
	for _, p := range plan.Patches {
		out = append(out, fmt.Sprintf("%s: %s → %s", p.Field, p.From, p.To))
	}
	for _, u := range plan.Unactionable {
		why := string(u.Hold)
		if why == "" {
			why = string(u.Doubt)
		}
		out = append(out, "("+strings.Join(strings.Fields(fmt.Sprintf("%s %s %s", u.Field, why, u.To)), " ")+")")
	}
	for _, n := range plan.Nearest {
		out = append(out, "≈ "+n.Title)
	}
	return strings.Join(out, ", ")
}
