package web

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/runs"
)

// groups are the outcomes as people read them, most urgent first. An outcome in none of them is a group of its own.
var groups = []group{
	{Word: "wrong", Tab: "Wrong", Class: "bad", Outcomes: []string{"discrepant", "not-found"}},
	{Word: "to check by hand", Tab: "Check by hand", Class: "open", Outcomes: []string{"doubtful", "ambiguous"}},
	{Word: "not checked", Tab: "Not checked", Class: "quiet", Outcomes: []string{"inconclusive"}},
	{Word: "fine", Tab: "Fine", Class: "good", Outcomes: []string{"verified"}},
	{Word: "not scholarly", Tab: "Not scholarly", Class: "quiet", Outcomes: []string{"exempt"}},
}

// looked are the outcomes that the user should look at.
var looked = []string{"discrepant", "not-found", "doubtful"}

// group is a part of the findings of a run.
type group struct {
	Word, Tab, Class string
	Outcomes         []string
	Topic            string // of its findings, if that is what they have in common
	N, X, Width      int    // of its part of the bar
	Address          string
	Chosen           bool
}

// groupOf returns the group of an outcome.
func groupOf(outcome string) group {
	for _, g := range groups {
		if slices.Contains(g.Outcomes, outcome) {
			return g
		}
	}
	word := strings.ReplaceAll(outcome, "-", " ")
	return group{Word: word, Tab: word, Class: "open", Outcomes: []string{outcome}}
}

// grouped counts outcomes by their groups; empty groups are left out.
func grouped(outcomes map[string]int) (list []group) {
	for _, outcome := range slices.Sorted(maps.Keys(outcomes)) {
		g := groupOf(outcome)
		at := slices.IndexFunc(list, func(one group) bool { return one.Word == g.Word })
		if at < 0 {
			at, list = len(list), append(list, g)
		}
		list[at].N += outcomes[outcome]
	}
	slices.SortStableFunc(list, func(a, b group) int { return cmp.Compare(a.rank(), b.rank()) })
	return slices.DeleteFunc(list, func(g group) bool { return g.N == 0 })
}

// rank returns the place of a group in their order; unknown ones come last.
func (g *group) rank() int {
	at := slices.IndexFunc(groups, func(one group) bool { return one.Word == g.Word })
	return (at + len(groups) + 1) % (len(groups) + 1)
}

// marks are the symbols of the classes: colour is never the only sign.
var marks = map[string]string{"bad": "✗", "open": "?", "quiet": "–", "good": "✓"}

// bars are the CSS classes of the parts of a bar, by class.
var bars = map[string]string{"bad": "bar-bad", "open": "bar-check", "quiet": "bar-open", "good": "bar-good"}

// barLength is the length of the bar of a run, in its own units.
const barLength = 1000

// glance is the summary at the top of the page of a run: a sentence, and tabs with their numbers.
type glance struct {
	Run    *runs.Record
	Groups []group // parts of the bar
	Tabs   []group
	Length int
	Causes []cause  // why references were not checked
	Files  []choice // papers of the run

	invented, dismissed int
}

// cause is why so many references were not checked.
type cause struct {
	Why string
	N   int
}

// glance returns the summary of a run; filter is that of its page.
func (s *server) glance(ctx context.Context, r *runs.Record, filter runs.Filter) (glance, error) {
	c, err := s.store.Count(ctx, r.ID)
	g := glance{Run: r, Groups: grouped(c.Standing), invented: c.Invented, dismissed: c.Topics[report.TopicDismissed]}
	for _, why := range slices.Sorted(maps.Keys(c.Topics)) {
		if why != report.TopicDismissed && why != report.TopicAppeared && why != "" {
			g.Causes = append(g.Causes, cause{why, c.Topics[why]})
		}
	}
	g.Files = counted(slices.Sorted(maps.Keys(c.Files)), c.Files)
	all := group{Tab: "All", Class: "quiet"}
	for i := range g.Groups {
		all.N += g.Groups[i].N
		g.Tabs = append(g.Tabs, g.Groups[i])
	}
	if n := c.Topics[report.TopicAppeared]; n > 0 { // after what is to do
		at := slices.IndexFunc(g.Tabs, func(one group) bool { return one.Class != "bad" && one.Word != "to check by hand" })
		g.Tabs = slices.Insert(g.Tabs, at, group{Tab: "Appeared since", Topic: report.TopicAppeared, N: n})
	}
	if g.dismissed > 0 {
		g.Tabs = append(g.Tabs, group{Tab: "Dismissed", Topic: report.TopicDismissed, N: g.dismissed})
	}
	g.Tabs = append(g.Tabs, all)
	for i := range g.Groups {
		one := &g.Groups[i]
		one.X, one.Width = g.Length, max(one.N*barLength/all.N, 8)
		g.Length += one.Width
	}
	for i := range g.Tabs {
		one, f := &g.Tabs[i], filter
		one.Chosen = filter.Outcome == strings.Join(one.Outcomes, ",") && filter.Topic == one.Topic
		f.Outcome, f.Topic = strings.Join(one.Outcomes, ","), one.Topic
		one.Address = "/runs/" + r.ID + (&view{Filter: f}).Query(0)
	}
	return g, err
}

// n returns how many findings are in the group with a word.
func (g *glance) n(word string) int {
	for _, one := range g.Groups {
		if one.Word == word {
			return one.N
		}
	}
	return 0
}

// Unchecked returns how many references were not checked.
func (g glance) Unchecked() int { return g.n("not checked") }

// Sentence says whether the paper is fine: what is wrong, fine and not checked, and why.
func (g glance) Sentence() string {
	if !g.Run.State.Over() {
		return (&view{Run: *g.Run}).Progress()
	}
	var list []string
	if g.Run.State != runs.Done {
		list = append(list, strings.TrimSuffix((&view{Run: *g.Run}).Progress(), "."))
	}
	say := func(n int, one, many string) {
		if n == 0 {
			return
		}
		noun := ""
		if len(list) == 0 { // the first names what is counted
			noun = " reference" + map[bool]string{true: "s"}[n > 1]
		}
		list = append(list, fmt.Sprintf("%d%s %s", n, noun, map[bool]string{true: one, false: many}[n == 1]))
	}
	var counted struct {
		Mentions  int
		Strengths map[string]int
	}
	notes := ""
	if json.Unmarshal(g.Run.Summary, &counted) == nil && counted.Mentions > 0 {
		notes = " " + report.Mentioned(counted.Mentions) + "."
	}
	if len(g.Groups) == 1 && g.n("fine") > 1 && g.dismissed == 0 && g.Run.State == runs.Done {
		return fmt.Sprintf("All %d references are fine.", g.n("fine")) + notes
	}
	wrong, likely := g.n("wrong"), counted.Strengths[judge.Likely.String()]
	if likely+counted.Strengths[judge.Certain.String()] != wrong { // a person has decided about some
		likely = 0
	}
	say(wrong-likely, "is wrong", "are wrong")
	say(likely, "is likely wrong", "are likely wrong")
	if n := g.invented; n > 0 && n == wrong {
		list[len(list)-1] += map[bool]string{true: " and looks invented", false: " and look invented"}[n == 1]
	} else if n > 0 {
		of := "them"
		if likely > 0 && likely < wrong { // two sentences speak of wrong ones
			of = fmt.Sprintf("these %d", wrong)
		}
		looks := map[bool]string{true: "looks", false: "look"}[n == 1]
		list[len(list)-1] += fmt.Sprintf(", %d of %s %s invented", n, of, looks)
	}
	say(g.n("to check by hand"), "is to be checked by hand", "are to be checked by hand")
	say(g.n("fine"), "is fine", "are fine")
	say(g.Unchecked(), "was not checked", "were not checked")
	if g.Unchecked() > 0 && len(g.Causes) > 0 {
		list[len(list)-1] += ": " + g.mainCause()
	}
	say(g.n("not scholarly"), "is no scholarly work", "are no scholarly works")
	say(g.dismissed, "was dismissed", "were dismissed")
	if len(list) == 0 {
		return "There are no references to check."
	}
	return strings.Join(list, ". ") + "." + notes
}

// mainCause says why most of what was not checked was not.
func (g *glance) mainCause() string {
	why := slices.MaxFunc(g.Causes, func(a, b cause) int { return cmp.Compare(a.N, b.N) }).Why
	switch {
	case why == report.Unasked && g.Unchecked() == 1:
		return "no corpus here has it, and " + why
	case why == report.Unasked:
		return "no corpus here has them, and " + why
	}
	return why
}

// tally lists groups in words.
func tally(list []group) string {
	words := make([]string, len(list))
	for i, g := range list {
		words[i] = fmt.Sprintf("%d %s", g.N, g.Word)
	}
	return strings.Join(words, ", ")
}

// result says in a few words what a run found.
func result(r *runs.Record) string {
	var s struct{ Outcomes map[string]int }
	if r.State != runs.Done || json.Unmarshal(r.Summary, &s) != nil {
		return string(r.State)
	}
	return tally(grouped(s.Outcomes))
}

// byline names a reference as a text cites it, "He et al. 2016", otherwise by its key or number.
func byline(f *report.Finding) string {
	if len(f.Claimed.Authors) == 0 {
		return cmp.Or(f.Key, f.ID)
	}
	family := func(name string) string {
		name, _, _ = strings.Cut(name, ",")
		return name[strings.LastIndexByte(name, ' ')+1:]
	}
	who := family(f.Claimed.Authors[0])
	switch len(f.Claimed.Authors) {
	case 1:
	case 2:
		who += " and " + family(f.Claimed.Authors[1])
	default:
		who += " et al."
	}
	return strings.TrimSpace(who + " " + string(f.Claimed.Year))
}

// phrase says in a few words what is to be known about a finding.
func phrase(f *report.Finding) string {
	if list := f.Views(); len(list) > 0 {
		return list[0].Headline
	}
	for i := range f.Reasons {
		if r := &f.Reasons[i]; r.Strength != "" && r.Recorded != "" {
			return report.ViewOf(r).Words()
		}
	}
	for _, n := range f.Notices {
		if judge.RemarkOf(n.Rule) == judge.Appeared {
			return report.Visible(n.Message)
		}
	}
	return ""
}

// download is a file of a run that can be downloaded.
type download struct{ Name, Address string }

// reportName returns the file name of a report.
func reportName(about, format string) string {
	return about + ".report." + report.FileEnding(format)
}

// stem returns the name of a file without folders and extension.
func stem(file string) string {
	file = file[strings.LastIndexByte(file, '/')+1:]
	if dot := strings.LastIndexByte(file, '.'); dot > 0 {
		file = file[:dot]
	}
	return file
}

// Downloads returns the reports of the run, by file name.
func (v *view) Downloads() (list []download) {
	for _, format := range report.Formats() {
		list = append(list,
			download{reportName(stem(v.Run.File()), format), "/runs/" + v.Run.ID + "/report?format=" + url.QueryEscape(format)})
	}
	return list
}
