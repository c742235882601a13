package corpora

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
	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/index"
)

// stateName is the file beside the segments of an index under construction that records how far its dumps were read.
const stateName = "state.json"

// intakeState is how far dumps were read: plain data, written after every complete segment.
type intakeState struct {
	Files    []string         `json:"files"`
	Done     int              `json:"done"` // files read to the end
	At       *dump.Checkpoint `json:"at"`   // in the next file; nil at its start
	Segments int              `json:"segments"`
	Read     int64            `json:"read,omitempty"`  // bytes of the files read to the end
	Ended    bool             `json:"ended,omitempty"` // all files were read
	// records of the files before updates; -1 if none is an update
	Before   int64                `json:"before"`
	Stats    dump.Stats           `json:"stats"`
	Bad      []dump.Bad           `json:"bad"`
	Coverage []biblio.CoverageRow `json:"coverage"`
	Had      int64                `json:"had,omitempty"` // records left out because the corpus has them
}

func readState(work string) (intakeState, error) {
	state := intakeState{Before: -1}
	text, err := os.ReadFile(filepath.Join(work, stateName))
	if err == nil {
		err = json.Unmarshal(text, &state)
	}
	return state, err
}

// records counts the records in complete segments.
func (s *intakeState) records() int64 {
	n := s.Stats.Records - s.Had
	if s.At != nil {
		n += s.At.Stats.Records
	}
	return n
}

// intake is the stream of records from several files into an index.
type intake struct {
	files   []string // their names, stored in the state
	opt     dump.Options
	segment int   // approximate number of records per segment
	keep    int64 // approximate bytes of files per segment; 0 means no limit
	// find returns the path of a file, and downloads it if necessary.
	find func(ctx context.Context, i int) (path string, err error)
	// drop is called for files whose records are in complete segments; may be nil.
	drop func(i int) error
	// update reports whether the records of a file replace those of files before it.
	update func(i int) bool
	// has reports whether the corpus that is added to has a record; nil for any other.
	has      func(*biblio.Record) bool
	progress func(done int64)     // bytes read of all files
	whole    bool                 // a truncated file is an error
	rows     []biblio.CoverageRow // further rows, written by a person

	taken   int64 // bytes of the files of the current segment
	dropped int   // files before this one have been dropped
	state   intakeState
	reader  *dump.Reader // of the current file
}

// ReadError is an error of a dump that cannot be read at all.
type ReadError struct{ Err error }

// Error returns the reason.
func (e *ReadError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *ReadError) Unwrap() error { return e.Err }

// lostError is an error of a file that cannot be read completely.
type lostError struct {
	file int
	error
}

// resume loads the state that an intake of the same files left in the index under construction, removes a
// segment that the state does not contain, and returns true. Without a state it clears the folder.
func (in *intake) resume(work string) bool {
	state, err := readState(work)
	if err == nil && slices.Equal(state.Files, in.files) && state.Done <= len(in.files) &&
		index.Trim(work, state.Segments) == nil && int64(recordsIn(work)) == state.records() {
		in.state, in.dropped = state, state.Done
		return true
	}
	_ = in.anew(work)
	return false
}

// anew clears the folder and starts with the first file.
func (in *intake) anew(work string) error {
	in.state, in.dropped = intakeState{Files: in.files, Before: -1, Coverage: slices.Clone(in.rows)}, 0
	return os.RemoveAll(work)
}

// recordsIn counts the records of an index, -1 if it cannot be opened.
func recordsIn(dir string) int {
	ix, err := index.Open(dir)
	if err != nil {
		return -1
	}
	defer ix.Close()
	return ix.Len()
}

// build writes all segments. If a partly read file has changed, it starts anew.
func (in *intake) build(ctx context.Context, work string) error {
	err := in.segments(ctx, work)
	if errors.Is(err, dump.ErrChanged) {
		if err := in.anew(work); err != nil {
			return err
		}
		err = in.segments(ctx, work)
	}
	return err
}

// segments writes segment after segment and, after each, the state.
func (in *intake) segments(ctx context.Context, work string) (err error) {
	defer func() { err = errors.Join(err, in.close()) }()
	for !in.state.Ended {
		in.taken = 0
		if err := index.Add(ctx, work, in.take(ctx), index.Options{Coverage: in.coverage}); err != nil {
			return err
		}
		in.state.Segments++
		if err := in.save(work); err != nil {
			return err
		}
		if err := in.dropRead(); err != nil {
			return err
		}
	}
	return nil
}

// dropRead drops the files that were read to the end.
func (in *intake) dropRead() error {
	for ; in.drop != nil && in.dropped < in.state.Done; in.dropped++ {
		if err := in.drop(in.dropped); err != nil {
			return err
		}
	}
	return nil
}

// coverage returns the rows of all dumps with the last segment.
func (in *intake) coverage() []biblio.CoverageRow {
	if !in.state.Ended {
		return nil
	}
	return in.state.Coverage
}

func (in *intake) save(work string) error {
	state := in.state
	if in.reader != nil {
		at := in.reader.Checkpoint()
		state.At = &at
	}
	return writeJSON(filepath.Join(work, stateName), state)
}

// writeJSON replaces a file in one step.
func writeJSON(path string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return index.Replace(path, text)
}

// take returns the records of the next segment, which ends at the end of a batch or of a file.
func (in *intake) take(ctx context.Context) index.Records {
	return func(yield func(*biblio.Record, error) bool) {
		for taken := 0; taken < in.segment && (in.keep == 0 || in.taken < in.keep); {
			batch, err := in.next(ctx)
			if err != nil {
				yield(nil, err)
				return
			}
			if in.state.Ended {
				return
			}
			for i := range batch {
				if in.has != nil && in.has(&batch[i]) {
					in.state.Had++
					continue
				}
				if !yield(&batch[i], nil) {
					return
				}
			}
			taken += len(batch)
		}
	}
}

// next returns the next batch of a file; none at its end.
func (in *intake) next(ctx context.Context) ([]biblio.Record, error) {
	if in.state.Done == len(in.files) {
		in.state.Ended = true
		return nil, nil
	}
	if err := in.open(ctx); err != nil {
		return nil, err
	}
	batch, err := in.reader.NextBatch()
	switch {
	case err == nil:
		if in.progress != nil {
			in.progress(in.state.Read + in.reader.Offset())
		}
		return batch, nil
	case err != io.EOF:
		return nil, in.fault(err)
	}
	return nil, in.endFile()
}

// open opens the current file, after the checkpoint if there is one.
func (in *intake) open(ctx context.Context) (err error) {
	if in.reader != nil {
		return nil
	}
	i := in.state.Done
	path, err := in.find(ctx, i)
	if err != nil {
		return err
	}
	if in.state.Before < 0 && in.update != nil && in.update(i) {
		in.state.Before = in.state.Stats.Records
	}
	opt := in.opt
	opt.Unwanted = in.update != nil && in.update(i)
	opt.Resume, in.state.At = in.state.At, nil
	if in.reader, err = dump.Open(path, opt); err != nil {
		return in.fault(err)
	}
	return nil
}

// endFile adds the results of a file that was read to the end.
func (in *intake) endFile() error {
	r := in.reader
	s, all := r.Stats(), &in.state.Stats
	all.Records += s.Records
	all.Bad += s.Bad
	all.Lost += s.Lost
	all.Skipped += s.Skipped
	all.Files += s.Files
	all.Unknown += s.Unknown
	in.state.Bad = append(in.state.Bad, r.Bad()...)
	in.state.Bad = in.state.Bad[:min(len(in.state.Bad), maxBad)]
	if in.whole && s.Lost > 0 {
		why := "see the records before"
		if i := slices.IndexFunc(r.Bad(), func(b dump.Bad) bool { return b.Lost }); i >= 0 {
			why = r.Bad()[i].Why
		}
		return errors.Join(&lostError{in.state.Done,
			fmt.Errorf("%s cannot be read to its end: %s", in.files[in.state.Done], why)}, in.close())
	}
	in.state.Coverage = append(in.state.Coverage, r.Coverage()...)
	in.state.Read += r.Total()
	in.taken += r.Total()
	in.state.Done++
	return in.close()
}

// maxBad is the maximum length of the list of bad records, which are all counted.
const maxBad = 10_000

func (in *intake) close() error {
	if in.reader == nil {
		return nil
	}
	err := in.reader.Close()
	in.reader = nil
	return err
}

func (in *intake) fault(err error) error {
	return &ReadError{fmt.Errorf("%s: %w", in.files[in.state.Done], err)}
}
