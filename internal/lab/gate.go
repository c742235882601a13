package lab

import (
	"cmp"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// belowGate marks the best record of a plan if no record passed its gate.
const belowGate = "below-gate"

// acceptance is how a plan picks candidates: only the best record of each source, and only records that are similar
// enough. It applies to online sources; similarities and confidences range from 0 to 100.
type acceptance struct {
	accept float64 // minimum similarity of titles
	review float64 // a record found by an identifier with less is suspicious
	// rules says how the records of individual sources are ranked and trusted; the rule under "" applies to all
	// others.
	rules map[string]gateRule
}

// gateRule is how the records of one source are ranked and trusted.
type gateRule struct {
	// overlap ranks by the share of common words in place of similarity.
	overlap bool
	// times is the weight of title similarity in the rank; sameYear and nextYear are added for the claimed year and
	// the adjacent years.
	times, sameYear, nextYear float64
	// bonus is added to the similarity to get the confidence, up to most; byID is the minimum confidence of a record
	// found by an identifier.
	bonus, most, byID float64
	// confidence is the minimum confidence of a record; 0 requires none.
	confidence float64
	// spare keeps the best record that is similar enough but not trusted enough, or, for a web search, not similar
	// enough, if no source has an accepted one.
	spare bool
}

// likeness is the normalised edit distance of two titles in their comparison
// form: max(0, 1 − lev(a,b)/max(|a|,|b|)) · 100.
func likeness(a, b string) float64 {
	return normalise.Similarity(normalise.Title(a), normalise.Title(b))
}

// assessed is a record with its assessment by a gate.
type assessed struct {
	hit      answer.Hit
	like     float64
	accepted bool
	spare    bool
}

// admit returns the lookups with only the records that the gate lets through, and the sources whose record is kept
// although it did not pass.
func (g *acceptance) admit(ref *biblio.Reference,
	lookups []answer.Lookup) (kept []answer.Lookup, below map[string]bool) {
	best := make([]*assessed, len(lookups))
	any := false
	for i := range lookups {
		if !lookups[i].Source.Online {
			continue
		}
		best[i] = g.best(ref, &lookups[i])
		any = any || best[i] != nil && best[i].accepted
	}
	kept = slices.Clone(lookups)
	below = map[string]bool{}
	for i, w := range best {
		if !lookups[i].Source.Online {
			continue
		}
		var hits []answer.Hit
		for _, h := range lookups[i].Answer.Hits { // a record found by an identifier is evidence whatever its title
			if h.How == answer.ByIdentifier || h.How == answer.ByMemory {
				hits = append(hits, h)
			}
		}
		switch {
		case w == nil:
		case w.accepted:
			hits = append(hits, w.hit)
		case w.spare && !any:
			hits = append(hits, w.hit)
			below[lookups[i].Source.Name] = true
		}
		kept[i].Answer.Hits = hits
	}
	return kept, below
}

// best returns a source's best record that was not found by an identifier.
func (g *acceptance) best(ref *biblio.Reference, l *answer.Lookup) *assessed {
	rule := g.rule(l.Source.Name)
	title := ref.Claimed.FullTitle()
	var top *assessed
	rank := 0.0
	for _, h := range l.Answer.Hits {
		if h.How == answer.ByIdentifier || h.How == answer.ByMemory {
			continue
		}
		w := assessed{hit: h, like: likeness(title, h.Record.FullTitle())}
		if r := rule.rank(ref, &h.Record, w.like); top == nil || r > rank {
			top, rank = &w, r
		}
	}
	if top == nil {
		return nil
	}
	enough := top.like >= g.accept
	top.accepted = enough && rule.sure(top.like) >= rule.confidence
	top.spare = rule.spare && (enough || top.hit.How == answer.ByWebSearch)
	return top
}

func (r gateRule) rank(ref *biblio.Reference, rec *biblio.Record, like float64) float64 {
	if r.overlap {
		like = normalise.Overlap(normalise.Words(ref.Claimed.FullTitle()), normalise.Words(rec.FullTitle()))
	}
	rank := cmp.Or(r.times, 1) * like
	claimed, recorded := ref.Claimed.Issued.Year, rec.Issued.Year
	switch {
	case claimed == 0 || recorded == 0:
	case claimed == recorded:
		rank += r.sameYear
	case claimed-recorded == 1 || recorded-claimed == 1:
		rank += r.nextYear
	}
	return rank
}

// sure returns the confidence in a record found by title.
func (r gateRule) sure(like float64) float64 {
	if r.most > 0 {
		return min(r.most, like+r.bonus)
	}
	return like
}

// gate is the acceptance as an auditor takes it.
func (g *acceptance) gate(ref *biblio.Reference, lookups []answer.Lookup) ([]answer.Lookup,
	func(*match.Candidate) audit.CandidateNote) {
	kept, below := g.admit(ref, lookups)
	return kept, func(c *match.Candidate) audit.CandidateNote { return g.note(c, below[c.Source.Name]) }
}

// note returns the note on a candidate; below means that its source's record did not pass.
func (g *acceptance) note(c *match.Candidate, below bool) audit.CandidateNote {
	n := audit.Note(c)
	byID := c.Hit.How == answer.ByIdentifier
	if c.Source.Online {
		rule := g.rule(c.Source.Name)
		n.Confidence = rule.sure(c.Comparison.TitleSimilarity)
		if byID {
			n.Confidence = max(c.Comparison.TitleSimilarity, rule.byID)
		}
	}
	switch {
	case n.Mark != "":
	case byID && c.Source.Online && c.Comparison.TitleSimilarity < g.review:
		n.Mark = audit.Suspicious
	case !byID && below:
		n.Mark = belowGate
	}
	return n
}

func (g *acceptance) rule(name string) gateRule {
	if rule, ok := g.rules[name]; ok {
		return rule
	}
	return g.rules[""]
}
