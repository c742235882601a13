// Package row has the findings of bonafide's reports as Go types: what a line of
// "bonafide check --format jsonl" says, as far as programs usually need it. The
// schema of rows is in doc/output.md.
package row

import "encoding/json"

// MaxLine bounds one row in JSON, in bytes.
const MaxLine = 64 << 20

// Outcome says what became of a reference.
type Outcome string

// The outcomes.
const (
	Verified     Outcome = "verified"     // a record agrees
	Discrepant   Outcome = "discrepant"   // a record says something else
	Doubtful     Outcome = "doubtful"     // to be checked by hand: something speaks against it, and not enough to accuse
	NotFound     Outcome = "not-found"    // every source that covers such works answered, and none has it
	Ambiguous    Outcome = "ambiguous"    // several works fit equally well, or what accuses is in doubt
	Inconclusive Outcome = "inconclusive" // nobody could say
	Exempt       Outcome = "exempt"       // such works are in no source
)

// Accuses reports an outcome that says that something is wrong.
func (o Outcome) Accuses() bool { return o == Discrepant || o == NotFound }

// Finding is what was found about one reference.
type Finding struct {
	ID      string  `json:"id"`
	Key     string  `json:"key"`      // of the entry, "" for none
	File    string  `json:"file"`     // where it stands
	Line    int     `json:"line"`     // from 1; 0 where there are no lines
	EndLine int     `json:"end_line"` // the last one
	Page    int     `json:"page"`     // from 1; 0 where there are no pages
	Outcome Outcome `json:"outcome"`
	// Strength is how sure it is that something is wrong: none, note, lead, likely or
	// certain. A doubtful reference has at least a lead.
	Strength string   `json:"strength"`
	Gravity  string   `json:"gravity"` // none, peripheral, slip, substantive or fabricated
	Codes    []string `json:"codes"`   // "bonafide explain CODE" says what they mean
	Fields   []string `json:"fields"`  // that the codes are about
	// how likely nothing in the entry is wrong, from 0 to 1; 0.5 where nothing is decided
	P       float64  `json:"p"`
	Claimed Work     `json:"claimed"` // what the reference says
	Record  *Record  `json:"record"`  // that it was judged by; nil for none
	Reasons []Reason `json:"reasons"`
	Items   []Item   `json:"items"` // what the strength is made of, weightiest first
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
	From   string `json:"from"`   // whom the source has it from, "" for nobody else
	Origin string `json:"origin"` // publisher, preprint-server, aggregator, personal or confirm-only
	Link   string `json:"link"`   // where it can be read, "" for nowhere
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
	Gravity  string   `json:"gravity"`  // of a ground that accuses
	Strength string   `json:"strength"` // how sure it is that the field is wrong, "" where nothing says so
	P        float64  `json:"p"`        // the probability that it is; 0 without a strength
	Judged   *Judged  `json:"judged"`   // what people said of such differences, nil without a strength
	Record   *Quoted  `json:"record"`   // whose words Recorded are; nil for none
}

// Quoted names the record whose words a reason quotes.
type Quoted struct {
	Source string `json:"source"`
	From   string `json:"from"`   // whom the source has it from, "" for nobody else
	Origin string `json:"origin"` // as of a Record
	Link   string `json:"link"`
}

// Item is one piece of evidence.
type Item struct {
	Kind   string `json:"kind"`
	Field  string `json:"field"`  // that it speaks of, "" for the whole entry
	Source string `json:"source"` // whose record or silence it rests on, "" for none
	// Weight is the logarithm of how much more often it is seen where an entry is wrong
	// than where it is right; negative speaks for the entry.
	Weight float64 `json:"weight"`
}

// Judged counts what people said of differences of one kind in bibliographies that people
// keep.
type Judged struct {
	Right    int `json:"right"`    // the entry was wrong
	Pedantic int `json:"pedantic"` // nobody would mend it
	False    int `json:"false"`    // the entry was right
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
