package audit

import (
	"maps"
	"reflect"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// known returns the references that still have to be audited, and for each reference its finding if it is known, else
// nil.
func (o *Options) known(refs []biblio.Reference) (asked []biblio.Reference, known []*Finding) {
	known = make([]*Finding, len(refs))
	if o.Known == nil {
		return refs, known
	}
	for i := range refs {
		if f, ok := o.Known(&refs[i]); ok {
			known[i] = &f
		} else {
			asked = append(asked, refs[i])
		}
	}
	return asked, known
}

// Kept returns a finding with only what its row and its corrections need, for callers that hold many: of the sources'
// answers, only the number of hits is kept.
func (f Finding) Kept() Finding {
	lookups := make([]answer.Lookup, len(f.Evidence.Lookups))
	for i, l := range f.Evidence.Lookups {
		l.Answer.Hits = blanks(len(l.Answer.Hits))
		lookups[i] = l
	}
	f.Evidence.Lookups = lookups
	return f
}

// blank are hits without content, shared by all kept findings.
var blank [64]answer.Hit

func blanks(n int) []answer.Hit {
	if n <= len(blank) {
		return blank[:n:n]
	}
	return make([]answer.Hit, n)
}

// SameClaim reports whether two references agree in everything that a verdict rests on; they may differ in place and
// id.
func SameClaim(a, b *biblio.Reference) bool {
	return a.Raw == b.Raw && a.Key == b.Key && a.Recognised == b.Recognised && maps.Equal(a.Extra, b.Extra) &&
		maps.Equal(a.Confidence, b.Confidence) && reflect.DeepEqual(a.Claimed, b.Claimed)
}

// Again returns the finding for a reference with the same claim in another place. Whether another reference cites the
// same work is determined anew.
func (f Finding) Again(ref *biblio.Reference) Finding {
	f.Reference = *ref
	f.Verdict.Notices = slices.DeleteFunc(slices.Clone(f.Verdict.Notices),
		func(n judge.Notice) bool { return judge.RemarkOf(n.Rule) == judge.Repeats })
	return f
}

// Proven returns the records of a work that is verified beyond change, as bibliographic services stated them; a
// memory may keep them. It is empty for every other finding.
func (f Finding) Proven() []biblio.Record {
	if !judge.Settled(f.Verdict) {
		return nil
	}
	var list []biblio.Record
	for i, c := range f.Evidence.Candidates {
		same := i == f.Verdict.Best || c.Comparison.SameWork >= match.SameWorkThreshold
		if same && c.Source.Online && c.Origin.Kind > biblio.ConfirmOnly {
			list = append(list, c.Hit.Record)
		}
	}
	return list
}
