package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/paper"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/row"
)

func (s *server) finding(r *http.Request, record *runs.Record) (runs.Item, report.Finding, error) {
	return s.store.Finding(r.Context(), record.ID, r.FormValue("id"))
}

func (s *server) findingPage(w http.ResponseWriter, r *http.Request, record *runs.Record) error {
	item, f, err := s.finding(r, record)
	if err != nil {
		return err
	}
	reviews, err := s.store.Reviews(r.Context(), record.ID)
	if err != nil {
		return err
	}
	filter := filterOf(r)
	one, err := s.shownOf(record, item, reviews, filter)
	if err != nil {
		return err
	}
	data, err := s.evidenceOf(record, &f)
	if err != nil {
		return err
	}
	plans, err := s.corrections(r.Context(), record, reviews)
	if err != nil {
		return err
	}
	one.Fix = plans.of(&f, &one.Review)
	data["Run"], data["One"], data["Person"] = record, one, owner(r.Context())
	data["Fields"] = decidedFields{Action: "/runs/" + record.ID + "/review", ID: one.ID, Decision: "decision",
		Reason: "reason", List: fieldsOf(&f, func(of *decidedField) {
			own, ok := one.Review.Fields[of.Field]
			of.Now, of.Own, of.Reason = one.Review.Of(of.Field), ok, own.Reason
		})}
	data["Back"] = "/runs/" + record.ID + (&view{Filter: filter}).Query(0)
	if data["Beside"], err = s.besides(r.Context(), record, one.ID, filter); err != nil {
		return err
	}
	return show(w, "finding", data)
}

// decidedFields are the fields of a finding that are decided one by one, and the form for it.
type decidedFields struct {
	Action, ID       string
	Decision, Reason string // names in the form
	Back             string // "" for none
	List             []decidedField
}

type decidedField struct {
	Field  biblio.Field
	Words  []string      // what the finding says about it
	Now    runs.Decision // that applies to it
	Own    bool          // it was made about this field only
	Reason string
	Seen   string // version of it at the desk, "" elsewhere
}

// fieldsOf lists the fields of a finding that are decided one by one, none if there is only one; decided fills
// in the decisions.
func fieldsOf(f *report.Finding, decided func(*decidedField)) (list []decidedField) {
	own := false
	for _, field := range f.FieldsQuestioned() {
		one := decidedField{Field: field, Words: f.Said(field)}
		decided(&one)
		own = own || one.Own
		list = append(list, one)
	}
	if len(list) < 2 && !own {
		return nil
	}
	return list
}

// beside is the position of a finding among those that match a filter.
type beside struct {
	At, Of         int
	Previous, Next string // addresses, "" for none
}

func (s *server) besides(ctx context.Context, record *runs.Record, id string,
	filter runs.Filter) (b beside, err error) {
	ids, err := s.store.IDs(ctx, record.ID, filter)
	if err != nil {
		return b, err
	}
	address := func(at int) string {
		if at < 0 || at >= len(ids) {
			return ""
		}
		return "/runs/" + record.ID + "/finding" + (&view{Filter: filter}).queryOf(url.Values{"id": {ids[at]}})
	}
	at := slices.Index(ids, id)
	if at < 0 {
		return b, nil
	}
	return beside{at + 1, len(ids), address(at - 1), address(at + 1)}, nil
}

// evidenceOf returns everything known about a finding, for its page.
func (s *server) evidenceOf(record *runs.Record, f *report.Finding) (map[string]any, error) {
	var evidence bytes.Buffer
	var head row.Run
	_ = json.Unmarshal(record.Head, &head) // what is not there yet is omitted
	if err := report.WriteEvidence(&evidence, head, *f, report.Options{All: true}); err != nil {
		return nil, err
	}
	data := map[string]any{"Title": f.ID, "Finding": f, "Records": records(f), "Evidence": evidence.String()}
	if data["NoLinks"] = s.opt.NoLinks; !s.opt.NoLinks {
		data["Search"] = searches(f)
	}
	return data, nil
}

func records(f *report.Finding) []row.Record {
	if f.Record == nil {
		return f.Others
	}
	return append([]row.Record{*f.Record}, f.Others...)
}

type search struct{ Name, Address string }

// searches lists where a person can search for a cited work.
func searches(f *report.Finding) []search {
	if f.Claimed.Title == "" {
		return nil
	}
	q := url.QueryEscape(f.Claimed.Title)
	return []search{
		{"Google Scholar", "https://scholar.google.com/scholar?q=" + q},
		{"Crossref", "https://search.crossref.org/search/works?q=" + q},
		{"OpenAlex", "https://openalex.org/works?search=" + q},
		{"DBLP", "https://dblp.org/search?q=" + q},
	}
}

func (s *server) picture(w http.ResponseWriter, r *http.Request, record *runs.Record) error {
	_, f, err := s.finding(r, record)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(record.Inputs, func(in runs.Input) bool { return in.Name == f.File })
	if at < 0 || len(f.Boxes) == 0 {
		return runs.ErrNone
	}
	src, err := s.store.Content(record.Inputs[at].Digest)
	if err != nil {
		return err
	}
	png, err := paper.NewPictures(src).Of(f.Boxes)
	if err != nil || png == nil {
		return runs.ErrNone
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "private, max-age=3600")
	_, err = w.Write(png)
	return err
}

// reasonMax is the maximum length of the reason of a decision, in bytes.
const reasonMax = 2000

// review stores a decision about a finding. Scripts do not ask for a page.
func (s *server) review(w http.ResponseWriter, r *http.Request, record *runs.Record) error {
	decision, err := runs.ReadDecision(posted(r, "decision"))
	if err != nil {
		return err
	}
	reason := posted(r, "reason")
	if len(reason) > reasonMax {
		return refused(http.StatusUnprocessableEntity, "a reason has at most %d letters", reasonMax)
	}
	id := posted(r, "id")
	one := runs.Review{
		Finding: id, Field: biblio.Field(posted(r, "field")), Decision: decision, Reason: reason, Author: owner(r.Context()),
	}
	if err := s.store.Decide(r.Context(), record.ID, one); err != nil {
		return err
	}
	if r.Header.Get("Accept") == "application/json" {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	return seeOther(w, r, "/runs/"+record.ID+"/finding?id="+url.QueryEscape(id))
}

// lookUp has services asked about the references of a run.
func (s *server) lookUp(w http.ResponseWriter, r *http.Request, _ *runs.Record) error {
	if err := cmp.Or(s.allowed(&runs.Options{Online: true}), s.room(r, owner(r.Context()), nil)); err != nil {
		return err
	}
	return done(s.store.LookUp, "/runs/")(w, r)
}

// done does something with the requested run of the user, and shows another page.
func done(do func(ctx context.Context, owner, run string) error, page string) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		id := r.PathValue("run")
		return then(w, r, page+id, do(r.Context(), owner(r.Context()), id))
	}
}

// renameRun gives a run of the user a name.
func (s *server) renameRun(w http.ResponseWriter, r *http.Request) error {
	return done(func(ctx context.Context, owner, run string) error {
		return s.store.Rename(ctx, owner, run, posted(r, "title"))
	}, "/runs/")(w, r)
}

// restoreRun restores a run that its owner has just deleted.
func (s *server) restoreRun(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("run")
	err := s.store.Restore(r.Context(), owner(r.Context()), id)
	if errors.Is(err, runs.ErrNone) { // the second of two clicks finds it restored
		_, err = s.store.Get(r.Context(), owner(r.Context()), id)
	}
	return then(w, r, "/runs/"+id, err)
}

// attach makes an answer a file to download under a name.
func attach(w http.ResponseWriter, name, kind string) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition",
		mime.FormatMediaType("attachment", map[string]string{"filename": path.Base(name)}))
}

func attachReport(w http.ResponseWriter, name, format string) {
	attach(w, reportName(name, format), report.MediaType(format))
}

// formatOf returns the format that a request asks for, or the default.
func formatOf(r *http.Request, usual string, known []string) (string, error) {
	format := cmp.Or(r.FormValue("format"), usual)
	if !slices.Contains(known, format) {
		return "", refused(http.StatusUnprocessableEntity, "format: use one of %s", strings.Join(known, ", "))
	}
	return format, nil
}

// download serves the report of a run in a format.
func (s *server) download(w http.ResponseWriter, r *http.Request, record *runs.Record) error {
	format, err := formatOf(r, "jsonl", report.Formats())
	if err != nil {
		return err
	}
	if record.State != runs.Done {
		return refused(http.StatusConflict, "the run is %s: there is no report of it", record.State)
	}
	attachReport(w, stem(record.File()), format)
	if format == "jsonl" {
		return s.store.Report(r.Context(), record, w)
	}
	return s.store.Render(r.Context(), record, format, w)
}

// live sends the findings of a run, rendered, as they settle.
func (s *server) live(w http.ResponseWriter, r *http.Request, record *runs.Record) error {
	reviews, err := s.store.Reviews(r.Context(), record.ID)
	if err != nil {
		return err
	}
	var drawn time.Time // when the glance was drawn
	return s.follow(w, r, record, func(item runs.Item) (string, error) {
		one, err := s.shownOf(record, item, reviews, runs.Filter{Gravest: true, Standing: true})
		if err != nil {
			return "", err
		}
		var b bytes.Buffer
		if err := templates().ExecuteTemplate(&b, "shown", one); err != nil {
			return "", err
		}
		text, err := json.Marshal(map[string]any{"id": one.ID, "grave": one.Grave, "html": b.String()})
		return string(text), err
	}, func(now *runs.Record) (any, error) {
		told := struct {
			progress
			HTML string `json:"html,omitempty"` // the glance
		}{progress: progressOf(now)}
		if time.Since(drawn) < livePause {
			return told, nil
		}
		drawn = time.Now()
		g, err := s.glance(r.Context(), now, runs.Filter{Gravest: true, Standing: true})
		if err != nil {
			return nil, err
		}
		var b strings.Builder
		err = templates().ExecuteTemplate(&b, "glance", g)
		told.HTML = b.String()
		return told, err
	})
}

// follow sends the findings of a run, from the number after that in Last-Event-ID or the parameter after, as
// server-sent events: "finding" with the number as id, "state" without one, and "end" when nothing more will come.
func (s *server) follow(w http.ResponseWriter, r *http.Request, record *runs.Record,
	draw func(runs.Item) (string, error), tell func(*runs.Record) (any, error)) error {
	last, _ := strconv.ParseInt(cmp.Or(r.Header.Get("Last-Event-ID"), r.FormValue("after")), 10, 64)
	w.Header().Set("Content-Type", "text/event-stream")
	out := events{w: w, control: http.NewResponseController(w)}
	err := s.store.Follow(r.Context(), owner(r.Context()), record.ID, last, func(item runs.Item) error {
		text, err := draw(item)
		if err != nil {
			return err
		}
		return out.send(fmt.Sprintf("id: %d\nevent: finding\ndata: %s\n\n", item.Number, text))
	}, func(now *runs.Record) error {
		told, err := tell(now)
		if err != nil {
			return err
		}
		text, err := json.Marshal(told)
		if err != nil {
			return err
		}
		kind := "state"
		if now.State.Over() {
			kind = "end"
		}
		return out.send(fmt.Sprintf("event: %s\ndata: %s\n\n", kind, text))
	})
	switch {
	case err == nil || r.Context().Err() != nil:
	case out.gone:
		s.opt.Log.Info("a client that followed a run has disconnected", "run", record.ID, "error", err)
	default:
		s.opt.Log.Warn("a run could not be followed", "run", record.ID, "error", err)
	}
	return nil // the answer has begun
}

type progress struct {
	ID        string     `json:"id"`
	State     runs.State `json:"state"`
	Announced int        `json:"references"`
	Settled   int        `json:"settled"`
	Text      string     `json:"text"`
}

func progressOf(r *runs.Record) progress {
	return progress{r.ID, r.State, r.Announced, r.Settled, (&view{Run: *r}).Progress()}
}

// events writes server-sent events, each with a deadline.
type events struct {
	w       http.ResponseWriter
	control *http.ResponseController
	gone    bool // the reader is gone
}

func (e *events) send(text string) error {
	_ = e.control.SetWriteDeadline(time.Now().Add(patience)) // a recorder in tests has none
	_, err := e.w.Write([]byte(text))
	if err == nil {
		err = e.control.Flush()
	}
	e.gone = err != nil
	return err
}
