package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/row"
)

// The report for people shows a finding in three or four lines: which entry, what is wrong with the right value and
// its source, and what to do. Everything else is for Details, All and "bonafide explain".

// groups are the headings of the report, in the order of use.
var groups = []struct {
	title string
	of    []section
}{
	{"Wrong", []section{fabricated, substantive, slip, peripheral}},
	{"Retracted or withdrawn", []section{retracted}},
	{"Check by hand", []section{doubtful, ambiguous}},
	{"Worth a look", []section{flagged}},
	{"Not checked, but something was found", []section{undecided}},
	{"Not checked", []section{uncovered}},
	{"Not scholarly works", []section{exempt}},
	{"Fine", []section{verified}},
	{"Dismissed", []section{accepted}},
}

// group returns the number of the heading of a section.
func (at section) group() int {
	return slices.IndexFunc(groups[:], func(g struct {
		title string
		of    []section
	}) bool {
		return slices.Contains(g.of, at)
	})
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
	parts := slices.DeleteFunc([]string{place, title, codes}, func(s string) bool { return s == "" })
	rest := strings.Join(parts, "  ")
	if rest != "" {
		rest = "  " + rest
	}
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
	var body []string
	for _, line := range wrap(f.sentence(), t.room(indent+" …")) {
		if len(body) == sentenceLines {
			body[sentenceLines-1] += " …"
			break
		}
		if line != "" {
			body = append(body, indent+line)
		}
	}
	if todo := f.todo(); todo != "" {
		body = append(body, indent+t.paint(faint, todo))
	}
	return append(t.labelled(f), body...)
}

// sentence says what is wrong with a finding, with the right value and who states it, and in which fields more is.
func (f *Finding) sentence() string {
	if at := f.section(); at == retracted || at == flagged {
		for _, n := range f.Notices {
			if slices.Contains(withdrawnRules, n.Rule) || slices.Contains(flagRules, n.Rule) {
				return Visible(n.Message)
			}
		}
	}
	list := f.raised()
	if len(list) == 0 {
		return ""
	}
	first := list[0].message
	for i := range f.Reasons {
		r := &f.Reasons[i]
		if r.Rule != list[0].rule || r.Field != list[0].field || r.Claimed == "" || r.Recorded == "" {
			continue
		}
		if first, _ = valuesOf(r); strings.HasSuffix(first, "differs from the record") {
			first += ": " + Visible(r.Recorded)
		}
		if len(witnesses(r)) > 0 {
			first += " (" + Visible(strings.Join(witnesses(r), ", ")) + ")"
		}
		break
	}
	var also []string
	for _, r := range list[1:] {
		if r.field != "" && r.field != list[0].field && !slices.Contains(also, r.field) {
			also = append(also, r.field)
		}
	}
	if len(also) > 0 {
		first += "; also " + strings.ReplaceAll(strings.Join(also, ", "), "_", " ")
	}
	return first
}

// todo says what to do about a finding.
func (f *Finding) todo() string {
	link := ""
	if f.Record != nil {
		link = web(f.Record.Link)
	}
	switch {
	case f.Outcome == row.NotFound:
		return "look for it: " + Visible(f.Look())
	case f.penned(judge.Write):
		return strings.TrimSuffix("fix corrects it: "+Visible(link), ": ")
	case f.penned(judge.Offer):
		return strings.TrimSuffix("fix --likely corrects it: "+Visible(link), ": ")
	case f.penned(judge.Choose) && f.Key != "":
		return strings.TrimSuffix("choose: fix --take record "+Visible(f.Key)+" takes the record's: "+Visible(link), ": ")
	case f.doubtful() && f.Record == nil:
		return "look for it: " + Visible(f.Look())
	case link != "":
		return "compare it: " + Visible(link)
	}
	return ""
}

// penned reports whether fix does what a pen says about one of the differences.
func (f *Finding) penned(pen judge.Pen) bool {
	return slices.ContainsFunc(f.Reasons, func(r Reason) bool { return r.Pen == string(pen) })
}

// appearance is a preprint that has appeared, in a reference that is otherwise fine.
type appearance struct{ name, where string }

// appeared returns where the work of a verified preprint has appeared.
func (f *Finding) appeared() (where string, ok bool) {
	for _, n := range f.Notices {
		if n.Rule == "published-version" {
			_, where, ok = strings.Cut(Visible(n.Message), ": ")
			return where, ok
		}
	}
	return "", false
}

// tellAppeared lists the preprints that have appeared since, and the command that puts the publication in their place.
func (t *text) tellAppeared() {
	if len(t.appeared) == 0 {
		return
	}
	t.print(t.paint(strong, fmt.Sprintf("Appeared since (%d)", len(t.appeared))) + "  bonafide tidy --published")
	for _, a := range t.appeared {
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
