package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/runs"
)

// groups are the outcomes as people read them, most urgent first. An outcome in none of them is a group of its own.
var groups = []group{
	{Word: "wrong", Class: "bad", Outcomes: []string{"discrepant", "not-found"}},
	{Word: "to check by hand", Class: "open", Outcomes: []string{"doubtful"}},
	{Word: "several works fit", Class: "open", Outcomes: []string{"ambiguous"}},
	{Word: "could not be checked", Class: "quiet", Outcomes: []string{"inconclusive"}},
	{Word: "not a scholarly work", Class: "quiet", Outcomes: []string{"exempt"}},
	{Word: "fine", Class: "good", Outcomes: []string{"verified"}},
}

// looked are the outcomes that the user should look at.
var looked = []string{"discrepant", "not-found", "doubtful"}

// group is a part of the findings of a run.
type group struct {
	Word, Class string
	Outcomes    []string
	N, X, Width int    // of its part of the bar
	Address     string // of the findings of the group, or of all if the group is selected
	Chosen      bool
}

// groupOf returns the group of an outcome.
func groupOf(outcome string) group {
	for _, g := range groups {
		if slices.Contains(g.Outcomes, outcome) {
			return g
		}
	}
	return group{Word: strings.ReplaceAll(outcome, "-", " "), Class: "open", Outcomes: []string{outcome}}
}

// grouped counts outcomes by their groups; empty groups are left out.
func grouped(outcomes map[string]int) (list []group) {
	counts := map[string]group{}
	for outcome, n := range outcomes {
		g := groupOf(outcome)
		g.N = n + counts[g.Word].N
		counts[g.Word] = g
	}
	for _, g := range append(slices.Clone(groups), others(counts)...) {
		if g = counts[g.Word]; g.N > 0 {
			list = append(list, g)
		}
	}
	return list
}

// others returns the groups that are not in groups.
func others(counts map[string]group) (list []group) {
	for word, g := range counts {
		if !slices.ContainsFunc(groups, func(known group) bool { return known.Word == word }) {
			list = append(list, g)
		}
	}
	slices.SortFunc(list, func(a, b group) int { return strings.Compare(a.Word, b.Word) })
	return list
}

// marks are the symbols of the classes: colour is never the only sign.
var marks = map[string]string{"bad": "✗", "open": "?", "quiet": "–", "good": "✓"}

// bars are the CSS classes of the parts of a bar, by class.
var bars = map[string]string{"bad": "bar-bad", "open": "bar-check", "quiet": "bar-open", "good": "bar-good"}

// barLength is the length of the bar of a run, in its own units.
const barLength = 1000

// glance is the summary at the top of the page of a run.
type glance struct {
	Run    *runs.Record
	Groups []group
	Looked runs.Looked
	Length int
}

// glance returns the summary of a run.
func (s *server) glance(ctx context.Context, r *runs.Record, filter runs.Filter) (glance, error) {
	counts, err := s.store.Count(ctx, r.ID)
	if err != nil {
		return glance{}, err
	}
	seen, err := s.store.Looked(ctx, r.ID, looked)
	return glanceOf(r, counts, seen, filter), err
}

// glanceOf returns the summary of a run; filter is that of its page.
func glanceOf(r *runs.Record, c runs.Counts, seen runs.Looked, filter runs.Filter) glance {
	g := glance{Run: r, Groups: grouped(c.Outcomes), Looked: seen, Length: barLength}
	total, x := 0, 0
	for _, one := range g.Groups {
		total += one.N
	}
	for i := range g.Groups {
		one := &g.Groups[i]
		one.X, one.Width = x, max(one.N*barLength/total, 8)
		x += one.Width
		f := filter
		if one.Chosen = filter.Outcome == strings.Join(one.Outcomes, ","); one.Chosen {
			f.Outcome = ""
		} else {
			f.Outcome = strings.Join(one.Outcomes, ",")
		}
		one.Address = "/runs/" + r.ID + (&view{Filter: f}).Query(0)
	}
	g.Length = max(x, 1)
	return g
}

// Sentence says whether the paper is fine.
func (g glance) Sentence() string {
	checked := fmt.Sprintf("%s checked", plural(g.Run.Settled, "reference"))
	if !g.Run.State.Over() && g.Run.Announced > 0 {
		checked = fmt.Sprintf("%d of %s checked", g.Run.Settled, plural(g.Run.Announced, "reference"))
	}
	if len(g.Groups) == 1 && g.Groups[0].Word == "fine" && g.Run.State == runs.Done {
		return checked + ": all are fine."
	}
	return checked + tally(": ", g.Groups) + "."
}

// tally lists groups in words, preceded by a text if there are any.
func tally(before string, list []group) string {
	words := make([]string, len(list))
	for i, g := range list {
		words[i] = fmt.Sprintf("%d %s", g.N, g.Word)
	}
	if len(words) == 0 {
		return ""
	}
	return before + strings.Join(words, ", ")
}

// result says in a few words what a run found.
func result(r *runs.Record) string {
	var s struct{ Outcomes map[string]int }
	if r.State != runs.Done || json.Unmarshal(r.Summary, &s) != nil {
		return string(r.State)
	}
	return tally("", grouped(s.Outcomes))
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
			download{reportName(stem(v.Run.Name()), format), "/runs/" + v.Run.ID + "/report?format=" + url.QueryEscape(format)})
	}
	return list
}
