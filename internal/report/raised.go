package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

// raised is one alert in reports for programs: a reason that accuses or is to be checked by hand, a withdrawn
// work, a red flag, or why nothing is decided although a record was found.
type raised struct {
	rule, field string
	message     string // one line that is safe to show
	at          section
	accepted    *Accepted // nil if it counts
}

// raised lists the alerts of a finding, the gravest first. What is verified or not covered has none.
func (f *Finding) raised() []raised {
	var list []raised
	for i := range f.Reasons {
		r := &f.Reasons[i]
		if g, _ := judge.ParseGravity(r.Gravity); g != judge.NoGravity {
			list = append(list, raised{r.Rule, r.Field, sentenceOf(r), ofGravity[g], f.acceptance(codeOf(*r), r.Field)})
		} else if f.leads(r) {
			list = append(list, raised{r.Rule, r.Field, sentenceOf(r), doubtful, f.acceptance(codeOf(*r), r.Field)})
		}
	}
	if g := f.gravity(); len(list) == 0 && g != judge.NoGravity { // a row from before reasons had a gravity
		list = append(list, f.undisputed(ofGravity[g])...)
	}
	for _, n := range f.remarks() {
		switch {
		case slices.Contains(withdrawnRules, n.Rule):
			list = append(list, raised{rule: n.Rule, message: Visible(n.Message), at: retracted})
		case slices.Contains(flagRules, n.Rule):
			list = append(list, raised{rule: n.Rule, message: Visible(n.Message), at: flagged})
		}
	}
	if at := f.section(); len(list) == 0 && (at == doubtful || at == ambiguous || at == undecided) {
		list = f.undisputed(at)
	}
	slices.SortStableFunc(list, func(a, b raised) int { return cmp.Compare(a.at, b.at) })
	return list
}

// leads reports whether a reason is to be checked by hand: in a doubtful finding, or beside one that accuses.
func (f *Finding) leads(r *Reason) bool {
	s, _ := judge.ParseStrength(r.Strength)
	return s == judge.Lead || f.doubtful() && s > judge.Lead
}

// Alert is one alert of a finding, for programs that show it beside the entry.
type Alert struct {
	Rule, Field string
	Message     string // one line that is safe to show
	Level       string // "error", "warning" or "note", as in SARIF
}

// Alerts lists the alerts of a finding that no one has accepted, the gravest first.
func (f *Finding) Alerts() []Alert {
	if f.Suppressed == Baseline || f.Suppressed == Unchanged {
		return nil
	}
	var list []Alert
	for _, r := range f.raised() {
		if r.accepted == nil {
			list = append(list, Alert{r.rule, r.field, shortened(r.message, messageMost), headings[r.at].level})
		}
	}
	return list
}

// undisputed returns the first reason that does not say that a field agrees.
func (f *Finding) undisputed(at section) []raised {
	for i := range f.Reasons {
		if r := &f.Reasons[i]; !statusOf(r).Agrees() {
			return []raised{{r.Rule, r.Field, sentenceOf(r), at, f.acceptance(codeOf(*r), r.Field)}}
		}
	}
	return nil
}

// acceptance returns the acceptance of a code, or of one field of it, for the current entry; nil if there is none.
func (f *Finding) acceptance(code, field string) *Accepted {
	for i, a := range f.Accepted {
		if a.Code == code && !a.Stale && (a.Field == "" || a.Field == field) {
			return &f.Accepted[i]
		}
	}
	return nil
}

// valuesOf describes a reason that states two values, and returns the values.
func valuesOf(r *Reason) (words string, d difference) {
	if statusOf(r).Agrees() {
		words = strings.ReplaceAll(Visible(r.Rule), "-", " ")
		if r.Variant != "" {
			words += " (" + Visible(r.Variant) + ")"
		}
		return words, wholly(Visible(r.Claimed), Visible(r.Recorded), false)
	}
	d = differ(r)
	return headline(r, d), d
}

// hasValues reports whether a reason states a claimed and a recorded value. A reason about an identifier
// records another work instead.
func hasValues(r *Reason) bool {
	return r.Claimed != "" && r.Recorded != "" && !biblio.Field(r.Field).Identifier()
}

// sentenceOf returns a reason in one line.
func sentenceOf(r *Reason) string {
	if biblio.Field(r.Field).Identifier() && r.Claimed != "" { // the record is of another work
		return biblio.Field(r.Field).Label() + " " + Visible(r.Claimed) + ": " + Visible(r.Message)
	}
	if !hasValues(r) {
		message := Visible(r.Message)
		if r.Field != "" {
			message = Visible(biblio.Field(r.Field).Label()) + ": " + message
		}
		return message
	}
	words, _ := valuesOf(r)
	line := words + weight(r) + "; cited “" + Visible(r.Claimed) + "”, recorded “" + Visible(r.Recorded) + "”"
	if by := strings.Join(witnesses(r), ", "); by != "" {
		line += " (" + Visible(by) + ")"
	}
	return line
}

// shortened shortens a text to a number of characters.
func shortened(s string, most int) string {
	if len(s) <= most {
		return s
	}
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return s
}

// Note returns the text of a note beside an entry, in lines: the verdict in words, the alerts, and where to look. It is
// "" for what is verified, exempt or not covered; accuses reports whether it says that something is wrong.
func (f *Finding) Note() (text string, accuses bool) {
	at := f.section()
	list := f.raised()
	if len(list) == 0 || at >= uncovered {
		return "", false
	}
	lines := []string{strings.TrimSpace(name(f) + ": " + f.VerdictWords())}
	for _, r := range list {
		lines = append(lines, shortened(r.message, messageMost))
	}
	if link := f.Evidence(); link != "" {
		lines = append(lines, Visible(link))
	}
	return strings.Join(lines, "\n"), at <= peripheral
}

// Order returns the rank of a finding in the order of gravity: the lower, the graver.
func (f *Finding) Order() int { return int(f.section()) }

// graveMost separates two steps of Grave.
const graveMost = 10_000

// Grave returns how grave a finding is, by its gravity and then its outcome: the higher, the graver. Doubtful
// findings that are more likely to be wrong rank higher.
func (f *Finding) Grave() int {
	gravity, _ := judge.ParseGravity(f.Gravity)
	outcome := slices.IndexFunc(judge.Outcomes, func(o judge.Outcome) bool { return o.String() == string(f.Outcome) })
	grave := (int(gravity)*len(judge.Outcomes) + max(outcome, 0)) * graveMost
	if f.doubtful() {
		grave += int(min(max(1-f.genuine(), 0), 1) * (graveMost - 1))
	}
	return grave
}
