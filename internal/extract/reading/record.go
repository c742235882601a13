package reading

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// statedIn lists the fields of RIS and CSL that state an identifier. A record
// has one that is none of its scheme among its further fields.
var statedIn = []struct {
	key    string
	scheme ident.Scheme
}{{"DO", ident.DOI}, {"DOI", ident.DOI}, {"PMID", ident.PMID}, {"PMCID", ident.PMCID}}

// FromRecord gives what an entry claims that was read as a record. A record
// leaves out what is no identifier; a claim is judged by it.
func FromRecord(r *biblio.Record) biblio.Work {
	w := r.Work
	for _, f := range statedIn {
		if text := r.Extra[f.key]; text != "" {
			w.State(f.scheme, text)
		}
	}
	return w
}
