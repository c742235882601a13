package fix

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// The judge lets pass what may be right: a given name that may be a familiar form, a container with a misspelt
// word. Mere slips are corrected here, if the rest of the entry matches the record.

// nameSlip reports whether a list of authors is the record's, apart from slips in names.
func (p *planner) nameSlip(c match.FieldComparison) bool {
	if c.Field != biblio.FieldAuthors || c.Agreement != match.Undecided && c.Agreement != match.Variant {
		return false
	}
	have, want := p.f.Reference.Claimed.Authors(), p.out.Work.Authors()
	if len(have) != len(want) || p.f.Reference.Claimed.AuthorsCut {
		return false
	}
	slips := 0
	for i := range have {
		given, alike := givenSlip(have[i].Given, want[i].Given, p.base.Comparison.SharesIdentifier())
		if !alike || normalise.Text(have[i].Family) != normalise.Text(want[i].Family) { // family names are for the judge
			return false
		}
		slips += bit(given)
	}
	return slips > 0
}

// aims reports whether there is a patch with an aim.
func (p *planner) aims(aim Aim) bool {
	return slices.ContainsFunc(p.out.Patches, func(patch Patch) bool { return patch.Aim == aim })
}

// givenSlip reports whether given names differ by a slip inside a word, and whether they match at all: equal,
// or initials. Another ending is another form of a name.
//
// Records have slips too: the one that is not a known name has the slip. Of two unknown names with two letters
// swapped, the record's is right if the record is surely of this work.
func givenSlip(have, want string, sure bool) (slip, ok bool) {
	x, y := strings.Fields(normalise.Text(have)), strings.Fields(normalise.Text(want))
	for i := 0; i < len(x) && i < len(y); i++ {
		a, b := x[i], y[i]
		switch {
		case a == b, len(a) == 1 && b[0] == a[0], len(b) == 1 && a[0] == b[0]:
		case min(len(a), len(b)) < 5, a[0] != b[0], a[len(a)-1] != b[len(b)-1], normalise.Nickname(a,
			b), !normalise.OneSlip(a,
			b), normalise.KnownGiven(a), !normalise.KnownGiven(b) && !(sure && len(a) == len(b) && !lettersOnly(a, b)):
			return false, false
		default:
			slip = true
		}
	}
	return slip, true
}

// containerSlip returns the name of the container with its slip corrected, or "" if it has none: the record's
// words, one long one of which is misspelt, or the usual words for a preprint and its number.
func (p *planner) containerSlip(c match.FieldComparison) string {
	claimed, recorded := p.f.Reference.Claimed.Container.Title, p.out.Work.Container.Title
	if c.Field != biblio.FieldVenue || claimed == recorded || !c.Agreed() &&
		!(c.Agreement == match.Differs && p.base.Comparison.SharesIdentifier() && !normalise.KnownContainer(claimed)) {
		return ""
	}
	if slices.ContainsFunc(p.out.Patches, func(have Patch) bool {
		return have.Field == biblio.FieldArXiv && strings.Contains(claimed, have.From)
	}) {
		return "" // the number is corrected already
	}
	if id := p.out.Work.ID(ident.ArXiv); !id.IsZero() && match.IsPreprint(&p.base.Hit.Record) {
		recorded = "arXiv preprint arXiv:" + id.Value
		if n := normalise.Distance(unspaced(claimed), unspaced(recorded)); n > 0 && n <= 2 {
			return recorded
		}
		return ""
	}
	have, want := strings.Fields(normalise.Text(claimed)), strings.Fields(normalise.Text(recorded))
	if len(have) != len(want) || len(have) < 2 {
		return ""
	}
	slips := 0
	for i := range have {
		switch a, b := have[i], want[i]; {
		case a == b:
		case !wordSlip(a, b):
			return ""
		default:
			slips++
		}
	}
	if slips != 1 {
		return ""
	}
	return recorded
}

// unspaced returns a text in lower case without its spaces.
func unspaced(text string) string {
	return strings.ToLower(strings.Join(strings.Fields(text), ""))
}

// wordSlip reports whether a long word is another one with a slip inside: not its plural or its stem, and not
// its other spelling in English.
func wordSlip(a, b string) bool {
	if min(len(a), len(b)) < 6 || strings.HasPrefix(a, b) || strings.HasPrefix(b, a) ||
		strings.ContainsAny(a+b, "0123456789") {
		return false
	}
	return normalise.OneSlip(a, b) && normalise.Spelling(a) != normalise.Spelling(b)
}
