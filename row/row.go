// Package row has the findings of bonafide's reports as Go types: the fields of a line of "bonafide check
// --format jsonl" that programs usually need. The schema of rows is in doc/output.md.
package row

import "encoding/json"

// MaxLine is the maximum size of a row in JSON, in bytes.
const MaxLine = 64 << 20

// Outcome is the verdict on a reference.
type Outcome string

// The outcomes.
const (
	Verified     Outcome = "verified"     // a record agrees with it
	Discrepant   Outcome = "discrepant"   // a record says something else
	Doubtful     Outcome = "doubtful"     // check by hand: there is evidence against it, but not enough to accuse
	NotFound     Outcome = "not-found"    // every source that covers such works answered, and none has it
	Ambiguous    Outcome = "ambiguous"    // several works fit equally well, or the evidence that accuses is in doubt
	Inconclusive Outcome = "inconclusive" // could not be checked
	Exempt       Outcome = "exempt"       // no source covers such works
)

// Accuses reports whether the outcome says that something is wrong.
func (o Outcome) Accuses() bool { return o == Discrepant || o == NotFound }

// Finding is the result of checking one reference.
type Finding struct {
	ID      string  `json:"id"`
	Key     string  `json:"key"`      // of the entry, "" if it has none
	File    string  `json:"file"`     // that contains it
	Line    int     `json:"line"`     // from 1; 0 if the file has no lines
	EndLine int     `json:"end_line"` // the last one
	Page    int     `json:"page"`     // from 1; 0 if the file has no pages
	Outcome Outcome `json:"outcome"`
	// Strength is how certain it is that something is wrong: none, note, lead, likely or certain. A doubtful
	// reference has at least a lead.
	Strength string   `json:"strength"`
	Gravity  string   `json:"gravity"` // none, peripheral, slip, substantive or fabricated
	Codes    []string `json:"codes"`   // "bonafide explain CODE" says what they mean
	Fields   []string `json:"fields"`  // that the codes refer to
	// the probability that nothing in the entry is wrong, from 0 to 1; 0.5 if undecided
	P       float64  `json:"p"`
	Claimed Work     `json:"claimed"` // what the reference says
	Record  *Record  `json:"record"`  // that it was compared with; nil for none
	Reasons []Reason `json:"reasons"`
	Items   []Item   `json:"items"` // evidence behind the strength, weightiest first
	Notices []Notice `json:"notices"`
	Raw     string   `json:"raw"` // the reference as written in the file
}

// Work is what a reference or a record says about a work. Years are digits.
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
	From   string `json:"from"`   // where the source has it from, "" if it is the source's own
	Origin string `json:"origin"` // publisher, preprint-server, aggregator, personal or confirm-only
	Link   string `json:"link"`   // where it can be read, "" if nowhere
	Fields Work   `json:"fields"`
}

// Reason is one reason for the outcome.
type Reason struct {
	Rule     string   `json:"rule"`
	Field    string   `json:"field"`
	Claimed  string   `json:"claimed"`
	Recorded string   `json:"recorded"`
	Sources  []string `json:"sources"`
	Message  string   `json:"message"`
	Gravity  string   `json:"gravity"`  // of a reason that accuses
	Strength string   `json:"strength"` // how certain it is that the field is wrong, "" if unknown
	P        float64  `json:"p"`        // the probability that it is wrong; 0 without a strength
	Judged   *Judged  `json:"judged"`   // how people judged such differences, nil without a strength
	Record   *Quoted  `json:"record"`   // that Recorded quotes; nil for none
}

// Quoted names the record whose words a reason quotes.
type Quoted struct {
	Source string `json:"source"`
	From   string `json:"from"`   // where the source has it from, "" if it is the source's own
	Origin string `json:"origin"` // as in Record
	Link   string `json:"link"`
}

// Item is one piece of evidence.
type Item struct {
	Kind   string `json:"kind"`
	Field  string `json:"field"`  // that it is about, "" for the whole entry
	Source string `json:"source"` // whose record or missing record it rests on, "" for none
	// Weight is the logarithm of how much more often such evidence is seen in wrong entries than in right ones;
	// negative speaks for the entry.
	Weight float64 `json:"weight"`
}

// Judged counts how people judged differences of one kind in bibliographies that people maintain.
type Judged struct {
	Right    int `json:"right"`    // the entry was wrong
	Pedantic int `json:"pedantic"` // too small to correct
	False    int `json:"false"`    // the entry was right
}

// Notice is a fact about the work that is no verdict, such as its retraction.
type Notice struct {
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

// Parse decodes a finding from its row.
func Parse(line []byte) (f Finding, err error) {
	err = json.Unmarshal(line, &f)
	return f, err
}
