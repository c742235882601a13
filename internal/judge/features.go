package judge

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// Feature is one input of the score.
type Feature struct {
	Name string
	// Sign is +1 when more of it must never make an entry look less genuine, -1
	// when it must never make it look more genuine, 0 when either may be.
	Sign int
}

// FeatureList names the features in the order of Features.
var FeatureList = []Feature{
	{"title-agrees", +1}, {"title-similarity", +1}, {"title-wrong", -1}, {"title-one-word", 0},
	{"authors-agree", +1}, {"authors-share", +1}, {"authors-wrong", -1}, {"authors-doubtful", -1}, {"authors-cut", 0},
	{"venue-agrees", +1}, {"venue-wrong", -1}, {"venue-open", -1}, {"venue-absent", -1},
	{"year-agrees", +1}, {"year-wrong", -1}, {"year-near", 0}, {"year-open", -1},
	{"identifier-agrees", +1}, {"identifier-wrong", -1}, {"identifier-open", -1},
	{"details-agree", +1}, {"details-wrong", -1}, {"versions-mixed", -1},
	{"found", +1}, {"not-found", -1}, {"complete-coverage", -1}, {"not-covered", 0}, {"several-wrong", -1}, {"web-only", -1},
	{"flag-placeholder", -1}, {"flag-digits", -1}, {"flag-prefix", -1}, {"flag-year", -1}, {"flag-future", -1},
	{"preprint-only", -1}, {"venue-unknown", -1}, {"flag-registrant", -1}, {"flag-container-registrant", -1}, {"identifier-missing", -1}, {"identifier-elsewhere", 0}, {"title-near", 0}, {"authors-none", -1},
	{"claims-no-venue", 0}, {"claims-no-identifier", 0}, {"several-doubts", -1}, {"url-near", -1},
	{"claims-no-authors", 0}, {"claims-no-year", 0}, {"exempt", 0},
}

// Features gives the numbers that the score is made of, in the order of
// FeatureList, each from 0 to 1.
func Features(ref *biblio.Reference, ev Evidence, v Verdict) []float64 {
	f := featureSet{}
	f.fromReasons(v)
	f.fromBest(ref, ev, v)
	f.fromOutcome(ref, ev, v)
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

var flagFeatures = map[string]string{
	"placeholder-author": "flag-placeholder", "placeholder-identifier": "flag-placeholder", "counting-digits": "flag-digits",
	"prefix-unassigned": "flag-prefix", "year-before-identifier": "flag-year", "future-date": "flag-future",
}

// fieldFeatures names the features of a field by what was concluded of it.
var fieldFeatures = map[biblio.Field][3]string{
	biblio.FieldTitle: {"title-agrees", "title-wrong", ""}, biblio.FieldAuthors: {"authors-agree", "authors-wrong", ""},
	biblio.FieldVenue: {"venue-agrees", "venue-wrong", "venue-open"}, biblio.FieldYear: {"year-agrees", "year-wrong", "year-open"},
	biblio.FieldDOI: {"identifier-agrees", "identifier-wrong", "identifier-open"}, biblio.FieldArXiv: {"identifier-agrees", "identifier-wrong", "identifier-open"},
	biblio.FieldPMID: {"identifier-agrees", "identifier-wrong", "identifier-open"}, biblio.FieldURL: {"identifier-agrees", "identifier-wrong", "identifier-open"},
}

func (f featureSet) fromReasons(v Verdict) {
	wrong := 0
	for _, r := range v.Reasons {
		if r.Field == "" || r.Rule == "not-found" {
			continue
		}
		names, ok := fieldFeatures[r.Field]
		if !ok {
			names = [3]string{"details-agree", "details-wrong", ""}
		}
		switch {
		case Approves(r.Rule):
			f[names[0]] = 1
		case strings.HasSuffix(r.Rule, "-undecided"):
			f["authors-doubtful"] = 1
		case strings.HasSuffix(r.Rule, "-unrecorded"), r.Rule == "identifier-unconfirmed", r.Rule == "contested":
			if names[2] != "" {
				f[names[2]] = 1
			}
		default:
			f[names[1]] = 1
			wrong++
			f.kind(r)
		}
		if r.Rule == "contested" && r.Field.Core() {
			f["several-doubts"] = 1
		}
	}
	if wrong > 1 {
		f["several-wrong"] = 1
	}
}

// kind adds what the kind of an error says.
func (f featureSet) kind(r Reason) {
	switch {
	case r.Rule == "versions-mixed":
		f["versions-mixed"] = 1
	case r.Rule == "no-such-identifier" || r.Rule == "identifier-malformed":
		f["identifier-missing"] = 1
	case r.Rule == "identifier-of-other-work":
		f["identifier-elsewhere"] = 1
	case r.Field == biblio.FieldAuthors && r.Kind == match.KindFabricated:
		f["authors-none"] = 1
	case r.Rule == "venue-absent":
		f["venue-absent"] = 1
	case r.Field == biblio.FieldTitle && (r.Kind == match.KindWord || r.Kind == match.KindTypo):
		f["title-one-word"] = 1
	case r.Field == biblio.FieldYear && r.Kind == match.KindOffByOne:
		f["year-near"] = 1
	case r.Field == biblio.FieldAuthors && r.Kind == match.KindDeleted:
		f["authors-cut"] = 1
	}
}

func (f featureSet) fromBest(ref *biblio.Reference, ev Evidence, v Verdict) {
	if len(ev.Candidates) > 0 {
		best := v.Best
		if best < 0 {
			best = 0
		}
		c := &ev.Candidates[best].Comparison
		f["title-similarity"] = c.TitleSimilarity / 100
		if v.Best >= 0 && c.Of(biblio.FieldURL).Kind == match.KindNearURL {
			f["url-near"] = 1
		}
		if v.Best < 0 && c.TitleSimilarity >= 70 {
			f["title-near"] = 1
		}
		f["authors-share"] = c.Of(biblio.FieldAuthors).Score
	}
	if len(ref.Claimed.Contributors) == 0 {
		f["claims-no-authors"] = 1
	}
	w := &ref.Claimed
	if w.Issued.Year == 0 {
		f["claims-no-year"] = 1
	}
	if w.Container.Title == "" {
		f["claims-no-venue"] = 1
	} else if !fold.KnownContainer(w.Container.Title) && f["venue-agrees"] == 0 {
		f["venue-unknown"] = 1
	}
	if len(w.IDs) == 0 {
		f["claims-no-identifier"] = 1
	}
	if f["identifier-agrees"] == 0 && oddRegistrant(w) {
		f["flag-registrant"] = 1
	}
	if f["identifier-agrees"] == 0 && strangeRegistrant(w) {
		f["flag-container-registrant"] = 1
	}
	f.preprintOnly(w, ev, v)
}

// preprintOnly marks a publication claimed for a work of which only the
// preprint is known, by the preprint's own identifier or by none.
func (f featureSet) preprintOnly(w *biblio.Work, ev Evidence, v Verdict) {
	if v.Best < 0 || f["venue-open"] == 0 {
		return
	}
	f["preprint-only"] = 1
	for i := range ev.Candidates {
		c := &ev.Candidates[i]
		if c.Comparison.SameWork >= match.SameWorkThreshold && !preprintRecord(&c.Hit.Record) {
			f["preprint-only"] = 0
		}
	}
}

func (f featureSet) fromOutcome(ref *biblio.Reference, ev Evidence, v Verdict) {
	if v.Best >= 0 {
		f["found"] = 1
		if ev.Candidates[v.Best].Origin.Kind == biblio.ConfirmOnly {
			f["web-only"] = 1
		}
	}
	switch v.Outcome {
	case NotFound:
		f["not-found"] = 1
	case Exempt:
		f["exempt"] = 1
	}
	cover := coverage(ref, ev.Lookups)
	if len(cover.complete) > 0 && (v.Best < 0 || f["venue-absent"] == 1) {
		f["complete-coverage"] = 1
	}
	if v.Best < 0 && v.Outcome == Inconclusive {
		f["not-covered"] = 1
	}
}
