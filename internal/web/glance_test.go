package web_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/internal/testing/browsertest"
	"github.com/bonafide-audit/bonafide/internal/web"
)

// tab matches the tabs of a run.
var tab = regexp.MustCompile(`<li><a href="([^"]*)"(?: aria-current="true")?>([A-Za-z ]+) <strong class="[a-z]*">(\d+)</strong>`)

// numbers returns the tabs of a page with their numbers.
func numbers(page string) string {
	var list []string
	for _, one := range tab.FindAllStringSubmatch(page, -1) {
		list = append(list, one[2]+" "+one[3])
	}
	return strings.Join(list, ", ")
}

// TestGlance: the page of a run says first whether the paper is fine and why not all is checked; its tabs filter, their
// numbers and the sentence follow every decision, and the findings lead from one to the next.
func TestGlance(t *testing.T) {
	d := serve(t, nil)
	run := finished(t, d, map[string]string{"lit/refs.bib": entries})
	page := text(t, d, "/runs/"+run, http.StatusOK)
	for _, want := range []string{
		">1 reference is wrong. 1 is fine. 1 was not checked: no corpus here has it, and no service was asked.</p>", ">Correct 1 and download lit/refs.bib</a>",
		`>refs.report.html</a>`, `<a aria-current="page" href="/runs">History</a>`, `<h2 class="group">wrong</h2>`,
		`<p class="quiet" id="leaves">The starter corpus has only`, `<span class="says" dir="auto">Year: 2011 → 2016</span>`,
		`<strong dir="auto">He et al. 2011</strong>`, "Title, authors, venue, pages: as in the record.",
	} {
		if !strings.Contains(html.UnescapeString(page), want) {
			t.Errorf("the page has not %s:\n%s", want, page)
		}
	}
	if got := numbers(page); got != "Wrong 1, Not checked 1, Fine 1, All 3" {
		t.Errorf("the tabs are %s", got)
	}
	for i, want := range []string{"wrong", "odd", "right"} {
		filtered := text(t, d, html.UnescapeString(tab.FindAllStringSubmatch(page, -1)[i][1]), http.StatusOK)
		if strings.Count(filtered, "<article") != 1 || !strings.Contains(filtered, `data-id="`+want+`"`) ||
			!strings.Contains(filtered, `aria-current="true"`) {
			t.Errorf("tab %d has not %s alone:\n%s", i+1, want, filtered)
		}
		if caused := strings.Contains(filtered, `<h2 class="group">no service was asked: 1</h2>`); caused != (want == "odd") {
			t.Errorf("the cause is told of %s: %v", want, caused)
		}
	}
	decide := func(decision, sentence, tabs string) {
		t.Helper()
		req := request(t, http.MethodPost, d.URL+"/runs/"+run+"/review", strings.NewReader("id=wrong&decision="+decision))
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		answer(t, req)
		page := text(t, d, "/runs/"+run, http.StatusOK)
		if got := numbers(page); got != tabs || !strings.Contains(page, ">"+sentence) {
			t.Errorf("%s: the tabs are %s:\n%s", decision, got, page)
		}
	}
	decide("confirm", "1 reference is wrong.", "Wrong 1, Not checked 1, Fine 1, All 3")
	decide("dismiss", "1 reference is fine. 1 was not checked: no corpus here has it, and no service was asked. 1 was dismissed.",
		"Not checked 1, Fine 1, Dismissed 1, All 2")
	decide("", "1 reference is wrong.", "Wrong 1, Not checked 1, Fine 1, All 3")
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
		text(t, d, "/runs/"+all, http.StatusOK), "1 reference is fine.") {
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
		"1 reference is wrong. 1 is fine.") {
		t.Errorf("the sentence is %q", got)
	}
	unharmed(t, ctx)
}

// TestLookUp: services are asked about what was not checked at the press of a button that says what leaves the server;
// a server that asks none has no such button, and refuses.
func TestLookUp(t *testing.T) {
	for _, offered := range []bool{false, true} {
		offers := runs.Offers{}
		if offered {
			offers["online"] = []string{"on"}
		}
		d := serveWith(t, nil, web.Options{Offers: offers})
		run := finished(t, d, map[string]string{"refs.bib": entries})
		page := text(t, d, "/runs/"+run, http.StatusOK)
		for _, words := range []string{">Look up the other 1</button>", "Only their titles, authors and identifiers go"} {
			if strings.Contains(page, words) != offered {
				t.Errorf("services %v: %q is on the page: %v", offered, words, !offered)
			}
		}
		res := answer(t, request(t, http.MethodPost, d.URL+"/runs/"+run+"/lookup", nil))
		if want := map[bool]int{true: http.StatusOK, false: http.StatusUnprocessableEntity}[offered]; res.StatusCode != want {
			t.Errorf("services %v: %s", offered, res.Status)
		}
		if !offered {
			continue
		}
		followed(t, d, run, "", 0)
		page = text(t, d, "/runs/"+run, http.StatusOK)
		if numbers(page) != "Wrong 1, Not checked 1, Fine 1, All 3" ||
			!strings.Contains(page, ">Ask again about the other 1</button>") {
			t.Errorf("after it the page is\n%s", page)
		}
	}
}

// TestDecisionsAtOnce: a decision is seen in the row, the sentence, the tabs and the corrections without another page,
// and is said in a live region.
func TestDecisionsAtOnce(t *testing.T) {
	d := serve(t, nil)
	ctx := browsertest.Open(t)
	watched(t, ctx)
	uploaded(t, ctx, d, file(t, "refs.bib", entries))
	browsertest.Until(t, ctx, `document.querySelector("#corrections")`)
	browsertest.Until(t, ctx, `(navigator.clipboard.writeText = async text => { window.copied = text }) && (document.querySelector(".copy").click() ?? true)`)
	browsertest.Until(t, ctx, `document.querySelector(".copy").textContent === "Copied"`)
	if got := browsertest.Value[string](t, ctx, `window.copied`); !strings.HasPrefix(got, "@inproceedings{wrong, ") ||
		!strings.HasSuffix(got, ", year={2016}, pages={770--778}}") {
		t.Errorf("%q was copied", got)
	}
	browsertest.Do(t, ctx, chromedp.KeyEvent("j"), chromedp.KeyEvent("d"))
	browsertest.Until(t, ctx, `document.querySelector("#said").textContent.includes("dismissed")`)
	for expression, want := range map[string]string{
		`document.querySelector("#said").textContent`: "He et al. 2011: dismissed. " +
			"1 reference is fine. 1 was not checked: no corpus here has it, and no service was asked. 1 was dismissed.",
		`document.querySelector(".shown.dismiss .state").textContent`:               "dismissed",
		`document.querySelector("#glance").textContent.replace(/\s+/g, " ").trim()`: "Not checked 1 Fine 1 Dismissed 1 All 2",
		`document.querySelector("#corrections p").textContent`:                      "0 corrected, 1 completed.",
	} {
		if got := browsertest.Value[string](t, ctx, expression); got != want {
			t.Errorf("%s is %q, not %q", expression, got, want)
		}
	}
	unharmed(t, ctx)
}

// TestCarriedOver: decisions are repeated for the unchanged entries of the same file, unless something else is said of
// them now, and the page says what is new.
func TestCarriedOver(t *testing.T) {
	d := serve(t, nil)
	run := finished(t, d, map[string]string{"refs.bib": entries})
	req := request(t, http.MethodPost, d.URL+"/runs/"+run+"/review",
		strings.NewReader("id=wrong&decision=dismiss&reason=the+reprint"))
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer(t, req)
	for _, again := range []struct {
		name, text, tabs, since string
	}{
		{"refs.bib", entries + "@misc{more, title={Another widget}, author={Nobody}, year=2020}\n",
			"Not checked 2, Fine 1, Dismissed 1, All 3", "1 new, 0 gone, 3 unchanged since "},
		{"refs.bib", strings.Replace(entries, "{2011}", "{2012}", 1), "Wrong 1, Not checked 1, Fine 1, All 3",
			"1 new, 2 gone, 2 unchanged since "},
		{"other.bib", entries, "Wrong 1, Not checked 1, Fine 1, All 3", ""},
	} {
		page := text(t, d, "/runs/"+finished(t, d, map[string]string{again.name: again.text}), http.StatusOK)
		if got := numbers(page); got != again.tabs || !strings.Contains(page, again.since) ||
			strings.Contains(page, "unchanged since") != (again.since != "") {
			t.Errorf("%s: the tabs are %s:\n%s", again.name, got, page)
		}
	}
}

// TestRunNames: a run is named when its files are sent or later, and found by its name and by its files, in the
// history and by the API.
func TestRunNames(t *testing.T) {
	d := serve(t, nil)
	first := finished(t, d, map[string]string{"lit/refs_1.bib": entries})
	second := finished(t, d, map[string]string{"Other.bib": entries})
	name := func(title string) *http.Response {
		req := request(t, http.MethodPost, d.URL+"/runs/"+first+"/name",
			strings.NewReader(url.Values{"title": {title}}.Encode()))
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		return answer(t, req)
	}
	name("  Grant <b>2027</b>,\tÉtude ")
	page := text(t, d, "/runs/"+first, http.StatusOK)
	for _, want := range []string{`<h1 dir="auto">Grant &lt;b&gt;2027&lt;/b&gt;, Étude</h1>`, ">refs_1.report.html</a>",
		`value="Grant &lt;b&gt;2027&lt;/b&gt;, Étude" placeholder="lit/refs_1.bib"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page of the run lacks %s:\n%s", want, page)
		}
	}
	for search, want := range map[string][]string{"": {second, first}, "étude grant": {first}, "REFS_1": {first},
		"other": {second}, "refs%1": {}, "digest": {}, "étude other": {}} {
		page := text(t, d, "/runs?q="+url.QueryEscape(search), http.StatusOK)
		var ids []string
		for _, one := range get[struct{ Items []someRun }](t, d, "/api/v1/runs?q="+url.QueryEscape(search)).Items {
			ids = append(ids, one.ID)
		}
		if !slices.Equal(ids, want) || strings.Contains(page, first) != slices.Contains(want, first) ||
			strings.Contains(page, second) != slices.Contains(want, second) ||
			strings.Contains(page, "No run matches.") != (len(want) == 0) {
			t.Errorf("%q finds %v, not %v:\n%s", search, ids, want, page)
		}
	}
	req := request(t, http.MethodPost, d.URL+"/api/v1/runs", strings.NewReader(`{"text": "10.1038/nature14539", "title": "At once"}`))
	req.Header.Set("Content-Type", "application/json")
	named := answer(t, req)
	if got := decoded[struct{ Title string }](t, named, http.StatusCreated).Title; got != "At once" {
		t.Errorf("the new run is called %q", got)
	}
	if res := name(strings.Repeat("é", 201)); res.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a name of 201 characters: %s", res.Status)
	}
	name("")
	if page := text(t, d, "/runs/"+first, http.StatusOK); !strings.Contains(page, `<h1 dir="auto">lit/refs_1.bib</h1>`) {
		t.Errorf("the name was not taken back:\n%s", page)
	}
	if page := text(t, d, "/runs?q="+strings.Repeat("a+", 60), http.StatusUnprocessableEntity); page == "" {
		t.Error("no limit of words")
	}
}
