package lab

import (
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cite"
	"github.com/bonafide-audit/bonafide/internal/claim"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/llm/role"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// Case is one reference to be judged: all that the judge may see, and none of
// the labels.
type Case struct {
	Reference biblio.Reference
	Sources   []source.Connector // nil: those of the set
	Paper     string             // paper_id, by which pooled evidence is joined; the judge never sees it
	Claim     *claim.Claim       // suites of claims: what the text says of the reference
	Text      *claim.Text        // and what the cited work says; never its labels
}

// Gold is the truth about one case. Suites use the parts they need.
type Gold struct {
	ID      string
	Cluster string   // what is resampled together: paper_id, else group, else id
	Code    string   // R1 … H6
	Codes   []string // all that apply, where the gold says so
	Class   string   // REAL, POTENTIAL, HALLUCINATED
	Fields  []string
	Group   string // family, variant, kind or type: what the tables list
	Fake    bool
	Label   string // severity label, set of strings: whatever else the suite calls it
	Entry   string // file and key, which several cases may share
	DOIs    []string
	Values  map[string]string // field values of a labelled string
	// hallmark: the title is in the corpus; taxonomy: decidable; accusations: the corpus has its field
	Known   bool
	Reasons []int  // sentences of the cited work that a person gave as the reason
	Note    string // what was done to the reference, for the list of errors
}

// Set is a loaded suite: cases, their truth in the same order, and what may be
// asked. A blind set has no truth.
type Set struct {
	Mode    string
	Cases   []Case
	Gold    []Gold // nil for a blind set
	Sources []source.Connector
	Claims  *role.Claims  // models that read claims; nil for rules alone
	Road    audit.Auditor // stages that are asked in place of Sources, and models that are asked besides
	Today   biblio.Date   // of the check; zero leaves the future open
	Notes   []string      // what was left out and why
	Close   func() error
	played  *Played        // world: who answers
	desk    *cite.Resolver // shortqueries: who is asked
	unread  float64        // accusations: entries with a right label that were not read
}

// Blind reports that no truth is known.
func (s *Set) Blind() bool { return s.Gold == nil }

// without empties the identifiers of a claim.
func withoutIdentifiers(f biblio.Flat) biblio.Flat {
	f.DOI, f.ArXivID, f.URL = "", "", ""
	return f
}

// clusterOf names what is resampled together with a line.
func clusterOf(o result.Object, id string) string {
	for _, key := range []string{"paper_id", "group"} {
		if v := o.Text(key); v != "" {
			return v
		}
	}
	return id
}

// Release gives back the files that the set's sources hold.
func (s *Set) Release() {
	if s.Close != nil {
		_ = s.Close()
	}
}
