package fix

import (
	"errors"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
)

// errOverlap means that two edits speak of the same bytes.
var errOverlap = errors.New("two corrections speak of the same place")

// Splice gives the result of edits in a text of any format: every byte that no
// edit speaks of stays. Edits must lie inside of src and must not overlap.
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

// Begin gives the entry of one finding in a Result, with what its correction
// leaves alone; the patches are added as they are written.
func Begin(f *audit.Finding, c *Correction) Entry {
	return Entry{
		ID: f.Reference.ID, Key: f.Reference.Key, Line: f.Reference.Place.Line, Outcome: f.Verdict.Outcome.String(),
		Unactionable: c.Unactionable, Nearest: c.Nearest,
	}
}

// Format is how corrections are written to the files of one format.
type Format struct {
	// Write gives the edits that a patch of finding i needs, none when the file
	// says so already.
	Write func(i int, c *Correction, p Patch) ([]bibtex.Edit, error)
	// Sound reports that a corrected file is read as before.
	Sound func(corrected []byte) bool
}

// Rewrite plans the corrections of findings and makes a result of their edits.
// A patch that cannot be written, whose place another patch has taken, or that
// needs no edit is not made; the first two are listed. Patches that make a
// preprint its published version are made all or none, and an entry after whose
// correction the file would not be sound stays as it is.
func Rewrite(src []byte, findings []audit.Finding, opt Options, format Format) (Result, error) {
	edits := make([][]bibtex.Edit, len(findings))
	entries := make([]Entry, len(findings))
	plans := planAll(findings, opt)
	for i := range findings {
		entries[i] = Begin(&findings[i], &plans[i])
		edits[i] = written(i, &plans[i], &entries[i], format.Write)
	}
	leaveOut(string(src), edits, entries, format.Sound)
	return Splice(src, slices.Concat(edits...), entries)
}

// leaveOut takes back the corrections of the entries after which a file would
// not be sound.
func leaveOut(src string, edits [][]bibtex.Edit, entries []Entry, sound func([]byte) bool) {
	for i, kept := range bibtex.Sift(src, edits, sound) {
		if kept {
			continue
		}
		e := &entries[i]
		for _, p := range e.Patches {
			e.Unactionable = append(e.Unactionable, Unactionable{p.Field, "no-place", "the corrected file would not be read as before"})
		}
		e.Patches, edits[i] = nil, nil
	}
}

// written gives the edits of one correction and notes in its entry what becomes
// of its patches.
func written(i int, c *Correction, e *Entry, write func(i int, c *Correction, p Patch) ([]bibtex.Edit, error)) []bibtex.Edit {
	var edits []bibtex.Edit
	for _, upgrading := range []bool{true, false} {
		var made []Patch
		var more []bibtex.Edit
		failed := false
		for _, p := range c.Patches {
			if (p.Rule == PublishedVersion) != upgrading {
				continue
			}
			list, err := write(i, c, p)
			if err == nil && (bibtex.Overlap(edits, list) || bibtex.Overlap(more, list)) {
				err = errOverlap
			}
			switch {
			case err != nil:
				failed = true
				e.Unactionable = append(e.Unactionable, Unactionable{p.Field, "no-place", err.Error()})
			case len(list) > 0:
				more, made = append(more, list...), append(made, p)
			}
		}
		if upgrading && failed {
			for _, p := range made {
				e.Unactionable = append(e.Unactionable, Unactionable{p.Field, "no-place", "the rest of the published version cannot be written"})
			}
			continue
		}
		edits, e.Patches = append(edits, more...), append(e.Patches, made...)
	}
	return edits
}
