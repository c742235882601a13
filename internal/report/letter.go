package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/row"
)

// letter writes, for every paper with a certain major error, what a chair would send: neutral words and evidence.
type letter struct {
	Discard
	w               *bufio.Writer
	file            string
	paper           *Summary // nil before the first one
	items           []string
	letters, papers int
	opt             Options
	template        string // of the current letter
}

// LetterTemplate is the usual template of a letter: what is in braces is replaced, {findings} on a line of its own.
const LetterTemplate = `To the authors of {paper}

We compared the references of your paper with scholarly records, which was possible for {checked} of {references}. For {wrong} the record says something else, or no record was found. Records have errors too, and may not list every version. Please look at the following and correct it, or tell us where the cited work can be found.

{findings}

The comparison was made by a program. Differences can have innocent causes; please check each one before acting on it.`

func newLetter(w io.Writer, opt Options) Writer { return &letter{w: bufio.NewWriter(w), opt: opt} }

func (l *letter) Finding(f Finding) error {
	if l.paper == nil || f.File != l.file {
		l.end()
		l.file, l.paper = f.File, NewSummary(Run{})
		l.papers++
		if l.template = LetterTemplate; l.opt.Letter != nil {
			l.template = l.opt.Letter()
		}
	}
	if l.paper.Add(f); f.InLetter() {
		l.items = append(l.items, l.item(&f))
	}
	return nil
}

// InLetter reports whether a finding belongs in a letter: a withdrawn work, what a person confirms, and
// otherwise what is grave and certain.
func (f *Finding) InLetter() bool {
	switch at := f.section(); {
	case at == retracted || at < retracted && f.Withdrawn():
		return true
	case len(f.Confirmed) > 0:
		return at <= doubtful
	default:
		return at < retracted && f.strengthCounted() == judge.Certain
	}
}

// reports reports whether a letter states a reason: a grave one above a lead, and all of what a person confirms.
func (f *Finding) reports(r *Reason) bool {
	g, _ := judge.ParseGravity(r.Gravity)
	s, _ := judge.ParseStrength(r.Strength)
	switch {
	case f.accepts(codeOf(*r)) || f.acceptsOf(codeOf(*r), r.Field):
		return false
	case len(f.Confirmed) > 0 && (len(f.ConfirmedFields) == 0 || slices.Contains(f.ConfirmedFields, r.Field)):
		return g != judge.NoGravity || f.leads(r)
	}
	return g >= judge.Substantive && (s == judge.NoStrength || s >= judge.Likely) && f.strengthCounted() == judge.Certain
}

// letterWidth is the width of a letter, in columns.
const letterWidth = 76

// item says what the authors should look at in one reference.
func (l *letter) item(f *Finding) string {
	var b strings.Builder
	write := func(first, further, s string, width int) {
		for _, line := range wrap(s, width) {
			b.WriteString(first + line + "\n")
			first = further
		}
	}
	fold := func(first, s string) {
		write("   "+first, strings.Repeat(" ", 3+len([]rune(first))), s, letterWidth-6)
	}
	head := name(f)
	if where := f.Within(); where != "" {
		head += ", " + where
	}
	write(" ", "   ", head+": "+what(f), letterWidth-3)
	for i := range f.Reasons {
		r := &f.Reasons[i]
		if !f.reports(r) {
			continue
		}
		v := ViewOf(r)
		fold("- ", v.Headline)
		if v.cited != nil {
			fold("  cited:    ", v.Cited())
			fold("  recorded: ", v.Recorded())
		}
		if v.Link != "" && r.Recorded != "" && v.Link != f.recordLink() {
			fold("  see ", v.Link)
		}
	}
	var silent []string // these sources have no such work
	for _, lookup := range f.Lookups {
		if lookup.Outcome == "no-match" {
			silent = append(silent, Visible(lookup.Source))
		}
	}
	if f.Outcome == row.NotFound && len(silent) > 0 {
		fold("- ", "looked for in: "+strings.Join(silent, ", "))
	}
	for _, n := range f.Notices {
		if withdraws(n) {
			fold("- ", Visible(n.Message))
		}
	}
	if f.Record != nil {
		fold("- ", "record of "+RecordLine(f.Record))
	}
	if do, link := f.byHand(); link != "" {
		fold("- ", do+": "+link)
	}
	return b.String()
}

// end writes the letter of the current paper, if it needs one.
func (l *letter) end() {
	items := l.items
	if l.items = nil; len(items) == 0 {
		return
	}
	works, checked := l.paper.Works()
	if l.letters++; l.letters > 1 {
		l.w.WriteString(strings.Repeat("=", letterWidth) + "\n\n")
	}
	fill := strings.NewReplacer("{paper}", Visible(l.file), "{checked}", strconv.Itoa(checked),
		"{references}", strconv.Itoa(works), "{wrong}", number(len(items))+" "+plural(len(items), "reference"))
	for line := range strings.Lines(l.template + "\n") {
		if strings.TrimSpace(line) != "{findings}" {
			l.w.WriteString(strings.Join(wrap(Visible(fill.Replace(strings.TrimRight(line, "\n"))), letterWidth), "\n") + "\n")
			continue
		}
		for i, item := range items {
			l.w.WriteString(fmt.Sprintf("%d.", i+1) + item + map[bool]string{true: "\n"}[i < len(items)-1])
		}
	}
	l.w.WriteString("\n")
}

func (l *letter) End(s *Summary) error {
	l.end()
	if len(s.Outage) > 0 { // for the chair, after all letters
		fmt.Fprintf(l.w,
			"\nDo not send these letters yet: %s did not answer for many references that they could have decided. Run again.\n",
			Visible(strings.Join(s.Outage, ", ")))
	}
	if l.letters == 0 {
		fmt.Fprintf(l.w, "No letter is needed: no reference of %d %s differs in substance from its record.\n", l.papers,
			plural(l.papers, "paper"))
	}
	return l.w.Flush()
}
