// Package row has the rows of bonafide's reports as Go types: each line of "bonafide check --format jsonl" is a Run,
// a Problem, a Finding or the Summary. The program writes these types itself. The schema of rows is in doc/output.md.
package row

import "encoding/json"

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

// MaxLine is the maximum size of a row in JSON, in bytes.
const MaxLine = 64 << 20

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

// Problem is a part of an input that could not be read as intended.
type Problem struct {
	Kind string `json:"kind"`
	Place
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

// Summary is the last row of a stream. It is computed only from the findings.
type Summary struct {
	Kind string `json:"kind"`
	// Outage lists the sources whose failures could have changed so many outcomes that the run says little; a
	// reader must know about it first.
	Outage     []string       `json:"outage,omitempty"`
	References int            `json:"references"`
	Mentions   int            `json:"mentions,omitempty"` // short notes ("ibid.") for works among the references
	Stopped    int            `json:"stopped,omitempty"`  // further references that were read when the run was stopped
	Missed     int            `json:"missed,omitempty"`   // references whose outcome a failed source could have changed
	Outcomes   map[string]int `json:"outcomes"`
	Codes      map[string]int `json:"codes"`
	Gravities  map[string]int `json:"gravities,omitempty"` // of accused references
	Strengths  map[string]int `json:"strengths,omitempty"` // of those that have one
	Labels     map[string]int `json:"labels"`
	Problems   int            `json:"problems"`
	Documents  int            `json:"documents,omitempty"` // papers and bibliographies read
	// files in folders and archives that are not documents, by reason
	PassedOver map[string]int `json:"passed_over,omitempty"`
	Notices    map[string]int `json:"notices,omitempty"`
	Sources    []SourceTally  `json:"sources"`
	Models     []RoleTally    `json:"models,omitempty"` // in the order in which they were asked
	// OnlineOnly counts references that no enabled source covers but that a service not used in this
	// run could decide.
	OnlineOnly int    `json:"online_only"`
	Worst      string `json:"worst"` // the most severe outcome
	// Suppressed counts the findings that do not count, by reason.
	Suppressed map[string]int `json:"suppressed,omitempty"`
	Patterns   []Pattern      `json:"patterns,omitempty"`
}

// Pattern is something that several references of a file have in common and that one alone does not show.
type Pattern struct {
	// Rule is shared-strangers, unknown-titles, wrong-dois, shifted-years or source-apart.
	Rule       string   `json:"rule"`
	File       string   `json:"file,omitempty"`
	References []string `json:"references"` // their ids
	Raises     bool     `json:"raises"`     // it makes the findings on them likelier; otherwise less likely
	Message    string   `json:"message"`
}

// SourceTally counts the results of asking one source.
type SourceTally struct {
	Source   string `json:"source"`
	Found    int    `json:"found"`
	NoMatch  int    `json:"no_match"`
	NotAsked int    `json:"not_asked"`
	Failed   int    `json:"failed"`
	Missed   int    `json:"missed,omitempty"`  // failures after which an answer could have changed an outcome
	Skipped  int    `json:"skipped,omitempty"` // left out because of the user's budget
}

// RoleTally counts what one role of a model did in a run.
type RoleTally struct {
	Role    string         `json:"role"`
	Advice  int            `json:"advice"`  // references that it commented on
	Changed int            `json:"changed"` // verdicts whose outcome, codes or score it changed
	Effects map[string]int `json:"effects"`
}

// Parse decodes a finding from its row.
func Parse(line []byte) (f Finding, err error) {
	err = json.Unmarshal(line, &f)
	return f, err
}

// Asked returns for how many references the source was asked, answered or not.
func (t *SourceTally) Asked() int { return t.Found + t.NoMatch + t.Failed }
