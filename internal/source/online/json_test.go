package online

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

func TestOwnServer(t *testing.T) {
	for _, c := range []struct{ base, address, secret string }{
		{"http://127.0.0.1:1969/", "http://127.0.0.1:1969", ""},
		{"https://ann:open%20sesame@search.example/x/", "https://search.example/x", "Basic YW5uOm9wZW4gc2VzYW1l"},
		{"https://token@search.example", "https://search.example", "Basic dG9rZW46"},
		{"", "", ""}, {"http://%zz", "http://%zz", ""},
	} {
		if address, header := OwnServer(c.base); address != c.address || header.Get("Authorization") != c.secret {
			t.Errorf("%q: %q %v", c.base, address, header)
		}
	}
}

func TestCounted(t *testing.T) {
	find := Counted([]string{"meta", "count"}, "results")
	for text, want := range map[string]bool{
		`{"meta":{"count":0},"results":[]}`: true, `{"meta":{"count":7},"results":[{}]}`: true, `{"results":[]}`: true,
		`{"meta":{"count":"0"},"results":[]}`: true,
		`{"meta":{"count":7},"results":[]}`:   false, `{"meta":{"count":"7"},"results":[]}`: false,
		`{"meta":{"count":0}}`: false, `{"meta":{"count":0},"results":null}`: false,
	} {
		v, err := jsonscan.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if _, got := find(v); got != want {
			t.Errorf("%s: an answer %v", text, got)
		}
	}
}

// An answer has the requested list, or is not an answer.
func TestAskJSON(t *testing.T) {
	for _, c := range []struct {
		name, answer string
		items        int
		none, fails  bool
	}{
		{"two works", `{"items":[{},{}]}`, 2, false, false},
		{"behind a byte order mark", "\xef\xbb\xbf" + `{"items":[{}]}`, 1, false, false},
		{"no works", `{"items":[]}`, 0, true, false},
		{"another object", `{"status":"ok"}`, 0, false, true},
		{"no list", `{"items":{}}`, 0, false, true},
		{"a page", `<html>`, 0, false, true},
		{"the answer to another question", `{"items":[{}],"q":"protein folding"}`, 0, false, true},
	} {
		req, items := AskJSON(transport.Request{Read: Echo("deep learning", "q")}, List("items"))
		none, err := req.Read(&transport.Response{Body: []byte(c.answer)})
		if (err != nil) != c.fails || none != c.none || len(*items) != c.items {
			t.Errorf("%s: %d works, none %v, %v", c.name, len(*items), none, err)
		}
		if req.Accept != "application/json" {
			t.Errorf("%s: accepts %q", c.name, req.Accept)
		}
	}
	req, _ := AskJSON(transport.Request{Accept: "application/vnd.citationstyles.csl+json"}, List())
	if req.Accept != "application/vnd.citationstyles.csl+json" {
		t.Errorf("accepts %q", req.Accept)
	}
	if _, err := req.Read(&transport.Response{Body: []byte("[]")}); err != nil {
		t.Errorf("without a check: %v", err)
	}
}

// Works requested together are sorted by question, and are foreign if none belongs to a question.
func TestAskSorted(t *testing.T) {
	const works = `{"items":[{"DOI":"10.1/a","n":1},{"DOI":"10.1/b"},{"DOI":"10.1/a","n":2}]}`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if strings.Contains(r.URL.Path, "gone") {
			w.WriteHeader(http.StatusBadRequest)
		}
		_, _ = io.WriteString(w, works)
	}))
	defer server.Close()
	client := transport.New(transport.Options{Via: server.URL})
	defer client.Close()
	doi := func(v jsonscan.Value) []string { return []string{v.Get("DOI").Text()} }
	for _, c := range []struct {
		path      string
		questions []string
		want      string
	}{
		{"all", []string{"10.1/a", "10.1/b", "10.1/c"}, `10.1/a {"DOI":"10.1/a","n":1} 10.1/b {"DOI":"10.1/b"}`},
		{"some", []string{"10.1/b"}, `10.1/b {"DOI":"10.1/b"}`},
		{"others", []string{"10.1/x"}, "failed"},
		{"gone", []string{"10.1/a"}, "failed"},
	} {
		got, err := AskSorted(t.Context(), client,
			transport.Request{Service: "openalex", URL: "https://api.openalex.org/" + c.path}, List("items"), c.questions, doi)
		var parts []string
		for _, q := range slices.Sorted(maps.Keys(got)) {
			parts = append(parts, q, string(got[q]))
		}
		text := strings.Join(parts, " ")
		if err != nil {
			text = "failed"
		}
		if text != c.want {
			t.Errorf("%s: %s, %v", c.path, text, err)
		}
	}
	list, err := AskRecords(t.Context(), client,
		transport.Request{Service: "openalex", URL: "https://api.openalex.org/records"}, List("items"),
		func([]byte) (biblio.Record, error) { return deepLearning, nil })
	if err != nil || len(list) != 3 {
		t.Errorf("%d records, %v", len(list), err)
	}
	if list, err := AskRecords(t.Context(), client,
		transport.Request{Service: "openalex", URL: "https://api.openalex.org/gone"}, List("items"), nil); err == nil {
		t.Errorf("%d records of what failed", len(list))
	}
}

func TestLink(t *testing.T) {
	if got := Link("https://api.crossref.org/works",
		url.Values{"query": {"Search & Rescue"},
			"rows": {"5"}}); got != "https://api.crossref.org/works?query=Search+%26+Rescue&rows=5" {
		t.Error(got)
	}
	if got := Link("https://api.crossref.org/works", nil); got != "https://api.crossref.org/works" {
		t.Error(got)
	}
	if got, none := Bearer("secret").Get("Authorization"), Bearer(""); got != "Bearer secret" || none != nil {
		t.Errorf("%q, without a token %v", got, none)
	}
}

func TestOne(t *testing.T) {
	if list, err := One(wire.Crossref)([]byte(`{"title":["Deep learning"]}`)); err != nil || len(list) != 1 ||
		list[0].Title != "Deep learning" {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := One(wire.Crossref)([]byte(`{}`)); err == nil || list != nil {
		t.Errorf("what says nothing: %+v", list)
	}
}

// TestRecordsUnread: an unreadable element may be the wanted one; an empty one is not.
func TestRecordsUnread(t *testing.T) {
	for text, want := range map[string]string{
		`[{"title":["A"]},{"title":["B"]}]`: "2 <nil>", `[{"title":["A"]},null]`: "1 bad", `[7,{"title":["A"]}]`: "1 bad",
		`[{"title":["A"]},{}]`: "1 <nil>", `[{}]`: "0 empty", `[7,{}]`: "0 bad", `[]`: "0 <nil>",
	} {
		v, err := jsonscan.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		items, _ := List()(v)
		list, err := Records(items, wire.Crossref)
		got, failure := "<nil>", (*answer.Failure)(nil)
		switch {
		case errors.As(err, &failure):
			got = "bad"
		case errors.Is(err, wire.ErrEmpty):
			got = "empty"
		}
		if got = fmt.Sprint(len(list), " ", got); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
