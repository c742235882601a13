package formats

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/style"
)

// Reasons why a patch is not written.
var (
	errNoSpan   = errors.New("no part of the entry states it alone; name a --style to print the whole entry again")
	errElse     = errors.New("the right value is already in the entry, at another place")
	errReadElse = errors.New("the corrected entry would be read as something else; name a --style to print it again")
	errVersion  = errors.New("the published version is printed otherwise; name a --style to print the whole entry again")
)

// fixPrinted corrects a text by the findings about its references. Entries whose wrong part cannot be replaced
// are reprinted in the style of the options; without a style they stay.
func fixPrinted(src []byte, findings []audit.Finding, opt Options) (fix.Result, error) {
	if opt.Style != "" {
		if err := style.Check(opt.Style); err != nil {
			return fix.Result{Bytes: src}, err
		}
	}
	f, aside := newFile(src), newFile(src)
	f.list, aside.list = findings, findings
	accept := opt.Accept
	opt.Accept = func(ref *biblio.Reference, patches []fix.Patch) bool {
		unasked := slices.ContainsFunc(patches, func(p fix.Patch) bool {
			return p.Action == fix.Add && p.Aim != fix.Publishes && !slices.Contains(opt.Add, p.Field)
		})
		return !unasked && (accept == nil || accept(ref, patches)) // a list prints only what its style has room for
	}
	var edits []bibtex.Edit
	entries, taking := make([]fix.Entry, 0, len(findings)), opt.Options
	taking.Take = func(*biblio.Reference) bool { return true }
	for i := range findings {
		c := fix.Plan(&findings[i], opt.Options)
		e := fix.Begin(&findings[i], &c)
		if len(c.Patches) > 0 {
			edits = append(edits, f.correct(&findings[i].Reference, &c, &e, opt.Style)...)
		}
		if opt.ShowTaken && e.MayTake() {
			c, taken := fix.Plan(&findings[i], taking), fix.Entry{}
			aside.correct(&findings[i].Reference, &c, &taken, opt.Style)
			e.Taken = taken.With(nil, nil)
		}
		entries = append(entries, e)
	}
	return fix.Splice(src, edits, entries)
}

// printedFile is a text in which the entries are located again.
type printedFile struct {
	src   string
	lines []int // where each line starts
	valid bool
	taken map[[2]int]bool // places already changed
	list  []audit.Finding
}

func newFile(src []byte) *printedFile {
	f := &printedFile{src: string(src), valid: utf8.Valid(src) && bytes.IndexByte(src, 0) < 0, taken: map[[2]int]bool{}}
	at := 0
	if strings.HasPrefix(f.src, "\ufeff") {
		at = len("\ufeff")
	}
	f.lines = append(f.lines, at)
	for ; at < len(f.src); at++ {
		switch {
		case f.src[at] == '\n', f.src[at] == '\r' && !strings.HasPrefix(f.src[at:], "\r\n"):
			f.lines = append(f.lines, at+1)
		}
	}
	return f
}

// line returns the offset of line n, counted from 1.
func (f *printedFile) line(n int) int {
	if n < 1 || n > len(f.lines) {
		return len(f.src)
	}
	return f.lines[n-1]
}

// correct writes the patches of one reference, records them in its entry, and returns the edits.
func (f *printedFile) correct(ref *biblio.Reference, c *fix.Correction, e *fix.Entry, printed string) []bibtex.Edit {
	refuse := func(patches []fix.Patch, err error) {
		for i := range patches {
			e.Refuse(&patches[i], err.Error())
		}
	}
	at, ok := f.locate(ref)
	switch {
	case !f.valid:
		refuse(c.Patches, errEncoding)
		return nil
	case !ok:
		refuse(c.Patches, errLost)
		return nil
	}
	d := draft{ref: ref, c: c, list: f.list}
	anew := printed != "" && !linked(ref.Raw)
	var failed []fix.Patch
	var why error
	e.Text = ref.Raw
	for _, p := range c.Patches {
		err, made := errVersion, len(d.made)
		if p.Aim != fix.Publishes {
			err = d.make(p)
		}
		if err != nil && p.Action == fix.Add && p.Aim != fix.Publishes {
			refuse([]fix.Patch{p}, err)
			continue
		} else if err != nil {
			failed, why = append(failed, p), err
			if !anew {
				refuse([]fix.Patch{p}, err)
			}
			continue
		}
		p.Edits = d.made[made:]
		e.Patches = append(e.Patches, p)
	}
	if len(failed) > 0 && anew {
		text, err := style.Render(&c.Work, printed)
		if err == nil && c.Work.Title != "" {
			e.Patches = c.Patches
			return []bibtex.Edit{f.whole(at, faced(text, ref.Raw))}
		}
		refuse(failed, why)
	}
	return f.edits(ref, at, d.made)
}

// Prints reports whether a patch can be written into the text of a printed reference.
func Prints(ref *biblio.Reference, c *fix.Correction, p fix.Patch) bool {
	d := draft{ref: ref, c: c}
	return p.Action == fix.Replace && d.make(p) == nil
}

// faced returns a printed reference with Markdown faces if the old text has some.
func faced(text style.Text, old string) string {
	if strings.Count(old, "*") > 1 {
		return text.Markdown()
	}
	return text.String()
}

// linked reports whether a citation is written as models write it: [Author, Year, Title](address).
func linked(raw string) bool { return strings.HasPrefix(raw, "[") && strings.Contains(raw, "](") }
