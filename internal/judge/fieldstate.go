package judge

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// standing is what all records together say of one claimed field.
type standing uint8

const (
	unrecorded standing = iota // no record states it
	contested                  // records contradict it that may not convict
	confirmed                  // a record agrees
	likely                     // a variant of what a record states
	doubtful                   // may be the same or not
	mixed                      // right for another version than the rest of the reference
	refuted                    // verifiably wrong
)

// fieldState is the standing of one claimed field with its ground.
type fieldState struct {
	field    biblio.Field
	standing standing
	rule     string // of the registry
	kind     string
	claimed  string
	recorded string
	sources  []string
	by       []int // members of the group that confirm it
}

// judged lists the fields that can be right or wrong, in report order.
var judged = []biblio.Field{
	biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldVenue, biblio.FieldYear, biblio.FieldDOI, biblio.FieldArXiv, biblio.FieldPMID, biblio.FieldISBN,
	biblio.FieldVolume, biblio.FieldIssue, biblio.FieldPages, biblio.FieldPublisher, biblio.FieldLocation,
}

// weigh works out the standing of every claimed field.
func (d *deliberation) weigh() {
	for _, field := range judged {
		if !d.claims(field) {
			continue
		}
		var s fieldState
		switch field {
		case biblio.FieldDOI, biblio.FieldArXiv, biblio.FieldPMID, biblio.FieldISBN:
			s = d.weighID(field)
		default:
			s = d.weighField(field)
		}
		d.state = append(d.state, s)
	}
	if s, ok := d.weighURL(); ok {
		d.state = append(d.state, s)
	}
}

// claims reports that the reference states a field, as the comparisons see it.
func (d *deliberation) claims(field biblio.Field) bool {
	for n := range d.group {
		if d.candidate(n).Comparison.Of(field).Agreement != match.Unclaimed {
			return true
		}
	}
	return false
}

// versionBound reports a field in which versions of a work differ.
func versionBound(field biblio.Field) bool {
	return field != biblio.FieldTitle && field != biblio.FieldAuthors
}

// weighField works out the standing of a field that is no identifier.
func (d *deliberation) weighField(field biblio.Field) fieldState {
	v := d.listen(field)
	s := fieldState{field: field}
	strongFull := d.anyAbove(v.full, source.ConfirmOnly)
	agreeing := d.agreeingWeak(v.murmur, field)
	convicts := len(v.against) > 0 || agreeing
	switch {
	case strongFull, len(v.full) > 0 && !convicts:
		d.confirm(&s, v.full)
	case len(v.doubt) > 0:
		d.doubt(&s, v.doubt)
	case field == biblio.FieldVenue && d.absentFromComplete():
		d.cite(&s, refuted, "venue-absent", v.against)
	case len(v.elsewhere) > 0 && convicts && versionBound(field):
		d.cite(&s, mixed, "versions-mixed", append(append([]int{}, v.against...), v.elsewhere...))
	case len(v.elsewhere) > 0:
		d.confirm(&s, v.elsewhere)
	case convicts:
		grounds := v.against
		if len(grounds) == 0 {
			grounds = v.murmur
		}
		d.cite(&s, refuted, ruleOf(field, "differs"), grounds)
	case len(v.full) > 0:
		d.confirm(&s, v.full)
	case len(v.faint) > 0:
		d.confirm(&s, v.faint)
	case len(v.murmur)+len(v.otherwise) > 0:
		d.cite(&s, contested, "contested", append(v.murmur, v.otherwise...))
	default:
		s.standing, s.rule, s.claimed = unrecorded, ruleOf(field, "unrecorded"), d.claimedText(field)
	}
	if field == biblio.FieldLocation && s.standing == unrecorded {
		d.knownPlace(&s)
	}
	return s
}

func (d *deliberation) claimedText(field biblio.Field) string {
	for n := range d.group {
		if f := d.candidate(n).Comparison.Of(field); f.Claimed != "" {
			return f.Claimed
		}
	}
	return ""
}

// confirm records agreement; the best member decides between agreeing and
// variant.
func (d *deliberation) confirm(s *fieldState, members []int) {
	s.standing, s.rule, s.by = likely, ruleOf(s.field, "variant"), members
	for _, n := range members {
		f := d.candidate(n).Comparison.Of(s.field)
		if s.claimed == "" || f.Agreement == match.Agrees && s.standing != confirmed {
			s.kind, s.claimed, s.recorded = f.Kind, f.Claimed, f.Recorded
		}
		if f.Agreement == match.Agrees {
			s.standing, s.rule, s.kind = confirmed, ruleOf(s.field, "agrees"), ""
		}
		s.sources = appendNew(s.sources, d.candidate(n).Source.Name)
	}
}

func (d *deliberation) doubt(s *fieldState, members []int) {
	d.cite(s, doubtful, ruleOf(s.field, "undecided"), members)
}

// cite records a ground with the value of its first, best record.
func (d *deliberation) cite(s *fieldState, st standing, rule string, members []int) {
	s.standing, s.rule = st, rule
	s.claimed = d.claimedText(s.field)
	for _, n := range members {
		f := d.candidate(n).Comparison.Of(s.field)
		if s.recorded == "" && f.Agreement != match.Agrees && f.Agreement != match.Variant {
			s.kind, s.recorded = f.Kind, f.Recorded
		}
		s.sources = appendNew(s.sources, d.candidate(n).Source.Name)
	}
}

func appendNew(list []string, s string) []string {
	for _, x := range list {
		if x == s {
			return list
		}
	}
	return append(list, s)
}

// absentFromComplete reports that a source which is complete for the claimed
// container and year answered and lacks the work there, and that no record
// places it there.
func (d *deliberation) absentFromComplete() bool {
	if !d.cover.completeHere {
		return false
	}
	for n := range d.group {
		c := d.candidate(n)
		if agreesOn(c, biblio.FieldVenue) && c.Comparison.Of(biblio.FieldVenue).Kind != match.KindPreprint && c.Hit.Record.Status == biblio.StatusNormal {
			return false
		}
	}
	return true
}
