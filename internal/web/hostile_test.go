package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/bonafide-audit/bonafide/internal/testing/browsertest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// attacks are words that would run, open a dialog, contact another host or break a page if they were written
// into it unescaped.
var attacks = []string{
	`<script>window.hacked=1</script>`, `"><script>alert(1)</script>`, `'><script>alert(1)</script>`,
	`</title><script>alert(1)</script>`, `</textarea><script>alert(1)</script>`,
	`</select><script>alert(1)</script>`, `</option></select><img src=x onerror=alert(1)>`,
	`</pre><script>alert(1)</script>`, `</style><script>alert(1)</script>`, `</script><script>alert(1)</script>`,
	`<img src=x onerror=alert(1)>`, `"><img src=x onerror=alert(1)>`, `<img src="https://evil.example/pixel.png">`,
	`<svg onload=alert(1)>`, `<svg><script>alert(1)</script></svg>`,
	`<svg><animate onbegin=alert(1) attributeName=x dur=1s>`, `<svg><use href="data:image/svg+xml,<svg id='x'/>#x">`,
	`<math><mtext><img src=x onerror=alert(1)></mtext></math>`, `<body onload=alert(1)>`,
	`<iframe src="javascript:alert(1)"></iframe>`,
	`<iframe srcdoc="<script>alert(1)</script>"></iframe>`, `<object data="javascript:alert(1)"></object>`,
	`<embed src="https://evil.example/x.swf">`, `<link rel=stylesheet href="https://evil.example/x.css">`,
	`<style>@import "https://evil.example/x.css"</style>`,
	`<style>body{display:none}</style>`, `<meta http-equiv=refresh content="0;url=https://evil.example/">`,
	`<base href="https://evil.example/">`, `<form action="https://evil.example/"><button>Accept</button></form>`,
	`<input autofocus onfocus=alert(1)>`,
	`<details open ontoggle=alert(1)>`, `<video src=x onerror=alert(1)>`,
	`<audio autoplay src="https://evil.example/x.ogg">`, `<marquee onstart=alert(1)>`,
	`<dialog open>Log in again</dialog>`,
	`<template shadowrootmode=open><script>alert(1)</script></template>`, `<portal src="https://evil.example/">`,
	`<a href="javascript:alert(1)" id=x>click</a>`, `javascript:alert(1)`, `JaVaScRiPt:alert(1)`,
	"java\tscript:alert(1)", `data:text/html,<script>alert(1)</script>`, `vbscript:msgbox(1)`, `//evil.example/x`,
	`" onmouseover="alert(1)`,
	`' autofocus onfocus='alert(1)`, "`onerror=alert(1)`", `x" style="background:url(https://evil.example/x)`,
	`<!--><script>alert(1)</script>`, `--><script>alert(1)</script>`,
	`]]><script>alert(1)</script>`, `<![CDATA[<script>alert(1)</script>]]>`, `&lt;script&gt;alert(1)&lt;/script&gt;`,
	`&#60;script&#62;alert(1)&#60;/script&#62;`, `\u003cscript\u003ealert(1)\u003c/script\u003e`,
	`{{.}}{{template "head"}}`, `${alert(1)}`, `%3Cscript%3Ealert(1)%3C/script%3E`, "a\u202e>tpircs/<\u2066 b",
	"\x1b]0;title\a<script\x0c>alert(1)</script>",
	`<scr<script>ipt>alert(1)</scr</script>ipt>`, `<a id=keys></a><a id=findings></a><form id=progress>`,
	`event: end data: {}`, `'; DROP TABLE runs; --`,
}

// sentry records what a page must never do.
type sentry struct {
	mu     sync.Mutex
	faults []string
}

// guard watches a browser for dialogs and for requests to any host but the server.
func guard(t *testing.T, d *desk) (ctx context.Context, s *sentry) {
	t.Helper()
	ctx, s = browsertest.Open(t), &sentry{}
	browsertest.Do(t, ctx, chromedp.Navigate("about:blank"))
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	err := chromedp.Listen(ctx, func(event any) {
		s.mu.Lock()
		defer s.mu.Unlock()
		switch e := event.(type) {
		case *page.EventJavascriptDialogOpening:
			s.faults = append(s.faults, "a dialog opened: "+e.Message)
			go func() {
				_, _ = chromedp.Call(ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
			}()
		case *network.EventRequestWillBeSent:
			if address := e.Request.URL; !strings.HasPrefix(address, d.URL+"/") && address != "about:blank" {
				s.faults = append(s.faults, "a request to "+address)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	watched(t, ctx)
	return ctx, s
}

// taken returns and clears the record.
func (s *sentry) taken() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.faults
	s.faults = nil
	return list
}

// attackedPaper returns a reference in which every word is an attack.
func attackedPaper(t *testing.T, bad string) string {
	t.Helper()
	item := map[string]any{
		"id": bad, "type": "article-journal", "title": bad + " of Deep Residual Learning for Image Recognition",
		"container-title": bad, "publisher": bad, "note": bad, "abstract": bad, "URL": bad, "DOI": bad, "page": bad,
		"author": []any{map[string]string{"family": bad, "given": bad}},
		"issued": map[string]any{"date-parts": [][]int{{2016}}},
	}
	out, err := json.Marshal([]any{item})
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestHostileWords shows attacks as titles, file names, keys, persons, addresses, notes, reasons and search
// terms on every page: nothing runs, no dialog opens, the policy has nothing to block because nothing is tried,
// and no other host is contacted.
func TestHostileWords(t *testing.T) {
	t.Parallel()
	if len(attacks) < 60 {
		t.Fatalf("%d attacks", len(attacks))
	}
	d := serve(t, nil)
	for group := range slices.Chunk(oneByOne(), 5) { // each is two of the ten files of a run
		t.Run("", func(t *testing.T) { hostileRun(t, d, group) })
	}
}

// oneByOne returns the attacks that get pages of their own: all in a long run of the tests.
func oneByOne() []string {
	if testenv.Long() {
		return attacks
	}
	return attacks[:20]
}

// hostileRun checks papers made of attacks, and visits all pages of their run.
func hostileRun(t *testing.T, d *desk, group []string) {
	t.Helper()
	ctx, sentry := guard(t, d)
	visit := func(path string) {
		t.Helper()
		browsertest.Do(t, ctx, chromedp.Navigate(d.URL+path), chromedp.WaitReady(chromedp.CSS("footer")))
		unharmed(t, ctx)
		if n := browsertest.Value[int](t, ctx, madeOfWords); n > 0 {
			t.Errorf("%s has %d elements of its words", path, n)
		}
		for _, fault := range sentry.taken() {
			t.Errorf("%s: %s", path, fault)
		}
	}
	var files [][2]string
	for n, bad := range group {
		files = append(files, [2]string{bad + ".json", attackedPaper(t, bad)},
			[2]string{bad + ".bib", fmt.Sprintf("@misc{k%d, title={%s}, note={%s}, year={2020}}", n, bad, bad)})
	}
	made := decoded[someRun](t, uploadParts(t, d, files), http.StatusCreated)
	followed(t, d, made.ID, "", -1)
	run := "/runs/" + made.ID
	items := get[some](t, d, "/api/v1"+run+"/findings").Items
	if len(items) < len(group) {
		t.Errorf("%d findings of %q", len(items), group)
	}
	for n, item := range items {
		var f struct{ ID string }
		if err := json.Unmarshal(item, &f); err != nil {
			t.Fatal(err)
		}
		form := url.Values{"id": {f.ID}, "decision": {"unsure"}, "reason": {group[n%len(group)]}}
		req := request(t, http.MethodPost, d.URL+run+"/review", strings.NewReader(form.Encode()))
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Accept", "application/json")
		if res := answer(t, req); res.StatusCode != http.StatusNoContent {
			t.Errorf("a reason is refused: %s", res.Status)
		}
		if n < len(group) {
			visit(run + "/finding?id=" + url.QueryEscape(f.ID))
		}
	}
	visit(run)
	visit(run + "/corrections")
	for _, bad := range group {
		q := url.QueryEscape(bad)
		visit(run + "?q=" + q + "&outcome=" + q + "&gravity=" + q + "&code=" + q + "&file=" + q + "&sort=" + q + "&page=" + q)
	}
	bad := url.PathEscape(group[0])
	for _, path := range []string{"/", "/runs", "/runs/" + bad} {
		visit(path)
	}
	if group[0] == attacks[0] { // pages that show nothing of a run
		for _, path := range []string{"/sources", "/settings", "/api/docs", "/" + bad, "/shared/" + bad} {
			visit(path)
		}
	}
}

// madeOfWords counts elements that no page of the server has: no drawing except the logo and the bar of a run.
const madeOfWords = `document.querySelectorAll("iframe, object, embed, base, style, video, audio, body script, svg:not(.brand > svg, svg.glance), [onerror], [onload], [onfocus], [href^='javascript' i]").length`

// TestSentry detects what the test above must not find.
func TestSentry(t *testing.T) {
	d := &desk{Server: httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, `<p><script>alert(1)</script><img src="https://evil.example/pixel.png"><footer></footer>`)
	}))}
	defer d.Close()
	ctx, sentry := guard(t, d)
	browsertest.Do(t, ctx, chromedp.Navigate(d.URL+"/"), chromedp.WaitReady(chromedp.CSS("footer")))
	if list := strings.Join(sentry.taken(), ", "); !strings.Contains(list, "a dialog opened: 1") ||
		!strings.Contains(list, "https://evil.example/pixel.png") {
		t.Errorf("noted is %s", list)
	}
	if browsertest.Value[int](t, ctx, madeOfWords) == 0 {
		t.Error("no element is found")
	}
}
