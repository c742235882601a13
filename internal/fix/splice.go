package fix

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
)

// errOverlap means that two edits speak of the same bytes.
var errOverlap = errors.New("two corrections speak of the same place")

// Splice gives the result of edits in a text of any format: every byte that no
// edit speaks of stays. Edits must lie inside of src and must not overlap.
func Splice(src []byte, edits []bibtex.Edit, entries []Entry) (Result, error) {
	out := Result{Bytes: src, Entries: entries, text: string(src), edits: edits}
	for i := range entries {
		if len(entries[i].Patches) > 0 {
			out.Changed++
		}
	}
	if len(edits) == 0 {
		return out, nil
	}
	sorted := append([]bibtex.Edit(nil), edits...)
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].Span.Start < sorted[j].Span.Start })
	var b strings.Builder
	at := 0
	for _, e := range sorted {
		if e.Span.Start < at {
			return Result{Bytes: src, Entries: entries}, errOverlap
		}
		if e.Span.End < e.Span.Start || e.Span.End > len(src) {
			return Result{Bytes: src, Entries: entries}, fmt.Errorf("edit %v lies outside of %d bytes", e.Span, len(src))
		}
		b.WriteString(out.text[at:e.Span.Start])
		b.WriteString(e.Text)
		at = e.Span.End
	}
	b.WriteString(out.text[at:])
	out.Bytes = []byte(b.String())
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

// Rewrite plans the corrections of findings and makes a result of the edits
// that write gives for each patch of finding i. A patch that write refuses,
// whose place another patch has taken, or that needs no edit is not made; the
// first two are listed. Patches that make a preprint its published version are
// made all or none.
func Rewrite(src []byte, findings []audit.Finding, opt Options, write func(i int, c *Correction, p Patch) ([]bibtex.Edit, error)) (Result, error) {
	var edits []bibtex.Edit
	entries := make([]Entry, 0, len(findings))
	for i := range findings {
		c := Plan(&findings[i], opt)
		e := Begin(&findings[i], &c)
		edits = append(edits, written(i, &c, &e, write)...)
		entries = append(entries, e)
	}
	return Splice(src, edits, entries)
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
			if (p.Rule == published) != upgrading {
				continue
			}
			list, err := write(i, c, p)
			if err == nil && (collide(edits, list) || collide(more, list)) {
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

// collide reports that two edits replace a byte in common.
func collide(have, more []bibtex.Edit) bool {
	for _, a := range have {
		for _, b := range more {
			if a.Span.Start < b.Span.End && b.Span.Start < a.Span.End {
				return true
			}
		}
	}
	return false
}
