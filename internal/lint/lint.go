// Package lint remarks on bibliographies: on badly written entries, and on the bibliography as a whole. Every
// remark has a rule that doc/lint.md describes and a severity; if there is only one possible fix, its edits
// come with the remark.
//
// Pure.
// May be imported by: fix/..., report, lsp, cmd.
package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
)

// Severity is how much a remark matters.
type Severity string

// The severities, from lowest to highest.
const (
	Note    Severity = "note"    // a matter of taste or of consistency
	Warning Severity = "warning" // worth fixing
	Error   Severity = "error"   // breaks the bibliography, or cites a retracted work
)

// Severities lists the severities from lowest to highest.
var Severities = []Severity{Note, Warning, Error}

// AtLeast reports whether s is at least as severe as other.
func (s Severity) AtLeast(other Severity) bool {
	return slices.Index(Severities, s) >= slices.Index(Severities, other)
}

// Remark is one thing in a bibliography that is worth fixing.
type Remark struct {
	Rule     string        `json:"rule"`
	Severity Severity      `json:"severity"`
	File     string        `json:"file,omitempty"`
	Line     int           `json:"line,omitempty"`
	Within   string        `json:"within,omitempty"` // the page or note in a document without lines
	Key      string        `json:"key,omitempty"`
	Field    string        `json:"field,omitempty"`
	Message  string        `json:"message"`
	Fixable  bool          `json:"fixable,omitempty"` // Edits fix it
	Edits    []bibtex.Edit `json:"-"`
	// for "duplicate": the key of the earlier entry in the same file, "" if it has none
	Twin string `json:"-"`
}

// Where returns "file:line", or the file with the page or note.
func (r *Remark) Where() string {
	switch {
	case r.Line > 0:
		return fmt.Sprintf("%s:%d", r.File, r.Line)
	case r.Within != "":
		return r.File + ", " + r.Within
	}
	return r.File
}

// File is one bibliography.
type File struct {
	Name     string
	Bib      *bibtex.File     // nil for formats other than BibTeX
	Problems []biblio.Problem // of reading it
	Findings []audit.Finding  // about its references, in file order
}

// Options say what else is known.
type Options struct {
	Cited map[string]bool // the keys that the text cites, "*" for all; nil if there is no text
	// Elsewhere are keys for which the text has entries of its own.
	Elsewhere map[string]bool
	Year      int      // of the run; 0 if unknown
	Only      []string // rules to apply; nil for all
	Skip      []string // rules to leave out
}

// wants reports whether to apply a rule.
func (o *Options) wants(rule string) bool {
	return (o.Only == nil || slices.Contains(o.Only, rule)) && !slices.Contains(o.Skip, rule)
}

// linter collects the remarks on some files.
type linter struct {
	opt     Options
	remarks []Remark
	pair    func(ref, first *biblio.Reference, how relation) // called for entries of one work; may be nil
}

// add adds a remark with the severity of its rule.
func (l *linter) add(r Remark) {
	if !l.opt.wants(r.Rule) {
		return
	}
	r.Severity = ruleOf(r.Rule).Severity
	r.Fixable = len(r.Edits) > 0
	l.remarks = append(l.remarks, r)
}

// Check remarks on bibliographies that belong together: their entries one by one, then all of them as a whole.
// Remarks are in the order of files, lines and rules.
func Check(files []File, opt Options) []Remark {
	l := &linter{opt: opt}
	order := map[string]int{}
	for i := range files {
		order[files[i].Name] = i
		l.problems(&files[i])
		l.entries(&files[i])
	}
	l.works(files)
	l.keys(files)
	l.containers(files)
	l.people(files)
	order[""] = len(files)
	slices.SortStableFunc(l.remarks, func(a, b Remark) int {
		return cmp.Or(order[a.File]-order[b.File], a.Line-b.Line, cmp.Compare(a.Rule, b.Rule))
	})
	return l.remarks
}

// problems remarks on what could not be parsed as intended.
func (l *linter) problems(f *File) {
	type said struct {
		line          int
		rule, message string
	}
	told := map[said]bool{}
	for _, p := range f.Problems {
		this := said{p.Place.Line, p.Rule, p.Message}
		if told[this] || p.Rule == "duplicate-key" {
			continue
		}
		told[this] = true
		if _, known := rules[p.Rule]; known {
			l.add(Remark{Rule: p.Rule, File: f.Name, Line: p.Place.Line, Message: p.Message})
		} else {
			l.add(Remark{Rule: "unreadable", File: f.Name, Line: p.Place.Line, Message: p.Message})
		}
	}
}

// quoted returns a short text in quotation marks.
func quoted(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 80 {
		s = string(r[:79]) + "…"
	}
	return "“" + s + "”"
}

// Mending is what can be fixed in one file.
type Mending struct {
	Edits   []bibtex.Edit
	Left    []Remark // what stays, including the remarks on other files
	Refused []Remark // those of Left whose edits would damage the file
}

// Mend chooses, among the remarks on one file with text src, those whose edits do not contradict each other and
// leave the file readable as before.
func Mend(remarks []Remark, f *File, src string) Mending {
	var m Mending
	groups := make([][]bibtex.Edit, len(remarks)) // of the chosen remarks
	var edits []bibtex.Edit
	for i := range remarks {
		r := &remarks[i]
		if r.File == f.Name && !contradict(edits, r.Edits) {
			groups[i] = r.Edits
			edits = append(edits, r.Edits...)
		}
	}
	kept := bibtex.Sift(src, groups, func(text []byte) bool { return bibtex.ReadsAlike(f.Bib, bibtex.Parse(text)) })
	for i, edits := range groups {
		if kept[i] && len(edits) > 0 {
			m.Edits = append(m.Edits, edits...)
			continue
		}
		m.Left = append(m.Left, remarks[i])
		if len(edits) > 0 {
			m.Refused = append(m.Refused, remarks[i])
		}
	}
	return m
}

// contradict reports whether edits overlap, or two of them change the same place differently.
func contradict(have, more []bibtex.Edit) bool {
	return bibtex.Overlap(have, more) || slices.ContainsFunc(more, func(b bibtex.Edit) bool {
		return slices.ContainsFunc(have, func(a bibtex.Edit) bool { return a.Span == b.Span })
	})
}
