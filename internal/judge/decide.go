package judge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Candidates ranks what the sources found as candidates for a reference. If the fields were parsed from print, the
// print itself decides what the reference says.
func Candidates(ref *biblio.Reference, lookups []answer.Lookup) []match.Candidate {
	raw := ""
	if ref.Printed() {
		raw = ref.Raw
	}
	return match.Rank(&ref.Claimed, raw, lookups)
}

// Decide concludes from all evidence about one reference. It is a pure function: equal evidence yields an equal
// verdict, in whatever order the sources answered.
func Decide(ref *biblio.Reference, ev Evidence) Verdict {
	d := newDeliberation(ref, ev)
	v := Verdict{Best: -1, Version: Version, Unanswered: d.cover.answered == 0}
	if len(d.records) > 0 {
		v.Best, v.Versions = d.records[0].at, d.versions()
		d.weigh()
		d.assess()
		d.conclude(&v)
	} else {
		d.nothingFound(&v)
	}
	if v.Outcome != Verified && v.Outcome != Exempt && !d.closedWorld {
		v.Missed = d.cover.missed
	}
	if len(d.cover.failed) > 0 && !d.closedWorld && (v.Accuses() || v.Outcome == Doubtful) {
		v.Reasons = append(v.Reasons,
			Reason{Rule: "source-failed", Message: d.failedMessage("could change how sure this is")})
	}
	for i := range d.state {
		v.Items = append(v.Items, d.state[i].items...)
		if d.state[i].differs() {
			v.Strength = max(v.Strength, Note)
		}
	}
	sortItems(v.Items)
	v.Notices = append(append(d.notices(&v), Flags(ref)...), future(ref, ev)...)
	score(&v, ref, ev)
	v.Rule(ref, ev.Candidates, false)
	return v
}

// Settled reports whether no further source can change a verdict: verified with every claimed field confirmed, and
// not by a model.
func Settled(v Verdict) bool {
	if v.Outcome != Verified {
		return false
	}
	open := slices.Contains(v.Codes, P1) || slices.Contains(v.Codes, P3)
	return !open && !slices.ContainsFunc(v.Reasons, func(r Reason) bool { return strings.HasPrefix(r.Rule, "model-") })
}

// Broken returns the verdict on a reference on which the program's own code failed.
func Broken(detail string) Verdict {
	return Verdict{
		Outcome: Inconclusive, Codes: []Code{U}, Best: -1, Version: Version, Genuine: evenOdds, Score: undecidedScore,
		Reasons: []Reason{{Rule: "broken", Message: "this reference could not be judged: " + detail}},
	}
}

// conclude sets outcome, codes and fields for a work that was found.
func (d *deliberation) conclude(v *Verdict) {
	for i := range d.state {
		v.Reasons = append(v.Reasons, d.reason(&d.state[i]))
	}
	wrong, leads := d.atLeast(Likely), d.atLeast(Lead)
	open := d.open()
	switch {
	case len(wrong) > 0:
		d.discrepant(v, wrong)
	case d.rival >= 0 && d.tied():
		v.Outcome, v.Codes = Ambiguous, []Code{U}
		v.Reasons = append(v.Reasons,
			Reason{Rule: "several-works", Message: "several works fit this reference equally well",
				Sources: []string{d.ev.Candidates[d.rival].Source.Name}})
	case d.titleUndecided(): // only names may be in doubt if a work is verified
		d.inconclusive(v, "core-unrecorded",
			"a work was found whose recorded title is cut off, is in another language, or differs in a coined name at its "+
				"start; it may or may not be the work cited", []biblio.Field{biblio.FieldTitle})
	case d.closedWorld && d.webOnly() && d.openOrContested(open): // none has it as cited, and the web does not clear it
		if len(d.cover.failed) > 0 {
			d.inconclusive(v, "source-failed", d.failedMessage("could have this work"), open)
		} else {
			d.absent(v)
		}
	case d.ownPageOnly():
		d.inconclusive(v, "own-page-only",
			"only the page that the reference itself names has this work, and whoever wrote the reference could have written that page", nil)
	case len(leads) > 0:
		d.doubtful(v, leads)
	case !d.sureOfWork(open):
		d.inconclusive(v, "core-unrecorded", "a similar work was found, but nothing reliable confirms its "+fieldNames(open),
			open)
	default:
		d.verified(v, open)
	}
}

// discrepant concludes that fields are wrong. If a peripheral one is, the fields that no record states are named too.
func (d *deliberation) discrepant(v *Verdict, wrong []fieldState) {
	v.Outcome, v.Codes, v.Fields = Discrepant, errorCodes(wrong), fieldsOf(wrong)
	if len(d.records) > 0 && slices.ContainsFunc(wrong, func(s fieldState) bool { return peripheralField(s.field) }) {
		open := slices.DeleteFunc(fieldsOf(d.having(Unrecorded)), func(f biblio.Field) bool { return !peripheralField(f) })
		v.Fields = appendFields(v.Fields, open)
	}
	d.setStrength(v, wrong)
}

// doubtful concludes that a person has to check fields.
func (d *deliberation) doubtful(v *Verdict, leads []fieldState) {
	v.Outcome, v.Codes, v.Fields = Doubtful, errorCodes(leads), fieldsOf(leads)
	d.setStrength(v, leads)
}

func (d *deliberation) titleUndecided() bool {
	return slices.ContainsFunc(d.state, func(s fieldState) bool {
		return s.field == biblio.FieldTitle && s.status == InDoubt
	})
}

// sureOfWork reports whether the reference surely means the work that was found: title and authors are confirmed, or
// nearly so, and only other fields are open. A list of authors that a record contradicts without proof must share its
// names.
func (d *deliberation) sureOfWork(open []biblio.Field) bool {
	if d.closedWorld {
		return d.sureOfWorkInClosedWorld(open)
	}
	names := noNames
	for n := range d.records {
		if d.records[n].identity == identified {
			names = max(names, shareOfNames(d.records[n].Comparison.Of(biblio.FieldAuthors)))
		}
	}
	if slices.Contains(open, biblio.FieldTitle) {
		return slices.ContainsFunc(d.records, d.otherForm)
	}
	return !slices.Contains(open, biblio.FieldAuthors) || names == someNames
}

// otherForm reports whether a record has the identifier that the reference states and all its authors, and its title
// says the same in another form: more or fewer words, or one word spelt otherwise.
func (d *deliberation) otherForm(c judgedRecord) bool {
	f := c.Comparison.Of(biblio.FieldTitle)
	claimed, recorded := normalise.Words(f.Claimed), normalise.Words(f.Recorded)
	switch f.Kind {
	case match.KindSubtitle, match.KindSubtitleAdded, match.KindSubtitleOmitted, match.KindTypo:
	case match.KindNumber: // another part
		return false
	default:
		if !lacks(claimed, recorded) && !lacks(recorded, claimed) && !sameLetters(f.Claimed, f.Recorded) {
			return false
		}
	}
	return c.linked && c.Origin.Kind > biblio.ConfirmOnly && len(d.ref.Claimed.Authors()) > 0 &&
		shareOfNames(c.Comparison.Of(biblio.FieldAuthors)) == allNames
}

// verified sets the codes of a work whose claimed fields agree. A difference without proof counts half: the record errs
// as often.
func (d *deliberation) verified(v *Verdict, open []biblio.Field) {
	v.Outcome, v.Genuine = Verified, surelyRight
	for _, s := range d.having(Contested) {
		v.Genuine *= 1 - s.p/2
	}
	if doubts := d.having(InDoubt); len(doubts) > 0 {
		v.Codes = append(v.Codes, P1)
		v.Fields = appendFields(v.Fields, fieldsOf(doubts))
	}
	if len(open) > 0 {
		v.Codes = append(v.Codes, P3)
		v.Fields = appendFields(v.Fields, open)
	}
	if len(v.Codes) > 0 {
		return
	}
	switch {
	case d.etAl():
		v.Codes = []Code{R3}
	case !d.oneConfirmsAll():
		v.Codes = []Code{R4}
	case len(d.having(Variant)) > 0:
		v.Codes = []Code{R2}
	default:
		v.Codes = []Code{R1}
	}
}

func (d *deliberation) etAl() bool {
	return slices.ContainsFunc(d.state, func(s fieldState) bool {
		return s.field == biblio.FieldAuthors && s.kind == match.KindEtAl
	})
}

// oneConfirmsAll reports whether one record confirms every field that any record confirms.
func (d *deliberation) oneConfirmsAll() bool {
	for n := range d.records {
		if !slices.ContainsFunc(d.state, func(s fieldState) bool { return s.status.Agrees() && !slices.Contains(s.by, n) }) {
			return true
		}
	}
	return false
}

// having returns the fields with any of the given statuses.
func (d *deliberation) having(statuses ...Status) []fieldState {
	return lists.Filter(d.state, func(s fieldState) bool { return slices.Contains(statuses, s.status) })
}

// open returns the claimed fields that are neither confirmed nor refuted: those that no record states, including
// unconfirmed identifiers, and those that a record contradicts without proof.
func (d *deliberation) open() []biblio.Field {
	return fieldsOf(d.having(Unrecorded, Contested))
}

// openOrContested reports whether a core field is open, or a record contradicts a field without proof.
func (d *deliberation) openOrContested(open []biblio.Field) bool {
	return slices.ContainsFunc(open, biblio.Field.Core) ||
		slices.ContainsFunc(d.having(Contested), func(s fieldState) bool { return !s.field.Identifier() })
}

// sureOfWorkInClosedWorld reports whether no core field is open, or a record agrees on title, authors and an
// identifier, so that a core field that is not recorded does not matter.
func (d *deliberation) sureOfWorkInClosedWorld(open []biblio.Field) bool {
	if !d.openOrContested(open) {
		return true
	}
	id := false
	for _, s := range d.state {
		good := s.status.Agrees()
		switch {
		case s.status == Contested && (s.field.Core() || s.field.Identifier()):
			return false
		case s.field == biblio.FieldTitle || s.field == biblio.FieldAuthors:
			if !good && s.status != InDoubt {
				return false
			}
		case s.field.Identifier():
			id = id || good
		}
	}
	return id
}

// tied reports whether the reference does not say enough to distinguish the best work from another one found: both
// agree with everything it claims.
func (d *deliberation) tied() bool {
	best, rival := d.records[0], &d.ev.Candidates[d.rival]
	if rival.Origin.Kind == biblio.ConfirmOnly || rival.Comparison.SameWork < best.Comparison.SameWork-0.02 {
		return false
	}
	return !slices.ContainsFunc(best.Comparison.Fields, func(f match.FieldComparison) bool {
		return f.Agreed() && !rival.Comparison.Of(f.Field).Agreed()
	})
}

func (d *deliberation) inconclusive(v *Verdict, rule, message string, fields []biblio.Field) {
	v.Outcome, v.Codes, v.Fields = Inconclusive, []Code{U}, fields
	v.Reasons = append(v.Reasons, Reason{Rule: rule, Message: message})
}

func (d *deliberation) failedMessage(what string) string {
	return fmt.Sprintf("%s did not answer and %s; %d of %d sources answered",
		strings.Join(namesOf(d.cover.failed), ", "), what,
		d.cover.answered, d.cover.asked)
}

// nothingFound concludes for a reference whose work no source has. An identifier that is wrong in itself is a
// discrepancy even if a covering source failed; "not found" needs an answer from every covering source.
func (d *deliberation) nothingFound(v *Verdict) {
	if kind := exemptKind(d.ref); kind != "" && !d.closedWorld {
		v.Outcome, v.Codes, v.Genuine = Exempt, []Code{P2}, exemptGenuine
		v.Reasons = append(v.Reasons,
			Reason{Rule: "not-scholarly", Kind: kind,
				Message: "not a scholarly work (" + kind + "): no bibliographic source lists it"})
		return
	}
	d.state = d.pinned()
	d.weighContradiction()
	d.weighAlone()
	d.assess()
	for i := range d.state {
		v.Reasons = append(v.Reasons, d.reason(&d.state[i]))
	}
	wrong, weak := d.atLeast(Likely), d.atLeast(Lead)
	titled := (d.ref.Claimed.Title != "" || d.ref.Claimed.Subtitle != "") && d.best() < 0
	var a absence
	if titled && !d.closedWorld {
		a = d.weighAbsence()
	}
	switch {
	case titled && len(d.state) == 0 && d.registered() != "":
		d.inconclusive(v, notCovered, d.registered(), nil)
	case titled && d.absentSurely(&a, wrong):
		d.decideAbsent(v, &a)
	case len(wrong) > 0:
		d.discrepant(v, wrong)
	case len(weak) > 0:
		d.doubtful(v, weak)
	case len(d.cover.failed) > 0 && (d.closedWorld || d.cover.answered == 0):
		d.inconclusive(v, "source-failed", d.failedMessage("could have this work"), nil)
	case titled:
		d.decideAbsent(v, &a)
	default:
		d.silent(v)
	}
	v.Fields = appendFields(v.Fields, fieldsOf(d.having(Contested)))
}

// registered says that a DOI of the reference exists although no source can read its description, which means that
// the work exists; "" if there is none.
func (d *deliberation) registered() string {
	for _, l := range d.ev.Lookups {
		for _, r := range l.Answer.Registered {
			return fmt.Sprintf("%s exists, registered by %s, whose description no source of this run could read",
				r.ID.Value, r.Agency)
		}
	}
	return ""
}

// absent concludes that no covering source has the work as cited.
func (d *deliberation) absent(v *Verdict) {
	v.Outcome, v.Codes, v.Fields, v.Strength = NotFound, []Code{H0}, fieldsOf(d.having(Contested)), Certain
	if len(v.Fields) == 0 { // a web page may differ; otherwise no source has the title
		v.Fields = []biblio.Field{biblio.FieldTitle}
	}
	searched := namesOf(d.cover.silent)
	if d.closedWorld {
		searched, v.Genuine = d.cover.covered, absentGenuine
	}
	message := "no such work in " + strings.Join(searched, ", ")
	if d.cover.listed != "" {
		message += "; " + d.cover.listed
	}
	v.Reasons = append(v.Reasons,
		Reason{Rule: "not-found", Field: biblio.FieldTitle, Claimed: d.ref.Claimed.FullTitle(), Sources: searched,
			Message: message + d.nearest()})
}

// webOnly reports whether every record of the work comes from a source that can only confirm.
func (d *deliberation) webOnly() bool {
	return !slices.ContainsFunc(d.records, func(r judgedRecord) bool { return r.Origin.Kind > biblio.ConfirmOnly })
}

// ownPageOnly reports whether the only record of a work is the page that the reference names, although other sources
// list such works: articles, books and their parts, theses, reports. For software, data and web pages that page may
// well be the only record.
func (d *deliberation) ownPageOnly() bool {
	w := &d.ref.Claimed
	switch w.Type {
	case biblio.ArticleJournal, biblio.PaperConference, biblio.Chapter, biblio.Book, biblio.Proceedings,
		biblio.Report, biblio.Thesis:
	default:
		return false
	}
	return len(d.records) > 0 && !slices.ContainsFunc(d.records, func(r judgedRecord) bool { return !r.ownPage() })
}

// differencesOfNearest says how the nearest work differs from the reference. It is another work, or the reference is
// wrong in several places: a person has to decide.
func (d *deliberation) differencesOfNearest() []Reason {
	best := d.best()
	if best < 0 {
		return nil
	}
	c := &d.ev.Candidates[best]
	var list []Reason
	for _, f := range c.Comparison.Fields {
		if f.Agreement == match.Differs && f.Field.Core() {
			list = append(list,
				Reason{Rule: "nearest-contested", Status: Nearest, Field: f.Field, Kind: f.Kind, Claimed: f.Claimed,
					Recorded: f.Recorded, Quoted: best + 1, Sources: []string{c.Source.Name},
					Message: "the closest match has " + quote(f.Recorded)})
		}
	}
	return list
}

// hintFrom is the similarity in percent from which a title is worth a hint: below, it is another work's.
const hintFrom = 85

// nearest names the most similar other work for readers: often the one meant.
func (d *deliberation) nearest() string {
	for i := range d.ev.Candidates {
		c := &d.ev.Candidates[i]
		if c.Hit.How != answer.ByIdentifier && c.Comparison.TitleSimilarity >= hintFrom {
			return fmt.Sprintf("; a similar title is on record: %q (%.0f %%)", c.Hit.Record.FullTitle(),
				c.Comparison.TitleSimilarity)
		}
	}
	best := d.best()
	if best < 0 {
		return ""
	}
	c := &d.ev.Candidates[best]
	if c.Comparison.AgreesOn(biblio.FieldAuthors) {
		return fmt.Sprintf("; the same people wrote %q", c.Hit.Record.FullTitle())
	}
	return fmt.Sprintf("; the work most like it on record is %q", c.Hit.Record.FullTitle())
}

// pinned returns the identifiers of a reference without a work that are wrong in themselves: they do not exist or
// belong to another work.
func (d *deliberation) pinned() []fieldState {
	var out []fieldState
	for _, field := range judged {
		scheme, ok := fieldScheme[field]
		if !ok || d.ref.Claimed.ID(scheme).IsZero() {
			continue
		}
		if s := d.weighID(field); s.kind == kindOfOther || s.status == Refuted &&
			(s.rule != "identifier-of-other-work" || d.ref.Claimed.Title != "") {
			out = append(out, s)
		}
	}
	return out
}
