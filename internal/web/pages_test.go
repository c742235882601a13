package web_test

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/internal/web"
)

// finished checks files and returns the id of the finished run.
func finished(t *testing.T, d *desk, files map[string]string) string {
	t.Helper()
	run := decoded[someRun](t, upload(t, d, "", files), http.StatusCreated).ID
	followed(t, d, run, "", 0)
	return run
}

// evidenceLink matches the links to all evidence in a page.
var evidenceLink = regexp.MustCompile(`<a class="evidence" href="([^"]*)"`)

// TestEvidenceLinks follows the link of each finding, whatever characters its key has.
func TestEvidenceLinks(t *testing.T) {
	d := serve(t, nil)
	var bib strings.Builder
	keys := []string{"DBLP:conf/nips/x", "a+b", "a*b", "müller", "a%20b", "a&b=c", "논문"}
	for _, key := range keys {
		fmt.Fprintf(&bib, "@misc{%s, title={Frobnicating the widgets of %s}, author={A. Nobody}, year=2020}\n", key, key)
	}
	// equal keys get "key (file)"
	run := finished(t, d, map[string]string{"refs.bib": bib.String(), "other refs.bib": bib.String()})
	page := text(t, d, "/runs/"+run, http.StatusOK)
	links := evidenceLink.FindAllStringSubmatch(page, -1)
	if len(links) != 2*len(keys) {
		t.Errorf("%d links", len(links))
	}
	for _, link := range links {
		address := html.UnescapeString(link[1])
		id := strings.SplitN(address, "?id=", 2)[1]
		if name, err := url.QueryUnescape(id); err != nil ||
			!strings.Contains(html.UnescapeString(text(t, d, address, http.StatusOK)), `<h1 dir="auto">`+name) {
			t.Errorf("%s is not the page of %s", address, name)
		}
	}
}

// TestOutsideLinks: links to other sites are marked, send no referrer, and are left out if the operator says so.
func TestOutsideLinks(t *testing.T) {
	for _, hidden := range []bool{false, true} {
		d := serveWith(t, nil, web.Options{NoLinks: hidden})
		run := finished(t, d, map[string]string{"refs.bib": entries})
		for _, path := range []string{"", "/finding?id=wrong", "/finding?id=odd"} {
			page := text(t, d, "/runs/"+run+path, http.StatusOK)
			links := regexp.MustCompile(`<a [^>]*href="https?:[^>]*>`).FindAllString(page, -1)
			if wanted := !hidden; len(links) > 0 != wanted {
				t.Errorf("hidden %v, %q: links to other sites are %q", hidden, path, links)
			}
			for _, link := range links {
				if !strings.Contains(link, `rel="noreferrer noopener"`) || !strings.Contains(link, `class="outside"`) {
					t.Errorf("%s is not marked", link)
				}
			}
		}
	}
}

// TestProblemsAndFailures: what was not read as intended is on the page of the run, and a failed run does not
// look like a running one.
func TestProblemsAndFailures(t *testing.T) {
	d := serve(t, nil)
	run := finished(t, d,
		map[string]string{"refs.bib": entries,
			"main.tex": `\documentclass{article}\begin{document}\cite{right,nowhere}\bibliography{refs}\end{document}`})
	if page := text(t, d, "/runs/"+run, http.StatusOK); !strings.Contains(page, `class="problems"`) ||
		!strings.Contains(page, "1 place could not be read as meant") {
		t.Errorf("the page has no problems of reading:\n%s", page)
	}
	run = finished(t, d, map[string]string{"paper.pdf": "no PDF"})
	page := text(t, d, "/runs/"+run, http.StatusOK)
	for _, no := range []string{`role="search"`, "Findings</h2>", "/corrections", "<progress", "data-live"} {
		if strings.Contains(page, no) {
			t.Errorf("the page of a failed run has %s", no)
		}
	}
	if !strings.Contains(page, "Could not be checked: paper.pdf") ||
		!strings.Contains(page, `href="/">Check another file`) {
		t.Errorf("the page of a failed run does not say what to do:\n%s", page)
	}
}

// TestPagesOfFindings: a page has 25 findings, whose pictures are loaded lazily, and a search for too many
// words is refused.
func TestPagesOfFindings(t *testing.T) {
	d := serve(t, nil)
	var bib strings.Builder
	for n := range 60 {
		fmt.Fprintf(&bib, "@misc{key%d, title={Frobnicating widget %d}, author={A. Nobody}, year=2020}\n", n, n)
	}
	run := finished(t, d, map[string]string{"refs.bib": bib.String()})
	for page, want := range []int{25, 25, 10} {
		if got := strings.Count(text(t, d, fmt.Sprintf("/runs/%s?page=%d", run, page), http.StatusOK),
			"<article"); got != want {
			t.Errorf("page %d has %d findings", page, got)
		}
	}
	words := url.QueryEscape(strings.Repeat("word ", 51))
	for _, path := range []string{"/runs/" + run + "?q=", "/api/v1/runs/" + run + "/findings?q="} {
		if got := text(t, d, path+words, http.StatusUnprocessableEntity); !strings.Contains(got, "at most 50 words") {
			t.Errorf("%s says %s", path, got)
		}
	}
	run = finished(t, d, map[string]string{"paper.pdf": string(paper())})
	page := text(t, d, "/runs/"+run, http.StatusOK)
	if n := strings.Count(page, "<img "); n == 0 || n != strings.Count(page, `<img loading="lazy" `) {
		t.Errorf("%d pictures, of which some are loaded at once", n)
	}
}

// TestRefusedForms: a refused form keeps the user's input.
func TestRefusedForms(t *testing.T) {
	d := serve(t, nil)
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range map[string]string{"text": "A <long> text\nof mine", "scheme": "no such", "cited": "on"} {
		if err := form.WriteField(name, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	req := request(t, http.MethodPost, d.URL+"/runs", &body)
	req.Header.Set("Content-Type", form.FormDataContentType())
	res := answer(t, req)
	var page bytes.Buffer
	if _, err := page.ReadFrom(res.Body); err != nil || res.StatusCode != http.StatusUnprocessableEntity {
		t.Fatal(res.Status, err)
	}
	for _, want := range []string{`role="alert">scheme: use one of`, ">A &lt;long&gt; text\nof mine</textarea>",
		`name="cited" checked`} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page has not %s:\n%s", want, &page)
		}
	}
	d, _, _ = people(t)
	req = request(t, http.MethodPost, d.URL+"/login",
		strings.NewReader(url.Values{"name": {"ann"}, "password": {"guessed"}, "to": {"/settings"}}.Encode()))
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	got := bodyOf(t, req)
	for _, want := range []string{`role="alert">Name or password is wrong.`, `value="ann"`,
		`name="to" value="/settings"`} {
		if !strings.Contains(got, want) {
			t.Errorf("the page of the login has not %s:\n%s", want, got)
		}
	}
}

// TestFullBeforeTheWork: a user with too many runs is refused before any file is stored.
func TestFullBeforeTheWork(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	store, err := runs.Open(t.Context(), t.TempDir(), "", log)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	server := httptest.NewServer(web.Handler(&runs.Worker{Store: store},
		web.Options{MaxWaiting: 1, MaxQueue: 10, MaxDisk: 1, MaxUpload: 1, MaxFiles: 1, Log: log}))
	defer server.Close()
	if _, err := store.Create(t.Context(), "", "", nil, runs.Options{}); err != nil { // no worker processes it
		t.Fatal(err)
	}
	req := request(t, http.MethodPost, server.URL+"/api/v1/runs", strings.NewReader("what would be refused, were it read"))
	req.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	if res := answer(t, req); res.StatusCode != http.StatusTooManyRequests {
		t.Errorf("%s", res.Status)
	}
}

// TestUndoDeletion deletes a run on its page, and restores it.
func TestUndoDeletion(t *testing.T) {
	d := serve(t, nil)
	run := finished(t, d, map[string]string{"refs.bib": entries})
	follow := func(path string) string {
		t.Helper()
		res := answer(t, request(t, http.MethodPost, d.URL+path, nil))
		body, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s, %v", path, res.Status, err)
		}
		return string(body)
	}
	if page := follow("/runs/" + run + "/delete"); !strings.Contains(page, "refs.bib was deleted.") ||
		!strings.Contains(page, "/runs/"+run+"/restore") {
		t.Errorf("the page offers no undo: %s", page)
	}
	text(t, d, "/runs/"+run, http.StatusNotFound)
	text(t, d, "/api/v1/runs/"+run, http.StatusNotFound)
	if page := follow("/runs/" + run + "/restore"); !strings.Contains(page, "Deep Residual") {
		t.Errorf("it does not come back: %s", page)
	}
}
