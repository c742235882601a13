package web_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/internal/testing/browsertest"
	"github.com/bonafide-audit/bonafide/internal/testing/venuetest"
	"github.com/bonafide-audit/bonafide/internal/web"
)

// venueRows are a missing reference, a wrong one, and one whose words try to run as a script.
func venueRows() []report.Finding {
	odd := venuetest.Row("odd", `<script>window.hacked = 1</script>`, "not-found", "fabricated", "H1")
	odd.Raw = `"><img src=x onerror=hacked=1>`
	return []report.Finding{venuetest.Row("missing", "On Forests", "not-found", "fabricated", "H1"),
		venuetest.Row("wrong", "On Trees", "discrepant", "slip", "H3"), odd,
		venuetest.Row("fine", "On Leaves", "verified", "none", "R1")}
}

// venueOf creates a venue with two papers, the second of which is assigned to an area chair.
func venueOf(t *testing.T, d *desk, chair, area string) {
	t.Helper()
	if err := d.Store.CreateVenue(t.Context(), runs.Venue{Name: "v", Owner: chair}); err != nil {
		t.Fatal(err)
	}
	fill := venuetest.New(t, d.Store, d.Folder, "")
	fill.Paper(t, "v", runs.NewPaper{ID: "1", Title: `A <b>bold</b> paper`}, "one", venueRows()...)
	fill.Paper(t, "v", runs.NewPaper{ID: "2", Title: "Another"}, "two", venueRows()...)
	fill.Paper(t, "v", runs.NewPaper{ID: "3"}, "three")
	if area == "" {
		return
	}
	if err := d.Store.SetMember(t.Context(), chair, "v", runs.Member{Person: area, Role: runs.AreaHead}); err != nil {
		t.Fatal(err)
	}
	if err := d.Store.Assign(t.Context(), chair, "v", area, true, "2"); err != nil {
		t.Fatal(err)
	}
}

// venuePatterns returns all routes of venues, of pages and of the API.
func venuePatterns(t *testing.T, d *desk, token string) []string {
	t.Helper()
	patterns := slices.DeleteFunc(web.VenueRoutes(), func(p string) bool { return !strings.Contains(p, "{venue}") })
	type document struct {
		Paths map[string]map[string]any
	}
	described := decoded[document](t, answer(t, as(request(t, http.MethodGet, d.URL+"/api/openapi.json", nil), token)),
		http.StatusOK)
	for path, methods := range described.Paths {
		for method := range methods {
			if strings.Contains(path, "{venue}") {
				patterns = append(patterns, strings.ToUpper(method)+" "+path)
			}
		}
	}
	if len(patterns) < 25 {
		t.Fatalf("only %d routes: %q", len(patterns), patterns)
	}
	return patterns
}

// bodies are the bodies of POST routes of the API.
var bodies = map[string]string{
	"/triage": `{"id": "missing", "verdict": "confirm", "seen": 0}`, "/decision": `{"decision": "clear", "revision": 0}`,
	"/members": `{"person": "bob", "role": "chair"}`,
}

// forms is a form for POST routes of pages.
const forms = "papers=1+2&id=missing&verdict=confirm&seen=0&decision=clear&revision=0&person=bob&role=chair"

// visit requests a route of a venue and a paper and returns the status. Streams are left after their status.
func visit(t *testing.T, d *desk, pattern, venue, paper, token string) int {
	t.Helper()
	method, path, _ := strings.Cut(pattern, " ")
	api := strings.HasPrefix(path, "/api/")
	content, kind := forms, "application/x-www-form-urlencoded"
	if api {
		kind = "application/json"
		content = bodies[path[strings.LastIndex(path, "/"):]]
	}
	path = strings.NewReplacer("{venue}", url.PathEscape(venue), "{paper}", url.PathEscape(paper)).Replace(path)
	if method == http.MethodGet {
		content = ""
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	req := as(request(t, method, d.URL+path+"?id=missing", strings.NewReader(content)), token).WithContext(ctx)
	req.Header.Set("Content-Type", kind)
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	return res.StatusCode
}

// TestVenueOthers visits every route of a venue as a non-member, and every route of every paper as an area
// chair: what is not theirs does not exist.
func TestVenueOthers(t *testing.T) {
	d, ann, bob := people(t)
	venueOf(t, d, "ann", "")
	patterns := venuePatterns(t, d, ann)
	for _, pattern := range patterns {
		for _, names := range [][2]string{{"v", "1"}, {"v", "2"}, {"v", "none"}, {"none", "1"}, {"V", "1"}, {"v%", "1"},
			{"v' OR 1=1 --", "1"}} {
			if status := visit(t, d, pattern, names[0], names[1], bob); status != http.StatusNotFound {
				t.Errorf("%s of %q to a stranger: %d", pattern, names, status)
			}
		}
	}
	if err := d.Store.SetMember(t.Context(), "ann", "v", runs.Member{Person: "bob", Role: runs.AreaHead}); err != nil {
		t.Fatal(err)
	}
	if err := d.Store.Assign(t.Context(), "ann", "v", "bob", true, "2"); err != nil {
		t.Fatal(err)
	}
	for _, pattern := range patterns {
		ruled := strings.Contains(pattern, "/people") || strings.Contains(pattern, "/log") ||
			strings.Contains(pattern, "/members") || strings.HasSuffix(pattern, "/chairs") ||
			strings.HasSuffix(pattern, "/assigned")
		switch {
		case ruled:
			for _, paper := range []string{"1", "2"} {
				if status := visit(t, d, pattern, "v", paper, bob); status != http.StatusForbidden {
					t.Errorf("%s to an area chair: %d", pattern, status)
				}
			}
		case strings.Contains(pattern, "{paper}"):
			for _, paper := range []string{"1", "3", "none", "%", "2' OR '1'='1"} {
				if status := visit(t, d, pattern, "v", paper, bob); status != http.StatusNotFound {
					t.Errorf("%s of %q to an area chair: %d", pattern, paper, status)
				}
			}
		}
	}
	desk, err := d.Store.Membership(t.Context(), "ann", "v")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"1", "2"} {
		if p, err := desk.Paper(t.Context(), id); err != nil || p.Revision != 0 || p.Single != 0 {
			t.Errorf("somebody has changed %s: %+v, %v", id, p, err)
		}
	}
	for _, pattern := range patterns { // the routes are right: the chair's own paper returns something
		if !strings.HasPrefix(pattern, "GET ") || strings.Contains(pattern, "/people") || strings.Contains(pattern, "/log") ||
			strings.Contains(pattern, "/members") || strings.HasSuffix(pattern, "/picture") {
			continue
		}
		if status := visit(t, d, pattern, "v", "2", bob); status != http.StatusOK {
			t.Errorf("%s of his own: %d", pattern, status)
		}
	}
	for _, path := range []string{"/venues/v", "/api/v1/venues/v/papers", "/venues/v/export?format=csv",
		"/venues/v/export?format=sarif", "/venues/v/export?format=letter", "/api/v1/venues/v/report?format=jsonl",
		"/venues/v?q=bold", "/venues/v?chair=ann"} {
		body := bodyOf(t, as(request(t, http.MethodGet, d.URL+path, nil), bob))
		if strings.Contains(body, "bold") && !strings.Contains(path, "bold") || strings.Contains(body, "papers/1") ||
			strings.Contains(body, `"1"`) || regexp.MustCompile(`(?m)^1,|authors of 1\b`).MatchString(body) {
			t.Errorf("%s shows an area chair another's paper: %s", path, body)
		}
	}
	type numbers struct {
		Role   string
		Counts struct{ Papers, References int }
	}
	got := decoded[numbers](t, answer(t, as(request(t, http.MethodGet, d.URL+"/api/v1/venues/v", nil), bob)),
		http.StatusOK)
	if got.Role != "area" || got.Counts.Papers != 1 || got.Counts.References != 4 {
		t.Errorf("%+v", got)
	}
}

// bodyOf returns the body of an answer.
func bodyOf(t *testing.T, req *http.Request) string {
	t.Helper()
	body, err := io.ReadAll(answer(t, req).Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// TestReaders: readers see everything and change nothing.
func TestReaders(t *testing.T) {
	d, ann, bob := people(t)
	venueOf(t, d, "ann", "")
	if err := d.Store.SetMember(t.Context(), "ann", "v", runs.Member{Person: "bob", Role: runs.Reader}); err != nil {
		t.Fatal(err)
	}
	for _, pattern := range venuePatterns(t, d, ann) {
		if status := visit(t, d, pattern, "v", "1", bob); strings.HasPrefix(pattern, "POST ") &&
			status != http.StatusForbidden {
			t.Errorf("%s: %d", pattern, status)
		}
	}
	if body := bodyOf(t, as(request(t, http.MethodGet, d.URL+"/venues/v/papers/1", nil), bob)); strings.Contains(body,
		"name=\"verdict\"") || !strings.Contains(body, "On Forests") {
		t.Errorf("the page of a reader: %s", body)
	}
}

// TestTwoChairsAtOnce: of two people who decide from the same page the second is told, and the first decision stays.
func TestTwoChairsAtOnce(t *testing.T) {
	d, ann, bob := people(t)
	venueOf(t, d, "ann", "")
	if err := d.Store.SetMember(t.Context(), "ann", "v", runs.Member{Person: "bob", Role: runs.Chair}); err != nil {
		t.Fatal(err)
	}
	post := func(token, path, form string) *http.Response {
		t.Helper()
		req := as(request(t, http.MethodPost, d.URL+path, strings.NewReader(form)), token)
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		res, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = res.Body.Close() })
		return res
	}
	const page = "/venues/v/papers/1"
	if res := post(ann, page+"/decision",
		"decision=write&note=at+once&revision=0"); res.StatusCode != http.StatusSeeOther {
		t.Errorf("the first: %s", res.Status)
	}
	res := post(bob, page+"/decision", "decision=clear&note=no&revision=0")
	if told, _ := io.ReadAll(res.Body); res.StatusCode != http.StatusConflict ||
		!strings.Contains(string(told), "Somebody changed this") {
		t.Errorf("the second: %s: %s", res.Status, told)
	}
	for token, verdict := range map[string]string{ann: "accept", bob: "dismiss"} { // each has their own
		res := post(token, page+"/triage",
			"id=missing&seen=0&verdict="+verdict+"&note=by+"+verdict+"&back="+url.QueryEscape(page+"?sort=input"))
		if to := res.Header.Get("Location"); res.StatusCode != http.StatusSeeOther || to != page+"?sort=input#f-missing" {
			t.Errorf("%s: %s to %s", verdict, res.Status, to)
		}
	}
	if res := post(ann, page+"/triage", "id=missing&seen=0&verdict=dispute"); res.StatusCode != http.StatusConflict {
		t.Errorf("from a page that is old: %s", res.Status)
	}
	body := bodyOf(t, as(request(t, http.MethodGet, d.URL+page, nil), bob))
	for _, want := range []string{"at once", "by ann", "Reviewers disagree", "ann: confirm", "by accept", "by dismiss"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if strings.Contains(body, "<b>bold") || strings.Contains(body, "<script>window") {
		t.Error("the page has what a paper says as it is")
	}
	if log := bodyOf(t, as(request(t, http.MethodGet, d.URL+"/venues/v/log", nil), bob)); strings.Count(log,
		"<td>triage</td>") != 2 || strings.Count(log, "<td>decision</td>") != 1 {
		t.Errorf("the log: %s", log)
	}
	for papers, status := range map[string]int{"1,+2%0A3": http.StatusSeeOther, "": http.StatusUnprocessableEntity,
		"1 none": http.StatusUnprocessableEntity, strings.Repeat("1 ", 5001): http.StatusUnprocessableEntity} {
		if res := post(ann, "/venues/v/assigned", "person=bob&papers="+papers); res.StatusCode != status {
			t.Errorf("giving %.10q: %s", papers, res.Status)
		}
	}
	if got := bodyOf(t, as(request(t, http.MethodGet, d.URL+"/venues/v/people", nil), ann)); !strings.Contains(got,
		`chair=bob">3<`) {
		t.Errorf("after three were given: %s", got)
	}
	res = post(ann, "/venues/v/people", "person=bob&role=")
	gone := bodyOf(t, as(request(t, http.MethodGet, d.URL+res.Header.Get("Location"), nil), ann))
	if !strings.Contains(gone, "bob was removed.") || !strings.Contains(gone, `name="role" value="chair">Undo`) {
		t.Errorf("after bob was removed: %s", gone)
	}
	post(ann, "/venues/v/people", "person=bob&role=area")
	if got := bodyOf(t, as(request(t, http.MethodGet, d.URL+res.Header.Get("Location"), nil), ann)); !strings.Contains(got,
		`chair=bob">3<`) || strings.Contains(got, "was removed") {
		t.Errorf("after that was undone: %s", got)
	}
	for _, query := range []string{"?removed=mallory&was=chair", "?removed=bob&was=chair", "?removed=",
		"?removed=%00%ff"} {
		body := bodyOf(t, as(request(t, http.MethodGet, d.URL+"/venues/v/people"+query, nil), ann))
		if strings.Contains(body, "was removed") || strings.Contains(body, "Undo") {
			t.Errorf("an address of a stranger's making offers a role: %s", query)
		}
	}
	for _, form := range []string{"decision=nonsense&revision=1", "decision=write&revision=x",
		"decision=write&revision=1&note=" + strings.Repeat("x", 2001)} {
		if res := post(ann, page+"/decision", form); res.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("%.40s: %s", form, res.Status)
		}
	}
}

// TestVenueAPI uses a venue through the API.
func TestVenueAPI(t *testing.T) {
	d := serve(t, nil)
	venueOf(t, d, "", "")
	type paper struct {
		Paper, State, Decision, Note string
		Counts                       struct{ References, NotFound int }
		Single, Revision             int
	}
	type page struct {
		Items []paper
		Next  string
	}
	var names []string
	cursor := ""
	for first := true; first || cursor != ""; first = false {
		p := get[page](t, d, "/api/v1/venues/v/papers?sort=paper&limit=1&cursor="+url.QueryEscape(cursor))
		for _, one := range p.Items {
			names = append(names, one.Paper)
		}
		cursor = p.Next
	}
	if strings.Join(names, " ") != "1 2 3" {
		t.Errorf("the papers are %q", names)
	}
	post := func(path, body string, status int) paper {
		t.Helper()
		req := request(t, http.MethodPost, d.URL+"/api/v1/venues/v/papers/1/"+path, strings.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		return decoded[paper](t, answer(t, req), status)
	}
	if got := post("triage", `{"id": "missing", "verdict": "dismiss", "note": "I have it", "seen": 0}`,
		http.StatusOK); got.Single != 1 {
		t.Errorf("%+v", got)
	}
	post("triage", `{"id": "missing", "verdict": "confirm", "seen": 0}`, http.StatusConflict)
	if got := post("triage", `{"id": "wrong", "verdict": "dispute", "seen": 0}`, http.StatusOK); got.Single != 2 {
		t.Errorf("%+v", got)
	}
	if got := post("triage", `{"id": "wrong", "verdict": "", "seen": 1}`, http.StatusOK); got.Single != 1 {
		t.Errorf("after one is taken back: %+v", got)
	}
	if got := post("decision", `{"decision": "write", "note": "soon", "revision": 0}`,
		http.StatusOK); got.Decision != "write" || got.Revision != 1 || got.Note != "soon" {
		t.Errorf("%+v", got)
	}
	if got := post("decision", `{"decision": "", "revision": 1}`, http.StatusOK); got.Decision != "" || got.Revision != 2 {
		t.Errorf("taken back: %+v", got)
	}
	if got := post("decision", `{"decision": "write", "revision": 2}`, http.StatusOK); got.Decision != "write" {
		t.Errorf("%+v", got)
	}
	type triaged struct {
		Items []struct {
			Row       idOf
			Triage    []struct{ Verdict, Note string }
			Agreement string
		}
	}
	list := get[triaged](t, d, "/api/v1/venues/v/papers/1/findings?sort=gravity&gravity=fabricated")
	if len(list.Items) != 2 || list.Items[0].Triage[0].Verdict != "dismiss" || list.Items[0].Agreement != "one" {
		t.Errorf("%+v", list)
	}
	if letter := text(t, d, "/api/v1/venues/v/papers/1/report?format=letter", http.StatusOK); strings.Contains(letter,
		"missing") || !strings.Contains(letter, "odd") {
		t.Errorf("the letter is\n%s", letter)
	}
	text(t, d, "/api/v1/venues/v/papers/3/report?format=letter", http.StatusConflict)
	text(t, d, "/api/v1/venues/v/report?format=pdf", http.StatusUnprocessableEntity)
	text(t, d, "/api/v1/venues/v/papers?having=nonsense", http.StatusUnprocessableEntity)
	text(t, d, "/api/v1/venues/v/papers?cursor=x", http.StatusUnprocessableEntity)
	var sarif struct {
		Runs []struct {
			Results []struct{ RuleID string }
		}
	}
	if err := json.Unmarshal([]byte(text(t, d, "/venues/v/export?format=sarif", http.StatusOK)), &sarif); err != nil ||
		len(sarif.Runs) != 1 || len(sarif.Runs[0].Results) != 6 {
		t.Errorf("%+v, %v", sarif, err)
	}
	if table := text(t, d, "/venues/v/export?format=csv&decision=write",
		http.StatusOK); strings.Count(strings.TrimSpace(table), "\n") != 4 {
		t.Errorf("the table is\n%s", table)
	}
}

type idOf struct{ ID string }

// TestVenuePages checks every page of a venue at three widths, light, dark and with forced colours, for
// accessibility faults and overflow.
func TestVenuePages(t *testing.T) {
	t.Parallel()
	d := serve(t, nil)
	venueOf(t, d, "", "")
	mine, err := d.Store.Membership(t.Context(), "", "v")
	if err != nil {
		t.Fatal(err)
	}
	if err := mine.Say(t.Context(), "1", "missing", 0, runs.Confirm, "nowhere"); err != nil {
		t.Fatal(err)
	}
	fill := venuetest.New(t, d.Store, d.Folder, "")
	fill.Paper(t, "v", runs.NewPaper{ID: "2"}, "two anew", venueRows()[1:]...)
	ctx := browsertest.Open(t)
	watched(t, ctx)
	for name, path := range map[string]string{
		"venues": "/venues", "venue": "/venues/v", "paper": "/venues/v/papers/1", "version": "/venues/v/papers/2?fresh=1",
		"venue finding": "/venues/v/papers/1/finding?id=odd",
		"letter":        "/venues/v/papers/1/letter", "people": "/venues/v/people", "log": "/venues/v/log",
		"works": "/venues/v/works", "no paper": "/venues/v?q=nothing",
	} {
		for scheme, feature := range map[string]emulation.MediaFeature{
			"light": {Name: "prefers-color-scheme", Value: "light"}, "dark": {Name: "prefers-color-scheme", Value: "dark"},
			"forced": {Name: "forced-colors", Value: "active"},
		} {
			t.Run(name+"/"+scheme, func(t *testing.T) {
				if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia,
					emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{&feature}}); err != nil {
					t.Fatal(err)
				}
				browsertest.Do(t, ctx, chromedp.EmulateViewport(320, 900), chromedp.Navigate(d.URL+path),
					chromedp.WaitReady(chromedp.CSS("footer")))
				if title := browsertest.Value[string](t, ctx, `document.querySelector("h1").textContent`); strings.Contains(title,
					"Error") || title == "Not Found" {
					t.Fatalf("the page is %s", title)
				}
				if wide := browsertest.Value[int](t, ctx, `document.documentElement.scrollWidth`); wide > 320 {
					t.Errorf("%d pixels wide on a screen of 320", wide)
				}
				for _, fault := range browsertest.Axe(t, ctx) {
					t.Error(fault)
				}
				unharmed(t, ctx)
				for _, width := range []int64{400, 768, 1280} {
					browsertest.Picture(t, ctx, strings.ReplaceAll(name, " ", "-")+"-"+scheme, width)
				}
			})
		}
	}
}

// TestVenueLive sees the numbers of a venue change while its page is open, and reviews a finding with the keyboard.
func TestVenueLive(t *testing.T) {
	d := serve(t, nil)
	venueOf(t, d, "", "")
	ctx := browsertest.Open(t)
	watched(t, ctx)
	browsertest.Do(t, ctx, chromedp.Navigate(d.URL+"/venues/v"), chromedp.WaitReady(chromedp.CSS("#now")))
	if got := browsertest.Value[string](t, ctx, `document.querySelector("#now").textContent`); !strings.Contains(got,
		"3 papers") {
		t.Errorf("at first: %s", got)
	}
	fill := venuetest.New(t, d.Store, d.Folder, "")
	fill.Paper(t, "v", runs.NewPaper{ID: "4"}, "four", venueRows()...)
	browsertest.Until(t, ctx, `document.querySelector("#now").textContent.includes("4 papers, 12 references")`)
	unharmed(t, ctx)
	browsertest.Do(t, ctx, chromedp.Navigate(d.URL+"/venues/v/papers/1"), chromedp.WaitReady(chromedp.CSS(".triage")),
		chromedp.KeyEvent("j"), chromedp.KeyEvent("c"),
		chromedp.WaitReady(chromedp.CSS(`.triage button[value=confirm][aria-pressed=true]`)))
	unharmed(t, ctx)
	browsertest.Until(t, ctx,
		`location.hash.startsWith("#f-") && document.activeElement.id === location.hash.slice(1)`)
}

// TestVenueEvents follows the numbers through the API, until the user is no longer a member.
func TestVenueEvents(t *testing.T) {
	t.Parallel()
	d, _, bob := people(t)
	venueOf(t, d, "ann", "bob")
	res := answer(t, as(request(t, http.MethodGet, d.URL+"/api/v1/venues/v/events", nil), bob))
	first := make([]byte, 200)
	n, err := io.ReadAtLeast(res.Body, first, 60)
	if err != nil || !strings.HasPrefix(string(first[:n]), "event: now\ndata: {\"references\":4") {
		t.Fatalf("%q, %v", first[:n], err)
	}
	if err := d.Store.SetMember(t.Context(), "ann", "v", runs.Member{Person: "bob"}); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := io.Copy(io.Discard, res.Body)
		done <- err
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Error("who is not a member any more still follows")
	}
}

// TestVenueEventsEnd: a stream ends with the work on the venue.
func TestVenueEventsEnd(t *testing.T) {
	d, ann, _ := people(t)
	venueOf(t, d, "ann", "")
	res := answer(t, as(request(t, http.MethodGet, d.URL+"/api/v1/venues/v/events", nil), ann))
	first := make([]byte, 11)
	if _, err := io.ReadFull(res.Body, first); err != nil || string(first) != "event: now\n" {
		t.Fatalf("%q, %v", first, err)
	}
	if err := d.Store.SetPhase(t.Context(), "v", runs.Finished, ""); err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(res.Body)
	if _, end, ok := strings.Cut(string(all), "event: end\ndata: {\"references\":"); err != nil || !ok ||
		strings.Contains(end, "event") {
		t.Errorf("%s, %v", all, err)
	}
}

// TestVenueHostile shows attacks as titles, given authors, keys, entries, notes and search terms on
// every page of a venue.
func TestVenueHostile(t *testing.T) {
	t.Parallel()
	d := serve(t, nil)
	if err := d.Store.CreateVenue(t.Context(), runs.Venue{Name: "v"}); err != nil {
		t.Fatal(err)
	}
	mine, err := d.Store.Membership(t.Context(), "", "v")
	if err != nil {
		t.Fatal(err)
	}
	fill := venuetest.New(t, d.Store, d.Folder, "")
	const papers = 6
	for n := range papers {
		var rows []report.Finding
		for i := n; i < len(attacks); i += papers {
			bad := attacks[i]
			row := venuetest.Row(bad, bad+" of deep things", "not-found", "fabricated", "H1")
			row.Raw, row.Claimed.Venue, row.Claimed.Authors, row.Claimed.DOI = bad, bad, []string{bad}, bad
			row.Reasons[0].Message, row.Reasons[0].Claimed = bad, bad
			rows = append(rows, row)
		}
		id := strconv.Itoa(n)
		fill.Paper(t, "v", runs.NewPaper{ID: id, Title: strings.Join(attacks, " "), Authors: attacks[n]}, id, rows...)
		for i, row := range rows {
			if err := mine.Say(t.Context(), id, row.ID, 0, runs.Confirm, attacks[(i+1)%len(attacks)]); err != nil {
				t.Fatal(err)
			}
		}
		if err := mine.Decide(t.Context(), id, 0, runs.Write, attacks[n]); err != nil {
			t.Fatal(err)
		}
		if err := d.Store.SetPaperState(t.Context(), "v", id, 1, runs.PaperOffline, strings.Join(attacks, " ")); err != nil {
			t.Fatal(err)
		}
	}
	ctx, sentry := guard(t, d)
	visit := func(path string) {
		t.Helper()
		browsertest.Do(t, ctx, chromedp.Navigate(d.URL+path), chromedp.WaitReady(chromedp.CSS("footer")))
		unharmed(t, ctx)
		// the plots are such
		if n := browsertest.Value[int](t, ctx,
			strings.Replace(madeOfWords, " svg:not(.brand > svg, svg.glance),", "", 1)); n > 0 {
			t.Errorf("%s has %d elements of its words", path, n)
		}
		for _, fault := range sentry.taken() {
			t.Errorf("%s: %s", path, fault)
		}
	}
	for n := range papers {
		at := "/venues/v/papers/" + strconv.Itoa(n)
		visit(at)
		visit(at + "/letter")
		visit(at + "/finding?id=" + url.QueryEscape(attacks[n]))
	}
	for _, path := range []string{"/venues", "/venues/v", "/venues/v/log", "/venues/v/people"} {
		visit(path)
	}
	for i, bad := range oneByOne() {
		q := url.QueryEscape(bad)
		visit("/venues/v?q=" + q + "&chair=" + q)
		if i%10 == 0 { // pages that show errors
			visit("/venues/v?having=" + q + "&state=" + q + "&sort=" + q + "&cursor=" + q)
			visit("/venues/" + url.PathEscape(bad))
			visit("/venues/v/papers/0?q=" + q + "&outcome=" + q + "&page=" + q + "&fresh=" + q)
		}
	}
}

// TestVenueWithoutScripts filters and decides in a browser without scripts.
func TestVenueWithoutScripts(t *testing.T) {
	d := serve(t, nil)
	venueOf(t, d, "", "")
	ctx := browsertest.Open(t)
	browsertest.Do(t, ctx, chromedp.Navigate(d.URL))
	if _, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled,
		emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	browsertest.Do(t, ctx, chromedp.Navigate(d.URL+"/venues/v"),
		chromedp.SetValue(chromedp.CSS("input[name=q]"), "another"), chromedp.Submit(chromedp.CSS("form.filter")),
		chromedp.WaitReady(chromedp.CSS(`input[name=q][value=another]`)), chromedp.Click(chromedp.CSS(`td a`)),
		chromedp.WaitReady(chromedp.CSS(".triage")), chromedp.Click(chromedp.CSS(`.triage button[value=dismiss]`)),
		chromedp.WaitReady(chromedp.CSS(".triage.one button[value=dismiss][aria-pressed=true]")),
		chromedp.Click(chromedp.CSS("button[name=decision][value=clear]")),
		chromedp.WaitReady(chromedp.CSS(`input[name=revision][value="1"]`)))
}
