package transport

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// folderFormat is the first part of every key's path; answers in another format are never read.
const folderFormat = "v1"

// Folder keeps one file for each key, a digest in hexadecimal digits, readable only by its owner. Files are
// replaced atomically, so a process killed at any moment loses at most what it was writing. Several processes
// may share a folder.
type Folder struct {
	dir    string
	suffix string // of every file name

	mu     sync.Mutex
	failed error
	held   map[string][]byte // instead of files
	bytes  int               // of held
}

// memoryBound is how many bytes are held in memory before everything is dropped.
const memoryBound = 256 << 20

// newMemory returns a Folder that lasts as long as the program runs.
func newMemory() *Folder { return &Folder{held: map[string][]byte{}} }

// OpenFolder opens a folder, creating it if necessary.
func OpenFolder(dir, suffix string) (*Folder, error) {
	dir = filepath.Join(dir, folderFormat)
	return &Folder{dir: dir, suffix: suffix}, os.MkdirAll(dir, 0o700)
}

func (f *Folder) path(key string) string { return filepath.Join(f.dir, key[:2], key[2:]+f.suffix) }

// Err returns why something could not be stored, or nil.
func (f *Folder) Err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.failed
}

// Read returns the data of a key, or nil.
func (f *Folder) Read(_ context.Context, key string) []byte {
	if f.held != nil {
		f.mu.Lock()
		defer f.mu.Unlock()
		return f.held[key]
	}
	data, err := os.ReadFile(f.path(key))
	if err != nil {
		return nil
	}
	return data
}

// Age returns how long ago a key was written.
func (f *Folder) Age(key string) time.Duration {
	info, err := os.Stat(f.path(key))
	if err != nil {
		return 0
	}
	return time.Since(info.ModTime())
}

// Write stores data. Write errors are recorded for Err but otherwise ignored: a cache saves time and money, it
// decides nothing.
func (f *Folder) Write(_ context.Context, key string, data []byte) {
	var err error
	if f.held == nil {
		err = f.write(f.path(key), data)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failed == nil {
		f.failed = err
	}
	if f.held == nil {
		return
	}
	if f.bytes += len(data); f.bytes > memoryBound {
		clear(f.held)
		f.bytes = len(data)
	}
	f.held[key] = data
}

func (f *Folder) write(path string, data []byte) error {
	file, err := os.CreateTemp(f.dir, "new-*")
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err == nil {
		if err = os.Rename(file.Name(), path); errors.Is(err, fs.ErrNotExist) {
			os.Mkdir(filepath.Dir(path), 0o700) // another process may create it
			err = os.Rename(file.Name(), path)
		}
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}

// Prune removes what was last written before the given time, then the oldest files until at most bound bytes
// are left, and leftovers of interrupted writes.
func (f *Folder) Prune(before time.Time, bound int64) (removed int, err error) {
	if f.held != nil {
		return 0, nil
	}
	type kept struct {
		path string
		size int64
		at   time.Time
	}
	var files []kept
	var total int64
	err = filepath.WalkDir(f.dir, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) { // removed by another process
			return nil
		} else if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil { // likewise
			return nil
		}
		left := strings.HasPrefix(d.Name(), "new-") && time.Since(info.ModTime()) > time.Hour
		if left || info.ModTime().Before(before) {
			if os.Remove(path) == nil {
				removed++
			}
			return nil
		}
		files = append(files, kept{path, info.Size(), info.ModTime()})
		total += info.Size()
		return nil
	})
	slices.SortStableFunc(files, func(a, b kept) int { return a.at.Compare(b.at) })
	for _, k := range files {
		if total <= bound {
			break
		}
		if os.Remove(k.path) == nil {
			removed++
			total -= k.size
		}
	}
	return removed, err
}
