package cite

import (
	"cmp"
	"slices"
	"sort"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// Choice is what was found for a query.
type Choice struct {
	// Work is the record asked for, with all that its version's records state, and a type; nil for none or several.
	Work *match.Candidate
	// Others are the further records that fit: of other works if Work is nil, otherwise of other versions of it.
	Others []*match.Candidate
	// Nearest are records that do not fit, the most similar first, if none fits.
	Nearest []*match.Candidate
	// Mismatch means that the identifier in a reference leads to another work than the reference describes;
	// Others has the works of the identifier, then those of the description.
	Mismatch bool
	// Unknown means that the identifier in a reference leads to nothing; Others has the works of the description.
	Unknown bool
	// Doubt is why the reference may be invented, so that no work is taken for it: Others fit without its people.
	Doubt string
	// MainTitle means that no title is exactly the one asked for, and that the works have it before a subtitle.
	MainTitle bool
}

// The similarities of titles, from 0 to 100, from which a record is listed as near, and below which a reference
// and the record of its identifier are different works.
const (
	nearTitle  = 60 // case: TestChoose
	otherTitle = 50 // case: TestChoose
)

// maxNearest is the maximum number of near records.
const maxNearest = 5

// Choose answers a query from the evidence about it. Of the versions of one work it takes the preferred one;
// AsCited means the one that an identifier names, and the published one for other queries. first takes the
// first of several works.
func Choose(q *Query, f *audit.Finding, prefer fix.Prefer, first bool) Choice {
	hits := hitsOf(f)
	if q.Kind == Printed && len(f.Reference.Claimed.IDs) > 0 && f.Reference.Claimed.Title != "" {
		agreeing := slices.DeleteFunc(slices.Clone(hits), func(h *match.Candidate) bool {
			return h.Comparison.TitleSimilarity < otherTitle
		})
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
	if q.Kind == Printed && !first {
		for _, u := range fix.Plan(f, fix.Options{}).Unactionable {
			if u.Hold == fix.Whole {
				return Choice{Others: hits, Doubt: u.Why}
			}
		}
	}
	a := pick(f, hits, q, prefer, first)
	a.MainTitle = main
	return a
}

// pick takes the preferred version if the hits are of one work.
func pick(f *audit.Finding, hits []*match.Candidate, q *Query, prefer fix.Prefer, first bool) Choice {
	if !oneWork(hits) && !first {
		return Choice{Others: hits}
	}
	if prefer == fix.AsCited && q.Kind != Identifier {
		prefer = fix.Published
	}
	fits, rest := preferred(slices.Clone(hits), prefer)
	if len(fits) > 1 && !first && !oneTeam(fits) {
		return Choice{Others: hits}
	}
	slices.SortStableFunc(fits, q.closer)
	return Choice{Work: complete(f, fits[0]), Others: append(fits[1:len(fits):len(fits)], rest...)}
}

// oneTeam reports whether all hits name the people of the first.
func oneTeam(hits []*match.Candidate) bool {
	claim := match.NewClaim(&hits[0].Hit.Record.Work)
	return !slices.ContainsFunc(hits, func(h *match.Candidate) bool {
		people := claim.Compare(&h.Hit.Record.Work).Of(biblio.FieldAuthors).Agreement
		return people != match.Agrees && people != match.Variant
	})
}

// closer compares versions of one work: the one of the venue and year that a reference states comes first, or the
// preprint for an arXiv id; then what its publisher states, and the earlier one.
func (q *Query) closer(a, b *match.Candidate) int {
	by := func(of func(*match.Candidate) int) int { return cmp.Compare(of(a), of(b)) }
	distance := func(h *match.Candidate, field biblio.Field) int {
		switch agreement := h.Comparison.Of(field).Agreement; {
		case q.Ref.Raw == "" || agreement == match.Agrees:
			return 0
		case agreement == match.Variant:
			return 1
		}
		return 2
	}
	venue := func(h *match.Candidate) int {
		if q.Kind == Identifier && match.IsPreprint(&h.Hit.Record) != (q.Ref.Claimed.IDs[0].Scheme == ident.ArXiv) {
			return distance(h, biblio.FieldVenue) + 1
		}
		return distance(h, biblio.FieldVenue)
	}
	year := func(h *match.Candidate) int { return distance(h, biblio.FieldYear) }
	origin := func(h *match.Candidate) int {
		if h.Origin.Kind == biblio.Publisher {
			return 0
		}
		return 1
	}
	earlier := func(h *match.Candidate) int { return h.Hit.Record.Issued.Year }
	return cmp.Or(by(venue), by(year), by(origin), by(earlier))
}

// preferred separates hits of the preferred kind of version, all if there are none, from the others.
func preferred(hits []*match.Candidate, prefer fix.Prefer) (fits, rest []*match.Candidate) {
	for _, h := range hits {
		if prefer == fix.AsCited || match.SameWork(&hits[0].Hit.Record.Work, &h.Hit.Record.Work) &&
			match.IsPreprint(&h.Hit.Record) == (prefer == fix.Preprint) {
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

// Missing reports whether the answer is not the preferred version, so that it is worth asking for other versions.
func (c *Choice) Missing(prefer fix.Prefer) bool {
	return c.Work != nil && (prefer == fix.Published && match.IsPreprint(&c.Work.Hit.Record) || prefer == fix.Preprint &&
		!match.IsPreprint(&c.Work.Hit.Record))
}

// Again returns the query for other versions of a work: by its record's data instead of its identifier.
func (a *Answer) Again() *Query {
	return described(&a.Query, &a.Work.Hit.Record.Work)
}

// described returns the query for all versions of the work that a query led to.
func described(q *Query, w *biblio.Work) *Query {
	next := &Query{Text: q.Text, Kind: Printed, Ref: q.Ref}
	next.Ref.Claimed = *w
	next.Ref.Claimed.IDs, next.Ref.Claimed.URL, next.Ref.Raw = nil, "", ""
	return next
}

// oneWork reports whether all hits are versions of the first.
func oneWork(hits []*match.Candidate) bool {
	return !slices.ContainsFunc(hits[1:], func(h *match.Candidate) bool {
		return !match.SameWork(&hits[0].Hit.Record.Work, &h.Hit.Record.Work)
	})
}

// byThePeople returns, of hits with a reference's title, those by the people that it names, if there are any
// and the others are by other people.
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

// ledTo returns the records that a source found at the requested address, although they do not state it.
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
	return hitsOf(&words)
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

// exactTitle is the similarity at which a title counts as the one searched for.
const exactTitle = 95

// hitsOf returns the works that match a query, one candidate for each version, in the order of the candidates:
// those found by an identifier if the query has one, else those that its words describe.
func hitsOf(f *audit.Finding) []*match.Candidate {
	var hits []*match.Candidate
	ids := f.Reference.Claimed.IDs
	for i := range f.Evidence.Candidates {
		c := &f.Evidence.Candidates[i]
		if c.Hit.Record.Title == "" || c.Origin.Kind == biblio.ConfirmOnly {
			continue
		}
		fits := slices.ContainsFunc(ids, func(id ident.ID) bool { return match.Holds(&c.Hit.Record.Work, id) })
		if (fits || len(ids) == 0 && describes(f, c)) && !listed(hits, c) {
			hits = append(hits, c)
		}
	}
	return publishedFirst(hits)
}

// publishedFirst puts preprints behind the rest.
func publishedFirst(hits []*match.Candidate) []*match.Candidate {
	sort.SliceStable(hits, func(i, j int) bool {
		return !match.IsPreprint(&hits[i].Hit.Record) && match.IsPreprint(&hits[j].Hit.Record)
	})
	return hits
}

func describes(f *audit.Finding, c *match.Candidate) bool {
	if len(f.Reference.Claimed.Contributors) > 0 {
		return c.Comparison.SameWork >= match.SameWorkThreshold
	}
	return c.Comparison.TitleSimilarity >= exactTitle
}

// listed reports whether a version is among the hits already.
func listed(hits []*match.Candidate, c *match.Candidate) bool {
	return slices.ContainsFunc(hits, func(have *match.Candidate) bool {
		return fix.SameVersion(&have.Hit.Record, &c.Hit.Record) || have.Source.Name == c.Source.Name &&
			have.Hit.Record.LocalID == c.Hit.Record.LocalID && c.Hit.Record.LocalID != ""
	})
}
