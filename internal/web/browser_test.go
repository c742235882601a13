package web_test

import (
	"cmp"
	"context"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/testing/browsertest"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/web"
)

// entries are a right reference, one with a wrong year, and one that does not exist, whose text tries
// to run as a script.
const entries = `@inproceedings{right, title={Attention Is All You Need}, author={Vaswani, Ashish and Shazeer, Noam and Parmar, Niki and Uszkoreit, Jakob and Jones, Llion and Gomez, Aidan N. and Kaiser, Lukasz and Polosukhin, Illia}, booktitle={Advances in Neural Information Processing Systems}, year={2017}}
@inproceedings{wrong, title={Deep Residual Learning for Image Recognition}, author={He, Kaiming and Zhang, Xiangyu and Ren, Shaoqing and Sun, Jian}, booktitle={Proceedings of the IEEE Conference on Computer Vision and Pattern Recognition}, year={2011}, pages={770--778}}
@article{odd, title={Frobnicating <script>window.hacked = 1</script> <img src=x onerror=hacked=1>}, author={Nobody, "><svg onload=hacked=1>}, journal={javascript:hacked=1}, year={2020}, url={javascript:hacked=1}}
`

// desk is a server over a folder.
type desk struct {
	*httptest.Server
	Worker *runs.Worker
	Store  *runs.Store
	Folder string
}

// serve starts a server. The fixture server, if there is one, plays the services.
func serve(t *testing.T, services *fixtureserver.Server) *desk {
	t.Helper()
	return serveWith(t, services, web.Options{})
}

// serveWith starts a server with additional options.
func serveWith(t *testing.T, services *fixtureserver.Server, opt web.Options) *desk {
	t.Helper()
	folder := t.TempDir()
	store, err := runs.Open(t.Context(), folder, "", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	options := setup.Options{Offline: services == nil, Online: setup.Online{Memory: setup.NoMemory},
		Models: setup.Models{Model: setup.NoModels}}
	if services != nil {
		options.Online.Enabled, options.Online.Via, options.Online.Cache = true, services.URL, t.TempDir()
	}
	sources, err := setup.Open(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sources.Close() })
	worker := &runs.Worker{Store: store, Setup: func(runs.Options) (*setup.Setup, error) { return sources, nil },
		Version: "test", Jobs: 2, Log: slog.New(slog.DiscardHandler)}
	ctx, cancel := context.WithCancel(t.Context())
	wait, err := worker.Start(ctx, 2, 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); wait() })
	opt.Version, opt.Hosts = "test", []string{"127.0.0.1"}
	if opt.Offers == nil {
		opt.Offers = runs.Offers{"scheme": judge.Schemes(), "source": {"crossref", "openalex"}}
	}
	if services != nil {
		opt.Offers["online"] = []string{"on"}
	}
	opt.MaxUpload, opt.MaxFiles, opt.MaxWaiting, opt.MaxQueue, opt.MaxDisk, opt.Log = 8<<20, 10, 20, 100,
		cmp.Or(opt.MaxDisk, 64<<20), slog.New(slog.DiscardHandler)
	opt.Sources = func(ctx context.Context) ([]setup.State, error) { return setup.States(ctx, options, false) }
	server := httptest.NewServer(web.Handler(worker, opt))
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	return &desk{server, worker, store, folder}
}

// file writes a file for upload.
func file(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// watched records what the policy of a page blocks and errors of its scripts, in every page from now on.
func watched(t *testing.T, ctx context.Context) {
	t.Helper()
	_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
		Source: `window.refused = []; addEventListener("error", e => refused.push(e.message)); document.addEventListener("securitypolicyviolation", e => refused.push(e.violatedDirective + " " + e.blockedURI + " " + e.sample))`,
	})
	if err != nil {
		t.Fatal(err)
	}
}

// unharmed checks that no content of the input ran or tried to run.
func unharmed(t *testing.T, ctx context.Context) {
	t.Helper()
	if browsertest.Value[bool](t, ctx, `window.hacked !== undefined`) {
		t.Error("a script of the input has run")
	}
	if list := browsertest.Value[[]string](t, ctx, `window.refused`); len(list) > 0 {
		t.Errorf("the page refused %q", list)
	}
}

// uploaded chooses a file on the start page and submits it with the keyboard.
func uploaded(t *testing.T, ctx context.Context, d *desk, path string) {
	t.Helper()
	browsertest.Do(t, ctx, chromedp.Navigate(d.URL), chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{path}),
		chromedp.Focus(chromedp.CSS("form.start button")), chromedp.KeyEvent("\r"),
		chromedp.WaitReady(chromedp.CSS("#progress")))
}

// TestKeyboard goes from the upload to the corrected file using only keys; its bytes are those that fix writes.
func TestKeyboard(t *testing.T) {
	d := serve(t, nil)
	ctx := browsertest.Open(t)
	watched(t, ctx)
	uploaded(t, ctx, d, file(t, "refs.bib", entries))
	browsertest.Until(t, ctx, `document.querySelector("#corrections")`)
	first := browsertest.Value[string](t, ctx, `document.querySelector(".shown").dataset.id`)
	if first != "wrong" {
		t.Errorf("the gravest finding is not the first, but %s", first)
	}
	browsertest.Until(t, ctx, `document.querySelector('button[aria-label="Confirm wrong"]')`)
	browsertest.Until(t, ctx, `document.querySelector("input").dispatchEvent(new Event("change", {bubbles: true}))`)
	unharmed(t, ctx)
	browsertest.Do(t, ctx, chromedp.KeyEvent("j"), chromedp.KeyEvent("c"))
	browsertest.Until(t, ctx, `document.querySelector(".shown.confirm")?.dataset.id === "wrong"`)
	browsertest.Until(t, ctx, `document.querySelector("#said").textContent.includes("confirmed")`)
	browsertest.Do(t, ctx, chromedp.KeyEvent("f"))
	browsertest.Until(t, ctx, `document.activeElement.id === "all" && (document.querySelector("#corrections details").open = true)`)
	browsertest.Do(t, ctx, chromedp.Focus(chromedp.CSS("#confirmed")))
	unharmed(t, ctx)

	folder := t.TempDir()
	if _, err := chromedp.CallBrowser(ctx, browser.SetDownloadBehavior,
		browser.SetDownloadBehaviorParams{Behavior: browser.SetDownloadBehaviorBehaviorAllow,
			DownloadPath: folder}); err != nil {
		t.Fatal(err)
	}
	browsertest.Do(t, ctx, chromedp.KeyEvent("\r"))
	got := ""
	for end := time.Now().Add(30 * time.Second); got == "" && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		content, err := os.ReadFile(filepath.Join(folder, "refs.corrected.bib"))
		if err == nil {
			got = string(content)
		}
	}
	if want := strings.Replace(entries, "year={2011}", "year={2016}", 1); got != want {
		t.Errorf("the corrected file is\n%s", got)
	}
}

// TestLive sees the rows that need no service before any service has answered, loses its connection, and has
// every row once in the end.
func TestLive(t *testing.T) {
	t.Parallel()
	services := fixtureserver.New(nil)
	defer services.Close()
	begun := services.HoldAfter(0)
	d := serve(t, services)
	ctx := browsertest.Open(t)
	uploaded(t, ctx, d, file(t, "refs.bib", entries))
	browsertest.Until(t, ctx, `document.querySelector('.shown[data-id="right"]')`)
	<-begun
	if n := browsertest.Value[int](t, ctx, `document.querySelectorAll(".shown").length`); n == 3 {
		t.Error("all rows are there before a service has answered")
	}
	d.CloseClientConnections() // the browser reconnects
	services.Release()
	browsertest.Until(t, ctx, `document.querySelector("#corrections")`)
	ids := browsertest.Value[[]string](t, ctx,
		`[...document.querySelectorAll(".shown")].map(row => row.dataset.id).sort()`)
	if got := strings.Join(ids, " "); got != "odd right wrong" {
		t.Errorf("the rows are %s", got)
	}
}

// TestWithoutScripts checks and decides in a browser without scripts.
func TestWithoutScripts(t *testing.T) {
	t.Parallel()
	d := serve(t, nil)
	ctx := browsertest.Open(t)
	browsertest.Do(t, ctx, chromedp.Navigate(d.URL))
	if _, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled,
		emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	browsertest.Do(t, ctx, chromedp.Navigate(d.URL), chromedp.SetValue(chromedp.CSS("#text"), entries),
		chromedp.Submit(chromedp.CSS("form.start")),
		chromedp.WaitReady(chromedp.CSS("#corrections")), // the page reloads until the run is over
		chromedp.Click(chromedp.CSS(`.shown[data-id="wrong"] > summary`)),
		chromedp.Click(chromedp.CSS(`.shown[data-id="wrong"] button[value="unsure"]`)),
		chromedp.WaitReady(chromedp.CSS(".shown.unsure")))
}

// TestPages checks every page at three widths, light and dark, for accessibility faults and overflow.
func TestPages(t *testing.T) {
	t.Parallel()
	d := serve(t, nil)
	ctx := browsertest.Open(t)
	watched(t, ctx)
	uploaded(t, ctx, d, file(t, "refs.bib", entries))
	browsertest.Until(t, ctx, `document.querySelector("#corrections")`)
	run := browsertest.Value[string](t, ctx, `location.pathname`)
	for name, path := range map[string]string{
		"start": "/", "history": "/runs", "sources": "/sources", "settings": "/settings", "api": "/api/docs", "run": run,
		"finding": run + "/finding?id=wrong", "hostile": run + "/finding?id=odd",
		"error": "/nothing",
	} {
		for scheme, feature := range map[string]emulation.MediaFeature{
			"light": {Name: "prefers-color-scheme", Value: "light"}, "dark": {Name: "prefers-color-scheme", Value: "dark"},
			"forced": {Name: "forced-colors", Value: "active"},
		} {
			t.Run(name+"/"+scheme, func(t *testing.T) {
				_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia,
					emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{&feature}})
				if err != nil {
					t.Fatal(err)
				}
				browsertest.Do(t, ctx, chromedp.EmulateViewport(320, 900), chromedp.Navigate(d.URL+path),
					chromedp.WaitReady(chromedp.CSS("footer")))
				if wide := browsertest.Value[int](t, ctx, `document.documentElement.scrollWidth`); wide > 320 {
					t.Errorf("%d pixels wide on a screen of 320", wide)
				}
				for _, fault := range browsertest.Axe(t, ctx) {
					t.Error(fault)
				}
				unharmed(t, ctx)
				for _, width := range []int64{400, 768, 1280} {
					browsertest.Picture(t, ctx, name+"-"+scheme, width)
				}
			})
		}
	}
}
