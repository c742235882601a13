package tagger

import "math"

// Model is a trained labeller. It is read only once built, so any number of
// goroutines may use it.
type Model struct {
	Lexicon  *Lexicon
	names    *Lexicon // of containers
	keywords *keywordTable

	trans, exp *Transitions
	slots      []uint32 // 0 for empty, else fingerprint and number of a row plus one
	mask       uint32
	rows       [][2]uint64 // eight weights each, offset by bias
	scale      float32
	sureness   Sureness
	whole      *wholeTable // nil when labellings are not weighed
}

// Sureness calibrates confidences: for each label, a and b of
// logistic(a + b·logit(p)), with p the confidence that inference gives.
type Sureness [Labels][2]float32

const (
	bias    = 128
	rowBits = 18 // of a slot; the rest is the fingerprint
	rowMask = 1<<rowBits - 1
)

// Weights are what training gives: a row of whole-number weights per feature,
// the unit of these weights, and the transitions.
type Weights struct {
	Hashes      []uint32
	Rows        [][Labels]int8
	Unit        float32
	Transitions Transitions
	Words       []uint32
	Entries     []Entry
	Names       []uint32 // runs of words of names of containers
	NameMarks   []Entry
	Sureness    Sureness
	Whole       Whole
}

// NewModel builds a model of weights.
func NewModel(w *Weights) *Model {
	m := &Model{Lexicon: newLexicon(w.Words, w.Entries), names: newLexicon(w.Names, w.NameMarks), keywords: newKeywordTable(), trans: &w.Transitions, exp: w.Transitions.Exp(), scale: w.Unit, sureness: w.Sureness, whole: newWholeTable(&w.Whole)}
	size := uint32(1024)
	for 4*int(size) < 5*len(w.Hashes) { // at most four fifths full: a small table stays in the cache
		size *= 2
	}
	m.slots, m.mask = make([]uint32, size), size-1
	m.rows = make([][2]uint64, len(w.Hashes))
	for i, h := range w.Hashes {
		for l, v := range w.Rows[i] {
			m.rows[i][l/8] |= uint64(uint8(int(v)+bias)) << (8 * (l % 8))
		}
		k := h & m.mask
		for m.slots[k] != 0 {
			k = (k + 1) & m.mask
		}
		m.slots[k] = fingerprint(h) | uint32(i+1)
	}
	return m
}

// fingerprint gives the bits of a slot that tell features apart that begin at
// the same slot.
func fingerprint(h uint32) uint32 { return (h * 0x9e3779b1) &^ rowMask }

// Tagging is the working space for labelling; it is reused from string to
// string and not shared.
type Tagging struct {
	Text   Text
	Chain  Chain
	Labels []Label
	Sure   []float32 // the probability of each token's label
	hashes [MaxFeatures]uint32
	rivals []Rival
}

// Tag labels the tokens of a string.
func (m *Model) Tag(t *Tagging, raw string, tokens []Token) {
	t.Text.Prepare(raw, tokens, m)
	n := len(tokens)
	t.Chain.Reset(n)
	if cap(t.Labels) < n {
		t.Labels, t.Sure = make([]Label, n+n/2), make([]float32, n+n/2)
	}
	t.Labels, t.Sure = t.Labels[:n], t.Sure[:n]
	for i := range n {
		m.emit(&t.Text, i, &t.hashes, &t.Chain.Emit[i])
		t.Chain.Gap[i] = uint8(t.Text.gapBefore(i))
	}
	t.Chain.Posterior(m.exp)
	if !t.Chain.clear(t.Labels) {
		t.Chain.Best(m.trans, t.Labels)
	}
	if m.whole != nil && n > 0 && t.doubtful() {
		rivals := m.rivals(t)
		copy(t.Labels, rivals[m.whole.choose(rivals)].Labels)
	}
	for i, l := range t.Labels {
		t.Sure[i] = t.Chain.Marginal[i][l]
	}
}

// emit sums the weights of a token's features. Sixteen sums run side by side
// in four words of four lanes. Slots are fetched before any is looked at, and
// rows before any is added, so that the waits for memory overlap.
func (m *Model) emit(t *Text, i int, hashes *[MaxFeatures]uint32, out *Scores) {
	const lanes = 0x00ff00ff00ff00ff
	n := t.Features(i, hashes)
	var slots, found [MaxFeatures]uint32
	for k, h := range hashes[:n] {
		slots[k] = m.slots[h&m.mask]
	}
	hits := 0
	for k, s := range slots[:n] {
		h := hashes[k]
		for at := h & m.mask; s != 0; s = m.slots[at] {
			if (s^fingerprint(h))&^rowMask == 0 {
				found[hits] = s&rowMask - 1
				hits++
				break
			}
			at = (at + 1) & m.mask
		}
	}
	var even0, odd0, even1, odd1 uint64
	for _, r := range found[:hits] {
		row := &m.rows[r]
		even0 += row[0] & lanes
		odd0 += row[0] >> 8 & lanes
		even1 += row[1] & lanes
		odd1 += row[1] >> 8 & lanes
	}
	off := int32(hits * bias)
	for l := 0; l < 4; l++ {
		sh := 16 * l
		out[2*l] = float32(int32(even0>>sh&0xffff)-off) * m.scale
		out[2*l+1] = float32(int32(odd0>>sh&0xffff)-off) * m.scale
		out[8+2*l] = float32(int32(even1>>sh&0xffff)-off) * m.scale
		out[8+2*l+1] = float32(int32(odd1>>sh&0xffff)-off) * m.scale
	}
}

// Calibrate turns the confidence in a run of a label into the share of such
// runs that are right.
func (m *Model) Calibrate(l Label, p float64) float64 {
	c := m.sureness[l]
	if c[1] == 0 {
		return p
	}
	p = min(max(p, 1e-4), 1-1e-4)
	return 1 / (1 + math.Exp(-float64(c[0])-float64(c[1])*math.Log(p/(1-p))))
}
