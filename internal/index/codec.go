package index

import (
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/cespare/xxhash/v2"
)

// A stored record has two parts: numbers (which fields are present, references to strings that many records
// share, identifiers that are digits) and text (all other strings, each terminated by textEnd). Only the text
// is compressed.
const (
	textEnd    = 0
	textEscape = 1 // precedes a byte of the text that is textEnd or textEscape, plus one
)

// The bits of the first number of a record.
const (
	hasType = 1 << iota
	hasTitle
	hasSubtitle
	hasContributors
	hasContainer
	hasShort
	hasSeries
	hasISSN
	hasYear
	hasIDs
	hasURL
	hasVolume
	hasIssue
	hasPages
	hasPublisher
	hasPlace
	hasEdition
	hasNote
	isTitleCut
	isAuthorsCut
	hasSource
	hasLocalID
	hasStatus
	hasUpdates
	hasRelations
	hasExtra
	hasDay
)

// sharedStrings decides which strings are stored once. A string gets a number when it appears for the second
// time; the first occurrence is in its record.
type sharedStrings struct {
	*interner
	seen  []uint32 // marks of strings seen once; the latest wins a slot
	limit int      // bytes
}

const (
	seenSlots      = 1 << 18
	maxShared      = 64 << 20 // bytes of all shared strings
	maxSharedBytes = 300      // of one
)

func newSharedStrings() *sharedStrings {
	return &sharedStrings{interner: newInterner(), seen: make([]uint32, seenSlots), limit: maxShared}
}

// number returns the number of s, whose hash is h; ok is false if s is in the record.
func (t *sharedStrings) number(h uint64, s string) (n uint32, ok bool) {
	b := []byte(s)
	if n, ok := t.find(h, b, 1); ok {
		return n, true
	}
	slot := &t.seen[h%seenSlots]
	if mark := uint32(h >> 32); *slot != mark || len(t.arena) > t.limit {
		*slot = mark
		return 0, false
	}
	return t.interner.number(h, b, 1)
}

// encoder makes the stored form of records, one after another, except for the strings that records may share:
// that depends on all earlier records.
type encoder struct {
	numbers []byte
	text    []byte
	refs    []ref
	keys    []string
}

// ref is a string that is left out of numbers and text, with the offsets where it belongs.
type ref struct {
	s             string
	hash          uint64
	numbers, text uint32
	number        uint32 // plus one; 0 for a string in the text
}

func (e *encoder) clear() {
	clear(e.refs)
	e.numbers, e.text, e.refs = e.numbers[:0], e.text[:0], e.refs[:0]
}

func (e *encoder) num(n uint64) { e.numbers = binary.AppendUvarint(e.numbers, n) }
func (e *encoder) signed(n int) { e.numbers = binary.AppendVarint(e.numbers, int64(n)) }

func (e *encoder) string(s string) { e.text = appendText(e.text, s) }

func appendText(b []byte, s string) []byte { return append(appendEscaped(b, s), textEnd) }

func appendEscaped(b []byte, s string) []byte {
	if strings.IndexByte(s, textEnd) < 0 && strings.IndexByte(s, textEscape) < 0 {
		return append(b, s...)
	}
	for i := range len(s) {
		if s[i] <= textEscape {
			b = append(b, textEscape, s[i]+1)
		} else {
			b = append(b, s[i])
		}
	}
	return b
}

// ref adds a string that may be shared with other records.
func (e *encoder) ref(s string) {
	if len(s) < 2 || len(s) > maxSharedBytes {
		e.num(0)
		e.string(s)
		return
	}
	e.refs = append(e.refs,
		ref{s: s, hash: xxhash.Sum64String(s), numbers: uint32(len(e.numbers)), text: uint32(len(e.text))})
}

func (e *encoder) encode(r *biblio.Record) {
	e.num(presence(r))
	if r.Title != "" {
		e.string(r.Title)
	}
	if r.Subtitle != "" {
		e.string(r.Subtitle)
	}
	if len(r.Contributors) > 0 {
		e.contributors(r.Contributors)
	}
	for _, s := range sharedFields(r) {
		if *s != "" {
			e.ref(*s)
		}
	}
	for _, s := range ownFields(r) {
		if *s != "" {
			e.string(*s)
		}
	}
	if len(r.Container.ISSN) > 0 {
		e.num(uint64(len(r.Container.ISSN)))
		for _, s := range r.Container.ISSN {
			e.ref(s)
		}
	}
	e.date(r.Issued)
	if len(r.IDs) > 0 {
		e.num(uint64(len(r.IDs)))
		for _, id := range r.IDs {
			e.id(id)
		}
	}
	if r.URL != "" {
		e.derived(r.URL, r.IDs, urlPrefixes)
	}
	if r.LocalID != "" {
		e.derived(r.LocalID, r.IDs, localPrefixes)
	}
	if r.Status != 0 {
		e.num(uint64(r.Status))
	}
	e.links(r)
	if len(r.Extra) > 0 {
		e.num(uint64(len(r.Extra)))
		e.keys = slices.AppendSeq(e.keys[:0], maps.Keys(r.Extra))
		slices.Sort(e.keys)
		for _, key := range e.keys {
			e.ref(key)
			e.ref(r.Extra[key])
		}
	}
}

func (e *encoder) date(d biblio.Date) {
	if d.Month != 0 || d.Day != 0 {
		e.signed(d.Month)
		e.signed(d.Day)
	}
	if d.Year != 0 {
		e.signed(d.Year - 2000)
	}
}

func (e *encoder) links(r *biblio.Record) {
	if len(r.Updates) > 0 {
		e.num(uint64(len(r.Updates)))
		for _, u := range r.Updates {
			e.ref(string(u.Kind))
			e.id(u.ID)
			e.signed(u.Date.Year)
			e.signed(u.Date.Month)
			e.signed(u.Date.Day)
		}
	}
	if len(r.Relations) > 0 {
		e.num(uint64(len(r.Relations)))
		for _, rel := range r.Relations {
			e.ref(string(rel.Kind))
			e.id(rel.ID)
		}
	}
}

// sharedFields and ownFields return the strings of a record that others may share, and the others, in storage
// order; the bits of a record say which are present.
func sharedFields(r *biblio.Record) [8]*string {
	c := &r.Container
	return [...]*string{(*string)(&r.Type), &c.Title, &c.Short, &c.Series, &r.Publisher, &r.Place, &r.Edition, &r.Source}
}

func ownFields(r *biblio.Record) [4]*string {
	return [...]*string{&r.Volume, &r.Issue, &r.Pages, &r.Note}
}

var (
	sharedBits = [8]uint64{hasType, hasContainer, hasShort, hasSeries, hasPublisher, hasPlace, hasEdition, hasSource}
	ownBits    = [4]uint64{hasVolume, hasIssue, hasPages, hasNote}
)

func presence(r *biblio.Record) (mask uint64) {
	for i, s := range sharedFields(r) {
		mask |= has(*s != "", sharedBits[i])
	}
	for i, s := range ownFields(r) {
		mask |= has(*s != "", ownBits[i])
	}
	return mask | has(r.Title != "", hasTitle) | has(r.Subtitle != "",
		hasSubtitle) | has(len(r.Contributors) > 0, hasContributors) |
		has(len(r.Container.ISSN) > 0, hasISSN) | has(r.Issued.Year != 0, hasYear) | has(r.Issued.Month != 0 ||
		r.Issued.Day != 0, hasDay) |
		has(len(r.IDs) > 0, hasIDs) | has(r.URL != "", hasURL) | has(r.TitleCut, isTitleCut) | has(r.AuthorsCut,
		isAuthorsCut) | has(r.LocalID != "", hasLocalID) |
		has(r.Status != 0, hasStatus) | has(len(r.Updates) > 0, hasUpdates) | has(len(r.Relations) > 0,
		hasRelations) | has(len(r.Extra) > 0, hasExtra)
}

func has(on bool, bit uint64) uint64 {
	if on {
		return bit
	}
	return 0
}

// The forms of an identifier's value.
const (
	idText    = iota
	idArXiv        // yymm.number: three numbers
	idDigits       // decimal without leading zeros
	idPMC          // PMC and digits
	idOtherIn = 15 // scheme number: the scheme is in the text
)

func (e *encoder) id(id ident.ID) {
	scheme := slices.Index(ident.Schemes, id.Scheme)
	if scheme < 0 {
		scheme = idOtherIn
	}
	form, n := idText, uint64(0)
	if len(id.Value) > 4 && id.Value[4] == '.' && scheme != idOtherIn {
		a, ok1 := decimal(id.Value[:4], true)
		b, ok2 := decimal(id.Value[5:], true)
		if digits := len(id.Value) - 5; ok1 && ok2 && digits < 8 {
			form, n = idArXiv, (b*10_000+a)*8+uint64(digits)
		}
	} else if v, ok := decimal(id.Value, false); ok && scheme != idOtherIn {
		form, n = idDigits, v
	} else if rest, cut := strings.CutPrefix(id.Value, "PMC"); cut && scheme != idOtherIn {
		if v, ok := decimal(rest, false); ok {
			form, n = idPMC, v
		}
	}
	e.numbers = append(e.numbers, byte(scheme|form<<4))
	if scheme == idOtherIn {
		e.string(string(id.Scheme))
	}
	if form == idText {
		e.string(id.Value)
	} else {
		e.num(n)
	}
}

// decimal parses up to 17 digits; zeros says whether leading zeros are allowed.
func decimal(s string, zeros bool) (n uint64, ok bool) {
	if s == "" || len(s) > 17 || !zeros && s[0] == '0' {
		return 0, false
	}
	for i := range len(s) {
		c := s[i] - '0'
		if c > 9 {
			return 0, false
		}
		n = n*10 + uint64(c)
	}
	return n, true
}

// urlPrefixes and localPrefixes precede the value of one of the record's identifiers in most addresses and
// local keys. Part of the format: append only.
var (
	urlPrefixes = []string{"", "https://doi.org/", "http://doi.org/", "https://dx.doi.org/", "http://dx.doi.org/",
		"https://arxiv.org/abs/", "http://arxiv.org/abs/",
		"https://aclanthology.org/", "https://www.aclweb.org/anthology/", "https://openalex.org/",
		"https://pubmed.ncbi.nlm.nih.gov/"}
	localPrefixes = []string{"", "doi:", "arxiv:", "pmid:", "pmcid:", "isbn:", "acl:", "openalex:", "s2:",
		"https://openalex.org/"}
)

// derived stores a string that may consist of a prefix and one of the first sixteen identifiers, perhaps
// followed by a slash.
func (e *encoder) derived(s string, ids []ident.ID, prefixes []string) {
	for k, id := range ids[:min(len(ids), 16)] {
		head, ok := strings.CutSuffix(s, id.Value)
		if !ok || id.Value == "" {
			continue
		}
		if p := slices.Index(prefixes, head); p >= 0 {
			e.num(uint64(1 + p*16 + k))
			return
		}
	}
	e.num(0)
	e.string(s)
}
