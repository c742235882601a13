package claim

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Index finds the passages of one text that address a claim. It is safe for concurrent use.
type Index struct {
	text   *Text
	words  [][]word         // of each sentence
	counts []map[string]int // of the terms of each sentence
	length []int            // terms of each sentence
	within map[string]int   // number of sentences that contain a term
	pairs  map[[2]string]bool
	mean   float64 // length of a sentence

	// Needed only by the rules, built on first use.
	once     sync.Once
	squeezed string   // the whole text without spaces and signs
	starts   []int    // of each sentence in squeezed
	numbers  [][]Part // of each sentence
}

// NewIndex indexes a text once for all claims about it.
func NewIndex(t *Text) *Index {
	ix := &Index{text: t, within: map[string]int{}, pairs: map[[2]string]bool{}}
	total := 0
	for i := range t.Sentences {
		words := wordsOf(t.Sentences[i].Text)
		counts, n, last := map[string]int{}, 0, ""
		for _, w := range words {
			if w.term == "" {
				continue
			}
			counts[w.term]++
			n++
			if last != "" {
				ix.pairs[[2]string{last, w.term}] = true
			}
			last = w.term
		}
		for term := range counts {
			ix.within[term]++
		}
		ix.words, ix.counts, ix.length = append(ix.words, words), append(ix.counts, counts), append(ix.length, n)
		total += n
	}
	ix.mean = max(1, float64(total)/float64(max(1, len(t.Sentences))))
	return ix
}

// Passage is a part of a cited work that addresses a claim.
type Passage struct {
	First, Last int // sentences of the text
	Text        string
	Section     Section
	Page        int
	Boxes       []biblio.PageBox
	Score       float64
	Highlights  []biblio.Span // the words of the claim in Text
}

// Parameters of BM25 (Robertson and Zaragoza 2009, The Probabilistic Relevance Framework, equation 3.15): the
// saturation of repeated terms, and how much a long passage is discounted.
const (
	saturation  = .6 // case: TestPassages
	lengthShare = .4 // case: TestPassages
)

// widest is the maximum number of sentences of a passage.
const widest = 3

// worthShowing is the share of the best score above which a passage is shown.
const worthShowing = .2 // case: TestPassages

// priors weight the parts of a work: its own findings are more often in these than where it reports on others.
var priors = map[Section]float64{Abstract: 1.1, Results: 1.1, Discussion: 1.05, Conclusion: 1.1, Introduction: .9}

// Passages returns the passages that best match a claim, best first, at most n and none that overlaps a better one;
// of equally good passages the shorter, then the earlier comes first. Every passage shares a word with the claim.
func (ix *Index) Passages(c *Claim, n int) []Passage {
	terms := c.terms()
	scores := make([]float64, len(ix.counts))
	for i := range ix.counts {
		scores[i] = ix.score(terms, i, i)
	}
	var found []Passage
	for i := range ix.counts {
		if scores[i] == 0 {
			continue
		}
		best := Passage{First: i, Last: i, Score: scores[i]}
		for last := i + 1; last < min(i+widest, len(ix.counts)) &&
			ix.text.Sentences[last].Paragraph == ix.text.Sentences[i].Paragraph; last++ {
			if scores[last] == 0 {
				continue
			}
			if s := ix.score(terms, i, last); s > best.Score*1.15 { // a further sentence has to add something
				best.Last, best.Score = last, s
			}
		}
		prior := cmp.Or(priors[ix.text.Sentences[i].Section], 1)
		if ix.text.Sentences[i].Section == Methods && c.Function == Method {
			prior = 1.1
		}
		best.Score *= prior
		found = append(found, best)
	}
	slices.SortStableFunc(found, func(a, b Passage) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Last-a.First, b.Last-b.First))
	})
	var list []Passage
	for _, p := range found {
		if len(list) == n || len(list) > 0 && p.Score < list[0].Score*worthShowing {
			break
		}
		if slices.ContainsFunc(list, func(q Passage) bool { return p.First <= q.Last && q.First <= p.Last }) {
			continue
		}
		ix.fill(&p, terms)
		list = append(list, p)
	}
	return list
}

// score returns BM25 of the sentences first to last taken as one, each term multiplied by its own weight.
func (ix *Index) score(terms []string, first, last int) float64 {
	length := 0
	for i := first; i <= last; i++ {
		length += ix.length[i]
	}
	norm := saturation * (1 - lengthShare + lengthShare*float64(length)/ix.mean)
	total := 0.0
	for _, term := range terms {
		n := 0
		for i := first; i <= last; i++ {
			n += ix.counts[i][term]
		}
		if n == 0 {
			continue
		}
		// never close to zero, as Robertson's own is in short texts
		rare := math.Log(1 + float64(len(ix.counts))/float64(ix.within[term]))
		total += weight(term) * rare * float64(n) * (saturation + 1) / (float64(n) + norm)
	}
	return total
}

// fill sets the text and position of a passage.
func (ix *Index) fill(p *Passage, terms []string) {
	s := ix.text.Sentences[p.First]
	p.Section, p.Page = s.Section, s.Page
	wanted := map[string]bool{}
	for _, t := range terms {
		wanted[t] = true
	}
	var b strings.Builder
	for i := p.First; i <= p.Last; i++ {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		at := b.Len()
		b.WriteString(ix.text.Sentences[i].Text)
		for _, w := range ix.words[i] {
			if w.term != "" && wanted[w.term] {
				p.Highlights = append(p.Highlights, biblio.Span{Start: at + w.span.Start, End: at + w.span.End})
			}
		}
		for _, box := range ix.text.Sentences[i].Boxes {
			if !slices.Contains(p.Boxes, box) {
				p.Boxes = append(p.Boxes, box)
			}
		}
	}
	p.Text = b.String()
}

// closest is how many sentences Coverage looks at: about as many as an abstract has.
const closest = 15

// Coverage returns how much of a claim a text addresses, from 0 for nothing to 1: it combines the average
// weighted share of its terms in the closest sentences and the share of its pairs of neighbouring words. It
// orders what a person should read first and proves nothing: the same words may say something else.
func (ix *Index) Coverage(c *Claim) float64 {
	terms := c.terms()
	total := 0.0
	for _, t := range terms {
		total += weight(t)
	}
	if total == 0 || len(ix.counts) == 0 {
		return 0
	}
	var shares []float64
	for i := range ix.counts {
		share := 0.0
		for _, t := range terms {
			if ix.counts[i][t] > 0 {
				share += weight(t)
			}
		}
		shares = append(shares, share/total)
	}
	slices.SortFunc(shares, func(a, b float64) int { return cmp.Compare(b, a) })
	shares = shares[:min(closest, len(shares))]
	sum := 0.0
	for _, s := range shares {
		sum += s
	}
	covered := sum/float64(len(shares)) + ix.pairShare(c)/2
	if c.Function == Method { // a method takes fewer words than a finding
		covered += .04
	}
	return min(1, covered/1.5)
}

// pairShare returns the share of pairs of neighbouring terms of a claim that are neighbours in the text too.
func (ix *Index) pairShare(c *Claim) float64 {
	all, found, last := 0, 0, ""
	for _, w := range c.words() {
		if w.term == "" {
			continue
		}
		if last != "" {
			all++
			if ix.pairs[[2]string{last, w.term}] {
				found++
			}
		}
		last = w.term
	}
	return float64(found) / float64(max(1, all))
}
