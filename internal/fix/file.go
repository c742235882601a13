package fix

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix/habit"
)

// Entry is what becomes of one entry of a file.
type Entry struct {
	ID           string         `json:"id"`
	Key          string         `json:"key,omitempty"`
	Line         int            `json:"line,omitempty"`
	Outcome      string         `json:"outcome"`
	Patches      []Patch        `json:"patches,omitempty"`
	Unactionable []Unactionable `json:"unactionable,omitempty"`
	Nearest      []Nearest      `json:"nearest,omitempty"`
}

// Result is a corrected file.
type Result struct {
	Bytes   []byte  // the whole file; the source itself when nothing changes
	Entries []Entry // one per finding, in their order
	Changed int     // entries with at least one patch
	file    *bibtex.File
	text    string // the source of formats other than BibTeX
	edits   []bibtex.Edit
}

// BibTeX corrects a BibTeX file by the findings about its entries, which are
// in the order of the file. Every byte that no patch speaks of stays.
func BibTeX(src []byte, findings []audit.Finding, opt Options) (Result, error) {
	opt = opt.Learned(findings)
	f := bibtex.Parse(src)
	h := habit.Read(f, src)
	h.ASCII = h.ASCII || !utf8.Valid(src)
	out := Result{Bytes: src, file: f, Entries: make([]Entry, 0, len(findings))}
	items := newFinder(f)
	for i := range findings {
		finding := &findings[i]
		ref := &finding.Reference
		c := Plan(finding, opt)
		e := Entry{
			ID: ref.ID, Key: ref.Key, Line: ref.Place.Line, Outcome: finding.Verdict.Outcome.String(),
			Unactionable: c.Unactionable, Nearest: c.Nearest,
		}
		it := items.next(ref.Key, ref.Place.Line)
		w := writer{f: f, it: it, h: h, c: &c}
		taken := map[bibtex.Span]bool{}
		for _, p := range c.Patches {
			if it == nil {
				e.Unactionable = append(e.Unactionable, Unactionable{p.Field, "no-place", "the entry was not found again in the file"})
				continue
			}
			edits, err := w.edits(p)
			switch {
			case err != nil:
				e.Unactionable = append(e.Unactionable, Unactionable{p.Field, "no-place", err.Error()})
			case len(edits) > 0 && !overlap(taken, edits):
				out.edits = append(out.edits, edits...)
				e.Patches = append(e.Patches, p)
			}
		}
		if len(e.Patches) > 0 {
			out.Changed++
		}
		out.Entries = append(out.Entries, e)
	}
	if len(out.edits) == 0 {
		return out, nil
	}
	bytes, err := f.Apply(out.edits)
	if err != nil {
		return out, err
	}
	if !readsAlike(f, bibtex.Parse(bytes)) {
		return out, ErrDamage
	}
	out.Bytes = bytes
	return out, nil
}

// ErrDamage means that a correction would break the file, which is never
// written then.
var ErrDamage = errors.New("the corrected file would not be read as before; nothing is changed")

// readsAlike reports that two files have the same entries and that the second
// has no problem more.
func readsAlike(a, b *bibtex.File) bool {
	if len(a.Items) != len(b.Items) || len(b.Problems) > len(a.Problems) {
		return false
	}
	for i := range a.Items {
		if a.Items[i].Kind != b.Items[i].Kind || a.Key(&a.Items[i]) != b.Key(&b.Items[i]) {
			return false
		}
	}
	return true
}

// overlap reports that some edit replaces a span that an earlier one has
// replaced, and else notes them.
func overlap(taken map[bibtex.Span]bool, edits []bibtex.Edit) bool {
	for _, e := range edits {
		if e.Span.Len() > 0 && taken[e.Span] {
			return true
		}
	}
	for _, e := range edits {
		taken[e.Span] = true
	}
	return false
}

// finder finds the entries of a file again, in the order of its references.
type finder struct {
	f *bibtex.File
	i int
}

func newFinder(f *bibtex.File) *finder { return &finder{f: f} }

// next gives the next entry with a key that starts on a line, nil for none.
func (n *finder) next(key string, line int) *bibtex.Item {
	for i := n.i; i < len(n.f.Items); i++ {
		it := &n.f.Items[i]
		if it.Kind != bibtex.Entry || strings.TrimSpace(n.f.Key(it)) != strings.TrimSpace(key) {
			continue
		}
		if at, _ := n.f.Position(it.Span.Start); at == line {
			n.i = i + 1
			return it
		}
	}
	return nil
}

// Other plans corrections for a file of a format that they cannot be written
// to yet: every patch is listed as unactionable, and the bytes stay.
func Other(src []byte, findings []audit.Finding, opt Options) Result {
	out := Result{Bytes: src}
	for i := range findings {
		f := &findings[i]
		c := Plan(f, opt)
		e := Entry{
			ID: f.Reference.ID, Key: f.Reference.Key, Line: f.Reference.Place.Line, Outcome: f.Verdict.Outcome.String(),
			Unactionable: c.Unactionable, Nearest: c.Nearest,
		}
		for _, p := range c.Patches {
			e.Unactionable = append(e.Unactionable, Unactionable{p.Field, "format", "corrections are not written to this format; the record says " + p.To})
		}
		out.Entries = append(out.Entries, e)
	}
	return out
}
