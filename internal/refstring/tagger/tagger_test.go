package tagger

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/ident"
)

func TestTokenise(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"J. Phys. A517, 483 (1990)", "J|Phys|A|517|483|1990"},
		{"Leth-Larsen R, O’Neil", "Leth-Larsen|R|O’Neil"},
		{"doi:10.1000/x.y. Next", "doi|10.1000/x.y|Next"},
		{"测试，标题[J]. 2010", "测试|标题|J|2010"},
		{"new modelsJ. Phys. inAdvanced McDonald LeVeque", "new|models|J|Phys|in|Advanced|McDonald|LeVeque"},
		{"- ' (", ""},
		{"\xff\xfea", "a"},
	} {
		var got []string
		for _, tok := range Tokenise(nil, c.in, ident.Find(c.in)) {
			got = append(got, c.in[tok.Start:tok.End])
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("Tokenise(%q) = %q, want %q", c.in, s, c.want)
		}
	}
}

func TestClassify(t *testing.T) {
	for _, c := range []struct {
		in     string
		quoted bool
		want   gap
		open   bool
	}{
		{"", false, gapNone, false}, {" ", false, gapSpace, false}, {". ", false, gapStopSpace, false},
		{".,", false, gapStopComma, false},
		{", “", false, gapPunctQuote, true}, {",” ", true, gapUnquotePunct, false}, {" \"", false, gapQuote, true},
		{"\" ", true, gapUnquote, false},
		{", '", false, gapPunctQuote, true}, {",' ", true, gapUnquotePunct, false}, {"): ", false, gapCloseColon, false},
		{"-\n", false, gapBreak, false}, {"–", false, gapHyphen, false},
	} {
		g, _, open := classify(c.in, c.quoted)
		if g != c.want || open != c.open {
			t.Errorf("classify(%q) = %d %v, want %d %v", c.in, g, open, c.want, c.open)
		}
	}
}

// few labels keep the brute-force search small: all others are impossible.
const few = 3

func randomChain(r *rand.Rand, n int) (*Chain, *Transitions) {
	tr := new(Transitions)
	for g := range tr {
		for p := range tr[g] {
			for l := range tr[g][p] {
				tr[g][p][l] = float32(r.NormFloat64())
			}
		}
	}
	c := new(Chain)
	c.Reset(n)
	for i := range c.Emit {
		for l := range c.Emit[i] {
			c.Emit[i][l] = -1000
			if l < few {
				c.Emit[i][l] = float32(r.NormFloat64())
			}
		}
		c.Gap[i] = uint8(r.IntN(gaps - 1))
	}
	return c, tr
}

// eachSequence calls f with every sequence of the few labels and its score.
func eachSequence(c *Chain, tr *Transitions, f func(seq []int, score float64)) {
	n := len(c.Emit)
	seq := make([]int, n)
	var walk func(i int, score float64)
	walk = func(i int, score float64) {
		if i == n {
			f(seq, score)
			return
		}
		for l := range few {
			s := score + float64(c.Emit[i][l])
			if i == 0 {
				s += float64(tr[gapEdge][0][l])
			} else {
				s += float64(tr[c.Gap[i]][seq[i-1]][l])
			}
			seq[i] = l
			walk(i+1, s)
		}
	}
	walk(0, 0)
}

func TestChainAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		c, tr := randomChain(r, 5)
		labels := make([]Label, 5)
		c.Best(tr, labels)
		logZ := c.Posterior(tr.Exp())
		best, bestScore, z := "", math.Inf(-1), 0.0
		var marginal [5][few]float64
		eachSequence(c, tr, func(seq []int, score float64) {
			if score > bestScore {
				best, bestScore = name(seq), score
			}
			z += math.Exp(score)
			for i, l := range seq {
				marginal[i][l] += math.Exp(score)
			}
		})
		got := make([]int, 5)
		for i, l := range labels {
			got[i] = int(l)
		}
		if name(got) != best {
			t.Errorf("best %s, want %s", name(got), best)
		}
		if math.Abs(logZ-math.Log(z)) > 1e-3 {
			t.Errorf("log Z %v, want %v", logZ, math.Log(z))
		}
		for i := range marginal {
			for l := range few {
				if d := math.Abs(float64(c.Marginal[i][l]) - marginal[i][l]/z); d > 1e-3 {
					t.Errorf("marginal of %d at %d is off by %v", l, i, d)
				}
			}
		}
	}
}

func name(seq []int) string {
	b := make([]byte, len(seq))
	for i, l := range seq {
		b[i] = byte('0' + l)
	}
	return string(b)
}

func TestEncodeRoundTrip(t *testing.T) {
	w := &Weights{Unit: 0.03, Hashes: []uint32{7, 900, 4000000000}, Rows: make([][Labels]int8, 3), Words: []uint32{5, 6},
		Entries: []Entry{9, 200}, Names: []uint32{1}, NameMarks: []Entry{NameWhole}}
	w.Rows[1][3], w.Rows[2][15] = -128, 127
	w.Transitions[3][4][5] = 1.5
	w.Sureness[2] = [2]float32{0.5, 2}
	got, err := Decode(w.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if got.Unit != w.Unit || got.Rows[1][3] != -128 || got.Rows[2][15] != 127 || got.Hashes[2] != 4000000000 ||
		got.Entries[1] != 200 ||
		got.Names[0] != 1 || got.Transitions[3][4][5] != 1.5 || got.Sureness[2][1] != 2 {
		t.Errorf("%+v", got.Hashes)
	}
}

// Sixteen parallel sums equal sequential ones.
func TestEmit(t *testing.T) {
	w := &Weights{Unit: 1}
	var text Text
	raw := "A. Smith. A title"
	tokens := Tokenise(nil, raw, nil)
	text.Prepare(raw, tokens, NewModel(&Weights{}))
	var hashes [MaxFeatures]uint32
	n := text.Features(2, &hashes)
	var want Scores
	seen := map[uint32]bool{}
	for i, h := range hashes[:n] {
		if seen[h] {
			continue
		}
		seen[h] = true
		var row [Labels]int8
		for l := range row {
			row[l] = int8((i*31+l*17)%256 - 128)
			want[l] += float32(row[l])
		}
		w.Hashes, w.Rows = append(w.Hashes, h), append(w.Rows, row)
	}
	m := NewModel(w)
	text.Prepare(raw, tokens, m)
	got := make([]Scores, len(tokens))
	m.emit(&text, new(lookup), got)
	if got[2] != want {
		t.Errorf("got %v, want %v", got[2], want)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add((&Weights{Hashes: []uint32{1}, Rows: make([][Labels]int8, 1)}).Encode())
	f.Fuzz(func(t *testing.T, b []byte) {
		if w, err := Decode(b); err == nil {
			NewModel(w)
		}
	})
}

func FuzzTag(f *testing.F) {
	m := NewModel(&Weights{})
	f.Add("[1] A. Smith, “A title”, J. Phys. A517, 483 (1990).")
	f.Fuzz(func(t *testing.T, raw string) {
		found := ident.Find(raw)
		tokens := Tokenise(nil, raw, found)
		for i, tok := range tokens {
			if tok.Start >= tok.End || tok.End > len(raw) || i > 0 && tok.Start < tokens[i-1].End {
				t.Fatalf("token %d is %+v", i, tok)
			}
		}
		var tagging Tagging
		m.Tag(&tagging, raw, tokens)
		if len(tagging.Labels) != len(tokens) {
			t.Fatal("labels and tokens differ in number")
		}
	})
}

// A lexicon finds all its words and no others, even if many begin in one slot.
func TestLexicon(t *testing.T) {
	want := map[uint32]Entry{}
	var hashes []uint32
	var entries []Entry
	for i := range uint32(3000) {
		h := i / 40 * 0x00100003 // runs of neighbours
		if i%2 == 0 {
			h = i << 16
		}
		h += i % 40
		e := Entry(1 + i%200)
		if _, ok := want[h]; !ok {
			want[h] = e
			hashes, entries = append(hashes, h), append(entries, e)
		}
	}
	l := newLexicon(hashes, entries)
	for h := range want {
		for d := range uint32(3) {
			for _, h := range []uint32{h + d, h + d<<14, h - d<<20} {
				if got := l.Find(h); got != want[h] {
					t.Fatalf("%x: got %d, want %d", h, got, want[h])
				}
			}
		}
	}
}
