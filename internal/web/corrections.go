package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/annotate"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
	"github.com/bonafide-audit/bonafide/internal/judge"
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
	Left                []leftEntry
	Certain, Likely     int    // entries that change, and likely corrections left out
	With                string // address of the page with the likely corrections, "" for none
}

// leftEntry is an entry that differs from its record and is not changed, or not as a whole.
type leftEntry struct {
	ID, Address string
	Take        string        // address of the page on which it takes the record's values, "" if nobody may choose that
	Refused     bool          // a person asked for the record's values, and the record may be of another work
	Fields      []report.View // the differences that stay, with the reasons
}

// leftEntries lists the differences that the corrections of a file leave, as the findings of the run state them.
func (s *server) leftEntries(ctx context.Context, c *asked, entries []fix.Entry) (list []leftEntry, err error) {
	for i := range entries {
		e := &entries[i]
		if !slices.Contains(looked, e.Outcome) {
			continue
		}
		item, err := s.store.Finding(ctx, c.run, e.ID)
		if errors.Is(err, runs.ErrNone) {
			continue
		}
		if err != nil {
			return nil, err
		}
		f, err := item.Finding()
		if err != nil {
			return nil, err
		}
		one := leftEntry{ID: e.ID, Address: "/runs/" + c.run + "/finding?" + url.Values{"id": {e.ID}}.Encode()}
		for k := range f.Reasons {
			if r := &f.Reasons[k]; report.Differs(r) {
				if pen, _, why := e.Pen(biblio.Field(r.Field)); pen != judge.Write {
					v := report.ViewOf(r)
					v.Why = report.Visible(cmp.Or(why, "no record says what to write"))
					one.Fields = append(one.Fields, v)
				}
			}
		}
		if why := e.Withheld(); len(one.Fields) == 0 && len(e.Patches) == 0 {
			one.Fields = []report.View{{Why: cmp.Or(why, "no record says what to write")}}
		}
		if len(one.Fields) == 0 {
			continue
		}
		if slices.Contains(c.Take, e.ID) {
			one.Refused = len(e.Patches) == 0
		} else if slices.ContainsFunc(e.Left(), func(u fix.Unactionable) bool { return u.Open() }) {
			one.Take = c.page(runs.Wish{Likely: c.Likely, Take: append(slices.Clone(c.Take), e.ID)})
		}
		list = append(list, one)
	}
	return list, nil
}

// mostCounted is how many findings are counted for the label of a button.
const mostCounted = 500

// correctable counts the entries with something wrong that fix changes, and the others about which a person may
// decide, without dismissed ones: as far as the most serious findings go.
func (s *server) correctable(ctx context.Context, record *runs.Record) (certain, open int, err error) {
	if !record.State.Over() {
		return 0, 0, nil
	}
	list, err := s.store.Findings(ctx, record.ID, runs.Filter{Outcome: strings.Join(looked, ","),
		Gravest: true, Standing: true}, 0, mostCounted)
	if err != nil {
		return 0, 0, err
	}
	for i := range list {
		f, err := list[i].Finding()
		switch {
		case err != nil:
			return 0, 0, err
		case slices.Contains(f.Fixable, report.ByFix):
			certain++
		case slices.Contains(f.Fixable, report.ByLikely) || slices.ContainsFunc(f.Reasons, decidable):
			open++
		}
	}
	return certain, open, nil
}

// decidable reports whether a person may have the record's value written in place of a wrong one.
func decidable(r report.Reason) bool {
	return r.Pen == string(judge.Offer) || r.Pen == string(judge.Choose)
}

// asked is what a person asks of the corrections of a run.
type asked struct {
	run string
	runs.Wish
}

// mostTaken is how many entries can take the record's values at a time.
const mostTaken = 500

func askedOf(r *http.Request, run string) (*asked, error) {
	c := &asked{run: run}
	if err := r.ParseForm(); err != nil {
		return nil, refused(http.StatusUnprocessableEntity, "the form cannot be read: %v", err)
	}
	if c.Take = r.Form["take"]; len(c.Take) > mostTaken {
		return nil, refused(http.StatusUnprocessableEntity, "take: at most %d entries at a time", mostTaken)
	}
	c.Likely = r.FormValue("likely") != ""
	c.Confirmed = slices.Contains([]string{"confirmed", "accepted"}, r.FormValue("only"))
	return c, nil
}

// query returns a wish as the part of an address after "?" or "&", "" for none.
func query(w runs.Wish) string {
	values := url.Values{"take": w.Take}
	if w.Likely {
		values.Set("likely", "on")
	}
	return values.Encode()
}

// page returns the address of the page of corrections with a wish.
func (c *asked) page(w runs.Wish) string {
	return strings.TrimSuffix("/runs/"+c.run+"/corrections?"+query(w), "?")
}

// keep returns the address of the page on which an entry no longer takes the record's values, "" if it takes none.
func (c *asked) keep(id string) string {
	if !slices.Contains(c.Take, id) {
		return ""
	}
	return c.page(runs.Wish{Likely: c.Likely,
		Take: slices.DeleteFunc(slices.Clone(c.Take), func(one string) bool { return one == id })})
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
	Keep    string // address of the page without the record's values in this entry, "" if they are not taken
}

// correctedField is a field of an entry, with the changes marked.
type correctedField struct {
	Field    string
	From, To template.HTML
}

// correctedParts separates entries with errors from those that lack something.
func correctedParts(c *asked, entries []fix.Entry, reviews map[string]runs.Review) (list []correctedPart) {
	wrong, lacking := correctedPart{Title: "Corrected"}, correctedPart{Title: "Completed"}
	for i := range entries {
		e := &entries[i]
		if len(e.Patches) == 0 {
			continue
		}
		one, part := correctedEntry{ID: e.ID, Review: reviews[e.ID], Keep: c.keep(e.ID),
			Address: "/runs/" + c.run + "/finding?" + url.Values{"id": {e.ID}}.Encode()}, &lacking
		for _, p := range e.Patches {
			field := correctedField{Field: string(p.Field)}
			field.From, field.To = report.Marked(string(p.Field), p.From, p.To)
			if one.Patches = append(one.Patches, field); p.From != "" && p.Aim != fix.Completes {
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
	wish, err := askedOf(r, record.ID)
	if err != nil {
		return err
	}
	wish.Confirmed = false
	var files []correctedFile
	for _, in := range record.Documents() {
		file := correctedFile{Name: in.Name, Address: "/runs/" + record.ID + "/corrected?file=" + url.QueryEscape(in.Name)}
		if also := query(wish.Wish); also != "" {
			file.Address += "&" + also
		}
		if record.State == runs.Done && strings.EqualFold(path.Ext(in.Name), ".pdf") {
			file.Marked = "/runs/" + record.ID + "/marked?file=" + url.QueryEscape(in.Name)
		}
		out, err := s.worker.Fix(r.Context(), record, in.Name, wish.Wish)
		if err != nil {
			file.Why = report.Visible(err.Error())
		} else {
			file.Writable, file.Made, file.Diff = out.Writable(), out.Made, report.VisibleLines(out.Diff(out.Name))
			file.Saved, file.Parts = run.CorrectedName(out.Name), correctedParts(wish, out.Entries, reviews)
			if file.Certain, file.Likely = out.Changed, out.Held(fix.Likely); file.Likely > 0 {
				file.With = wish.page(runs.Wish{Likely: true, Take: wish.Take})
			}
			if file.Left, err = s.leftEntries(r.Context(), wish, out.Entries); err != nil {
				return err
			}
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
			"Without": withoutLikely(wish), "NoLinks": s.opt.NoLinks, "Person": owner(r.Context())})
}

// withoutLikely returns the address of the page without likely corrections, "" if it has none.
func withoutLikely(c *asked) string {
	if !c.Likely {
		return ""
	}
	return c.page(runs.Wish{Take: c.Take})
}

// corrected serves a corrected file: with every proven correction except those of dismissed findings, or, with
// only=confirmed, only those of confirmed findings; with likely=on also likely ones, and for each take the values
// of the record.
func (s *server) corrected(w http.ResponseWriter, r *http.Request, record *runs.Record) error {
	wish, err := askedOf(r, record.ID)
	if err != nil {
		return err
	}
	out, err := s.worker.Fix(r.Context(), record, r.FormValue("file"), wish.Wish)
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
