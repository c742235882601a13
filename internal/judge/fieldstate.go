package judge

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// Status is what all records together say about one claimed field.
type Status uint8

// The statuses; the zero value is that of a reason about a whole reference.
const (
	NoStatus   Status = iota
	Unrecorded        // no record states it
	Contested         // records contradict it but prove nothing
	Confirmed         // a record agrees
	Variant           // a record states another form of it
	InDoubt           // may be the same or not
	Mixed             // right for a version other than that of the rest of the reference
	Refuted           // verifiably wrong
	Nearest           // that of the closest match, which may be another work, differs
)

// Statuses lists every status.
var Statuses = []Status{NoStatus, Unrecorded, Contested, Confirmed, Variant, InDoubt, Mixed, Refuted, Nearest}

// String returns the word used in JSON, "" for NoStatus.
func (s Status) String() string {
	return [...]string{"", "unrecorded", "contested", "confirmed", "variant", "undecided", "mixed", "refuted",
		"nearest"}[s]
}

// ParseStatus parses the word that String returns.
func ParseStatus(word string) (Status, bool) {
	at := slices.IndexFunc(Statuses, func(s Status) bool { return s.String() == word })
	return Status(max(at, 0)), at >= 0
}

// Agrees reports whether the field is right, in this or another form.
func (s Status) Agrees() bool { return s == Confirmed || s == Variant }

// Wrong reports whether the field is proved wrong.
func (s Status) Wrong() bool { return s == Refuted || s == Mixed }

// fieldState is the status of one claimed field and the grounds for it.
type fieldState struct {
	field    biblio.Field
	status   Status
	rule     string // of the registry
	kind     string
	claimed  string
	recorded string
	beside   ident.ID // another identifier of the reference, which this one contradicts
	sources  []string
	by       []int // members of the group that confirm it
	against  []int // members of the group that contradict it
	quoted   int   // the record quoted in recorded, counted from 1 in Evidence.Candidates, or 0 if there is none

	judged   ItemCount // how often such a difference was right
	items    []Item    // evidence on a field that differs
	p        float64   // probability that the field is wrong, given the items
	strength Strength  // derived from p, within what the rules allow
}

// judged lists the fields that can be right or wrong, in report order.
var judged = []biblio.Field{
	biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldVenue, biblio.FieldYear, biblio.FieldDOI, biblio.FieldArXiv,
	biblio.FieldPMID, biblio.FieldISBN,
	biblio.FieldVolume, biblio.FieldIssue, biblio.FieldPages, biblio.FieldPublisher, biblio.FieldLocation,
}

// weigh determines the status of every claimed field.
func (d *deliberation) weigh() {
	for _, field := range judged {
		if !d.claims(field) {
			continue
		}
		weigh := d.weighField
		if fieldScheme[field] != "" {
			weigh = d.weighID
		}
		d.state = append(d.state, weigh(field))
	}
	if s, ok := d.weighURL(); ok {
		d.state = append(d.state, s)
	}
	d.weighContradiction()
	d.weighAlone()
}

// claims reports whether the reference states a field, as the comparisons see it.
func (d *deliberation) claims(field biblio.Field) bool {
	return slices.ContainsFunc(d.records, func(c judgedRecord) bool {
		return c.Comparison.Of(field).Agreement != match.Unclaimed
	})
}

// versionBound reports whether versions of a work naturally differ in a field. Titles and lists of authors
// occasionally differ between versions too: see forceOfDifference.
func versionBound(field biblio.Field) bool {
	return field != biblio.FieldTitle && field != biblio.FieldAuthors
}

// weighField determines the status of a field that is not an identifier. Agreement outranks contradiction.
func (d *deliberation) weighField(field biblio.Field) fieldState {
	t := d.collectEvidence(field)
	s := fieldState{field: field}
	if len(t.proves) == 0 {
		t.proves = d.jointly(&t, field)
	}
	supported := slices.ContainsFunc(t.agrees,
		func(n int) bool { return d.records[n].Origin.Kind > biblio.ConfirmOnly && !d.records[n].ownPage() })
	switch {
	case supported, len(t.agrees) > 0 && len(t.proves) == 0:
		d.confirm(&s, t.agrees)
	case len(t.undecided) > 0:
		d.cite(&s, InDoubt, ruleOf(field, "undecided"), t.undecided)
	case field == biblio.FieldVenue && d.absentFromComplete():
		d.cite(&s, Refuted, "venue-absent", t.proves)
	case len(t.otherVersion) > 0 && len(d.ofCitedVersion(field, &t)) > 0:
		d.cite(&s, Mixed, "versions-mixed", slices.Concat(d.ofCitedVersion(field, &t), t.otherVersion))
	case len(t.otherVersion) > 0:
		d.confirm(&s, t.otherVersion)
	case len(t.agreesWeakly) > 0 && !d.closedWorld:
		d.confirm(&s, t.agreesWeakly)
	case len(t.proves) > 0:
		d.cite(&s, Refuted, ruleOf(field, "differs"), t.proves)
	case len(t.agrees)+len(t.agreesWeakly) > 0:
		d.confirm(&s, slices.Concat(t.agrees, t.agreesWeakly))
	case len(t.seconds)+len(t.corroborates)+len(t.contests) > 0:
		d.cite(&s, Contested, "contested", slices.Concat(t.corroborates, t.seconds, t.contests))
		if d.mayBeMisread(&s) {
			s.rule = misread
		}
	default:
		s.status, s.rule, s.claimed = Unrecorded, ruleOf(field, "unrecorded"), d.claimedText(field)
	}
	d.reconsider(&s)
	return s
}

// reconsider contests authors whose given and family names are exchanged, and knows the places of conferences.
func (d *deliberation) reconsider(s *fieldState) {
	switch {
	case s.field == biblio.FieldAuthors && d.exchanged(s):
		d.cite(s, Contested, "contested", s.by)
		s.kind, s.recorded = match.KindExchanged, d.records[s.by[0]].Comparison.Of(s.field).Recorded
	case s.field == biblio.FieldLocation && s.status == Unrecorded:
		d.knownPlace(s)
	}
}

// ofCitedVersion returns the records of the cited version that contradict the claim if another version has the claimed
// value. A year that is off by one, which alone may be another way to date the work, then belongs to the other version.
func (d *deliberation) ofCitedVersion(field biblio.Field, t *fieldEvidence) []int {
	list := t.proves
	for _, n := range t.contests {
		c := &d.records[n]
		if field == biblio.FieldYear && d.mayProve(c, field) && !c.preprint && d.relationOf(c) == citedVersion &&
			c.Comparison.AgreesOn(biblio.FieldVenue) {
			list = append(list, n)
		}
	}
	return list
}

func (d *deliberation) claimedText(field biblio.Field) string {
	for n := range d.records {
		if f := d.records[n].Comparison.Of(field); f.Claimed != "" {
			return f.Claimed
		}
	}
	return ""
}

// confirm records agreement; the best member decides between confirmed and variant.
func (d *deliberation) confirm(s *fieldState, members []int) {
	s.status, s.rule, s.by = Variant, ruleOf(s.field, "variant"), members
	for _, n := range members {
		f := d.records[n].Comparison.Of(s.field)
		if s.claimed == "" || f.Agreement == match.Agrees && s.status != Confirmed {
			s.kind, s.claimed, s.recorded, s.quoted = f.Kind, f.Claimed, f.Recorded, d.records[n].at+1
		}
		if f.Agreement == match.Agrees {
			s.status, s.rule, s.kind = Confirmed, ruleOf(s.field, "agrees"), ""
		}
		s.sources = appendNew(s.sources, d.records[n].Source.Name)
	}
}

// cite records a status with the value of its first, best record.
func (d *deliberation) cite(s *fieldState, st Status, rule string, members []int) {
	s.status, s.rule, s.against = st, rule, members
	s.claimed = d.claimedText(s.field)
	for _, n := range members {
		f := d.records[n].Comparison.Of(s.field)
		if s.recorded == "" && f.Agreement != match.Agrees && f.Agreement != match.Variant {
			s.kind, s.recorded, s.quoted = f.Kind, f.Recorded, d.records[n].at+1
		}
		s.sources = appendNew(s.sources, d.records[n].Source.Name)
	}
}

func appendNew[T comparable](list []T, s T) []T {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// absentFromComplete reports whether a source that lists the claimed container and year completely lacks the work, to
// the extent that this is proof, and no record places it there.
func (d *deliberation) absentFromComplete() bool {
	elsewhere := false // a record says where else it was published
	for n := range d.records {
		c := &d.records[n]
		if c.Comparison.SameContainer() && c.Hit.Record.Status == biblio.StatusNormal {
			return false
		}
		elsewhere = elsewhere || containerOf(&c.Hit.Record) != "" && !c.preprint
	}
	return slices.ContainsFunc(d.cover.complete, func(c *answer.Coverage) bool {
		weight, _ := AbsenceThere(c, elsewhere)
		return weight == Proves
	})
}
