package dump

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// A batch is decoded by one worker: this many units or bytes, whichever comes
// first. Large enough that passing it on costs nothing, small enough that some
// of them fit any memory.
const (
	batchUnits = 512
	batchBytes = 512 << 10
)

// ending says what a batch ends with.
type ending uint8

const (
	moreUnits ending = iota
	memberEnd        // the last of a member of an archive
	fileEnd          // the last of a file
)

// batch is some units of one file or member, in order, and what came of them.
type batch struct {
	env          *environment
	spec         spec
	file, member int
	memberName   string
	first        int64 // number of the first unit in the file or member, from 0
	within       int   // records of the first unit that are left out
	buf          []byte
	ends         []int   // of each unit in buf
	places       []int64 // of each unit
	broken       []error // of each unit, nil for one that can be decoded; nil when none is broken
	last         ending
	tail         *Bad  // why the rest of the file is lost
	err          error // of reading ahead
	done         chan struct{}

	records []biblio.Record
	unit    []int32 // of each record
	bad     []Bad
	badUnit []int32
	rows    []declared
	rowUnit []int32
	skipped []int32 // units that describe no work
	files   int64
	unknown int64
}

var batches = sync.Pool{New: func() any { return &batch{} }}

func newBatch() *batch {
	b := batches.Get().(*batch)
	*b = batch{buf: b.buf[:0], ends: b.ends[:0], places: b.places[:0], unit: b.unit[:0], skipped: b.skipped[:0], done: make(chan struct{})}
	return b
}

func (b *batch) recycle() {
	if cap(b.buf) <= 4*batchBytes {
		batches.Put(b)
	}
}

// position gives the place behind record i.
func (b *batch) position(i int) position {
	unit, within := b.unit[i], 1
	for j := i - 1; j >= 0 && b.unit[j] == unit; j-- {
		within++
	}
	if unit == 0 {
		within += b.within
	}
	return position{b.file, b.member, b.first + int64(unit), within}
}

// before adds to a checkpoint what the units before the given one found.
func (b *batch) before(units int64, c *Checkpoint) {
	limit := int32(units - b.first)
	for i, bad := range b.bad {
		if b.badUnit[i] < limit {
			c.Stats.Bad++
			c.Bad = append(c.Bad, bad)
		}
	}
	for _, unit := range b.skipped {
		if unit < limit {
			c.Stats.Skipped++
		}
	}
	c.Stats.Files += b.files
	for i, row := range b.rows {
		if b.rowUnit[i] < limit {
			c.Rows = append(c.Rows, row)
		}
	}
}

func (b *batch) full() bool { return len(b.ends) >= batchUnits || len(b.buf) >= batchBytes }

func (b *batch) append(unit []byte, place int64, broken error) {
	if broken != nil {
		for len(b.broken) < len(b.ends) {
			b.broken = append(b.broken, nil)
		}
		b.broken = append(b.broken, broken)
	} else {
		b.buf = append(b.buf, unit...)
		if b.broken != nil {
			b.broken = append(b.broken, nil)
		}
	}
	b.ends = append(b.ends, len(b.buf))
	b.places = append(b.places, place)
}

// produce reads files from a position on, cuts them into batches and puts those
// into the queue.
func (r *Reader) produce(from position) {
	defer r.wait.Done()
	defer close(r.queue)
	defer close(r.work)
	for i := from.file; i < len(r.files); i++ {
		p := &producer{r: r, file: i}
		if i == from.file {
			p.skip = from
		}
		if err := p.read(); err != nil {
			return
		}
	}
}

// producer cuts one file.
type producer struct {
	r      *Reader
	file   int
	skip   position
	member int
	pend   *batch // the last batch, held back until it is known what follows
}

func (p *producer) read() error {
	f := p.r.files[p.file]
	before := p.r.offset.Load()
	err := eachMember(f, &p.r.offset, p.one)
	if errors.Is(err, errStop) {
		return err
	}
	p.r.offset.Store(before + f.size)
	if p.pend == nil {
		p.pend = p.batch("", nil, 0)
	}
	if err != nil {
		p.lost("", 0, err)
	}
	p.pend.last = fileEnd
	return p.flush()
}

// lost notes that the rest of the file cannot be read.
func (p *producer) lost(member string, place int64, err error) {
	if p.pend.tail == nil {
		p.pend.tail = &Bad{File: p.r.files[p.file].name, Member: member, Place: place, Why: err.Error(), Lost: true}
	}
}

func (p *producer) batch(name string, env *environment, first int64) *batch {
	b := newBatch()
	b.env, b.file, b.member, b.memberName, b.first = env, p.file, p.member, name, first
	return b
}

// flush sends the batch that is held back.
func (p *producer) flush() error {
	b := p.pend
	p.pend = nil
	if b == nil {
		return nil
	}
	select {
	case p.r.queue <- b:
	case <-p.r.stop:
		return errStop
	}
	select {
	case p.r.work <- b:
	case <-p.r.stop:
		close(b.done)
		return errStop
	}
	return nil
}

// one cuts one file or member of an archive.
func (p *producer) one(name string, r *bufio.Reader) error {
	select {
	case <-p.r.stop:
		return errStop
	default:
	}
	if p.member < p.skip.member {
		p.member++
		return nil
	}
	if p.pend != nil {
		p.pend.last = memberEnd
		if err := p.flush(); err != nil {
			return err
		}
	}
	format := p.r.opt.Format
	if format == Auto {
		head, _ := r.Peek(sniffLen)
		format = recognise(head)
	}
	spec, known := specs[format]
	if !known {
		return p.unknown(name)
	}
	return p.cut(name, r, spec, format)
}

// unknown passes over a member of an archive or folder; a dump that is one file
// of no known format is bad.
func (p *producer) unknown(name string) error {
	p.pend = p.batch(name, nil, 0)
	p.pend.unknown = 1
	if len(p.r.files) == 1 && name == "" {
		p.lost("", 0, errors.New("the format is not recognised"))
	}
	p.member++
	return nil
}

func (p *producer) cut(name string, r *bufio.Reader, spec spec, format Format) error {
	source := p.r.opt.Source
	if source == "" {
		source = string(format)
	}
	env := &environment{source: source, file: p.r.files[p.file].name, bibtex: p.r.opt.BibTeX}
	s := spec.split(&stream{r, env})
	skip, within := int64(0), 0
	if p.skip.file == p.file && p.member == p.skip.member {
		skip, within = p.skip.units, p.skip.within
	}
	var number int64
	b := p.batch(name, env, skip)
	b.spec, b.within = spec, within
	if skip == 0 && within == 0 {
		b.files = 1
	}
	defer func() { p.pend, p.member = b, p.member+1 }()
	for {
		unit, place, err := s.next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil && !errors.Is(err, errUnit):
			p.pend = b
			p.lost(name, place, err)
			return nil
		}
		if number++; number <= skip {
			continue
		}
		if b.append(unit, place, err); b.full() {
			p.pend = b
			if err := p.flush(); err != nil {
				b = nil
				return err
			}
			b = p.batch(name, env, number)
			b.spec = spec
		}
	}
}

// decode turns batches into records until there are no more.
func (r *Reader) decode() {
	defer r.wait.Done()
	for b := range r.work {
		b.decode(r)
		close(b.done)
	}
}

func (b *batch) decode(r *Reader) {
	defer func() {
		if cause := recover(); cause != nil { // a fault in a reader costs a batch, not a build
			b.records, b.unit = nil, b.unit[:0]
			b.note(r, len(b.ends)-1, fmt.Errorf("batch of %d units: %v", len(b.ends), cause))
		}
	}()
	b.records = make([]biblio.Record, 0, len(b.ends))
	var out output
	start := 0
	for i, end := range b.ends {
		out = output{records: out.records[:0], bad: out.bad[:0], rows: out.rows[:0]}
		if b.broken != nil && i < len(b.broken) && b.broken[i] != nil {
			out.bad = append(out.bad, b.broken[i])
		} else {
			b.spec.read(b.env, b.buf[start:end], &out)
		}
		start = end
		b.take(r, i, &out)
	}
	if b.tail != nil {
		b.bad, b.badUnit = append(b.bad, *b.tail), append(b.badUnit, int32(len(b.ends)))
	}
}

// take keeps what one unit gave.
func (b *batch) take(r *Reader, i int, out *output) {
	records := out.records
	if i == 0 && b.within > 0 {
		records = records[min(b.within, len(records)):]
	}
	for j := range records {
		for key := range records[j].Extra {
			if r.omit[key] {
				delete(records[j].Extra, key)
			}
		}
		b.records = append(b.records, records[j])
		b.unit = append(b.unit, int32(i))
	}
	for _, err := range out.bad {
		b.note(r, i, err)
	}
	for _, row := range out.rows {
		b.rows, b.rowUnit = append(b.rows, row), append(b.rowUnit, int32(i))
	}
	for range out.skipped {
		b.skipped = append(b.skipped, int32(i))
	}
}

func (b *batch) note(r *Reader, i int, err error) {
	why := err.Error()
	if len(why) > 300 {
		why = why[:300]
	}
	place := int64(0)
	if i >= 0 && i < len(b.places) {
		place = b.places[i]
	}
	b.bad = append(b.bad, Bad{File: r.files[b.file].name, Member: b.memberName, Place: place, Why: why})
	b.badUnit = append(b.badUnit, int32(i))
}
