package index

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// An index is a folder: segment files, and a manifest that lists the current ones. A segment is written under a
// temporary name, made durable, renamed, and only then listed in a new manifest, which replaces the old one in
// one step. What a killed build leaves is not listed and is removed by the next build.
const (
	manifestName  = "manifest.json"
	lockName      = "lock"
	segmentSuffix = ".segment"
	tempPrefix    = ".tmp-"
)

// ErrBusy means that another process is building an index in the same folder.
var ErrBusy = errors.New("another build is writing this index")

// manifest lists the segments of an index.
type manifest struct {
	Format   int       `json:"format"`
	Segments []listing `json:"segments"`
	Checksum string    `json:"checksum,omitempty"` // of the rest; empty in manifests of earlier programs
}

// sum returns the checksum of everything else in the manifest.
func (m manifest) sum() (string, error) {
	m.Checksum = ""
	text, err := json.Marshal(m)
	return fmt.Sprintf("%08x", crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli))), err
}

type listing struct {
	File    string `json:"file"`
	Bytes   int64  `json:"bytes"`
	Records int    `json:"records"`
}

// Build writes a new index into dir, replacing any old one. Readers of the old one are not disturbed.
func Build(ctx context.Context, dir string, records Records, opts Options) error {
	return update(ctx, dir, records, opts, false)
}

// Add writes the records as an additional segment of the index in dir.
func Add(ctx context.Context, dir string, records Records, opts Options) error {
	return update(ctx, dir, records, opts, true)
}

// Adopt moves the segments of the index in from, which must be in the same file system, into dir: in addition
// to the existing ones if keep is set, else replacing them. The index in dir changes in one step; from is
// removed. If it was interrupted, the same call completes it, as long as dir has not been changed otherwise; if
// from no longer exists, it was complete.
func Adopt(dir, from string, keep bool) error {
	moved, err := readManifest(from)
	if errors.Is(err, os.ErrNotExist) && Exists(dir) {
		return os.RemoveAll(from)
	}
	if err != nil {
		return err
	}
	held, err := hold(dir)
	if err != nil {
		return err
	}
	defer held.Close()
	now := manifest{Format: readableFrom}
	if old, err := readManifest(dir); err == nil && keep {
		now.Segments = old.Segments
	} else if keep && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for _, s := range moved.Segments {
		if err := moveInto(dir, from, s); err != nil {
			return err
		}
		if !slices.Contains(now.Segments, s) {
			now.Segments = append(now.Segments, s)
		}
	}
	if err := writeManifest(dir, now); err != nil {
		return err
	}
	return os.RemoveAll(from)
}

// moveInto moves a segment, unless it has been moved already.
func moveInto(dir, from string, s listing) error {
	err := os.Rename(filepath.Join(from, s.File), filepath.Join(dir, s.File))
	if errors.Is(err, os.ErrNotExist) {
		if info, there := os.Stat(filepath.Join(dir, s.File)); there == nil && info.Size() == s.Bytes {
			return nil
		}
	}
	return err
}

// Exists reports whether a folder contains an index, intact or damaged.
func Exists(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, manifestName))
	return err == nil
}

// Trim removes the segments after the first n from the index in dir.
func Trim(dir string, n int) error {
	held, err := hold(dir)
	if err != nil {
		return err
	}
	defer held.Close()
	m, err := readManifest(dir)
	if err != nil || len(m.Segments) <= n {
		return err
	}
	m.Segments = m.Segments[:n]
	return writeManifest(dir, m)
}

// Lock locks a folder for work of several steps, such as building, until the file is closed or the process
// ends. The error wraps ErrBusy if another process holds the lock.
func Lock(dir string) (io.Closer, error) { return holdBy(dir, workName) }

// workName is the file that Lock locks; Build and similar functions lock another one.
const workName = "building.lock"

// hold creates dir if necessary and takes its lock, which is held until the returned file is closed.
func hold(dir string) (*os.File, error) { return holdBy(dir, lockName) }

func holdBy(dir, name string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	held, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := lock(held); err != nil {
		held.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("%w: %s", ErrBusy, dir)
		}
		return nil, fmt.Errorf("lock %s: %w", filepath.Join(dir, name), err)
	}
	return held, nil
}

// Merge rewrites the index in dir as one segment, with the records and the declared coverage of all its
// segments in order.
func Merge(ctx context.Context, dir string, opts Options) error {
	x, err := Open(dir)
	if err != nil {
		return err
	}
	defer x.Close()
	given := opts.Coverage
	opts.Coverage = func() (rows []biblio.CoverageRow) {
		if given != nil {
			rows = given()
		}
		for _, s := range x.segments {
			list, _ := s.coverage() // errors are reported by Records below
			for _, r := range list {
				if r.How == biblio.Declared {
					rows = append(rows, r)
				}
			}
		}
		return rows
	}
	return update(ctx, dir, x.Records(), opts, false)
}

// Records returns all records in numerical order, for indexing them again.
func (x *Index) Records() Records {
	return func(yield func(*biblio.Record, error) bool) {
		for _, s := range x.segments {
			if _, err := s.coverage(); err != nil {
				yield(nil, err)
				return
			}
		}
		for n := range x.n {
			r, err := x.Record(n)
			if !yield(&r, err) || err != nil {
				return
			}
		}
	}
}

func update(ctx context.Context, dir string, records Records, opts Options, keep bool) (err error) {
	held, err := hold(dir)
	if err != nil {
		return err
	}
	defer held.Close()
	old, err := readManifest(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) && keep {
		return err
	}
	sweep(dir, old)
	now := manifest{Format: readableFrom}
	if keep {
		now.Segments = old.Segments
	}
	made, err := writeSegment(ctx, dir, records, opts)
	if err != nil {
		return err
	}
	now.Segments = append(now.Segments, made)
	return writeManifest(dir, now)
}

func readManifest(dir string) (m manifest, err error) {
	text, err := os.ReadFile(filepath.Join(dir, manifestName))
	if err != nil {
		return m, err
	}
	if err := m.parse(text); err != nil {
		return m, fmt.Errorf("%w: %s: %v", ErrCorrupt, manifestName, err)
	}
	return m, m.valid()
}

// valid rejects a manifest that names anything but segments in its folder.
func (m *manifest) valid() error {
	for _, s := range m.Segments {
		if s.File != filepath.Base(s.File) || !strings.HasSuffix(s.File, segmentSuffix) ||
			strings.HasPrefix(s.File, tempPrefix) {
			return fmt.Errorf("%w: %s names %q", ErrCorrupt, manifestName, s.File)
		}
	}
	return nil
}

// parse parses a manifest. A damaged key would look like a missing one, so unknown keys are rejected.
func (m *manifest) parse(text []byte) error {
	if !json.Valid(text) {
		return errors.New("no valid JSON")
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(m); err != nil || m.Checksum == "" {
		return err
	}
	sum, err := m.sum()
	if err == nil && sum != m.Checksum {
		err = errors.New("its checksum differs")
	}
	return err
}

// writeManifest writes the manifest and removes what it does not name.
func writeManifest(dir string, m manifest) (err error) {
	if m.Checksum, err = m.sum(); err != nil {
		return err
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	if err := Replace(filepath.Join(dir, manifestName), append(text, '\n')); err != nil {
		return err
	}
	sweep(dir, m)
	return nil
}

// Replace writes a small file durably and in one step, in place of an old one.
func Replace(path string, text []byte) error {
	dir, name := filepath.Split(path)
	temp := filepath.Join(dir, tempPrefix+name)
	f, err := os.Create(temp)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(temp, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// sweep removes segments that are not in the manifest and leftovers of killed builds. Files that cannot be
// removed, because a reader holds them, stay.
func sweep(dir string, m manifest) {
	named := map[string]bool{}
	for _, s := range m.Segments {
		named[s.File] = true
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, tempPrefix) || strings.HasSuffix(name, segmentSuffix) && !named[name] {
			_ = os.Remove(filepath.Join(dir, name))
		}
	}
}

// writeSegment writes one segment file durably under a unique name.
func writeSegment(ctx context.Context, dir string, records Records, opts Options) (made listing, err error) {
	temp, err := os.CreateTemp(dir, tempPrefix+"segment-")
	if err != nil {
		return made, err
	}
	defer func() {
		temp.Close()
		if err != nil {
			_ = os.Remove(temp.Name())
		}
	}()
	aside, err := os.CreateTemp(dir, tempPrefix+"scratch-")
	if err != nil {
		return made, err
	}
	defer func() {
		aside.Close()
		_ = os.Remove(aside.Name())
	}()
	if _, err = temp.Write(make([]byte, headerSize)); err != nil {
		return made, err
	}
	out := bufio.NewWriterSize(temp, 1<<20)
	w := &fileWriter{w: out}
	b := newBuilder(w, &scratch{f: aside}, opts)
	if err = b.run(ctx, records); err != nil {
		return made, err
	}
	header, err := w.finish()
	if err != nil {
		return made, err
	}
	if err = out.Flush(); err != nil {
		return made, err
	}
	if _, err = temp.WriteAt(header, 0); err != nil {
		return made, err
	}
	if err = temp.Sync(); err != nil {
		return made, err
	}
	info, err := temp.Stat()
	if err != nil {
		return made, err
	}
	made = listing{File: strings.ToLower(rand.Text()) + segmentSuffix, Bytes: info.Size(), Records: b.n}
	if err = os.Chmod(temp.Name(), 0o644); err != nil {
		return made, err
	}
	err = os.Rename(temp.Name(), filepath.Join(dir, made.File))
	return made, err
}

// Open opens the indexes in the given folders as one. The error wraps ErrCorrupt if one of them is not an
// index, is truncated or damaged, or has a format that this program cannot read.
func Open(dirs ...string) (*Index, error) {
	var segments []*segment
	for _, dir := range dirs {
		list, err := openDir(dir)
		segments = append(segments, list...)
		if err != nil {
			newIndex(segments).Close()
			return nil, fmt.Errorf("index %s: %w", dir, err)
		}
	}
	return newIndex(segments), nil
}

// openDir opens the segments of an index. If one is missing because it was replaced after the manifest was
// read, everything is read again, once.
func openDir(dir string) (segments []*segment, err error) {
	if segments, err = openListed(dir); errors.Is(err, os.ErrNotExist) {
		newIndex(segments).Close()
		segments, err = openListed(dir)
	}
	return segments, err
}

func openListed(dir string) (segments []*segment, err error) {
	m, err := readManifest(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil,
			fmt.Errorf(
				"%w: no %s in it: name a folder that \"bonafide corpus build\" made, or a corpus that \"bonafide corpus list\" has",
				ErrCorrupt, manifestName)
	}
	if err != nil {
		return nil, err
	}
	if m.Format < minVersion || m.Format > formatVersion {
		return nil, fmt.Errorf("%w: manifest has format %d, this program reads %d", ErrCorrupt, m.Format, formatVersion)
	}
	for _, l := range m.Segments {
		s, err := openPath(filepath.Join(dir, l.File))
		if err == nil && s.info.Records != l.Records {
			err = fmt.Errorf("%w: %s has %d records, the manifest says %d", ErrCorrupt, l.File, s.info.Records, l.Records)
			segments = append(segments, s)
		}
		if err != nil {
			return segments, err
		}
		segments = append(segments, s)
	}
	return segments, nil
}

func openPath(path string) (*segment, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() < headerSize || info.Size() != int64(int(info.Size())) {
		return nil, fmt.Errorf("%w: %s has %d bytes", ErrCorrupt, filepath.Base(path), info.Size())
	}
	all, unmap, err := mapFile(f, int(info.Size()))
	if err != nil {
		return nil, err
	}
	opened, err := openFile(all, unmap)
	if err == nil {
		var s *segment
		if s, err = openSegment(opened); err == nil {
			return s, nil
		}
	}
	_ = unmap()
	return nil, err
}
