package index

import (
	"sync"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// batch is the unit that passes through the pipeline of a build: some records, and what a worker derives from
// them. Of everything that depends on earlier records only the numbers remain to be assigned.
type batch struct {
	records []biblio.Record

	enc    encoder
	ends   []encoded
	tokens *interner // of the titles
	hashes []uint64  // of tokens
	titles []uint32  // numbers in tokens, title by title
	lens   []byte    // tokens of each title
	metas  []byte

	full, ids, places, people []hashed // values are relative to the first record
}

// encoded holds the ends of the parts of a record's stored form.
type encoded struct{ numbers, text, refs uint32 }

// batchRecords is a multiple of the items of a blob's group: only the last batch may end
// within one.
const batchRecords = 64 * groupItems

const (
	batchText  = 64 << 20 // bytes of text that end a batch early: offsets in it have 32 bits
	pooledText = 4 << 20  // a batch with more room for text is not reused
)

var batchPool = sync.Pool{New: func() any { return &batch{tokens: newInterner()} }}

func newBatch() *batch { return batchPool.Get().(*batch) }

// textSize returns about how many bytes of text a record has.
func textSize(r *biblio.Record) int {
	n := len(r.Title) + len(r.Subtitle) + len(r.URL) + len(r.LocalID) + len(r.Note) + len(r.Pages) +
		len(r.Volume) + len(r.Issue) +
		len(r.Container.Title) + len(r.Container.Short) + len(r.Container.Series) + len(r.Publisher) +
		len(r.Place) + len(r.Edition)
	for i := range r.Contributors {
		c := &r.Contributors[i]
		n += len(c.Family) + len(c.Given) + len(c.Particle) + len(c.Suffix) + len(c.Literal) + len(c.Stated)
	}
	for _, id := range r.IDs {
		n += len(id.Value)
	}
	for _, rel := range r.Relations {
		n += len(rel.ID.Value)
	}
	for _, u := range r.Updates {
		n += len(u.ID.Value)
	}
	for key, value := range r.Extra {
		n += len(key) + len(value)
	}
	return n
}

// recycle makes the batch available for reuse.
func (t *batch) recycle() {
	if cap(t.enc.text) > pooledText {
		return
	}
	clear(t.records)
	t.records = t.records[:0]
	t.enc.clear()
	t.tokens.clear()
	t.hashes = t.hashes[:0]
	t.ends, t.titles, t.lens, t.metas = t.ends[:0], t.titles[:0], t.lens[:0], t.metas[:0]
	t.full, t.ids, t.places, t.people = t.full[:0], t.ids[:0], t.places[:0], t.people[:0]
	batchPool.Put(t)
}

// prepare computes keys and stored forms.
func (t *batch) prepare(m *keyMaker) {
	var k keys
	for i := range t.records {
		r, n := &t.records[i], uint32(i)
		m.make(r, &k)
		if k.tokens > 0 {
			t.full = append(t.full, hashed{k.full, n << 1})
			if k.head != 0 {
				t.full = append(t.full, hashed{k.head, n<<1 | 1})
			}
		}
		t.ids = appendHashed(t.ids, k.ids, n)
		t.places = appendHashed(t.places, k.places, n)
		t.people = appendHashed(t.people, k.people, n)
		t.metas = k.meta.append(t.metas)
		t.lens = append(t.lens, byte(k.tokens))
		for j := range k.tokens {
			token := m.f.token(j)
			h := hashBytes(token)
			id, _ := t.tokens.number(h, token, 1)
			if int(id) == len(t.hashes) {
				t.hashes = append(t.hashes, h)
			}
			t.titles = append(t.titles, id)
		}
		t.enc.encode(r)
		t.ends = append(t.ends, encoded{uint32(len(t.enc.numbers)), uint32(len(t.enc.text)), uint32(len(t.enc.refs))})
	}
}

func appendHashed(list []hashed, hashes []uint64, n uint32) []hashed {
	for _, h := range hashes {
		list = append(list, hashed{h, n})
	}
	return list
}

// addBatch numbers what the records share with others and stores the rest. It returns the chunk that becomes
// full, if any.
func (b *builder) addBatch(t *batch) (full *chunk, err error) {
	if b.n+len(t.records) > maxRecords {
		return nil, errTooMany
	}
	if err := b.addTitles(t); err != nil {
		return nil, err
	}
	first := uint32(b.n)
	b.titles.addAll(t.full, first<<1)
	b.ids.addAll(t.ids, first)
	b.places.addAll(t.places, first)
	b.people.addAll(t.people, first)
	b.metas.add(t.metas)
	b.lengths.add(t.lens)
	var from encoded
	for i := range t.records {
		to, refs := t.ends[i], t.enc.refs[from.refs:t.ends[i].refs]
		for j := range refs {
			if n, ok := b.shared.number(refs[j].hash, refs[j].s); ok {
				refs[j].number = n + 1
			}
		}
		b.chunk.add(t.enc.numbers[from.numbers:to.numbers], t.enc.text[from.text:to.text], refs, from.numbers, from.text)
		if b.chunk.len() == chunkRecords {
			full, b.chunk = b.chunk, newChunk(b.chunk)
		}
		b.cover.add(first+uint32(i), &t.records[i])
		from = to
	}
	b.n += len(t.records)
	t.recycle()
	return full, nil
}

// addTitles stores the numbers of the titles' tokens: the first record, the number of titles, then for each
// title its number of tokens, then the tokens.
func (b *builder) addTitles(t *batch) error {
	number := make([]uint32, t.tokens.len())
	for i, e := range t.tokens.entries {
		n, ok := b.tokens.number(t.hashes[i], t.tokens.value(uint32(i)), e.count)
		if !ok {
			return errTooMany
		}
		number[i] = n
	}
	buf := appendUvarint32(b.buf[:0], uint32(b.n))
	buf = appendUvarint32(buf, uint32(len(t.lens)))
	at := 0
	for _, n := range t.lens {
		buf = append(buf, n)
		for _, id := range t.titles[at : at+int(n)] {
			buf = appendUvarint32(buf, number[id])
		}
		at += int(n)
	}
	b.forward.add(buf)
	b.buf = buf
	return nil
}
