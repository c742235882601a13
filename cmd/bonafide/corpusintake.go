package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/index"
)

// A build writes its segments into a folder below the corpus and moves them up
// when all are there. Beside them stands how far the dumps were read.
const (
	workName  = ".build"
	stateName = "state.json"
)

// buildState is how far a build has come: plain data, written behind every
// whole segment.
type buildState struct {
	Files    []string             `json:"files"`
	Done     int                  `json:"done"` // files read to their ends
	At       *dump.Checkpoint     `json:"at"`   // in the next file; nil at its start
	Stats    dump.Stats           `json:"stats"`
	Bad      []dump.Bad           `json:"bad"`
	Coverage []biblio.CoverageRow `json:"coverage"`
}

// records counts the records of whole segments.
func (s *buildState) records() int64 {
	n := s.Stats.Records
	if s.At != nil {
		n += s.At.Stats.Records
	}
	return n
}

// intake is the stream of records of several dumps on their way to an index.
type intake struct {
	files  []string
	opt    dump.Options
	bar    *cli.Progress
	total  int64 // bytes of all files
	before int64 // bytes of the files that were read
	state  buildState
	reader *dump.Reader // of the file at hand
	ended  bool
}

// readError is a dump that cannot be read at all.
type readError struct{ err error }

func (e *readError) Error() string { return e.err.Error() }
func (e *readError) Unwrap() error { return e.err }

// measure opens every file once, so that a wrong name is known before work
// begins.
func (in *intake) measure() error {
	for _, file := range in.files {
		r, err := dump.Open(file, in.opt)
		if err != nil {
			return err
		}
		in.total += r.Total()
		if err := r.Close(); err != nil {
			return err
		}
	}
	return nil
}

// resume takes up the state that a build of the same files left. Without one,
// and when the kill fell between a segment and its state, it clears the folder.
func (in *intake) resume(work string) bool {
	var state buildState
	text, err := os.ReadFile(filepath.Join(work, stateName))
	if err == nil {
		err = json.Unmarshal(text, &state)
	}
	if err != nil || !slices.Equal(state.Files, in.files) || state.Done > len(in.files) || int64(recordsIn(work)) != state.records() {
		_ = os.RemoveAll(work)
		return false
	}
	in.state = state
	return true
}

// recordsIn counts the records of an index, -1 when it cannot be opened.
func recordsIn(dir string) int {
	ix, err := index.Open(dir)
	if err != nil {
		return -1
	}
	defer ix.Close()
	return ix.Len()
}

// build writes segment after segment and, behind each, the state.
func (in *intake) build(ctx context.Context, work string, segment int) (err error) {
	defer func() { err = errors.Join(err, in.close()) }()
	for !in.ended {
		err := index.Add(ctx, work, in.take(segment), index.Options{Coverage: in.coverage})
		if err != nil {
			return err
		}
		if !in.ended {
			if err := in.save(work); err != nil {
				return err
			}
		}
	}
	return nil
}

// coverage gives the rows of all dumps to the last segment.
func (in *intake) coverage() []biblio.CoverageRow {
	if !in.ended {
		return nil
	}
	return in.state.Coverage
}

func (in *intake) save(work string) error {
	at := in.reader.Checkpoint()
	state := in.state
	state.At = &at
	text, err := json.Marshal(state)
	if err != nil {
		return err
	}
	temp := filepath.Join(work, stateName+".new")
	if err := os.WriteFile(temp, text, 0o644); err != nil {
		return err
	}
	return os.Rename(temp, filepath.Join(work, stateName))
}

// take gives the next records, at most n, which ends at the border of a batch
// or of a file.
func (in *intake) take(n int) index.Records {
	return func(yield func(*biblio.Record, error) bool) {
		for taken := 0; taken < n; {
			batch, err := in.next()
			if err != nil {
				yield(nil, err)
				return
			}
			if in.ended {
				return
			}
			for i := range batch {
				if !yield(&batch[i], nil) {
					return
				}
			}
			taken += len(batch)
		}
	}
}

// next gives the next batch of any file.
func (in *intake) next() ([]biblio.Record, error) {
	for in.state.Done < len(in.files) {
		if err := in.open(); err != nil {
			return nil, err
		}
		batch, err := in.reader.NextBatch()
		if err == nil {
			in.bar.Set(in.before + in.reader.Offset())
			return batch, nil
		}
		if err != io.EOF {
			return nil, in.fault(err)
		}
		if err := in.endFile(); err != nil {
			return nil, err
		}
	}
	in.ended = true
	return nil, nil
}

// open opens the file at hand, behind the checkpoint when there is one.
func (in *intake) open() (err error) {
	if in.reader != nil {
		return nil
	}
	opt := in.opt
	opt.Resume, in.state.At = in.state.At, nil
	if in.reader, err = dump.Open(in.files[in.state.Done], opt); err != nil {
		return in.fault(err)
	}
	return nil
}

// endFile adds up what came of a file that was read to its end.
func (in *intake) endFile() error {
	r := in.reader
	s, all := r.Stats(), &in.state.Stats
	all.Records += s.Records
	all.Bad += s.Bad
	all.Skipped += s.Skipped
	all.Files += s.Files
	all.Unknown += s.Unknown
	in.state.Bad = append(in.state.Bad, r.Bad()...)
	in.state.Coverage = append(in.state.Coverage, r.Coverage()...)
	in.before += r.Total()
	in.state.Done++
	return in.close()
}

func (in *intake) close() error {
	if in.reader == nil {
		return nil
	}
	err := in.reader.Close()
	in.reader = nil
	return err
}

func (in *intake) fault(err error) error {
	return &readError{fmt.Errorf("%s: %w", in.files[in.state.Done], err)}
}
