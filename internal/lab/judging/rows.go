package judging

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/row"
)

// Row is a finding that a person judges.
type Row struct{ row.Finding }

// entry identifies the entry of a row, as labels do.
type entry struct{ file, key string }

func (e entry) compare(other entry) int {
	return cmp.Or(cmp.Compare(e.file, other.file), cmp.Compare(e.key, other.key))
}

func (r *Row) entry() entry {
	key := r.Key
	if key == "" {
		key = fmt.Sprintf("line %d", r.Line)
	}
	return entry{filepath.Base(r.File), key}
}

// codeOf maps wrong fields to codes. The core fields have codes one to four.
var codeOf = map[string]string{"title": "H1", "authors": "H2", "venue": "H3", "container": "H3", "year": "H4",
	"doi": "H5", "arxiv_id": "H5", "isbn": "H5", "pmid": "H5", "url": "H5"}

func core(field string) bool { return codeOf[field] != "" && codeOf[field] < "H5" }

// Contested returns the codes of the core fields that a record contradicts without proving an error.
func (r *Row) Contested() []string {
	codes := map[string]bool{}
	for _, g := range r.Reasons {
		if core(g.Field) && strings.Contains(g.Rule, "contested") {
			codes[codeOf[g.Field]] = true
		}
	}
	return slices.Sorted(maps.Keys(codes))
}

// Kinds maps the values of --kind to the rows that they select.
var Kinds = map[string]func(*Row) bool{
	"leads":       (*Row).lead,
	"accused":     func(r *Row) bool { return r.Outcome.Accuses() },
	"silent":      func(r *Row) bool { return r.Outcome == row.Inconclusive && len(r.found()) == 0 },
	"unconfirmed": (*Row).unconfirmed,
	"all":         func(*Row) bool { return true },
}

// lead reports whether a row asks to be checked by hand and accuses no one.
func (r *Row) lead() bool {
	quiet := r.Outcome == row.Verified || r.Outcome == row.Inconclusive
	return r.Outcome == row.Doubtful || quiet && r.Strength == "" && len(r.Contested()) > 0
}

// unconfirmed reports whether a verified row has a core field that no record confirms.
func (r *Row) unconfirmed() bool {
	return r.Outcome == row.Verified && slices.Contains(r.Codes, "P3") && slices.ContainsFunc(r.Fields, core)
}

// found returns the records of a row, first the one by which it was judged.
func (r *Row) found() []row.Record {
	if r.Record == nil {
		return r.Others
	}
	return append([]row.Record{*r.Record}, r.Others...)
}

// Read reads the findings of reports in JSON Lines, and returns the first row of each entry that wanted
// accepts.
func Read(files []string, wanted func(*Row) bool) ([]Row, error) {
	var rows []Row
	seen := map[entry]bool{}
	for _, file := range files {
		err := result.Each(file, func(line []byte) error {
			var r Row
			if err := json.Unmarshal(line, &r); err != nil {
				return fmt.Errorf("not a row: %w", err)
			}
			if r.Kind == row.KindFinding && !seen[r.entry()] && wanted(&r) {
				seen[r.entry()] = true
				rows = append(rows, r)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// Draw shuffles rows by a seed, regardless of their order, and keeps the first n; 0 means all.
func Draw(rows []Row, n int, seed uint64) []Row {
	slices.SortFunc(rows, func(a, b Row) int { return a.entry().compare(b.entry()) })
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	if n > 0 && n < len(rows) {
		rows = rows[:n]
	}
	return rows
}
