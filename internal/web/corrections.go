package web

import (
	"bytes"
	"html/template"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/annotate"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/runs"
)

// correctedFile is a file of a run with its corrections.
type correctedFile struct {
	Name, Diff, Address string
	Saved               string // name of the corrected file
	Parts               []correctedPart
	Writable            bool   // there is something to write
	Made                bool   // the bibliography of the document is written, not the document
	Marked              string // address of the marked PDF, "" for other files
	Why                 string // why it cannot be corrected
}

// correctedPart holds the entries of one kind: those with errors, or those that lack something.
type correctedPart struct {
	Title   string
	Entries []correctedEntry
}

// correctedEntry is an entry that changes.
type correctedEntry struct {
	ID      string
	Patches []correctedField
	Review  runs.Review
	Address string // of its finding
}

// correctedField is a field of an entry, with the changes marked.
type correctedField struct {
	Field    string
	From, To template.HTML
}

// correctedParts separates entries with errors from those that lack something.
func correctedParts(run string, entries []fix.Entry, reviews map[string]runs.Review) (list []correctedPart) {
	wrong, lacking := correctedPart{Title: "Corrected"}, correctedPart{Title: "Completed"}
	for i := range entries {
		e := &entries[i]
		if len(e.Patches) == 0 {
			continue
		}
		one, part := correctedEntry{ID: e.ID, Review: reviews[e.ID],
			Address: "/runs/" + run + "/finding?" + url.Values{"id": {e.ID}}.Encode()}, &lacking
		for _, p := range e.Patches {
			field := correctedField{Field: string(p.Field)}
			field.From, field.To = report.Marked(string(p.Field), p.From, p.To)
			if one.Patches = append(one.Patches, field); p.From != "" && !strings.HasPrefix(p.Rule, "partial-") {
				part = &wrong
			}
		}
		part.Entries = append(part.Entries, one)
	}
	for _, part := range []correctedPart{wrong, lacking} {
		if len(part.Entries) > 0 {
			list = append(list, part)
		}
	}
	return list
}

// correctionsPage shows the changes that fix would make.
func (s *server) correctionsPage(w http.ResponseWriter, r *http.Request, record *runs.Record) error {
	if !record.State.Over() {
		return refused(http.StatusConflict, "the run has not finished: try again when it has")
	}
	reviews, err := s.store.Reviews(r.Context(), record.ID)
	if err != nil {
		return err
	}
	var files []correctedFile
	for _, in := range record.Documents() {
		file := correctedFile{Name: in.Name, Address: "/runs/" + record.ID + "/corrected?file=" + url.QueryEscape(in.Name)}
		if record.State == runs.Done && strings.EqualFold(path.Ext(in.Name), ".pdf") {
			file.Marked = "/runs/" + record.ID + "/marked?file=" + url.QueryEscape(in.Name)
		}
		out, err := s.worker.Fix(r.Context(), record, in.Name, false)
		if err != nil {
			file.Why = report.Visible(err.Error())
		} else {
			file.Writable, file.Made, file.Diff = out.Writable(), out.Made, report.VisibleLines(out.Diff(out.Name))
			file.Saved, file.Parts = run.CorrectedName(out.Name), correctedParts(record.ID, out.Entries, reviews)
		}
		files = append(files, file)
	}
	dismissed := 0
	for _, review := range reviews {
		if review.Decision == runs.Dismiss {
			dismissed++
		}
	}
	return show(w, "corrections",
		map[string]any{"Title": "Corrections: " + record.Name(), "Run": record, "Files": files, "Dismissed": dismissed,
			"Person": owner(r.Context())})
}

// corrected serves a corrected file: with every proven correction except those of dismissed findings, or, with
// only=confirmed, only those of confirmed findings.
func (s *server) corrected(w http.ResponseWriter, r *http.Request, record *runs.Record) error {
	out, err := s.worker.Fix(r.Context(), record, r.FormValue("file"),
		slices.Contains([]string{"confirmed", "accepted"}, r.FormValue("only")))
	if err != nil {
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
	filter := runs.Filter{File: record.Inputs[at].Name}
	for offset := 0; ; offset += shownFindings {
		list, err := s.store.Findings(r.Context(), record.ID, filter, offset, shownFindings)
		if err != nil {
			return err
		}
		for i := range list {
			f, err := list[i].Finding()
			if err != nil {
				return err
			}
			review := reviews[f.ID]
			review.Mark(&f)
			if f.Suppressed == "" && (review.Decision != runs.Dismiss || len(review.Fields) > 0) {
				paper.Add(&f)
			}
		}
		if len(list) < shownFindings {
			break
		}
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
