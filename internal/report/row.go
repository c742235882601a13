package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/row"
)

// Rows as every program sees them.
type (
	Run      = row.Run
	Source   = row.Source
	Place    = row.Place
	Problem  = row.Problem
	Edit     = row.Edit
	Record   = row.Record
	Field    = row.Field
	Reason   = row.Reason
	Item     = row.Item
	Quoted   = row.Quoted
	Notice   = row.Notice
	Lookup   = row.Lookup
	Judged   = row.Judged
	Moved    = row.Moved
	Claim    = row.Claim
	Citation = row.Citation
	Accepted = row.Accepted
	Advice   = row.Advice
)

// Finding is the row of one reference, with what reports say about it.
type Finding struct{ row.Finding }

// fewJudged is how many judgements are needed for a meaningful share.
const fewJudged = 20

// judgedSentence says how often such a difference was an error.
func judgedSentence(j *Judged) string {
	of, few := j.Right+j.Pedantic+j.False, ""
	if of == 0 {
		return "No such difference has been judged yet."
	}
	if of < fewJudged {
		few = ", too few to rely on"
	}
	return fmt.Sprintf("Such a difference was right in %d of %d judged cases%s.", j.Right, of, few)
}

// othersMax is the maximum number of further candidates in a row.
const othersMax = 4

// Row returns the row of a finding. The caller's scheme determines label.
func Row(f audit.Finding, label string, explain bool) Finding {
	v := f.Verdict
	row := Finding{row.Finding{
		Kind: row.KindFinding, ID: f.Reference.ID, Key: f.Reference.Key, Place: f.Reference.Place,
		Outcome: row.Outcome(v.Outcome.String()), Class: judge.Class(v), Gravity: v.Gravity.String(),
		Strength: judge.StrengthOf(v.Outcome, v.Strength).String(), Codes: texts(v.Codes), Fields: texts(v.Fields),
		Label: label, Score: round(v.Score, 2), Claimed: row.Work(f.Reference.Claimed.Flat()),
		Digest:  Digest(&f.Reference),
		Reasons: make([]Reason, 0, len(v.Reasons)), Lookups: make([]Lookup, 0, len(f.Evidence.Lookups)),
		Raw: f.Reference.Raw, Rules: v.Version,
	}}
	if !v.Unanswered || v.Outcome != judge.Inconclusive {
		p := round(v.Genuine, 4)
		row.P = &p
	}
	if row.Key == "" {
		row.Mark = f.Reference.Extra[biblio.LabelField]
	}
	for _, r := range v.Reasons {
		row.Reasons = append(row.Reasons, reasonRow(&f, r))
	}
	for _, item := range v.Items {
		if judge.Counted(item.Kind) || round(item.Weight, 3) == 0 {
			continue
		}
		row.Items = append(row.Items,
			Item{Kind: item.Kind, Field: string(item.Field), Source: item.Source, Weight: round(item.Weight, 3)})
	}
	for _, n := range v.Notices {
		message := n.Message
		if n.By != "" {
			message += " (" + HolderName(n.By) + ")"
		}
		row.Notices = append(row.Notices, Notice{Rule: n.Rule, Message: message, ID: n.ID.String()})
	}
	for _, l := range f.Evidence.Lookups {
		row.Lookups = append(row.Lookups, lookup(l, &v))
	}
	row.cite(&f.Reference)
	candidates(&row, f)
	row.Advice = advice(f)
	if explain {
		for _, item := range row.Items {
			row.Moved = append(row.Moved, Moved{Feature: item.Kind, Value: 1, Effect: -item.Weight})
		}
	}
	return row
}

// texts returns a list, never nil, of words as texts.
func texts[T ~string](list []T) []string {
	return lists.Map(list, func(one T) string { return string(one) })
}

func reasonRow(f *audit.Finding, r judge.Reason) Reason {
	v, candidates := &f.Verdict, f.Evidence.Candidates
	reason := Reason{
		Rule: r.Rule, Status: r.Status.String(), Field: string(r.Field), Variant: r.Kind, Claimed: r.Claimed,
		Recorded: r.Recorded, Sources: r.Sources,
		Message: r.Message, Pen: string(r.Pen), Doubt: string(r.Doubt), Why: r.Doubt.Sentence(),
		Record: quoted(candidates, r.Quoted), P: round(r.P, 4),
	}
	if r.Strength != judge.NoStrength {
		reason.Strength = r.Strength.String()
	}
	if r.Strength != judge.NoStrength && r.Status != judge.NoStatus {
		reason.Judged = &Judged{Right: r.Judged.Right, Pedantic: r.Judged.Pedantic, False: r.Judged.False}
	}
	if g := v.GravityOf(r); g != judge.NoGravity {
		reason.Gravity = g.String()
	}
	if r.Field == biblio.FieldAuthors && quoted(candidates, r.Quoted) != nil && !r.Status.Agrees() {
		d := match.NewClaim(&f.Reference.Claimed).Authors(&candidates[r.Quoted-1].Hit.Record.Work)
		reason.Moved, reason.MoreNames = d.Moved, max(len(d.Names)-namesMost, 0)
		for _, n := range d.Names[:len(d.Names)-reason.MoreNames] {
			reason.Names = append(reason.Names, row.NameDifference(n))
		}
	}
	return reason
}

// namesMost is the maximum number of names in a reason.
const namesMost = 30

func candidates(row *Finding, f audit.Finding) {
	for i, c := range f.Evidence.Candidates {
		r := record(c)
		if i < len(f.Notes) {
			r.Mark, r.Confidence = string(f.Notes[i].Mark), round(f.Notes[i].Confidence, 1)
		}
		if i == f.Verdict.Best {
			row.Record = &r
			for _, field := range c.Comparison.Fields {
				if field.Agreement > match.Unclaimed {
					row.Comparison = append(row.Comparison, Field{Field: string(field.Field), Variant: field.Kind,
						Agreement: field.Agreement.String(), Claimed: field.Claimed, Recorded: field.Recorded})
				}
			}
		} else if len(row.Others) < othersMax {
			row.Others = append(row.Others, r)
		}
	}
}

// RecordOf returns the row of a candidate.
func RecordOf(c *match.Candidate) Record { return record(*c) }

func record(c match.Candidate) Record {
	r := Record{
		Source: c.Source.Name, From: c.Hit.Record.Source, Origin: c.Origin.Kind.String(), LocalID: c.Hit.Record.LocalID,
		FoundBy:  string(c.Hit.How),
		SameWork: round(c.Comparison.SameWork, 3), Title: round(c.Comparison.TitleSimilarity, 1),
		Fields: row.Work(c.Hit.Record.Flat()),
	}
	if r.From == r.Source {
		r.From = ""
	}
	for _, id := range c.Hit.Record.IDs {
		r.Link = cmp.Or(r.Link, id.Link())
	}
	return r
}

// quoted returns the record that a reason quotes, by its number from 1, nil for 0.
func quoted(candidates []match.Candidate, number int) *Quoted {
	if number < 1 || number > len(candidates) {
		return nil
	}
	r := record(candidates[number-1])
	return &Quoted{Source: r.Source, From: r.From, Origin: r.Origin, LocalID: r.LocalID, Link: r.Link}
}

func lookup(l answer.Lookup, v *judge.Verdict) Lookup {
	row := Lookup{Source: l.Source.Name, Outcome: string(l.Outcome), Hits: len(l.Answer.Hits), Reason: l.Reason}
	row.Missed = l.Outcome == answer.Failed && slices.Contains(v.Missed, row.Source)
	if l.Answer.Coverage.Extent > answer.Uncovered {
		row.Coverage = l.Answer.Coverage.Why
	}
	return row
}

// ProblemRow returns the row of a problem of an input.
func ProblemRow(p biblio.Problem) Problem {
	return Problem{Kind: row.KindProblem, Place: p.Place, Rule: p.Rule, Message: p.Message}
}

func round(x float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(x*scale) / scale
}

// genuine returns the probability that nothing in an entry is wrong: an even one if it was not looked up.
func (f *Finding) genuine() float64 {
	if f.P == nil {
		return evenOdds
	}
	return *f.P
}

const evenOdds = 0.5

// mostReasoning is the maximum length of a model's reasoning in a row, in characters.
const mostReasoning = 600

func advice(f audit.Finding) []Advice {
	var list []Advice
	for _, t := range f.Advice {
		a := Advice{Role: t.Role, Label: t.Label, Confidence: round(t.Confidence, 2), Effect: string(t.Effect),
			Unheard: t.Unheard}
		if t.Scored {
			score := round(t.Score, 2)
			a.Score = &score
		}
		a.Reasoning = shortened(Visible(t.Reasoning), mostReasoning)
		list = append(list, a)
	}
	switch {
	case f.Reference.Reading.By != biblio.ByParser:
		list = append(list, Advice{Role: f.Reference.Reading.Role, Effect: "read"})
	case f.Reference.Reading.Unheard != "":
		list = append(list,
			Advice{Role: f.Reference.Reading.Role, Effect: string(judge.EffectUnheard), Unheard: f.Reference.Reading.Unheard})
	}
	return list
}

func (s *Summary) countAdvice(a Advice) {
	i := slices.IndexFunc(s.Models, func(t row.RoleTally) bool { return t.Role == a.Role })
	if i < 0 {
		s.Models = append(s.Models, row.RoleTally{Role: a.Role, Effects: map[string]int{}})
		i = len(s.Models) - 1
	}
	t := &s.Models[i]
	t.Advice++
	t.Effects[a.Effect]++
	if judge.Effect(a.Effect).Changes() || a.Effect == "read" {
		t.Changed++
	}
}

// effects are the effects of models, in the order in which reports count them.
var effects = []string{"read", "scored", "resolved", "ranked", "lowered", "disagreed", "explained",
	"replaced", "unheard"}

// models describes the effects of the roles.
func (s *Summary) models() []string {
	var lines []string
	for _, t := range s.Models {
		lines = append(lines,
			fmt.Sprintf("model as %s: %d %s, %d changed (%s)", t.Role, t.Advice, plural(t.Advice, "reference"), t.Changed,
				listed(effects, t.Effects)))
	}
	return lines
}
