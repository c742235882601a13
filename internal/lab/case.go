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

// Case is one reference to be judged: everything the judge may see, and none of the labels.
type Case struct {
	Reference biblio.Reference
	Sources   []source.Connector // nil: those of the set
	Paper     string             // paper_id, by which pooled evidence is joined; never shown to the judge
	Claim     *claim.Claim       // suites of claims: what the text says about the reference
	Text      *claim.Text        // what the cited work says; never its labels
}

// Gold is the truth about one case. Suites use the parts that they need.
type Gold struct {
	ID      string
	Cluster string   // the unit of resampling: paper_id, else group, else id
	Code    string   // R1 … H6
	Codes   []string // all that apply, if the gold says so
	Class   string   // REAL, POTENTIAL, HALLUCINATED
	Fields  []string
	Group   string // family, variant, kind or type, for the tables
	Fake    bool
	Label   string // severity label, set of strings: any other label of the suite
	Entry   string // file and key, which several cases may share
	DOIs    []string
	Values  map[string]string // field values of a labelled string
	// hallmark: the title is in the corpus; taxonomy: decidable; accusations: the corpus covers its field
	Known   bool
	Reasons []int  // sentences of the cited work that a person marked as the reason
	Note    string // how the reference was changed, for the list of errors
}

// Set is a loaded suite: cases, their truth in the same order, and the sources to query. A blind set has no
// truth.
type Set struct {
	Mode    string
	Cases   []Case
	Gold    []Gold // nil for a blind set
	Sources []source.Connector
	Claims  *role.Claims  // models that read claims; nil: rules alone
	Road    audit.Auditor // stages queried instead of Sources, and models queried in addition
	Today   biblio.Date   // of the check; zero means unlimited
	Notes   []string      // what was left out and why
	Close   func() error
	played  *Played        // world: the simulated services
	desk    *cite.Resolver // shortqueries: the resolver
	unread  float64        // accusations: entries with a right label that were not read
}

// Blind reports whether the truth is unknown.
func (s *Set) Blind() bool { return s.Gold == nil }

// withoutIdentifiers clears the identifiers of a claim.
func withoutIdentifiers(f biblio.Flat) biblio.Flat {
	f.DOI, f.ArXivID, f.URL = "", "", ""
	return f
}

// clusterOf returns the resampling unit of a line.
func clusterOf(o result.Object, id string) string {
	for _, key := range []string{"paper_id", "group"} {
		if v := o.Text(key); v != "" {
			return v
		}
	}
	return id
}

// Release closes the files of the set's sources.
func (s *Set) Release() {
	if s.Close != nil {
		_ = s.Close()
	}
}
