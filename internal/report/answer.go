package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/row"
)

// Works returns how many references cite scholarly works, and how many of those a source decided about. What is no
// scholarly work, and what nobody could decide, was not checked.
func (s *Summary) Works() (works, checked int) {
	works = s.References - s.Outcomes[judge.Exempt.String()]
	return works, works - s.Outcomes[judge.Inconclusive.String()]
}

// Checked returns "checked 84 of 488 references": of those that cite scholarly works; and how many notes mention them.
func (s *Summary) Checked() string {
	works, checked := s.Works()
	line := fmt.Sprintf("checked %d of %d %s", checked, works, plural(works, "reference"))
	if s.Stopped > 0 {
		line += fmt.Sprintf(" and stopped before %d more", s.Stopped)
	}
	if s.Mentions > 0 {
		line += "; " + Mentioned(s.Mentions)
	}
	return line
}

// Mentioned returns "13 short notes belong to them", of a document's references.
func Mentioned(n int) string {
	return fmt.Sprintf("%d short %s to them", n, ofOne(n, "note belongs", "notes belong"))
}

// MostlyOpen reports whether fewer than half of the references could be checked.
func (s *Summary) MostlyOpen() bool {
	works, checked := s.Works()
	return 2*checked < works
}

// Answer returns the one sentence that a reader wants first: "3 of 92 references are wrong, 4 to check by hand; 67 were
// not checked: no service was asked."
func (s *Summary) Answer() string {
	works, checked := s.Works()
	wrong, byHand, fine := s.wrong(), s.byHand(), s.Outcomes[judge.Verified.String()]
	if s.Stopped > 0 {
		whole := *s
		whole.Stopped = 0
		return "S" + s.StoppedAfter()[1:] + ". " + whole.Answer()
	}
	if s.References == 0 {
		return "There are no references to check."
	}
	if works == 0 {
		return fmt.Sprintf("None of the %d %s cites a scholarly work.", s.References, plural(s.References, "reference"))
	}
	total := fmt.Sprintf("%d %s", works, plural(works, "reference"))
	var parts []string
	switch {
	case works == 1 && wrong > 0:
		parts = append(parts, "The reference is wrong")
	case works == 1 && checked == 0:
		parts = append(parts, "The reference was not checked: "+s.mainCause())
	case works == 1 && byHand > 0:
		return "The reference is to be checked by hand."
	case wrong > 0:
		parts = append(parts, fmt.Sprintf("%d of %s %s wrong", wrong, total, ofOne(wrong, "is", "are")))
	case checked == 0:
		parts = append(parts, fmt.Sprintf("None of %s was checked: %s", total, s.mainCause()))
	case fine == works:
		parts = append(parts, ofOne(works, "The reference is", "All "+total+" are")+" fine")
	case byHand > 0 && s.MostlyOpen():
		parts = append(parts, fmt.Sprintf("%d of %s %s to be checked by hand", byHand, total, ofOne(byHand, "is", "are")))
		byHand = 0
	case byHand > 0:
		parts = append(parts, fmt.Sprintf("None of %s is wrong", total))
	default:
		parts = append(parts, fmt.Sprintf("%d of %s %s fine", fine, total, ofOne(fine, "is", "are")))
	}
	if byHand > 0 {
		parts = append(parts, fmt.Sprintf("%d to check by hand", byHand))
	}
	line := strings.Join(parts, ", ")
	if open := works - checked; open > 0 && checked > 0 {
		line += fmt.Sprintf("; %d %s not checked: %s", open, ofOne(open, "was", "were"), s.mainCause())
	}
	return line + "."
}

// wrong returns the number of references that are called wrong.
func (s *Summary) wrong() int {
	return s.Outcomes[judge.Discrepant.String()] + s.Outcomes[judge.NotFound.String()]
}

// byHand returns the number of references that a person has to check.
func (s *Summary) byHand() int {
	return s.Outcomes[judge.Doubtful.String()] + s.Outcomes[judge.Ambiguous.String()]
}

// StoppedAfter returns "stopped after 12 of 40 references", of a run that was.
func (s *Summary) StoppedAfter() string {
	all := s.References + s.Stopped
	return fmt.Sprintf("stopped after %d of %d %s", s.References, all, plural(all, "reference"))
}

// cause is why references were not checked, for those of one kind.
type cause struct {
	why  string // a key of causes
	kind string // of the works, as row.Work.Type; "" where it does not matter
}

// The causes why a reference is not checked, in the order of the report.
const (
	Unasked  = "no service was asked"
	failed   = "a service did not answer"
	spared   = "the budget of this run was used up"
	unlisted = "no source that was asked lists such works"
	unfound  = "searched, no record found"
	unproved = "what was found is not enough"
)

var causes = []string{Unasked, failed, spared, unlisted, unfound, unproved}

// The topics of findings that are no causes.
const (
	TopicDismissed = "dismissed"
	TopicAppeared  = "appeared since"
)

// Topic returns what pages list a finding under besides its outcome: that a person dismissed it, why it is not checked,
// or that its preprint has appeared; "" for nothing. Online says whether the run asked services.
func (f *Finding) Topic(online bool) string {
	switch _, appeared := f.appeared(); {
	case f.Suppressed != "":
		return TopicDismissed
	case f.Outcome == row.Inconclusive:
		return f.causeOf(online).why
	case appeared:
		return TopicAppeared
	}
	return ""
}

// causeOf returns why a finding is not checked.
func (f *Finding) causeOf(online bool) cause {
	switch {
	case slices.ContainsFunc(f.Lookups, func(l Lookup) bool { return l.Missed && !skipped(l) }):
		return cause{why: failed}
	case slices.ContainsFunc(f.Lookups, skipped):
		return cause{why: spared}
	case f.Record != nil || !f.bare():
		return cause{why: unproved}
	case !online:
		return cause{Unasked, kindOf(f)}
	case slices.ContainsFunc(f.Reasons, func(r Reason) bool { return judge.Uncovered(r.Rule) }):
		return cause{unlisted, kindOf(f)}
	}
	return cause{why: unfound}
}

// kindOf returns the type of the cited work if it has a word of its own.
func kindOf(f *Finding) string {
	if _, ok := kinds[f.Claimed.Type]; ok {
		return f.Claimed.Type
	}
	return ""
}

// mainCause returns why most of the references that were not checked were not.
func (s *Summary) mainCause() string {
	sum := map[string]int{}
	for c, n := range s.unchecked {
		sum[c.why] += n
	}
	if len(sum) == 0 {
		return "nothing decides about them"
	}
	return slices.MaxFunc(causes, func(a, b string) int { return cmp.Compare(sum[a], sum[b]) })
}

// kinds are the words for works of a type, and the services that list most of them.
var kinds = map[string]struct{ noun, services string }{
	"book": {"book", "Open Library and Crossref"}, "chapter": {"chapter", "Crossref and Open Library"},
	"article-journal": {"article", "Crossref and OpenAlex"}, "article": {"preprint", "arXiv and OpenAlex"},
	"paper-conference": {"conference paper", "Crossref, OpenAlex and DBLP"}, "thesis": {"dissertation", "OpenAlex"},
	"report": {"report", "OpenAlex and DataCite"}, "dataset": {"data set", "DataCite"},
}

// NotChecked returns one line for each cause why references were not checked: how many, and what would settle them.
func (s *Summary) NotChecked() (lines []string) {
	list := slices.SortedFunc(maps.Keys(s.unchecked), func(a, b cause) int {
		return cmp.Or(cmp.Compare(slices.Index(causes, a.why), slices.Index(causes, b.why)),
			cmp.Compare(s.unchecked[b], s.unchecked[a]), cmp.Compare(a.kind, b.kind))
	})
	for _, c := range list {
		n, kind := s.unchecked[c], kinds[c.kind]
		about := c.why
		switch c.why {
		case Unasked:
			about = "no corpus of this run has " + ofOne(n, "it", "them") + "; --online asks " +
				cmp.Or(kind.services, "Crossref and OpenAlex")
		case failed:
			about += ": run again"
		case spared:
			about += ": a higher --budget or --requests goes on"
		}
		lines = append(lines, fmt.Sprintf("%d %s: %s", n, plural(n, cmp.Or(kind.noun, "work")), about))
	}
	return lines
}
