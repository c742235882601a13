package labeller

import (
	"cmp"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
)

// Containers counts names of containers.
type Containers struct{ counts map[string]int }

// newContainers returns an empty count.
func newContainers() *Containers { return &Containers{counts: map[string]int{}} }

// Add counts a name.
func (c *Containers) Add(name string) {
	if len(name) > 2 && len(name) < 150 {
		c.counts[name]++
	}
}

// leastLabelled is how often a name must appear in labelled strings to be known. A name known from only one
// string would make that string look easier than others.
const leastLabelled = 4

// Names returns the runs of words in the most frequent names, with their short forms, and in those that are
// frequent in labelled examples.
func (c *Containers) Names(size int, examples []Example) (hashes []uint32, marks []tagger.Entry) {
	list := make([]string, 0, len(c.counts))
	for n := range c.counts {
		list = append(list, n)
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(c.counts[b]-c.counts[a], cmp.Compare(a, b)) })
	set := map[uint32]tagger.Entry{}
	for _, n := range list[:min(len(list), size)] {
		addName(set, n)
		if short := abbreviate(n); short != n {
			addName(set, short)
		}
	}
	for _, j := range journals {
		addName(set, j.full)
		addName(set, j.short)
	}
	labelled := map[string]int{}
	for i := range examples {
		for _, n := range examples[i].containers() {
			if labelled[n]++; labelled[n] == leastLabelled {
				addName(set, n)
			}
		}
	}
	for h := range set {
		hashes = append(hashes, h)
	}
	slices.Sort(hashes)
	for _, h := range hashes {
		marks = append(marks, set[h])
	}
	return hashes, marks
}

// addName adds all runs of words at the start of a name.
func addName(set map[uint32]tagger.Entry, name string) {
	run, n, last := uint32(0), 0, uint32(0)
	for _, t := range tagger.Tokenise(nil, name, nil) {
		if t.Kind != tagger.Word {
			break
		}
		run = tagger.ExtendName(run, tagger.HashWord(name[t.Start:t.End]))
		if set[run] == 0 {
			set[run] = tagger.NameBegins
		}
		last = run
		n++
	}
	if n > 1 || n == 1 && len(name) > 3 {
		set[last] = tagger.NameWhole
	}
}

// containers returns the runs of text labelled as containers.
func (e *Example) containers() []string {
	var list []string
	for i := 0; i < len(e.Labels); i++ {
		if e.Labels[i] != tagger.Container {
			continue
		}
		j := i
		for j+1 < len(e.Labels) && e.Labels[j+1] == tagger.Container {
			j++
		}
		list = append(list, e.Raw[e.Tokens[i].Start:e.Tokens[j].End])
		i = j
	}
	return list
}
