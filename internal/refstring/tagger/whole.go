package tagger

// Whole holds the weights for labellings as a whole, by their marks.
type Whole struct {
	Scale   float32 // of the log potential
	Unit    float32 // of the weights
	Marks   []uint32
	Weights []int8
}

// wholeTable maps marks to weights.
type wholeTable struct {
	scale float32
	slots []weighed
	mask  uint32
}

// weighed is a mark with its weight; an empty slot has the weight 0.
type weighed struct {
	mark   uint32
	weight float32
}

// newWholeTable returns nil if there are no weights.
func newWholeTable(w *Whole) *wholeTable {
	if len(w.Marks) == 0 {
		return nil
	}
	size := uint32(1024)
	for int(size) < 2*len(w.Marks) {
		size *= 2
	}
	t := &wholeTable{scale: w.Scale, slots: make([]weighed, size), mask: size - 1}
	for i, h := range w.Marks {
		k := h & t.mask
		for t.slots[k].weight != 0 {
			k = (k + 1) & t.mask
		}
		t.slots[k] = weighed{h, float32(w.Weights[i]) * w.Unit}
	}
	return t
}

// weight returns the weight of a mark, or 0 for an unknown mark.
func (t *wholeTable) weight(h uint32) float32 {
	for k := h & t.mask; t.slots[k].weight != 0; k = (k + 1) & t.mask {
		if t.slots[k].mark == h {
			return t.slots[k].weight
		}
	}
	return 0
}

func (t *wholeTable) choose(rivals []Rival) int {
	best, at := float32(impossible), 0
	for i := range rivals {
		score := rivals[i].Score * t.scale
		for _, h := range rivals[i].Marks {
			score += t.weight(h)
		}
		if score > best {
			best, at = score, i
		}
	}
	return at
}

// Probabilities of a label below which the labelling as a whole is examined: for a word of the title or container,
// and for any word if one of these is missing.
const (
	doubt        = 0.6
	doubtMissing = 0.9 // case: TestWordForVolume
)

// doubtful reports whether a word of the title or container may belong elsewhere, or one of them may be missing.
func (t *Tagging) doubtful() bool {
	kind, least := 0, float32(1)
	for i, l := range t.Labels {
		p := t.Chain.Marginal[i][l]
		least = min(least, p)
		if k := kindOf(l); k != 0 {
			kind |= k
			if p < doubt {
				return true
			}
		}
	}
	return kind != withTitle|withContainer && least < doubtMissing
}

// Rivals returns the competing labellings for a string, for training.
func (m *Model) Rivals(t *Tagging, raw string, tokens []Token) []Rival {
	m.Tag(t, raw, tokens)
	if len(tokens) == 0 {
		return nil
	}
	var list []Rival
	for _, r := range m.rivals(t) {
		list = append(list,
			Rival{Labels: append([]Label(nil), r.Labels...), Score: r.Score, Marks: append([]uint32(nil), r.Marks...)})
	}
	return list
}
