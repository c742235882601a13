package web_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/bonafide-audit/bonafide/internal/testing/browsertest"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// tarred packs files as arXiv packs the source of a paper.
func tarred(t *testing.T, files [][2]string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for _, file := range files {
		if err := w.WriteHeader(&tar.Header{Name: file[0], Size: int64(len(file[1])), Mode: 0o600,
			Format: tar.FormatUSTAR}); err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(w, file[1])
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// asked sends a JSON request for an arXiv paper.
func asked(t *testing.T, d *desk, paper string) *http.Response {
	t.Helper()
	body, err := json.Marshal(map[string]string{"arxiv": paper})
	if err != nil {
		t.Fatal(err)
	}
	req := request(t, http.MethodPost, d.URL+"/api/v1/runs", bytes.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	return answer(t, req)
}

func TestMain(m *testing.M) { testenv.RunWaiting(m) }

// TestArXiv fetches papers from arXiv, and nothing from any other host.
func TestArXiv(t *testing.T) {
	t.Parallel()
	const host = "https://export.arxiv.org/"
	source := fixtureserver.Page{Type: "application/gzip", Body: tarred(t, paperInLaTeX)}
	for name, test := range map[string]struct {
		paper  string
		pages  map[string]fixtureserver.Page
		status int
		want   string // name of the file, or a part of the error
	}{
		"source": {"https://arxiv.org/abs/2401.00001v2",
			map[string]fixtureserver.Page{host + "src/2401.00001v2": source}, http.StatusCreated, "arXiv-2401.00001v2.tar.gz"},
		"old": {"hep-th/9901001", map[string]fixtureserver.Page{host + "src/hep-th/9901001": source},
			http.StatusCreated, "arXiv-hep-th-9901001.tar.gz"},
		"moved within": {"2401.00001",
			map[string]fixtureserver.Page{host + "src/2401.00001": {To: "https://arxiv.org/src/2401.00001v1"},
				"https://arxiv.org/src/2401.00001v1": source}, http.StatusCreated, "arXiv-2401.00001.tar.gz"},
		"PDF alone": {"arXiv:2401.00001",
			map[string]fixtureserver.Page{host + "pdf/2401.00001": {Type: "application/pdf", Body: "%PDF-1.4 no more"}},
			http.StatusCreated, "arXiv-2401.00001.pdf"},
		"absent": {"2401.00001", nil, http.StatusUnprocessableEntity, "neither the source nor a PDF"},
		"moved away": {"2401.00001",
			map[string]fixtureserver.Page{host + "src/2401.00001": {To: "https://elsewhere.example/2401.00001"},
				"https://elsewhere.example/2401.00001": source}, http.StatusUnprocessableEntity, "another host"},
		"refused": {"2401.00001",
			map[string]fixtureserver.Page{host + "src/2401.00001": {Status: http.StatusForbidden, Body: "no"}},
			http.StatusBadGateway, "refused"},
		"a page": {"2401.00001",
			map[string]fixtureserver.Page{host + "src/2401.00001": {Body: "<p>Come back later"}},
			http.StatusBadGateway, "text/html"},
		"no identifier":    {"https://elsewhere.example/2401.00001", nil, http.StatusUnprocessableEntity, "not an identifier"},
		"another's number": {"2401.00001/../../x", nil, http.StatusUnprocessableEntity, "not an identifier"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			services := fixtureserver.New(nil)
			defer services.Close()
			for address, page := range test.pages {
				services.SetPage(address, page)
			}
			d := serve(t, services)
			res := asked(t, d, test.paper)
			body, err := io.ReadAll(res.Body)
			if err != nil || res.StatusCode != test.status || !strings.Contains(string(body), test.want) {
				t.Fatalf("%s, not %d with %q: %s, %v", res.Status, test.status, test.want, body, err)
			}
			for host := range services.Requests() { // a created run asks its services at once
				if host == "elsewhere.example" || test.status != http.StatusCreated && !strings.HasSuffix(host, "arxiv.org") {
					t.Errorf("%s was asked", host)
				}
			}
			if test.status != http.StatusCreated || strings.HasSuffix(test.want, ".pdf") {
				return
			}
			var made someRun
			if err := json.Unmarshal(body, &made); err != nil {
				t.Fatal(err)
			}
			followed(t, d, made.ID, "", -1)
			if rows := text(t, d, "/api/v1/runs/"+made.ID+"/report?format=jsonl", http.StatusOK); !strings.Contains(rows,
				"As shown by") || strings.Count(rows, `"kind":"finding"`) != 3 {
				t.Errorf("the rows are\n%s", rows)
			}
		})
	}
	d := serve(t, nil)
	if res := asked(t, d, "2401.00001"); res.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("offline: %s", res.Status)
	}
	if strings.Contains(text(t, d, "/", http.StatusOK), `id="arxiv"`) {
		t.Error("the page offers arXiv where no services are asked")
	}
}

// TestArXivPage starts from the address of a paper in the browser.
func TestArXivPage(t *testing.T) {
	services := fixtureserver.New(nil)
	defer services.Close()
	services.SetPage("https://export.arxiv.org/src/2401.00001",
		fixtureserver.Page{Type: "application/gzip", Body: tarred(t, paperInLaTeX)})
	d := serve(t, services)
	ctx := browsertest.Open(t)
	browsertest.Do(t, ctx, chromedp.Navigate(d.URL),
		chromedp.SendKeys(chromedp.CSS("#arxiv"), "https://arxiv.org/abs/2401.00001\r"),
		chromedp.WaitReady(chromedp.CSS("#progress")))
	if title := browsertest.Value[string](t, ctx, `document.title`); !strings.Contains(title, "arXiv-2401.00001.tar.gz") {
		t.Errorf("the page is %q", title)
	}
}
