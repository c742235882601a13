package main

import (
	"bufio"
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/bonafide-audit/bonafide/internal/testing/browsertest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// VS Code with the packaged extension, in a browser, shows diagnostics, hovers, applies a correction and
// accepts a finding. BONAFIDE_VSCODE names the folder lib/vscode of npm's code-server, BONAFIDE_VSIX the
// package of editors/vscode.
func TestVSCode(t *testing.T) {
	program, extension := os.Getenv("BONAFIDE_VSCODE"), os.Getenv("BONAFIDE_VSIX")
	if program == "" || extension == "" {
		testenv.Missing(t, "vscode", "npm's code-server (BONAFIDE_VSCODE) and the packaged extension (BONAFIDE_VSIX)")
	}
	file := demoCopy(t)
	address := vscode(t, program, extension)
	ctx := browsertest.Open(t)
	defer browsertest.Picture(t, ctx, "vscode", 1400)
	at := url.URL{Scheme: "vscode-remote", Host: address, Path: file}
	page := fmt.Sprintf("http://%s/?folder=%s&payload=%s", address, url.QueryEscape(filepath.Dir(file)),
		url.QueryEscape(fmt.Sprintf(`[["openFile",%q]]`, at.String())))
	browsertest.Do(t, ctx, chromedp.EmulateViewport(1400, 900), chromedp.Navigate(page))

	ide := workbench{t, ctx}
	ide.wait(".view-line", "A bibliography")
	ide.press("m", chromedp.ModifierCtrl, chromedp.ModifierShift)
	ide.goTo("Year: 2003", "Ln 204")
	ide.insist(".action-widget .monaco-list-row.focused", "Correct the year",
		func() { ide.press(".", chromedp.ModifierCtrl) })
	ide.press(kb.Enter)
	ide.wait(".view-line", "{2001}")
	ide.waitNot(problems, "Year: 2003")

	ide.goTo("Venue differs", "Ln 191")
	ide.insist(".monaco-hover", "wrong (", func() {
		ide.press("k", chromedp.ModifierCtrl)
		ide.press("i", chromedp.ModifierCtrl)
	})
	ide.press(kb.F1)
	ide.write("bonafide: Dismiss")
	ide.click(".quick-input-list .monaco-list-row", "Dismiss what is said")
	ide.wait(".quick-input-widget", "Why is the reference right")
	ide.write("the venue is meant")
	ide.press(kb.Enter)
	ide.waitNot(problems, "Venue differs")
	ide.wait(problems, "Extra author: J")

	ide.press("s", chromedp.ModifierCtrl) // the settings apply all proven corrections on save
	ide.waitNot(problems, "Extra author: J")
	ide.press("s", chromedp.ModifierCtrl)
	ide.waitNot(".dirty", "")
	written, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"{2001}", "the venue is meant", "10.1007/bf00994018",
		"booktitle = {International Conference on Machine Learning}"} {
		if !strings.Contains(string(written), words) {
			t.Errorf("the file lacks %q:\n%s", words, written)
		}
	}
}

// problems selects the rows of the list of diagnostics.
const problems = ".markers-panel .monaco-list-row"

// workbench is VS Code in a browser.
type workbench struct {
	t   *testing.T
	ctx context.Context
}

// press presses a key.
func (w workbench) press(key string, modifiers ...chromedp.Modifier) {
	w.t.Helper()
	// otherwise it types into the focused element
	silent := func(event *input.DispatchKeyEventParams) { event.Text, event.UnmodifiedText = "", "" }
	browsertest.Do(w.t, w.ctx, chromedp.KeyEvent(key, chromedp.KeyModifiers(modifiers...), silent))
}

// write types a text into the focused element.
func (w workbench) write(text string) {
	w.t.Helper()
	browsertest.Do(w.t, w.ctx, chromedp.KeyEvent(text))
}

// elements returns an expression for the elements of a selector that contain words.
func elements(selector, words string) string {
	return fmt.Sprintf(
		`[...document.querySelectorAll(%q)].filter(e => e.textContent.replaceAll("\u00a0", " ").includes(%q))`, selector,
		words)
}

// wait waits until an element contains words, waitNot until none does.
func (w workbench) wait(selector, words string) {
	w.t.Helper()
	browsertest.Until(w.t, w.ctx, elements(selector, words)+".length > 0")
}

func (w workbench) waitNot(selector, words string) {
	w.t.Helper()
	browsertest.Until(w.t, w.ctx, elements(selector, words)+".length == 0")
}

// click clicks the middle of the first element that contains words.
func (w workbench) click(selector, words string) {
	w.t.Helper()
	w.wait(selector, words)
	at := browsertest.Value[[]float64](w.t, w.ctx,
		fmt.Sprintf(`(({x, y, width, height}) => [x + width/2, y + height/2])(%s[0].getBoundingClientRect())`,
			elements(selector, words)))
	browsertest.Do(w.t, w.ctx, chromedp.MouseClickXY(at[0], at[1]))
}

// insist repeats do until an element contains words: VS Code drops input while it redraws or the cursor moves.
func (w workbench) insist(selector, words string, do func()) {
	w.t.Helper()
	for range 20 {
		do()
		shown := chromedp.Poll[bool](elements(selector, words)+".length > 0", chromedp.WithPollingTimeout(3*time.Second))
		if _, err := chromedp.Run(w.ctx, shown); err == nil {
			return
		}
	}
	w.t.Fatalf("%s never has %q", selector, words)
}

// goTo moves the cursor to a diagnostic in a line.
func (w workbench) goTo(problem, line string) {
	w.t.Helper()
	w.insist("#status\\.editor\\.selection", line, func() { w.click(problems, problem) })
	w.insist(".monaco-editor.focused", "", func() { w.press("1", chromedp.ModifierCtrl) })
}

// vscode starts VS Code with an extension and this program as its server, and returns the address of its page.
func vscode(t *testing.T, program, extension string) string {
	t.Helper()
	home, err := os.MkdirTemp("", "vscode")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(home) }) // its children may still write there
	for whose, settings := range map[string]string{
		"User":    `{"security.workspace.trust.enabled": false, "editor.codeActionsOnSave": {"source.fixAll.bonafide": "explicit"}}`,
		"Machine": fmt.Sprintf(`{"bonafide.path": %q, "bonafide.arguments": ["--memory", "none"]}`, self(t)),
	} {
		folder := filepath.Join(home, "data", whose)
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "settings.json"), []byte(settings), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env := []string{"HOME=" + home, "EXTENSIONS_GALLERY={}"}
	args := []string{filepath.Join(program, "out", "server-main.js"), "--accept-server-license-terms",
		"--telemetry-level=off",
		"--server-data-dir=" + home, "--extensions-dir=" + filepath.Join(home, "extensions")}
	ranIn(t, home, env, "node", append(args, "--install-extension", extension)...)

	server := exec.CommandContext(t.Context(), "node",
		append(args, "--host=127.0.0.1", "--port=0", "--without-connection-token")...)
	server.Env = append(os.Environ(), env...)
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Wait() })
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, port, ok := strings.Cut(lines.Text(), "Extension host agent listening on "); ok {
			go func() {
				for lines.Scan() { // so that it never blocks on output
				}
			}()
			return "127.0.0.1:" + port
		}
	}
	t.Fatal("VS Code does not start")
	return ""
}
