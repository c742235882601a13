package web_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/client"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/internal/web"
)

// TestOptions: the options of a run are the same in the form, in JSON, in the description of the API, in the
// client, on the page of settings and in the documents.
func TestOptions(t *testing.T) {
	on := []string{"on"}
	d := serveWith(t, nil, web.Options{Offers: runs.Offers{"online": on, "model": on,
		"source": {"crossref", "openalex"}, "scheme": judge.Schemes()}})
	doc := get[struct {
		Paths map[string]map[string]struct {
			RequestBody struct {
				Content map[string]struct {
					Schema struct {
						Properties map[string]struct{ Description string }
					}
				}
			}
		}
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct{ Description string }
			}
		}
	}](t, d, "/api/openapi.json")
	form := doc.Paths["/api/v1/runs"]["post"].RequestBody.Content["multipart/form-data"].Schema.Properties
	schema := doc.Components.Schemas["Options"].Properties
	direct := doc.Components.Schemas["CheckRequestBody"].Properties
	ours, theirs := reflect.TypeFor[runs.Options](), reflect.TypeFor[client.Options]()
	page := text(t, d, "/settings", http.StatusOK)
	chosen := 0
	for _, field := range reflect.VisibleFields(ours) {
		name, in := strings.Split(field.Tag.Get("json"), ",")[0], runs.FormName(&field)
		if in == "" {
			continue
		}
		chosen++
		if !strings.Contains(page, ` name="`+in+`"`) {
			t.Errorf("the form of the pages has not %s", in)
		}
		of, ok := theirs.FieldByName(field.Name)
		if !ok || of.Type != field.Type || of.Tag.Get("json") != field.Tag.Get("json") ||
			of.Tag.Get("form") != field.Tag.Get("form") {
			t.Errorf("client.Options has not %s %s %s", field.Name, field.Type, field.Tag)
		}
		for where, properties := range map[string]map[string]struct{ Description string }{"form": form,
			"schema": schema, "check": direct} {
			as := name
			if where == "form" {
				as = in
			}
			if p := properties[as]; p.Description == "" || p.Description != field.Tag.Get("doc") {
				t.Errorf("%s: %s is described as %+v", where, as, p)
			}
		}
	}
	if chosen != len(form)-4 || chosen != theirs.NumField()-1 || chosen != len(schema) || chosen != len(direct)-1 {
		t.Errorf("%d options, %d in the form, %d in the client, %d and %d in JSON", chosen, len(form)-4, theirs.NumField()-1,
			len(schema), len(direct)-1)
	}
}

// TestOptionsGiven: the client sends each option, and the run stores it.
func TestOptionsGiven(t *testing.T) {
	d := serve(t, nil)
	c := client.Client{Server: d.URL}
	run, err := c.Start(t.Context(), client.Options{Scheme: "severity", Cited: true, Explain: true, Claims: true},
		client.File{Name: "refs.bib", Content: strings.NewReader(entries)})
	if err != nil {
		t.Fatal(err)
	}
	kept := get[struct{ Options runs.Options }](t, d, "/api/v1/runs/"+run.ID).Options
	if want := (runs.Options{Scheme: "severity", Cited: true, Explain: true, Claims: true}); !reflect.DeepEqual(kept,
		want) {
		t.Errorf("%+v, want %+v", kept, want)
	}
	for _, refused := range []client.Options{{Online: true}, {Model: true},
		{Sources: []string{"nobody"}}, {Scheme: "odd"}} {
		if _, err := c.Start(t.Context(), refused,
			client.File{Name: "refs.bib", Content: strings.NewReader(entries)}); err == nil {
			t.Errorf("%+v is taken", refused)
		}
		if _, err := c.CheckWith(t.Context(), entries, refused); err == nil {
			t.Errorf("%+v is taken for a check", refused)
		}
	}
	list, err := c.CheckWith(t.Context(), entries, client.Options{Scheme: "severity", Explain: true})
	if err != nil || len(list) != 3 {
		t.Errorf("%+v, %v", list, err)
	}
	var rows struct{ Items []struct{ Moved []any } }
	body, err := json.Marshal(map[string]any{"text": entries, "explain": true})
	if err != nil {
		t.Fatal(err)
	}
	res := answer(t, request(t, http.MethodPost, d.URL+"/api/v1/references:check", bytes.NewReader(body)))
	if err := json.NewDecoder(res.Body).Decode(&rows); err != nil ||
		!slices.ContainsFunc(rows.Items, func(r struct{ Moved []any }) bool { return len(r.Moved) > 0 }) {
		t.Errorf("%s: %+v, %v", res.Status, rows, err)
	}
}
