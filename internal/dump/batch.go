package dump

import (
	"fmt"
	"slices"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/parallel"
)

// A batch is decoded by one worker: at most this many units or bytes. It is large enough that passing it on
// costs nothing, and small enough that several fit into any memory.
const (
	batchUnits = 512
	batchBytes = 512 << 10
)

type ending uint8

const (
	moreUnits ending = iota
	memberEnd        // last batch of a member of an archive
	fileEnd          // last batch of a file
)

// batch is some units of one file or member, in order, and the results of decoding them.
type batch struct {
	env          *environment
	spec         spec
	file, member int
	memberName   string
	first        int64 // number of the first unit in the file or member, from 0
	buf          []byte
	ends         []int   // end of each unit in buf
	places       []int64 // of each unit
	broken       []error // of each unit, nil for a decodable one
	last         ending
	tail         *Bad // why the rest of the file is lost

	records []biblio.Record
	bad     []Bad
	rows    []declared
	skipped int64 // units that are not works
	files   int64
	unknown int64
}

var batches = sync.Pool{New: func() any { return &batch{} }}

func newBatch() *batch {
	b := batches.Get().(*batch)
	*b = batch{buf: b.buf[:0], ends: b.ends[:0], places: b.places[:0], broken: b.broken[:0]}
	return b
}

func (b *batch) append(unit []byte, place int64, broken error) {
	if broken == nil {
		b.buf = append(b.buf, unit...)
	}
	b.broken = append(b.broken, broken)
	b.ends = append(b.ends, len(b.buf))
	b.places = append(b.places, place)
}

// decode decodes units into records. A panic in a reader costs a batch, not a build.
func (b *batch) decode(r *Reader) {
	if err := parallel.Try(func() error { b.decodeAll(r); return nil }); err != nil {
		b.records = nil
		b.note(r, len(b.ends)-1, fmt.Errorf("batch of %d units: %w", len(b.ends), err))
	}
}

func (b *batch) decodeAll(r *Reader) {
	b.records = make([]biblio.Record, 0, len(b.ends))
	var out output
	start := 0
	for i, end := range b.ends {
		out = output{records: out.records[:0], bad: out.bad[:0], rows: out.rows[:0], deleted: out.deleted[:0]}
		if b.broken[i] != nil {
			out.bad = append(out.bad, b.broken[i])
		} else {
			b.spec.read(b.env, b.buf[start:end], &out)
		}
		start = end
		b.take(r, i, &out)
	}
	if b.tail != nil {
		b.bad = append(b.bad, *b.tail)
	}
}

// take adds the result of one unit.
func (b *batch) take(r *Reader, i int, out *output) {
	records := b.wanted(r, out)
	for j := range records {
		for key := range records[j].Extra {
			if r.omit[key] {
				delete(records[j].Extra, key)
			}
		}
		records[j].Origin = b.origin(r, records[j].Source)
	}
	b.records = append(b.records, records...)
	for _, err := range out.bad {
		b.note(r, i, err)
	}
	b.rows = append(b.rows, out.rows...)
	b.skipped += int64(out.skipped)
}

// wanted returns the wanted records of a unit: those that pass the filter, and then, on request, those that the
// source has deleted. The others count as skipped.
func (b *batch) wanted(r *Reader, out *output) []biblio.Record {
	records := out.records
	if r.opt.Keep != nil {
		records = slices.DeleteFunc(records, func(rec biblio.Record) bool {
			if r.opt.Keep(&rec) {
				return false
			}
			if r.opt.Unwanted && rec.LocalID != "" {
				out.deleted = append(out.deleted, biblio.Record{Source: rec.Source, LocalID: rec.LocalID})
			}
			return true
		})
		out.skipped += len(out.records) - len(records)
	}
	if !r.opt.Deletions {
		out.skipped += len(out.deleted)
		return records
	}
	for _, rec := range out.deleted {
		rec.Extra = map[string]string{deletedKey: "true"}
		records = append(records, rec)
	}
	return records
}

func (b *batch) origin(r *Reader, source string) biblio.Origin {
	if o, ok := r.opt.Origins[source]; ok {
		return o
	}
	return biblio.Origin{Kind: b.spec.origin}
}

func (b *batch) note(r *Reader, i int, err error) {
	why := err.Error()
	place := int64(0)
	if i >= 0 && i < len(b.places) {
		place = b.places[i]
	}
	b.bad = append(b.bad,
		Bad{File: r.files[b.file].name, Member: b.memberName, Place: place, Why: why[:min(len(why), 300)]})
}
