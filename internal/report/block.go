package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/row"
)

// block is a finding ready to be printed.
type block struct {
	section  section
	id, name string // of the reference: in the run, and in its file
	flagged  bool   // with a red flag
	score, p float64
	head     func(named bool) []string // named: the head says which paper it is in
	body     []string
}

// style is how an outcome looks: a mark that needs no colour, a colour, the CSS class, the word for such a
// reference, the word after a number, and the part of a bar.
type style struct {
	mark, color, class, word, counted string
	part                              int
}

var styles = map[string]style{
	judge.Verified.String():     {"✓", "32", "good", "fine", "fine", 0},
	judge.Exempt.String():       {"·", "2", "good", "not a scholarly work", "not scholarly", 0},
	judge.Inconclusive.String(): {"?", "33", "open", "could not be checked", "could not be checked", 4},
	judge.Ambiguous.String():    {"≈", "33", "open", "several works fit", "ambiguous", 4},
	judge.Doubtful.String():     {"⚐", "33", "open", "check by hand", "to check by hand", 3},
	judge.Discrepant.String():   {"✗", "31", "bad", "wrong", "wrong", 1},
	judge.NotFound.String():     {"∅", "1;31", "bad", "not found", "not found", 2},
}

// styleOf returns the style of an outcome, also of one from a later version.
func styleOf(outcome string) style {
	if st, ok := styles[outcome]; ok {
		return st
	}
	return style{class: "open", word: Visible(outcome), counted: Visible(outcome), part: 4}
}

// style returns the style of a finding: its outcome's, but a retracted work is not fine however it is cited.
func (f *Finding) style() style {
	at := slices.IndexFunc(f.Notices, withdraws)
	if at < 0 || f.section() != retracted {
		return styleOf(string(f.Outcome))
	}
	return style{mark: "!", color: "31", class: "bad", word: f.Notices[at].Rule}
}

// VerdictWords returns the words for the outcome of a finding and its strength: "wrong (likely)".
func (f *Finding) VerdictWords() string { return f.style().word + f.strengthSuffix() }

// tallied lists the words by which references are counted, in the order of the report.
var tallied = func() (list []string) {
	for _, o := range []judge.Outcome{
		judge.Verified, judge.NotFound, judge.Discrepant, judge.Doubtful, judge.Ambiguous, judge.Inconclusive, judge.Exempt,
	} {
		list = append(list, styles[o.String()].counted)
	}
	return list
}()

// OutcomeWord returns the words for an outcome: "check by hand".
func OutcomeWord(outcome string) string { return styleOf(outcome).word }

// GistWords returns the words for a gist of a finding, its outcome and codes: "wrong year" for "discrepant H4".
func GistWords(gist string) string {
	outcome, codes, _ := strings.Cut(gist, " ")
	if _, ok := styles[outcome]; !ok {
		return Visible(gist)
	}
	var wrong []string
	for _, code := range strings.Fields(codes) {
		if accuses(code) {
			wrong = append(wrong, cmp.Or(topic(code), Visible(code)))
		}
	}
	words, list := OutcomeWord(outcome), strings.Join(wrong, ", ")
	if list == "" || styleOf(outcome).class == "bad" {
		return cmp.Or(list, words)
	}
	return words + ": " + list
}

// OutcomeTally returns "14 fine, 7 wrong, 2 to check by hand".
func OutcomeTally(outcomes map[string]int) string {
	counts := map[string]int{}
	for outcome, n := range outcomes {
		counts[styleOf(outcome).counted] += n
	}
	return listed(tallied, counts)
}

// The looks of differences, with and without colours.
var (
	wrongly = look{"31", "[-", "-]"}
	rightly = look{"32", "{+", "+}"}
)

const (
	indent  = "    "
	faint   = "2"
	caution = "33"
	strong  = "1"
)

func (t *text) paint(color, s string) string {
	if !t.opt.Color || color == "" || s == "" {
		return s
	}
	return "\x1b[" + color + "m" + s + "\x1b[0m"
}

// block renders a finding.
func (t *text) block(f *Finding) block {
	b := block{section: f.section(), id: f.ID, name: name(f), flagged: f.flagged(), score: f.Score, p: f.genuine()}
	id, place, st := name(f), f.Place, f.style()
	outcome, codes := st.word+f.strengthSuffix(), Visible(strings.Join(f.Codes, ","))
	b.head = func(named bool) []string {
		place := t.whereabouts(place, named)
		if t.inShort() {
			return t.shortHead(f, id, place)
		}
		head := fmt.Sprintf("%s %s  %s  %s  %s", t.paint(st.color, st.mark), t.paint(strong, id), t.paint(st.color, outcome),
			codes, t.paint(faint, place))
		if used := Columns(id) + Columns(outcome+codes+place) + 8; t.opt.Width > 0 && used > t.opt.Width {
			return append(t.paragraph("", "", st.mark+" "+id), t.paragraph(indent, "", outcome+"  "+codes+"  "+place)...)
		}
		return []string{strings.TrimRight(head, " ")}
	}
	if b.section == accepted && !t.opt.All {
		b.body = append(t.acceptances(f), t.notes(f)...)
		return b
	}
	if t.inShort() {
		b.body = append(t.acceptances(f), t.inBrief(f)...)
		return b
	}
	b.body = slices.Concat(t.paragraph(indent, "", what(f)), t.acceptances(f), t.grounds(f))
	return b
}

// strengthSuffix returns the strength to add to the word of an outcome that accuses.
func (f *Finding) strengthSuffix() string {
	if s := f.strength(); s >= judge.Likely && f.gravityCounted() != judge.NoGravity {
		return " (" + s.String() + ")"
	}
	return ""
}

// name returns the name of a reference in its file: its key, otherwise its printed label or its number.
func name(f *Finding) string {
	if f.Mark != "" {
		return Visible("[" + f.Mark + "]")
	}
	if f.Key != "" && strings.HasPrefix(f.ID, f.Key) {
		return Visible(f.ID)
	}
	return nameOf(f.ID, f.File)
}

// nameOf returns the name of a reference of a file, by its id.
func nameOf(id, file string) string {
	if number, ok := strings.CutPrefix(id, file+":"); ok && file != "" {
		return Visible("[" + number + "]")
	}
	return Visible(id)
}

// whereabouts says where a reference is, and if named in which paper.
func (t *text) whereabouts(p Place, named bool) string {
	p.Paragraph = 0 // no program shows its number
	if p.Column = 0; named {
		p.File = t.short(p.File)
		return Visible(p.String())
	}
	if p.File = ""; p.Line > 0 && p.Page == 0 {
		return fmt.Sprintf("line %d", p.Line)
	}
	return strings.TrimPrefix(Visible(p.String()), ", ")
}

// what describes the work that a reference cites: if it only has an identifier, the work of the record.
func what(f *Finding) string {
	title := cmp.Or(f.Claimed.Title, f.Raw)
	if f.Claimed.Title == "" && f.Record != nil && f.Outcome == row.Verified {
		title = described(&f.Record.Fields)
	}
	return strings.Join(strings.Fields(Visible(title)), " ")
}

// described describes a work in one line: title, people, venue, year.
func described(w *row.Work) string {
	people := w.Authors
	if len(people) == 0 {
		people = w.Editors
	}
	if len(people) > 3 {
		people = []string{people[0], "et al"}
	}
	return joined(". ", w.Title, strings.Join(people, ", "), w.Venue, string(w.Year))
}

// joined joins the words that are not empty.
func joined(by string, words ...string) string {
	return strings.Join(slices.DeleteFunc(words, func(s string) bool { return s == "" }), by)
}

// paragraph wraps a text with an indent; color applies to every line.
func (t *text) paragraph(indent, color, s string) []string {
	var out []string
	for _, line := range wrap(Visible(s), t.room(indent)) {
		out = append(out, indent+t.paint(color, line))
	}
	return out
}

// room returns the columns available after an indent, 0 for no limit.
func (t *text) room(indent string) int {
	if t.opt.Width <= 0 {
		return 0
	}
	return max(t.opt.Width-Columns(indent), 20)
}

// acceptances says what a person has dismissed in a finding.
func (t *text) acceptances(f *Finding) []string {
	var out []string
	for _, a := range f.Accepted {
		words := "dismissed " + a.About()
		if a.Date != "" {
			words += " on " + a.Date
		}
		if words += " (" + a.By + ")"; a.Stale {
			words += ", but the entry has changed since"
		}
		if a.Reason != "" {
			words += ": " + a.Reason
		}
		out = append(out, t.paragraph(indent, "36", words)...)
	}
	return out
}

// labelled returns the label of a finding under a scheme that was asked for.
func (t *text) labelled(f *Finding) []string {
	if f.Label == "" || t.run.Scheme == "" || t.run.Scheme == judge.Codes || t.run.Scheme == judge.Taxonomy {
		return nil
	}
	return t.paragraph(indent, "", t.run.Scheme+": "+f.Label)
}

// grounds says why: label, reasons, the record, notices, and where to look.
func (t *text) grounds(f *Finding) []string {
	out := append(t.labelled(f), t.reasons(f)...)
	out = append(out, t.paragraph(indent, "", f.unrecorded())...)
	if f.Record != nil && (f.Outcome != row.Verified || t.opt.All) {
		out = append(out, t.paragraph(indent, faint, "record: "+recordWhere(f.Record))...)
	}
	if doi := f.SuggestedDOI(); doi != "" {
		out = append(out, t.paragraph(indent, "", "the record has a DOI that the entry lacks: "+doi)...)
	}
	out = append(out, t.notes(f)...)
	if s := f.section(); s == doubtful || s == ambiguous || s == undecided || s == uncovered {
		if link := f.Look(); link != "" {
			out = append(out, indent+t.paint(faint, "look: "+Visible(link)))
		}
	}
	for _, m := range f.Moved {
		out = append(out,
			indent+t.paint(faint, fmt.Sprintf("score: %-28s %8.3f %+8.3f", Visible(m.Feature), m.Value, m.Effect)))
	}
	return out
}

// reasons prints the reasons of a finding; those that approve only on request.
func (t *text) reasons(f *Finding) (out []string) {
	weighed := 0 // number of differences: the head and the section show strength and gravity of a single one
	for i := range f.Reasons {
		if weight(&f.Reasons[i]) != "" {
			weighed++
		}
	}
	near := false // the part on the closest match has begun
	for i := range f.Reasons {
		r := &f.Reasons[i]
		switch {
		case unrecorded(r) || statusOf(r).Agrees() && !t.opt.All:
		case statusOf(r) == judge.Nearest && near:
			out = append(out, t.reason(&Reason{Field: r.Field, Variant: r.Variant, Claimed: r.Claimed, Recorded: r.Recorded,
				Sources: r.Sources, Record: r.Record}, false)...)
		default:
			near = near || statusOf(r) == judge.Nearest
			out = append(out, t.reason(r, weighed > 1)...)
		}
	}
	return out
}

// unrecorded reports whether a reason only says that no record states a field.
func unrecorded(r *Reason) bool {
	return statusOf(r) == judge.Unrecorded && !biblio.Field(r.Field).Identifier()
}

// unrecorded lists the fields that no record states, "" for none.
func (f *Finding) unrecorded() string {
	var fields []string
	for i := range f.Reasons {
		if r := &f.Reasons[i]; unrecorded(r) {
			fields = append(fields, Visible(biblio.Field(r.Field).Label()))
		}
	}
	switch last := len(fields) - 1; {
	case last < 0:
		return ""
	case last == 0 && fields[0] != "authors":
		return "The " + fields[0] + " could not be checked: no record states it."
	case last > 0:
		fields = []string{strings.Join(fields[:last], ", ") + " and " + fields[last]}
	}
	return "The " + fields[0] + " could not be checked: no record states them."
}

// notes prints the notices, which are no verdict.
func (t *text) notes(f *Finding) []string {
	var out []string
	for _, n := range f.remarks() {
		out = append(out, t.paragraph(indent, "", "note: "+n.Message)...)
	}
	return out
}

// reason prints a reason: what is wrong, with the cited and the recorded value if there are two.
func (t *text) reason(r *Reason, weighed bool) []string {
	v := ViewOf(r)
	if judge.Uncovered(r.Rule) && !t.opt.All { // the heading says so; only a near match is worth a line
		_, near, _ := strings.Cut(v.Headline, "; ")
		return t.paragraph(indent, faint, near)
	}
	if weighed {
		v.Headline = v.Words()
	}
	out := t.paragraph(indent, "", v.Headline)
	out = append(out, t.value("  cited    ", v.cited, wrongly, "")...)
	out = append(out, t.value("  recorded ", v.recorded, rightly, v.Holder)...)
	if v.Why != "" {
		out = append(out, t.paragraph(indent+"  ", faint, "not corrected: "+v.Why)...)
	}
	if r.Judged != nil && t.explains {
		out = append(out, t.paragraph(indent+"  ", faint, judgedSentence(r.Judged))...)
	}
	return out
}

// value prints one side of a difference, and who states it. If all of it differs, marks would only distract.
func (t *text) value(label string, list []token, l look, by string) []string {
	whole := !slices.ContainsFunc(list, func(t token) bool { return !t.marked })
	if !t.opt.Color && !whole {
		list = l.signed(list)
	}
	mark := func(s string) string { return t.paint(l.color, s) }
	laid := lines(list, t.room(indent+label))
	var out []string
	for i, line := range laid {
		if i > 0 {
			label = strings.Repeat(" ", len(label))
		}
		out = append(out, indent+label+join(line, mark))
	}
	if by == "" || len(out) == 0 {
		return out
	}
	by = "(" + Visible(by) + ")"
	last := laid[len(laid)-1]
	if width := Columns(join(last, unmarked)); t.opt.Width > 0 &&
		len(indent+label)+width+2+Columns(by) > t.opt.Width {
		return append(out, t.paragraph(indent+strings.Repeat(" ", len(label)), faint, by)...)
	}
	out[len(out)-1] += "  " + t.paint(faint, by)
	return out
}

// RecordLine describes a record in one line: its holder and the work.
func RecordLine(r *Record) string { return Visible(HolderOf(r) + ": " + described(&r.Fields)) }

// HolderOf returns the name of the source that has the record.
func HolderOf(r *Record) string { return cmp.Or(HolderName(r.From), r.Source) }

// recordWhere describes a record: its source, its key, its address.
func recordWhere(r *Record) string {
	return joined(" ", HolderOf(r), strings.TrimSuffix("("+r.LocalID+")", "()"), r.Link)
}

// The report for people shows a finding in three or four lines: which entry, what is wrong with the right value and
// its source, and what to do. Everything else is for Details, All and "bonafide explain".

// group returns the first section of those under one heading of the short form, and the heading.
func (at section) group() (first section, title string) {
	switch at {
	case fabricated, substantive, slip, peripheral:
		return fabricated, "Wrong"
	case ambiguous:
		return doubtful, headings[doubtful].title
	case undecided:
		return at, "Not checked, but something was found"
	case uncovered:
		return at, "Not checked"
	}
	return at, headings[at].title
}

// sentenceLines is how many lines the sentence of a finding may take; of a title at most whatMost characters are shown,
// and nothing where fewer than leastTitle fit.
const (
	sentenceLines = 2
	whatMost      = 72
	leastTitle    = 12
)

// shortHead is the first line of a finding: its mark, its name, where it is, the title, and at the end its codes.
func (t *text) shortHead(f *Finding, id, place string) []string {
	st := f.style()
	codes := Visible(strings.Join(slices.DeleteFunc(slices.Clone(f.Codes), // those of what is right or open tell nothing
		func(code string) bool { return !strings.HasPrefix(code, "H") }), ","))
	id += f.byline()
	used := Columns(st.mark + id + place + codes)
	most := whatMost
	if t.opt.Width > 0 {
		most = min(most, t.opt.Width-used-7)
	}
	title := ""
	if most >= leastTitle {
		title = shortened(what(f), most)
	}
	rest := strings.TrimRight("  "+joined("  ", place, title, codes), " ")
	if t.opt.Width > 0 && used+5 > t.opt.Width {
		return append(t.paragraph("", "", st.mark+" "+id), t.paragraph(indent, faint, strings.TrimSpace(rest))...)
	}
	return []string{t.paint(st.color, st.mark) + " " + t.paint(strong, id) + t.paint(faint, rest)}
}

// byline is the first author and the year of a reference without a key.
func (f *Finding) byline() string {
	if f.Key != "" || len(f.Claimed.Authors) == 0 {
		return ""
	}
	names := strings.Fields(f.Claimed.Authors[0])
	if len(names) == 0 {
		return ""
	}
	return Visible(strings.TrimRight(" "+names[len(names)-1]+" "+string(f.Claimed.Year), " "))
}

// inBrief says in up to three lines what is wrong and what to do.
func (t *text) inBrief(f *Finding) []string {
	todo, most := f.Todo(), sentenceLines
	if todo == "" { // its line is free
		most++
	}
	body := t.cut("", f.Sentence(), most)
	if len(body) < sentenceLines {
		body = append(body, t.cut(faint, f.notCorrected(), 1)...)
	}
	if todo != "" {
		body = append(body, indent+t.paint(faint, todo))
	}
	return append(t.labelled(f), body...)
}

// cut wraps a text in at most a number of lines.
func (t *text) cut(color, s string, most int) []string {
	list := wrap(s, t.room(indent+" …"))
	if len(list) > most {
		list = list[:most]
		list[most-1] += " …"
	}
	for i := range list {
		list[i] = indent + t.paint(color, list[i])
	}
	return list
}

// appearance is a preprint that has appeared, in a reference that is otherwise fine.
type appearance struct{ name, file, where string }

// appeared returns where the work of a verified preprint has appeared.
func (f *Finding) appeared() (where string, ok bool) {
	for _, n := range f.Notices {
		if judge.RemarkOf(n.Rule) == judge.Appeared {
			_, where, ok = strings.Cut(Visible(n.Message), ": ")
			return where, ok
		}
	}
	return "", false
}

// tellAppeared lists the preprints that have appeared since, and the command that puts the publication in their place.
func (t *text) tellAppeared(s *Summary) {
	if len(t.appeared) == 0 {
		return
	}
	head := t.paint(strong, fmt.Sprintf("Appeared since (%d)", len(t.appeared)))
	if _, n := s.fixableBy(ByPublished); n > 0 {
		head += "  bonafide " + ByPublished
	}
	t.print(head)
	for _, a := range t.appeared {
		if len(t.papers.list) > 1 {
			a.name += "  " + Visible(t.short(a.file))
		}
		t.print(t.hanging(a.name+"  ", a.where)...)
	}
	t.print("")
}

// tellNotChecked says why references were not checked, and what would settle them.
func (t *text) tellNotChecked(s *Summary) {
	lines := s.NotChecked()
	if len(lines) == 0 || len(t.opt.Only) > 0 {
		return
	}
	works, checked := s.Works()
	t.print(t.paint(strong, fmt.Sprintf("Not checked (%d)", works-checked)))
	for _, line := range lines {
		t.print(t.paragraph(indent, "", line)...)
	}
	t.print("")
}
