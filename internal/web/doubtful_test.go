package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/internal/testing/venuetest"
	"github.com/bonafide-audit/bonafide/row"
)

// Doubtful references are counted, filtered, sorted and shown, and nowhere called wrong.
func TestDoubtfulOnPages(t *testing.T) {
	d := serve(t, nil)
	if err := d.Store.CreateVenue(t.Context(), runs.Venue{Name: "v"}); err != nil {
		t.Fatal(err)
	}
	row := func(key string, p float64) report.Finding {
		f := venuetest.Row(key, "On "+key, "doubtful", "none", "H2")
		f.Strength, f.P, f.Class = "lead", &p, "POTENTIAL"
		f.Reasons = []row.Reason{{Rule: "authors-differs", Field: "authors", Claimed: "Ann Walker", Recorded: "Ann Wang",
			Strength: "lead", P: 1 - p}}
		return f
	}
	fill := venuetest.New(t, d.Store, d.Folder, "")
	fill.Paper(t, "v", runs.NewPaper{ID: "1"}, "one", row("mild", 0.7), row("odd", 0.4),
		venuetest.Row("fine", "On Leaves", "verified", "none", "R1"))
	fill.Paper(t, "v", runs.NewPaper{ID: "2"}, "two", venuetest.Row("fine", "On Leaves", "verified", "none", "R1"))
	page := text(t, d, "/venues/v/papers/1?strength=lead", http.StatusOK)
	odd, mild := strings.Index(page, "On odd"), strings.Index(page, "On mild")
	if odd < 0 || mild < odd || strings.Contains(page, "On Leaves") || !strings.Contains(page, "2 to check by hand") ||
		!strings.Contains(page, `class="doubtful"`) {
		t.Errorf("the page of the paper is\n%s", page)
	}
	for path, want := range map[string]string{
		"/api/v1/venues/v/papers?having=doubtful":                       `"doubtful":2`,
		"/api/v1/venues/v/papers?sort=doubtful&limit=1":                 `"paper":"1"`,
		"/api/v1/venues/v/papers/1/findings?strength=lead&sort=gravity": `"id":"odd"`,
		"/venues/v": "2 to check by hand",
	} {
		if got := text(t, d, path, http.StatusOK); !strings.Contains(got, want) {
			t.Errorf("%s has no %s:\n%s", path, want, got)
		}
	}
	if got := text(t, d, "/api/v1/venues/v/papers/1/findings?strength=certain",
		http.StatusOK); strings.Contains(got, `"id"`) {
		t.Errorf("nothing is certain: %s", got)
	}
}
