package corpora

import (
	"bytes"
	_ "embed" // the starter corpus

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// The starter corpus is what a run uses when no other is configured: a selection of well-known works of many fields,
// and a few small container-years with every paper, declared complete. It lets a first run show what the program does;
// most references of a real paper are not in it.
//
// works.jsonl has one flat JSON object per line, sorted by id; coverage.jsonl has the rows of the coverage
// table. Both hold bibliographic facts only (titles, names, containers, dates, numbers), selected and typed for
// this project and checked against public bibliographies where these have them; "confirmed" says which kind of
// source states the same, and so how much the record counts. The complete container-years follow their
// published tables of contents, as the ACL Anthology and the journal list them. Unreliable fields, and those on
// which good sources disagree, are left out: an empty field says nothing. The two files are dedicated to the
// public domain under CC0 1.0.
//
//go:embed starter/works.jsonl
var starterWorks []byte

//go:embed starter/coverage.jsonl
var starterCoverage []byte

// starterSource is the source of the records in the starter corpus; the kind of source that confirms a record follows
// after "/".
const starterSource = "starter"

// starterRow is one line of works.jsonl. The names are those of the flat form from which corpora are built; a field
// that is not stated is empty.
type starterRow struct {
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

// starterOrigins maps what confirms a record to its weight. A record that is confirmed by nothing, or only by lists
// that people keep, was still checked for this project: it counts as what an aggregator says, which alone is never
// certain.
var starterOrigins = map[string]biblio.Origin{
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

// StarterRecords returns every record of the corpus, sorted by LocalID. The caller owns
// the slice.
func StarterRecords() ([]biblio.Record, error) {
	rows, err := dump.Rows[starterRow]("starter works", bytes.NewReader(starterWorks))
	if err != nil {
		return nil, err
	}
	return lists.Map(rows, starterRow.record), nil
}

func (r starterRow) record() biblio.Record {
	flat := r.Flat
	flat.ArXivID = r.ArXiv
	rec := biblio.Record{Work: flat.Work(), Source: starterSource, LocalID: r.ID, Origin: starterOrigins[r.Confirmed]}
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

// Starter returns an index of the starter corpus in memory.
func Starter() (*index.Index, error) {
	records, err := StarterRecords()
	if err != nil {
		return nil, err
	}
	rows, err := dump.Rows[biblio.CoverageRow]("starter coverage", bytes.NewReader(starterCoverage))
	if err != nil {
		return nil, err
	}
	return index.InMemoryWith(records, index.Options{Coverage: func() []biblio.CoverageRow { return rows }})
}
