package corpora

import (
	"context"
	"hash/maphash"
	"path/filepath"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/index"
)

// merge writes the corpus anew as one segment: when records replace others, when
// they come to a corpus that is installed, or when there are many segments. merged
// is false when nothing of that is so.
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
		Coverage: func() []biblio.CoverageRow { return declared(info.Coverage) },
	})
}

// declared returns the rows that dumps declare; the others are counted anew.
func declared(rows []biblio.CoverageRow) (list []biblio.CoverageRow) {
	for _, r := range rows {
		if r.How == biblio.Declared {
			list = append(list, r)
		}
	}
	return list
}

// merger joins what is installed and what was made, the last record of each key
// counting.
type merger struct {
	old, made *index.Index // old may be nil
	seed      maphash.Seed
	last      map[uint64]int // number of the last record made with a key, by the key's hash
}

func (m *merger) key(r *biblio.Record) uint64 {
	return maphash.String(m.seed, r.Source+"\x00"+r.LocalID)
}

// learn notes the keys of the records made, from number n on.
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

// records returns the records that stay, in order.
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

// superseded reports a record that a later one replaces, or that only says that
// one was deleted.
func (m *merger) superseded(r *biblio.Record, n int) bool {
	if dump.Deleted(r) {
		return true
	}
	last, again := m.last[m.key(r)]
	return again && last != n && r.LocalID != ""
}
