package lab

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// wholeLists are the sources of the works file that list whole proceedings and state the DOI of a work if it
// has one.
var wholeLists = []string{"mlanthology", "acl_anthology"}

// The bounds of rows: years with fewer works are skipped, and rows with fewer.
const (
	fewInYear = 15
	fewInRow  = 40
	longGap   = 3 // most years between two of one row, for events that are not annual
)

// deposits counts the works of one year, and those with a DOI.
type deposits struct{ works, found int }

// Deposits counts, for every conference and journal that the works file lists completely, how many works of a
// period have a DOI, which means that Crossref has them.
func Deposits(ctx context.Context, data string) ([]judge.Held, error) {
	in, err := dump.Open(filepath.Join(data, "corpora", "works.jsonl.zst"), dump.Options{Omit: dump.Bulky()})
	if err != nil {
		return nil, err
	}
	defer in.Close()
	counts := map[judge.Held]map[int]deposits{} // by service, venue and track
	for r, err := range streamRecords(in, nil) {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		c := normalise.ParseContainer(r.Container.Title)
		if !slices.Contains(wholeLists, r.Source) || len(c.Venues) != 1 || r.Issued.Year == 0 {
			continue
		}
		key := judge.Held{Service: "crossref", Venue: c.Venues[0], Track: string(c.Track)}
		if counts[key] == nil {
			counts[key] = map[int]deposits{}
		}
		y := counts[key][r.Issued.Year]
		y.works++
		if id := r.ID(ident.DOI); !id.IsZero() && id.Registrant() != "10.48550" {
			y.found++
		}
		counts[key][r.Issued.Year] = y
	}
	var rows []judge.Held
	for key, years := range counts {
		rows = append(rows, stretches(key, years)...)
	}
	slices.SortFunc(rows, judge.Held.Compare)
	return rows, nil
}

// stretches returns rows of similar years.
func stretches(key judge.Held, years map[int]deposits) (rows []judge.Held) {
	for _, n := range slices.Sorted(maps.Keys(years)) {
		y := years[n]
		if y.works < fewInYear {
			continue
		}
		if !continues(rows, n, y) {
			row := key
			row.From = n
			rows = append(rows, row)
		}
		row := &rows[len(rows)-1]
		row.To, row.Works, row.Found = n, row.Works+y.works, row.Found+y.found
	}
	return slices.DeleteFunc(rows, func(r judge.Held) bool { return r.Works < fewInRow })
}

// continues reports whether a year is similar to the last row, and close to it.
func continues(rows []judge.Held, year int, y deposits) bool {
	if len(rows) == 0 {
		return false
	}
	last := &rows[len(rows)-1]
	return year-last.To <= longGap && band(last.Found, last.Works) == band(y.found, y.works)
}

// band classifies years by whether none, some or all works have a DOI.
func band(found, works int) int {
	switch share := float64(found) / float64(works); {
	case share < 0.1:
		return 0
	case share > 0.9:
		return 2
	}
	return 1
}

// WriteDeposits writes the rows for the judge, one per line.
func WriteDeposits(path string, rows []judge.Held) error {
	text := []byte("[\n")
	for i, row := range rows {
		line, err := json.Marshal(row)
		if err != nil {
			return err
		}
		text = append(text, line...)
		if i < len(rows)-1 {
			text = append(text, ',')
		}
		text = append(text, '\n')
	}
	return os.WriteFile(path, append(text, "]\n"...), 0o644)
}
