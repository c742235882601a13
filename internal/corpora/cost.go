package corpora

import (
	"time"

	"github.com/bonafide-audit/bonafide/internal/dump"
)

// Cost is about what getting a corpus takes.
type Cost struct {
	Download int64 // bytes
	Disk     int64 // bytes of the corpus when it is there
	Working  int64 // bytes of disk while it is made, the corpus among them
	Memory   int64 // bytes while segments are joined
	Time     time.Duration
}

// What the estimates rest on: an index of 1.2 million records had 239 bytes a
// record; the rates are those of a usual line and of two processors.
const (
	indexBytes   = 239
	lineBytes    = 5_000_000 // a second
	buildRecords = 20_000    // a second
	pageRecords  = 1_000     // of a harvest
	memoryBytes  = 28        // a record, while segments are joined
)

// CostOf gives about what it takes to get a dump. With a filter the corpus itself
// is smaller; how much is not known. A corpus that is there already stays beside the
// new one until that is whole; its refresh takes at most as much.
func CostOf(p dump.Public, there bool) Cost {
	c := Cost{Download: p.Bytes, Disk: p.Records * indexBytes, Memory: p.Records * memoryBytes}
	c.Working = c.Disk + min(p.Bytes, usualBytes)
	c.Time = time.Duration(p.Bytes/lineBytes+p.Records/buildRecords) * time.Second
	if there {
		c.Working += c.Disk
	}
	if p.Revised {
		c.Working += c.Disk
		c.Time += time.Duration(p.Records/buildRecords) * time.Second
	}
	if p.Layout == dump.Harvest {
		c.Time += time.Duration(p.Records/pageRecords) * p.Every
	}
	return c
}

// Add adds another cost. Corpora are made one after another.
func (c Cost) Add(d Cost) Cost {
	return Cost{c.Download + d.Download, c.Disk + d.Disk, max(c.Working, c.Disk+d.Working), max(c.Memory, d.Memory), c.Time + d.Time}
}
