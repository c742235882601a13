package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/index"
)

// works are files of works for one index, with their declarations.
type works struct {
	files    []string
	coverage string // file of declared rows; may be ""
	origins  string // table of the origins of records; may be ""
}

// built returns the folder of the index of works. It is built under Cache, once for each state of the files.
func (o *Options) built(ctx context.Context, w works) (string, error) {
	name := w.files[0]
	if more := len(w.files) - 1; more > 0 {
		name += fmt.Sprintf(" and %d more", more)
	}
	if o.Cache == "" {
		return "",
			fmt.Errorf(
				"%s is a file of works and there is no cache folder to build its index in: build it with \"bonafide corpus build\"",
				name)
	}
	state, err := w.state()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(o.Cache, fmt.Sprintf("%016x", xxhash.Sum64String(state)))
	if ix, err := index.Open(dir); err == nil { // built from these very files in this format
		return dir, ix.Close()
	}
	o.log("building the index of %s, once", name)
	if err := os.MkdirAll(o.Cache, 0o755); err != nil {
		return "", err
	}
	if err := w.build(ctx, dir, o.Log); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return dir, nil
}

// state returns the files with their sizes and times, and the version of the reader.
func (w works) state() (string, error) {
	state := fmt.Sprint(recordsVersion)
	for _, file := range append(slices.Clone(w.files), w.coverage, w.origins) {
		if file == "" {
			continue
		}
		whole, err := filepath.Abs(file)
		if err != nil {
			return "", err
		}
		info, err := os.Stat(file)
		if err != nil {
			return "", err
		}
		state += fmt.Sprint("\n", whole, info.Size(), info.ModTime().UnixNano())
	}
	return state, nil
}

// build writes the index of all files to dir.
func (w works) build(ctx context.Context, dir string, tell func(string)) error {
	rows, err := dump.ReadCoverage(w.coverage)
	if err != nil {
		return err
	}
	origins, err := dump.ReadOrigins(w.origins)
	if err != nil {
		return err
	}
	records := func(yield func(*biblio.Record, error) bool) {
		for _, file := range w.files {
			in, err := dump.Open(file, dump.Options{Omit: dump.Bulky(), Origins: origins})
			if err != nil {
				yield(nil, err)
				return
			}
			goOn := true
			for r, err := range streamRecords(in, tell) {
				if goOn = yield(r, err); !goOn {
					break
				}
			}
			rows = append(rows, in.Coverage()...)
			_ = in.Close() // it was read to its end, or the build failed
			if !goOn {
				return
			}
		}
	}
	return index.Build(ctx, dir, records, index.Options{Coverage: func() []biblio.CoverageRow { return rows }})
}

// recordsVersion changes when the reading of records does, so that cached indexes are rebuilt.
const recordsVersion = 6

// streamRecords returns the records of a dump as they are read, and reports how many could not be read.
func streamRecords(r *dump.Reader, tell func(string)) index.Records {
	return func(yield func(*biblio.Record, error) bool) {
		for {
			batch, err := r.NextBatch()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range batch {
				if !yield(&batch[i], nil) {
					return
				}
			}
		}
		if bad := r.Bad(); len(bad) > 0 && tell != nil {
			tell(fmt.Sprintf("%s: %d records could not be read; the first, at %d: %s", filepath.Base(bad[0].File), r.Stats().Bad,
				bad[0].Place, bad[0].Why))
		}
	}
}
