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
	Kind    string   `json:"kind" doc:"run"`
	Schema  string   `json:"schema" doc:"bonafide/1"`
	Version string   `json:"version" doc:"of the program"`
	Rules   string   `json:"rules" doc:"version of the verdict rules"`
	Inputs  []string `json:"inputs" doc:"as named by the user"`
	Sources []Source `json:"sources" doc:"that are asked"`
	Plan    string   `json:"plan,omitempty" doc:"the order in which they are asked, if it is not the default"`
	Scheme  string   `json:"scheme" doc:"of the labels"`
	FailOn  string   `json:"fail_on" doc:"what makes the run fail"`
	Notice  string   `json:"notice,omitempty" doc:"what a reader must know about the sources"`
}

// Source is a source that a run enables.
type Source struct {
	Name    string `json:"name" doc:"of the source"`
	Online  bool   `json:"online" doc:"it is a service"`
	Works   int    `json:"works,omitempty" doc:"of a corpus"`
	Minor   bool   `json:"minor,omitempty" doc:"its failures are no outage: it reads pages of many hosts, or its records only confirm"`
	Partial bool   `json:"partial,omitempty" doc:"its failures are an outage only if no other source answered: it covers no kind of works as a whole, or refuses most questions"`
}

// Problem is a part of an input that could not be read as intended.
type Problem struct {
	Kind string `json:"kind" doc:"problem"`
	Place
	Rule    string `json:"rule" doc:"the word for it: unread-file, duplicate-key, …"`
	Message string `json:"message" doc:"in a sentence, for people"`
}

// UnreadFile is the rule of the problem that a file could not be read at all.
const UnreadFile = "unread-file"

// Unread reports whether a file could not be read at all.
func (p *Problem) Unread() bool { return p.Rule == UnreadFile }

// Summary is the last row of a stream. It is computed only from the findings.
type Summary struct {
	Kind       string         `json:"kind" doc:"summary"`
	Outage     []string       `json:"outage,omitempty" doc:"sources whose failures could have changed so many outcomes that the run says little: read this first"`
	References int            `json:"references" doc:"findings in the stream"`
	Mentions   int            `json:"mentions,omitempty" doc:"short notes (“ibid.”) for works among the references"`
	Stopped    int            `json:"stopped,omitempty" doc:"further references that were read when the run was stopped"`
	Missed     int            `json:"missed,omitempty" doc:"references whose outcome a failed source could have changed"`
	Outcomes   map[string]int `json:"outcomes" doc:"how many of each"`
	Codes      map[string]int `json:"codes" doc:"how many of each"`
	Gravities  map[string]int `json:"gravities,omitempty" doc:"how many of each among accused references"`
	Strengths  map[string]int `json:"strengths,omitempty" doc:"how many of each among references that have one"`
	Labels     map[string]int `json:"labels" doc:"how many of each"`
	Problems   int            `json:"problems" doc:"how many"`
	Documents  int            `json:"documents,omitempty" doc:"papers and bibliographies that were read"`
	PassedOver map[string]int `json:"passed_over,omitempty" doc:"files in folders and archives that are no documents, by reason"`
	Notices    map[string]int `json:"notices,omitempty" doc:"how many of each"`
	Sources    []SourceTally  `json:"sources" doc:"what each answered"`
	Models     []RoleTally    `json:"models,omitempty" doc:"by role, in the order in which they were asked"`
	OnlineOnly int            `json:"online_only" doc:"references that no enabled source covers but a service not used in this run could decide"`
	Worst      string         `json:"worst" doc:"the most severe outcome"`
	Suppressed map[string]int `json:"suppressed,omitempty" doc:"findings that do not count, by reason"`
	Patterns   []Pattern      `json:"patterns,omitempty" doc:"what several references of a file have in common"`
}

// Pattern is something that several references of a file have in common and that one alone does not show.
type Pattern struct {
	Rule       string   `json:"rule" doc:"shared-strangers, unknown-titles, wrong-dois, shifted-years or source-apart"`
	File       string   `json:"file,omitempty" doc:"in which they stand"`
	References []string `json:"references" doc:"their ids"`
	Raises     bool     `json:"raises" doc:"it makes the findings on them likelier; otherwise less likely"`
	Message    string   `json:"message" doc:"in a sentence, for people"`
}

// SourceTally counts the results of asking one source.
type SourceTally struct {
	Source   string `json:"source" doc:"its name"`
	Found    int    `json:"found" doc:"references with a record"`
	NoMatch  int    `json:"no_match" doc:"references without one"`
	NotAsked int    `json:"not_asked" doc:"references that it was not asked about"`
	Failed   int    `json:"failed" doc:"references for which it did not answer"`
	Missed   int    `json:"missed,omitempty" doc:"failures after which an answer could have changed an outcome"`
	Skipped  int    `json:"skipped,omitempty" doc:"references left out because of your budget"`
}

// RoleTally counts what one role of a model did in a run.
type RoleTally struct {
	Role    string         `json:"role" doc:"of the model"`
	Advice  int            `json:"advice" doc:"references that it commented on"`
	Changed int            `json:"changed" doc:"verdicts whose outcome, codes or score it changed"`
	Effects map[string]int `json:"effects" doc:"how many of each"`
}

// Parse decodes a finding from its row.
func Parse(line []byte) (f Finding, err error) {
	err = json.Unmarshal(line, &f)
	return f, err
}

// Asked returns for how many references the source was asked, answered or not.
func (t *SourceTally) Asked() int { return t.Found + t.NoMatch + t.Failed }
