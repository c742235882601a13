package web_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
)

// TestDescription: each path accepts exactly the methods in the description, and each operation says
// how it can be refused.
func TestDescription(t *testing.T) {
	d := serve(t, nil)
	type operation struct {
		OperationID string
		Responses   map[string]struct {
			Content map[string]json.RawMessage
		}
	}
	doc := get[struct {
		Paths    map[string]map[string]operation
		Security []map[string][]string
		Servers  []struct{ URL string }
	}](t, d, "/api/openapi.json")
	if len(doc.Paths) < 10 || len(doc.Security) != 1 || len(doc.Security[0]) != 0 || len(doc.Servers) != 1 {
		t.Errorf("%d paths, security %v, servers %v", len(doc.Paths), doc.Security, doc.Servers)
	}
	names := map[string]bool{}
	for path, operations := range doc.Paths {
		for method, op := range operations {
			for _, status := range []string{"4XX", "default"} {
				if op.Responses[status].Content["application/problem+json"] == nil {
					t.Errorf("%s %s: no answer %s is described", method, path, status)
				}
			}
			if op.OperationID == "" || names[op.OperationID] {
				t.Errorf("%s %s: the name %q", method, path, op.OperationID)
			}
			names[op.OperationID] = true
		}
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
			http.MethodTrace} {
			if _, ok := operations[strings.ToLower(method)]; ok {
				continue
			}
			res := answer(t, request(t, method, d.URL+strings.ReplaceAll(path, "{run}", "some"), nil))
			body, err := io.ReadAll(res.Body)
			if err != nil || res.StatusCode != http.StatusMethodNotAllowed ||
				res.Header.Get("Content-Type") != "application/problem+json" {
				t.Errorf("%s %s: %s %s %v", method, path, res.Status, body, err)
			}
			for method := range operations {
				if allowed := res.Header.Get("Allow"); !strings.Contains(allowed, strings.ToUpper(method)) {
					t.Errorf("%s: Allow says %q", path, allowed)
				}
			}
		}
	}
}

// TestReadableAnswers: generated clients read an answer as the first of its types that they know, JSON, bytes or text;
// what is not always JSON is bytes, and a stream is a text.
func TestReadableAnswers(t *testing.T) {
	d := serve(t, nil)
	doc := get[struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct {
				Content map[string]struct{ Schema struct{ Type string } }
			}
		}
	}](t, d, "/api/openapi.json")
	several := 0
	for path, operations := range doc.Paths {
		for method, op := range operations {
			kinds := op.Responses["200"].Content
			_, json := kinds["application/json"]
			_, bytes := kinds["application/octet-stream"]
			_, pdf := kinds["application/pdf"]
			if len(kinds) > 1 || pdf {
				several++
				if json || !bytes {
					t.Errorf("%s %s answers with %v", method, path, kinds)
				}
			}
			if stream, ok := kinds["text/event-stream"]; ok && stream.Schema.Type != "string" {
				t.Errorf("%s %s: its events are of the type %s", method, path, stream.Schema.Type)
			}
		}
	}
	if several != 4 {
		t.Errorf("%d operations have answers of several types", several)
	}
}

// TestDescribedRows: the description has the type of rows, which real rows match, the media types of reports,
// and a group for every operation.
func TestDescribedRows(t *testing.T) {
	d := serve(t, nil)
	type schema struct {
		Enum       []string
		Required   []string
		Properties map[string]json.RawMessage
		Ref        string `json:"$ref"`
		Items      *schema
	}
	doc := get[struct {
		Tags  []struct{ Name string }
		Paths map[string]map[string]struct {
			Tags      []string
			Responses map[string]struct{ Content map[string]json.RawMessage }
		}
		Components struct{ Schemas map[string]schema }
	}](t, d, "/api/openapi.json")
	groups := map[string]bool{}
	for _, tag := range doc.Tags {
		groups[tag.Name] = true
	}
	for path, operations := range doc.Paths {
		for method, op := range operations {
			if len(op.Tags) != 1 || !groups[op.Tags[0]] {
				t.Errorf("%s %s is of %v", method, path, op.Tags)
			}
		}
	}
	kinds := doc.Paths["/api/v1/runs/{run}/report"]["get"].Responses["200"].Content
	for _, kind := range []string{"application/jsonl", "text/html", "text/csv", "application/sarif+json"} {
		if kinds[kind] == nil {
			t.Errorf("reports are of %v", kinds)
		}
	}
	for _, list := range []string{"FindingsPageBody", "CheckAnswerBody"} {
		var items schema
		if err := json.Unmarshal(doc.Components.Schemas[list].Properties["items"], &items); err != nil ||
			items.Items == nil || items.Items.Ref != "#/components/schemas/Finding" {
			t.Errorf("%s lists %+v, %v", list, items.Items, err)
		}
	}
	finding := doc.Components.Schemas["Finding"]
	var outcome schema
	if err := json.Unmarshal(finding.Properties["outcome"], &outcome); err != nil ||
		!slices.Contains(outcome.Enum, "discrepant") {
		t.Errorf("outcomes: %+v, %v", outcome, err)
	}
	run := finished(t, d, map[string]string{"refs.bib": entries})
	for _, item := range get[some](t, d, "/api/v1/runs/"+run+"/findings").Items {
		var row map[string]json.RawMessage
		if err := json.Unmarshal(item, &row); err != nil {
			t.Fatal(err)
		}
		for name := range row {
			if told := string(finding.Properties[name]); name != "kind" && name != "outcome" && name != "note" &&
				!strings.Contains(told, `"description"`) && !strings.Contains(told, `"$ref"`) {
				t.Errorf("%s is not described: %s", name, told)
			}
		}
		for _, name := range finding.Required {
			if row[name] == nil {
				t.Errorf("a row lacks %s: %s", name, item)
			}
		}
	}
}

// TestDocumentedRequests checks every curl line of doc against the description: its path, its method, and its
// query parameters.
func TestDocumentedRequests(t *testing.T) {
	d := serve(t, nil)
	doc := get[struct {
		Paths map[string]map[string]struct{ Parameters []struct{ Name, In string } }
	}](t, d, "/api/openapi.json")
	found := 0
	for _, line := range clitest.DocumentedLines(t, "../..") {
		words := clitest.ShellWords(line.Text)
		if !line.Block || len(words) == 0 || words[0] != "curl" {
			continue
		}
		found++
		method, address := "get", ""
		for i, word := range words {
			switch {
			case word == "-F" || word == "-d":
				method = "post"
			case strings.HasPrefix(word, "http://127.0.0.1:8417/") && !strings.HasPrefix(words[i-1], "-d"):
				address = word
			}
		}
		u, err := url.Parse(address)
		if err != nil || address == "" {
			t.Fatalf("%s: %v", line.Text, err)
		}
		known := false
		for path, operations := range doc.Paths {
			op, ok := operations[method]
			if !ok ||
				!regexp.MustCompile("^"+regexp.MustCompile(`\{[^}]*\}`).ReplaceAllString(path, "[^/]+")+"$").MatchString(u.Path) {
				continue
			}
			known = true
			for name := range u.Query() {
				if !slices.ContainsFunc(op.Parameters, func(p struct{ Name, In string }) bool {
					return p.Name == name && p.In == "query"
				}) {
					t.Errorf("%s: %s takes no parameter %q", line.Page, path, name)
				}
			}
		}
		if !known {
			t.Errorf("%s: the API has no %s %s", line.Page, method, u.Path)
		}
	}
	if found < 10 {
		t.Errorf("%d lines", found)
	}
}
