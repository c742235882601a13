package index

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/parallel"
)

// finish writes what follows the records. Everything for searching similar titles derives from the forward
// lists: the token numbers of each title.
func (b *builder) finish(ctx context.Context) error {
	b.w.section("symbols", b.tables)
	b.sharedCount, b.vocabulary = b.shared.len(), b.tokens.len()
	writeInterned(b.w, "shared", b.shared.interner)
	b.shared = nil
	rank, err := b.writeTokens()
	if err != nil {
		return err
	}
	b.tokens = nil
	b.release()
	if err := b.writePostings(ctx, rank); err != nil {
		return err
	}
	b.release()
	c, err := b.newClusters()
	if err != nil {
		return err
	}
	if err := b.writeTables(ctx, c); err != nil {
		return err
	}
	c.metas, c.length = nil, nil
	if err := b.writePeople(ctx); err != nil {
		return err
	}
	works, rows, err := b.writeClusters(c)
	if err != nil {
		return err
	}
	b.release()
	if err := b.writeSpool("meta", &b.metas); err != nil {
		return err
	}
	if err := b.writeSpool("lengths", &b.lengths); err != nil {
		return err
	}
	return b.writeInfo(works, rows)
}

func (b *builder) writeSpool(name string, s *spool) error {
	start := b.w.begin()
	err := s.each(func(block []byte) { b.w.Write(block) })
	b.w.end(name, start)
	return err
}

func writeInterned(w *fileWriter, name string, t *interner) {
	blob := newBlobWriter(w, name)
	for i := range t.len() {
		blob.add(t.value(uint32(i)))
	}
	blob.close()
}

// ranking assigns each token its final number, the most frequent first, so that frequent tokens take one byte.
type ranking struct {
	rank  []uint32 // by first number
	count []uint32 // occurrences by rank
}

func (b *builder) writeTokens() (*ranking, error) {
	n := b.tokens.len()
	order := make([]uint32, n)
	for i := range order {
		order[i] = uint32(i)
	}
	known := b.tokens.entries
	slices.SortFunc(order, func(x, y uint32) int {
		return cmp.Or(cmp.Compare(known[y].count, known[x].count), cmp.Compare(x, y))
	})
	r := &ranking{rank: make([]uint32, n), count: make([]uint32, n)}
	blob := newBlobWriter(b.w, "tokens")
	entries := make([]hashed, n)
	for i, old := range order {
		r.rank[old] = uint32(i)
		r.count[i] = known[old].count
		value := b.tokens.value(old)
		blob.add(value)
		entries[i] = hashed{hashBytes(value), uint32(i)}
	}
	blob.close()
	b.w.section("tokens.f", makeFilter(n, func(i int) uint64 { return entries[i].hash }))
	writeTable(b.w, "tokens.t", entries)
	return r, nil
}

func appendUvarint32(b []byte, v uint32) []byte {
	return binary.AppendUvarint(b, uint64(v))
}

// writeTables writes the hash tables. Titles and identifiers also determine the versions of works.
func (b *builder) writeTables(ctx context.Context, c *clusters) error {
	for _, t := range []struct {
		name string
		from *hashSpool
		join func(sorted []hashed)
	}{{"titles.t", b.titles, c.byTitle}, {"ids.t", b.ids, c.byID}, {"places.t", b.places, func([]hashed) {}}} {
		w := newTableWriter(b.w, t.name, t.from.n)
		err := t.from.each(ctx, b.workers, func(sorted []hashed) {
			for _, e := range sorted {
				w.add(e)
			}
			t.join(sorted)
		})
		w.close()
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) writeInfo(works int, rows []biblio.CoverageRow) error {
	info := segmentInfo{Records: b.n, Works: works, Sources: b.cover.sources(), Note: b.opts.Note, Shared: b.sharedCount,
		Tokens: b.vocabulary, Buckets: b.buckets}
	if b.opts.Coverage != nil {
		rows = append(slices.Clone(b.opts.Coverage()), rows...)
	}
	text, err := json.Marshal(info)
	if err != nil {
		return err
	}
	b.w.section("info", text)
	if text, err = json.Marshal(rows); err != nil {
		return err
	}
	b.w.section("coverage", text)
	return nil
}

// inOrder runs jobs 0 to n-1 on several goroutines and hands each result to sink in order; at most workers
// results are held at a time.
func inOrder[T any](ctx context.Context, n, workers int, job func(i int) (T, error), sink func(T)) error {
	type result struct {
		value T
		err   error
	}
	numbers := func(yield func(int) bool) {
		for i := 0; i < n && yield(i); i++ {
		}
	}
	for r := range parallel.InOrder(numbers, workers, workers-1, func() func(int) result {
		return func(i int) result {
			value, err := job(i)
			return result{value, err}
		}
	}) {
		if err := cmp.Or(r.err, ctx.Err()); err != nil {
			return err
		}
		sink(r.value)
	}
	return nil
}
