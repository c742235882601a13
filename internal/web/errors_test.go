package web

import (
	"bytes"
	"errors"
	"io"
	"log"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestBrokenOff: an answer that fails after its beginning is broken off, so that no client takes a part of a report for
// the whole; one that fails before has its status.
func TestBrokenOff(t *testing.T) {
	var logged, complaints bytes.Buffer
	s := &server{opt: Options{Log: slog.New(slog.NewTextHandler(&logged, nil))}}
	fails := errors.New("the disk is gone")
	late := func(w http.ResponseWriter, _ *http.Request) error {
		io.WriteString(w, strings.Repeat("a row of a report\n", 1000))
		return fails
	}
	early := func(http.ResponseWriter, *http.Request) error { return fails }
	mux := http.NewServeMux()
	for path, do := range map[string]handler{"late": late, "early": early} {
		mux.HandleFunc("/page/"+path, s.page(do))
		mux.HandleFunc("/api/"+path, s.problems(do))
	}
	d := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer s.recovered(w, r)
		mux.ServeHTTP(w, r)
	}))
	d.Config.ErrorLog = log.New(&complaints, "", 0)
	d.Start()
	for path, whole := range map[string]bool{"/page/late": false, "/api/late": false, "/page/early": true,
		"/api/early": true} {
		res, err := http.Get(d.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		if (err == nil) != whole || (res.StatusCode == http.StatusInternalServerError) != whole {
			t.Errorf("%s: %s, %d bytes, %v", path, res.Status, len(body), err)
		}
		if rest := strings.ReplaceAll(string(body), "a row of a report\n", ""); !whole && rest != "" {
			t.Errorf("%s: an error is in the report: %.100s", path, body)
		}
	}
	d.Close()
	if n := strings.Count(logged.String(), fails.Error()); n != 4 || complaints.Len() > 0 {
		t.Errorf("logged %d times: %s; complaints: %s", n, &logged, &complaints)
	}
}

// TestForms: the limits are of routes that there are, and a form beyond its limit is refused before its handler runs.
func TestForms(t *testing.T) {
	s := &server{}
	routes := s.pageRoutes()
	maps.Copy(routes, s.venueRoutes())
	for pattern := range formMost {
		if routes[pattern] == nil {
			t.Errorf("there is no route %s", pattern)
		}
	}
	for body, want := range map[string]string{"a=12345678": "12345678", "a=123456789": "", "a=%ff": "\uFFFD"} {
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		got := ""
		err := withForm(10, func(_ http.ResponseWriter, r *http.Request) error {
			got = posted(r, "a")
			return nil
		})(httptest.NewRecorder(), r)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v", body, got, err)
		}
	}
}
