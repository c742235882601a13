package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/offline"
)

// searchRecords makes the records of a file the world of the set: all works that exist. If only corpora are
// named, these are searched instead.
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

// unasked reports whether no evidence is named and none is needed.
func (o *Options) unasked() bool {
	return o.Scored && o.Data == "" && o.Records == "" && len(o.Corpus) == 0
}

// searchCorpus makes the corpora of the options, or the named files of the shared data, the source of the set.
// Their coverage tables apply. If records are named, these are searched instead, as all works that exist.
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

// searchWorld holds the records of a file in memory, as all works that exist.
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
	s.Sources, s.Close = []source.Connector{&offline.Connector{Index: ix, ClosedWorld: true, Name: "records"}}, ix.Close
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

// Folders returns the index folder of every corpus of the options; files of works are built into indexes.
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
	s.Sources, s.Close = []source.Connector{&offline.Connector{Index: ix, ClosedWorld: opt.ClosedWorld, OpenIDs: true}},
		ix.Close
	return ix, nil
}

// originsName is the file beside a file of works that states the origins of its records.
const originsName = "sources.jsonl"

// indexOf returns the folder of an index: a folder is returned as it is, a file of works is built into one.
func (o *Options) indexOf(ctx context.Context, path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if info.IsDir() {
		return path, nil
	}
	w := works{files: []string{path}}
	if table := filepath.Join(filepath.Dir(path), originsName); isFile(table) {
		w.origins = table
	}
	return o.built(ctx, w)
}

func (s *Set) note(line string) { s.Notes = append(s.Notes, line) }

// indexes are the indexes opened by a set, closed together.
type indexes []*index.Index

// inMemory opens an index of records in memory.
func (l *indexes) inMemory(records []biblio.Record) (*index.Index, error) {
	ix, err := index.InMemory(records)
	if err == nil {
		*l = append(*l, ix)
	}
	return ix, err
}

// Close closes them all.
func (l *indexes) Close() (err error) {
	for _, ix := range *l {
		err = errors.Join(err, ix.Close())
	}
	return err
}
