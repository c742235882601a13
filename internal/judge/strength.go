package judge

import "github.com/bonafide-audit/bonafide/internal/biblio"

// Strength says how sure it is that something is wrong. Gravity says how bad it is if it
// is; the two are never mixed.
type Strength uint8

// The strengths, from nothing to most.
const (
	NoStrength Strength = iota // nothing says that something is wrong
	Note                       // a record differs, which proves little: shown, and no outcome
	Lead                       // to be checked by hand: outcome doubtful
	Likely                     // outcome discrepant or not found
	Certain                    // the same, and hardly ever mistaken
)

// Strengths lists every strength, from nothing to most.
var Strengths = []Strength{NoStrength, Note, Lead, Likely, Certain}

// String gives the word used in JSON, options and reports.
func (s Strength) String() string { return [...]string{"none", "note", "lead", "likely", "certain"}[s] }

// ParseStrength reads the word that String gives.
func ParseStrength(s string) (Strength, bool) {
	for _, x := range Strengths {
		if x.String() == s {
			return x, true
		}
	}
	return NoStrength, false
}

// Item is one piece of evidence for or against an entry.
type Item struct {
	Kind   string       // names its weight: "authors/deleted", "second-record"
	Field  biblio.Field // that it speaks of, "" for the whole entry
	Source string       // whose record or silence it rests on, "" for none
	// Weight is the logarithm of how much more often it is seen where the entry is wrong
	// than where it is right; negative speaks for the entry.
	Weight float64
}
