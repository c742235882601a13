package starter

import (
	"bytes"
	_ "embed" // the two files below
	"encoding/json"
	"fmt"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/index"
)

//go:embed works.jsonl
var works []byte

//go:embed coverage.jsonl
var coverage []byte

// source is the source of the records in the starter corpus; the kind of source that confirms a record follows
// after "/".
const source = "starter"

// row is one line of works.jsonl. The names are those of the flat form from which corpora are built; a field
// that is not stated is empty.
type row struct {
	biblio.Flat
	ID        string `json:"id"`
	Subtitle  string `json:"subtitle"`
	Short     string `json:"venue_short"`
	ArXiv     string `json:"arxiv"`
	ACL       string `json:"acl"`
	Edition   string `json:"edition"`
	Retracted bool   `json:"retracted"`
	Notice    string `json:"retraction_doi"` // of the retraction notice
	Confirmed string `json:"confirmed"`      // what else states title, authors, container and year this way; "" if unknown
}

// origins maps what confirms a record to its weight. A record that is confirmed by nothing, or only by lists that
// people keep, was still checked for this project: it counts as what an aggregator says, which alone is never
// certain.
var origins = map[string]biblio.Origin{
	"":               {Kind: biblio.Aggregator},
	"bibliographies": {Kind: biblio.Aggregator},
	"acl-anthology":  {Kind: biblio.Publisher},
	"proceedings":    {Kind: biblio.Publisher},
	"crossref":       {Kind: biblio.Publisher},
	"dblp":           {Kind: biblio.Publisher},
	"arxiv": {Kind: biblio.PreprintServer,
		States: []biblio.Field{biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldYear, biblio.FieldArXiv}},
	"openalex":         {Kind: biblio.Aggregator},
	"semantic-scholar": {Kind: biblio.Aggregator},
	"cryptobib":        {Kind: biblio.Aggregator},
	"conference-lists": {Kind: biblio.Aggregator},
	"ir-anthology":     {Kind: biblio.Aggregator},
}

// Records returns every record of the corpus, sorted by LocalID. The caller owns
// the slice.
func Records() ([]biblio.Record, error) {
	rows, err := lines[row](works)
	if err != nil {
		return nil, fmt.Errorf("starter works: %w", err)
	}
	records := make([]biblio.Record, len(rows))
	for i := range rows {
		records[i] = rows[i].record()
	}
	return records, nil
}

// Coverage returns the container-years that the corpus declares to be complete.
func Coverage() ([]biblio.CoverageRow, error) {
	rows, err := lines[biblio.CoverageRow](coverage)
	if err != nil {
		return nil, fmt.Errorf("starter coverage: %w", err)
	}
	return rows, nil
}

// lines parses one JSON object per line; keys unknown to T are errors, so that a misspelt key cannot lose a
// fact.
func lines[T any](data []byte) ([]T, error) {
	var list []T
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	for dec.More() {
		var v T
		if err := dec.Decode(&v); err != nil {
			return nil, fmt.Errorf("line %d: %w", len(list)+1, err)
		}
		list = append(list, v)
	}
	return list, nil
}

// record converts a line to a record.
func (r *row) record() biblio.Record {
	flat := r.Flat
	flat.ArXivID = r.ArXiv
	rec := biblio.Record{Work: flat.Work(), Source: source, LocalID: r.ID, Origin: origins[r.Confirmed]}
	if r.Confirmed != "" {
		rec.Source += "/" + r.Confirmed
	}
	rec.Subtitle = r.Subtitle
	rec.Container.Short = r.Short
	rec.Edition = r.Edition
	if id, ok := ident.ParseACL(r.ACL); ok {
		rec.AddID(id)
	}
	if r.Retracted {
		rec.Status = biblio.StatusRetracted
		notice, _ := ident.ParseDOI(r.Notice)
		rec.Updates = []biblio.Update{{Kind: biblio.Retraction, ID: notice}}
	}
	return rec
}

// Index returns an index of the corpus in memory.
func Index() (*index.Index, error) {
	records, err := Records()
	if err != nil {
		return nil, err
	}
	rows, err := Coverage()
	if err != nil {
		return nil, err
	}
	return index.InMemoryWith(records, index.Options{Coverage: func() []biblio.CoverageRow { return rows }})
}
