package role

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// Reviser proposes values for the fields of an entry that the rules of fix leave open. Those rules decide about
// each proposal.
type Reviser struct{ asker *Asker }

// NewReviser returns the role that revises entries: the second stage of a revision, after the retrieval and its
// gate (the study of clibib).
func NewReviser(c *Asker) Reviser { return Reviser{c} }

type revision struct {
	Fields []struct {
		Field  string  `json:"field"`
		Action string  `json:"action"`
		Value  *string `json:"value"`
		Record *int    `json:"record"`
	} `json:"fields"`
}

// key returns what must not change when instructions are removed from the text.
func (r revision) key() string {
	var list []string
	for _, p := range r.proposals() {
		if p.Action != "" {
			list = append(list, fmt.Sprintf("%s %s %d %s", p.Field, p.Action, p.Record, letterForm(p.Value)))
		}
	}
	slices.Sort(list)
	return strings.Join(list, "\n")
}

func (r revision) proposals() []fix.Proposal {
	var list []fix.Proposal
	for _, f := range r.Fields {
		p := fix.Proposal{Field: biblio.Field(f.Field), Record: -1}
		if f.Action != "keep" {
			p.Action = fix.Action(f.Action)
		}
		if f.Value != nil {
			p.Value = *f.Value
		}
		if f.Record != nil {
			p.Record = *f.Record - 1
		}
		list = append(list, p)
	}
	return list
}

// twice reports whether a field has two rows.
func (r revision) twice() bool {
	seen := map[string]bool{}
	for _, f := range r.Fields {
		if seen[f.Field] {
			return true
		}
		seen[f.Field] = true
	}
	return false
}

// revisable is what the role is shown.
type revisable struct {
	Text    string      `json:"entry_text,omitempty"`
	Entry   biblio.Flat `json:"entry"`
	Records []recorded  `json:"records"`
	Open    []openField `json:"open"`
}

type recorded struct {
	Record int         `json:"record"` // from 1
	Fields biblio.Flat `json:"fields"`
}

type openField struct {
	Field  string   `json:"field"`
	State  string   `json:"state"`
	Entry  string   `json:"entry"`
	Values []stated `json:"values"`
}

type stated struct {
	Record int    `json:"record"`
	Value  string `json:"value"`
}

// shownRecords is the maximum number of records shown; values of others are not offered.
const shownRecords = 8

// revising prepares an entry, applying shown to every text.
func revising(f *audit.Finding, open fix.Opening, shown func(string) string) revisable {
	out := revisable{Text: shown(plain(f.Reference.Raw, mostValue)), Entry: flat(f.Reference.Claimed.Flat(), shown)}
	for i, r := range open.Records[:min(len(open.Records), shownRecords)] {
		out.Records = append(out.Records, recorded{i + 1, flat(r.Flat(), shown)})
	}
	for _, o := range open.Fields {
		row := openField{Field: string(o.Field), State: o.State, Entry: shown(o.From), Values: []stated{}}
		for _, v := range o.Values {
			if v.Record < shownRecords {
				row.Values = append(row.Values, stated{v.Record + 1, shown(v.Value)})
			}
		}
		out.Open = append(out.Open, row)
	}
	return out
}

// Revise asks about the open fields of an entry, of which there must be at least one. An answer that changes
// when the instructions in the text are removed does not count.
func (r Reviser) Revise(ctx context.Context, f *audit.Finding, open fix.Opening) fix.Proposals {
	works := []biblio.Flat{f.Reference.Claimed.Flat()}
	for _, rec := range open.Records {
		works = append(works, rec.Flat())
	}
	form := readings{full: revising(f, open, same), stripped: revising(f, open, withoutOrders),
		texts: append(texts(works...), f.Reference.Raw)}
	names := lists.Map(open.Fields, func(o fix.OpenField) biblio.Field { return o.Field })
	q := question{role: Revise, prompt: "revise-1", name: "revision", tokens: 3000, schema: objectOf("fields",
		listOf(len(names), objectOf("field", choiceOf(names...),
			"record", integerOrNull(1, min(len(open.Records), shownRecords)), "value", textOrNull(mostValue),
			"action", choiceOf("keep", "replace", "add"))))}
	a, _, unheard := consult(ctx, r.asker, q, form, revision.key, func(revision) bool { return false })
	if unheard == "" && a.twice() {
		unheard = "it answers twice for a field"
	}
	if unheard != "" {
		return fix.Proposals{Unheard: unheard}
	}
	return fix.Proposals{List: a.proposals()}
}
