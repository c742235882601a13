package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/judge"
)

// text is the report for people: one row a reference, what is wrong and what
// the record says below it, and a summary.
type text struct {
	w   *bufio.Writer
	opt Options
	run Run

	file string // of the finding before
}

func newText(w io.Writer, opt Options) Writer {
	if opt.Width < 60 {
		opt.Width = 100
	}
	return &text{w: bufio.NewWriter(w), opt: opt}
}

// style is how an outcome looks: a mark that needs no colour, and a colour.
type style struct{ mark, color string }

var styles = map[string]style{
	judge.Verified.String():     {"✓", "32"},
	judge.Exempt.String():       {"·", "2"},
	judge.Inconclusive.String(): {"?", "33"},
	judge.Ambiguous.String():    {"≈", "33"},
	judge.Discrepant.String():   {"✗", "31"},
	judge.NotFound.String():     {"∅", "1;31"},
}

func (t *text) paint(color, s string) string {
	if !t.opt.Color || color == "" {
		return s
	}
	return "\x1b[" + color + "m" + s + "\x1b[0m"
}

func (t *text) Begin(r Run) error {
	t.run = r
	if r.Notice != "" {
		fmt.Fprintln(t.w, t.paint("2", Visible(r.Notice)))
		fmt.Fprintln(t.w)
	}
	return t.w.Flush()
}

func (t *text) Problem(p Problem) error {
	fmt.Fprintf(t.w, "%s %s: %s (%s)\n", t.paint("33", "!"), Visible(p.Place.String()), Visible(p.Message), p.Rule)
	return t.w.Flush()
}

// Column widths of the row of a reference.
const (
	keyWidth     = 24
	outcomeWidth = 12
	codesWidth   = 9
	indent       = "    "
)

func (t *text) Finding(f Finding) error {
	t.heading(f.File)
	st := styles[f.Outcome]
	head := fmt.Sprintf("%s %s %s %s ", t.paint(st.color, st.mark), pad(Visible(f.ID), keyWidth),
		t.paint(st.color, pad(f.Outcome, outcomeWidth)), pad(strings.Join(f.Codes, ","), codesWidth))
	used := 2 + keyWidth + 1 + outcomeWidth + 1 + codesWidth + 1
	fmt.Fprintln(t.w, head+cut(t.what(f), t.opt.Width-used))
	if f.Label != "" && t.run.Scheme != "" && t.run.Scheme != judge.Codes && t.run.Scheme != judge.Taxonomy {
		fmt.Fprintf(t.w, "%s%s: %s\n", indent, t.run.Scheme, f.Label)
	}
	for _, r := range f.Reasons {
		if t.shown(f, r) {
			t.reason(r)
		}
	}
	if f.Record != nil && f.Outcome != judge.Verified.String() || f.Record != nil && t.opt.All {
		fmt.Fprintf(t.w, "%s%s\n", indent, t.paint("2", "record: "+Visible(f.Record.where())))
	}
	for _, n := range f.Notices {
		fmt.Fprintf(t.w, "%s%s %s\n", indent, t.paint("36", "note:"), Visible(n.Message))
	}
	for _, m := range f.Moved {
		fmt.Fprintf(t.w, "%s%s\n", indent, t.paint("2", fmt.Sprintf("score: %-28s %8.3f %+8.3f", m.Feature, m.Value, m.Effect)))
	}
	return t.w.Flush()
}

// heading names the file of the findings below, unless it is the only input.
func (t *text) heading(file string) {
	if file == t.file || file == "" {
		return
	}
	if in := t.run.Inputs; t.file != "" || len(in) != 1 || in[0] != file && in[0] != "-" {
		fmt.Fprintf(t.w, "%s\n", t.paint("1", Visible(file)))
	}
	t.file = file
}

// what says in a few words which work a reference names.
func (t *text) what(f Finding) string {
	title := f.Claimed.Title
	if title == "" {
		title = f.Raw
	}
	return Visible(strings.Join(strings.Fields(title), " "))
}

// shown leaves out the reasons that only say that a field agrees.
func (t *text) shown(f Finding, r Reason) bool {
	return t.opt.All || f.Outcome != judge.Verified.String() && !judge.Approves(r.Rule)
}

// reason prints a ground: cited against recorded value where there are two,
// else the sentence.
func (t *text) reason(r Reason) {
	if r.Claimed == "" || r.Recorded == "" {
		t.line(r.Field, r.Message+weight(r))
		return
	}
	words := strings.ReplaceAll(r.Rule, "-", " ")
	if r.Variant != "" {
		words += " (" + r.Variant + ")"
	}
	fmt.Fprintf(t.w, "%s%s\n", indent, Visible(words+weight(r)))
	by := ""
	if len(r.Sources) > 0 {
		by = "  " + strings.Join(r.Sources, ", ")
	}
	room := t.opt.Width - len(indent) - len("  recorded ")
	fmt.Fprintf(t.w, "%s  cited    %s\n", indent, t.paint("31", cut(Visible(r.Claimed), room)))
	fmt.Fprintf(t.w, "%s  recorded %s%s\n", indent, t.paint("32", cut(Visible(r.Recorded), room-len(by))), t.paint("2", Visible(by)))
}

// weight says how grave a ground is that accuses.
func weight(r Reason) string {
	if r.Gravity == "" {
		return ""
	}
	return " [" + r.Gravity + "]"
}

// line prints a sentence about a field, or about the whole reference.
func (t *text) line(field, message string) {
	if field != "" {
		message = field + ": " + message
	}
	fmt.Fprintf(t.w, "%s%s\n", indent, Visible(message))
}

// where names a record: its source, its key, its address.
func (r *Record) where() string {
	parts := []string{r.Source}
	if r.LocalID != "" {
		parts = append(parts, r.LocalID)
	}
	if r.Link != "" {
		parts = append(parts, r.Link)
	}
	return strings.Join(parts, " ")
}

func (t *text) End(s *Summary) error {
	if s.References > 0 {
		fmt.Fprintln(t.w)
	}
	if len(s.Outage) > 0 {
		fmt.Fprintln(t.w, t.paint("31;1", "! OUTAGE: "+strings.Join(s.Outage, ", ")+" failed for many references; what follows says little. Run again."))
	}
	for _, tally := range s.Sources {
		if tally.Skipped > 0 {
			fmt.Fprintf(t.w, "! %s was left out for %d %s by a budget of this run\n", tally.Source, tally.Skipped, plural(tally.Skipped, "reference"))
		}
		if tally.Failed > 0 {
			fmt.Fprintf(t.w, "! %s did not answer for %d of %d %s\n", tally.Source, tally.Failed, tally.Asked(), plural(tally.Asked(), "reference"))
		}
	}
	fmt.Fprintf(t.w, "%d %s:", s.References, plural(s.References, "reference"))
	for i, o := range judge.Outcomes {
		if i > 0 {
			fmt.Fprint(t.w, ",")
		}
		st := styles[o.String()]
		part := fmt.Sprintf(" %d %s", s.Outcomes[o.String()], o)
		if s.Outcomes[o.String()] > 0 {
			part = t.paint(st.color, part)
		}
		fmt.Fprint(t.w, part)
	}
	fmt.Fprintln(t.w)
	if list := s.gravities(); list != "" {
		fmt.Fprintf(t.w, "how grave: %s\n", list)
	}
	for _, line := range s.models() {
		fmt.Fprintln(t.w, line)
	}
	if s.OnlineOnly > 0 {
		fmt.Fprintf(t.w, "%d could only be decided by a larger corpus or an online service (--online)\n", s.OnlineOnly)
	}
	if s.Outcomes[judge.Discrepant.String()]+s.Outcomes[judge.NotFound.String()] > 0 {
		fmt.Fprintln(t.w, t.paint("2", "Findings are leads for a person, not proof. \"bonafide explain CODE\" says what a code means."))
	}
	return t.w.Flush()
}

func plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}
