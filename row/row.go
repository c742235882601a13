// Package row has the findings of bonafide's reports as Go types: what a line of
// "bonafide check --format jsonl" says, as far as programs usually need it. The
// schema of rows is in doc/output.md.
package row

import "encoding/json"

// Outcome says what became of a reference.
type Outcome string

// The outcomes.
const (
	Verified     Outcome = "verified"     // a record agrees
	Discrepant   Outcome = "discrepant"   // a record says something else
	NotFound     Outcome = "not-found"    // every source that covers such works answered, and none has it
	Ambiguous    Outcome = "ambiguous"    // several works fit equally well, or what accuses is in doubt
	Inconclusive Outcome = "inconclusive" // nobody could say
	Exempt       Outcome = "exempt"       // such works are in no source
)

// Accuses reports an outcome that says that something is wrong.
func (o Outcome) Accuses() bool { return o == Discrepant || o == NotFound }

// Finding is what was found about one reference.
type Finding struct {
	ID      string   `json:"id"`
	Key     string   `json:"key"`      // of the entry, "" for none
	File    string   `json:"file"`     // where it stands
	Line    int      `json:"line"`     // from 1; 0 where there are no lines
	EndLine int      `json:"end_line"` // the last one
	Page    int      `json:"page"`     // from 1; 0 where there are no pages
	Outcome Outcome  `json:"outcome"`
	Gravity string   `json:"gravity"` // none, peripheral, slip, substantive or fabricated
	Codes   []string `json:"codes"`   // "bonafide explain CODE" says what they mean
	Fields  []string `json:"fields"`  // that the codes are about
	P       float64  `json:"p"`       // how likely nothing in the entry is wrong, from 0 to 1; 0.5 where nothing is decided
	Claimed Work     `json:"claimed"` // what the reference says
	Record  *Record  `json:"record"`  // that it was judged by; nil for none
	Reasons []Reason `json:"reasons"`
	Notices []Notice `json:"notices"`
	Raw     string   `json:"raw"` // the reference as it stands in the file
}

// Work is what a reference or a record says of a work. Years are digits.
type Work struct {
	Type      string   `json:"type"`
	Title     string   `json:"title"`
	Authors   []string `json:"authors"`
	Venue     string   `json:"venue"`
	Year      string   `json:"year"`
	DOI       string   `json:"doi"`
	ArXivID   string   `json:"arxiv_id"`
	URL       string   `json:"url"`
	Volume    string   `json:"volume"`
	Issue     string   `json:"issue"`
	Pages     string   `json:"pages"`
	Publisher string   `json:"publisher"`
}

// Record is a record of a source.
type Record struct {
	Source string `json:"source"`
	Link   string `json:"link"` // where it can be read, "" for nowhere
	Fields Work   `json:"fields"`
}

// Reason is one ground of the outcome.
type Reason struct {
	Rule     string   `json:"rule"`
	Field    string   `json:"field"`
	Claimed  string   `json:"claimed"`
	Recorded string   `json:"recorded"`
	Sources  []string `json:"sources"`
	Message  string   `json:"message"`
	Gravity  string   `json:"gravity"` // of a ground that accuses
}

// Notice is true of the work and no verdict, as that it was retracted.
type Notice struct {
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

// Parse reads a finding from its row.
func Parse(line []byte) (f Finding, err error) {
	err = json.Unmarshal(line, &f)
	return f, err
}
