package labeller

import (
	"github.com/bonafide-audit/bonafide/internal/refstring"
)

// MeasureRendered renders held-out records in the first ten styles and measures
// a parser on them, by style. each, when not nil, is told of each reference.
func MeasureRendered(parser *refstring.Parser, held []*Record, seed uint64, each func(l *Labelled, p *refstring.Parsed, predicted map[string]string)) map[string]*Score {
	scores := map[string]*Score{}
	r := newRenderer(seed, []string{"Springer", "ACM", "MIT Press", "Elsevier", "Cambridge University Press", "PMLR", "Association for Computational Linguistics"})
	for i, rec := range held {
		out, ok := r.Clean(rec, i%10)
		if !ok {
			continue
		}
		l := Labelled{ID: rec.ID, Raw: out.Raw, Fields: out.Fields, Set: "rendered/" + out.Style}
		measure(parser, &l, scores, each)
	}
	return scores
}
