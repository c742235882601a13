package fix

import (
	"cmp"
	"runtime"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/parallel"
)

// partialKinds are the variants and doubts in which the reference says less than the record, or the same with a slip.
var partialKinds = map[string]bool{
	match.KindFirstPage: true, match.KindTitleCut: true, match.KindTypo: true,
	match.KindSubtitleOmitted: true, match.KindEtAl: true,
}

// Plan decides what to correct in one reference. The finding must have been judged with the rules of this program; all
// values come from one version. Options for which Learned was called follow the customs of that file.
func Plan(f *audit.Finding, opt Options) Correction {
	p := newPlanner(f, opt)
	if p.revise() {
		p.propose()
	}
	p.ask()
	return p.out
}

func newPlanner(f *audit.Finding, opt Options) planner {
	if opt.TrustIDs {
		trusting := *f
		trusting.Verdict.Rule(&f.Reference, f.Evidence.Candidates, true)
		f = &trusting
	}
	return planner{f: f, opt: opt}
}

// planAll plans the corrections of findings on all processors, or in file order if a user or model is asked about them.
func planAll(findings []audit.Finding, opt Options) []Correction {
	plans := make([]Correction, len(findings))
	workers := runtime.GOMAXPROCS(0)
	if opt.Accept != nil || opt.Propose != nil {
		workers = 1
	}
	parallel.Each(len(findings), workers, func(i int) { plans[i] = Plan(&findings[i], opt) })
	return plans
}

// revise makes the patches of the rules. It reports whether the work is certain, so that a model may be
// consulted on the fields that the rules leave open.
func (p *planner) revise() (certain bool) {
	v := &p.f.Verdict
	doubt, decided := v.Doubt, v.Outcome == judge.Discrepant || v.Outcome == judge.Verified || v.Outcome == judge.Doubtful
	if p.opt.Take != nil && p.opt.Take(&p.f.Reference) {
		if p.taking = p.takes(); p.taking {
			doubt, decided = judge.NoDoubt, true
		}
	}
	if doubt != judge.NoDoubt && !onlyOpen(v) {
		p.withholdAll(doubt)
		return false
	}
	if !decided && !onlyOpen(v) {
		return false
	}
	if !p.choose() {
		p.uncopied()
		return false
	}
	if !p.upgrade() {
		return false
	}
	slip := p.misspeltDOI() || p.misspeltArXiv()
	if doubt != judge.NoDoubt && !slip {
		p.withholdAll(doubt)
		return false
	}
	p.replaceWrong()
	p.takeRecord()
	p.follow()
	p.completePartial()
	p.addMissing()
	if !p.aims(Identifies) {
		p.leaveUnproved()
	}
	return doubt == judge.NoDoubt && decided
}

// uncopied plans what no record that may be copied states. A person may take the values of any record. Given names
// alone are offered from any: the family names show that it is of these people.
func (p *planner) uncopied() {
	use := func(c *match.Candidate) {
		p.base, p.version = c, []*match.Candidate{c}
		p.out.Work = p.canonical()
	}
	if p.taking {
		use(p.found())
		p.takeRecord()
		return
	}
	for _, r := range p.f.Verdict.Reasons {
		switch {
		case !r.Status.Wrong() || !p.opt.allows(r.Field):
		case r.Pen == judge.Offer:
			use(&p.f.Evidence.Candidates[r.Quoted-1])
			p.offering = !p.opt.Likely
			p.patchBy(p.base, r.Field, Replace, valueOf(&p.f.Reference.Claimed, r.Field), of(r.Rule))
			p.offering = false
		default:
			p.hold(r.Field, r.Doubt)
		}
	}
	p.leaveUnproved()
}

// placeOrder is the order of corrections: a year depends on its container; volume, issue and pages on both.
var placeOrder = map[biblio.Field]int{biblio.FieldVenue: -2, biblio.FieldYear: -1}

// replaceWrong plans the fields that the verdict proves wrong.
func (p *planner) replaceWrong() {
	if p.f.Verdict.Outcome != judge.Discrepant {
		return
	}
	reasons := slices.Clone(p.f.Verdict.Reasons)
	slices.SortStableFunc(reasons, func(a, b judge.Reason) int {
		return cmp.Compare(placeOrder[a.Field], placeOrder[b.Field])
	})
	for _, r := range reasons {
		if r.Status.Wrong() && p.opt.allows(r.Field) {
			p.wrong(r)
		}
	}
}

// takes reports whether the entry may take the record's values: it has the work's title, or one of its identifiers.
func (p *planner) takes() bool {
	if p.f.Verdict.Best < 0 {
		return false
	}
	c := p.found()
	return c.Comparison.SameWork >= match.SameWorkThreshold &&
		(c.Comparison.AgreesOn(biblio.FieldTitle) || c.Comparison.SharesIdentifier())
}

// takeRecord plans the fields in which the record differs from an entry that takes its values, whatever the verdict
// says of them. What says where a work was published is taken together.
func (p *planner) takeRecord() {
	if !p.taking {
		return
	}
	place := slices.ContainsFunc(placeFields, p.opt.allows)
	for _, field := range biblio.Fields {
		f := p.base.Comparison.Of(field)
		if f.Agreement != match.Differs && f.Agreement != match.Undecided || field == biblio.FieldType ||
			!p.opt.allows(field) && !(place && slices.Contains(placeFields, field)) {
			continue
		}
		p.patchBy(p.base, field, Replace, valueOf(&p.f.Reference.Claimed, field), of("taken"))
	}
}

// completePartial plans the fields that say less than the record, or the same with a slip.
func (p *planner) completePartial() {
	if p.opt.Minimal {
		return
	}
	for _, c := range p.base.Comparison.Fields {
		p.partial(c)
	}
}

// addMissing plans the fields that are requested or that the type of the entry needs.
func (p *planner) addMissing() {
	if doubt := p.doubted(p.patched); doubt != judge.NoDoubt && len(p.opt.Add) > 0 {
		p.hold("", doubt)
	} else {
		for _, field := range p.opt.Add {
			p.missing(field, true)
		}
	}
	for _, field := range p.lacking() {
		p.missing(field, false)
	}
}

// withholdAll leaves a reference alone that may be invented, and suggests which work it may mean.
func (p *planner) withholdAll(doubt judge.Doubt) {
	p.out = Correction{Nearest: nearest(p.f)}
	p.hold("", doubt)
	p.leaveUnproved()
}

// ask drops the patches that Options.Accept refuses: each, but those of a published version all or none.
func (p *planner) ask() {
	if p.opt.Accept == nil {
		return
	}
	var kept []Patch
	together := lists.Filter(p.out.Patches, func(patch Patch) bool { return patch.Aim == Publishes })
	if len(together) > 0 && p.opt.Accept(&p.f.Reference, together) {
		kept = together
	}
	for _, patch := range p.out.Patches {
		if patch.Aim != Publishes && p.opt.Accept(&p.f.Reference, []Patch{patch}) {
			kept = append(kept, patch)
		}
	}
	p.out.Patches = kept
}

// planner makes the correction of one reference.
type planner struct {
	f        *audit.Finding
	opt      Options
	base     *match.Candidate   // the record that contradicts the reference least
	version  []*match.Candidate // the records of the version whose values are taken, base first
	rival    []*match.Candidate // records of other versions that fit as well
	others   int                // records of other versions
	baseCost float64            // cost of base (version.go)
	preprint bool               // the reference cites a preprint
	place    *match.Candidate   // the record that a place patch came from
	offering bool               // patches are offered and not written
	taking   bool               // the entry takes the record's values
	out      Correction
}

// leaveUnproved leaves alone what a record contradicts without proof, leads and identifiers: worth a look, and no more.
func (p *planner) leaveUnproved() {
	left := &p.out.Unactionable
	for _, r := range p.f.Verdict.Reasons {
		switch {
		case p.patched(r.Field):
		case r.Lead() && !r.Field.Identifier() && r.Quoted > 0:
			*left = append(*left, Unactionable{Field: r.Field, Hold: Lead, Pen: r.Pen, Doubt: r.Doubt,
				Why: "check by hand: the record has " + r.Recorded + ", which is not enough to change the entry"})
		case unconfirmed(r) && r.Recorded != "":
			*left = append(*left, Unactionable{Field: r.Field, Hold: "not-proved", Doubt: judge.Unregistered,
				Why: "the record has " + r.Recorded + ", and " + judge.Unregistered.Sentence()})
		}
	}
}
