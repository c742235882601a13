package evaluate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/cespare/xxhash/v2"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/offline"
)

// searchRecords makes the records of a file the world of the set: these are
// all the works there are.
func (s *Set) searchRecords(opt *Options, below ...string) error {
	file, err := opt.path(opt.Records, below...)
	if err != nil {
		return err
	}
	var bad unread
	var records []biblio.Record
	for r, err := range streamRecords(file, "records", &bad) {
		if err != nil {
			return err
		}
		records = append(records, *r)
	}
	if bad.n > 0 {
		s.Notes = append(s.Notes, bad.note(file))
	}
	ix, err := index.InMemory(records)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	s.Sources = []source.Connector{&offline.Connector{Index: ix, World: true, Name: "records"}}
	s.Close = ix.Close
	return nil
}

// searchCorpus makes the corpora of the options, or the named files of the
// shared data, the source of the set. Their coverage tables rule.
func (s *Set) searchCorpus(ctx context.Context, opt *Options, below ...string) (*index.Index, error) {
	corpora := opt.Corpus
	if len(corpora) == 0 {
		if opt.Data == "" {
			return nil, fmt.Errorf("%w (--corpus)", ErrNoInput)
		}
		for _, name := range below {
			corpora = append(corpora, filepath.Join(opt.Data, "corpora", name))
		}
	}
	dirs := make([]string, len(corpora))
	for i, c := range corpora {
		dir, err := opt.indexOf(ctx, c)
		if err != nil {
			return nil, err
		}
		dirs[i] = dir
	}
	ix, err := index.Open(dirs...)
	if err != nil {
		return nil, err
	}
	s.Sources = []source.Connector{offline.New(ix)}
	s.Close = ix.Close
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
	var bad unread
	if err := index.Build(ctx, dir, streamRecords(path, "file", &bad), index.Options{}); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	if bad.n > 0 {
		o.log("%s", bad.note(path))
	}
	return dir, nil
}

// recordsVersion changes when the reading of records does, so that kept indexes are built
// again.
const recordsVersion = 2
