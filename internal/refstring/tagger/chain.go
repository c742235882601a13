package tagger

import (
	"math"
	"math/bits"
)

// Scores are one number per label.
type Scores [Labels]float32

// Transitions are the weights of one label after another, by the gap between
// the two tokens. The row of the edge gap holds the weights of the first label.
type Transitions [gaps][Labels]Scores

// Gaps is the number of classes of gaps.
const Gaps = gaps

// Chain computes with the label scores of one string. It is reused.
type Chain struct {
	Emit     []Scores // log potential of each token's labels
	Gap      []uint8  // before each token
	Marginal []Scores // after Posterior: the probability of each label
	Alpha    []Scores
	beta     []Scores
	factor   []Scores // exp(Emit - max)
	live     []uint16 // set of labels whose Alpha is at least faint
	back     [][Labels]uint8
	origins  [][kinds][Labels]uint8
}

// Reset makes room for n tokens.
func (c *Chain) Reset(n int) {
	if cap(c.Emit) < n {
		m := n + n/2
		c.Emit, c.Marginal, c.Alpha, c.beta, c.factor = make([]Scores, m), make([]Scores, m), make([]Scores,
			m), make([]Scores, m), make([]Scores, m)
		c.Gap, c.live, c.back = make([]uint8, m), make([]uint16, m), make([][Labels]uint8, m)
	}
	c.Emit, c.Marginal, c.Alpha, c.beta, c.factor = c.Emit[:n], c.Marginal[:n], c.Alpha[:n], c.beta[:n], c.factor[:n]
	c.Gap, c.live, c.back = c.Gap[:n], c.live[:n], c.back[:n]
}

// maxScoreGap is how far below the best a label's score may be before it is no longer followed: more than a transition
// can compensate.
const maxScoreGap = 14 // case: TestChainAgainstBruteForce, TestScraps

// negligible is the probability below which a label is not followed.
const negligible = 1e-5 // case: TestChainAgainstBruteForce

// Best writes the most probable sequence of labels.
func (c *Chain) Best(tr *Transitions, labels []Label) {
	n := len(c.Emit)
	if n == 0 {
		return
	}
	score := c.Emit[0]
	for l := range score {
		score[l] += tr[gapEdge][0][l]
	}
	for i := 1; i < n; i++ {
		rows := &tr[c.Gap[i]&(gaps-1)]
		top, most := score.highest()
		best := rows[top]
		var from [Labels]uint8
		for l := range best {
			best[l] += most
			from[l] = uint8(top)
		}
		for p, sp := range score {
			if sp < most-maxScoreGap || p == top {
				continue
			}
			row := &rows[p]
			for l := range row {
				if v := sp + row[l]; v > best[l] {
					best[l], from[l] = v, uint8(p)
				}
			}
		}
		c.back[i] = from
		for l := range best {
			score[l] = best[l] + c.Emit[i][l]
		}
	}
	top, _ := score.highest()
	for i := n - 1; i >= 0; i-- {
		labels[i] = Label(top)
		top = int(c.back[i][top])
	}
}

// clearly is the probability from which a label is accepted as it is.
const clearly = 0.8

// clear writes each token's most probable label after Posterior and reports whether all are so probable that no
// search for the best sequence is needed.
func (c *Chain) clear(labels []Label) bool {
	for i := range labels {
		m := &c.Marginal[i]
		top, most := m.highest()
		if most < clearly {
			return false
		}
		labels[i] = Label(top)
	}
	return true
}

// Posterior computes the marginals by the forward-backward algorithm, with
// exponentials of the transitions, and returns the logarithm of the partition
// function.
func (c *Chain) Posterior(exp *Transitions) float64 {
	n := len(c.Emit)
	if n == 0 {
		return 0
	}
	logZ := c.forward(exp)
	c.beta[n-1] = ones
	c.Marginal[n-1] = c.Alpha[n-1]
	next := uint16(1<<Labels - 1) // labels of the next token whose beta is not 0
	for i := n - 2; i >= 0; i-- {
		var v Scores // what the next token gives, by its label
		for m := next; m != 0; m &= m - 1 {
			l := bits.TrailingZeros16(m)
			v[l] = c.factor[i+1][l] * c.beta[i+1][l]
		}
		rows := &exp[c.Gap[i+1]&(gaps-1)]
		b := &c.beta[i]
		*b = Scores{}
		total := float32(0)
		for m := c.live[i]; m != 0; m &= m - 1 {
			p := bits.TrailingZeros16(m)
			row := &rows[p]
			s0, s1 := float32(0), float32(0)
			for l := 0; l < Labels; l += 4 {
				s0 += row[l] * v[l]
				s1 += row[l+1] * v[l+1]
				s0 += row[l+2] * v[l+2]
				s1 += row[l+3] * v[l+3]
			}
			b[p] = s0 + s1
			total += b[p]
		}
		next = c.live[i]
		c.marginal(i, 1/total)
	}
	return logZ
}

// marginal scales beta of token i by a factor and returns its marginals.
func (c *Chain) marginal(i int, factor float32) {
	a, b, m := &c.Alpha[i], &c.beta[i], &c.Marginal[i]
	*m = Scores{}
	sum := float32(0)
	for live := c.live[i]; live != 0; live &= live - 1 {
		l := bits.TrailingZeros16(live)
		b[l] *= factor
		m[l] = a[l] * b[l]
		sum += m[l]
	}
	factor = 1 / sum
	for live := c.live[i]; live != 0; live &= live - 1 {
		m[bits.TrailingZeros16(live)] *= factor
	}
}

var ones = func() (s Scores) {
	for l := range s {
		s[l] = 1
	}
	return s
}()

// scaled multiplies scores, and returns the set of those that are at least faint.
func scaled(s *Scores, f float32) uint16 {
	least := math.Float32bits(negligible)
	live := uint32(0)
	for l := range s {
		s[l] *= f
		live |= (least - 1 - math.Float32bits(s[l])) >> 31 << l
	}
	return uint16(live)
}

// forward fills Alpha, each row scaled to a sum of one.
func (c *Chain) forward(exp *Transitions) float64 {
	logZ, product := 0.0, 1.0
	for i := range c.Emit {
		top := c.factors(i)
		a := &c.Alpha[i]
		if i == 0 {
			*a = exp[gapEdge][0]
		} else {
			rows := &exp[c.Gap[i]&(gaps-1)]
			c.reach(i, rows, (*[8]float32)(a[:8]), 0)
			c.reach(i, rows, (*[8]float32)(a[8:]), 8)
		}
		sum := float32(0)
		for l := range a {
			a[l] *= c.factor[i][l]
			sum += a[l]
		}
		if !(sum > 1e-30) { // underflow: all labels equal
			*a = ones
			sum = Labels
		}
		c.live[i] = scaled(a, 1/sum)
		logZ += float64(top)
		if product *= float64(sum); product < 1e-200 || product > 1e200 { // a logarithm per token is slow
			logZ += math.Log(product)
			product = 1
		}
	}
	return logZ + math.Log(product)
}

// reach computes the contributions of the live labels of the previous token to eight labels of token i.
func (c *Chain) reach(i int, rows *[Labels]Scores, out *[8]float32, from int) {
	before := &c.Alpha[i-1]
	var s0, s1, s2, s3, s4, s5, s6, s7 float32
	for m := c.live[i-1]; m != 0; m &= m - 1 {
		p := bits.TrailingZeros16(m)
		v, row := before[p], (*[8]float32)(rows[p][from:])
		s0 += v * row[0]
		s1 += v * row[1]
		s2 += v * row[2]
		s3 += v * row[3]
		s4 += v * row[4]
		s5 += v * row[5]
		s6 += v * row[6]
		s7 += v * row[7]
	}
	*out = [8]float32{s0, s1, s2, s3, s4, s5, s6, s7}
}

// Pair returns the probability of label p before token i and of l at it, up to a
// factor that is the same for all pairs.
func (c *Chain) Pair(exp *Transitions, i, p, l int) float32 {
	return c.Alpha[i-1][p] * exp[c.Gap[i]&(gaps-1)][p][l] * c.factor[i][l] * c.beta[i][l]
}

// factors returns the highest score of token i, and writes the exponentials of the scores relative to it: 2 to the
// integer part through the exponent's bits, the rest by a polynomial, with a relative error below 2e-5. All are
// computed the same way, because branches would be mispredicted.
func (c *Chain) factors(i int) float32 {
	e, out := &c.Emit[i], &c.factor[i]
	t0, t1, t2, t3 := e[0], e[1], e[2], e[3]
	for l := 4; l < Labels; l += 4 {
		t0, t1, t2, t3 = max(t0, e[l]), max(t1, e[l+1]), max(t2, e[l+2]), max(t3, e[l+3])
	}
	top := max(t0, t1, t2, t3)
	for l, v := range e {
		x := v - top
		y := x * 1.44269504
		n := int32(y - 0.5)
		f := y - float32(n)
		p := 1 + f*(0.69314718+f*(0.24022651+f*(0.05550411+f*(0.00961813+f*0.00133336))))
		p *= math.Float32frombits(uint32(n+127) << 23)
		none := uint32((vanishing - int64(math.Float32bits(x))) >> 63)
		out[l] = math.Float32frombits(math.Float32bits(p) &^ none)
	}
	return top
}

// vanishing is the bit pattern of -24, below which a label's probability is ignored.
const vanishing = 0xc1c00000

// Exp returns the exponentials of transitions.
func (tr *Transitions) Exp() *Transitions {
	out := new(Transitions)
	for g := range tr {
		for p := range tr[g] {
			for l := range tr[g][p] {
				out[g][p][l] = float32(math.Exp(float64(tr[g][p][l])))
			}
		}
	}
	return out
}

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
