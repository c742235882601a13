package index

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Coverage is estimated by capture and recapture. For a venue and year, one source that lists many works is
// taken as a list, and the works that other sources name there are witnesses: the share of witnesses missing
// from the list bounds the share that it misses altogether. The list is reported as complete only if the upper
// bound of the miss rate, at 95 %, is at most maxMiss; that takes at least 150 witnesses without a miss. Two
// sources may miss the same works, so an estimate never counts as a declaration: it only says that such works
// are usually there.
const (
	maxMiss      = 0.02
	minListed    = 100 // works that a list must have
	minWitnesses = 30  // below this there is no estimate
)

// coverageCounter records, while an index is built, which source names which work at which venue and year.
type coverageCounter struct {
	places  map[string]placeKey // by container title
	numbers map[placeYear]uint32
	names   []placeYear
	titles  []map[string]*int // container titles of each place, with their counts
	last    lastPlace
	source  map[string]uint16
	count   []int           // records by source
	origins []biblio.Origin // by source: the weakest of its records
	note    spool           // doc, place, source
}

// placeKey is a venue and one of its tracks; zero for containers that are not a known venue.
type placeKey struct {
	venue string
	track normalise.Track
}

type placeYear struct {
	placeKey
	year int
}

// lastPlace is the place of the previous record: often it is that of the next one too.
type lastPlace struct {
	title string
	year  int
	n     uint32
	known bool // a venue that is counted
	count *int // of the title there; nil beyond the bound
}

// The bounds of the counter. What exceeds them is not counted, and what is not counted is never called
// complete.
const (
	maxContainers = 1 << 18
	maxPlaces     = 1 << 17
	maxSources    = 1 << 12
	noteSize      = 10
)

func newCoverageCounter(s *scratch) *coverageCounter {
	return &coverageCounter{places: map[string]placeKey{}, numbers: map[placeYear]uint32{},
		source: map[string]uint16{}, note: spool{s: s}}
}

func (c *coverageCounter) add(doc uint32, r *biblio.Record) {
	src, ok := c.source[r.Source]
	if !ok {
		if len(c.source) == maxSources {
			return
		}
		src = uint16(len(c.source))
		c.source[strings.Clone(r.Source)] = src
		c.count = append(c.count, 0)
		c.origins = append(c.origins, r.Origin)
	}
	c.origins[src] = c.origins[src].Weaker(r.Origin)
	c.count[src]++
	if r.Container.Title == "" || r.Issued.Year < 1500 || r.Issued.Year > 2999 || r.Status.Manuscript() {
		return
	}
	if c.last.title != r.Container.Title || c.last.year != r.Issued.Year {
		c.last = c.at(r.Container.Title, r.Issued.Year)
	}
	if !c.last.known {
		return
	}
	if c.last.count != nil {
		*c.last.count++
	}
	var b [noteSize]byte
	binary.LittleEndian.PutUint32(b[:], c.last.n)
	binary.LittleEndian.PutUint32(b[4:], doc)
	binary.LittleEndian.PutUint16(b[8:], src)
	c.note.add(b[:])
}

// at returns the place of a container's title and a year, numbering it if it is new.
func (c *coverageCounter) at(title string, year int) lastPlace {
	place := lastPlace{title: title, year: year}
	key := c.place(title)
	if key.venue == "" {
		return place
	}
	at := placeYear{key, year}
	n, ok := c.numbers[at]
	if !ok {
		if len(c.numbers) == maxPlaces {
			return place
		}
		n = uint32(len(c.names))
		c.numbers[at] = n
		c.names = append(c.names, at)
		c.titles = append(c.titles, map[string]*int{})
	}
	place.n, place.known = n, true
	if place.count = c.titles[n][title]; place.count == nil && len(c.titles[n]) < 16 {
		place.count = new(int)
		c.titles[n][strings.Clone(title)] = place.count
	}
	return place
}

// place returns the venue of a container's title, if there is one.
func (c *coverageCounter) place(title string) placeKey {
	key, ok := c.places[title]
	if !ok && len(c.places) < maxContainers {
		if f := normalise.ParseContainer(title); len(f.Venues) == 1 && f.Head != normalise.Preprints {
			track := f.Track
			if track == normalise.Volume {
				track = normalise.Main
			}
			if track != normalise.Workshop { // workshops of one conference are many containers
				key = placeKey{f.Venues[0], track}
			}
		}
		c.places[strings.Clone(title)] = key
	}
	return key
}

// SourceCount is a source of records with the number of its records and their origin.
type SourceCount struct {
	Source  string        `json:"source"`
	Records int           `json:"records"`
	Origin  biblio.Origin `json:"origin,omitzero"`
}

func (c *coverageCounter) sources() []SourceCount {
	list := make([]SourceCount, 0, len(c.source))
	for s, n := range c.source {
		list = append(list, SourceCount{s, c.count[n], c.origins[n]})
	}
	sortSources(list)
	return list
}

func sortSources(list []SourceCount) {
	slices.SortFunc(list, func(a, b SourceCount) int {
		return cmp.Or(b.Records-a.Records, cmp.Compare(a.Source, b.Source))
	})
}

// named is one work named by one source at one place.
type named struct {
	place  uint32
	work   uint32
	source uint16
}

// estimated returns the estimated rows. root returns the work of a record.
func (c *coverageCounter) estimated(root func(doc uint32) uint32) ([]biblio.CoverageRow, error) {
	var list []named
	err := c.note.each(func(b []byte) {
		for ; len(b) >= noteSize; b = b[noteSize:] {
			list = append(list, named{u32(b), root(u32(b[4:])), binary.LittleEndian.Uint16(b[8:])})
		}
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(list, func(a, b named) int {
		return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.work, b.work), cmp.Compare(a.source, b.source))
	})
	list = slices.Compact(list)
	var rows []biblio.CoverageRow
	for place := range groupBy(list, func(e *named) uint32 { return e.place }) {
		if row, ok := c.row(place); ok {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b biblio.CoverageRow) int {
		return cmp.Or(cmp.Compare(a.Container, b.Container), cmp.Compare(a.Year, b.Year))
	})
	return rows, nil
}

// row estimates one place from the works named there, sorted by work.
func (c *coverageCounter) row(list []named) (row biblio.CoverageRow, ok bool) {
	listed := map[uint16]int{}
	for _, e := range list {
		listed[e.source]++
	}
	best, most := uint16(0), 0
	for s, n := range listed {
		if n > most || n == most && s < best {
			best, most = s, n
		}
	}
	if most < minListed {
		return row, false
	}
	works, witnesses, missed := 0, 0, 0
	place := list[0].place
	for work := range groupBy(list, func(e *named) uint32 { return e.work }) {
		inList := slices.ContainsFunc(work, func(e named) bool { return e.source == best })
		works++
		if len(work) > 1 || !inList {
			witnesses++
			if !inList {
				missed++
			}
		}
	}
	row.Year = c.names[place].year
	row.Container = mostOften(c.titles[place])
	row.Aliases = []string{c.names[place].venue}
	if witnesses < minWitnesses {
		return row, false
	}
	bound := missBound(witnesses, missed)
	if row.Complete, row.How = bound <= maxMiss, biblio.Estimated; row.Complete {
		row.Works = works
	}
	row.Note = fmt.Sprintf("%d works; the longest list has %d and misses %d of %d that other sources name there: at "+
		"most %.1f %% are missing (95 %%)", works, most, missed, witnesses, 100*bound)
	return row, true
}

func mostOften(m map[string]*int) (best string) {
	most := 0
	for title, n := range m {
		if *n > most || *n == most && title < best {
			best, most = title, *n
		}
	}
	return best
}

// missBound is the upper limit of Wilson's one-sided 95 % interval for the
// share of misses among witnesses.
func missBound(witnesses, missed int) float64 {
	const z = 1.6449
	n, p := float64(witnesses), float64(missed)/float64(witnesses)
	centre := p + z*z/(2*n)
	spread := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return (centre + spread) / (1 + z*z/n)
}
