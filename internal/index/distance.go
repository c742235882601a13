package index

// levenshtein gives the edit distance of two texts, counted in bytes, with the
// bit-parallel method of Myers (1999) in Hyyrö's formulation (2003), in blocks
// of 64. What is longer than maxCompared is cut.
const maxCompared = 512

type comparer struct {
	peq  [256][maxCompared / 64]uint64
	used []byte
	pv   [maxCompared / 64]uint64
	mv   [maxCompared / 64]uint64
}

// pattern prepares the text that others are compared with.
func (c *comparer) pattern(p []byte) {
	for _, b := range c.used {
		c.peq[b] = [maxCompared / 64]uint64{}
	}
	p = p[:min(len(p), maxCompared)]
	c.used = append(c.used[:0], p...)
	for i, b := range p {
		c.peq[b][i/64] |= 1 << (i % 64)
	}
}

// distances gives the distance of the whole pattern to the whole text, and the
// least distance to a beginning of the text.
func (c *comparer) distances(text []byte) (whole, prefix int) {
	m := len(c.used)
	text = text[:min(len(text), maxCompared)]
	if m == 0 {
		return len(text), 0
	}
	blocks := (m + 63) / 64
	for i := range blocks {
		c.pv[i], c.mv[i] = ^uint64(0), 0
	}
	score := m
	prefix = m
	last := uint64(1) << ((m - 1) % 64)
	for _, b := range text {
		eqs := &c.peq[b]
		carryP, carryM := uint64(1), uint64(0) // the top row grows by one per column
		for i := range blocks {
			pv, mv := c.pv[i], c.mv[i]
			eq := eqs[i]
			xv := eq | mv
			eq |= carryM
			xh := (((eq & pv) + pv) ^ pv) | eq
			ph := mv | ^(xh | pv)
			mh := pv & xh
			if i == blocks-1 {
				if ph&last != 0 {
					score++
				} else if mh&last != 0 {
					score--
				}
			}
			outP, outM := ph>>63, mh>>63
			ph = ph<<1 | carryP
			mh = mh<<1 | carryM
			carryP, carryM = outP, outM
			c.pv[i] = mh | ^(xv | ph)
			c.mv[i] = ph & xv
		}
		if score < prefix {
			prefix = score
		}
	}
	return score, prefix
}
