package web_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestDescription: each path takes the methods that the description says and no
// other, and each operation says how it is refused.
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
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodTrace} {
			if _, ok := operations[strings.ToLower(method)]; ok {
				continue
			}
			res := answer(t, request(t, method, d.URL+strings.ReplaceAll(path, "{run}", "some"), nil))
			body, err := io.ReadAll(res.Body)
			if err != nil || res.StatusCode != http.StatusMethodNotAllowed || res.Header.Get("Content-Type") != "application/problem+json" {
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
