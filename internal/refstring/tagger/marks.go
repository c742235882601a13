package tagger

type segment struct {
	from, to int
	label    Label
}

// bridged are the fields that may contain words without a label.
var bridged = [Labels]bool{Author: true, Editor: true, Title: true, Book: true, Container: true}

// segments appends the fields of a labelling, and returns the number of words and of numbers that belong to none.
func (t *Text) segments(labels []Label, list []segment) (fields []segment, words, numbers int) {
	for i := 0; i < len(labels); {
		j := i + 1
		for j < len(labels) && labels[j] == labels[i] {
			j++
		}
		switch n := len(list); {
		case labels[i] == None:
			words += j - i
			for k := i; k < j; k++ {
				if t.Tokens[k].Kind == Number {
					numbers++
				}
			}
		case n > 0 && list[n-1].label == labels[i] && bridged[labels[i]]:
			list[n-1].to = j
		default:
			list = append(list, segment{i, j, labels[i]})
		}
		i = j
	}
	return list, words, numbers
}

// length returns the class of a field's length, or 0 if the field is absent.
func (s segment) length() uint32 {
	if s.to == 0 {
		return 0
	}
	return 1 + lengthBucket(s.to-s.from)
}

// coreFields are the fields that distinguish kinds of works.
var coreFields = []Label{Title, Book, Container, Volume, Pages, Publisher, Series, Institution}

// Bits of a set of core fields.
const (
	coreTitles    = 3
	coreContainer = 4
	coreVolume    = 8
)

// marker collects the marks of one labelling.
type marker struct {
	marks []uint32
	core  uint32 // set of coreFields
}

// marksFrom is the number of the first template of marks; those of token features are below it.
const marksFrom = 100

func (m *marker) add(template, a, b uint32) { m.marks = append(m.marks, mix(marksFrom+template, a, b)) }

// marks appends hashes of the overall shape of a labelling: which fields there are, in which order, and what title
// and container look like.
func (t *Text) marks(labels []Label, dst []uint32) []uint32 {
	var store [64]segment
	fields, words, numbers := t.segments(labels, store[:0])
	m := marker{marks: dst}
	var present uint32
	var count [Labels]uint32
	var longest [Labels]segment
	order := uint32(0)
	for k, f := range fields {
		present |= 1 << f.label
		count[f.label] = min(count[f.label]+1, 3)
		if f.to-f.from > longest[f.label].to-longest[f.label].from {
			longest[f.label] = f
		}
		order = order*31 + uint32(f.label) + 1
		before, between := uint32(Labels), uint32(gapEdge)
		if k > 0 {
			before, between = uint32(fields[k-1].label), uint32(t.gapBefore(f.from))
			if f.from > fields[k-1].to {
				between |= 64
			}
		}
		m.add(3, pack(before, uint32(f.label), between, 0), 0)
		m.add(17, pack(before, uint32(f.label), 0, 0), 0)
	}
	if n := len(fields); n > 0 {
		m.add(18, uint32(fields[n-1].label), 1)
	}
	for i, l := range coreFields {
		m.core |= present >> l & 1 << i
	}
	title, container := longest[Title], longest[Container]
	if title.to == 0 {
		title = longest[Book]
	}
	m.add(0, present, 0)
	m.add(1, m.core, uint32(t.signs&(signReport|signPreprint|signAddress|signEditor|signIn)))
	m.add(19, m.core, 0)
	m.add(2, order, 0)
	m.add(4, pack(count[Title], count[Book], count[Container], count[Author]), 0)
	m.add(5, pack(title.length(), container.length(), m.core&coreTitles, 0), 0)
	m.add(14, pack(uint32(min(words, 6)), uint32(min(numbers, 3)), 0, 0), 0)
	t.markField(&m, title, 0)
	t.markField(&m, container, 1)
	return m.marks
}

// markField adds the marks of a title (which 0) or container (which 1).
func (t *Text) markField(m *marker, f segment, which uint32) {
	if f.to == 0 {
		return
	}
	which = which<<1 | flag(m.core&coreContainer != 0)
	first, last, after := &t.at[f.from+margin], &t.at[f.to-1+margin], &t.at[f.to+margin]
	stops, commas, quotes, numbers := uint32(0), uint32(0), uint32(0), flag(t.Tokens[f.from].Kind == Number)
	for i := f.from + 1; i < f.to; i++ {
		switch t.gapBefore(i) {
		case gapSentence, gapQuestion:
			stops++
		case gapCommaSpace:
			commas++
		case gapUnquotePunct, gapUnquote, gapPunctQuote, gapQuote:
			quotes++
		}
		numbers += flag(t.Tokens[i].Kind == Number)
	}
	m.add(7, which, t.composed(f.from, f.to).what)
	m.add(8, pack(which, min(stops, 2), m.core>>2&3, 0), 0)
	m.add(9, pack(which, min(commas, 3), min(numbers, 2), min(quotes, 2)), 0)
	m.add(11, pack(which, uint32(first.gap), uint32(after.gap), 0), 0)
	m.add(12, pack(which, uint32(first.shape), uint32(last.shape), 0), 0)
	m.add(13, which, first.word)
	m.add(15, which, last.word)
	m.add(10, pack(which, t.nameAtEnd(f), flag(t.nameEnd(f.from) >= f.to), flag(m.core&coreVolume != 0)), 0)
	if f.from > 0 {
		m.add(16, pack(which, uint32(t.at[f.from-1+margin].keyword), uint32(first.gap), 0), 0)
	}
	m.add(20, pack(which, uint32(after.shape), uint32(after.gap), uint32(t.at[f.to+1+margin].shape)), 0)
}

// nameAtEnd returns the gap before a known container name that ends a field and does not begin it, plus one, or 0 if
// there is none.
func (t *Text) nameAtEnd(f segment) uint32 {
	for i := f.from + 1; i < f.to; i++ {
		if mark := t.at[i+margin].name; (mark == nameFirst || mark == nameAlone) && t.nameEnd(i) >= f.to {
			return 1 + uint32(t.gapBefore(i))
		}
	}
	return 0
}

// Whole holds the weights for labellings as a whole, by their marks.
type Whole struct {
	Scale   float32 // of the log potential
	Unit    float32 // of the weights
	Marks   []uint32
	Weights []int8
}

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
