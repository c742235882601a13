package fix

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/extract/entries"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// Entry is the result for one entry of a file.
type Entry struct {
	ID           string         `json:"id"`
	Key          string         `json:"key,omitempty"`
	Line         int            `json:"line,omitempty"`
	Outcome      string         `json:"outcome"`
	Patches      []Patch        `json:"patches,omitempty"`
	Unactionable []Unactionable `json:"unactionable,omitempty"`
	Nearest      []Nearest      `json:"nearest,omitempty"`
	Text         string         `json:"-"` // the entry in the file, if it has patches
	Taken        string         `json:"-"` // the entry with the record's values; see Options.ShowTaken
}

// With returns the text of the entry with the patches that are wanted, nil for all; mark, if not nil, changes what they
// write.
func (e *Entry) With(wanted func(Patch) bool, mark func(string) string) string {
	var edits []bibtex.Edit
	for _, p := range e.Patches {
		if wanted != nil && !wanted(p) {
			continue
		}
		for _, one := range p.Edits {
			if mark != nil {
				one.Text = mark(one.Text)
			}
			edits = append(edits, one)
		}
	}
	text, err := bibtex.Splice(e.Text, edits)
	if err != nil { // of another entry
		return ""
	}
	return string(text)
}

// RecordEntry returns the record of a verified reference as an entry in BibTeX, "" for any other reference.
func RecordEntry(f *audit.Finding) string {
	if f.Verdict.Outcome != judge.Verified || f.Verdict.Best < 0 {
		return ""
	}
	return entry.BibTeX(&f.Evidence.Candidates[f.Verdict.Best].Hit.Record.Work, f.Reference.Key)
}

// Result is a corrected file.
type Result struct {
	Bytes   []byte  // the whole file; the source itself when nothing changes
	Entries []Entry // one per finding, in the same order
	Changed int     // entries with at least one patch
	text    string  // the source
	edits   []bibtex.Edit
}

// Edits returns the edits that turn the source into Bytes.
func (r *Result) Edits() []bibtex.Edit { return r.edits }

// Held counts what is left alone in a way.
func (r *Result) Held(how Hold) (n int) {
	for i := range r.Entries {
		for _, u := range r.Entries[i].Unactionable {
			n += bit(u.Hold == how)
		}
	}
	return n
}

// Withheld returns why an entry with something wrong or doubtful is left alone as a whole, "" if it is not.
func (e *Entry) Withheld() string {
	for _, u := range e.Unactionable {
		if u.Hold == Whole && (e.Outcome == judge.Doubtful.String() || e.Outcome == judge.Discrepant.String()) {
			return u.Why
		}
	}
	return ""
}

// Left returns the reasons why fields of the entry are left alone: all of an entry that may be wrong, of a verified one
// those about which a person may decide.
func (e *Entry) Left() []Unactionable {
	return lists.Filter(e.Unactionable, func(u Unactionable) bool {
		return u.Hold != Unheard && (e.Outcome != judge.Verified.String() || u.Open())
	})
}

// Open reports whether a person may have the record's value written: with Options.Likely or Options.Take.
func (u *Unactionable) Open() bool { return u.Pen == judge.Offer || u.Pen == judge.Choose }

// MayTake reports whether a person may have the record's values written.
func (e *Entry) MayTake() bool {
	return slices.ContainsFunc(e.Unactionable, func(u Unactionable) bool { return u.Pen == judge.Choose })
}

// Touched returns the entries that have patches or notes.
func (r *Result) Touched() []Entry {
	list := []Entry{}
	for _, e := range r.Entries {
		if len(e.Patches)+len(e.Unactionable)+len(e.Nearest) > 0 {
			list = append(list, e)
		}
	}
	return list
}

var (
	errLost     = errors.New("the entry was not found again in the file")
	errEncoding = errors.New("the file is in an encoding that does not extend ASCII, such as UTF-16: save it in UTF-8")
)

// bibliography is a BibTeX file to be corrected.
type bibliography struct {
	src []byte
	f   *bibtex.File
	h   *entry.Habits
}

func parsed(src []byte) *bibliography {
	f := bibtex.Parse(src)
	h := entry.ReadHabits(f, src)
	h.ASCII = h.ASCII || !utf8.Valid(src)
	return &bibliography{src, f, h}
}

// write returns the edits of a patch for the entry it; it is nil if the entry was not found.
func (b *bibliography) write(it *bibtex.Item, c *Correction, p Patch) ([]bibtex.Edit, error) {
	switch {
	case reading.IsUTF16(b.src):
		return nil, errEncoding
	case it == nil:
		return nil, errLost
	}
	w := writer{f: b.f, it: it, h: b.h.Of(b.f, it), c: c}
	return w.edits(p)
}

// states reports whether an item is the entry of a reference.
func (b *bibliography) states(it *bibtex.Item, ref *biblio.Reference) bool {
	if it.Kind != bibtex.Entry || strings.TrimSpace(b.f.Key(it)) != strings.TrimSpace(ref.Key) {
		return false
	}
	line, _ := b.f.Position(it.Span.Start)
	return line == ref.Place.Line
}

// BibTeX corrects a file by the findings about its entries, in file order. Every byte outside the patches stays.
func BibTeX(src []byte, findings []audit.Finding, opt Options) (Result, error) {
	b := parsed(src)
	items, index := make([]*bibtex.Item, len(findings)), make([]int, len(findings))
	next := 0
	for i := range findings { // they are in file order
		for n := next; n < len(b.f.Items) && items[i] == nil; n++ {
			if it := &b.f.Items[n]; b.states(it, &findings[i].Reference) {
				items[i], index[i], next = it, n, n+1
			}
		}
	}
	return Rewrite(src, findings, opt.Learned(Claims(findings)), Format{
		Write: func(i int, c *Correction, p Patch) ([]bibtex.Edit, error) { return b.write(items[i], c, p) },
		Place: func(i int) bibtex.Span { return items[i].Span },
		Sound: func(corrected []byte) bool { return bibtex.ReadsAlike(b.f, bibtex.Parse(corrected)) },
		Read: func(text []byte) func(int) (*biblio.Work, bool) {
			file := b.f
			if !bytes.Equal(text, src) {
				file = bibtex.Parse(text)
			}
			return func(i int) (*biblio.Work, bool) {
				if items[i] == nil || index[i] >= len(file.Items) {
					return nil, false
				}
				return claimed(file, &file.Items[index[i]]), true
			}
		},
	})
}

// Writes parses a BibTeX file and returns a function for what of a correction can be written into it. Entries are read
// again without their parents.
func Writes(src []byte) func(ref *biblio.Reference, c *Correction) Correction {
	b, macros := parsed(src), bibtex.Macros{}
	macros.Define(src)
	read := func(text []byte) func(int) (*biblio.Work, bool) {
		f := bibtex.ParseWith(text, macros)
		return func(int) (*biblio.Work, bool) { return claimed(f, &f.Items[0]), true }
	}
	items := map[string][]*bibtex.Item{}
	for n := range b.f.Items {
		key := strings.TrimSpace(b.f.Key(&b.f.Items[n]))
		items[key] = append(items[key], &b.f.Items[n])
	}
	return func(ref *biblio.Reference, c *Correction) Correction {
		drafts := []draft{{Correction: c, entry: &Entry{Unactionable: slices.Clip(c.Unactionable)}}}
		d := &drafts[0]
		var it *bibtex.Item
		for _, one := range items[strings.TrimSpace(ref.Key)] {
			if b.states(one, ref) {
				it = one
				break
			}
		}
		d.write(0, func(_ int, c *Correction, p Patch) ([]bibtex.Edit, error) {
			edits, err := b.write(it, c, p)
			for i := range edits {
				edits[i].Span = edits[i].Span.From(it.Span.Start)
			}
			return edits, err
		})
		if len(d.changes) > 0 && proofread([]byte(b.f.Text(it.Span)), drafts, read) != nil {
			d.changes = nil // never: fix would not write them either
		}
		for _, one := range d.changes {
			d.entry.Patches = append(d.entry.Patches, one.patch)
		}
		return Correction{Patches: d.entry.Patches, Unactionable: d.entry.Unactionable}
	}
}

// claimed returns what an entry claims.
func claimed(f *bibtex.File, it *bibtex.Item) *biblio.Work {
	fields, _ := f.Resolve(it)
	stated, _ := entries.Of(f, it, fields)
	work := stated.Work()
	return &work
}
