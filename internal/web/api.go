package web

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cite"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/runs"
)

const base = "/api/v1"

// api adds the routes of the API. apiraw.go describes by hand what huma cannot derive: streams and forms.
func (s *server) api(mux *http.ServeMux) {
	config := huma.DefaultConfig("bonafide", s.opt.Version)
	config.Info.Description = "Audits citations: give papers or bibliographies, follow what becomes of each reference, " +
		"take reports and corrected files. " +
		"A finding is a row of `bonafide check --format jsonl`."
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "/api/openapi", "", "/api/schemas"
	config.Info.License = &huma.License{Name: "Apache-2.0", Identifier: "Apache-2.0"}
	config.Servers = []*huma.Server{{URL: "/"}}
	config.Security = []map[string][]string{{}} // no authentication
	config.CreateHooks = nil                    // answers name no schemas: rows are returned as they are
	if s.opt.Accounts {
		config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer",
			Description: "a token of an account"}}
		config.Security = []map[string][]string{{"token": {}}}
	}
	api := humago.New(mux, config)
	at := func(method, path, id, summary string) huma.Operation {
		return huma.Operation{Method: method, Path: base + path, OperationID: id, Summary: summary}
	}
	route(s, api, at(http.MethodGet, "/runs", "listRuns", "The runs, the newest first"), s.listRuns)
	route(s, api, at(http.MethodGet, "/runs/{run}", "getRun", "One run"), s.getRun)
	route(s, api, at(http.MethodPut, "/runs/{run}/title", "renameRun", "Give a run a name"), s.nameRun)
	silent(s, api,
		at(http.MethodDelete, "/runs/{run}", "deleteRun", "Cancel a run and delete it. It can be restored for an hour"),
		s.dropRun)
	route(s, api, at(http.MethodPost, "/runs/{run}/restore", "restoreRun", "Restore a run that was deleted within the last hour"),
		s.after(s.store.Restore))
	route(s, api, at(http.MethodPost, "/runs/{run}/cancel", "cancelRun", "Cancel a run"), s.after(s.store.Cancel))
	route(s, api,
		at(http.MethodGet, "/runs/{run}/findings", "listFindings",
			"The findings of a run, in the order of the input or the gravest first"), s.listFindings)
	route(s, api,
		at(http.MethodGet, "/runs/{run}/decisions", "listDecisions", "What people decided about the findings of a run"),
		s.listDecisions)
	silent(s, api,
		at(http.MethodPost, "/runs/{run}/decisions", "decide", "Decide about a finding, or about one of its fields"),
		s.decide)
	link := at(http.MethodPost, "/runs/{run}/shares", "shareRun",
		"Make a link by which anyone can read the report of a run for 30 days")
	link.DefaultStatus = http.StatusCreated
	route(s, api, link, s.shareRun)
	silent(s, api, at(http.MethodDelete, "/runs/{run}/shares", "unshareRun", "Revoke all links to the report of a run"),
		s.unshareRun)
	route(s, api,
		at(http.MethodGet, "/runs/{run}/corrections", "listCorrections", "What fix would change in the files of a run"),
		s.listCorrections)
	check := at(http.MethodPost, "/references:check", "checkReferences",
		"Check a few references at once and wait for the answer")
	check.MaxBodyBytes = referencesMax
	route(s, api, check, s.checkReferences)
	route(s, api, at(http.MethodGet, "/cite", "cite", "The entry of the work that a query means, from its record"), s.cite)
	route(s, api,
		at(http.MethodGet, "/corpus/search", "searchCorpus",
			"Works of the offline corpora, by identifier, title or a whole reference"), s.search)
	s.venueAPI(api, at)
	s.raw(mux, api)
	s.completed(mux, api)
	tagged(api.OpenAPI())
	mux.HandleFunc("/api/", s.problems(func(http.ResponseWriter, *http.Request) error { return runs.ErrNone }))
	mux.HandleFunc("GET /api/docs", s.page(func(w http.ResponseWriter, r *http.Request) error {
		return show(w, "api", map[string]any{"Title": "API", "Person": owner(r.Context()), "Paths": described(api.OpenAPI())})
	}))
}

// route adds an operation that answers with a body, and turns its errors into those of the API.
func route[I, B any](s *server, api huma.API, op huma.Operation, do func(context.Context, *I) (B, error)) {
	huma.Register(api, op, func(ctx context.Context, in *I) (*struct{ Body B }, error) {
		body, err := do(ctx, in)
		return &struct{ Body B }{body}, s.problem(err)
	})
}

// silent adds an operation that answers with nothing.
func silent[I any](s *server, api huma.API, op huma.Operation, do func(context.Context, *I) error) {
	huma.Register(api, op, func(ctx context.Context, in *I) (*struct{}, error) { return nil, s.problem(do(ctx, in)) })
}

// RunID names a run in a path.
type RunID struct {
	Run string `path:"run" maxLength:"64" doc:"id of the run"`
}

type apiRun struct {
	ID         string       `json:"id"`
	Title      string       `json:"title,omitempty" doc:"name that its owner gave it"`
	State      runs.State   `json:"state" enum:"queued,running,done,failed,cancelled"`
	Files      []apiFile    `json:"files"`
	Options    runs.Options `json:"options"`
	References int          `json:"references" doc:"that were read so far"`
	Settled    int          `json:"settled" doc:"of which nothing is asked any more"`
	Error      string       `json:"error,omitempty" doc:"why it failed"`
	Created    time.Time    `json:"created"`
	Started    *time.Time   `json:"started,omitempty"`
	Ended      *time.Time   `json:"ended,omitempty"`
	Summary    summaryRow   `json:"summary,omitzero" doc:"last row of the report"`
}

type apiFile struct {
	Name   string `json:"name"`
	Size   int64  `json:"size" doc:"bytes"`
	SHA256 string `json:"sha256"`
}

func apiRunOf(r runs.Record) apiRun {
	files := lists.Map(r.Inputs, func(in runs.Input) apiFile { return apiFile{in.Name, in.Size, in.Digest} })
	return apiRun{r.ID, r.Title, r.State, files, r.Options, r.Announced, r.Settled, r.Error, r.Created, some(r.Started),
		some(r.Ended), summaryRow{r.Summary}}
}

func some(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// listOf is an answer that lists everything. Each list is a type of its own, after which its schema is named.
type listOf[T any] struct {
	Items []T `json:"items"`
}

type pagedList[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next,omitempty" doc:"cursor of the next page; absent on the last"`
}

type runsPageBody pagedList[apiRun]

func (s *server) listRuns(ctx context.Context, in *struct {
	Cursor string `query:"cursor" maxLength:"15" pattern:"^[1-9][0-9]*$" doc:"next of the page before"`
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
	Query  string `query:"q" maxLength:"300" doc:"only those whose names and files have all these words"`
}) (out runsPageBody, err error) {
	var before time.Time
	if in.Cursor != "" {
		ms, err := strconv.ParseInt(in.Cursor, 10, 64)
		if err != nil || ms <= 0 {
			return out, huma.Error422UnprocessableEntity("cursor: take it from the page before")
		}
		before = time.UnixMilli(ms)
	}
	list, err := s.store.List(ctx, owner(ctx), in.Query, before, in.Limit)
	out.Items = lists.Map(list, apiRunOf)
	if len(list) == in.Limit {
		out.Next = strconv.FormatInt(list[len(list)-1].Created.UnixMilli(), 10)
	}
	return out, err
}

func (s *server) getRun(ctx context.Context, in *RunID) (apiRun, error) {
	record, err := s.store.Get(ctx, owner(ctx), in.Run)
	return apiRunOf(record), err
}

func (s *server) nameRun(ctx context.Context, in *struct {
	RunID
	Body struct {
		Title string `json:"title" maxLength:"200" doc:"empty takes the name back"`
	}
}) (apiRun, error) {
	if err := s.store.Rename(ctx, owner(ctx), in.Run, in.Body.Title); err != nil {
		return apiRun{}, err
	}
	return s.getRun(ctx, &in.RunID)
}

// after does something with a run, and answers with the run.
func (s *server) after(do func(ctx context.Context, owner, run string) error) func(context.Context,
	*RunID) (apiRun, error) {
	return func(ctx context.Context, in *RunID) (apiRun, error) {
		if err := do(ctx, owner(ctx), in.Run); err != nil {
			return apiRun{}, err
		}
		return s.getRun(ctx, in)
	}
}

func (s *server) dropRun(ctx context.Context, in *struct {
	RunID
	Now bool `query:"now" doc:"delete all that belongs to the run at once: it cannot be restored"`
}) error {
	if !in.Now {
		return s.store.Bin(ctx, owner(ctx), in.Run)
	}
	if err := s.store.Cancel(ctx, owner(ctx), in.Run); err != nil {
		return err
	}
	return s.store.Delete(ctx, owner(ctx), in.Run)
}

type findingsPageBody struct {
	Items []findingRow `json:"items" doc:"rows as check --format jsonl writes them"`
	Next  string       `json:"next,omitempty" doc:"cursor of the next page; absent on the last"`
}

// FindingQuery selects a page of findings.
type FindingQuery struct {
	Outcome  string `query:"outcome" maxLength:"100" doc:"only this outcome; or several, with commas between"`
	Gravity  string `query:"gravity" maxLength:"20" doc:"only this gravity"`
	Strength string `query:"strength" maxLength:"20" doc:"only this strength: note, lead, likely or certain"`
	Sort     string `query:"sort" enum:"input,gravity" default:"input"`
	Cursor   int    `query:"cursor" minimum:"0" maximum:"100000000" doc:"next of the page before"`
	Limit    int    `query:"limit" minimum:"1" maximum:"500" default:"100"`
}

// page returns the page of a run's findings, and the cursor of the next one, "" for none.
func (q *FindingQuery) page(ctx context.Context, s *server, run string, f runs.Filter) ([]runs.Item, string, error) {
	f.Outcome, f.Gravity, f.Strength, f.Gravest = q.Outcome, q.Gravity, q.Strength, q.Sort == "gravity"
	list, err := s.store.Findings(ctx, run, f, q.Cursor, q.Limit)
	if len(list) < q.Limit {
		return list, "", err
	}
	return list, strconv.Itoa(q.Cursor + q.Limit), err
}

func (s *server) listFindings(ctx context.Context, in *struct {
	RunID
	FindingQuery
	Code  string `query:"code" maxLength:"4" doc:"only with this code"`
	File  string `query:"file" maxLength:"300" doc:"only of this file"`
	Query string `query:"q" maxLength:"300" doc:"only with all these words"`
}) (findingsPageBody, error) {
	if _, err := s.store.Get(ctx, owner(ctx), in.Run); err != nil {
		return findingsPageBody{}, err
	}
	list, next, err := in.page(ctx, s, in.Run, runs.Filter{Code: in.Code, File: in.File, Words: in.Query})
	rows := lists.Map(list, func(item runs.Item) findingRow { return findingRow{item.Body} })
	return findingsPageBody{rows, next}, err
}

type decisionsListBody listOf[runs.Review]

func (s *server) listDecisions(ctx context.Context, in *RunID) (decisionsListBody, error) {
	if _, err := s.store.Get(ctx, owner(ctx), in.Run); err != nil {
		return decisionsListBody{}, err
	}
	reviews, err := s.store.Reviews(ctx, in.Run)
	list := []runs.Review{}
	for _, finding := range slices.Sorted(maps.Keys(reviews)) {
		whole := reviews[finding]
		if whole.Decision != "" {
			list = append(list, whole)
		}
		for _, field := range slices.Sorted(maps.Keys(whole.Fields)) {
			list = append(list, whole.Fields[field])
		}
	}
	return decisionsListBody{list}, err
}

type decisionRequest struct {
	RunID
	Body struct {
		Finding  string `json:"finding" minLength:"1" maxLength:"2000" doc:"id of the finding"`
		Field    string `json:"field,omitempty" maxLength:"40" doc:"the field that is decided about; the whole finding when absent"`
		Decision string `json:"decision" enum:"confirm,dismiss,unsure,take,dispute," doc:"empty takes back what was decided"`
		Reason   string `json:"reason,omitempty" maxLength:"2000"`
	}
}

func (s *server) decide(ctx context.Context, in *decisionRequest) error {
	if _, err := s.store.Get(ctx, owner(ctx), in.Run); err != nil {
		return err
	}
	return s.store.Decide(ctx, in.Run, runs.Review{
		Finding: in.Body.Finding, Field: biblio.Field(in.Body.Field), Decision: runs.Decision(in.Body.Decision),
		Reason: in.Body.Reason,
		Author: owner(ctx),
	})
}

type shareAnswerBody struct {
	Path    string    `json:"path" doc:"of the report on this server; it is told once"`
	Expires time.Time `json:"expires"`
}

func (s *server) shareRun(ctx context.Context, in *RunID) (shareAnswerBody, error) {
	pass, err := s.store.Share(ctx, owner(ctx), in.Run, shareLasts)
	return shareAnswerBody{"/shared/" + pass, time.Now().Add(shareLasts).UTC().Truncate(time.Second)}, err
}

func (s *server) unshareRun(ctx context.Context, in *RunID) error {
	return s.store.Unshare(ctx, owner(ctx), in.Run)
}

type apiCorrection struct {
	File     string          `json:"file"`
	Writable bool            `json:"writable" doc:"the corrected file can be had from fix"`
	Changed  int             `json:"changed" doc:"references that change"`
	Entries  json.RawMessage `json:"entries" doc:"as fix --json lists them"`
	Diff     string          `json:"diff,omitempty"`
	Error    string          `json:"error,omitempty"`
}

type correctionsListBody listOf[apiCorrection]

func (s *server) listCorrections(ctx context.Context, in *RunID) (correctionsListBody, error) {
	out := correctionsListBody{[]apiCorrection{}}
	record, err := s.store.Get(ctx, owner(ctx), in.Run)
	if err != nil {
		return out, err
	}
	for _, file := range record.Documents() {
		one := apiCorrection{File: file.Name, Entries: json.RawMessage("[]")}
		c, err := s.worker.Fix(ctx, &record, file.Name, runs.Wish{})
		if err != nil {
			one.Error = err.Error()
		} else if one.Entries, err = json.Marshal(c.Touched()); err != nil {
			return out, err
		} else {
			one.Writable, one.Changed, one.Diff = c.Writable(), c.Changed, c.Text
		}
		out.Items = append(out.Items, one)
	}
	return out, nil
}

type checkRequest struct {
	Body struct {
		Text string `json:"text" minLength:"1" maxLength:"200000" doc:"references in any format: entries of BibTeX, printed references, DOIs"`
		runs.Options
	}
}

type checkAnswerBody struct {
	Items []findingRow `json:"items" doc:"rows as check --format jsonl writes them"`
}

func (s *server) checkReferences(ctx context.Context, in *checkRequest) (out checkAnswerBody, err error) {
	options := in.Body.Options
	if err := s.allowed(&options); err != nil {
		return out, err
	}
	done, err := s.turns.take(ctx, owner(ctx))
	if err != nil {
		return out, err
	}
	defer done()
	rows, err := s.worker.CheckText(ctx, pasted, []byte(in.Body.Text), options, referencesMost)
	if unread, ok := errors.AsType[*run.Unread](err); ok {
		return out, huma.Error422UnprocessableEntity(report.Visible(unread.Error()))
	}
	return checkAnswerBody{lists.Map(rows, func(body json.RawMessage) findingRow { return findingRow{body} })}, err
}

type citeAnswerBody struct {
	Entry      string `json:"entry" doc:"empty where no work was found, or no one alone"`
	Told       string `json:"told" doc:"for a person: why there is no entry, which works and versions there are"`
	Unanswered bool   `json:"unanswered" doc:"a source failed: nothing follows from an empty entry"`
}

func (s *server) cite(ctx context.Context, in *struct {
	Query  string `query:"query" required:"true" minLength:"1" maxLength:"2000" doc:"an identifier, an address, a title or a whole reference"`
	Format string `query:"format" enum:"bibtex,csl,ris,text,markdown,html" default:"bibtex"`
	Style  string `query:"style" maxLength:"40" doc:"of text, markdown and html; apa when absent"`
	Prefer string `query:"prefer" enum:"as-cited,published,preprint" default:"as-cited" doc:"version to take if there are several"`
	First  bool   `query:"first" doc:"take the first of several works"`
	Online bool   `query:"online" doc:"ask the services too"`
}) (out citeAnswerBody, err error) {
	options := runs.Options{Online: in.Online}
	if err := s.allowed(&options); err != nil {
		return out, err
	}
	form, err := cite.NewForm(in.Format, in.Style)
	if err != nil {
		return out, huma.Error422UnprocessableEntity(err.Error())
	}
	prefer, err := fix.ParsePrefer(in.Prefer)
	if err != nil {
		return out, huma.Error422UnprocessableEntity(err.Error())
	}
	if strings.TrimSpace(in.Query) == "" {
		return out, huma.Error422UnprocessableEntity("query: say what is looked for")
	}
	done, err := s.turns.take(ctx, owner(ctx))
	if err != nil {
		return out, err
	}
	defer done()
	sources, release, err := s.worker.Sources(options)
	if err != nil {
		return out, err
	}
	defer release()
	resolver := cite.Resolver{Sources: sources}
	found, err := resolver.One(ctx, in.Query, cite.Options{Prefer: prefer, First: in.First})
	if err != nil {
		return out, err
	}
	out.Told, out.Unanswered = found.Told(), found.Work == nil && found.Unanswered()
	if found.Work != nil {
		var entry strings.Builder
		err = form.Write(&entry, []cite.Answer{*found}, "")
		out.Entry = entry.String()
	}
	return out, err
}

type searchAnswerBody listOf[cite.Found]

func (s *server) search(ctx context.Context, in *struct {
	Query string `query:"query" required:"true" minLength:"1" maxLength:"2000" doc:"an identifier, a title or a whole reference"`
	Limit int    `query:"limit" minimum:"1" maximum:"50" default:"10"`
}) (out searchAnswerBody, err error) {
	done, err := s.turns.take(ctx, owner(ctx))
	if err != nil {
		return out, err
	}
	defer done()
	sources, release, err := s.worker.Sources(runs.Options{})
	if err != nil {
		return out, err
	}
	defer release()
	list, err := cite.Find(sources.Corpus(), in.Query, in.Limit)
	return searchAnswerBody{append([]cite.Found{}, list[:min(len(list), in.Limit)]...)}, err
}

// completed adds to every operation what holds for all: that it can be refused, and that its path accepts no
// other method.
func (s *server) completed(mux *http.ServeMux, api huma.API) {
	for path, item := range api.OpenAPI().Paths {
		operations := operationsOf(item)
		for _, op := range operations {
			op.Responses["4XX"] = &huma.Response{Description: "The request was refused; detail says what to do",
				Content: op.Responses["default"].Content}
		}
		allowed := slices.Sorted(maps.Keys(operations))
		mux.HandleFunc(path, s.problems(func(w http.ResponseWriter, _ *http.Request) error {
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			return refused(http.StatusMethodNotAllowed, "use %s here", strings.Join(allowed, " or "))
		}))
	}
}

func operationsOf(item *huma.PathItem) map[string]*huma.Operation {
	all := map[string]*huma.Operation{http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodDelete: item.Delete,
		http.MethodPut: item.Put}
	maps.DeleteFunc(all, func(_ string, op *huma.Operation) bool { return op == nil })
	return all
}
