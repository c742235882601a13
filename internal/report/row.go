package report

import (
	"fmt"
	"math"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// Schema identifies the format of the rows. The number increases when a field changes its meaning or is
// removed; new fields may be added without a new number.
//
// History: 1 (2026-11) first.
const Schema = "bonafide/1"

// The kinds of rows in a stream.
const (
	KindRun     = "run"
	KindFinding = "finding"
	KindProblem = "problem"
	KindSummary = "summary"
)

// Run is the first row of a stream: the inputs, the sources, and the rules.
type Run struct {
	Kind    string   `json:"kind"`
	Schema  string   `json:"schema"`
	Version string   `json:"version"` // of the program
	Rules   string   `json:"rules"`   // version of the verdict rules
	Inputs  []string `json:"inputs"`
	Sources []Source `json:"sources"`
	Plan    string   `json:"plan,omitempty"` // the order in which they are asked, if it is not the default
	Scheme  string   `json:"scheme"`
	FailOn  string   `json:"fail_on"`
	Notice  string   `json:"notice,omitempty"` // what a reader must know about the sources
}

// Source is a source that a run enables.
type Source struct {
	Name   string `json:"name"`
	Online bool   `json:"online"`
	Works  int    `json:"works,omitempty"` // for a corpus
	// Minor means that its failures are no outage: it reads pages of many hosts, or its records only confirm.
	Minor bool `json:"minor,omitempty"`
	// Partial means that it covers no kind of works as a whole, or refuses most questions: its failures are an
	// outage only if no other source answered.
	Partial bool `json:"partial,omitempty"`
}

// Place is a position in an input.
type Place struct {
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	EndLine int    `json:"end_line,omitempty"`
	Page    int    `json:"page,omitempty"`

	Paragraph int    `json:"paragraph,omitempty"`
	Note      string `json:"note,omitempty"`

	EndColumn int              `json:"end_column,omitempty"` // after the last byte
	Span      biblio.Span      `json:"span,omitzero"`        // in the bytes of the file
	Boxes     []biblio.PageBox `json:"boxes,omitempty"`      // on the pages of a PDF
}

// Problem is a part of an input that could not be read as intended.
type Problem struct {
	Kind string `json:"kind"`
	Place
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

// Edit is a part of a file and its replacement. Lines and columns are from 1, and columns count UTF-16 units,
// as in editors.
type Edit struct {
	Span      biblio.Span `json:"span"` // in the bytes of the file
	Line      int         `json:"line"`
	Column    int         `json:"column"`
	EndLine   int         `json:"end_line"`
	EndColumn int         `json:"end_column"` // after the last unit
	Text      string      `json:"text"`
}

// Finding is the row of one reference.
type Finding struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
	Key  string `json:"key,omitempty"`
	Place
	Outcome    string      `json:"outcome"`
	Class      string      `json:"class"`
	Gravity    string      `json:"gravity"`  // none, peripheral, slip, substantive or fabricated
	Strength   string      `json:"strength"` // none, note, lead, likely or certain
	Codes      []string    `json:"codes"`
	Fields     []string    `json:"fields"`
	Label      string      `json:"label"` // under the scheme of the run
	Score      float64     `json:"score"` // 0 … 10
	P          float64     `json:"p"`     // probability that nothing in the entry is wrong; 0.5 if undecided
	Claimed    biblio.Flat `json:"claimed"`
	Digest     string      `json:"digest,omitempty"` // of everything claimed, for --baseline and accept
	Record     *Record     `json:"record,omitempty"` // judged against
	Comparison []Field     `json:"comparison,omitempty"`
	Reasons    []Reason    `json:"reasons"`
	Items      []Item      `json:"items,omitempty"` // evidence, weightiest first
	Notices    []Notice    `json:"notices,omitempty"`
	Lookups    []Lookup    `json:"lookups"`
	Others     []Record    `json:"others,omitempty"` // further candidates, best first
	Moved      []Moved     `json:"moved,omitempty"`  // what changed the score, with --explain
	Advice     []Advice    `json:"advice,omitempty"` // of models, in the order in which they were asked
	Raw        string      `json:"raw,omitempty"`
	Cited      int         `json:"cited,omitempty"`     // how often the text cites it
	Citations  []Citation  `json:"citations,omitempty"` // where, the first few
	Rules      string      `json:"rules"`
	Accepted   []Accepted  `json:"accepted,omitempty"`  // codes that a person has accepted
	Confirmed  []string    `json:"confirmed,omitempty"` // who confirmed it
	// the confirmed fields, if the whole finding was not confirmed
	ConfirmedFields []string `json:"confirmed_fields,omitempty"`
	Suppressed      string   `json:"suppressed,omitempty"` // why it does not count: "accepted", "baseline" or "unchanged"
	Edits           []Edit   `json:"edits,omitempty"`      // that fix would make, on request
	// commands that would change the entry: ByFix, ByLikely, ByPublished, ByAddingDOI
	Fixable []string `json:"fixable,omitempty"`
	Claims  []Claim  `json:"claims,omitempty"` // claims about the work, if checked
}

// Record is a record that was found, with its holder and how it was found.
type Record struct {
	Source   string      `json:"source"`           // of the run
	From     string      `json:"from,omitempty"`   // where the source has it from
	Origin   string      `json:"origin,omitempty"` // publisher, preprint-server, aggregator, personal or confirm-only
	LocalID  string      `json:"local_id,omitempty"`
	FoundBy  string      `json:"found_by"`
	Link     string      `json:"link,omitempty"`
	SameWork float64     `json:"same_work"`
	Title    float64     `json:"title_similarity"`
	Fields   biblio.Flat `json:"fields"`
	// Mark is "suspicious" or "below-gate"; Confidence is stated by some plans, from 0 to 100.
	Mark       string  `json:"mark,omitempty"`
	Confidence float64 `json:"confidence,omitempty"`
}

// Field is the comparison of one field.
type Field struct {
	Field     string `json:"field"`
	Agreement string `json:"agreement"`
	Variant   string `json:"variant,omitempty"` // kind of a variant or difference
	Claimed   string `json:"claimed,omitempty"`
	Recorded  string `json:"recorded,omitempty"`
}

// Reason is one reason of the verdict.
type Reason struct {
	Rule     string   `json:"rule"`
	Field    string   `json:"field,omitempty"`
	Variant  string   `json:"variant,omitempty"`
	Claimed  string   `json:"claimed,omitempty"`
	Recorded string   `json:"recorded,omitempty"`
	Sources  []string `json:"sources,omitempty"`
	Message  string   `json:"message"`
	Gravity  string   `json:"gravity,omitempty"`  // of a reason that accuses
	Strength string   `json:"strength,omitempty"` // that the field is wrong: note, lead, likely or certain
	P        float64  `json:"p,omitempty"`        // the probability that it is; absent without a strength
	Judged   *Judged  `json:"judged,omitempty"`   // how people judged such differences
	Record   *Quoted  `json:"record,omitempty"`   // that Recorded quotes
}

// Item is one piece of evidence. Weight is the logarithm of how much more often it is seen in wrong entries
// than in right ones; below 0 it speaks for the entry.
type Item struct {
	Kind   string  `json:"kind"`
	Field  string  `json:"field,omitempty"`
	Source string  `json:"source,omitempty"`
	Weight float64 `json:"weight"`
}

// Quoted names the record whose words a reason quotes.
type Quoted struct {
	Source  string `json:"source"`         // of the run
	From    string `json:"from,omitempty"` // where the source has it from
	Origin  string `json:"origin"`
	LocalID string `json:"local_id,omitempty"`
	Link    string `json:"link,omitempty"`
}

// Notice is a fact that is no verdict.
type Notice struct {
	Rule    string `json:"rule"`
	Message string `json:"message"`
	ID      string `json:"id,omitempty"`
}

// Lookup is the result of asking one source.
type Lookup struct {
	Source   string `json:"source"`
	Outcome  string `json:"outcome"`
	Hits     int    `json:"hits,omitempty"`
	Coverage string `json:"coverage,omitempty"` // why its silence counts, if it does
	Reason   string `json:"reason,omitempty"`
	// Missed marks a failure after which an answer could have changed the outcome.
	Missed bool `json:"missed,omitempty"`
}

// Judged counts how people judged such differences in bibliographies that people maintain.
type Judged struct {
	Right    int `json:"right"`    // the entry was wrong
	Pedantic int `json:"pedantic"` // too small to correct
	False    int `json:"false"`    // the entry was right
}

// fewJudged is how many judgements are needed for a meaningful share.
const fewJudged = 20

// sentence says how often such a difference was an error.
func (j *Judged) sentence() string {
	switch of := j.Right + j.Pedantic + j.False; {
	case of == 0:
		return "No such difference has been judged yet."
	case of < fewJudged:
		return fmt.Sprintf("Such a difference was right in %d of %d judged cases, too few to rely on.", j.Right, of)
	default:
		return fmt.Sprintf("Such a difference was right in %d of %d judged cases.", j.Right, of)
	}
}

// Moved is one feature of the score.
type Moved struct {
	Feature string  `json:"feature"`
	Value   float64 `json:"value"`
	Effect  float64 `json:"effect"`
}

// othersMax is the maximum number of further candidates in a row.
const othersMax = 4

// Row returns the row of a finding. The caller's scheme determines label.
func Row(f audit.Finding, label string, explain bool) Finding {
	v := f.Verdict
	row := Finding{
		Kind: KindFinding, ID: f.Reference.ID, Key: f.Reference.Key, Place: place(f.Reference.Place),
		Outcome: v.Outcome.String(), Class: judge.Class(v), Gravity: v.Gravity.String(),
		Strength: judge.StrengthOf(v.Outcome, v.Strength).String(), Codes: make([]string, 0, len(v.Codes)),
		Fields: make([]string, 0, len(v.Fields)),
		Label:  label, Score: round(v.Score, 2), P: round(v.Genuine, 4), Claimed: f.Reference.Claimed.Flat(),
		Digest:  Digest(&f.Reference),
		Reasons: make([]Reason, 0, len(v.Reasons)), Lookups: make([]Lookup, 0, len(f.Evidence.Lookups)),
		Raw: f.Reference.Raw, Rules: v.Version,
	}
	for _, c := range v.Codes {
		row.Codes = append(row.Codes, string(c))
	}
	for _, field := range v.Fields {
		row.Fields = append(row.Fields, string(field))
	}
	for _, r := range v.Reasons {
		row.Reasons = append(row.Reasons, reason(&v, f.Evidence.Candidates, r))
	}
	for _, item := range v.Items {
		if judge.Counted(item.Kind) || round(item.Weight, 3) == 0 {
			continue
		}
		row.Items = append(row.Items, Item{item.Kind, string(item.Field), item.Source, round(item.Weight, 3)})
	}
	for _, n := range v.Notices {
		message := n.Message
		if n.By != "" {
			message += " (" + HolderName(n.By) + ")"
		}
		row.Notices = append(row.Notices, Notice{n.Rule, message, n.ID.String()})
	}
	for _, l := range f.Evidence.Lookups {
		row.Lookups = append(row.Lookups, lookup(l, &v))
	}
	row.cite(&f.Reference)
	candidates(&row, f)
	row.Advice = advice(f)
	if explain {
		for _, m := range v.Moved {
			row.Moved = append(row.Moved, Moved{m.Feature, round(m.Value, 4), round(m.Effect, 4)})
		}
	}
	return row
}

func reason(v *judge.Verdict, candidates []match.Candidate, r judge.Reason) Reason {
	row := Reason{
		Rule: r.Rule, Field: string(r.Field), Variant: r.Kind, Claimed: r.Claimed, Recorded: r.Recorded, Sources: r.Sources,
		Message: r.Message,
		Record:  quoted(candidates, r.Quoted), P: round(r.P, 4),
	}
	if r.Strength != judge.NoStrength {
		row.Strength = r.Strength.String()
	}
	if r.Strength != judge.NoStrength && r.Field != "" && r.Rule != "absent-unproved" && r.Rule != "not-found" {
		row.Judged = &Judged{r.Judged.Right, r.Judged.Pedantic, r.Judged.False}
	}
	if g := v.GravityOf(r); g != judge.NoGravity {
		row.Gravity = g.String()
	}
	return row
}

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
					row.Comparison = append(row.Comparison,
						Field{string(field.Field), field.Agreement.String(), field.Kind, field.Claimed, field.Recorded})
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
		FoundBy: string(c.Hit.How), Link: link(&c),
		SameWork: round(c.Comparison.SameWork, 3), Title: round(c.Comparison.TitleSimilarity, 1), Fields: c.Hit.Record.Flat(),
	}
	if r.From == r.Source {
		r.From = ""
	}
	return r
}

// link returns an address of a record, "" if none of its identifiers has one.
func link(c *match.Candidate) string {
	for _, id := range c.Hit.Record.IDs {
		if address := id.Link(); address != "" {
			return address
		}
	}
	return ""
}

// quoted returns the record that a reason quotes, by its number from 1, nil for 0.
func quoted(candidates []match.Candidate, number int) *Quoted {
	if number < 1 || number > len(candidates) {
		return nil
	}
	c := &candidates[number-1]
	q := &Quoted{Source: c.Source.Name, From: c.Hit.Record.Source, Origin: c.Origin.Kind.String(),
		LocalID: c.Hit.Record.LocalID, Link: link(c)}
	if q.From == q.Source {
		q.From = ""
	}
	return q
}

func lookup(l answer.Lookup, v *judge.Verdict) Lookup {
	row := Lookup{Source: l.Source.Name, Outcome: string(l.Outcome), Hits: len(l.Answer.Hits), Reason: l.Reason}
	row.Missed = l.Outcome == answer.Failed && slices.Contains(v.Missed, row.Source)
	if l.Answer.Coverage.Extent > answer.Uncovered {
		row.Coverage = l.Answer.Coverage.Why
	}
	return row
}

func place(p biblio.Place) Place {
	return Place{p.File, p.Line, p.Column, p.EndLine, p.Page, p.Paragraph, p.Note, p.EndColumn, p.Span, p.Boxes}
}

// ProblemRow returns the row of a problem of an input.
func ProblemRow(p biblio.Problem) Problem {
	return Problem{KindProblem, place(p.Place), p.Rule, p.Message}
}

func round(x float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(x*scale) / scale
}
