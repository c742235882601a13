package web_test

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// TestSharedErrors: what several papers cite wrongly in the same way takes one decision, which does not change
// earlier decisions.
func TestSharedErrors(t *testing.T) {
	d, ann, bob := people(t)
	venueOf(t, d, "ann", "bob")
	page := func(token, path string) string {
		t.Helper()
		return bodyOf(t, as(request(t, http.MethodGet, d.URL+path, nil), token))
	}
	post := func(token, path string, form url.Values) *http.Response {
		t.Helper()
		req := as(request(t, http.MethodPost, d.URL+path, strings.NewReader(form.Encode())), token)
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		res, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = res.Body.Close() })
		return res
	}
	works := page(ann, "/venues/v/works")
	for _, want := range []string{"On Forests", "On Trees", "2 papers: <a", "/venues/v/papers/1/finding?id=missing",
		"/venues/v/papers/2/finding?id=missing"} {
		if !strings.Contains(works, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if strings.Contains(works, "On Leaves") || strings.Contains(works, "<script>window") {
		t.Error("the page shows what is fine, or what a paper says as it is")
	}
	if !strings.Contains(works, "to check by hand: no year: <strong>") &&
		!strings.Contains(works, "to check by hand: 20") {
		t.Error("the page has no numbers by year")
	}
	if desk := page(ann, "/venues/v"); !strings.Contains(desk,
		`aria-label="Papers by their strongest finding, 2 with a reference not found"`) {
		t.Error("the desk has no plot of papers by their strongest finding")
	}
	if area := page(bob, "/venues/v/works"); strings.Contains(area, "On Forests") {
		t.Error("an area chair of one paper sees what it shares with others")
	}
	post(ann, "/venues/v/papers/2/triage", url.Values{"id": {"missing"}, "seen": {"0"}, "verdict": {"dismiss"}})
	if res := post(ann, "/venues/v/works",
		url.Values{"findings": {"1 missing\r\n2 missing\r\n"}, "verdict": {"confirm"},
			"note": {"no such work"}}); res.StatusCode != http.StatusSeeOther {
		t.Fatalf("deciding: %s", res.Status)
	}
	if got := page(ann, "/venues/v/works"); strings.Contains(got, "On Forests") || !strings.Contains(got, "On Trees") {
		t.Error("what is decided is still asked, or the rest is not")
	}
	if got := page(ann, "/venues/v/papers/1"); !strings.Contains(got, "confirm, <span dir=\"auto\">no such work</span>") {
		t.Errorf("the first paper: %s", got)
	}
	if got := page(ann, "/venues/v/papers/2"); strings.Contains(got, "no such work") ||
		!strings.Contains(got, `value="dismiss" aria-pressed="true"`) {
		t.Errorf("what was said of the second paper has changed: %s", got)
	}
	for _, findings := range []string{"", "1", "1 nothing", "9 missing"} {
		if res := post(ann, "/venues/v/works",
			url.Values{"findings": {findings}, "verdict": {"confirm"}}); res.StatusCode != http.StatusUnprocessableEntity &&
			res.StatusCode != http.StatusNotFound {
			t.Errorf("%q: %s", findings, res.Status)
		}
	}
	if res := post(bob, "/venues/v/works",
		url.Values{"findings": {"1 wrong\n"}, "verdict": {"confirm"}}); res.StatusCode != http.StatusNotFound {
		t.Errorf("an area chair decides about the paper of another: %s", res.Status)
	}
}

// TestLetterEdited: a letter is edited before it is sent, and the saved file is what was written.
func TestLetterEdited(t *testing.T) {
	d, ann, _ := people(t)
	venueOf(t, d, "ann", "")
	at := d.URL + "/venues/v/papers/1/letter"
	if body := bodyOf(t, as(request(t, http.MethodGet, at, nil), ann)); !strings.Contains(body,
		`<textarea id="text" name="letter"`) || !strings.Contains(body, "On Forests") {
		t.Errorf("the page: %s", body)
	}
	req := as(request(t, http.MethodPost, at,
		strings.NewReader(url.Values{"letter": {"Dear Ann,\r\nplease look again.\r\n"}}.Encode())), ann)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(res.Body)
	if kind := res.Header.Get("Content-Disposition"); string(body) != "Dear Ann,\nplease look again.\n" ||
		!strings.Contains(kind, "attachment") {
		t.Errorf("saved: %q, %s", body, kind)
	}
}

// TestNextPaper: the page of a paper links to the next one without a decision.
func TestNextPaper(t *testing.T) {
	d, ann, _ := people(t)
	venueOf(t, d, "ann", "")
	next := func(paper string) bool {
		t.Helper()
		return strings.Contains(bodyOf(t, as(request(t, http.MethodGet, d.URL+"/venues/v/papers/"+paper, nil), ann)),
			"Next undecided paper")
	}
	if !next("1") || !next("2") {
		t.Error("no next paper")
	}
	req := as(request(t, http.MethodPost, d.URL+"/venues/v/papers/2/decision",
		strings.NewReader("decision=clear&revision=0")), ann)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if next("1") || !next("2") {
		t.Error("after a decision about the second paper only the first is left")
	}
}
