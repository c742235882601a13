package tagger

// MaxFeatures is the number of features of one token: its own, and those that it shares with the tokens around it.
const (
	ownFeatures    = 32
	sharedFeatures = 5
	MaxFeatures    = ownFeatures + sharedFeatures
)

// mix hashes a template's number with two values.
func mix(template, a, b uint32) uint32 {
	x := uint64(a)*0x9e3779b97f4a7c15 + uint64(b)*0xc2b2ae3d27d4eb4f + uint64(template)*0x165667b19e3779f9
	x ^= x >> 29
	x *= 0xbf58476d1ce4e5b9
	return uint32(x >> 32)
}

// pack packs small values, each below 256, into one.
func pack(a, b, c, d uint32) uint32 { return a | b<<8 | c<<16 | d<<24 }

// Features writes the hashes of the features of token i and returns their number.
func (t *Text) Features(i int, out *[MaxFeatures]uint32) int {
	t.own(i, (*[ownFeatures]uint32)(out[:]))
	t.shared(i, (*[sharedFeatures]uint32)(out[ownFeatures:]))
	return MaxFeatures
}

// shares reports whether token i shares features with the one before it.
func (t *Text) shares(i int) bool {
	a, b := &t.at[i+margin], &t.at[i-1+margin]
	return a.chunk == b.chunk && a.part == b.part && a.years == b.years
}

// shared writes the features that the tokens of a clause have in common.
func (t *Text) shared(i int, out *[sharedFeatures]uint32) {
	a := &t.at[i+margin]
	c, s := t.chunks[a.chunk], t.parts[a.part]
	out[0] = mix(21, s.what, pack(uint32(min(a.part, 5)), uint32(s.open), 0, 0))
	out[1] = mix(27, t.partWhat(a.part-1)<<12|s.what, t.partWhat(a.part+1))
	out[2] = mix(29, t.style, pack(uint32(min(a.part, 4)), uint32(min(a.chunk, 7)), 0, 0))
	out[3] = mix(35, t.chunkWhat(a.chunk-1), t.chunkWhat(a.chunk+1)<<13|c.what)
	out[4] = mix(50, uint32(t.signs), pack(uint32(min(a.part, 3)), s.what>>9, uint32(a.years), 0))
}

// own writes the other features of token i.
func (t *Text) own(i int, out *[ownFeatures]uint32) {
	at := t.at[i : i+2*margin+1 : i+2*margin+1]
	p2, p1, a, n1, n2 := &at[0], &at[1], &at[2], &at[3], &at[4]
	c := t.chunks[a.chunk]
	sh, sp1, sn1 := uint32(a.shape), uint32(p1.shape), uint32(n1.shape)
	g0, g1 := uint32(a.gap), uint32(n1.gap)
	k := 0
	add := func(template, x, y uint32) {
		out[k] = mix(template, x, y)
		k++
	}
	add(1, a.word, 0)
	add(4, p1.word, a.word)
	add(5, a.word, n1.word)
	add(6, a.prefix, sh)
	add(7, a.suffix, sh)
	add(11, pack(uint32(p2.shape), sp1, sh, g0), uint32(p1.gap))
	add(12, pack(sh, sn1, uint32(n2.shape), g1), uint32(n2.gap))
	add(13, a.word, pack(g0, g1, 0, 0))
	add(14, p1.word, g0)
	add(15, n1.word, g1)
	add(16, uint32(a.entry), sh)
	add(17, pack(uint32(p1.entry), uint32(a.entry), uint32(n1.entry), sh), 0)
	add(18, pack(uint32(a.entry), g0, g1, 0), 0)
	add(19, position(i, len(t.Tokens)), sh)
	add(20, pack(uint32(min(a.part, 9)), sh, uint32(min(len(t.parts), 9)), 0), 0)
	add(22, pack(uint32(min(a.chunk, 9)), uint32(c.open), t.closing(c), 0), sh)
	add(24, pack(uint32(a.years), sh, g0, g1), 0)
	add(25, pack(uint32(a.number), sh, uint32(a.between), g0), pack(distance(i, a.numberAt), uint32(a.years), g1, 0))
	add(26, pack(flag(a.quoted), uint32(a.depth), uint32(a.quotes), sh), t.facts&4)
	add(28, a.exact, pack(sh, uint32(a.last), 0, 0))
	add(31, n2.word, 0)
	add(32, c.first, pack(uint32(min(int32(i)-c.from, 5)), uint32(c.open), 0, 0))
	add(33, pack(uint32(a.last), uint32(a.since), sh, g0), 0)
	add(37, t.style, pack(sh, g0, uint32(a.years), uint32(min(a.quotes, 1))))
	add(38, pack(uint32(a.years), uint32(a.entry), t.facts, uint32(min(a.part, 3))), 0)
	add(40, pack(t.chunkFirstShape(a.chunk+1), t.closing(c), uint32(a.entry), t.chunkWhat(a.chunk+1)>>9), c.what>>9)
	add(41, pack(uint32(a.name), uint32(p1.name), uint32(n1.name), sh), 0)
	add(42, pack(uint32(a.name), g0, g1, uint32(a.years)), 0)
	add(44, pack(sh, uint32(min(a.length, 12)), g0, g1), 0)
	add(51, pack(uint32(a.next), uint32(a.until), g0, sh), g1)
	add(53, a.nextNum, pack(sh, g0, g1, uint32(a.entry)))
	add(55, pack(uint32(a.next), uint32(a.last), uint32(a.years), uint32(a.entry)), uint32(min(a.nextName, 8)))
}

// position returns the place of token i of n in tenths, but exactly near the ends.
func position(i, n int) uint32 {
	switch {
	case i < 4:
		return uint32(i)
	case n-i <= 4:
		return uint32(24 - (n - i))
	}
	return uint32(5 + i*10/n)
}

func distance(i int, from int32) uint32 {
	if from < 0 {
		return 9
	}
	return min(uint32(i)-uint32(from), 8)
}

func (t *Text) closing(c chunk) uint32 { return uint32(t.at[int(c.to)+margin].gap) }

func (t *Text) partWhat(i int32) uint32 {
	if i < 0 || int(i) >= len(t.parts) {
		return 0
	}
	return t.parts[i].what
}

func (t *Text) chunkWhat(i int32) uint32 {
	if i < 0 || int(i) >= len(t.chunks) {
		return 0
	}
	return t.chunks[i].what
}

func (t *Text) chunkFirstShape(i int32) uint32 {
	if i < 0 || int(i) >= len(t.chunks) {
		return 0
	}
	return uint32(t.at[int(t.chunks[i].from)+margin].shape)
}
