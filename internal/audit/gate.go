package audit

import (
	"cmp"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Mark is something a reader must know about a candidate.
type Mark string

// The marks of candidates.
const (
	// suspicious marks a record that was found by an identifier, an address or a web search and has a dissimilar
	// title: the sign of an identifier attached to the wrong paper.
	suspicious Mark = "suspicious"
	// belowGate marks the best record of a plan if no record passed its gate.
	belowGate Mark = "below-gate"
)

// CandidateNote is a remark on a candidate beyond its comparison. Confidence, from 0 to 100, is set by plans that
// state one.
type CandidateNote struct {
	Mark       Mark
	Confidence float64
}

// Gate is how a plan picks candidates: only the best record of each source, and only records that are similar enough.
// It applies to online sources; similarities and confidences range from 0 to 100. A nil gate lets everything through.
type Gate struct {
	Accept float64 // minimum similarity of titles
	Review float64 // a record found by an identifier with less is suspicious
	// Rules says how the records of individual sources are ranked and trusted; the rule under "" applies to all
	// others.
	Rules map[string]GateRule
}

// GateRule is how the records of one source are ranked and trusted.
type GateRule struct {
	// Overlap ranks by the share of common words in place of similarity.
	Overlap bool
	// Times is the weight of title similarity in the rank; SameYear and NextYear are added for the claimed year and
	// the adjacent years.
	Times, SameYear, NextYear float64
	// Bonus is added to the similarity to get the confidence, up to Most; ByID is the minimum confidence of a record
	// found by an identifier.
	Bonus, Most, ByID float64
	// Confidence is the minimum confidence of a record; 0 requires none.
	Confidence float64
	// Spare keeps the best record that is similar enough but not trusted enough, or, for a web search, not similar
	// enough, if no source has an accepted one.
	Spare bool
}

// likeness is the normalised edit distance of two titles in their comparison
// form: max(0, 1 − lev(a,b)/max(|a|,|b|)) · 100.
func likeness(a, b string) float64 {
	return normalise.Similarity(normalise.Title(a), normalise.Title(b))
}

// weighed is a record with its assessment by a gate.
type weighed struct {
	hit      answer.Hit
	like     float64
	accepted bool
	spare    bool
}

// admit returns the lookups with only the records that the gate lets through, and the sources whose record is kept
// although it did not pass.
func (g *Gate) admit(ref *biblio.Reference, lookups []answer.Lookup) (kept []answer.Lookup, below map[string]bool) {
	if g == nil {
		return lookups, nil
	}
	best := make([]*weighed, len(lookups))
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
func (g *Gate) best(ref *biblio.Reference, l *answer.Lookup) *weighed {
	rule := g.rule(l.Source.Name)
	title := ref.Claimed.FullTitle()
	var top *weighed
	rank := 0.0
	for _, h := range l.Answer.Hits {
		if h.How == answer.ByIdentifier || h.How == answer.ByMemory {
			continue
		}
		w := weighed{hit: h, like: likeness(title, h.Record.FullTitle())}
		if r := rule.rank(ref, &h.Record, w.like); top == nil || r > rank {
			top, rank = &w, r
		}
	}
	if top == nil {
		return nil
	}
	enough := top.like >= g.Accept
	top.accepted = enough && rule.confidence(top.like) >= rule.Confidence
	top.spare = rule.Spare && (enough || top.hit.How == answer.ByWebSearch)
	return top
}

func (r GateRule) rank(ref *biblio.Reference, rec *biblio.Record, like float64) float64 {
	if r.Overlap {
		like = normalise.Overlap(normalise.Words(ref.Claimed.FullTitle()), normalise.Words(rec.FullTitle()))
	}
	rank := cmp.Or(r.Times, 1) * like
	claimed, recorded := ref.Claimed.Issued.Year, rec.Issued.Year
	switch {
	case claimed == 0 || recorded == 0:
	case claimed == recorded:
		rank += r.SameYear
	case claimed-recorded == 1 || recorded-claimed == 1:
		rank += r.NextYear
	}
	return rank
}

// confidence returns the confidence in a record found by title.
func (r GateRule) confidence(like float64) float64 {
	if r.Most > 0 {
		return min(r.Most, like+r.Bonus)
	}
	return like
}

// notes returns the note on each candidate, or nil if there are none.
func (g *Gate) notes(candidates []match.Candidate, below map[string]bool) []CandidateNote {
	var list []CandidateNote
	for i := range candidates {
		s := g.note(&candidates[i], below)
		if s != (CandidateNote{}) && list == nil {
			list = make([]CandidateNote, len(candidates))
		}
		if list != nil {
			list[i] = s
		}
	}
	return list
}

func (g *Gate) note(c *match.Candidate, below map[string]bool) (s CandidateNote) {
	byID := c.Hit.How == answer.ByIdentifier
	switch {
	case byID && (c.Suspicious || g != nil && c.Source.Online && c.Comparison.TitleSimilarity < g.Review):
		s.Mark = suspicious
	case c.Hit.How == answer.ByURL || c.Hit.How == answer.ByWebSearch:
		if c.Comparison.SameWork < match.SameWorkThreshold && c.Comparison.Of(biblio.FieldTitle).Agreement == match.Differs {
			s.Mark = suspicious
		}
	}
	if s.Mark == "" && !byID && below[c.Source.Name] {
		s.Mark = belowGate
	}
	if g != nil && c.Source.Online {
		rule := g.rule(c.Source.Name)
		s.Confidence = rule.confidence(c.Comparison.TitleSimilarity)
		if byID {
			s.Confidence = max(c.Comparison.TitleSimilarity, rule.ByID)
		}
	}
	return s
}

func (g *Gate) rule(name string) GateRule {
	if rule, ok := g.Rules[name]; ok {
		return rule
	}
	return g.Rules[""]
}
