package corpora

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/index"
)

// buildName is the folder below a corpus in which Build writes its segments, which are moved up when
// all are complete.
const buildName = ".build"

// Build builds a corpus from local files.
type Build struct {
	Files    []string
	Dump     dump.Options
	Coverage []biblio.CoverageRow // further rows, written by a person
	Add      bool                 // add to the existing segments instead of replacing them
	Segment  int                  // records per segment
	// Resumed is called before anything is read, with the number of records that an earlier call of the same
	// build had read; Progress with the number of bytes read and their total.
	Resumed  func(records int64)
	Progress func(done, total int64)
}

// Built is the result of reading the files of a build.
type Built struct {
	Stats dump.Stats
	Bad   []dump.Bad
	Had   int64 // records left out because the corpus has them
}

// ErrNoRecord means that the files of a build contain no record: nothing was changed.
var ErrNoRecord = errors.New("no record was read")

// Run builds the corpus in dir. An interrupted build is continued if Run is called again with the same files;
// the corpus only changes when everything is complete. The error wraps index.ErrBusy if another process builds
// one there, and is a *ReadError for a file that cannot be read.
func (b *Build) Run(ctx context.Context, dir string) (Built, error) {
	in := &intake{files: b.Files, opt: b.Dump, segment: b.Segment, rows: b.Coverage,
		find: func(_ context.Context, i int) (string, error) { return b.Files[i], nil }}
	total, err := b.measure()
	if err != nil {
		return Built{}, &ReadError{err}
	}
	if err := maybeFolder(dir); err != nil {
		return Built{}, &ReadError{err}
	}
	held, err := index.Lock(dir)
	if err != nil {
		return Built{}, err
	}
	defer held.Close()
	if err := Unfinished(dir); err != nil {
		return Built{}, err
	}
	if b.Add && index.Exists(dir) {
		there, err := index.Open(dir)
		if err != nil {
			return Built{}, err
		}
		defer there.Close()
		in.has = func(r *biblio.Record) bool { return has(there, r) }
	}
	work := filepath.Join(dir, buildName)
	if in.resume(work) && b.Resumed != nil {
		b.Resumed(in.state.records())
	}
	if b.Progress != nil {
		in.progress = func(done int64) { b.Progress(done, total) }
	}
	err = in.build(ctx, work)
	built := Built{in.state.Stats, in.state.Bad, in.state.Had}
	if err != nil {
		return built, err
	}
	if built.Stats.Records == 0 {
		return built,
			errors.Join(&ReadError{fmt.Errorf("%w from %s: nothing was changed", ErrNoRecord, strings.Join(b.Files, ", "))},
				os.RemoveAll(work))
	}
	if built.Had > 0 && in.state.records() == 0 {
		return built, os.RemoveAll(work)
	}
	return built, index.Adopt(dir, work, b.Add)
}

// has reports whether an index has the very record: adding it again, or after a build that was killed when it was
// complete, changes nothing.
func has(ix *index.Index, r *biblio.Record) bool {
	hits, err := ix.ByTitle(r.FullTitle())
	for _, id := range r.IDs {
		if len(hits) == 0 && err == nil {
			hits, err = ix.ByID(id)
		}
	}
	text, failed := json.Marshal(r)
	return err == nil && failed == nil && slices.ContainsFunc(hits, func(h index.Hit) bool {
		have, err := ix.Record(h.N)
		other, failed := json.Marshal(have)
		return err == nil && failed == nil && bytes.Equal(text, other)
	})
}

// Unfinished returns an error for a corpus that is about to be installed: a change in between could
// remove half of it.
func Unfinished(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, getName, planName)); err != nil {
		return nil //nolint:nilerr // there is no plan
	}
	name := filepath.Base(dir)
	return &ReadError{
		fmt.Errorf("getting %s was interrupted: complete it with bonafide corpus get %s, or bonafide corpus remove %s", name,
			name, name)}
}

// measure checks that every file exists, so that a wrong name is noticed before work begins, and
// returns their total size.
func (b *Build) measure() (total int64, err error) {
	for _, file := range b.Files {
		n, err := dump.Size(file)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

// ErrNoFolder means that the name of a corpus is taken by something other than a folder.
var ErrNoFolder = errors.New("is no folder")

func maybeFolder(path string) error {
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return fmt.Errorf("%s %w", path, ErrNoFolder)
	}
	return nil
}

// Cost is the approximate cost of getting a corpus.
type Cost struct {
	Download int64 // bytes
	Disk     int64 // bytes of the complete corpus
	Working  int64 // bytes of disk during the build, including the corpus
	Memory   int64 // bytes while segments are joined
	Time     time.Duration
}

// The basis of the estimates: an index of 1.2 million records had 239 bytes a record, and building it required
// 297 more; the rates are those of a typical connection and of two processors.
const (
	indexBytes   = 239
	scratchBytes = 300       // per record, while an index is built
	lineBytes    = 5_000_000 // per second
	buildRecords = 20_000    // per second
	pageRecords  = 1_000     // per page of a harvest
	pageTime     = 7 * time.Second
	// per record, while segments are joined: two parts of a table of some 4 entries a record are sorted at once
	memoryBytes = 40
)

// CostOf returns the approximate cost of getting a dump. With a filter the corpus itself is smaller; by how
// much is unknown. An existing corpus stays beside the new one until that is complete; its refresh costs at
// most as much.
func CostOf(p dump.Public, there bool) Cost {
	c := Cost{Download: p.Bytes, Disk: p.Records * indexBytes, Memory: p.Records * memoryBytes}
	c.Working = c.Disk + min(p.Bytes, usualBytes) + p.Records*scratchBytes
	c.Time = time.Duration(p.Bytes/lineBytes+p.Records/buildRecords) * time.Second
	if there {
		c.Working += c.Disk
	}
	if p.Revised {
		c.Working += c.Disk
		c.Time += time.Duration(p.Records/buildRecords) * time.Second
	}
	if p.Layout == dump.Harvest && p.Every > 0 { // a mirror is asked without pauses
		c.Time += time.Duration(p.Records/pageRecords) * (p.Every + pageTime)
	}
	return c
}

// Add adds another cost. Corpora are built one after another.
func (c Cost) Add(d Cost) Cost {
	return Cost{c.Download + d.Download, c.Disk + d.Disk, max(c.Working, c.Disk+d.Working),
		max(c.Memory, d.Memory), c.Time + d.Time}
}
