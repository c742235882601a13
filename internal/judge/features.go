package judge

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// Feature is one input of score and probability. All features are derived from the verdict, the comparison with the
// record judged against, and what the reference claims; none depends on the project's own data.
type Feature struct {
	Name string
	// Sign is +1 if a higher value must never make an entry look less genuine, -1 if it must never make it look more
	// genuine, 0 if it may do either.
	Sign int
}

// FeatureList names the features in the order of Features.
var FeatureList = []Feature{
	{"title-agrees", +1}, {"title-similarity", +1}, {"title-wrong", -1}, {"title-one-word", 0},
	{"authors-agree", +1}, {"authors-share", +1}, {"authors-wrong", -1}, {"authors-doubtful", -1}, {"authors-cut", 0},
	{"authors-none", -1},
	{"venue-agrees", +1}, {"venue-wrong", -1}, {"venue-open", -1}, {"venue-absent", -1},
	{"year-agrees", +1}, {"year-wrong", -1}, {"year-near", 0}, {"year-open", -1},
	{"identifier-agrees", +1}, {"identifier-wrong", -1}, {"identifier-open", -1}, {"identifier-missing", -1},
	{"identifier-elsewhere", 0},
	{"details-agree", +1}, {"details-wrong", -1}, {"details-open", -1},
	{"versions-mixed", -1}, {"several-wrong", -1}, {"several-doubts", -1}, {"complete-coverage", -1},
	{"web-only", -1}, {"url-near", -1},
	{"flag-placeholder", -1}, {"flag-digits", -1}, {"flag-prefix", -1}, {"flag-year", -1}, {"flag-future", -1},
	{"claims-no-authors", 0}, {"claims-no-year", 0}, {"claims-no-venue", 0}, {"claims-no-identifier", 0},
}

// Features returns the inputs of score and probability, in the order of FeatureList, each from 0 to 1.
func Features(ref *biblio.Reference, ev Evidence, v Verdict) []float64 {
	f := featureSet{}
	f.fromReasons(v)
	f.fromBest(ev, v)
	f.fromClaim(&ref.Claimed)
	if f["venue-absent"] == 1 || v.Outcome == NotFound {
		f.when("complete-coverage", len(coverage(ref, ev.Lookups).complete) > 0)
	}
	for _, n := range v.Notices {
		if name, ok := flagFeatures[n.Rule]; ok {
			f[name] = 1
		}
	}
	out := make([]float64, len(FeatureList))
	for i, x := range FeatureList {
		out[i] = f[x.Name]
	}
	return out
}

type featureSet map[string]float64

func (f featureSet) when(name string, holds bool) {
	if holds {
		f[name] = 1
	}
}

var flagFeatures = map[string]string{
	"placeholder-author": "flag-placeholder", "placeholder-identifier": "flag-placeholder",
	"counting-digits":   "flag-digits",
	"prefix-unassigned": "flag-prefix", "year-before-identifier": "flag-year", "future-date": "flag-future",
}

// stateFeatures names the features of a field that agrees, is wrong, or is neither.
type stateFeatures struct{ agrees, wrong, open string }

var (
	identifierFeatures = stateFeatures{"identifier-agrees", "identifier-wrong", "identifier-open"}
	detailFeatures     = stateFeatures{"details-agree", "details-wrong", "details-open"}
	coreFeatures       = map[biblio.Field]stateFeatures{
		biblio.FieldTitle:   {"title-agrees", "title-wrong", ""},
		biblio.FieldAuthors: {"authors-agree", "authors-wrong", ""},
		biblio.FieldVenue:   {"venue-agrees", "venue-wrong", "venue-open"},
		biblio.FieldYear:    {"year-agrees", "year-wrong", "year-open"},
	}
)

func featuresOf(field biblio.Field) stateFeatures {
	if names, ok := coreFeatures[field]; ok {
		return names
	}
	if field.Identifier() {
		return identifierFeatures
	}
	return detailFeatures
}

func (f featureSet) fromReasons(v Verdict) {
	wrong := 0
	for _, r := range v.Reasons {
		if r.Field == "" || r.Rule == "not-found" {
			continue
		}
		names := featuresOf(r.Field)
		switch {
		case approves(r.Rule):
			f[names.agrees] = 1
		case strings.HasSuffix(r.Rule, "-undecided"):
			f["authors-doubtful"] = 1
		case provingRule(r.Rule) && v.Accuses():
			f[names.wrong] = 1
			wrong++
			f.kind(r)
		default:
			f.when(names.open, names.open != "")
			f.when("several-doubts", r.Field.Core() && strings.HasSuffix(r.Rule, "contested"))
		}
	}
	f.when("several-wrong", wrong > 1)
}

// kindFeatures maps fields and kinds of errors to their feature.
var kindFeatures = map[biblio.Field]map[string]string{
	biblio.FieldTitle: {match.KindWord: "title-one-word", match.KindWordReplaced: "title-one-word",
		match.KindTypo: "title-one-word"},
	biblio.FieldYear:    {match.KindOffByOne: "year-near"},
	biblio.FieldAuthors: {match.KindFabricated: "authors-none", match.KindDeleted: "authors-cut"},
}

// ruleFeatures maps rules to their feature.
var ruleFeatures = map[string]string{
	"versions-mixed": "versions-mixed", "venue-absent": "venue-absent",
	"no-such-identifier": "identifier-missing", "identifier-malformed": "identifier-missing",
	"identifier-of-other-work": "identifier-elsewhere",
}

// kind adds the feature of the rule and kind of an error.
func (f featureSet) kind(r Reason) {
	if name, ok := ruleFeatures[r.Rule]; ok {
		f[name] = 1
		return
	}
	if name, ok := kindFeatures[r.Field][r.Kind]; ok {
		f[name] = 1
	}
}

// fromBest adds how similar the record judged against is.
func (f featureSet) fromBest(ev Evidence, v Verdict) {
	if v.Best < 0 || v.Best >= len(ev.Candidates) {
		return
	}
	c := &ev.Candidates[v.Best]
	f["title-similarity"] = c.Comparison.TitleSimilarity / 100
	f["authors-share"] = c.Comparison.Of(biblio.FieldAuthors).Score
	f.when("url-near", c.Comparison.Of(biblio.FieldURL).Kind == match.KindNearURL)
	f.when("web-only", c.Origin.Kind == biblio.ConfirmOnly)
}

func (f featureSet) fromClaim(w *biblio.Work) {
	f.when("claims-no-authors", len(w.Contributors) == 0)
	f.when("claims-no-year", w.Issued.Year == 0)
	f.when("claims-no-venue", w.Container.Title == "")
	f.when("claims-no-identifier", len(w.IDs) == 0)
}
