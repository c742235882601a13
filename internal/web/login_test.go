package web_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/internal/web"
)

// as adds an account's token to a request.
func as(req *http.Request, token string) *http.Request {
	req.Header.Set("Authorization", "Bearer "+token)
	return req
}

// people starts a server with two accounts and returns their tokens.
func people(t *testing.T) (d *desk, ann, bob string) {
	t.Helper()
	d = serveWith(t, nil, web.Options{Accounts: true})
	tokens := map[string]string{}
	for _, name := range []string{"ann", "bob"} {
		if err := d.Store.AddPerson(t.Context(), name, "correct horse "+name); err != nil {
			t.Fatal(err)
		}
		token, err := d.Store.NewToken(t.Context(), name, "test", runs.Decides, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		tokens[name] = token
	}
	return d, tokens["ann"], tokens["bob"]
}

// begun starts a run of an account and waits for its end.
func begun(t *testing.T, d *desk, token string) (run string) {
	t.Helper()
	req := as(request(t, http.MethodPost, d.URL+"/api/v1/runs",
		strings.NewReader(fmt.Sprintf(`{"name": "refs.bib", "text": %q}`, entries))), token)
	req.Header.Set("Content-Type", "application/json")
	run = decoded[someRun](t, answer(t, req), http.StatusCreated).ID
	res := answer(t, as(request(t, http.MethodGet, d.URL+"/api/v1/runs/"+run+"/events", nil), token))
	if _, err := io.ReadAll(res.Body); err != nil {
		t.Fatal(err)
	}
	return run
}

// TestScopes: a token that reads changes nothing, one that runs decides nothing, and neither makes a wider one.
func TestScopes(t *testing.T) {
	d, ann, _ := people(t)
	run := begun(t, d, ann)
	upload := fmt.Sprintf(`{"name": "refs.bib", "text": %q}`, entries)
	for _, c := range []struct {
		method, path, body string
		wants              map[runs.Scope]int
	}{
		{http.MethodGet, "/api/v1/runs/" + run, "", map[runs.Scope]int{runs.Reads: 200, runs.Runs: 200, runs.Decides: 200}},
		{http.MethodPut, "/api/v1/runs/" + run + "/title", `{"title": "mine"}`,
			map[runs.Scope]int{runs.Reads: 403, runs.Runs: 200, runs.Decides: 200}},
		{http.MethodPost, "/api/v1/runs", upload, map[runs.Scope]int{runs.Reads: 403, runs.Runs: 201, runs.Decides: 201}},
		{http.MethodPost, "/api/v1/runs/" + run + "/shares", "",
			map[runs.Scope]int{runs.Reads: 403, runs.Runs: 403, runs.Decides: 201}},
		{http.MethodPost, "/api/v1/runs/" + run + "/decisions", `{}`,
			map[runs.Scope]int{runs.Reads: 403, runs.Runs: 403, runs.Decides: 422}},
		{http.MethodPost, "/settings/tokens", "label=x&scope=decide&days=30",
			map[runs.Scope]int{runs.Reads: 403, runs.Runs: 403}},
	} {
		for scope, want := range c.wants {
			token, err := d.Store.NewToken(t.Context(), "ann", string(scope), scope, time.Hour)
			if err != nil {
				t.Fatal(err)
			}
			req := as(request(t, c.method, d.URL+c.path, strings.NewReader(c.body)), token)
			req.Header.Set("Content-Type", "application/json")
			if res := answer(t, req); res.StatusCode != want {
				t.Errorf("%s %s by %s: %d, want %d", c.method, c.path, scope, res.StatusCode, want)
			}
		}
	}
	if _, err := d.Store.NewToken(t.Context(), "ann", "x", "all", time.Hour); err == nil {
		t.Error("a scope of no kind")
	}
}

// TestOthers visits every route with another account's run: it does not exist.
func TestOthers(t *testing.T) {
	d, ann, bob := people(t)
	run := begun(t, d, ann)
	var patterns []string
	for _, pattern := range web.PageRoutes() {
		if strings.Contains(pattern, "{run}") {
			patterns = append(patterns, pattern)
		}
	}
	type document struct {
		Paths map[string]map[string]any
	}
	described := decoded[document](t, answer(t, as(request(t, http.MethodGet, d.URL+"/api/openapi.json", nil), bob)),
		http.StatusOK)
	for path, methods := range described.Paths {
		for method := range methods {
			if strings.Contains(path, "{run}") {
				patterns = append(patterns, strings.ToUpper(method)+" "+path)
			}
		}
	}
	if len(patterns) < 20 {
		t.Fatalf("only %d routes: %q", len(patterns), patterns)
	}
	query := "?" + url.Values{"id": {"wrong"}, "file": {"refs.bib"}, "format": {"jsonl"}}.Encode()
	visit := func(pattern, token string) int {
		method, path, _ := strings.Cut(pattern, " ")
		req := as(request(t, method, d.URL+strings.Replace(path, "{run}", run, 1)+query,
			strings.NewReader("id=wrong&decision=confirm")), token)
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if method == http.MethodPost && strings.HasPrefix(path, "/api/") {
			req.Header.Del("Content-Type")
		}
		sent := map[string]string{"POST decisions": `{"finding": "wrong", "decision": "confirm"}`,
			"PUT title": `{"title": "Mine"}`}[method+" "+path[strings.LastIndexByte(path, '/')+1:]]
		if sent != "" {
			req.Body = io.NopCloser(strings.NewReader(sent))
			req.ContentLength = -1
			req.Header.Set("Content-Type", "application/json")
		}
		res, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		return res.StatusCode
	}
	for _, pattern := range patterns {
		if status := visit(pattern, bob); status != http.StatusNotFound {
			t.Errorf("%s of another: %d", pattern, status)
		}
	}
	for _, pattern := range patterns { // the routes are right: the owner gets an answer
		if strings.HasPrefix(pattern, "GET ") && !strings.HasSuffix(pattern, "/picture") {
			want := http.StatusOK
			if strings.HasSuffix(pattern, "/marked") { // the file is not a PDF
				want = http.StatusUnprocessableEntity
			}
			if status := visit(pattern, ann); status != want {
				t.Errorf("%s of the owner: %d", pattern, status)
			}
		}
	}
	res := answer(t, as(request(t, http.MethodGet, d.URL+"/api/v1/runs", nil), bob))
	if got := decoded[some](t, res, http.StatusOK); len(got.Items) != 0 {
		t.Errorf("another lists %s", got.Items)
	}
	if got := decoded[someRun](t, answer(t, as(request(t, http.MethodGet, d.URL+"/api/v1/runs/"+run, nil), ann)),
		http.StatusOK); got.State != "done" {
		t.Errorf("the run of the owner is %s", got.State)
	}
}

// TestStrangers visits every route without a session or token.
func TestStrangers(t *testing.T) {
	d, _, _ := people(t)
	for _, pattern := range append(web.PageRoutes(), web.VenueRoutes()...) {
		method, path, found := strings.Cut(pattern, " ")
		if !found || strings.HasPrefix(path, "/assets/") || strings.HasPrefix(path, "/shared/") {
			continue
		}
		res, err := http.DefaultTransport.RoundTrip(request(t, method, d.URL+strings.TrimSuffix(path, "{$}"), nil))
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if to := res.Header.Get("Location"); method == http.MethodGet && !strings.HasPrefix(to, "/login") ||
			method != http.MethodGet && res.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s: %s %s", pattern, res.Status, to)
		}
	}
	for _, pass := range []string{"", "Bearer ", "Bearer x", "Basic x"} {
		req := request(t, http.MethodGet, d.URL+"/api/v1/runs", nil)
		req.Header.Set("Authorization", pass)
		if res := answer(t, req); res.StatusCode != http.StatusUnauthorized || res.Header.Get("WWW-Authenticate") == "" {
			t.Errorf("%q: %s", pass, res.Status)
		}
	}
}

func TestLogin(t *testing.T) {
	d, _, _ := people(t)
	send := func(path string, form url.Values, cookies ...*http.Cookie) *http.Response {
		req := request(t, http.MethodPost, d.URL+path, strings.NewReader(form.Encode()))
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		for _, c := range cookies {
			req.AddCookie(c)
		}
		res, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = res.Body.Close() })
		return res
	}
	for _, tc := range []struct{ to, want string }{
		{"/runs?before=3", "/runs?before=3"}, {"", "/"}, {"https://evil.example/", "/"}, {"//evil.example/",
			"/"}, {`/\evil.example`, "/"}, {"javascript:alert(1)", "/"},
	} {
		res := send("/login", url.Values{"name": {"ann"}, "password": {"correct horse ann"}, "to": {tc.to}})
		if to := res.Header.Get("Location"); to != tc.want || len(res.Cookies()) != 1 {
			if res.StatusCode != http.StatusTooManyRequests { // five at once are allowed
				t.Errorf("%q: %s to %q", tc.to, res.Status, to)
			}
			continue
		}
		cookie := res.Cookies()[0]
		if !cookie.Secure || !cookie.HttpOnly || cookie.Path != "/" || cookie.Domain != "" ||
			!strings.HasPrefix(cookie.Name, "__Host-") {
			t.Errorf("the cookie is %v", cookie)
		}
		req := request(t, http.MethodGet, d.URL+"/", nil)
		req.AddCookie(cookie)
		if got := answer(t, req); got.StatusCode != http.StatusOK {
			t.Errorf("with the cookie: %s", got.Status)
		}
		send("/logout", nil, cookie)
		req = request(t, http.MethodGet, d.URL+"/", nil)
		req.AddCookie(cookie)
		if got, err := http.DefaultTransport.RoundTrip(req); err != nil || got.StatusCode != http.StatusSeeOther {
			t.Errorf("after the logout: %v %v", got, err)
		}
	}
	wrong := 0
	for range 8 {
		if res := send("/login",
			url.Values{"name": {"bob"}, "password": {"wrong horse"}}); res.StatusCode == http.StatusUnauthorized {
			wrong++
		}
	}
	if wrong != 5 {
		t.Errorf("%d attempts are looked at", wrong)
	}
}

func TestSharing(t *testing.T) {
	d, ann, _ := people(t)
	run := begun(t, d, ann)
	page, _ := io.ReadAll(answer(t, as(request(t, http.MethodPost, d.URL+"/runs/"+run+"/share", nil), ann)).Body)
	_, rest, _ := strings.Cut(string(page), `value="/shared/`)
	pass, _, _ := strings.Cut(rest, `"`)
	if got := text(t, d, "/shared/"+pass, http.StatusOK); !strings.Contains(got, "Deep Residual Learning") ||
		strings.Contains(got, "<script>window.hacked") {
		t.Errorf("shared is %.300s", got)
	}
	text(t, d, "/shared/"+run, http.StatusNotFound)
	answer(t, as(request(t, http.MethodPost, d.URL+"/runs/"+run+"/unshare", nil), ann))
	text(t, d, "/shared/"+pass, http.StatusNotFound)
}

// TestSettings stores options, and creates and ends a token and a password, for one account only.
func TestSettings(t *testing.T) {
	d, ann, bob := people(t)
	post := func(path, who, kind, body string) (int, string) {
		req := as(request(t, http.MethodPost, d.URL+path, strings.NewReader(body)), who)
		req.Header.Set("Content-Type", kind)
		res := answer(t, req)
		page, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, string(page)
	}
	page := func(path, who string) string {
		body, err := io.ReadAll(answer(t, as(request(t, http.MethodGet, d.URL+path, nil), who)).Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	const form, simple = "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"
	field := func(name, value string) string {
		return "--x\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n--x--\r\n"
	}
	if status, text := post("/settings", ann, form, field("explain", "on")); status != http.StatusOK {
		t.Errorf("%d: %s", status, text)
	}
	if status, _ := post("/settings", ann, form, field("online", "on")); status != http.StatusUnprocessableEntity {
		t.Errorf("what the operator does not offer is kept: %d", status)
	}
	if !strings.Contains(page("/", ann), `name="explain" checked`) ||
		strings.Contains(page("/", bob), `name="explain" checked`) {
		t.Error("a new run does not begin with the options of its person")
	}
	_, text := post("/settings/tokens", ann, simple, "label=a+%3Cscript%3E&scope=read&days=30")
	for _, wrong := range []string{"label=b", "label=b&scope=all&days=30", "label=b&scope=read&days=31"} {
		if status, _ := post("/settings/tokens", ann, simple, wrong); status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d", wrong, status)
		}
	}
	_, text, _ = strings.Cut(text, `readonly size="40" value="`)
	made, _, _ := strings.Cut(text, `"`)
	if !strings.Contains(page("/settings", made), "Log out") {
		t.Fatalf("the token %q does not get in", made)
	}
	tokens, err := d.Store.Tokens(t.Context(), "ann")
	if err != nil || len(tokens) != 2 || tokens[0].Label != "a <script>" && tokens[1].Label != "a <script>" {
		t.Fatal(tokens, err)
	}
	for _, one := range tokens {
		if one.Label == "a <script>" {
			post("/settings/tokens/end", bob, simple, "token="+one.Digest)
			if !strings.Contains(page("/settings", made), "Log out") {
				t.Error("somebody else has ended a token")
			}
			post("/settings/tokens/end", ann, simple, "token="+one.Digest)
		}
	}
	if strings.Contains(page("/settings", made), "Log out") {
		t.Error("a token that was ended gets in")
	}
	if status, _ := post("/settings/password", ann, simple,
		"old=wrong&new=another+password"); status != http.StatusUnauthorized {
		t.Errorf("a wrong password changes it: %d", status)
	}
	if status, _ := post("/settings/password", ann, simple,
		"old=correct+horse+ann&new=short"); status != http.StatusUnprocessableEntity {
		t.Errorf("a short password is taken: %d", status)
	}
	if status, _ := post("/settings/password", ann, simple,
		"old=correct+horse+ann&new=another+password"); status != http.StatusOK {
		t.Errorf("the password is not changed: %d", status)
	}
	if err := d.Store.Password(t.Context(), "ann", "another password"); err != nil {
		t.Error(err)
	}
}

// TestBounds: an account has limited room, and a run limited references.
func TestBounds(t *testing.T) {
	d := serveWith(t, nil, web.Options{MaxDisk: 30 << 10})
	big := "@misc{a, title={" + strings.Repeat("x ", 1<<10) + "}}"
	for i, want := range []int{http.StatusCreated, http.StatusCreated, http.StatusInsufficientStorage} {
		files := map[string]string{}
		for j := range 5 {
			files[fmt.Sprintf("%d.bib", j)] = fmt.Sprintf("%% %d %d\n", i, j) + big
		}
		if res := upload(t, d, "", files); res.StatusCode != want {
			body, _ := io.ReadAll(res.Body)
			t.Errorf("upload %d: %s, not %d: %s", i, res.Status, want, body)
		}
	}
	kept := func() (size int64) {
		list, err := os.ReadDir(filepath.Join(d.Folder, "uploads"))
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range list {
			if info, err := one.Info(); err == nil {
				size += info.Size()
			}
		}
		return size
	}
	if n := kept(); n > 30<<10 {
		t.Errorf("of what was refused %d bytes are kept", n)
	}
	text := text(t, d, "/metrics", http.StatusOK)
	for _, want := range []string{`bonafide_http_requests_total{route="POST /api/v1/runs",status="507"} 1`,
		`bonafide_runs{state="failed"} `, `bonafide_http_request_seconds_count{route="POST /api/v1/runs"} 3`} {
		if !strings.Contains(text, want) {
			t.Errorf("the metrics lack %s:\n%s", want, text)
		}
	}
}
