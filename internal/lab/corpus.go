package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/cespare/xxhash/v2"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/offline"
)

// searchRecords makes the records of a file the world of the set: these are
// all the works there are. When only corpora are named, these are searched
// instead.
func (s *Set) searchRecords(ctx context.Context, opt *Options, below ...string) error {
	if opt.Records == "" && len(opt.Corpus) > 0 {
		_, err := s.searchCorpora(ctx, opt, opt.Corpus)
		return err
	}
	if opt.unasked() {
		return nil
	}
	file, err := opt.path(opt.Records, below...)
	if err != nil {
		return err
	}
	_, err = s.searchWorld(file)
	return err
}

// unasked reports that no evidence is named and none is needed.
func (o *Options) unasked() bool {
	return o.Scored && o.Data == "" && o.Records == "" && len(o.Corpus) == 0
}

// searchCorpus makes the corpora of the options, or the named files of the
// shared data, the source of the set. Their coverage tables rule. When records
// are named, these are searched instead, as all the works there are.
func (s *Set) searchCorpus(ctx context.Context, opt *Options, below ...string) (*index.Index, error) {
	corpora := opt.Corpus
	switch {
	case len(corpora) > 0:
	case opt.Records != "":
		return s.searchWorld(opt.Records)
	case opt.unasked():
		return index.InMemory(nil)
	case opt.Data == "":
		return nil, fmt.Errorf("%w (--corpus)", ErrNoInput)
	default:
		for _, name := range below {
			corpora = append(corpora, filepath.Join(opt.Data, "corpora", name))
		}
	}
	return s.searchCorpora(ctx, opt, corpora)
}

// searchWorld holds the records of a file in memory, as all the works there are.
func (s *Set) searchWorld(file string) (*index.Index, error) {
	in, err := dump.Open(file, dump.Options{Format: dump.Flat, Source: "records"})
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var records []biblio.Record
	for r, err := range streamRecords(in, s.note) {
		if err != nil {
			return nil, err
		}
		records = append(records, *r)
	}
	ix, err := index.InMemory(records)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	s.Sources, s.Close = []source.Connector{&offline.Connector{Index: ix, World: true, Name: "records"}}, ix.Close
	return ix, nil
}

// OpenCorpora opens the corpora of the options as one.
func (o *Options) OpenCorpora(ctx context.Context) (*index.Index, error) {
	return o.openCorpora(ctx, o.Corpus)
}

func (o *Options) openCorpora(ctx context.Context, corpora []string) (*index.Index, error) {
	dirs, err := o.folders(ctx, corpora)
	if err != nil {
		return nil, err
	}
	return index.Open(dirs...)
}

// Folders gives the index folder of every corpus of the options; files of works
// are built into one.
func (o *Options) Folders(ctx context.Context) ([]string, error) { return o.folders(ctx, o.Corpus) }

func (o *Options) folders(ctx context.Context, corpora []string) ([]string, error) {
	dirs := make([]string, len(corpora))
	for i, c := range corpora {
		dir, err := o.indexOf(ctx, c)
		if err != nil {
			return nil, err
		}
		dirs[i] = dir
	}
	return dirs, nil
}

func (s *Set) searchCorpora(ctx context.Context, opt *Options, corpora []string) (*index.Index, error) {
	ix, err := opt.openCorpora(ctx, corpora)
	if err != nil {
		return nil, err
	}
	s.Sources, s.Close = []source.Connector{offline.New(ix)}, ix.Close
	return ix, nil
}

// indexOf gives the folder of an index: a folder is one already, a file of
// works is built into one under Cache, once for each state of the file.
func (o *Options) indexOf(ctx context.Context, path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if info.IsDir() {
		return path, nil
	}
	if o.Cache == "" {
		return "", fmt.Errorf("%s is a file of works and there is no cache folder to build its index in: build it with \"bonafide corpus build\"", path)
	}
	whole, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	key := xxhash.Sum64String(fmt.Sprint(whole, info.Size(), info.ModTime().UnixNano(), recordsVersion))
	dir := filepath.Join(o.Cache, fmt.Sprintf("%016x", key))
	if ix, err := index.Open(dir); err == nil { // of this very file and format
		return dir, ix.Close()
	}
	o.log("building the index of %s, once", path)
	if err := os.MkdirAll(o.Cache, 0o755); err != nil {
		return "", err
	}
	in, err := dump.Open(path, dump.Options{Omit: dump.Bulky()})
	if err != nil {
		return "", err
	}
	defer in.Close()
	if err := index.Build(ctx, dir, streamRecords(in, o.Log), index.Options{Coverage: in.Coverage}); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return dir, nil
}

// recordsVersion changes when the reading of records does, so that kept indexes are built
// again.
const recordsVersion = 4

// streamRecords gives the records of a dump as it is read, and tells how many
// of it could not be read.
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
			tell(fmt.Sprintf("%s: %d records could not be read; the first, at %d: %s", filepath.Base(bad[0].File), r.Stats().Bad, bad[0].Place, bad[0].Why))
		}
	}
}

func (s *Set) note(line string) { s.Notes = append(s.Notes, line) }
