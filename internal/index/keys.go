package index

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/words"
)

func hashBytes(b []byte) uint64 { return xxhash.Sum64(b) }

// maxTitleTokens bounds the tokens of a title that are kept for look-ups.
const maxTitleTokens = 250

// meta is what ranking needs from a record without decoding it. Every part is a short hash: equality is a hint,
// never a proof.
type meta struct {
	year      uint16
	family    uint16 // of the first author
	names     uint32 // one bit per author's family name
	container uint16
	page      uint16 // the first page
	volume    uint16
}

// metaSize counts two bytes that are not used.
const metaSize = 16

func (m *meta) append(b []byte) []byte {
	le := binary.LittleEndian
	b = le.AppendUint16(b, m.year)
	b = le.AppendUint16(b, m.family)
	b = le.AppendUint32(b, m.names)
	b = le.AppendUint16(b, m.container)
	b = le.AppendUint16(b, m.page)
	b = le.AppendUint16(b, m.volume)
	return le.AppendUint16(b, 0)
}

func readMeta(b []byte) meta {
	le := binary.LittleEndian
	_ = b[metaSize-1]
	return meta{le.Uint16(b), le.Uint16(b[2:]), le.Uint32(b[4:]), le.Uint16(b[8:]), le.Uint16(b[10:]),
		le.Uint16(b[12:])}
}

// hash16 is never zero: zero means not stated.
func hash16(b []byte) uint16 {
	if len(b) == 0 {
		return 0
	}
	return uint16(hashBytes(b)>>48) | 1
}

// nameBit is the bit of a family name in meta.names.
func nameBit(b []byte) uint32 { return 1 << (hashBytes(b) >> 59) }

// keys are all look-up keys of one record.
type keys struct {
	tokens int      // number of tokens of the folded full title that count
	full   uint64   // hash of the full title
	head   uint64   // hash of the title without its subtitle, or 0
	ids    []uint64 // hashes of identifiers
	places []uint64 // hashes of the place in print: volume, page, and name or container
	people []uint64 // hashes of its authors
	meta   meta
}

// keyMaker makes keys; it is used by one goroutine at a time.
type keyMaker struct {
	f          folded // the full title
	name       folded
	buf, first []byte
	containers map[string][]byte // initials of recently used ones; nil if none are cached
}

// make replaces the keys in k with those of a record.
func (m *keyMaker) make(r *biblio.Record, k *keys) {
	*k = keys{ids: k.ids[:0], places: k.places[:0], people: k.people[:0]}
	m.titles(r, k)
	for _, id := range r.Named() {
		k.ids = append(k.ids, idHash(id))
		if id.Scheme == ident.ArXiv {
			continue // its only alias is a DOI
		}
		for _, alias := range id.Aliases() {
			if alias.Scheme == ident.ACL {
				k.ids = append(k.ids, idHash(alias))
			}
		}
	}
	m.meta(r, k)
}

func idHash(id ident.ID) uint64 {
	var buf [128]byte
	return hashBytes(append(append(append(buf[:0], id.Scheme...), ':'), id.Value...))
}

// titles folds title and subtitle and makes their keys.
func (m *keyMaker) titles(r *biblio.Record, k *keys) {
	m.f.fold(r.Title)
	head := 0
	if len(m.f.breaks) > 0 {
		head = int(m.f.breaks[0])
	}
	if r.Subtitle != "" {
		head = m.f.len()
		m.f.add(r.Subtitle)
	}
	k.tokens = min(m.f.len(), maxTitleTokens)
	k.full = hashBytes(m.f.text)
	if head > 0 && head < m.f.len() {
		k.head = hashBytes(m.f.upTo(head))
	}
}

func (m *keyMaker) meta(r *biblio.Record, k *keys) {
	if y := r.Issued.Year; y > 0 && y < 1<<16 {
		k.meta.year = uint16(y)
	}
	first := m.authors(r, k)
	k.meta.family = hash16(first)
	initials := m.container(r.Container.Title)
	k.meta.container = hash16(initials)
	m.places(r, k, first, initials)
}

// mostContainers bounds the cached containers.
const mostContainers = 1 << 12

// container returns the initials of a container's title, valid until the next call.
func (m *keyMaker) container(title string) []byte {
	if c, ok := m.containers[title]; ok {
		return c
	}
	m.name.fold(title)
	m.buf = appendInitials(m.buf[:0], &m.name)
	if m.containers != nil {
		if len(m.containers) == mostContainers {
			clear(m.containers)
		}
		m.containers[strings.Clone(title)] = slices.Clone(m.buf)
	}
	return m.buf
}

// authors records the words of the family names and the keys of the authors, and returns the last word of the
// first author's family name.
func (m *keyMaker) authors(r *biblio.Record, k *keys) []byte {
	m.first = m.first[:0]
	n := 0
	for i := range r.Contributors {
		c := &r.Contributors[i]
		if c.Role != biblio.Author && c.Role != "" {
			continue
		}
		n++
		m.name.fold(cmp.Or(c.Family, c.Literal))
		for t := range m.name.len() {
			k.meta.names |= nameBit(m.name.token(t))
		}
		if n == 1 && m.name.len() > 0 {
			m.first = append(m.first, m.name.token(m.name.len()-1)...)
		}
		if c.Family == "" || len(k.people) == maxPeople {
			continue
		}
		if h := m.withGiven(c.Given); h != 0 && !slices.Contains(k.people, h) {
			k.people = append(k.people, h)
		}
	}
	return m.first
}

// places makes the keys of the place in print: the first page in a volume, with the first author and with the
// container's initials, or in a year.
func (m *keyMaker) places(r *biblio.Record, k *keys, first, container []byte) {
	page, volume := firstPage(r.Pages), strings.TrimSpace(r.Volume)
	k.meta.page, k.meta.volume = hash16([]byte(page)), hash16([]byte(volume))
	if page == "" {
		return
	}
	if volume != "" && len(first) > 0 {
		k.places = append(k.places, placeHash('n', first, volume, page))
	}
	if volume != "" && len(container) > 0 {
		k.places = append(k.places, placeHash('c', container, volume, page))
	}
	if volume == "" && len(first) > 0 && k.meta.year > 0 {
		k.places = append(k.places, placeHash('y', first, r.YearString(), page))
	}
}

// skipWords are not counted among the initials of a container.
var skipWords = words.Set(`of the and in on for de et der und la fur le des del di`)

// appendInitials returns the first letters of a container's words: "Journal of
// Clinical Oncology" and "J Clin Oncol" both have "jco".
func appendInitials(b []byte, f *folded) []byte {
	for i := range f.len() {
		t := f.token(i)
		if skipWords[string(t)] {
			continue
		}
		b = append(b, t[0])
		if len(b) == 12 {
			break
		}
	}
	return b
}

// firstPage returns the first page with any leading letters in lower case: "e1003456", "a194", "1291".
func firstPage(pages string) string {
	start := 0
	for start < len(pages) && !pageByte(pages[start]) {
		start++
	}
	end := start
	for end < len(pages) && pageByte(pages[end]) {
		end++
	}
	return strings.ToLower(pages[start:end])
}

func pageByte(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func placeHash(kind byte, who []byte, volume, page string) uint64 {
	var buf [128]byte
	b := append(append(append(buf[:0], kind), who...), '|')
	return hashBytes(append(append(append(b, volume...), '|'), page...))
}
