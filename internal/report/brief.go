package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/judge"
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
	if todo := f.Todo(); todo != "" {
		body = append(body, indent+t.paint(faint, todo))
	}
	return append(t.labelled(f), body...)
}

// appearance is a preprint that has appeared, in a reference that is otherwise fine.
type appearance struct{ name, where string }

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
