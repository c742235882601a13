package tagger

import "slices"

// Rival is one of the labellings that compete for a string.
type Rival struct {
	Labels []Label
	Score  float32  // log potential relative to the best rival, at most 0
	Marks  []uint32 // the overall shape of the labelling
}

// A labelling has one of four kinds: with or without a title, with or without a container. The best of each kind
// compete, each also with the title labelled as that of a book or not.
const (
	withTitle     = 1
	withContainer = 2
	kinds         = 4
)

// kindOf returns what one label contributes to the kind of a labelling.
func kindOf(l Label) int {
	switch l {
	case Title, Book:
		return withTitle
	case Container:
		return withContainer
	}
	return 0
}

var kindLabels = [3]Label{Title, Book, Container}

var kindOfLabel = func() (t [Labels]int) {
	for _, l := range kindLabels {
		t[l] = kindOf(l)
	}
	return t
}()

// Bounds of the search for rivals.
const (
	impossible = -1e30
	beam       = 12 // how far below the best a state or a rival may be; case: TestRivalsAgainstBruteForce
	kindBeam   = 7  // how far a state may be below the best of its kind; case: TestRivalsAgainstBruteForce
)

// originOf numbers the states of a token so that lower kinds and labels have greater numbers.
func originOf(kind, label int) uint8 { return uint8((kinds-1-kind)*Labels + Labels - 1 - label) }

// kindAndLabel is the reverse of originOf.
func kindAndLabel(origin uint8) (kind, label int) {
	return kinds - 1 - int(origin)/Labels, Labels - 1 - int(origin)%Labels
}

// bestOfKinds appends the best labelling of each kind, with its log potential.
func (c *Chain) bestOfKinds(tr *Transitions, list []Rival) []Rival {
	n := len(c.Emit)
	if cap(c.origins) < n {
		c.origins = make([][kinds][Labels]uint8, n+n/2)
	}
	c.origins = c.origins[:n]
	state := nowhere
	for l, v := range c.Emit[0] {
		state[kindOf(Label(l))][l] = v + tr[gapEdge][0][l]
	}
	for i := 1; i < n; i++ {
		c.advance(i, &tr[c.Gap[i]&(gaps-1)], &state)
	}
	for k := range state {
		l, score := state[k].highest()
		if score < impossible/2 {
			continue
		}
		list = grown(list, n)
		r := &list[len(list)-1]
		r.Score = score
		kind := k
		for i := n - 1; i >= 0; i-- {
			r.Labels[i] = Label(l)
			kind, l = kindAndLabel(c.origins[i][kind][l])
		}
	}
	return list
}

var nowhere = func() (s [kinds]Scores) {
	for k := range s {
		for l := range s[k] {
			s[k][l] = impossible
		}
	}
	return s
}()

// barred is impossible if a label cannot end a labelling of a kind, else 0.
var barred = func() (s [kinds]Scores) {
	for k := range s {
		for l := range s[k] {
			if kindOfLabel[l]&^k != 0 {
				s[k][l] = impossible
			}
		}
	}
	return s
}()

// advance carries the states from the token before token i to token i.
func (c *Chain) advance(i int, rows *[Labels]Scores, state *[kinds]Scores) {
	var floors [kinds]float32
	best := float32(impossible)
	for k := range state {
		_, top := state[k].highest()
		floors[k] = top - kindBeam
		best = max(best, top)
	}
	var next [kinds][Labels]ranked
	for k := range next {
		for l := range next[k] {
			next[k][l] = unreached
		}
	}
	for k := range state {
		floor := max(floors[k], best-beam)
		for p, v := range state[k] {
			if v < floor {
				continue
			}
			row, same, from := &rows[p], &next[k], originOf(k, p)
			for l := range row {
				same[l] = max(same[l], rank(v+row[l], from))
			}
			for _, l := range kindLabels {
				if to := k | kindOfLabel[l]; to != k {
					next[to][l] = max(next[to][l], rank(v+row[l], from))
				}
			}
		}
	}
	emit, origins := &c.Emit[i], &c.origins[i]
	for k := range next {
		for l, r := range next[k] {
			origins[k][l] = uint8(r)
			state[k][l] = r.score() + emit[l] + barred[k][l]
		}
	}
}

var unreached = rank(impossible, 0)

// grown appends a rival with room for n labels, reusing that of an earlier string if there is one.
func grown(list []Rival, n int) []Rival {
	if len(list) < cap(list) {
		list = list[:len(list)+1]
	} else {
		list = append(list, Rival{})
	}
	r := &list[len(list)-1]
	if cap(r.Labels) < n {
		r.Labels = make([]Label, n+n/2)
	}
	r.Labels = r.Labels[:n]
	return list
}

// rivals returns the competing labellings for the string of a tagging, with score 0 for the best. The result is valid
// until the next call.
func (m *Model) rivals(t *Tagging) []Rival {
	list := t.Chain.bestOfKinds(m.trans, t.rivals[:0])
	first := len(list)
	for k := range first {
		list = t.Chain.shifted(m.trans, list, k)
	}
	for k := range first {
		for _, as := range []Label{Title, Book} {
			if !slices.Contains(list[k].Labels, Title+Book-as) {
				continue
			}
			list = grown(list, len(t.Labels))
			r := &list[len(list)-1]
			for i, l := range list[k].Labels {
				if l == Title || l == Book {
					l = as
				}
				r.Labels[i] = l
			}
			r.Score = t.Chain.potential(m.trans, r.Labels)
		}
	}
	t.rivals = list
	best := list[0].Score
	for _, r := range list {
		best = max(best, r.Score)
	}
	n := 0
	for k := range list {
		if list[k].Score -= best; list[k].Score >= -beam {
			list[n], list[k] = list[k], list[n]
			n++
		}
	}
	for k := range list[:n] {
		list[k].Marks = t.Text.marks(list[k].Labels, list[k].Marks[:0])
	}
	return list[:n]
}

// shifts is the number of other borders between title and container that compete.
const shifts = 3

// shifted appends the most probable labellings that differ from rival k only in where its title ends and its
// container, which directly follows it, begins.
func (c *Chain) shifted(tr *Transitions, list []Rival, k int) []Rival {
	from, border, to := titleAndContainer(list[k].Labels)
	if border == 0 {
		return list
	}
	title := list[k].Labels[border-1]
	// gain is the change of the score when the border moves, in steps of one token.
	var best [shifts]struct {
		gain float32
		at   int
	}
	note := func(gain float32, at int) {
		for i := range best {
			if best[i].at == 0 || gain > best[i].gain {
				copy(best[i+1:], best[i:])
				best[i].gain, best[i].at = gain, at
				return
			}
		}
	}
	join := func(i int, a, b Label) float32 { return tr[c.Gap[i]&(gaps-1)][a][b] }
	for gain, b := float32(0), border; b+1 < to; b++ { // token b becomes title
		gain += c.Emit[b][title] - c.Emit[b][Container] + join(b, title, title) - join(b, title, Container) +
			join(b+1, title, Container) - join(b+1, Container, Container)
		note(gain, b+1)
	}
	for gain, b := float32(0), border-1; b > from; b-- { // token b becomes container
		gain += c.Emit[b][Container] - c.Emit[b][title] + join(b, title, Container) - join(b, title, title) +
			join(b+1, Container, Container) - join(b+1, title, Container)
		note(gain, b)
	}
	for _, s := range best {
		if s.at == 0 {
			continue
		}
		list = grown(list, len(list[k].Labels))
		r := &list[len(list)-1]
		copy(r.Labels, list[k].Labels)
		for i := from; i < to; i++ {
			if r.Labels[i] = title; i >= s.at {
				r.Labels[i] = Container
			}
		}
		r.Score = list[k].Score + s.gain
	}
	return list
}

// titleAndContainer returns a title directly followed by a container. border is 0 if there is none.
func titleAndContainer(labels []Label) (from, border, to int) {
	for i := 1; i < len(labels); i++ {
		if labels[i] != Container || labels[i-1] != Title && labels[i-1] != Book {
			continue
		}
		from, to = i-1, i+1
		for from > 0 && labels[from-1] == labels[i-1] {
			from--
		}
		for to < len(labels) && labels[to] == Container {
			to++
		}
		return from, i, to
	}
	return 0, 0, 0
}

func (c *Chain) potential(tr *Transitions, labels []Label) float32 {
	sum := c.Emit[0][labels[0]] + tr[gapEdge][0][labels[0]]
	for i := 1; i < len(labels); i++ {
		sum += c.Emit[i][labels[i]] + tr[c.Gap[i]&(gaps-1)][labels[i-1]][labels[i]]
	}
	return sum
}
