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

// source is the name that the records of the starter corpus give as theirs; who
// confirms a record follows behind "/".
const source = "starter"

// row is one line of works.jsonl. Names are those of the flat form in which
// corpora are built; a field that is not stated is empty.
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
	Confirmed string `json:"confirmed"`      // who else states title, authors, container and year so; "" for nobody known
}

// origins gives the weight of a record by who confirms it. What was typed and is
// confirmed by nobody, or by another list of that kind alone, is somebody's list.
var origins = map[string]biblio.Origin{
	"":               {Kind: biblio.PersonalList},
	"bibliographies": {Kind: biblio.PersonalList},
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

// Coverage returns the container-years that the corpus declares complete.
func Coverage() ([]biblio.CoverageRow, error) {
	rows, err := lines[biblio.CoverageRow](coverage)
	if err != nil {
		return nil, fmt.Errorf("starter coverage: %w", err)
	}
	return rows, nil
}

// lines reads one JSON object a line; keys that T does not know are errors, so
// that a misspelt key cannot lose a fact.
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

// record turns a line into a record.
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

// Index holds the corpus in memory.
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
