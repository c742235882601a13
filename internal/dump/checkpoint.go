package dump

import (
	"errors"
	"fmt"
	"slices"
)

// Checkpoint is a position between two batches of a dump, with the results so far. It is plain data for JSON.
type Checkpoint struct {
	Files  int    `json:"files"`            // read to the end
	File   string `json:"file,omitempty"`   // the current one, "" if none was begun
	Size   int64  `json:"size,omitempty"`   // of that file, to notice a change
	Member int    `json:"member,omitempty"` // of the archive: number from 0
	Units  int64  `json:"units,omitempty"`  // of the file or member, read completely
	// written by earlier programs: number of records of the next unit already returned, 0 for none
	Within int   `json:"within,omitempty"`
	Stats  Stats `json:"stats"`
	Bad    []Bad `json:"bad,omitempty"`
	// Rows are what volumes declared, before they are joined to Coverage.
	Rows []declared `json:"rows,omitempty"`
}

// ErrChanged means that a dump has changed since the checkpoint.
var ErrChanged = errors.New("the dump has changed since the checkpoint")

// position is the end of the records returned so far.
type position struct {
	file, member int
	units        int64
}

// finish moves past the last unit of a batch.
func (p *position) finish(b *batch) {
	p.file, p.member, p.units = b.file, b.member, b.first+int64(len(b.ends))
	switch b.last {
	case memberEnd:
		p.member, p.units = b.member+1, 0
	case fileEnd:
		p.file, p.member, p.units = b.file+1, 0, 0
	}
}

// Checkpoint returns the position after the last batch returned. A reader opened with it returns the following
// records, and none twice.
func (r *Reader) Checkpoint() Checkpoint {
	c := Checkpoint{Files: r.at.file, Member: r.at.member, Units: r.at.units, Stats: r.stats, Bad: slices.Clone(r.bad),
		Rows: slices.Clone(r.rows)}
	if c.Files < len(r.files) {
		c.File, c.Size = r.files[c.Files].name, r.files[c.Files].size
	}
	return c
}

func (r *Reader) resume(c Checkpoint) error {
	if c.Files > len(r.files) || c.Files < 0 || c.Member < 0 || c.Units < 0 || c.Within < 0 {
		return ErrChanged
	}
	if c.Files < len(r.files) && (r.files[c.Files].name != c.File || r.files[c.Files].size != c.Size) {
		return fmt.Errorf("%w: %s is not %s with %d bytes", ErrChanged, r.files[c.Files].name, c.File, c.Size)
	}
	if c.Files == len(r.files) && c.File != "" {
		return ErrChanged
	}
	r.at = position{c.Files, c.Member, c.Units + int64(min(c.Within, 1))}
	r.stats, r.bad, r.rows = c.Stats, slices.Clone(c.Bad), slices.Clone(c.Rows)
	for _, f := range r.files[:c.Files] {
		r.offset.Add(f.size)
	}
	return nil
}
