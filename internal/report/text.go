package report

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

// text is the report for people. It waits for the last finding to print the gravest first, and counts the rest.
type text struct {
	headed
	w   *bufio.Writer
	opt Options

	explains bool // the evidence of one finding is shown
	papers   papers
	blocks   []block
	hidden   [sections]int // findings that are counted but not shown
	listed   int           // findings that no source covers; the first few are shown
	unlinked int           // verified entries that lack their record's DOI
	appeared []appearance  // verified preprints
	problems []Problem
	unread   int // files, which precede the other problems
}

func newText(w io.Writer, opt Options) Writer {
	if opt.Width > 0 {
		opt.Width = max(opt.Width, 40)
	}
	return &text{w: bufio.NewWriter(w), opt: opt}
}

// tellNotice prints what the sources of the run lack.
func (t *text) tellNotice() {
	if t.run.Notice != "" && !t.opt.Quiet {
		t.print(t.paragraph("", faint, t.run.Notice)...)
		t.print("")
	}
}

// inShort reports whether findings are shown in short.
func (t *text) inShort() bool { return !t.opt.All && !t.opt.Details && !t.opt.Named }

func (t *text) print(lines ...string) {
	for _, line := range lines {
		fmt.Fprintln(t.w, line)
	}
}

func (t *text) Problem(p Problem) error {
	if p.Unread() { // these come first
		t.problems = slices.Insert(t.problems, t.unread, p)
		t.unread++
		return nil
	}
	t.problems = append(t.problems, p)
	return nil
}

// alikeMost is how many problems of one kind are shown by default.
const alikeMost = 3

// shortList is how many findings without any match are listed by default.
const shortList = 10

func (t *text) Finding(f Finding) error {
	t.papers.of(f.File).add(&f)
	if f.SuggestedDOI() != "" {
		t.unlinked++
	}
	at := f.section()
	if where, ok := f.appeared(); ok && at == verified && f.within(t.opt.Only) && !t.opt.Summary && !t.opt.Quiet {
		t.appeared = append(t.appeared, appearance{name(&f), f.File, where})
	}
	if !t.shows(&f, at) {
		t.hidden[at]++
		return nil
	}
	t.blocks = append(t.blocks, t.block(&f))
	return nil
}

// shows reports whether a finding is printed, as far as is known when it arrives.
func (t *text) shows(f *Finding, at section) bool {
	switch {
	case t.opt.Summary || !f.within(t.opt.Only) || at == known:
		return false
	case t.opt.All || len(t.opt.Only) > 0 || t.opt.Named && !t.opt.Quiet:
		return true
	case t.opt.Quiet:
		return at <= peripheral
	case at == uncovered && t.inShort(): // their causes are told
		return false
	case at == uncovered: // only the first few
		t.listed++
		return t.listed <= shortList
	}
	return at < uncovered || at == accepted
}

func (t *text) End(s *Summary) error {
	answer := s.Answer()
	if t.unread > 0 {
		answer += fmt.Sprintf(" %d %s could not be read.", t.unread, plural(t.unread, "file"))
	}
	t.print(t.paragraph("", strong, answer)...)
	if !t.opt.Summary || len(t.papers.list) > 1 {
		t.print("")
	}
	if len(t.papers.list) > 1 {
		t.brief()
	}
	named := t.named()
	t.tellPatterns(s, named)
	if named {
		t.listPapers()
	}
	if t.folded() {
		s.folded = s.wrong() + s.byHand()
	} else {
		t.findings(named)
	}
	if t.inShort() && !t.opt.Quiet {
		t.tellAppeared(s)
		t.tellNotChecked(s)
	}
	if works, checked := s.Works(); checked < works {
		t.tellNotice()
	}
	t.tellProblems()
	t.sources(s)
	t.summary(s)
	return t.w.Flush()
}

// tellPatterns prints what several references have in common, and moves findings that are likelier for it to the front,
// those that are less likely to the end.
func (t *text) tellPatterns(s *Summary, named bool) {
	list, moved := s.InCommon(), map[string]float64{}
	for _, p := range list {
		for _, id := range p.References {
			moved[id] += map[bool]float64{true: -1, false: 1}[p.Raises]
		}
	}
	for i := range t.blocks {
		t.blocks[i].p += moved[t.blocks[i].id]
	}
	for _, line := range patternLines(list, named) {
		t.print(t.paragraph("", caution, "! "+line)...)
	}
	if len(list) > 0 {
		t.print("")
	}
}

// named reports whether findings need the name of their paper: there are several, or one that is not the input.
func (t *text) named() bool {
	if len(t.papers.list) != 1 {
		return len(t.papers.list) > 1
	}
	file, in := t.papers.list[0].file, t.run.Inputs
	return file != "" && (len(in) != 1 || in[0] != file && in[0] != "-")
}

// brief leaves undecided findings without a flag out of a report on several papers, by default.
func (t *text) brief() {
	if t.opt.All || len(t.opt.Only) > 0 {
		return
	}
	t.blocks = slices.DeleteFunc(t.blocks, func(b block) bool {
		gone := !b.flagged && (b.section == undecided || b.section == uncovered)
		if gone {
			t.hidden[b.section]++
		}
		return gone
	})
}

// listPapers prints one line per paper.
func (t *text) listPapers() {
	list := slices.Clone(t.papers.list)
	if t.opt.Sort == "" || t.opt.Sort == ByGravity {
		slices.SortStableFunc(list, func(a, b *paper) int {
			return min(int(a.gravest), int(undecided)) - min(int(b.gravest), int(undecided))
		})
	}
	printed := false
	for _, p := range list {
		if t.opt.Quiet && !p.accuses() {
			continue
		}
		printed = true
		t.print(t.hanging(Visible(t.short(p.file))+"  ", p.line())...)
	}
	if printed {
		t.print("")
	}
}

// hanging wraps a text after a first word in bold.
func (t *text) hanging(head, s string) []string {
	if s == "" {
		return []string{t.paint(strong, strings.TrimSpace(head))}
	}
	if t.opt.Width > 0 && Columns(head)+Columns(s) > t.opt.Width {
		return append([]string{t.paint(strong, strings.TrimSpace(head))}, t.paragraph(indent, "", s)...)
	}
	return []string{t.paint(strong, head) + s}
}

// manyPapers is the number of papers from which each has one line, and findings are only listed on request.
const manyPapers = 20

// folded reports whether findings are not listed because there are so many papers.
func (t *text) folded() bool {
	return len(t.papers.list) >= manyPapers && t.inShort() && len(t.opt.Only) == 0
}

// findings prints the findings in the requested order; if named, with their paper.
func (t *text) findings(named bool) {
	order := orders[t.opt.Sort]
	byGravity := order == nil || t.opt.Sort == ByGravity
	if order == nil {
		order = orders[ByGravity]
	}
	slices.SortStableFunc(t.blocks, func(a, b block) int { return order(&a, &b) })
	under := func(i int) section {
		if i < 0 || i == len(t.blocks) {
			return -1
		}
		return t.under(t.blocks[i].section)
	}
	for i, b := range t.blocks {
		if byGravity && under(i-1) != under(i) {
			t.heading(b.section)
		}
		t.print(b.head(named)...)
		t.print(b.body...)
		if byGravity && under(i+1) != under(i) {
			t.rest(b.section)
			t.print("")
		}
	}
	if len(t.blocks) == 0 || byGravity {
		return
	}
	if slices.ContainsFunc(t.blocks, func(b block) bool { return b.section == uncovered }) {
		t.rest(uncovered)
	}
	t.print("")
}

// under returns the section whose heading a section is under.
func (t *text) under(at section) section {
	if t.inShort() {
		at, _ = at.group()
	}
	return at
}

func (t *text) heading(at section) {
	title, about := headings[at].title, headings[at].about
	if t.inShort() {
		_, title = at.group()
		about = ""
	}
	n := 0
	for _, b := range t.blocks {
		if t.under(b.section) == t.under(at) {
			n++
		}
	}
	for hidden, count := range t.hidden {
		if len(t.opt.Only) == 0 && t.under(section(hidden)) == t.under(at) {
			n += count
		}
	}
	t.print(t.hanging(fmt.Sprintf("%s (%d)  ", title, n), about)...)
}

// rest says how many findings of a section are not shown.
func (t *text) rest(at section) {
	if n := t.hidden[at]; n > 0 && len(t.opt.Only) == 0 {
		t.print(t.paragraph(indent, faint, fmt.Sprintf("… and %d more: --only %s lists them", n, judge.Inconclusive))...)
	}
}

// tellProblems lists what could not be read, and the first few problems of what could not be read as intended.
func (t *text) tellProblems() {
	if t.opt.Quiet || len(t.problems) == 0 {
		return
	}
	alike, left := map[string]int{}, 0
	for i, p := range t.problems {
		alike[p.Rule]++
		if !t.opt.All && i >= t.unread && (alike[p.Rule] > alikeMost || i-left >= shortList) {
			left++
			continue
		}
		place := p.Place
		place.File = t.short(place.File)
		t.print(t.paragraph("", caution, fmt.Sprintf("! %s: %s (%s)", place.String(), p.Message, p.Rule))...)
	}
	if left > 0 {
		t.print(t.paragraph("", faint, fmt.Sprintf("… and %d more %s: --all lists them", left, plural(left, "problem")))...)
	}
	t.print("")
}

// sources says which sources failed or were left out.
func (t *text) sources(s *Summary) {
	if len(s.Outage) > 0 {
		if len(t.blocks) == 0 {
			t.print("")
		}
		if !s.nobody() {
			t.print(t.paragraph("", "31;1", "! OUTAGE: "+strings.Join(s.Outage, ", ")+" failed for many references that "+
				"they could have decided; this report says little. Run again.")...)
		}
		for _, line := range s.silent() {
			t.print(t.paragraph("", "", "! "+line)...)
		}
	}
	if line := s.Spared(); line != "" {
		t.print(t.paragraph("", "", "! "+line)...)
	}
	if line := s.Unanswered(); line != "" && len(s.Outage) == 0 {
		t.print(t.paragraph("", "2", line)...)
	}
}

func plural(n int, noun string) string { return ofOne(n, noun, noun+"s") }

// ofOne returns the words about one thing, or those about several.
func ofOne(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

// summary ends the report: what was checked, how bad the findings are, and what to do.
func (t *text) summary(s *Summary) {
	checked := "nothing to check: no references"
	if s.References > 0 {
		checked = s.Checked() + ": " + OutcomeTally(s.Outcomes) // "checked 25 of 28 references: 14 fine, 7 wrong, …"
	}
	t.print(t.paragraph("", "", checked)...)
	if t.opt.Quiet {
		return
	}
	for _, line := range t.counts(s) {
		t.print(t.paragraph("", "", line)...)
	}
	if s.wrong()+s.byHand() > 0 {
		t.print(t.paragraph("", faint,
			"Findings are leads for a person, not proof. \"bonafide explain CODE\" says what a code means.")...)
	}
	t.tellNext(s)
}

// counts returns the lines on everything counted besides outcomes.
func (t *text) counts(s *Summary) []string {
	var out []string
	if line := s.errors(); line != "" {
		out = append(out, "errors: "+line)
	}
	if n := s.Strengths[judge.Note.String()]; n > 0 {
		out = append(out, fmt.Sprintf("%d %s from one record, which proves little (--only note lists %s)", n,
			ofOne(n, "reference differs", "references differ"), ofOne(n, "it", "them")))
	}
	if len(s.Suppressed) > 0 {
		out = append(out, "not counted: "+s.setAside())
	}
	if t.run.Scheme != "" && t.run.Scheme != judge.Codes && t.run.Scheme != judge.Taxonomy {
		out = append(out, t.run.Scheme+": "+tallies(s.Labels))
	}
	if len(s.Notices) > 0 {
		out = append(out, "notes: "+tallies(s.Notices)+" (--only NAME lists them)")
	}
	if line := s.Unconfirmed(); line != "" {
		out = append(out, "not confirmed by any record: "+line+" (--only identifier-unconfirmed lists them)")
	}
	// otherwise the command that adds them says so
	if _, added := s.fixableBy(ByAddingDOI); t.unlinked > 0 && added == 0 && !t.opt.All {
		out = append(out,
			fmt.Sprintf("%d %s no DOI although the record has one (--only fine shows them)", t.unlinked,
				ofOne(t.unlinked, "entry states", "entries state")))
	}
	return append(out, s.models()...)
}

// Unconfirmed counts the identifiers of verified references that no record states.
func (s *Summary) Unconfirmed() string {
	named := map[string]int{}
	for field, n := range s.unconfirmed {
		named[plural(n, biblio.Field(field).Label())] = n
	}
	return tallies(named)
}

// setAside says how many findings do not count, and why: "2 dismissed, 1 baseline".
func (s *Summary) setAside() string {
	counts := maps.Clone(s.Suppressed)
	if n := counts[ByUser]; n > 0 {
		delete(counts, ByUser)
		counts["dismissed"] = n
	}
	return tallies(counts)
}

// tallies returns "3 exact, 2 minor", in the order of the words.
func tallies(counts map[string]int) string {
	return listed(slices.Sorted(maps.Keys(counts)), counts)
}

// listed returns "3 exact, 2 minor" for the words that occur.
func listed(words []string, counts map[string]int) string {
	var parts []string
	for _, word := range words {
		if n := counts[word]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, Visible(word)))
		}
	}
	return strings.Join(parts, ", ")
}
