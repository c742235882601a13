package judge

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// A work that no source has does not exist to the extent that the silent sources would have it. Each silence weighs
// by the share of such works that the source has; together they give the probability that there is no such work.

// The weights of absence, as logarithms of how much more often each item is seen if there is no such work
// (../../doc/verdicts.md says how they were counted).
var (
	weightPrior        = math.Log(1.0 / 200) // of kept entries, one in 200 was invented
	weightCompleteList = math.Log(70)        // not in the complete list of the claimed container and year
	weightApart        = math.Log(2)         // no recorded work has two of the claimed authors
	weightDigits       = math.Log(11)        // counting digits, placeholders
	weightStatedDOI    = math.Log(0.1)       // a DOI is stated that no source denies
	weightWrongID      = math.Log(50)        // a stated identifier does not exist, or is another work's
	weightMalformedID  = math.Log(5)         // a stated identifier does not have the form of its scheme
)

// usualShare is the share of such works from which a service's silence is a lead.
const usualShare = 0.8

// decisiveShare is the share of such works from which a service that did not answer could have cleared an absence.
const decisiveShare = 0.5

// likelyAbsent is the probability from which a work that no source has is called not found: shares of works are less
// well known than differences.
const likelyAbsent = 0.75

// absence is what is known about a work that no source has.
type absence struct {
	items  []Item
	p      float64
	usual  bool     // a service that has most of such works was silent
	listed bool     // a complete list of the claimed container and year lacks it
	failed []string // services that did not answer and have many of such works
}

// add adds an item.
func (a *absence) add(kind, source string, weight float64) {
	a.items = append(a.items, Item{Kind: kind, Source: source, Weight: weight})
}

// weighAbsence weighs the silence of all sources that answered.
func (d *deliberation) weighAbsence() absence {
	var a absence
	cell := silenceCellOf(&d.ref.Claimed)
	for _, s := range d.silences(cell) {
		a.add("silent/"+s.group, s.service, s.weight)
		a.usual = a.usual || s.share >= usualShare
	}
	d.weighLists(&a)
	if len(a.items) > 0 {
		d.weighClaims(&a)
	}
	d.weighIdentifiers(&a)
	a.add("prior", "", weightPrior)
	z := 0.0
	for _, it := range a.items {
		z += it.Weight
	}
	a.p = sigmoid(z)
	for _, info := range d.cover.failed {
		if share, _ := cell.share(info); share >= decisiveShare {
			a.failed = append(a.failed, info.Name)
		}
	}
	sortItems(a.items)
	return a
}

// weighLists weighs complete lists of the claimed container and year that lack the work.
func (d *deliberation) weighLists(a *absence) {
	for _, c := range d.cover.complete {
		l := &c.Listing
		if weight, _ := Absence(c); weight != Proves && !(weight == Weighed && l.Searched && nearEvent(l) == "") {
			continue
		}
		a.listed = true
		a.add("silent/complete-list", c.Container, weightCompleteList)
		if neverTogether(&c.Listing) {
			a.add("silent/authors-apart", "", weightApart)
		}
		return
	}
}

// weighClaims weighs what the reference itself says.
func (d *deliberation) weighClaims(a *absence) {
	w := &d.ref.Claimed
	if countingDigits(w) || placeholderAuthor(w) || placeholderID(w) {
		a.add("flag/digits", "", weightDigits)
	}
	if doi := w.ID(ident.DOI); !doi.IsZero() && !d.noSuch(doi) && !malformed(doi) {
		a.add("claims/doi", "", weightStatedDOI)
	}
}

// weighIdentifiers weighs identifiers that are wrong in themselves.
func (d *deliberation) weighIdentifiers(a *absence) {
	for i := range d.state {
		switch s := &d.state[i]; {
		case s.status == Refuted && s.rule == "identifier-malformed":
			a.add("identifier/malformed", "", weightMalformedID)
		case s.status == Refuted || s.rule == "identifiers-contradict":
			a.add("identifier/wrong", "", weightWrongID)
		}
	}
}

// silences weighs the services that were asked and returned nothing.
func (d *deliberation) silences(cell *claimClass) []silence {
	if len(normalise.Significant(normalise.Words(d.ref.Claimed.FullTitle()))) < shortTitle { // too short to search for
		return nil
	}
	return cell.silences(d.cover.silent)
}

// strength returns the strength of an absence. A complete list of proceedings alone is a lead: the work may be real,
// and its container wrong.
func (a *absence) strength(c *Cuts) Strength {
	s := c.cut(a.p, false)
	if s == Likely && a.p < likelyAbsent {
		s = Lead
	}
	silent := slices.ContainsFunc(a.items, func(it Item) bool {
		return strings.HasPrefix(it.Kind, "silent/") && it.Kind != "silent/complete-list" && it.Kind != "silent/authors-apart"
	})
	switch {
	case !silent && !a.listed:
		return NoStrength
	case s >= Likely && (len(a.failed) > 0 || !silent):
		return Lead
	case s < Lead && (a.usual || a.listed):
		return Lead
	case s < Lead:
		return NoStrength
	}
	return s
}

// absentSurely reports whether the silence of sources says, in addition to what is wrong, that there is no such work.
func (d *deliberation) absentSurely(a *absence, wrong []fieldState) bool {
	if len(wrong) == 0 && len(d.having(Contested)) == 0 {
		return false
	}
	if d.closedWorld {
		return len(d.cover.failed) == 0
	}
	return a.strength(&d.weights.Cuts) >= Likely
}

// decideAbsent concludes for a work that no source has. In a closed world that proves that it does not exist.
func (d *deliberation) decideAbsent(v *Verdict, a *absence) {
	if d.closedWorld {
		d.absent(v)
		return
	}
	v.Items, v.Genuine = a.items, 1-a.p
	switch s := a.strength(&d.weights.Cuts); {
	case s >= Likely:
		d.absent(v)
		v.Strength = s
	case s == Lead:
		v.Outcome, v.Codes, v.Strength = Doubtful, []Code{U}, s
		v.Reasons = append(v.Reasons, Reason{
			Rule: "absent-unproved", Field: biblio.FieldTitle, Claimed: d.ref.Claimed.FullTitle(),
			Sources: namesOf(d.cover.silent), Strength: Lead, P: a.p, Message: d.unprovedMessage(a) + d.nearest(),
		})
		v.Reasons = append(v.Reasons, d.differencesOfNearest()...)
		v.Fields = []biblio.Field{biblio.FieldTitle}
	default:
		d.silent(v)
	}
}

// unprovedMessage says which sources were silent about a work, and what that proves.
func (d *deliberation) unprovedMessage(a *absence) string {
	var parts []string
	if d.cover.listed != "" {
		parts = append(parts, d.cover.listed)
	}
	if len(d.cover.silent) > 0 && a.usual {
		parts = append(parts, "no such work in "+strings.Join(namesOf(d.cover.silent), ", ")+", where such works usually are")
	}
	if len(a.failed) > 0 {
		parts = append(parts, strings.Join(a.failed, ", ")+" did not answer and could have it")
	}
	little := fmt.Sprintf("no such work in %s, which proves little", strings.Join(namesOf(d.cover.silent), ", "))
	return cmp.Or(strings.Join(parts, "; "), little)
}

// unsearched says why nothing follows from what the sources answered.
func (d *deliberation) unsearched() string {
	online := slices.ContainsFunc(d.ev.Lookups, func(l answer.Lookup) bool { return l.Source.Online && answered(l) })
	switch {
	case len(d.cover.missed) > 0:
		return strings.Join(d.cover.missed, ", ") + " did not answer and could have it"
	case d.cover.answered == 0:
		return "no source of this run could be asked about it"
	case !online:
		return "no corpus of this run has it, and no service was asked"
	}
	return "no source that was asked lists such works"
}

// silent leaves a work that no source has undecided, and says what was searched.
func (d *deliberation) silent(v *Verdict) {
	rule, message := notCovered, d.unsearched()
	switch weighed := cmp.Or(d.cover.listed, d.cover.nearly); {
	case weighed != "":
		rule, message = "absence-weighed", weighed
	case len(d.cover.silent) > 0:
		rule = "absence-weighed"
		message = "no such work in " + strings.Join(namesOf(d.cover.silent), ", ") +
			"; many such works are not listed there, so this proves nothing"
	}
	d.inconclusive(v, rule, message+d.nearest(), nil)
	v.Reasons = append(v.Reasons, d.differencesOfNearest()...)
}
