package index

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// decoder decodes one stored record.
type decoder struct {
	numbers []byte
	text    string
	shared  func(n uint64) string
}

func (d *decoder) num() uint64 {
	v, n := uvarint(d.numbers)
	d.numbers = d.numbers[n:]
	return v
}

func (d *decoder) signed() int {
	v := d.num()
	return int(int64(v>>1) ^ -int64(v&1))
}

func (d *decoder) byte() byte {
	b := d.numbers[0]
	d.numbers = d.numbers[1:]
	return b
}

// count checks a number of items against the remaining bytes: every item takes at least one byte of numbers or
// of text.
func (d *decoder) count(n uint64) int {
	if n > uint64(len(d.numbers)+len(d.text)) {
		corrupt("more items than bytes")
	}
	return int(n)
}

// string returns the next string of the text.
func (d *decoder) string() string {
	i := strings.IndexByte(d.text, textEnd)
	if i < 0 {
		corrupt("text ends early")
	}
	s := d.text[:i]
	d.text = d.text[i+1:]
	if strings.IndexByte(s, textEscape) >= 0 {
		return unescape(s)
	}
	return s
}

func unescape(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == textEscape && i+1 < len(s) {
			i++
			c = s[i] - 1
		}
		b = append(b, c)
	}
	return string(b)
}

func (d *decoder) ref() string {
	if n := d.num(); n > 0 {
		return d.shared(n - 1)
	}
	return d.string()
}

func (d *decoder) record(r *biblio.Record) {
	mask := d.num()
	has := func(bit uint64) bool { return mask&bit != 0 }
	if has(hasTitle) {
		r.Title = d.string()
	}
	if has(hasSubtitle) {
		r.Subtitle = d.string()
	}
	if has(hasContributors) {
		r.Contributors = d.contributors()
	}
	for i, to := range sharedFields(r) {
		if has(sharedBits[i]) {
			*to = d.ref()
		}
	}
	for i, to := range ownFields(r) {
		if has(ownBits[i]) {
			*to = d.string()
		}
	}
	if has(hasISSN) {
		r.Container.ISSN = make([]string, d.count(d.num()))
		for i := range r.Container.ISSN {
			r.Container.ISSN[i] = d.ref()
		}
	}
	if has(hasDay) {
		r.Issued.Month, r.Issued.Day = d.signed(), d.signed()
	}
	if has(hasYear) {
		r.Issued.Year = d.signed() + 2000
	}
	if has(hasIDs) {
		r.IDs = make([]ident.ID, d.count(d.num()))
		for i := range r.IDs {
			r.IDs[i] = d.id()
		}
	}
	if has(hasURL) {
		r.URL = d.derived(r.IDs, urlPrefixes)
	}
	if has(hasLocalID) {
		r.LocalID = d.derived(r.IDs, localPrefixes)
	}
	if has(hasStatus) {
		r.Status = biblio.Status(d.num())
	}
	d.links(r, has(hasUpdates), has(hasRelations))
	if has(hasExtra) {
		n := d.count(d.num())
		r.Extra = make(map[string]string, n)
		for range n {
			key := d.ref()
			r.Extra[key] = d.ref()
		}
	}
	r.TitleCut, r.AuthorsCut = has(isTitleCut), has(isAuthorsCut)
}

func (d *decoder) links(r *biblio.Record, updates, relations bool) {
	if updates {
		r.Updates = make([]biblio.Update, d.count(d.num()))
		for i := range r.Updates {
			u := &r.Updates[i]
			u.Kind, u.ID = biblio.UpdateKind(d.ref()), d.id()
			u.Date = biblio.Date{Year: d.signed(), Month: d.signed(), Day: d.signed()}
		}
	}
	if relations {
		r.Relations = make([]biblio.Relation, d.count(d.num()))
		for i := range r.Relations {
			r.Relations[i] = biblio.Relation{Kind: biblio.RelationKind(d.ref()), ID: d.id()}
		}
	}
}

func (d *decoder) id() ident.ID {
	b := d.byte()
	var id ident.ID
	if scheme := int(b & 15); scheme < len(ident.Schemes) {
		id.Scheme = ident.Schemes[scheme]
	} else if scheme == idOtherIn {
		id.Scheme = ident.Scheme(d.string())
	} else {
		corrupt("unknown scheme")
	}
	var digits [24]byte
	switch b >> 4 {
	case idText:
		id.Value = d.string()
	case idArXiv:
		n := d.num()
		out := append(appendPadded(digits[:0], n/8%10_000, 4), '.')
		id.Value = string(appendPadded(out, n/8/10_000, int(n%8)))
	case idDigits:
		id.Value = string(appendPadded(digits[:0], d.num(), 1))
	case idPMC:
		id.Value = string(appendPadded(append(digits[:0], "PMC"...), d.num(), 1))
	default:
		corrupt("unknown form of an identifier")
	}
	return id
}

// appendPadded appends n in decimal, padded to width digits.
func appendPadded(b []byte, n uint64, width int) []byte {
	var tmp [20]byte
	i := len(tmp)
	for n > 0 || len(tmp)-i < width {
		i--
		tmp[i] = '0' + byte(n%10)
		n /= 10
	}
	return append(b, tmp[i:]...)
}

func (d *decoder) derived(ids []ident.ID, prefixes []string) string {
	n := d.num()
	if n == 0 {
		return d.string()
	}
	p, k := (n-1)/16, (n-1)%16
	if p >= uint64(len(prefixes)) || k >= uint64(len(ids)) {
		corrupt("derived from an identifier that is not there")
	}
	return prefixes[p] + ids[k].Value
}
