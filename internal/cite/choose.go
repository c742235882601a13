package cite

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// Choice is what was found for a query.
type Choice struct {
	// Work is the one record asked for, nil when there is none or no one alone. It
	// states what all records of its version state together, and has a type.
	Work *match.Candidate
	// Others are the further records that fit: of other works when Work is nil,
	// of other versions of it when not.
	Others []*match.Candidate
	// Nearest are records that do not fit, the most alike first, when none fits.
	Nearest []*match.Candidate
	// Mismatch says that the identifier in a reference leads to another work than
	// the reference describes; Others has the works that the identifier leads to,
	// then those that the words describe.
	Mismatch bool
	// Unknown says that the identifier in a reference leads to nothing; Others has
	// the works that the words describe.
	Unknown bool
	// MainTitle says that no title is the one asked for, and that the works are
	// those that have it as their main title, with a subtitle besides.
	MainTitle bool
}

// The similarities of titles, from 0 to 100, from which a record is listed as
// near, and below which a reference and the record of its identifier are not of
// one work.
const (
	nearTitle  = 60 // case: TestChoose
	otherTitle = 50 // case: TestChoose
)

// maxNearest bounds the list of near records.
const maxNearest = 5

// Choose answers a query from the evidence about it. Of the versions of one
// work it takes the one preferred; AsCited means the one that an identifier
// names, and the published one for other queries. first takes the first of
// several works.
func Choose(q *Query, f *audit.Finding, prefer fix.Prefer, first bool) Choice {
	hits := fix.Hits(f)
	if q.Kind == Printed && len(f.Reference.Claimed.IDs) > 0 && f.Reference.Claimed.Title != "" {
		agreeing := alike(hits)
		if described := byWords(f); len(agreeing) == 0 && len(hits)+len(described) > 0 {
			return Choice{Others: append(hits, described...), Mismatch: len(hits) > 0, Unknown: len(hits) == 0}
		}
		hits = agreeing
	}
	if q.Kind == Printed {
		hits = byThePeople(hits)
	}
	if len(hits) == 0 && q.Kind == Identifier {
		hits = ledTo(f)
	}
	main := false
	if q.Kind == Title {
		if hits = exact(q, hits); len(hits) == 0 {
			hits = byMainTitle(q, f)
			main = len(hits) > 0
		}
	}
	if len(hits) == 0 {
		return Choice{Nearest: nearest(f)}
	}
	a := pick(f, hits, q, prefer, first)
	a.MainTitle = main
	return a
}

// pick takes the version preferred of hits that are of one work.
func pick(f *audit.Finding, hits []*match.Candidate, q *Query, prefer fix.Prefer, first bool) Choice {
	if !oneWork(hits) && !first {
		return Choice{Others: hits}
	}
	if prefer == fix.AsCited && q.Kind != Identifier {
		prefer = fix.Published
	}
	fits, rest := preferred(hits, prefer)
	if len(fits) > 1 && !first {
		return Choice{Others: hits}
	}
	return Choice{Work: complete(f, fits[0]), Others: append(fits[1:len(fits):len(fits)], rest...)}
}

// preferred parts hits into those of the preferred kind of version, all where none is,
// and the others.
func preferred(hits []*match.Candidate, prefer fix.Prefer) (fits, rest []*match.Candidate) {
	for _, h := range hits {
		if prefer == fix.AsCited || match.SameWork(&hits[0].Hit.Record.Work, &h.Hit.Record.Work) &&
			fix.IsPreprint(&h.Hit.Record) == (prefer == fix.Preprint) {
			fits = append(fits, h)
		} else {
			rest = append(rest, h)
		}
	}
	if len(fits) == 0 {
		return hits, nil
	}
	return fits, rest
}

// Missing reports that an answer is not of the version preferred, so that
// asking for its other versions is worth while.
func (c *Choice) Missing(prefer fix.Prefer) bool {
	return c.Work != nil && (prefer == fix.Published && fix.IsPreprint(&c.Work.Hit.Record) || prefer == fix.Preprint &&
		!fix.IsPreprint(&c.Work.Hit.Record))
}

// Again returns the query for other versions of a work: by what its record says
// of it instead of by its identifier.
func (a *Answer) Again() *Query {
	return described(&a.Query, &a.Work.Hit.Record.Work)
}

// described returns the query for all versions of a work that a query led to.
func described(q *Query, w *biblio.Work) *Query {
	next := &Query{Text: q.Text, Kind: Printed, Ref: q.Ref}
	next.Ref.Claimed = *w
	next.Ref.Claimed.IDs, next.Ref.Claimed.URL, next.Ref.Raw = nil, "", ""
	return next
}

// oneWork reports that all hits are versions of the first.
func oneWork(hits []*match.Candidate) bool {
	return !slices.ContainsFunc(hits[1:], func(h *match.Candidate) bool {
		return !match.SameWork(&hits[0].Hit.Record.Work, &h.Hit.Record.Work)
	})
}

// alike returns the hits whose titles are not those of other works.
func alike(hits []*match.Candidate) []*match.Candidate {
	var list []*match.Candidate
	for _, h := range hits {
		if h.Comparison.TitleSimilarity >= otherTitle {
			list = append(list, h)
		}
	}
	return list
}

// byThePeople leaves of hits with a reference's title those by the people that it
// names, where there are any and the others are by other people.
func byThePeople(hits []*match.Candidate) []*match.Candidate {
	var same []*match.Candidate
	for _, h := range hits {
		switch h.Comparison.Of(biblio.FieldAuthors).Agreement {
		case match.Agrees, match.Variant:
			same = append(same, h)
		case match.Differs:
		default:
			return hits
		}
	}
	if len(same) == 0 {
		return hits
	}
	return same
}

// ledTo returns the records that a source found at the very address that was asked
// for, although they do not state it.
func ledTo(f *audit.Finding) []*match.Candidate {
	var list []*match.Candidate
	for i := range f.Evidence.Candidates {
		c := &f.Evidence.Candidates[i]
		if h := &c.Hit; h.Record.Title != "" && h.How == answer.ByURL && slices.Contains(f.Reference.Claimed.IDs, h.ID) {
			list = append(list, c)
		}
	}
	return list
}

// byWords returns the hits for a reference without its identifiers.
func byWords(f *audit.Finding) []*match.Candidate {
	words := *f
	words.Reference.Claimed.IDs = nil
	return fix.Hits(&words)
}

func nearest(f *audit.Finding) []*match.Candidate {
	var list []*match.Candidate
	for i := range f.Evidence.Candidates {
		c := &f.Evidence.Candidates[i]
		if len(list) < maxNearest && c.Hit.Record.Title != "" && c.Origin.Kind != biblio.ConfirmOnly &&
			c.Comparison.TitleSimilarity >= nearTitle && !fix.Shown(list, c) {
			list = append(list, c)
		}
	}
	return list
}
