package judge

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/ident"
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

// voices sorts the group by what each record says of a field.
type voices struct {
	full, faint, doubt []int // agree; agree without saying much; undecided
	elsewhere          []int // agree, but for another version
	against            []int // contradict, and may refute
	murmur             []int // contradict, and may not refute alone
}

func (d *deliberation) listen(field biblio.Field) (v voices) {
	for n := range d.group {
		c := d.candidate(n)
		f := c.Comparison.Of(field)
		mine := !versionBound(field) || d.part[n] == d.chief || d.part[n] == everyVersion
		switch f.Agreement {
		case match.Agrees, match.Variant:
			switch {
			case field == biblio.FieldVenue && (c.Hit.Record.Status == biblio.StatusRejected || c.Hit.Record.Status == biblio.StatusWithdrawn):
				if d.mayRefute(c, field) {
					v.against = append(v.against, n)
				}
			case !mine:
				v.elsewhere = append(v.elsewhere, n)
			case faint(f.Kind):
				v.faint = append(v.faint, n)
			default:
				v.full = append(v.full, n)
			}
		case match.Undecided:
			v.doubt = append(v.doubt, n)
		case match.Differs:
			switch {
			case !d.speaksOf(n, field, f):
			case d.mayRefute(c, field) && d.ordered(c, f) && !d.nearYear(c, f):
				v.against = append(v.against, n)
			default:
				v.murmur = append(v.murmur, n)
			}
		}
	}
	return v
}

// faint reports agreement that would hold for other values too: a record with
// initials agrees with any given name that begins so.
func faint(kind string) bool {
	return kind == match.KindRecordInitials || kind == match.KindRecordCut
}

// speaksOf reports that a record's contradiction is about what the reference
// claims: a preprint's container, year or pages do not contradict those of a
// publication, unless no other version can exist.
func (d *deliberation) speaksOf(n int, field biblio.Field, f match.FieldComparison) bool {
	if !versionBound(field) || d.world {
		return true
	}
	c := d.candidate(n)
	if preprintRecord(&c.Hit.Record) && !d.claimsPreprint() {
		return false
	}
	return field == biblio.FieldVenue || d.part[n] == d.chief || d.part[n] == everyVersion
}

// nearYear reports a year one off where nothing says which version is meant,
// neither a container nor an identifier: another version may have that year.
func (d *deliberation) nearYear(c *match.Candidate, f match.FieldComparison) bool {
	if d.world || f.Field != biblio.FieldYear || f.Kind != match.KindOffByOne || c.Comparison.Of(biblio.FieldVenue).Agreement != match.Unclaimed {
		return false
	}
	for _, id := range []biblio.Field{biblio.FieldDOI, biblio.FieldArXiv, biblio.FieldPMID} {
		if agreesOn(c, id) {
			return false
		}
	}
	return true
}

// claimsPreprint reports that the reference itself cites the preprint.
func (d *deliberation) claimsPreprint() bool {
	w := &d.ref.Claimed
	if name := w.Container.Title; name != "" {
		c := fold.ParseContainer(name)
		return c.Head == fold.Preprints
	}
	if w.Type == biblio.Preprint {
		return true
	}
	doi := w.ID(ident.DOI)
	return !w.ID(ident.ArXiv).IsZero() && doi.IsZero() || !match.AliasOf(doi).IsZero()
}

// oldWorks is the year before which one record alone does not convict.
const oldWorks = 1970

// mayRefute reports that one record alone may refute a field: a strong
// source, which may speak of it, and a record with title, authors and year.
func (d *deliberation) mayRefute(c *match.Candidate, field biblio.Field) bool {
	r := &c.Hit.Record
	if year := d.ref.Claimed.Issued.Year; year != 0 && year < oldWorks && !d.world {
		return false // editions, reprints and editors of old works are recorded at random
	}
	return c.Source.Strength == source.Strong && c.Source.MayRefute(field) && r.Title != "" && len(r.Contributors) > 0 && r.Issued.Year != 0
}

// ordered reports that the source's author lists can carry the contradiction:
// another order needs lists in print order, a missing name complete ones.
func (d *deliberation) ordered(c *match.Candidate, f match.FieldComparison) bool {
	if f.Field != biblio.FieldAuthors {
		return true
	}
	switch f.Kind {
	case match.KindReordered:
		return c.Source.OrderedAuthors && !c.Hit.Record.AuthorsCut
	case match.KindAdded, match.KindReplaced, match.KindFabricated:
		return c.Source.CompleteAuthors || f.Kind != match.KindAdded
	}
	return true
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
	case len(v.murmur) > 0:
		d.cite(&s, contested, "contested", v.murmur)
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

func (d *deliberation) anyAbove(members []int, strength source.Strength) bool {
	for _, n := range members {
		if d.candidate(n).Source.Strength > strength {
			return true
		}
	}
	return false
}

// agreeingWeak reports that two bibliographic sources that may not convict
// alone state the same other value.
func (d *deliberation) agreeingWeak(members []int, field biblio.Field) bool {
	for x, n := range members {
		a := d.candidate(n)
		if !a.Source.MayRefute(field) || !complete(&a.Hit.Record) {
			continue
		}
		for _, m := range members[:x] {
			b := d.candidate(m)
			if b.Source.Name == a.Source.Name || !b.Source.MayRefute(field) || !complete(&b.Hit.Record) {
				continue
			}
			if sameValue(field, a, b) {
				return true
			}
		}
	}
	return false
}

func complete(r *biblio.Record) bool {
	return r.Title != "" && len(r.Contributors) > 0 && r.Issued.Year != 0
}

// sameValue reports that two records agree with each other on a field.
func sameValue(field biblio.Field, a, b *match.Candidate) bool {
	got := match.Compare(&a.Hit.Record.Work, &b.Hit.Record.Work).Of(field).Agreement
	return got == match.Agrees || got == match.Variant
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

var fieldScheme = map[biblio.Field]ident.Scheme{biblio.FieldDOI: ident.DOI, biblio.FieldArXiv: ident.ArXiv, biblio.FieldPMID: ident.PMID, biblio.FieldISBN: ident.ISBN}

// weighID works out the standing of an identifier: right when a record of the
// work has it, whichever version; wrong when it does not exist or belongs to
// another work; otherwise open.
func (d *deliberation) weighID(field biblio.Field) fieldState {
	s := fieldState{field: field}
	id := d.ref.Claimed.ID(fieldScheme[field])
	s.claimed = id.Value
	var holders []int
	for n := range d.group {
		if agreesOn(d.candidate(n), field) {
			holders = append(holders, n)
		}
	}
	switch other := d.holder(id); {
	case len(holders) > 0:
		d.confirm(&s, holders)
		s.claimed = id.Value
	case malformed(id):
		s.standing, s.rule = refuted, "identifier-malformed"
	case d.noSuch(id) && !d.plausibleDOI(id):
		s.standing, s.rule = refuted, "no-such-identifier"
		s.sources = d.deniers(id)
	case other >= 0 && field != biblio.FieldISBN:
		c := &d.ev.Candidates[other]
		s.standing, s.rule, s.recorded = refuted, "identifier-of-other-work", c.Hit.Record.FullTitle()
		s.sources = []string{c.Source.Name}
	default:
		s.standing, s.rule = unrecorded, "identifier-unconfirmed"
		for n := range d.group {
			c := d.candidate(n)
			if f := c.Comparison.Of(field); f.Agreement == match.Differs && f.Kind == match.KindOtherID && c.Source.Strength == source.Strong && d.part[n] == d.chief {
				s.standing, s.recorded = contested, f.Recorded
				s.sources = appendNew(s.sources, c.Source.Name)
			}
		}
	}
	return s
}

// deniers lists the sources that say that an identifier does not exist.
func (d *deliberation) deniers(id ident.ID) []string {
	var list []string
	for _, l := range d.ev.Lookups {
		for _, g := range l.Answer.NoSuchID {
			if g == id {
				list = appendNew(list, l.Source.Name)
			}
		}
	}
	return list
}

// malformed reports a claimed identifier that has not the form of its scheme,
// so that nothing can have it.
func malformed(id ident.ID) bool {
	got, ok := ident.ParseAs(id.Scheme, id.Value)
	return !ok || got != id
}

// weighURL reports an address that is the identifier of another work. Other
// addresses prove nothing.
func (d *deliberation) weighURL() (fieldState, bool) {
	if d.ref.Claimed.URL == "" {
		return fieldState{}, false
	}
	id, ok := ident.Parse(d.ref.Claimed.URL)
	if !ok || id.Scheme == ident.URL || id == d.ref.Claimed.ID(id.Scheme) {
		return fieldState{}, false // judged as the identifier it is
	}
	for n := range d.group {
		if match.Holds(&d.candidate(n).Hit.Record.Work, id) {
			return fieldState{}, false
		}
	}
	other := d.holder(id)
	if other < 0 {
		return fieldState{}, false
	}
	c := &d.ev.Candidates[other]
	return fieldState{
		field: biblio.FieldURL, standing: refuted, rule: "identifier-of-other-work", claimed: d.ref.Claimed.URL,
		recorded: strings.TrimSpace(c.Hit.Record.FullTitle()), sources: []string{c.Source.Name},
	}, true
}
