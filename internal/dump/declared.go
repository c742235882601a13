package dump

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// ReadCoverage reads coverage rows written by a person; none if path is empty.
func ReadCoverage(path string) ([]biblio.CoverageRow, error) {
	if path == "" {
		return nil, nil
	}
	return readRows[biblio.CoverageRow](path)
}

func readRows[T any](path string) ([]T, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Rows[T](path, f)
}

// Rows reads JSON Lines whose keys must all be known to T, so that a misspelt key cannot lose a fact; name is for
// errors.
func Rows[T any](name string, r io.Reader) (rows []T, err error) {
	dec := json.NewDecoder(r)
	dec.DisallowUnknownFields()
	for {
		var row T
		if err := dec.Decode(&row); err == io.EOF {
			return rows, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: row %d: %w", name, len(rows)+1, err)
		}
		rows = append(rows, row)
	}
}

// originRow states the origin of the records of one source.
type originRow struct {
	Source string            `json:"src"`
	Kind   biblio.OriginKind `json:"kind"`
	States []string          `json:"states"` // names of fields; "arxiv" for arxiv_id; absent means all
	Note   string            `json:"note"`
}

// ReadOrigins reads a table of origins written by a person, by the source that records state; none if path is empty.
func ReadOrigins(path string) (map[string]biblio.Origin, error) {
	if path == "" {
		return nil, nil
	}
	rows, err := readRows[originRow](path)
	if err != nil {
		return nil, err
	}
	table := make(map[string]biblio.Origin, len(rows))
	for _, row := range rows {
		o := biblio.Origin{Kind: row.Kind}
		if row.States != nil {
			o.States = []biblio.Field{}
		}
		for _, name := range row.States {
			field := biblio.Field(name)
			switch name {
			case "arxiv":
				field = biblio.FieldArXiv
			case "status": // of a manuscript; no reference claims one
				continue
			}
			if !slices.Contains(biblio.Fields, field) {
				return nil, fmt.Errorf("%s: %s: no field is called %q", path, row.Source, name)
			}
			o.States = append(o.States, field)
		}
		table[row.Source] = o
	}
	return table, nil
}
