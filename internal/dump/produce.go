package dump

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"iter"
)

// batches reads files from a position on and splits them into batches.
func (r *Reader) batches(from position) iter.Seq[*batch] {
	return func(yield func(*batch) bool) {
		for i := from.file; i < len(r.files); i++ {
			p := &producer{r: r, send: yield, file: i}
			if i == from.file {
				p.skip = from
			}
			if err := p.read(); err != nil {
				return
			}
		}
	}
}

// producer splits one file into batches.
type producer struct {
	r      *Reader
	send   func(*batch) bool
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

// lost records that the rest of the file cannot be read.
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

// flush sends the batch that was held back.
func (p *producer) flush() error {
	b := p.pend
	p.pend = nil
	if b != nil && !p.send(b) {
		return errStop
	}
	return nil
}

// one splits one file or member of an archive.
func (p *producer) one(name string, r *bufio.Reader) error {
	if p.member < p.skip.member {
		p.member++
		return nil
	}
	if p.pend != nil {
		p.pend.last = memberEnd
	}
	if err := p.flush(); err != nil {
		return err
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

// unknown skips a member of an archive or folder of unknown format; a dump that is one such file is bad.
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
	source := cmp.Or(p.r.opt.Source, string(format))
	env := &environment{source: source, file: p.r.files[p.file].name, bibtex: p.r.opt.BibTeX}
	s := spec.split(&stream{r, env})
	skip := int64(0)
	if p.skip.file == p.file && p.member == p.skip.member {
		skip = p.skip.units
	}
	var number int64
	b := p.batch(name, env, skip)
	b.spec = spec
	if skip == 0 {
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
		if b.append(unit, place, err); len(b.ends) >= p.r.opt.units || len(b.buf) >= batchBytes {
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
