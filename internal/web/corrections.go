package web

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"html"
	"html/template"
	"io"
	"maps"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/annotate"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/runs"
)

// correctedFile is a file of a run with its corrections.
type correctedFile struct {
	Name, Address      string
	Saved              string // name of the corrected file
	Writable           bool   // there is something to write
	Made               bool   // the bibliography of the document is written, not the document
	Marked             string // address of the marked PDF, "" for other files
	Why                string // why it cannot be corrected
	Corrected, Likely  int    // entries in which something wrong is corrected, and likely corrections left out
	Completed, Decided int    // entries that are only completed, and those that take the record's values
}

// corrections are those of a run, as its page shows them.
type corrections struct {
	Files     []correctedFile
	Corrected int // entries of all files
	Held      int // entries that differ from their record and are not corrected
	Left      []cause
	plans     map[string]*fix.Entry // by finding
}

// corrections returns the stored corrections of a run that is done, without what people dismissed.
func (s *server) corrections(ctx context.Context, record *runs.Record,
	reviews map[string]runs.Review) (c corrections, err error) {
	if record.State != runs.Done {
		return c, nil
	}
	done, err := s.plans.take(ctx, owner(ctx))
	if err != nil {
		return c, err
	}
	defer done()
	c.plans = map[string]*fix.Entry{}
	left := map[string]int{}
	for _, in := range record.Documents() {
		file := correctedFile{Name: in.Name, Address: "/runs/" + record.ID + "/corrected?file=" + url.QueryEscape(in.Name)}
		if strings.EqualFold(path.Ext(in.Name), ".pdf") {
			file.Marked = "/runs/" + record.ID + "/marked?file=" + url.QueryEscape(in.Name)
		}
		out, err := s.worker.Fix(ctx, record, in.Name, runs.Wish{All: true})
		if err != nil {
			file.Why = report.Visible(err.Error())
		}
		file.Made, file.Saved, file.Likely = out.Made, run.CorrectedName(out.Name), out.Held(fix.Likely)
		for i := range out.Entries {
			e := &out.Entries[i]
			c.plans[e.ID] = e
			review := reviews[e.ID]
			wanted := func(p fix.Patch) bool { return review.Wants(p.Field, p.Cause, false) }
			switch {
			case review.Decision == runs.Take:
				file.Decided++
			case !slices.ContainsFunc(e.Patches, wanted):
				if why := leftWhy(e); why != "" && review.Decision != runs.Dismiss {
					left[why]++
					c.Held++
				}
			case mends(e.Patches, wanted):
				file.Corrected++
			default:
				file.Completed++
			}
		}
		file.Writable = file.Corrected+file.Completed+file.Decided > 0
		c.Corrected += file.Corrected + file.Decided
		c.Files = append(c.Files, file)
	}
	for _, why := range slices.Sorted(maps.Keys(left)) {
		c.Left = append(c.Left, cause{why, left[why]})
	}
	return c, nil
}

// mends reports whether a wanted patch replaces something wrong; others complete an entry.
func mends(list []fix.Patch, wanted func(fix.Patch) bool) bool {
	return slices.ContainsFunc(list, func(p fix.Patch) bool { return wanted(p) && p.From != "" && p.Aim != fix.Completes })
}

// leftWhy returns why an entry that differs from its record is not corrected, "" for others.
func leftWhy(e *fix.Entry) string {
	if !slices.Contains(looked, e.Outcome) {
		return ""
	}
	for _, u := range e.Left() {
		if u.Why != "" {
			return whyLeft(u)
		}
	}
	return cmp.Or(report.Visible(e.Withheld()), "no record says what to write")
}

// whyLeft returns why a field is left alone; the record's value is shown elsewhere.
func whyLeft(u fix.Unactionable) string {
	switch u.Hold {
	case fix.Likely:
		return "likely wrong, but not certain"
	case fix.Lead:
		return "the record says something else, which is not enough to change the entry"
	}
	return report.Visible(u.Why)
}

// correction is what happens to an entry.
type correction struct {
	Patches []correctedField
	Left    []leftField
	State   string        // what the download does with the entry; "" for nothing
	Take    bool          // a person may have the record's values written
	Taken   bool          // and has
	Named   string        // what Entry is
	Entry   template.HTML // the text to copy, with the changes marked; "" for none
}

// leftField is a field of an entry that is not corrected, "" for the whole entry, why, and what can be done.
type leftField struct{ Field, Why, Do string }

// pens say what a person can do about a field that is not corrected.
var pens = map[judge.Pen]string{
	judge.Offer:  "Download the likely ones, too, to have it written.",
	judge.Choose: "If the record is right, take its entry.",
	judge.Keep:   "Compare it with the record: it may be another work.",
}

// correctedField is a field of an entry, with the changes marked.
type correctedField struct {
	Field    string
	From, To template.HTML
	Own, Off bool // a person can decide about it, and has dismissed it
}

// of returns what happens to the entry of a finding, nil for nothing.
func (c *corrections) of(f *report.Finding, review *runs.Review) *correction {
	e := c.plans[f.ID]
	if e == nil {
		return nil
	}
	one := &correction{Taken: review.Decision == runs.Take}
	one.Take = one.Taken || e.MayTake() && e.Taken != ""
	wanted := func(p fix.Patch) bool { return review.Wants(p.Field, p.Cause, false) }
	for _, p := range e.Patches {
		field := correctedField{Field: string(p.Field), Own: slices.Contains(f.FieldsQuestioned(), p.Field), Off: !wanted(p)}
		field.From, field.To = report.Marked(string(p.Field), p.From, p.To)
		one.Patches = append(one.Patches, field)
	}
	for _, u := range e.Left() {
		if slices.Contains(looked, e.Outcome) || u.Open() {
			left := leftField{string(u.Field), whyLeft(u), pens[u.Pen]}
			if u.Pen == judge.Choose && !one.Take {
				left.Do = pens[judge.Keep]
			}
			one.Left = append(one.Left, left)
		}
	}
	if why := leftWhy(e); len(one.Patches)+len(one.Left) == 0 && why != "" {
		one.Left = []leftField{{Why: why}}
	}
	if len(one.Patches)+len(one.Left) == 0 && !one.Taken && e.Taken == "" {
		return nil
	}
	switch {
	case one.Taken || len(e.Patches) == 0 && e.Taken != "":
		one.Named, one.Entry = "The record's entry", inserted(e.Taken)
	case slices.ContainsFunc(e.Patches, wanted):
		one.State = "completed"
		if mends(e.Patches, wanted) {
			one.State = "corrected"
		}
		one.Named = "The " + one.State + " entry"
		one.Entry = inserted(e.With(wanted, func(s string) string { return insertion + s + insertion }))
	}
	return one
}

// insertion is before and after what is written into an entry.
const insertion = "\x00"

// inserted marks what is between insertions.
func inserted(text string) template.HTML {
	var b strings.Builder
	for i, part := range strings.Split(text, insertion) {
		element := [...]string{"%s", "<ins>%s</ins>"}[i%2]
		fmt.Fprintf(&b, element, html.EscapeString(report.VisibleLines(part)))
	}
	return template.HTML(b.String()) // escaped above
}

// mostTaken is how many entries can take the record's values at a time.
const mostTaken = 500

// wishOf returns the corrections that a request asks for.
func wishOf(r *http.Request) (w runs.Wish, err error) {
	if err := r.ParseForm(); err != nil {
		return w, refused(http.StatusUnprocessableEntity, "the form cannot be read: %v", err)
	}
	if w.Take = r.Form["take"]; len(w.Take) > mostTaken {
		return w, refused(http.StatusUnprocessableEntity, "take: at most %d entries at a time", mostTaken)
	}
	w.Likely = r.FormValue("likely") != ""
	w.Confirmed = slices.Contains([]string{"confirmed", "accepted"}, r.FormValue("only"))
	return w, nil
}

// corrected serves a corrected file: with every proven correction except those of dismissed findings, or, with
// only=confirmed, only those of confirmed findings; with likely=on also likely ones, and for each take the values
// of the record.
func (s *server) corrected(w http.ResponseWriter, r *http.Request, record *runs.Record) error {
	wish, err := wishOf(r)
	if err != nil {
		return err
	}
	done, err := s.plans.take(r.Context(), owner(r.Context()))
	if err != nil {
		return err
	}
	defer done()
	out, err := s.worker.Fix(r.Context(), record, r.FormValue("file"), wish)
	if err != nil {
		return err
	}
	if r.FormValue("as") == "diff" {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, err = io.WriteString(w, cmp.Or(report.VisibleLines(out.Text), "Nothing changes.\n"))
		return err
	}
	name, content := run.CorrectedName(out.Name), out.Bytes
	if format := r.FormValue("as"); format != "" {
		if !slices.Contains(formats.Exports, format) {
			return refused(http.StatusUnprocessableEntity, "as: use one of %s", strings.Join(formats.Exports, ", "))
		}
		if content, err = out.As(format); err != nil {
			return err
		}
		name = strings.TrimSuffix(name, path.Ext(name)) + exportedAs[format]
	}
	attach(w, name, "application/octet-stream")
	_, err = w.Write(content)
	return err
}

// exportedAs maps formats to the file extensions of exports.
var exportedAs = map[string]string{"bib": ".bib", "csl": ".json", "ris": ".ris"}

// marked serves the copy of a PDF with notes beside its entries, except for dismissed findings.
func (s *server) marked(w http.ResponseWriter, r *http.Request, record *runs.Record) error {
	if record.State != runs.Done {
		return refused(http.StatusConflict, "the run is %s: nothing can be marked yet", record.State)
	}
	at := slices.IndexFunc(record.Inputs, func(in runs.Input) bool { return in.Name == r.FormValue("file") })
	if at < 0 {
		return runs.ErrNone
	}
	reviews, err := s.store.Reviews(r.Context(), record.ID)
	if err != nil {
		return err
	}
	var paper annotate.Paper
	err = s.store.EachFinding(r.Context(), record.ID, runs.Filter{File: record.Inputs[at].Name}, func(f *report.Finding) {
		review := reviews[f.ID]
		review.Mark(f)
		if f.Suppressed == "" && (review.Decision != runs.Dismiss || len(review.Fields) > 0) {
			paper.Add(f)
		}
	})
	if err != nil {
		return err
	}
	src, err := s.store.Content(record.Inputs[at].Digest)
	if err != nil {
		return err
	}
	if !bytes.Contains(src[:min(len(src), 1024)], []byte("%PDF-")) {
		return refused(http.StatusUnprocessableEntity, "%s is not a PDF: only PDFs can be marked", record.Inputs[at].Name)
	}
	content, err := paper.Write(src, true)
	if err != nil {
		return refused(http.StatusUnprocessableEntity, "%s cannot be marked: %v", record.Inputs[at].Name, err)
	}
	attach(w, strings.TrimSuffix(record.Inputs[at].Name, path.Ext(record.Inputs[at].Name))+".marked.pdf",
		"application/pdf")
	_, err = w.Write(content)
	return err
}
