package index

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"runtime"
	"runtime/debug"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/parallel"
)

// Records is a stream of records; an error ends the build.
type Records = iter.Seq2[*biblio.Record, error]

// Options are the choices of a build. The zero value is usable.
type Options struct {
	// Progress is called from time to time with the number of records taken so far.
	Progress func(records int)
	// Coverage returns declared rows of the coverage table; it is called after all records have been taken.
	Coverage func() []biblio.CoverageRow
	// Note is copied to the index's Info.
	Note string
	// Workers bounds the number of goroutines; 0 means the number of processors.
	Workers int

	plain     bool // text is not compressed: building is faster, the index a little larger
	batchText int  // overrides the constant unless 0
}

var errTooMany = errors.New("index: more records or distinct words than one segment holds")

// maxRecords of one segment: values of the title table have one more bit.
const maxRecords = 1<<31 - 1

// builder turns a stream of records into a segment file.
type builder struct {
	opts    Options
	workers int
	w       *fileWriter
	scratch *scratch

	shared *sharedStrings
	tokens *interner
	cover  *coverageCounter
	n      int

	sharedCount, vocabulary, buckets int // numbers of items, for the reader

	records *blobWriter
	tables  []byte // symbol tables of the chunks

	forward spool // token numbers of each title, batch by batch
	buf     []byte
	metas   spool
	lengths spool
	titles  *hashSpool
	ids     *hashSpool
	places  *hashSpool
	people  *hashSpool
	chunk   *chunk // the current one
}

func newBuilder(w *fileWriter, s *scratch, opts Options) *builder {
	b := &builder{opts: opts, workers: opts.Workers, w: w, scratch: s, shared: newSharedStrings(), tokens: newInterner(),
		cover: newCoverageCounter(s)}
	if b.workers <= 0 {
		b.workers = runtime.GOMAXPROCS(0)
	}
	b.forward.s, b.metas.s, b.lengths.s = s, s, s
	b.titles, b.ids, b.places, b.people = newHashSpool(s), newHashSpool(s), newHashSpool(s), newHashSpool(s)
	b.records = newBlobWriter(w, "records")
	return b
}

// run takes all records and writes the body of the segment.
func (b *builder) run(ctx context.Context, seq Records) error {
	if err := b.take(ctx, seq); err != nil {
		return err
	}
	b.release()
	if err := b.finish(ctx); err != nil {
		return cmp.Or(b.scratch.err, err) // a failed write makes reads fail
	}
	return errors.Join(b.w.err, b.scratch.err)
}

// release frees the memory of a finished step before the next one starts. Small builds do not need it.
func (b *builder) release() {
	b.chunk = nil
	if b.n > manyRecords {
		debug.FreeOSMemory()
	}
}

const manyRecords = 500_000

// take reads the stream: one goroutine reads it, several make keys and stored forms, one numbers words and
// shared strings in stream order, several compress, one writes.
func (b *builder) take(ctx context.Context, seq Records) error {
	var unread, refused error
	batches := parallel.InOrder(feed(ctx, seq, cmp.Or(b.opts.batchText, batchText), &unread), b.workers, 2*b.workers,
		func() func(*batch) *batch {
			m := keyMaker{containers: map[string][]byte{}}
			return func(t *batch) *batch {
				t.prepare(&m)
				return t
			}
		})
	chunks := parallel.InOrder(b.chunks(batches, &refused), b.workers, chunksAhead, func() func(*chunk) *chunk {
		var t *trainer
		if !b.opts.plain {
			t = &trainer{}
		}
		return func(c *chunk) *chunk {
			c.compress(t)
			return c
		}
	})
	for c := range chunks {
		item := c.item
		for _, n := range c.size {
			b.records.add(item[:n])
			item = item[n:]
		}
		b.tables = append(b.tables, c.tab...)
	}
	b.records.close()
	return errors.Join(refused, unread)
}

// chunksAhead is small: each chunk holds some tens of megabytes.
const chunksAhead = 2

// feed splits the stream into batches. A batch with an unusual amount of text ends early, at the end of a
// blob's group. failed receives the error that ended the stream early.
func feed(ctx context.Context, seq Records, most int, failed *error) iter.Seq[*batch] {
	return func(yield func(*batch) bool) {
		t, text := newBatch(), 0
		for r, err := range seq {
			if *failed = err; err != nil {
				return
			}
			t.records = append(t.records, *r)
			text += textSize(r)
			if len(t.records) == batchRecords || text > most && len(t.records)%groupItems == 0 {
				if *failed = ctx.Err(); *failed != nil || !yield(t) {
					return
				}
				t, text = newBatch(), 0
			}
		}
		if len(t.records) > 0 && !yield(t) {
			return
		}
		*failed = ctx.Err()
	}
}

// chunks numbers what the records of batches share and yields them in chunks. failed receives the error that
// ended it early.
func (b *builder) chunks(batches iter.Seq[*batch], failed *error) iter.Seq[*chunk] {
	return func(yield func(*chunk) bool) {
		b.chunk = newChunk(nil)
		for t := range batches {
			full, err := b.addBatch(t)
			if *failed = err; err != nil || full != nil && !yield(full) {
				return
			}
			if b.opts.Progress != nil {
				b.opts.Progress(b.n)
			}
		}
		if b.chunk.len() > 0 {
			yield(b.chunk)
		}
	}
}
