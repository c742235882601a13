package report

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/judge"
)

// Note gives what a note beside an entry says, in lines: outcome and codes, what
// is raised, and where to look. It is "" for what is verified, exempt or not
// covered; accuses reports that it says something is wrong.
func (f *Finding) Note() (text string, accuses bool) {
	at := f.section()
	list := f.raised()
	if len(list) == 0 || at >= uncovered {
		return "", false
	}
	lines := []string{strings.TrimSpace(name(f) + " " + Visible(f.Outcome+" "+strings.Join(f.Codes, ",")))}
	for _, r := range list {
		lines = append(lines, shortened(r.message, messageMost))
	}
	if link := f.evidence(); link != "" {
		lines = append(lines, Visible(link))
	}
	return strings.Join(lines, "\n"), at <= peripheral
}

// Order gives the place of a finding in the order of gravity: the less, the graver.
func (f *Finding) Order() int { return int(f.section()) }

// Grave says how grave a finding is, by its gravity and then its outcome: the more,
// the graver.
func (f *Finding) Grave() int {
	gravity, _ := judge.ParseGravity(f.Gravity)
	outcome := slices.IndexFunc(judge.Outcomes, func(o judge.Outcome) bool { return o.String() == f.Outcome })
	return int(gravity)*len(judge.Outcomes) + max(outcome, 0)
}
