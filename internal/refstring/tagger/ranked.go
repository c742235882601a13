package tagger

import "math"

// ranked is a score and its origin in one number: the greater of two is found without a branch, which would be
// mispredicted. Of equal scores the one with the greater origin is greater.
type ranked int64

func rank(score float32, origin uint8) ranked {
	b := int32(math.Float32bits(score))
	return ranked(b^b>>31&math.MaxInt32)<<8 | ranked(origin)
}

func (r ranked) score() float32 {
	b := int32(r >> 8)
	return math.Float32frombits(uint32(b ^ b>>31&math.MaxInt32))
}

// highest returns the label with the highest score, the first of several, and its score.
func (s *Scores) highest() (int, float32) {
	top := ranked(math.MinInt64)
	for l, v := range s {
		top = max(top, rank(v, uint8(Labels-1-l)))
	}
	return Labels - 1 - int(uint8(top)), top.score()
}
