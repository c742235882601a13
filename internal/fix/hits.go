package fix

import (
	"slices"
	"sort"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// exactTitle is the similarity at which a title counts as the one searched for.
const exactTitle = 95

// Hits returns the works that match a query, one candidate for each version, in the order of the candidates:
// those found by an identifier if the query has one, else those that its words describe.
func Hits(f *audit.Finding) []*match.Candidate {
	var hits []*match.Candidate
	byID := len(f.Reference.Claimed.IDs) > 0
	for i := range f.Evidence.Candidates {
		c := &f.Evidence.Candidates[i]
		if c.Hit.Record.Title == "" || c.Origin.Kind == biblio.ConfirmOnly {
			continue
		}
		if byID && !holdsAny(f, c) || !byID && !describes(f, c) || known(hits, c) {
			continue
		}
		hits = append(hits, c)
	}
	sort.SliceStable(hits, func(i, j int) bool {
		return !match.IsPreprint(&hits[i].Hit.Record) && match.IsPreprint(&hits[j].Hit.Record)
	})
	return hits
}

// Canonical returns the record of a hit with the values that all records of its version in the evidence state
// together, by the rules for corrections: the authors of the best witness, the title with the best capitals,
// and the fields that it lacks itself.
func Canonical(f *audit.Finding, hit *match.Candidate) biblio.Record {
	p := planner{f: f, base: hit}
	for i := range f.Evidence.Candidates {
		c := &f.Evidence.Candidates[i]
		if c != hit && mayCorrect(c) && sameVersion(&hit.Hit.Record, &c.Hit.Record) &&
			match.SameWork(&hit.Hit.Record.Work, &c.Hit.Record.Work) {
			p.version = append(p.version, c)
		}
	}
	p.version = append([]*match.Candidate{hit}, p.version...)
	r := hit.Hit.Record
	r.Work = p.canonical()
	return r
}

func holdsAny(f *audit.Finding, c *match.Candidate) bool {
	for _, id := range f.Reference.Claimed.IDs {
		if match.Holds(&c.Hit.Record.Work, id) {
			return true
		}
	}
	return false
}

func describes(f *audit.Finding, c *match.Candidate) bool {
	if len(f.Reference.Claimed.Contributors) > 0 {
		return c.Comparison.SameWork >= match.SameWorkThreshold
	}
	return c.Comparison.TitleSimilarity >= exactTitle
}

// known reports whether a version is among the hits already.
func known(hits []*match.Candidate, c *match.Candidate) bool {
	return slices.ContainsFunc(hits, func(have *match.Candidate) bool {
		return sameVersion(&have.Hit.Record, &c.Hit.Record) || have.Source.Name == c.Source.Name &&
			have.Hit.Record.LocalID == c.Hit.Record.LocalID && c.Hit.Record.LocalID != ""
	})
}

// spellOut expands initials of given names if another record of the chosen version names the same people in the
// same order and has the name in full.
func (p *planner) spellOut(w *biblio.Work) {
	if w.AuthorsCut ||
		!slices.ContainsFunc(w.Contributors, func(c biblio.Contributor) bool {
			return initialsOnly(normalise.Text(c.Given))
		}) {
		return
	}
	same := sameForm(w, biblio.FieldAuthors)
	list := slices.Clone(w.Contributors)
	for _, c := range p.version {
		r := &c.Hit.Record.Work
		if r.AuthorsCut || sameForm(r, biblio.FieldAuthors) != same {
			continue
		}
		others := r.Authors()
		for i, n := 0, 0; i < len(list) && n < len(others); i++ {
			if list[i].Role != biblio.Author && list[i].Role != "" {
				continue
			}
			if inFull(list[i].Given, others[n].Given) && list[i].Particle == others[n].Particle {
				list[i].Given, list[i].Stated = others[n].Given, others[n].Stated
			}
			n++
		}
	}
	w.Contributors = list
}

// initialsOnly reports whether every word of a normalised given name is one letter.
func initialsOnly(given string) bool {
	words := strings.Fields(given)
	return len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool { return len([]rune(word)) > 1 })
}

// inFull reports whether a given name matches the initials of another, with the first of them spelled out.
func inFull(initials, given string) bool {
	have, want := normalise.Text(initials), strings.Fields(normalise.Text(given))
	letters := strings.Fields(have)
	if !initialsOnly(have) || len(want) < len(letters) || len([]rune(want[0])) < 2 {
		return false
	}
	for i, letter := range letters {
		if !strings.HasPrefix(want[i], letter) {
			return false
		}
	}
	return true
}
