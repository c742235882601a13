package web_test

import (
	"bytes"
	"encoding/csv"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/internal/testing/browsertest"
	"github.com/bonafide-audit/bonafide/internal/testing/venuetest"
	"github.com/bonafide-audit/bonafide/internal/web"
)

// TestVenueInBrowser makes a venue in a browser and goes from its empty desk to the letters: files and an archive are
// added, what failed is checked again, and the letters follow a template.
func TestVenueInBrowser(t *testing.T) {
	d := serve(t, nil)
	ctx := browsertest.Open(t)
	watched(t, ctx)
	archive := zipped(t, [][2]string{{"all/3.bib", entries}, {"all/4/refs.bib", entries}, {"all/.hidden.bib", "x"},
		{"__MACOSX/3.bib", "x"}, {"all/4/part.bib", strings.ReplaceAll(entries, "{wrong", "{again")}})
	browsertest.Do(t, ctx, chromedp.Navigate(d.URL+"/venues"), chromedp.SetValue(chromedp.CSS("#name"), "icml 27"),
		chromedp.Submit(chromedp.CSS("form.start")), chromedp.WaitReady(chromedp.CSS(".refusal")),
		chromedp.SetValue(chromedp.CSS("#name"), "icml27"), chromedp.Submit(chromedp.CSS("form.start")),
		chromedp.WaitReady(chromedp.CSS("#now")),
		chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{file(t, "1.pdf", string(paper())),
			file(t, "2.pdf", "%PDF-1.4\nbroken"), file(t, "more.zip", archive)}),
		chromedp.Submit(chromedp.CSS("form.start")), chromedp.WaitReady(chromedp.CSS(".papers")))
	browsertest.Until(t, ctx, `document.querySelector("#now").textContent.includes("failed or cancelled")`)
	browsertest.Until(t, ctx, `document.querySelector("#now").textContent.includes("3 checked")`)
	browsertest.Do(t, ctx, chromedp.Navigate(d.URL+"/venues/icml27"))
	browsertest.Until(t, ctx, `document.body.textContent.includes("Check 1 failed paper again")`)
	if page := text(t, d, "/venues/icml27", http.StatusOK); strings.Count(page, `name="papers"`) != 4 ||
		!strings.Contains(page, `>Failed: `) {
		t.Errorf("the desk is\n%s", page)
	}
	browsertest.Do(t, ctx, chromedp.Submit(chromedp.CSS(`form[action$="/retry"]`)),
		chromedp.WaitReady(chromedp.CSS("#now")))
	for name, path := range map[string]string{"venues": "/venues", "venue-filled": "/venues/icml27",
		"letters": "/venues/icml27/letters"} {
		browsertest.Do(t, ctx, chromedp.EmulateViewport(320, 900), chromedp.Navigate(d.URL+path),
			chromedp.WaitReady(chromedp.CSS("footer")))
		if wide := browsertest.Value[int](t, ctx, `document.documentElement.scrollWidth`); wide > 320 {
			t.Errorf("%s: %d pixels wide on a screen of 320", path, wide)
		}
		for _, scheme := range []string{"light", "dark"} {
			if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
				Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}); err != nil {
				t.Fatal(err)
			}
			for _, fault := range browsertest.Axe(t, ctx) {
				t.Errorf("%s: %s", path, fault)
			}
			browsertest.Picture(t, ctx, name+"-"+scheme, 390)
			browsertest.Picture(t, ctx, name+"-"+scheme, 1280)
		}
	}
	browsertest.Do(t, ctx, chromedp.Navigate(d.URL+"/venues/icml27/letters"),
		chromedp.SetValue(chromedp.CSS("#template"), "no place for findings"),
		chromedp.Submit(chromedp.CSS(`form[action$="/letters"]`)), chromedp.WaitReady(chromedp.CSS("main a[href='/']")))
	browsertest.Until(t, ctx, `document.body.textContent.includes("a template has a line {findings}")`)
	browsertest.Do(t, ctx, chromedp.Navigate(d.URL+"/venues/icml27/letters"),
		chromedp.SetValue(chromedp.CSS("#template"), "Dear authors of {title}:\n\n{findings}\n\nThe chairs of ICML"),
		chromedp.Submit(chromedp.CSS(`form[action$="/letters"]`)), chromedp.WaitReady(chromedp.CSS("#saved")))
	unharmed(t, ctx)
	rows, err := csv.NewReader(strings.NewReader(text(t, d, "/venues/icml27/merged", http.StatusOK))).ReadAll()
	if err != nil || len(rows) != 4 || rows[1][0] != "1" || rows[3][0] != "4" {
		t.Fatalf("the table is %q, %v", rows, err)
	}
	for _, want := range []string{"Dear authors of On Networks That Learn:", "1. ", "Year: 2011", "The chairs of ICML"} {
		if letter := rows[1][4]; !strings.Contains(letter, want) {
			t.Errorf("the letter lacks %q:\n%s", want, letter)
		}
	}
	if got := text(t, d, "/venues/icml27/merged?decision=write", http.StatusOK); strings.Count(got, "\n") != 1 {
		t.Errorf("nobody decided to write, and there are letters: %s", got)
	}
}

// TestVenueMade: who makes a venue is its chair, others neither see nor fill it, and what they may store is bounded.
func TestVenueMade(t *testing.T) {
	d, ann, bob := people(t)
	post := func(token, path, kind, body string) *http.Response {
		t.Helper()
		req := as(request(t, http.MethodPost, d.URL+path, strings.NewReader(body)), token)
		req.Header.Set("Content-Type", kind)
		res, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = res.Body.Close() })
		return res
	}
	const form = "application/x-www-form-urlencoded"
	for _, c := range []struct {
		token, path, body string
		status            int
	}{
		{ann, "/venues", "name=v", http.StatusSeeOther}, {bob, "/venues", "name=v", http.StatusUnprocessableEntity},
		{ann, "/venues", "name=", http.StatusUnprocessableEntity},
		{ann, "/venues", "name=w&online=on", http.StatusUnprocessableEntity}, // not offered
		{bob, "/venues/v/retry", "", http.StatusNotFound}, {bob, "/venues/v/letters", "template=x", http.StatusNotFound},
		{ann, "/venues/v/people", url.Values{"person": {"bob"}, "role": {"area"}}.Encode(), http.StatusSeeOther},
		{bob, "/venues/v/retry", "", http.StatusForbidden}, {bob, "/venues/v/fill", "", http.StatusForbidden},
		{bob, "/venues/v/ask", "", http.StatusForbidden}, {ann, "/venues/v/ask", "", http.StatusUnprocessableEntity},
		{bob, "/venues/v/letters", "template={findings}", http.StatusForbidden},
		{ann, "/venues/v/fill", "", http.StatusUnsupportedMediaType},
	} {
		if res := post(c.token, c.path, form, c.body); res.StatusCode != c.status {
			t.Errorf("POST %s %s: %s, not %d", c.path, c.body, res.Status, c.status)
		}
	}
}

// filled adds a file to a venue.
func filled(t *testing.T, d *desk, venue, name, content string) *http.Response {
	t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(part, content)
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	req := request(t, http.MethodPost, d.URL+"/venues/"+venue+"/fill", &b)
	req.Header.Set("Content-Type", form.FormDataContentType())
	return answer(t, req)
}

// TestFilledBounded: what is added to venues counts against the disk of their owner, and what was refused is not kept.
func TestFilledBounded(t *testing.T) {
	d := serveWith(t, nil, web.Options{MaxDisk: 3000})
	if err := d.Store.CreateVenue(t.Context(), runs.Venue{Name: "v"}); err != nil {
		t.Fatal(err)
	}
	bomb := zipped(t, [][2]string{{"4/refs.bib", strings.Repeat(" ", 80<<20)}})
	for _, c := range []struct {
		name, content string
		status        int
	}{
		{"1.bib", entries, http.StatusOK}, {"2.bib", entries + strings.Repeat(" ", 4000), http.StatusInsufficientStorage},
		{"3.zip", "no archive", http.StatusUnprocessableEntity},
		{"4.zip", bomb, http.StatusUnprocessableEntity}, {"empty.bib", "", http.StatusUnprocessableEntity},
	} {
		if res := filled(t, d, "v", c.name, c.content); res.StatusCode != c.status {
			t.Errorf("%s: %s", c.name, res.Status)
		}
	}
	kept, err := filepath.Glob(filepath.Join(d.Folder, "uploads", "*"))
	kept = slices.DeleteFunc(kept, func(path string) bool { // an empty file goes later
		info, err := os.Stat(path)
		return err == nil && info.Size() == 0
	})
	if err != nil || len(kept) != 1 {
		t.Errorf("%v are kept, %v", kept, err)
	}
}

// A finished venue offers to ask services about what was not checked, where the server asks any and the venue has not.
func TestVenueAsks(t *testing.T) {
	for _, c := range []struct {
		offered, online, want bool
	}{{true, false, true}, {false, false, false}, {true, true, false}} {
		offers := runs.Offers{}
		if c.offered {
			offers["online"] = []string{"on"}
		}
		d := serveWith(t, nil, web.Options{Offers: offers})
		v := runs.Venue{Name: "v", Options: runs.Options{Online: c.online}, Phase: runs.Finished}
		if err := d.Store.CreateVenue(t.Context(), v); err != nil {
			t.Fatal(err)
		}
		venuetest.New(t, d.Store, d.Folder, "").Paper(t, "v", runs.NewPaper{ID: "1"}, "one",
			venuetest.Row("odd", "On Leaves", "inconclusive", "none", "U"))
		if err := d.Store.SetPhase(t.Context(), "v", runs.Finished, ""); err != nil {
			t.Fatal(err)
		}
		page := text(t, d, "/venues/v", http.StatusOK)
		if got := strings.Contains(page, "Look up 1 unchecked reference<"); got != c.want {
			t.Errorf("%+v: %v\n%s", c, got, page)
		}
	}
}

// TestVenueRejudged: a chair has a finished venue judged again, and the desk says what came out otherwise.
func TestVenueRejudged(t *testing.T) {
	d := serve(t, nil)
	if err := d.Store.CreateVenue(t.Context(), runs.Venue{Name: "v"}); err != nil {
		t.Fatal(err)
	}
	right := venuetest.Row("right", "Attention Is All You Need", "verified", "none", "")
	wrong := venuetest.Row("wrong", "Deep Residual Learning", "verified", "none", "")
	venuetest.New(t, d.Store, d.Folder, "").Paper(t, "v", runs.NewPaper{ID: "1"}, entries, right, wrong)
	if err := d.Store.SetPhase(t.Context(), "v", runs.Finished, ""); err != nil {
		t.Fatal(err)
	}
	const button = `action="/venues/v/retry?all"`
	if page := text(t, d, "/venues/v", http.StatusOK); !strings.Contains(page, button) ||
		strings.Contains(page, "rejudged") {
		t.Errorf("before: %s", page)
	}
	res := answer(t, request(t, http.MethodPost, d.URL+"/venues/v/retry?all", nil))
	_ = res.Body.Close()
	text(t, d, "/api/v1/venues/v/events", http.StatusOK) // to the end
	page := text(t, d, "/venues/v", http.StatusOK)
	for _, want := range []string{"2 references changed since version before, rules test", "<td>fine</td><td>wrong year</td>",
		"<td>not read</td>", button} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q on the desk:\n%s", want, page)
		}
	}
}
