package fix

import (
	"errors"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// errOverlap means that two edits cover the same bytes.
var errOverlap = errors.New("two corrections speak of the same place")

// Splice applies edits to a text of any format: every byte outside the edits stays. Edits must lie inside src
// and must not overlap.
func Splice(src []byte, edits []bibtex.Edit, entries []Entry) (Result, error) {
	out := Result{Bytes: src, Entries: entries, text: string(src)}
	if len(edits) > 0 {
		bytes, err := bibtex.Splice(out.text, edits)
		if err != nil {
			return out, err
		}
		out.Bytes, out.edits = bytes, edits
	}
	for i := range entries {
		if len(entries[i].Patches) > 0 {
			out.Changed++
		}
	}
	return out, nil
}

// Begin returns the entry of one finding in a Result, with what its correction leaves alone; patches are added
// as they are written.
func Begin(f *audit.Finding, c *Correction) Entry {
	return Entry{
		ID: f.Reference.ID, Key: f.Reference.Key, Line: f.Reference.Place.Line, Outcome: f.Verdict.Outcome.String(),
		Unactionable: c.Unactionable, Nearest: c.Nearest,
	}
}

// Format says how corrections are written to files of one format.
type Format struct {
	// Write returns the edits that a patch of finding i needs, none if the file says so already.
	Write func(i int, c *Correction, p Patch) ([]bibtex.Edit, error)
	// Sound reports whether a corrected file still parses as before.
	Sound func(corrected []byte) bool
	// Place returns where the entry of finding i is in the file.
	Place func(i int) bibtex.Span
	// Read returns a function for what the entry of finding i claims in a file, original or corrected; nil for
	// formats whose entries are not parsed again.
	Read func(text []byte) func(i int) (*biblio.Work, bool)
}

// change is a patch with the edits that write it.
type change struct {
	patch Patch
	edits []bibtex.Edit
}

// draft is what is written for one correction.
type draft struct {
	*Correction
	entry   *Entry
	changes []change
}

// edits returns the edits of all changes.
func (d draft) edits() []bibtex.Edit {
	return slices.Concat(lists.Map(d.changes, func(c change) []bibtex.Edit { return c.edits })...)
}

// refuse reverts changes and records why.
func (d *draft) refuse(why string, which func(p *Patch) bool) {
	d.changes = slices.DeleteFunc(d.changes, func(c change) bool {
		if !which(&c.patch) {
			return false
		}
		d.entry.Refuse(&c.patch, why)
		return true
	})
}

// Refuse records why the file does not take a patch.
func (e *Entry) Refuse(p *Patch, why string) {
	e.Unactionable = append(e.Unactionable,
		Unactionable{Field: p.Field, Hold: "no-place", Doubt: judge.Unwritable, Why: why})
}

// Rewrite plans the corrections of findings and applies their edits. A patch is not applied if it cannot be
// written, if another patch has taken its place, or if it needs no edit; the first two are listed. Patches that
// turn a preprint into its published version are applied all or none. An entry stays as it is if the corrected
// file would no longer be sound, or if the entry, parsed again, would not say what its patches do.
func Rewrite(src []byte, findings []audit.Finding, opt Options, format Format) (Result, error) {
	entries, plans := make([]Entry, len(findings)), planAll(findings, opt)
	for i := range findings {
		entries[i] = Begin(&findings[i], &plans[i])
	}
	drafts, err := written(src, entries, plans, format)
	if err != nil {
		return Result{}, err
	}
	out, err := Splice(src, slices.Concat(lists.Map(drafts, draft.edits)...), entries)
	if !opt.ShowTaken || err != nil {
		return out, err
	}
	opt.Take, opt.Accept = func(*biblio.Reference) bool { return true }, nil
	taken := make([]Entry, len(findings))
	for i := range findings {
		plans[i] = Correction{}
		if entries[i].MayTake() {
			plans[i] = Plan(&findings[i], opt)
		}
	}
	_, err = written(src, taken, plans, format)
	for i := range taken {
		entries[i].Taken = taken[i].With(nil, nil)
	}
	return out, err
}

// written writes the corrections of entries, and records in the entries which patches could be.
func written(src []byte, entries []Entry, plans []Correction, format Format) ([]draft, error) {
	drafts := make([]draft, len(plans))
	for i := range plans {
		drafts[i] = draft{Correction: &plans[i], entry: &entries[i]}
		drafts[i].write(i, format.Write)
	}
	leaveOut(string(src), drafts, format.Sound)
	if err := proofread(src, drafts, format.Read); err != nil {
		return nil, err
	}
	for i := range drafts {
		for _, c := range drafts[i].changes {
			at := format.Place(i)
			entries[i].Text = string(src[at.Start:at.End])
			for _, e := range c.edits {
				e.Span = e.Span.From(at.Start)
				c.patch.Edits = append(c.patch.Edits, e)
			}
			entries[i].Patches = append(entries[i].Patches, c.patch)
		}
	}
	return drafts, nil
}

// leaveOut reverts the corrections of the entries that would make a file unsound.
func leaveOut(src string, drafts []draft, sound func([]byte) bool) {
	for i, kept := range bibtex.Sift(src, lists.Map(drafts, draft.edits), sound) {
		if !kept {
			drafts[i].refuse("the corrected file would not be read as before", func(*Patch) bool { return true })
		}
	}
}

// write makes the changes of one correction and records in its entry what becomes of the other patches.
func (d *draft) write(i int, write func(i int, c *Correction, p Patch) ([]bibtex.Edit, error)) {
	for _, upgrading := range []bool{true, false} {
		failed := false
		for _, p := range d.Patches {
			if (p.Aim == Publishes) != upgrading {
				continue
			}
			list, err := write(i, d.Correction, p)
			if err == nil && bibtex.Overlap(d.edits(), list) {
				err = errOverlap
			}
			switch {
			case err != nil:
				failed = true
				d.entry.Refuse(&p, err.Error())
			case len(list) > 0:
				d.changes = append(d.changes, change{p, list})
			}
		}
		if upgrading && failed {
			d.refuse("the rest of the published version cannot be written",
				func(p *Patch) bool { return p.Aim == Publishes })
		}
	}
}
