package judge

import (
	"strconv"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// applyReader keeps an accusation from resting on a model's reading: nobody
// having a work whose title a model read proves nothing, and values read off an
// image are nobody's claim.
func (v *Verdict) applyReader(by biblio.Reader) {
	if by == biblio.ByParser {
		return
	}
	message := "the fields of this reference were read by a model; every value is a span of its text"
	if by == biblio.ByModelImage {
		message = "the fields of this reference were read off the image of the page by a model"
	}
	v.notice("model-read", message)
	if v.Outcome == NotFound || v.Outcome == Discrepant && by == biblio.ByModelImage {
		v.Reasons = append(v.Reasons, Reason{Rule: "model-read", Kind: v.Outcome.String(), Field: biblio.FieldTitle, Claimed: claimedTitle(v),
			Message: "the rules say " + v.Outcome.String() + " of fields that a model read; that accuses nobody"})
		v.Outcome, v.Codes = Inconclusive, []Code{U}
	}
}

func claimedTitle(v *Verdict) string {
	for _, r := range v.Reasons {
		if r.Field == biblio.FieldTitle && r.Claimed != "" {
			return r.Claimed
		}
	}
	return ""
}

func trimmed(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// modelReasons explains what models may do to a verdict.
var modelReasons = []Topic{
	{"model-lowered", "a model takes an accused reference for the same work", "The rules' accusation rests on words alone, a model quotes both sides of each difference and takes them for the same, twice. The outcome becomes ambiguous; the grounds of the rules stay."},
	{"model-resolved", "a model settled a doubt about a name", "The rules left a given name undecided (P1); a model, shown both names alone, takes them for one person."},
	{"model-ranked", "a model chose one of several works that fit", "Several works agreed with all that the reference says; a model chose one."},
	{"model-raised", "the rules accuse with the record that a model chose", "A model chose a record among those found; the rules, run with that record as the work meant, find the reference discrepant."},
}

var modelNotices = []Topic{
	{"model-explains", "what a model says", "A model's label, score and reasoning. It explains and proves nothing."},
	{"model-disagrees", "a model says otherwise, without effect", "A model would accuse, or acquit further than a model may. The verdict is that of the rules."},
	{"model-unheard", "no answer of a model that counts", "The model was late, refused, did not keep to the form, quoted what is not there, or changed its answer when the text's own instructions were taken out. The verdict is that of the rules."},
	{"model-read", "a model read the fields of the reference", "Our parser found no title, or neither author nor year, and a model read the fields. Nothing that a model read makes a reference not found."},
}
