// Package browsertest drives a real browser in tests of pages.
package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// patience bounds the time of one test in the browser.
const patience = 3 * time.Minute

// Open returns a page of a headless browser, which lives until the test ends. The test is skipped if there is
// no browser, unless BONAFIDE_REQUIRE has "browser".
func Open(t *testing.T) context.Context {
	t.Helper()
	testenv.NotShort(t, "starts a browser")
	path := program()
	if path == "" {
		testenv.Missing(t, "browser", "a browser: install chromium")
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("no-proxy-server", true))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), opts...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, patience)
	t.Cleanup(cancel)
	return ctx
}

func program() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// Do takes steps, all of which must succeed.
func Do(t *testing.T, ctx context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	for i, step := range steps {
		if err := chromedp.Do(ctx, step); err != nil {
			t.Fatalf("step %d: %v", i+1, err)
		}
	}
}

// Value returns the value of a JavaScript expression on the page.
func Value[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// Until waits until an expression is true of a page that has been read to its end: of one that is still
// coming the first part may be there without the rest.
func Until(t *testing.T, ctx context.Context, expression string) {
	t.Helper()
	if _, err := chromedp.Run(ctx,
		chromedp.Poll[bool]("document.readyState !== 'loading' && Boolean("+expression+")",
			chromedp.WithPollingTimeout(time.Minute))); err != nil {
		t.Fatalf("%s never becomes true: %v", expression, err)
	}
}

// Axe returns the accessibility faults that axe-core finds on the page, one per line. The test is skipped
// without axe-core, unless BONAFIDE_REQUIRE has "axe": BONAFIDE_AXE names its file axe.min.js.
func Axe(t *testing.T, ctx context.Context) []string {
	t.Helper()
	script, err := os.ReadFile(os.Getenv("BONAFIDE_AXE"))
	if err != nil {
		testenv.Missing(t, "axe", "axe-core: set BONAFIDE_AXE to its axe.min.js")
	}
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[json.RawMessage](string(script)+"; true")); err != nil {
		t.Fatal(err)
	}
	list, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](
		`axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then(r => r.violations.map(v => v.id + ": " + v.help + " " + v.nodes.map(n => n.html).join(" | ")))`,
		chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Picture saves a picture of the whole page at a width, in the folder named by BONAFIDE_PICTURES; without it
// nothing is saved.
func Picture(t *testing.T, ctx context.Context, name string, width int64) {
	t.Helper()
	folder := os.Getenv("BONAFIDE_PICTURES")
	if folder == "" {
		return
	}
	Do(t, ctx, chromedp.EmulateViewport(width, 900))
	png, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%s-%d.png", name, width)), png, 0o644); err != nil {
		t.Fatal(err)
	}
}
