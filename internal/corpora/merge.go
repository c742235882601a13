package corpora

import (
	"context"
	"hash/maphash"
	"path/filepath"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/index"
)

// merge rewrites the corpus as one segment: if records replace others, if they are added to an installed
// corpus, or if there are many segments. merged is false otherwise.
func (g *Getter) merge(ctx context.Context, pl *plan, dir string) (merged bool, err error) {
	fresh := filepath.Join(dir, getName, indexName)
	state, err := readState(fresh)
	if err != nil {
		return false, err
	}
	if !pl.Keep && state.Before < 0 && state.Segments <= fewSegments {
		return false, nil
	}
	g.step(StepMerge, "")
	m := merger{last: map[uint64]int{}, seed: maphash.MakeSeed()}
	if m.made, err = index.Open(fresh); err != nil {
		return false, err
	}
	defer m.made.Close()
	total := int64(m.made.Len())
	from := int(state.Before)
	if pl.Keep {
		if m.old, err = index.Open(dir); err != nil {
			return false, err
		}
		defer m.old.Close()
		total, from = total+int64(m.old.Len()), 0
	}
	if from >= 0 {
		if err := m.learn(from); err != nil {
			return false, err
		}
	}
	info, err := m.made.Info()
	if err != nil {
		return false, err
	}
	return true, index.Build(ctx, filepath.Join(dir, getName, mergedName), m.records(), index.Options{
		Progress: func(n int) { g.progress(int64(n), total) },
		Coverage: func() []biblio.CoverageRow { // the others are counted anew
			return slices.DeleteFunc(info.Coverage, func(r biblio.CoverageRow) bool { return r.How != biblio.Declared })
		},
	})
}

// merger joins the installed and the new index; of records with the same key the last one counts.
type merger struct {
	old, made *index.Index // old may be nil
	seed      maphash.Seed
	last      map[uint64]int // number of the last new record with a key, by the key's hash
}

func (m *merger) key(r *biblio.Record) uint64 {
	return maphash.String(m.seed, r.Source+"\x00"+r.LocalID)
}

// learn records the keys of the new records, from number n on.
func (m *merger) learn(n int) error {
	for ; n < m.made.Len(); n++ {
		r, err := m.made.Record(n)
		if err != nil {
			return err
		}
		if r.LocalID != "" {
			m.last[m.key(&r)] = n
		}
	}
	return nil
}

func (m *merger) records() index.Records {
	return func(yield func(*biblio.Record, error) bool) {
		if m.old != nil {
			for r, err := range m.old.Records() {
				if _, replaced := m.last[m.key(r)]; err == nil && replaced && r.LocalID != "" {
					continue
				}
				if !yield(r, err) || err != nil {
					return
				}
			}
		}
		n := -1
		for r, err := range m.made.Records() {
			if n++; err == nil && m.superseded(r, n) {
				continue
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// superseded reports whether a later record replaces a record, or whether it only marks a deletion.
func (m *merger) superseded(r *biblio.Record, n int) bool {
	if dump.Deleted(r) {
		return true
	}
	last, again := m.last[m.key(r)]
	return again && last != n && r.LocalID != ""
}
