package labeller

import (
	"math"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/refstring"
	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
)

// calibrated maps each scored field to the field of a parsed string, and says which labels share its
// calibration.
var calibrated = []struct {
	scored string
	field  biblio.Field
	labels []tagger.Label
}{
	{"author", biblio.FieldAuthors, []tagger.Label{tagger.Author, tagger.Editor}},
	{"title", biblio.FieldTitle, []tagger.Label{tagger.Title}},
	{"container", biblio.FieldVenue, []tagger.Label{tagger.Container, tagger.Series}},
	{"year", biblio.FieldYear, []tagger.Label{tagger.Date}},
	{"volume", biblio.FieldVolume, []tagger.Label{tagger.Volume, tagger.Issue}},
	{"pages", biblio.FieldPages, []tagger.Label{tagger.Pages}},
	{"publisher", biblio.FieldPublisher, []tagger.Label{tagger.Publisher, tagger.Institution, tagger.Place}},
}

// observation is a confidence and whether the value was right.
type observation struct {
	p     float64
	right bool
}

// calibrates collects observations of confidences by scored field.
type calibrates map[string][]observation

// see records the confidences for one string.
func (c calibrates) see(l *Labelled, p *refstring.Parsed, predicted map[string]string) {
	for _, f := range calibrated {
		value, ok := predicted[f.scored]
		confidence, known := p.Confidence[f.field]
		if ok && known {
			gold, stated := l.Fields[f.scored]
			c[f.scored] = append(c[f.scored], observation{confidence, stated && Same(f.scored, value, gold)})
		}
	}
}

// Calibrate fits the confidences of a model that was trained without one fold to the strings of that fold, in
// the sets with clean labels.
func (m *Material) Calibrate(w *tagger.Weights, fold int) tagger.Sureness {
	parser := refstring.NewParser(tagger.NewModel(w))
	seen := calibrates{}
	for i := range m.Labelled {
		if l := &m.Labelled[i]; weightOf(l.Set) >= 0.6 && foldOf(l) == fold {
			measure(parser, l, map[string]*Score{}, seen.see)
		}
	}
	var s tagger.Sureness
	for _, f := range calibrated {
		a, b := logistic(seen[f.scored])
		for _, l := range f.labels {
			s[l] = [2]float32{float32(a), float32(b)}
		}
	}
	return s
}

// logistic fits a and b of 1/(1+exp(-a-b·logit(p))) by Newton's method, with a slight pull towards no change. A
// step that makes the fit worse is halved until it does not: if nearly all are right, full steps diverge.
func logistic(list []observation) (a, b float64) {
	b = 1
	least := deviance(list, a, b)
	for range 50 {
		ga, gb := -a, 1-b
		haa, hab, hbb := 1.0, 0.0, 1.0
		for _, o := range list {
			x := logit(o.p)
			q := 1 / (1 + math.Exp(-a-b*x))
			y := 0.0
			if o.right {
				y = 1
			}
			ga += y - q
			gb += (y - q) * x
			v := q * (1 - q)
			haa, hab, hbb = haa+v, hab+v*x, hbb+v*x*x
		}
		d := haa*hbb - hab*hab
		if d < 1e-9 {
			break
		}
		da, db := (hbb*ga-hab*gb)/d, (haa*gb-hab*ga)/d
		next := deviance(list, a+da, b+db)
		for next > least && math.Abs(da)+math.Abs(db) > 1e-9 {
			da, db = da/2, db/2
			next = deviance(list, a+da, b+db)
		}
		if next > least {
			break
		}
		a, b, least = a+da, b+db, next
		if math.Abs(da)+math.Abs(db) < 1e-7 {
			break
		}
	}
	return a, b
}

// deviance is the objective that logistic minimises.
func deviance(list []observation, a, b float64) float64 {
	sum := (a*a + (b-1)*(b-1)) / 2
	for _, o := range list {
		x := a + b*logit(o.p)
		if o.right {
			x = -x
		}
		sum += max(x, 0) + math.Log1p(math.Exp(-math.Abs(x)))
	}
	return sum
}

func logit(p float64) float64 {
	p = min(max(p, 1e-4), 1-1e-4)
	return math.Log(p / (1 - p))
}

// CalibrationError returns, by scored field, the expected calibration error of a parser's confidences on
// labelled lines, in ten bins of equal width.
func CalibrationError(parser *refstring.Parser, lines []Labelled) map[string]float64 {
	seen := calibrates{}
	for i := range lines {
		measure(parser, &lines[i], map[string]*Score{}, seen.see)
	}
	out := map[string]float64{}
	for field, list := range seen {
		var n, right, sum [10]float64
		for _, o := range list {
			k := min(int(o.p*10), 9)
			n[k]++
			sum[k] += o.p
			if o.right {
				right[k]++
			}
		}
		for k := range n {
			out[field] += math.Abs(sum[k]-right[k]) / float64(len(list))
		}
	}
	return out
}
