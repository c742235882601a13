package web_test

import (
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/browsertest"
)

// TestGlance: the page of a run first says whether the paper is fine; the parts of its bar filter, and lead
// from one finding to the next.
func TestGlance(t *testing.T) {
	d := serve(t, nil)
	run := finished(t, d, map[string]string{"lit/refs.bib": entries})
	page := text(t, d, "/runs/"+run, http.StatusOK)
	for _, want := range []string{
		`<p class="sentence">3 references checked: 1 wrong, 1 could not be checked, 1 fine.</p>`,
		"You have decided 0 of 1 that need a look.",
		`>refs.report.html</a>`, `<a aria-current="page" href="/runs">History</a>`, `<h2 class="group">wrong</h2>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has not %s:\n%s", want, page)
		}
	}
	for id, folded := range map[string]bool{"wrong": false, "odd": true, "right": true} {
		row := page[strings.Index(page, `data-id="`+id+`"`):]
		if strings.HasPrefix(row[strings.Index(row, "\n")+1:], `<details class="row">`) != folded {
			t.Errorf("%s is folded: %v", id, !folded)
		}
	}
	chips := regexp.MustCompile(`<a class="chip [a-z]+" href="([^"]*)"`).FindAllStringSubmatch(page, -1)
	if len(chips) != 3 {
		t.Fatalf("%d filters: %q", len(chips), chips)
	}
	for i, want := range []string{"wrong", "odd", "right"} { // for discrepant,not-found; inconclusive; verified
		filtered := text(t, d, html.UnescapeString(chips[i][1]), http.StatusOK)
		if strings.Count(filtered, "<article") != 1 || !strings.Contains(filtered, `data-id="`+want+`"`) ||
			!strings.Contains(filtered, `aria-current="true"`) {
			t.Errorf("filter %d has not %s alone:\n%s", i+1, want, filtered)
		}
	}
	req := request(t, http.MethodPost, d.URL+"/runs/"+run+"/review", strings.NewReader("id=wrong&decision=confirm"))
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer(t, req)
	if page := text(t, d, "/runs/"+run, http.StatusOK); !strings.Contains(page, "You have decided 1 of 1") {
		t.Error("the decision is not counted")
	}
	res := answer(t, request(t, http.MethodGet, d.URL+"/runs/"+run+"/report?format=html", nil))
	if got := res.Header.Get("Content-Disposition"); got != "attachment; filename=refs.report.html" {
		t.Errorf("the report is %s", got)
	}
	var seen []string
	next := "/runs/" + run + "/finding?id=wrong"
	for next != "" {
		page := text(t, d, next, http.StatusOK)
		seen = append(seen, regexp.MustCompile(`data-id="([^"]*)"`).FindStringSubmatch(page)[1])
		link := regexp.MustCompile(`id="next" rel="next" href="([^"]*)"`).FindStringSubmatch(page)
		if next = ""; link != nil {
			next = html.UnescapeString(link[1])
		}
	}
	if !slices.Equal(seen, []string{"wrong", "odd", "right"}) {
		t.Errorf("one after the other: %q", seen)
	}
	if all := finished(t, d,
		map[string]string{"refs.bib": entries[:strings.Index(entries, "@inproceedings{wrong")]}); !strings.Contains(
		text(t, d, "/runs/"+all, http.StatusOK), "1 reference checked: all are fine.") {
		t.Error("a paper without faults is not called fine")
	}
	for _, many := range []string{strings.Repeat(",", 60), strings.Repeat("a,", 60)} {
		text(t, d, "/runs/"+run+"?outcome="+many, http.StatusUnprocessableEntity)
	}
}

// TestLiveOrder: settled rows are placed before less serious ones, and the page of the finished run replaces
// them by itself.
func TestLiveOrder(t *testing.T) {
	d := serve(t, nil)
	ctx := browsertest.Open(t)
	watched(t, ctx)
	uploaded(t, ctx, d, file(t, "refs.bib", entries))
	browsertest.Until(t, ctx, `document.querySelector("#corrections")`)
	if got := browsertest.Value[[]string](t, ctx,
		`[...document.querySelectorAll(".shown")].map(row => row.dataset.id)`); !slices.Equal(got,
		[]string{"wrong", "odd", "right"}) {
		t.Errorf("the rows are %q", got)
	}
	if got := browsertest.Value[string](t, ctx, `document.querySelector(".sentence").textContent`); !strings.HasPrefix(got,
		"3 references checked: 1 wrong") {
		t.Errorf("the sentence is %q", got)
	}
	unharmed(t, ctx)
}
