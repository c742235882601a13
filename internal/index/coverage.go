package index

import (
	"cmp"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// coverageCounter counts records by container, year and source while an index
// is built.
type coverageCounter struct {
	key     func(string) string
	keys    map[string]int32 // number of a container's key by its title
	names   []string         // title first seen of each key
	numbers map[string]int32 // number by key
	count   map[containerYear]*tally
	source  map[string]int
}

type containerYear struct {
	container int32
	year      int16
}

type tally struct{ normal, manuscript int }

// maxContainers bounds the table: what comes later is not counted, and what
// is not counted is never called complete.
const maxContainers = 400_000

func newCoverageCounter(key func(string) string) *coverageCounter {
	if key == nil {
		key = containerKey
	}
	return &coverageCounter{key: key, keys: map[string]int32{}, numbers: map[string]int32{}, count: map[containerYear]*tally{}, source: map[string]int{}}
}

func (c *coverageCounter) add(r *biblio.Record) {
	c.source[r.Source]++
	year := r.Issued.Year
	if r.Container.Title == "" || year < 1000 || year > 2999 {
		return
	}
	n, ok := c.keys[r.Container.Title]
	if !ok {
		n = c.number(r.Container.Title)
	}
	if n < 0 {
		return
	}
	at := containerYear{n, int16(year)}
	t := c.count[at]
	if t == nil {
		if len(c.count) > 4*maxContainers {
			return
		}
		t = &tally{}
		c.count[at] = t
	}
	if r.Status == biblio.StatusRejected || r.Status == biblio.StatusWithdrawn {
		t.manuscript++
	} else {
		t.normal++
	}
}

func (c *coverageCounter) number(title string) int32 {
	if len(c.keys) >= maxContainers {
		return -1
	}
	key := c.key(title)
	n, ok := c.numbers[key]
	if !ok {
		n = int32(len(c.names))
		c.numbers[key] = n
		c.names = append(c.names, title)
	}
	if key == "" {
		n = -1
	}
	c.keys[title] = n
	return n
}

// SourceCount is a source of records with how many it gave.
type SourceCount struct {
	Source  string `json:"source"`
	Records int    `json:"records"`
}

func (c *coverageCounter) sources() []SourceCount {
	list := make([]SourceCount, 0, len(c.source))
	for s, n := range c.source {
		list = append(list, SourceCount{s, n})
	}
	slices.SortFunc(list, func(a, b SourceCount) int {
		return cmp.Or(b.Records-a.Records, cmp.Compare(a.Source, b.Source))
	})
	return list
}

// estimated gives the rows that follow from counting.
func (c *coverageCounter) estimated() []biblio.CoverageRow { return nil }

// containerKey is the comparison form of a container's title where the caller
// gives none: the folded title without years and numbers.
func containerKey(title string) string {
	var f folded
	f.fold(title)
	var b []byte
	for i := range f.len() {
		t := f.token(i)
		if len(t) > 0 && t[0] >= '0' && t[0] <= '9' {
			continue
		}
		if len(b) > 0 {
			b = append(b, ' ')
		}
		b = append(b, t...)
	}
	return string(b)
}
