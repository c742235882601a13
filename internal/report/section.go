package report

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/row"
)

// section is the section of a finding in the report for people, the gravest first.
type section int

const (
	fabricated section = iota
	substantive
	retracted // regardless of its other findings
	slip
	peripheral
	doubtful // to check by hand, the most likely to be wrong first
	flagged  // verified or exempt, with a red flag
	ambiguous
	undecided // although a record was found or a flag was raised
	uncovered // undecided, and nothing found
	exempt
	verified
	accepted // by a person
	known    // from before
	sections
)

// headings are the titles of the sections for people, their names in addresses and classes, a line that
// explains them, and their level: in SARIF, where undecided findings are no alerts, and in GitLab's terms.
var headings = [sections]struct{ title, name, about, level, severity string }{
	fabricated:  {"Not found or invented", "fabricated", topic(judge.Fabricated.String()), "error", "blocker"},
	substantive: {"Major errors", "substantive", topic(judge.Substantive.String()), "error", "critical"},
	retracted: {"Retracted or withdrawn", "retracted", "described correctly, but not to be relied on",
		"error", "critical"},
	slip:       {"Minor errors", "slip", topic(judge.Slip.String()), "warning", "minor"},
	peripheral: {"Details", "peripheral", topic(judge.Peripheral.String()), "note", "info"},
	doubtful: {"Check by hand", "doubtful",
		"something speaks against these, but not enough to call them wrong; the most likely errors first", "note", "info"},
	flagged: {"Worth a look", "flagged", "no record contradicts these, but something about them is odd",
		"warning", "minor"},
	ambiguous: {"Several works fit", "ambiguous", topic(judge.Ambiguous.String()), "note", "info"},
	undecided: {"Undecided", "undecided", "a similar work or something odd was found, but nothing reliable decides",
		"note", "info"},
	uncovered: {"Could not be checked", "uncovered", "no source that was asked has them", "", ""},
	exempt:    {"Not scholarly works", "exempt", topic(judge.Exempt.String()), "", ""},
	verified:  {"Fine", "verified", topic(judge.Verified.String()), "", ""},
	accepted:  {"Dismissed", "accepted", "a person has looked at these; they count again when the entry changes", "", ""},
	known:     {"Known", "known", "in the earlier report, or the entry has not changed", "", ""},
}

func topic(word string) string {
	t, _ := judge.Explain(word)
	return t.Short
}

// ofGravity returns the section of findings that accuse.
var ofGravity = map[judge.Gravity]section{
	judge.Fabricated: fabricated, judge.Substantive: substantive, judge.Slip: slip, judge.Peripheral: peripheral,
}

// flagged reports whether a notice is worth a look whatever the outcome.
func (f *Finding) flagged() bool {
	return slices.ContainsFunc(f.Notices, func(n Notice) bool { return judge.RemarkOf(n.Rule).Flags() })
}

// Withdrawn reports whether a notice says not to rely on the work: a retraction, withdrawal or expression of concern.
func (f *Finding) Withdrawn() bool { return slices.ContainsFunc(f.Notices, withdraws) }

func withdraws(n Notice) bool { return judge.RemarkOf(n.Rule).Unreliable() }

// section returns the section of a finding.
func (f *Finding) section() section {
	switch {
	case f.Suppressed == "":
	case f.Suppressed != ByUser:
		return known
	case f.Withdrawn(): // no one has accepted that
		return retracted
	case f.flagged():
		return flagged
	default:
		return accepted
	}
	if at, ok := ofGravity[f.gravityCounted()]; ok {
		if at > retracted && f.Withdrawn() {
			return retracted
		}
		return at
	}
	switch {
	case f.Withdrawn():
		return retracted
	case f.doubtful():
		return doubtful
	case f.Outcome == row.Ambiguous:
		return ambiguous
	case f.Outcome == row.Inconclusive:
		if f.bare() {
			return uncovered
		}
		return undecided
	case f.flagged():
		return flagged
	case f.Outcome == row.Exempt:
		return exempt
	}
	return verified
}

// doubtful reports whether a finding is to be checked by hand.
func (f *Finding) doubtful() bool { return f.Outcome == row.Doubtful }

// bare reports whether an undecided finding has nothing to look at.
func (f *Finding) bare() bool {
	return f.Record == nil && !f.flagged() &&
		!slices.ContainsFunc(f.Reasons, func(r Reason) bool { return r.Recorded != "" })
}

// words returns all words by which --only can select a finding.
func (f *Finding) words() []string {
	list := append([]string{string(f.Outcome), f.Suppressed}, f.Codes...)
	if g := f.gravity(); g != judge.NoGravity {
		list = append(list, g.String())
	}
	if s := f.strength(); s != judge.NoStrength {
		list = append(list, s.String())
	}
	for _, r := range f.Reasons {
		list = append(list, r.Rule)
	}
	for _, n := range f.Notices {
		list = append(list, n.Rule)
	}
	return list
}

// within reports whether --only selects a finding; if only is empty, it selects all.
func (f *Finding) within(only []string) bool {
	if len(only) == 0 {
		return true
	}
	words := f.words()
	return slices.ContainsFunc(only, func(word string) bool {
		return slices.ContainsFunc(Words(word), func(want string) bool {
			return slices.ContainsFunc(words, func(have string) bool { return strings.EqualFold(have, want) })
		})
	})
}

// The orders of the report for people.
const (
	ByGravity = "gravity" // gravest first, under headings
	ByInput   = "input"   // as in the input
	ByScore   = "score"   // least likely to be right first
	ByKey     = "key"
)

// Orders lists the orders, the default first.
var Orders = []string{ByGravity, ByInput, ByScore, ByKey}

// orders compare two blocks; equal ones stay in the order of the input.
var orders = map[string]func(a, b *block) int{
	ByGravity: func(a, b *block) int {
		if a.section != doubtful || b.section != doubtful {
			first, _ := a.section.group()
			second, _ := b.section.group()
			return cmp.Or(cmp.Compare(first, second), cmp.Compare(a.section, b.section))
		}
		return cmp.Compare(a.p, b.p)
	},
	ByInput: func(*block, *block) int { return 0 },
	ByScore: func(a, b *block) int {
		return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(a.p, b.p))
	},
	ByKey: func(a, b *block) int { return cmp.Compare(strings.ToLower(a.name), strings.ToLower(b.name)) },
}

// gravity returns the gravity of a finding.
func (f *Finding) gravity() judge.Gravity {
	g, _ := judge.ParseGravity(f.Gravity)
	return g
}

// strength returns how certain it is that something is wrong.
func (f *Finding) strength() judge.Strength {
	outcome, _ := judge.ParseOutcome(string(f.Outcome))
	stated, _ := judge.ParseStrength(f.Strength)
	return judge.StrengthOf(outcome, stated)
}

// errors returns the gravities of findings that count, and strengths unless all are certain: "7 major; 4 likely".
func (s *Summary) errors() string {
	grave, sure := map[string]int{}, map[string]int{}
	var gravities []string
	for _, g := range slices.Backward(judge.Gravities[1:]) {
		gravities = append(gravities, gravityWords[g.String()])
	}
	for counted, n := range s.counted {
		grave[gravityWords[counted.gravity.String()]] += n
		sure[counted.strength.String()] += n
	}
	line, strengths := listed(gravities, grave), []string{judge.Certain.String(), judge.Likely.String()}
	if sure[strengths[1]] > 0 {
		line += "; " + listed(strengths, sure)
	}
	return line
}

// Order returns the rank of a finding in the order of gravity: the lower, the graver.
func (f *Finding) Order() int { return int(f.section()) }

// graveMost separates two steps of Grave.
const graveMost = 10_000

// Grave returns how grave a finding is, by its gravity and then its outcome: the higher, the graver. Doubtful
// findings that are more likely to be wrong rank higher, and so do others that are odd.
func (f *Finding) Grave() int {
	gravity, _ := judge.ParseGravity(f.Gravity)
	outcome := slices.IndexFunc(judge.Outcomes, func(o judge.Outcome) bool { return o.String() == string(f.Outcome) })
	grave := (int(gravity)*len(judge.Outcomes) + max(outcome, 0)) * graveMost
	if f.doubtful() {
		grave += int(min(max(1-f.genuine(), 0), 1) * (graveMost - 1))
	} else if f.flagged() {
		grave++
	}
	return grave
}

// onScreen maps words that people see in reports and on pages to those of rows.
var onScreen = map[string][]string{
	"fine": {"verified"}, "wrong": {"discrepant", "not-found"}, "check by hand": {"doubtful"},
	"to check by hand": {"doubtful"}, "several works fit": {"ambiguous"},
	"could not be checked": {"inconclusive"}, "not decided": {"inconclusive"}, "not covered": {"inconclusive"},
	"not a scholarly work": {"exempt"},
	"invented":             {"fabricated"}, "major": {"substantive"}, "minor": {"slip"}, "slips": {"slip"},
	"detail":    {"peripheral"},
	"dismissed": {dismissed}, "remarkable": judge.RulesOf(judge.Remark.Flags),
	"retracted or withdrawn": judge.RulesOf(judge.Remark.Unreliable),
}

// ScreenWords lists the words of reports and pages that stand for those of rows, as they are typed.
func ScreenWords() (list []string) {
	for _, word := range slices.Sorted(maps.Keys(onScreen)) {
		list = append(list, strings.ReplaceAll(word, " ", "-"))
	}
	return list
}

// dismissed is the word in rows for what a person has dismissed.
const dismissed = ByUser

// Words returns the words of rows for a word that a user types: those of a word on screen, which may be written
// with hyphens, otherwise the word itself.
func Words(word string) []string {
	if list, ok := onScreen[strings.ToLower(strings.ReplaceAll(word, "-", " "))]; ok {
		return list
	}
	return []string{word}
}

// Known reports whether --only accepts a word.
func Known(word string) bool {
	return !slices.ContainsFunc(Words(word), func(w string) bool {
		_, ok := Explain(w)
		return !ok && w != dismissed
	})
}
