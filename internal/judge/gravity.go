package judge

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// Gravity says how serious the errors of an accused reference are.
type Gravity uint8

// The gravities, in ascending order.
const (
	NoGravity   Gravity = iota // nothing is wrong, or it cannot be said
	Peripheral                 // volume, issue, pages, publisher, place
	Slip                       // one letter, one year, the order of authors, initials, a given name
	Substantive                // words of the title, authors, container, years, an identifier of something else
	Fabricated                 // not found, or no author in common with the work of the stated identifier
)

// Gravities lists every gravity in ascending order.
var Gravities = []Gravity{NoGravity, Peripheral, Slip, Substantive, Fabricated}

// String returns the word used in JSON, options and reports.
func (g Gravity) String() string {
	return [...]string{"none", "peripheral", "slip", "substantive", "fabricated"}[g]
}

// ParseGravity parses the word that String returns.
func ParseGravity(word string) (Gravity, bool) {
	at := slices.IndexFunc(Gravities, func(g Gravity) bool { return g.String() == word })
	return Gravity(max(at, 0)), at >= 0
}

// proves reports whether a reason says that an accused reference, or a field of it, is wrong.
func (r *Reason) proves() bool { return r.Rule == "not-found" || r.Status.Wrong() }

// slips are the kinds of differences in a field that are only slips.
var slips = map[biblio.Field][]string{
	biblio.FieldTitle: {match.KindTypo},
	biblio.FieldAuthors: {match.KindReordered, match.KindMisspelt, match.KindSlips, match.KindSlip, match.KindGiven,
		match.KindGivenForms, match.KindNickname, match.KindTruncated, match.KindInitials, match.KindOrder,
		match.KindMiddle, match.KindSurnameOnly, match.KindTranslit},
	biblio.FieldYear: {match.KindOffByOne, match.KindProceedings},
}

// ruleGravities are the rules with the same gravity for every field.
var ruleGravities = map[string]Gravity{"not-found": Fabricated, "identifier-malformed": Slip}

// GravityOf returns the gravity of one reason by its rule, field and kind, for an accused reference; reasons that
// prove no error have none.
func GravityOf(r Reason) Gravity {
	if !r.proves() {
		return NoGravity
	}
	if g, ok := ruleGravities[r.Rule]; ok {
		return g
	}
	switch {
	case slices.Contains(slips[r.Field], r.Kind):
		return Slip
	case peripheralField(r.Field):
		return Peripheral
	case r.Field.Core() || r.Field.Identifier():
		return Substantive
	}
	return NoGravity
}

// codeGravities is the gravity of a code if no reason states one.
var codeGravities = map[Code]Gravity{H1: Substantive, H2: Substantive, H3: Substantive, H4: Substantive,
	H5: Substantive, H6: Peripheral}

// Accuses reports whether a verdict calls a reference wrong.
func (v *Verdict) Accuses() bool { return v.Outcome == Discrepant || v.Outcome == NotFound }

// StrengthOf returns the strength of an outcome. An accusation without a stated strength, as in rows from before
// strengths existed, counts as certain.
func StrengthOf(o Outcome, stated Strength) Strength {
	if stated == NoStrength && (o == Discrepant || o == NotFound) {
		return Certain
	}
	return stated
}

// GravityOf returns the gravity of one reason of a verdict. A list of authors that has no name in common with the
// work of a stated identifier is fabricated, unless it is cut: the others may be the work's.
func (v *Verdict) GravityOf(r Reason) Gravity {
	if !v.Accuses() || r.Strength == Note || r.Strength == Lead { // these accuse of nothing
		return NoGravity
	}
	if r.Field == biblio.FieldAuthors && r.Kind == match.KindFabricated && r.proves() && v.identifierAgrees() &&
		!strings.HasSuffix(r.Claimed, "et al.") {
		return Fabricated
	}
	return GravityOf(r)
}

func (v *Verdict) identifierAgrees() bool {
	return slices.ContainsFunc(v.Reasons, func(r Reason) bool {
		return r.Field.Identifier() && r.Field != biblio.FieldISBN && r.Status.Agrees()
	})
}

// gravity returns the worst gravity of the reasons that prove an error.
func (v *Verdict) gravity() Gravity {
	switch v.Outcome {
	case NotFound:
		if v.Strength < Certain {
			return Substantive
		}
		return Fabricated
	case Discrepant:
		if v.Best < 0 && slices.ContainsFunc(v.Reasons,
			func(r Reason) bool { return r.Rule == "identifier-of-other-work" && r.Kind != kindStray }) {
			return Fabricated // the title leads nowhere, and the identifier elsewhere
		}
	default:
		return NoGravity
	}
	worst := NoGravity
	for _, r := range v.Reasons {
		worst = max(worst, v.GravityOf(r))
	}
	if worst > NoGravity {
		return worst
	}
	for _, c := range v.Codes {
		worst = max(worst, codeGravities[c])
	}
	return worst
}
