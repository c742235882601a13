package web_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/bonafide-audit/bonafide/internal/testing/browsertest"
)

// paperInLaTeX is a paper whose sections cite entries of its bibliography.
var paperInLaTeX = [][2]string{
	{"thesis/main.tex",
		`\documentclass{article}\begin{document}\input{sections/one}\bibliography{lit/refs}\end{document}`},
	{"thesis/sections/one.tex", `As shown by \cite{right} and later \cite{gone}.`},
	{"thesis/lit/refs.bib", entries},
	{"thesis/figures/plot.png", "\x89PNG no picture"},
	{"thesis/.git/config", "[core]"},
	{"thesis/main.log", "This is pdfTeX"},
}

// uploadParts sends files as parts whose names include folders, in order.
func uploadParts(t *testing.T, d *desk, files [][2]string) *http.Response {
	t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for _, file := range files {
		part, err := form.CreatePart(
			textproto.MIMEHeader{"Content-Disposition": {fmt.Sprintf(`form-data; name="file"; filename=%q`, file[0])}})
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(part, file[1])
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	req := request(t, http.MethodPost, d.URL+"/api/v1/runs", &b)
	req.Header.Set("Content-Type", form.FormDataContentType())
	return answer(t, req)
}

// zipped packs files.
func zipped(t *testing.T, files [][2]string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, file := range files {
		w, err := z.Create(file[0])
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(w, file[1])
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestProject treats the files of a LaTeX paper as one paper: uploaded one by one with their folders, without
// folders, and in an archive.
func TestProject(t *testing.T) {
	d := serve(t, nil)
	flat := [][2]string{{"main.tex", strings.NewReplacer("sections/", "", "lit/", "").Replace(paperInLaTeX[0][1])},
		{"one.tex", paperInLaTeX[1][1]}, {"refs.bib", entries}}
	for name, test := range map[string]struct {
		files [][2]string
		kept  []string // names of the run
		bib   string   // file of the rows
	}{
		"folders": {paperInLaTeX,
			[]string{"thesis/main.tex", "thesis/sections/one.tex", "thesis/lit/refs.bib", "thesis/main.log"},
			"thesis/lit/refs.bib"},
		"flat": {flat, []string{"main.tex", "one.tex", "refs.bib"}, "refs.bib"},
		"archive": {[][2]string{{"thesis.zip", zipped(t, paperInLaTeX)}}, []string{"thesis.zip"},
			"thesis.zip!thesis/lit/refs.bib"},
		"apart": {[][2]string{{"a.bib", entries}, {"b.json", "{"}}, []string{"a.bib", "b.json"}, "a.bib"},
	} {
		t.Run(name, func(t *testing.T) {
			made := decoded[struct {
				ID    string
				Files []struct{ Name string }
			}](t, uploadParts(t, d, test.files), http.StatusCreated)
			var kept []string
			for _, file := range made.Files {
				kept = append(kept, file.Name)
			}
			if !slices.Equal(kept, test.kept) {
				t.Errorf("the files are %q", kept)
			}
			followed(t, d, made.ID, "", -1)
			rows := text(t, d, "/api/v1/runs/"+made.ID+"/report?format=jsonl", http.StatusOK)
			if n := strings.Count(rows, `"kind":"finding"`); n != 3 || strings.Count(rows, `"file":"`+test.bib+`"`) < 3 {
				t.Errorf("%d rows:\n%s", n, rows)
			}
			if whole := name != "apart"; whole != strings.Contains(rows, "As shown by") ||
				whole != strings.Contains(rows, "gone") {
				t.Errorf("citations and bibliography are not joined as they should be:\n%s", rows)
			}
			if whole := name != "apart"; whole == strings.Contains(rows, "unread-file") {
				t.Errorf("files of a project, and they alone, are passed over:\n%s", rows)
			}
			if name != "archive" &&
				!strings.Contains(text(t, d, "/api/v1/runs/"+made.ID+"/fix?file="+test.bib, http.StatusOK), "2016") {
				t.Error("the bibliography is not corrected")
			}
		})
	}
}

// TestFolderNames: the folders of the machine that a file came from are never shown, and never created here.
func TestFolderNames(t *testing.T) {
	d := serve(t, nil)
	for stated, want := range map[string]string{
		"refs.bib": "refs.bib", "a/refs.bib": "a/refs.bib", `a\b\refs.bib`: "a/b/refs.bib", "a//./refs.bib": "a/refs.bib",
		"/etc/refs.bib": "refs.bib", `C:\Users\ann\refs.bib`: "refs.bib", "../../refs.bib": "refs.bib",
		"a/../../../refs.bib": "refs.bib", "..": "unnamed", "a/..": "unnamed",
		strings.Repeat("a/", 40) + "refs.bib": "refs.bib", strings.Repeat("a", 300) +
			".bib": strings.Repeat("a", 196) + ".bib",
	} {
		made := decoded[struct{ Files []struct{ Name string } }](t, uploadParts(t, d, [][2]string{{stated, entries}}),
			http.StatusCreated)
		if len(made.Files) != 1 || made.Files[0].Name != want {
			t.Errorf("%q is kept as %q, not %q", stated, made.Files, want)
		}
	}
	if res := uploadParts(t, d,
		[][2]string{{"a/plot.png", "x"}, {"a/.hidden/refs.bib", "x"}}); res.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("nothing that is read: %s", res.Status)
	}
}

// TestFolder chooses the folder of a paper in the browser.
func TestFolder(t *testing.T) {
	d := serve(t, nil)
	ctx := browsertest.Open(t)
	folder := filepath.Join(t.TempDir(), "thesis")
	for _, file := range paperInLaTeX {
		path := filepath.Join(filepath.Dir(folder), filepath.FromSlash(file[0]))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(file[1]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	browsertest.Do(t, ctx, chromedp.Navigate(d.URL), chromedp.SetUploadFiles(chromedp.CSS("#folder"), []string{folder}))
	browsertest.Until(t, ctx, `document.querySelector("#folder").files.length`) // the browser is listing a folder
	browsertest.Do(t, ctx, chromedp.Focus(chromedp.CSS("form.start button")), chromedp.KeyEvent("\r"),
		chromedp.WaitReady(chromedp.CSS("#progress")))
	browsertest.Until(t, ctx, `document.querySelector("#corrections") || document.querySelector("#ended")`)
	if text := browsertest.Value[string](t, ctx, `document.body.textContent`); !strings.Contains(text, "As shown by") ||
		!strings.Contains(text, "thesis/lit/refs.bib") {
		t.Errorf("the page says\n%s", text)
	}
}
