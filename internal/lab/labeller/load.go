package labeller

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"

	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
)

// Sizes says how much material to make.
type Sizes struct {
	Rendered int // references rendered for training
	HeldOut  int // records reserved for measuring
	Words    int // in the lexicon
	Names    int // of containers
}

// DefaultSizes returns the sizes for the shipped weights.
func DefaultSizes() Sizes { return Sizes{Rendered: 6000, HeldOut: 5000, Words: 90000, Names: 3000} }

// Load reads the labelled sets and the corpus of works below a data folder and renders references. It also
// returns the held-out records.
func Load(dir string, sizes Sizes, seed uint64) (*Material, []*Record, error) {
	m := new(Material)
	err := open(filepath.Join(dir, "refstrings", "labelled_dev.jsonl.gz"), func(r io.Reader) (err error) {
		m.Labelled, err = readLabelled(r)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	vocabulary := newVocabulary()
	m.Containers = newContainers()
	var records, held []*Record
	var publishers []string
	err = open(filepath.Join(dir, "corpora", "works.jsonl.zst"), func(r io.Reader) error {
		return readRecords(r, 6, detailed, func(rec *Record) {
			vocabulary.Add(rec)
			if !rec.HeldOut() {
				m.Containers.Add(rec.Venue)
			}
			switch {
			case !rec.usable():
			case rec.HeldOut():
				held = append(held, rec)
			default:
				records = append(records, rec)
				if rec.Publisher != "" && len(rec.Publisher) < 60 && len(publishers) < 20000 {
					publishers = append(publishers, rec.Publisher)
				}
			}
		})
	})
	if err != nil {
		return nil, nil, err
	}
	m.Names = sizes.Names
	m.Words, m.Entries = vocabulary.Lexicon(sizes.Words, 4)
	r := newRenderer(seed, publishers)
	r.others = records
	for tries := 0; len(m.Rendered) < sizes.Rendered && tries < 10*sizes.Rendered; tries++ {
		if out, ok := r.Varied(records[r.random.IntN(len(records))]); ok {
			m.Rendered = append(m.Rendered, out)
		}
	}
	r.random.Shuffle(len(held), func(i, j int) { held[i], held[j] = held[j], held[i] })
	return m, held[:min(len(held), sizes.HeldOut)], nil
}

// detailed reports whether a record states more than an arXiv id.
func detailed(line []byte) bool {
	return bytes.Contains(line, []byte(`"publisher":`)) || bytes.Contains(line, []byte(`"volume":`))
}

// open calls read with the content of a file, decompressed according to its extension.
func open(path string, read func(io.Reader) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	var r io.Reader = f
	switch filepath.Ext(path) {
	case ".gz":
		gz, err := gzip.NewReader(f)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		defer gz.Close()
		r = gz
	case ".zst":
		zs, err := zstd.NewReader(f)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		defer zs.Close()
		r = zs
	}
	if err := read(r); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// Write writes weights to a compressed file.
func Write(path string, w *tagger.Weights) error {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	return os.WriteFile(path, enc.EncodeAll(w.Encode(), nil), 0o644)
}
