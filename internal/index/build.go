package index

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"runtime"
	"runtime/debug"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Records is a stream of records; an error ends the build.
type Records = iter.Seq2[*biblio.Record, error]

// Options are the choices of a build. The zero value is usable.
type Options struct {
	// Progress is called now and then with the records taken so far.
	Progress func(records int)
	// Coverage gives declared rows of the coverage table, called when all
	// records were taken.
	Coverage func() []biblio.CoverageRow
	// Note stands in the index's Info as it is.
	Note string
	// Workers bounds the goroutines; the number of processors when zero.
	Workers int

	plain     bool // text is not compressed: building is fast, the index a little larger
	batchText int  // see the constant, which counts when this is zero
}

var errTooMany = errors.New("index: more records or distinct words than one segment holds")

// maxRecords of one segment: a value of the title table has one bit more.
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

	forward    spool // token numbers of each title, batch by batch
	buf        []byte
	metas      spool
	lengths    spool
	titles     *hashSpool
	ids        *hashSpool
	places     *hashSpool
	people     *hashSpool
	chunk      *chunk
	chunks     chan *chunk // to the writer of records, in order
	compressor chan *chunk
}

func newBuilder(w *fileWriter, s *scratch, opts Options) *builder {
	b := &builder{opts: opts, workers: opts.Workers, w: w, scratch: s, shared: newSharedStrings(), tokens: newInterner(), cover: newCoverageCounter(s)}
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
		return cmp.Or(b.scratch.err, err) // what was not written is not read either
	}
	return errors.Join(b.w.err, b.scratch.err)
}

// release gives the memory of a finished step back, so that the next one does
// not come on top of it. Small builds do not need it.
func (b *builder) release() {
	b.chunk = nil
	if b.n > manyRecords {
		debug.FreeOSMemory()
	}
}

const manyRecords = 500_000

// take reads the stream: one goroutine reads it, several make keys and the stored
// form, one numbers words and shared strings in the order of the stream, several
// compress, one writes.
func (b *builder) take(ctx context.Context, seq Records) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	work := make(chan *batch, b.workers)
	ordered := make(chan *batch, 2*b.workers)
	var wg sync.WaitGroup
	for range b.workers {
		wg.Go(func() {
			m := keyMaker{containers: map[string]containerKeys{}}
			for t := range work {
				t.prepare(&m)
				close(t.done)
			}
		})
	}
	var readErr error
	wg.Go(func() {
		defer close(ordered)
		defer close(work)
		readErr = feed(ctx, seq, cmp.Or(b.opts.batchText, batchText), func(t *batch) {
			work <- t
			ordered <- t
		})
	})
	b.startChunks(&wg)
	var err error
	for t := range ordered {
		<-t.done
		if err != nil {
			continue
		}
		if err = b.addBatch(t); err != nil {
			cancel()
		}
		if b.opts.Progress != nil && err == nil {
			b.opts.Progress(b.n)
		}
	}
	b.endChunk()
	close(b.compressor)
	close(b.chunks)
	wg.Wait()
	b.records.close()
	return errors.Join(err, readErr)
}

// feed cuts the stream into batches. One that has more text than most ends early, at
// the end of a blob's group.
func feed(ctx context.Context, seq Records, most int, send func(*batch)) error {
	t, text := newBatch(), 0
	for r, err := range seq {
		if err != nil {
			return err
		}
		t.records = append(t.records, *r)
		text += textSize(r)
		if len(t.records) == batchRecords || text > most && len(t.records)%groupItems == 0 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			send(t)
			t, text = newBatch(), 0
		}
	}
	if len(t.records) > 0 {
		send(t)
	}
	return ctx.Err()
}

// startChunks runs the goroutines that compress and write records.
func (b *builder) startChunks(wg *sync.WaitGroup) {
	b.chunks = make(chan *chunk, 1) // few: each holds some tens of megabytes
	b.compressor = make(chan *chunk)
	b.chunk = newChunk(nil)
	for range b.workers {
		wg.Go(func() {
			var t *trainer
			if !b.opts.plain {
				t = &trainer{}
			}
			for c := range b.compressor {
				c.compress(t)
			}
		})
	}
	wg.Go(func() {
		for c := range b.chunks {
			<-c.done
			item := c.item
			for _, n := range c.size {
				b.records.add(item[:n])
				item = item[n:]
			}
			b.tables = append(b.tables, c.tab...)
		}
	})
}

func (b *builder) endChunk() {
	if b.chunk.len() == 0 {
		return
	}
	full := b.chunk
	b.chunk = newChunk(full)
	b.compressor <- full
	b.chunks <- full
}
