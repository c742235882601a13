package fix

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// OpenField is a field that the rules neither change nor protect, with what records of the version state for it.
type OpenField struct {
	Field  biblio.Field
	State  string // "missing", "partial" or "unclear"
	From   string // as the entry states it, "" if missing
	Values []Stated
}

// Stated is a value that a record states.
type Stated struct {
	Record int // in Opening.Records
	Value  string
}

// Opening is what the rules leave open in one entry. Without fields a model has nothing to propose.
type Opening struct {
	Fields  []OpenField
	Records []*biblio.Record // of the chosen version
}

// Proposal is what a model proposes for one field: its value only says which record's value is to be written.
type Proposal struct {
	Field  biblio.Field
	Action Action // "" leaves the field as it is
	Value  string
	Record int // in Opening.Records
}

// Proposals are what a model proposes for one entry. Unheard is the reason why none of it counts, "" if it does.
type Proposals struct {
	List    []Proposal
	Unheard string
}

// mostOffered is the length in bytes of the longest value shown to a model, which has to see it whole.
const mostOffered = 1500

// Open lists the fields of an entry that the rules leave open with options for which Learned was called.
func Open(f *audit.Finding, opt Options) Opening {
	p := newPlanner(f, opt)
	if !p.revise() {
		return Opening{}
	}
	return p.opening()
}

func (p *planner) opening() Opening {
	var o Opening
	if p.opt.Minimal {
		return o
	}
	for _, c := range p.version {
		o.Records = append(o.Records, &c.Hit.Record)
	}
	for _, field := range biblio.Fields {
		open := OpenField{Field: field}
		if open.State, open.From = p.leftOpen(field); open.State == "" {
			continue
		}
		for i, c := range p.version {
			if value := p.offered(c, field); value != "" && value != open.From {
				open.Values = append(open.Values, Stated{i, value})
			}
		}
		if len(open.Values) > 0 {
			o.Fields = append(o.Fields, open)
		}
	}
	return o
}

// unclearKinds are the doubts about names that a reader can settle: nicknames and translations are right as they are.
var unclearKinds = map[string]bool{match.KindSlip: true, match.KindTruncated: true, match.KindOrder: true}

// leftOpen returns in which way a field is open ("" if it is not), and what the entry states.
func (p *planner) leftOpen(field biblio.Field) (state, from string) {
	if field == biblio.FieldType || !p.opt.allows(field) || p.decided(field) || !p.fits(field) {
		return "", ""
	}
	w, c := &p.f.Reference.Claimed, p.base.Comparison.Of(field)
	from = valueOf(w, field)
	switch {
	case c.Agreement == match.Variant && c.Kind == match.KindEtAl:
		if p.opt.customs.cut > p.opt.customs.full+1 { // as a custom
			return "", ""
		}
		return "partial", names(w.Authors()) + cutMark
	case c.Agreement == match.Undecided && unclearKinds[c.Kind] && from != "":
		return "unclear", from
	case from == "" && (field != biblio.FieldAuthors || len(w.Contributors) == 0) && p.wantedAtAll(field):
		return "missing", ""
	}
	return "", ""
}

// cutMark ends the From of a patch that completes a list of authors.
const cutMark = "; et al."

// wantedAtAll reports whether the type of the entry may have a field, in a file that does not usually leave it out.
func (p *planner) wantedAtAll(field biblio.Field) bool {
	t := p.f.Reference.Claimed.Type
	row := wanted[t]
	if field == biblio.FieldArXiv && p.venueSays(p.base.Hit.Record.ID(schemeOf[field]).Value) {
		return false
	}
	return !p.opt.customs.unusual(t, field) && (slices.Contains(row.must, field) || slices.Contains(row.should, field) ||
		slices.Contains(row.may, field))
}

// decided reports whether the judge or a rule has decided a field already: it is changed, or it stays.
func (p *planner) decided(field biblio.Field) bool {
	return p.wrongAlready(field) || p.patched(field) ||
		slices.ContainsFunc(p.out.Unactionable, func(u Unactionable) bool { return u.Field == field })
}

// offered returns the value of a record that a model may choose, or "". For identifiers only the record whose
// word counts is asked.
func (p *planner) offered(c *match.Candidate, field biblio.Field) string {
	value := valueOf(&c.Hit.Record.Work, field)
	switch {
	case value == "", len(value) > mostOffered, p.disputed(c, field):
		return ""
	case field.Identifier() && c != p.witness(field):
		return ""
	case field == biblio.FieldTitle && !sameTitle(p.base, c):
		return ""
	case field == biblio.FieldPages && strings.HasSuffix(value, "-"):
		return ""
	case field == biblio.FieldAuthors && len(c.Hit.Record.Authors()) < len(p.f.Reference.Claimed.Authors()):
		return ""
	}
	return value
}

// propose handles what a model proposes for the fields that the rules leave open.
func (p *planner) propose() {
	if p.opt.Propose == nil {
		return
	}
	open := p.opening()
	if len(open.Fields) == 0 {
		return
	}
	said := p.opt.Propose(p.f)
	if said.Unheard != "" {
		p.refuse("", Unheard, "a model was asked about fields that the rules leave open and does not count: "+said.Unheard)
		return
	}
	for _, proposal := range said.List {
		if proposal.Action != "" {
			p.dispose(&open, proposal)
		}
	}
}

// modelNotTaken is the rule of proposals that the rules forbid.
const modelNotTaken Hold = "model-not-taken"

// dispose accepts a proposal for an open field only if it names what a record of the chosen version states there.
func (p *planner) dispose(open *Opening, proposal Proposal) {
	if !slices.Contains(biblio.Fields, proposal.Field) {
		proposal.Field = ""
	}
	at := slices.IndexFunc(open.Fields, func(o OpenField) bool { return o.Field == proposal.Field })
	if at < 0 || p.patched(proposal.Field) {
		p.refuse(proposal.Field, modelNotTaken, "a model would change it, and the rules do not leave it open")
		return
	}
	field := &open.Fields[at]
	if (proposal.Action == Add) != (field.State == "missing") {
		p.refuse(field.Field, modelNotTaken, "a model would change it in a way that does not fit the present value")
		return
	}
	for _, have := range field.Values {
		if have.Record != proposal.Record || !sameValue(field.Field, have.Value, proposal.Value) {
			continue
		}
		c := p.version[have.Record]
		adopt(&p.out.Work, &c.Hit.Record.Work, field.Field)
		p.add(Patch{Field: field.Field, Action: proposal.Action, From: field.From, To: have.Value, Rule: "model-proposed",
			Aim: Proposes}, c)
		return
	}
	p.refuse(field.Field, modelNotTaken, "a model proposes what that record of the work does not state")
}

// sameValue reports whether two texts are the same value of a field, apart from form.
func sameValue(field biblio.Field, a, b string) bool {
	return strings.TrimSpace(b) != "" && formOf(field, a) == formOf(field, b)
}

// completes reports whether a patch completes a list of authors that was cut.
func (p *Patch) completes() bool {
	return p.Field == biblio.FieldAuthors && p.Aim != Corrects && strings.HasSuffix(p.From, cutMark)
}
