package fix

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// ModelProposed is the rule of patches that a model proposed and the rules took.
const ModelProposed = "model-proposed"

// OpenField is a field that the rules neither change nor forbid to change, with
// the values that records of the chosen version state for it.
type OpenField struct {
	Field  biblio.Field
	State  string // "missing", "partial" or "unclear"
	From   string // as the entry states it, "" when missing
	Values []Stated
}

// Stated is a value that a record states.
type Stated struct {
	Record int // in Opening.Records
	Value  string
}

// Opening is what the rules leave open in one entry. Without fields there is
// nothing to propose.
type Opening struct {
	Fields  []OpenField
	Records []*biblio.Record // of the chosen version
}

// Proposal is what a model says of one field. Its value only says which value of
// a record is meant: what is written is the record's.
type Proposal struct {
	Field  biblio.Field
	Action Action // "" leaves the field as it is
	Value  string
	Record int // in Opening.Records
}

// Proposals are what a model says of one entry. Unheard is why nothing of it
// counts, "" when it does.
type Proposals struct {
	List    []Proposal
	Unheard string
}

// mostOffered is the length in bytes of the longest value that is put to a
// model: what it is not shown whole it cannot name.
const mostOffered = 1500

// Open lists the fields of an entry that the rules leave open under options that
// Learned its file.
func Open(f *audit.Finding, opt Options) Opening {
	p := planner{f: f, opt: opt}
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

// unclearKinds are the doubts about names that a reader can settle. Nicknames,
// other scripts and translations are right as they stand.
var unclearKinds = map[string]bool{match.KindSlip: true, match.KindTruncated: true, match.KindOrder: true}

// leftOpen says in which way a field is open, "" when it is not, and what the
// entry states.
func (p *planner) leftOpen(field biblio.Field) (state, from string) {
	if field == biblio.FieldType || !p.opt.allows(field) || p.spoken(field) || !p.fits(field) {
		return "", ""
	}
	w, c := &p.f.Reference.Claimed, p.base.Comparison.Of(field)
	from = valueOf(w, field)
	switch {
	case c.Agreement == match.Variant && c.Kind == match.KindEtAl:
		if p.opt.customs.cutsLists() {
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

// cutsLists reports a file whose author cuts lists as a habit.
func (c *customs) cutsLists() bool { return c != nil && c.cut > c.full+1 }

// wantedAtAll reports a field that the type of the entry may have, in a file
// that does not leave it out as a habit.
func (p *planner) wantedAtAll(field biblio.Field) bool {
	t := p.f.Reference.Claimed.Type
	row := wanted[t]
	if field == biblio.FieldArXiv && p.venueSays(p.base.Hit.Record.ID(schemeOf[field]).Value) {
		return false
	}
	return !p.opt.customs.unusual(t, field) && (slices.Contains(row.must, field) || slices.Contains(row.should, field) ||
		slices.Contains(row.may, field))
}

// spoken reports a field of which the judge or a rule has spoken already: it is
// changed, or it stays.
func (p *planner) spoken(field biblio.Field) bool {
	return p.wrongAlready(field) || p.patched(field) ||
		slices.ContainsFunc(p.out.Unactionable, func(u Unactionable) bool { return u.Field == field })
}

// offered returns the value of a record that a model may choose, "" for none. Of
// identifiers that is the one of the record whose word counts.
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

// propose hears what a model says of the fields that the rules leave open.
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
		p.refuse("", ModelUnheard,
			"a model was asked about fields that the rules leave open and does not count: "+said.Unheard)
		return
	}
	for _, proposal := range said.List {
		if proposal.Action != "" {
			p.dispose(&open, proposal)
		}
	}
}

// The rules under which an Unactionable says what became of a model's word.
const (
	ModelUnheard  = "model-unheard"   // it gave no usable answer
	modelNotTaken = "model-not-taken" // the rules forbid what it proposes
)

// dispose takes a proposal for an open field that names what a record of the
// chosen version states there, and nothing else.
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
		p.add(Patch{Field: field.Field, Action: proposal.Action, From: field.From, To: have.Value, Rule: ModelProposed}, c)
		return
	}
	p.refuse(field.Field, modelNotTaken, "a model proposes what that record of the work does not state")
}

// sameValue reports that two texts are one value of a field, form aside.
func sameValue(field biblio.Field, a, b string) bool {
	switch {
	case field.Identifier():
		return strings.EqualFold(a, strings.TrimSpace(b))
	case field == biblio.FieldTitle:
		return normalise.Title(a) == normalise.Title(b)
	case field == biblio.FieldPages:
		x, y := normalise.ParsePages(a), normalise.ParsePages(b)
		return x.First+"-"+x.Last == y.First+"-"+y.Last
	}
	return strings.TrimSpace(b) != "" && normalise.Text(a) == normalise.Text(b)
}

// completes reports a patch that writes a list of authors in full that was cut.
func (p *Patch) completes() bool {
	return p.Rule == "partial-"+match.KindEtAl || p.Rule == ModelProposed && p.Field == biblio.FieldAuthors &&
		strings.HasSuffix(p.From, cutMark)
}
