package web

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/row"
)

// findingRow is the stored row of a finding.
type findingRow struct{ json.RawMessage }

// Schema derives the schema of the row from its type.
func (findingRow) Schema(r huma.Registry) *huma.Schema {
	return rowSchema[report.Finding](r, row.KindFinding)
}

// summaryRow is the stored last row of a report.
type summaryRow struct{ json.RawMessage }

// Schema derives the schema of the row from its type.
func (summaryRow) Schema(r huma.Registry) *huma.Schema {
	return rowSchema[report.Summary](r, row.KindSummary)
}

// rowSchema derives the schema of a kind of row from its type, as in doc/rows.schema.json. Later
// versions may add fields.
func rowSchema[T any](r huma.Registry, kind string) *huma.Schema {
	known := slices.Collect(maps.Keys(r.Map()))
	ref := r.Schema(reflect.TypeFor[T](), true, "")
	for name, schema := range r.Map() {
		if slices.Contains(known, name) {
			continue
		}
		if schema.AdditionalProperties == false {
			schema.AdditionalProperties = nil
		}
		for _, property := range schema.Properties {
			property.Nullable = false // empty values are omitted, or are empty lists
		}
	}
	properties := r.SchemaFromRef(ref.Ref).Properties
	properties["kind"] = &huma.Schema{Type: huma.TypeString, Enum: []any{kind}}
	if outcome := properties["outcome"]; outcome != nil {
		outcome.Enum, properties["gravity"].Enum = words(judge.Outcomes), words(judge.Gravities)
		properties["strength"].Enum = words(judge.Strengths)
	}
	return ref
}

// words returns values as the words used in rows.
func words[T interface{ String() string }](list []T) (out []any) {
	for _, v := range list {
		out = append(out, v.String())
	}
	return out
}

// topics are the groups of operations, by path prefix.
var topics = []struct{ path, name, about string }{
	{"/runs", "runs", "Files that are checked, their findings, decisions, reports and corrections"},
	{"/references:check", "works", "A few references at once, entries of works, and the corpora"},
	{"/cite", "works", ""},
	{"/corpus", "works", ""},
	{"/venues", "venues", "The desk of a venue: its papers, people and decisions"},
}

// tagged puts every operation into its group.
func tagged(doc *huma.OpenAPI) {
	for _, topic := range topics {
		if topic.about != "" {
			doc.Tags = append(doc.Tags, &huma.Tag{Name: topic.name, Description: topic.about})
		}
		for path, item := range doc.Paths {
			if strings.HasPrefix(path, base+topic.path) {
				for _, op := range operationsOf(item) {
					op.Tags = []string{topic.name}
				}
			}
		}
	}
}

// answering describes the answers of an operation: the success and the errors.
type answering = func(status, about, kind string, schema *huma.Schema) map[string]*huma.Response

// reported describes a report, with the media types of all formats.
func reported(answers answering) map[string]*huma.Response {
	out := answers("200", "The report, in the media type of the format", "", nil)
	kinds := map[string]*huma.MediaType{}
	for _, format := range report.Formats() {
		kind, _, _ := strings.Cut(report.MediaType(format), ";")
		schema := &huma.Schema{Type: huma.TypeString}
		if strings.HasSuffix(kind, "json") {
			schema = &huma.Schema{} // that of the format
		}
		kinds[kind] = &huma.MediaType{Schema: schema}
	}
	out["200"].Content = kinds
	return out
}
