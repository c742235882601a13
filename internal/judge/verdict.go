package judge

import (
	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// Outcome is the conclusion about one reference, in neutral terms.
type Outcome uint8

// The outcomes. The zero value accuses no one.
const (
	Inconclusive Outcome = iota // a source that could have decided failed, or nothing enabled covers such a work
	Verified                    // found, and every claimed field that a record states agrees
	Discrepant                  // found, and at least one claimed field is verifiably wrong
	Ambiguous                   // several works fit equally well
	NotFound                    // every covering source answered, and none has it
	Exempt                      // not a scholarly work
	Doubtful                    // a difference, or an absence, that is more than a note and less than an accusation
)

// Outcomes lists every outcome in the order in which summaries count them.
var Outcomes = []Outcome{Verified, Exempt, Inconclusive, Ambiguous, Doubtful, Discrepant, NotFound}

// String returns the word used in JSON, options and reports.
func (o Outcome) String() string {
	return [...]string{"inconclusive", "verified", "discrepant", "ambiguous", "not-found", "exempt", "doubtful"}[o]
}

// ParseOutcome parses the word that String returns.
func ParseOutcome(s string) (Outcome, bool) {
	for _, o := range Outcomes {
		if o.String() == s {
			return o, true
		}
	}
	return Inconclusive, false
}

// Severity orders outcomes: verified = exempt < inconclusive < ambiguous < doubtful < discrepant < not-found.
func (o Outcome) Severity() int {
	return [...]int{Inconclusive: 1, Verified: 0, Discrepant: 4, Ambiguous: 2, NotFound: 5, Exempt: 0, Doubtful: 3}[o]
}

// Code says what a verdict is about: CiteTracer's twelve codes and three of our own (R4, H0, U).
type Code string

// The codes; doc/verdicts.md explains each one.
const (
	R1 Code = "R1" // every claimed field agrees
	R2 Code = "R2" // formatting variants only
	R3 Code = "R3" // "et al." list, all listed authors correct
	R4 Code = "R4" // every field confirmed, by different records of the same work
	P1 Code = "P1" // a given name that may be a nickname, transliteration, truncation or slip
	P2 Code = "P2" // not a scholarly source
	P3 Code = "P3" // core fields agree; a peripheral field that no source records
	H0 Code = "H0" // not found
	H1 Code = "H1" // title
	H2 Code = "H2" // authors
	H3 Code = "H3" // container
	H4 Code = "H4" // year
	H5 Code = "H5" // identifier
	H6 Code = "H6" // pages, volume, issue, publisher, place
	U  Code = "U"  // inconclusive
)

// Reason is one ground of a verdict: a rule, and the field and values it is about.
type Reason struct {
	Rule     string       // stable word: "title-differs"
	Status   Status       // of the field; NoStatus if the rule is about the whole reference
	Pen      Pen          // what may be written, as far as the evidence says
	Doubt    Doubt        // why the record's value may not be the one to write
	Field    biblio.Field // "" if the rule is about the whole reference
	Kind     string       // the kind of the difference or variant
	Claimed  string
	Recorded string
	Quoted   int      // the record quoted in Recorded, counted from 1 in Evidence.Candidates, or 0 if there is none
	Sources  []string // whose records support it, in source order
	Message  string   // one sentence for readers
	Strength Strength // how sure it is that the field is wrong; NoStrength if nothing says so
	P        float64  // the probability that the field is wrong, by the evidence of this reason; 0 if Strength is none
	// Judged counts how people judged such differences in kept bibliographies.
	Judged ItemCount
}

// Notice is true and worth saying, but not a verdict.
type Notice struct {
	Rule    string // stable word: "retracted", "published-version", "duplicate"
	Message string
	ID      ident.ID // what it points to, if anything
	By      string   // who says so: the part of a corpus, else the source; "" for our own rules
}

// Verdict is what the judge concludes about one reference.
type Verdict struct {
	Outcome Outcome
	Codes   []Code
	// Fields are the fields at issue: those that differ, are undecided, or are on no record (doc/verdicts.md says
	// which count for which code).
	Fields  []biblio.Field
	Gravity Gravity // the worst of the reasons that prove an error; NoGravity unless discrepant or not found
	// Strength says how sure it is that something is wrong: at least a lead for a doubtful, discrepant or absent
	// reference, at most a note for any other.
	Strength Strength
	Items    []Item // the evidence for the strength, weightiest first
	// Score ranges from 0, fabricated, to 10, exact; Genuine from 0 to 1: the probability that nothing in the entry
	// is wrong. Both stay in the range of the outcome and order findings with the same outcome.
	Score   float64
	Genuine float64
	Kind    string // HALLMARK's hallucination type if its scheme calls the verdict hallucinated, else ""
	// Strangers is the share of the claimed authors who are not the record's, if the list of authors is wrong.
	Strangers float64
	// ContainerUnknown says that the claimed container is wrong and unknown: to the records found, to the table, and
	// to the sources that cover such works.
	ContainerUnknown bool

	Doubt Doubt // why nothing may be copied into the reference, NoDoubt if it may

	Best int // index into Evidence.Candidates of the record judged against, or -1 if there is none
	// Versions groups the records of the work by the version that they describe, as indexes into Evidence.Candidates,
	// best first. The version judged against comes first. Records that name neither container nor DOI follow those of
	// the first version. Nil if no work was found.
	Versions [][]int
	Reasons  []Reason
	Notices  []Notice
	// Unanswered is true if no enabled source answered.
	Unanswered bool
	// Missed names the sources that did not answer and could have changed the outcome.
	Missed  []string
	Version string // Version of the rules
}

// Evidence is all that was learned of a reference: each source's lookup, in fixed order, and the ranked candidates.
type Evidence struct {
	Lookups    []answer.Lookup
	Candidates []match.Candidate
	Today      biblio.Date // the day of the run, for dates in the future; zero if unknown
	Weights    *Weights    // weights of items of evidence; nil means the built-in ones
	// Shared are the people on the claimed list whom the record of the work lacks and earlier references of the file
	// name too, for works whose records lack them as well.
	Shared []string
}
