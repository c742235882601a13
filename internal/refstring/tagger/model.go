package tagger

import "math"

// Model is a trained labeller. It is not modified once built, so it is safe for concurrent use.
type Model struct {
	Lexicon  *Lexicon
	names    *Lexicon // of containers
	keywords *Lexicon

	trans, exp *Transitions
	features   featureTable
	scale      float32
	sureness   Sureness
	whole      *wholeTable // nil if labellings are not weighed
}

// Sureness calibrates confidences: for each label, a and b of logistic(a + b·logit(p)), where p is the confidence
// from inference.
type Sureness [Labels][2]float32

// Weights are the result of training: a row of integer weights per feature, the unit of these weights, and the
// transitions.
type Weights struct {
	Hashes      []uint32
	Rows        [][Labels]int8
	Unit        float32
	Transitions Transitions
	Words       []uint32
	Entries     []Entry
	Names       []uint32 // runs of words of container names
	NameMarks   []Entry
	Sureness    Sureness
	Whole       Whole
}

// NewModel builds a model from weights.
func NewModel(w *Weights) *Model {
	return &Model{Lexicon: newLexicon(w.Words, w.Entries), names: newLexicon(w.Names, w.NameMarks),
		keywords: newKeywords(), trans: &w.Transitions, exp: w.Transitions.Exp(), features: newFeatureTable(w), scale: w.Unit,
		sureness: w.Sureness, whole: newWholeTable(&w.Whole)}
}

// Tagging is the working space for labelling; it is reused from string to
// string and not shared.
type Tagging struct {
	Text   Text
	Chain  Chain
	Labels []Label
	Sure   []float32 // the probability of each token's label
	lookup lookup
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
	m.emit(&t.Text, &t.lookup, t.Chain.Emit)
	for i := range n {
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

// Calibrate converts the confidence in a run of a label into the share of such runs that are right.
func (m *Model) Calibrate(l Label, p float64) float64 {
	c := m.sureness[l]
	if c[1] == 0 {
		return p
	}
	p = min(max(p, 1e-4), 1-1e-4)
	return 1 / (1 + math.Exp(-float64(c[0])-float64(c[1])*math.Log(p/(1-p))))
}

// Label says what a word of a reference belongs to.
type Label uint8

// The labels. Words that belong to no field, such as "pp." and "In", are None.
const (
	None Label = iota
	Author
	Editor // and translators
	Title
	Container
	Date
	Volume
	Issue
	Pages
	Publisher
	Place
	Note       // genre, medium, edition, remarks
	Book       // the title of a stand-alone work: a book, thesis, report or preprint
	Identifier // also addresses
	Series
	Institution      // after a report or thesis
	Labels      = 16 // the number of labels
)
