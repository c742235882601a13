package judge

// Remark is what a notice means to those who read a report.
type Remark uint8

// The remarks.
const (
	Mentioned Remark = iota
	Withdraws        // the work has been retracted or withdrawn
	Warns            // an expression of concern: the work may not be relied on either
	Odd              // worth a look, whatever the outcome
	Elsewhere        // an identifier leads to another work, which is worth a look as well
	Appeared         // the cited preprint has been published
	Repeats          // another reference cites the same work
)

// remarks are the remarks of rules of notices.
var remarks = map[string]Remark{
	"retracted": Withdraws, "withdrawn": Withdraws, "concern": Warns,
	"placeholder-author": Odd, "placeholder-identifier": Odd, "counting-digits": Odd, "prefix-unassigned": Odd,
	"year-before-identifier": Odd, "future-date": Odd, "same-person-twice": Odd, "retraction-flagged": Odd,
	"other-edition": Odd, "claim-contradicted": Odd, "claim-not-addressed": Odd, "claim-partly": Odd,
	"identifier-elsewhere": Elsewhere, "published-version": Appeared, "duplicate": Repeats,
}

// RemarkOf returns what a notice of a rule means.
func RemarkOf(rule string) Remark { return remarks[rule] }

// Uncovered reports whether a reason of a rule says that no source of the run covers such works.
func Uncovered(rule string) bool { return rule == notCovered }

// UnknownRegistrant reports whether a notice of a rule says that the prefix of a DOI belongs to no known registrant.
func UnknownRegistrant(rule string) bool { return rule == "prefix-unassigned" }

// Unreliable reports whether a notice says that the work must not be relied on.
func (r Remark) Unreliable() bool { return r == Withdraws || r == Warns }

// Flags reports whether a notice is worth a look whatever the outcome.
func (r Remark) Flags() bool { return r == Odd || r == Elsewhere }

// RulesOf returns the rules of the notices with some remarks, in the order of the documentation.
func RulesOf(wanted func(Remark) bool) (list []string) {
	for _, t := range noticeRules {
		if wanted(remarks[t.Word]) {
			list = append(list, t.Word)
		}
	}
	return list
}
