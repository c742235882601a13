package web_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
)

// upload sends files as a form and returns the answer.
func upload(t *testing.T, d *desk, key string, files map[string]string) *http.Response {
	t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for name, content := range files {
		part, err := form.CreateFormFile("file", name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(part, content)
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	req := request(t, http.MethodPost, d.URL+"/api/v1/runs", &b)
	req.Header.Set("Content-Type", form.FormDataContentType())
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	return answer(t, req)
}

func request(t *testing.T, method, address string, body io.Reader) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, address, body)
	if err != nil {
		t.Fatal(err)
	}
	return req
}

func answer(t *testing.T, req *http.Request) *http.Response {
	t.Helper()
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

// decoded reads a JSON answer with a status.
func decoded[T any](t *testing.T, res *http.Response, status int) (v T) {
	t.Helper()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != status {
		t.Fatalf("%s %s: %s, not %d: %s", res.Request.Method, res.Request.URL, res.Status, status, body)
	}
	if err := json.Unmarshal(body, &v); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return v
}

func get[T any](t *testing.T, d *desk, path string) T {
	t.Helper()
	return decoded[T](t, answer(t, request(t, http.MethodGet, d.URL+path, nil)), http.StatusOK)
}

// text returns the body of an answer with a status.
func text(t *testing.T, d *desk, path string, status int) string {
	t.Helper()
	res := answer(t, request(t, http.MethodGet, d.URL+path, nil))
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != status {
		t.Fatalf("%s: %s, not %d, %v: %s", path, res.Status, status, err, body)
	}
	return string(body)
}

type someRun struct{ ID, State string }

type some struct {
	Items []json.RawMessage
	Next  string
}

// event is a server-sent event.
type event struct{ id, kind, data string }

// followed reads the events of a run from a number on, to the end or until a number of them have come.
func followed(t *testing.T, d *desk, run, last string, most int) []event {
	t.Helper()
	req := request(t, http.MethodGet, d.URL+"/api/v1/runs/"+run+"/events", nil)
	if last != "" {
		req.Header.Set("Last-Event-ID", last)
	}
	res := answer(t, req)
	defer res.Body.Close()
	var list []event
	var now event
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch name {
		case "id":
			now.id = value
		case "event":
			now.kind = value
		case "data":
			now.data = value
		case "":
			list = append(list, now)
			if now = (event{}); len(list) == most {
				return list
			}
		}
	}
	return list
}

func TestAPI(t *testing.T) {
	d := serve(t, nil)
	run := decoded[someRun](t, upload(t, d, "once", map[string]string{"refs.bib": entries}), http.StatusCreated).ID
	if again := decoded[someRun](t, upload(t, d, "once", map[string]string{"refs.bib": entries}),
		http.StatusCreated).ID; again != run {
		t.Error("the same key made another run")
	}
	events := followed(t, d, run, "", -1)
	if last := events[len(events)-1]; last.kind != "end" || !strings.Contains(last.data, `"state":"done"`) {
		t.Fatalf("the last event is %v", last)
	}

	report := text(t, d, "/api/v1/runs/"+run+"/report?format=jsonl", http.StatusOK)
	var rows []string
	for line := range strings.Lines(report) {
		if strings.HasPrefix(line, `{"kind":"finding"`) {
			rows = append(rows, strings.TrimSuffix(line, "\n"))
		}
	}
	var items []string
	for cursor := ""; ; {
		page := get[some](t, d, "/api/v1/runs/"+run+"/findings?limit=2&cursor="+cursor)
		for _, item := range page.Items {
			items = append(items, string(item))
		}
		if cursor = page.Next; cursor == "" {
			break
		}
	}
	latest := map[string]string{}
	for _, e := range events {
		if e.kind == "finding" {
			var row struct{ ID string }
			if err := json.Unmarshal([]byte(e.data), &row); err != nil {
				t.Fatal(err)
			}
			latest[row.ID] = e.data
		}
	}
	for i, row := range rows {
		var f struct{ ID string }
		if err := json.Unmarshal([]byte(row), &f); err != nil {
			t.Fatal(err)
		}
		if items[i] != row || latest[f.ID] != row {
			t.Errorf("row %d of the report is\n%s\nof the findings\n%s\nof the events\n%s", i+1, row, items[i], latest[f.ID])
		}
	}
	if len(rows) != 3 || len(items) != 3 {
		t.Errorf("%d rows, %d items", len(rows), len(items))
	}

	for n := range events { // cut anywhere and resumed
		if events[n].kind != "finding" {
			continue
		}
		rest := followed(t, d, run, events[n].id, -1)
		if want := events[n+1:]; fmt.Sprint(findings(rest)) != fmt.Sprint(findings(want)) {
			t.Errorf("after %s come %d events, not %d", events[n].id, len(findings(rest)), len(findings(want)))
		}
	}

	if got := get[some](t, d, "/api/v1/runs"); len(got.Items) != 1 {
		t.Errorf("%d runs are listed", len(got.Items))
	}
	if got := get[some](t, d, "/api/v1/runs/"+run+"/findings?code=H4"); len(got.Items) != 1 {
		t.Errorf("%d findings with H4", len(got.Items))
	}
	type corrections struct {
		Items []struct {
			Writable bool
			Changed  int
		}
	}
	if got := get[corrections](t, d, "/api/v1/runs/"+run+"/corrections"); len(got.Items) != 1 || !got.Items[0].Writable ||
		got.Items[0].Changed == 0 {
		t.Errorf("corrections: %+v", got)
	}
	if got := text(t, d, "/api/v1/runs/"+run+"/fix?file=refs.bib", http.StatusOK); !strings.Contains(got, "year={2016}") {
		t.Errorf("fixed: %s", got)
	}
	for _, format := range []string{"text", "json", "html", "markdown", "csv", "letter", "sarif", "junit", "codequality"} {
		if got := text(t, d, "/api/v1/runs/"+run+"/report?format="+format, http.StatusOK); got == "" {
			t.Errorf("no report in %s", format)
		}
	}
	for _, step := range []struct {
		method, path   string
		answered, then int // statuses: of the request, and of the run after it
	}{{http.MethodDelete, "", http.StatusNoContent, http.StatusNotFound},
		{http.MethodPost, "/restore", http.StatusOK, http.StatusOK},
		{http.MethodPost, "/restore", http.StatusNotFound, http.StatusOK},
		{http.MethodDelete, "?now=true", http.StatusNoContent, http.StatusNotFound},
		{http.MethodPost, "/restore", http.StatusNotFound, http.StatusNotFound}} {
		res := answer(t, request(t, step.method, d.URL+"/api/v1/runs/"+run+step.path, nil))
		if res.StatusCode != step.answered {
			t.Errorf("%s %s: %s", step.method, step.path, res.Status)
		}
		text(t, d, "/api/v1/runs/"+run, step.then)
	}
}

// findings returns the events that are rows.
func findings(list []event) []event {
	var out []event
	for _, e := range list {
		if e.kind == "finding" {
			out = append(out, e)
		}
	}
	return out
}

func TestCheckReferences(t *testing.T) {
	d := serve(t, nil)
	body, _ := json.Marshal(map[string]any{"text": entries})
	req := request(t, http.MethodPost, d.URL+"/api/v1/references:check", bytes.NewReader(body))
	got := decoded[some](t, answer(t, req), http.StatusOK)
	if len(got.Items) != 3 || !strings.Contains(string(got.Items[1]), `"codes":["H4"]`) {
		t.Errorf("%s", got.Items)
	}
	if runs := get[some](t, d, "/api/v1/runs"); len(runs.Items) != 0 {
		t.Error("the check is kept as a run")
	}
}

// TestRefusals checks the status and the problem format of every answer to a wrong request.
func TestRefusals(t *testing.T) {
	d := serve(t, nil)
	many := map[string]string{}
	for n := range 11 {
		many[fmt.Sprintf("%d.bib", n)] = entries
	}
	post := func(path, kind, body string) *http.Response {
		req := request(t, http.MethodPost, d.URL+path, strings.NewReader(body))
		req.Header.Set("Content-Type", kind)
		return answer(t, req)
	}
	for name, tc := range map[string]struct {
		res    *http.Response
		status int
	}{
		"no file":          {upload(t, d, "", nil), 422},
		"an empty file":    {upload(t, d, "", map[string]string{"a.bib": ""}), 422},
		"too many files":   {upload(t, d, "", many), 413},
		"too large a file": {upload(t, d, "", map[string]string{"a.bib": strings.Repeat("x", 9<<20)}), 413},
		"no form":          {post("/api/v1/runs", "text/plain", "x"), 415},
		"half a form": {post("/api/v1/runs", "multipart/form-data; boundary=x",
			"--x\r\nContent-Disposition: form-data; name=file; filename=a\r\n\r\nabc"), 400},
		"wrong JSON":        {post("/api/v1/runs", "application/json", `{"text": 3}`), 400},
		"an unknown member": {post("/api/v1/runs", "application/json", `{"txt": "x"}`), 400},
		"online":            {post("/api/v1/runs", "application/json", `{"text": "x", "options": {"online": true}}`), 422},
		"an unknown scheme": {post("/api/v1/runs", "application/json", `{"text": "x", "options": {"scheme": "none"}}`),
			422},
		"no text":             {post("/api/v1/references:check", "application/json", `{"text": ""}`), 422},
		"a text that is none": {post("/api/v1/references:check", "application/json", `{"text": "\u0000\u0001"}`), 422},
		"too many references": {post("/api/v1/references:check", "application/json",
			`{"text": "`+strings.Repeat(`@misc{a, title={Some title}}\n`, 51)+`"}`), 422},
		"no such run":          {answer(t, request(t, http.MethodGet, d.URL+"/api/v1/runs/none/events", nil)), 404},
		"no such cursor":       {answer(t, request(t, http.MethodGet, d.URL+"/api/v1/runs?cursor=x", nil)), 422},
		"cancelling no run":    {post("/api/v1/runs/none/cancel", "application/json", ""), 404},
		"no such route":        {answer(t, request(t, http.MethodGet, d.URL+"/api/v1/none", nil)), 404},
		"a report of no run":   {answer(t, request(t, http.MethodGet, d.URL+"/api/v1/runs/none/report", nil)), 404},
		"a corrected no file":  {answer(t, request(t, http.MethodGet, d.URL+"/api/v1/runs/none/fix?file=x", nil)), 404},
		"the folder of assets": {answer(t, request(t, http.MethodGet, d.URL+"/assets/", nil)), 404},
	} {
		t.Run(name, func(t *testing.T) {
			body, _ := io.ReadAll(tc.res.Body)
			if tc.res.StatusCode != tc.status {
				t.Fatalf("%s, not %d: %s", tc.res.Status, tc.status, body)
			}
			if kind := tc.res.Header.Get("Content-Type"); strings.HasPrefix(tc.res.Request.URL.Path, "/api/") &&
				kind != "application/problem+json" {
				t.Errorf("%s: %s", kind, body)
			}
		})
	}
}

// TestGuard sends requests as pages of other sites would.
func TestGuard(t *testing.T) {
	d := serve(t, nil)
	for name, tc := range map[string]struct {
		change func(*http.Request)
		status int
	}{
		"as it should be": {func(*http.Request) {}, 303},
		"by another name": {func(r *http.Request) { r.Host = "evil.example" }, 421},
		"from another site": {func(r *http.Request) {
			r.Header.Set("Sec-Fetch-Site", "cross-site")
		}, 403},
		"from another origin": {func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }, 403},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			form := multipart.NewWriter(&b)
			_ = form.WriteField("text", entries)
			_ = form.Close()
			req := request(t, http.MethodPost, d.URL+"/runs", &b)
			req.Header.Set("Content-Type", form.FormDataContentType())
			tc.change(req)
			res, err := http.DefaultTransport.RoundTrip(req)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			if res.StatusCode != tc.status {
				t.Errorf("%s, not %d", res.Status, tc.status)
			}
			if res.Header.Get("Content-Security-Policy") == "" || res.Header.Get("X-Content-Type-Options") != "nosniff" {
				t.Error("the headers that protect are missing")
			}
		})
	}
}

// TestNames uploads files with names that pretend to be something else.
func TestNames(t *testing.T) {
	d := serve(t, nil)
	for _, name := range []string{"../../etc/passwd", `..\..\x.bib`, "-", "/", "<script>hacked=1</script>.bib",
		"\u202efdp.exe", strings.Repeat("x", 5000), "a;b=\"c\".bib", "refs.bib\r\nX-Evil: 1"} {
		run := decoded[someRun](t, upload(t, d, "", map[string]string{name: entries}), http.StatusCreated).ID
		followed(t, d, run, "", -1)
		page := text(t, d, "/runs/"+run, http.StatusOK)
		if strings.Contains(page, "<script>hacked") || strings.Contains(page, "\u202e") {
			t.Errorf("%q stands in the page as it is", name)
		}
		if got := get[someRun](t, d, "/api/v1/runs/"+run); got.State != "done" {
			t.Errorf("%q: %s", name, got.State)
		}
	}
}
