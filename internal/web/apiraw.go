package web

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/bonafide-audit/bonafide/internal/fix/formats"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/row"
)

// raw adds the routes of the API whose bodies are forms, streams or files, with
// their descriptions.
func (s *server) raw(mux *http.ServeMux, api huma.API) {
	registry := api.OpenAPI().Components.Schemas
	run := &huma.Param{Name: "run", In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString},
		Description: "id of the run"}
	text := func(name, about string, values ...any) *huma.Param {
		return &huma.Param{Name: name, In: "query", Schema: &huma.Schema{Type: huma.TypeString, Enum: values},
			Description: about}
	}
	failure := map[string]*huma.MediaType{
		"application/problem+json": {Schema: schemaOf[huma.ErrorModel](registry, "ErrorModel")}}
	answers := func(status, about, kind string, schema *huma.Schema) map[string]*huma.Response {
		return map[string]*huma.Response{
			status:    {Description: about, Content: map[string]*huma.MediaType{kind: {Schema: schema}}},
			"default": {Description: "Error", Content: failure},
		}
	}
	add := func(op *huma.Operation, do handler) {
		op.Path = base + op.Path
		api.OpenAPI().AddOperation(op)
		mux.HandleFunc(op.Method+" "+op.Path, s.problems(do))
	}
	whole := &huma.Schema{Type: huma.TypeString}
	add(&huma.Operation{
		Method: http.MethodPost, Path: "/runs", OperationID: "createRun", Summary: "Check files",
		Description: "Send files as multipart/form-data, each as a part `file`, a text as `text`, or the address of a " +
			"paper of arXiv as `arxiv`. Names of files may have folders. The answer comes at once; follow the run by its events.",
		Parameters: []*huma.Param{{Name: "Idempotency-Key", In: "header", Schema: whole,
			Description: "a request that sends the same key again gets the same run; with other files or options it is refused with 409"}},
		RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
			"multipart/form-data": {Schema: formSchema(registry)},
			"application/json":    {Schema: schemaOf[jsonRun](registry, "NewRun")},
		}},
		Responses: answers("201", "The run, which waits for its turn", "application/json",
			schemaOf[apiRun](registry, "ApiRun")),
	}, s.createRun)
	add(&huma.Operation{
		Method: http.MethodGet, Path: "/runs/{run}/events", OperationID: "followRun", Summary: "Follow a run",
		Description: "Server-sent events: `finding` for every row when it settles and when it changes, with its number as " +
			"id; `state` and at last `end` with how far the run is; the data are JSON objects. Last-Event-ID or `after` " +
			"resumes without gap or double.",
		Parameters: []*huma.Param{run, text("after", "number of the last row that was received"),
			{Name: "Last-Event-ID", In: "header", Schema: whole}},
		Responses: answers("200", "The events", "text/event-stream", whole),
	}, s.atRun(s.events))
	binary := &huma.Schema{Type: huma.TypeString, Format: "binary"}
	add(&huma.Operation{
		Method: http.MethodGet, Path: "/runs/{run}/report", OperationID: "getReport",
		Summary:    "The report of a run that is done",
		Parameters: []*huma.Param{run, text("format", "jsonl when absent", words(report.Formats())...)},
		Responses:  reported(answers),
	}, s.atRun(s.download))
	add(&huma.Operation{
		Method: http.MethodGet, Path: "/runs/{run}/fix", OperationID: "getFixed",
		Summary: "A file of a run, corrected; of a document that takes no corrections the bibliography of its references",
		Parameters: []*huma.Param{run,
			{Name: "file", In: "query", Required: true, Schema: whole, Description: "name of the file"},
			text("likely", "on: also what is likely but not certain to be wrong", "on"),
			text("take", "id of a finding whose entry takes the record's values; may be repeated"),
			text("only", "confirmed: only findings that were confirmed; accepted is its former word", "confirmed", "accepted"),
			text("as", "a format to write the corrected references in; that of the file when absent", words(formats.Exports)...)},
		Responses: answers("200", "The file", "application/octet-stream", binary),
	}, s.atRun(s.corrected))
	add(&huma.Operation{
		Method: http.MethodGet, Path: "/runs/{run}/marked", OperationID: "getMarked",
		Summary: "A PDF of a run with notes beside its entries",
		Parameters: []*huma.Param{run,
			{Name: "file", In: "query", Required: true, Schema: whole, Description: "name of the file"}},
		Responses: asBytes(answers("200", "The marked PDF", "application/pdf", binary)),
	}, s.atRun(s.marked))
	s.venueRaw(add, text, answers)
}

// formSchema describes the form of a run: what is checked, and runs.Options.
func formSchema(registry huma.Registry) *huma.Schema {
	parts := map[string]*huma.Schema{
		"file": {Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
		"text": {Type: huma.TypeString}, "title": {Type: huma.TypeString, Description: "name of the run"},
		"arxiv": {Type: huma.TypeString,
			Description: "identifier or address of a paper of arXiv to fetch, where services may be asked"},
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[runs.Options]()) {
		if name := runs.FormName(&field); name != "" {
			parts[name] = huma.SchemaFromField(registry, field, "")
			parts[name].Nullable = false // a form has no null
		}
	}
	return &huma.Schema{Type: huma.TypeObject, Properties: parts}
}

type jsonRun struct {
	Title   string       `json:"title,omitempty" maxLength:"200" doc:"name of the run"`
	Name    string       `json:"name,omitempty" doc:"name of the file that the text stands for"`
	Text    string       `json:"text,omitempty" doc:"references in any format"`
	ArXiv   string       `json:"arxiv,omitempty" maxLength:"1024" doc:"identifier or address of a paper of arXiv to fetch, where services may be asked"`
	Options runs.Options `json:"options,omitzero"`
}

func (s *server) createRun(w http.ResponseWriter, r *http.Request) error {
	var g *given
	var err error
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind == "application/json" {
		g, err = s.fromJSON(w, r)
	} else {
		g, err = s.multipart(w, r)
	}
	var id string
	if err == nil {
		id, err = s.begin(r, g)
	}
	if err != nil {
		s.release(r, g, id)
		return err
	}
	record, err := s.store.Get(r.Context(), owner(r.Context()), id)
	if err != nil {
		return err
	}
	w.Header().Set("Location", base+"/runs/"+id)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	return json.NewEncoder(w).Encode(apiRunOf(record))
}

func (s *server) fromJSON(w http.ResponseWriter, r *http.Request) (*given, error) {
	g := &given{}
	var in jsonRun
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, s.opt.MaxUpload))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&in); err != nil {
		return g, broken(err)
	}
	g.title, g.options, g.arXiv = in.Title, in.Options, strings.TrimSpace(in.ArXiv)
	if err := s.fetch(r, g); err != nil {
		return g, err
	}
	if err := s.keep(r, g, cmp.Or(in.Name, pasted), strings.NewReader(in.Text)); err != nil {
		return g, err
	}
	return g, s.requireInputs(g)
}

func (s *server) events(w http.ResponseWriter, r *http.Request, record *runs.Record) error {
	return s.follow(w, r, record, func(item runs.Item) (string, error) { return string(item.Body), nil },
		func(now *runs.Record) (any, error) { return progressOf(now), nil })
}

// describedPath is an operation as listed on the page about the API.
type describedPath struct{ Method, Path, Summary, Description string }

func described(doc *huma.OpenAPI) []describedPath {
	var list []describedPath
	for path, item := range doc.Paths {
		for method, op := range operationsOf(item) {
			list = append(list, describedPath{method, path, op.Summary, op.Description})
		}
	}
	slices.SortFunc(list, func(a, b describedPath) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Method, b.Method))
	})
	return list
}

func schemaOf[T any](registry huma.Registry, hint string) *huma.Schema {
	return registry.Schema(reflect.TypeFor[T](), true, hint)
}

// findingRow is the stored row of a finding.
type findingRow struct{ json.RawMessage }

func (findingRow) Schema(r huma.Registry) *huma.Schema {
	return rowSchema[report.Finding](r, row.KindFinding)
}

// summaryRow is the stored last row of a report.
type summaryRow struct{ json.RawMessage }

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
func words[T any](list []T) (out []any) {
	for _, v := range list {
		out = append(out, fmt.Sprint(v))
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
		kinds[kind] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
	}
	out["200"].Content = kinds
	return asBytes(out)
}

// asBytes describes an answer of other media types as bytes, too. Generated clients read every answer as the first type
// that they know, so that none is JSON.
func asBytes(of map[string]*huma.Response) map[string]*huma.Response {
	delete(of["200"].Content, "application/json")
	of["200"].Content["application/octet-stream"] = &huma.MediaType{
		Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	return of
}
