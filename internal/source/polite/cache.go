package polite

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"
)

// cacheFormat is the first part of every key's folder; answers of another
// format are never read.
const cacheFormat = "v1"

// Cache keeps answers that were read to their end, never failures. On disk
// there is one file for each answer, put in its place in one step, so that a
// process killed at any moment loses at most the answer it was writing. Several
// processes may share a folder.
type Cache struct {
	dir string
	enc *zstd.Encoder
	dec *zstd.Decoder

	mu     sync.Mutex
	held   map[string][]byte // of a cache in memory
	bytes  int
	failed error
}

// Err says why an answer could not be kept, nil when all were.
func (c *Cache) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failed
}

func (c *Cache) lost(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed == nil {
		c.failed = err
	}
}

// memoryBound is how many bytes a cache in memory holds before it starts anew.
const memoryBound = 256 << 20

// OpenCache keeps answers below dir, which is made when it is not there and
// readable by its owner alone.
func OpenCache(dir string) (*Cache, error) {
	if err := os.MkdirAll(filepath.Join(dir, cacheFormat), 0o700); err != nil {
		return nil, err
	}
	return newCache(dir), nil
}

// MemoryCache keeps answers for as long as the program runs.
func MemoryCache() *Cache {
	c := newCache("")
	c.held = map[string][]byte{}
	return c
}

func newCache(dir string) *Cache {
	enc, _ := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1)) // options are constant
	dec, _ := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(uint64(128*mebi)), zstd.WithDecoderConcurrency(1))
	return &Cache{dir: dir, enc: enc, dec: dec}
}

// entry is one kept answer, or, in a recording, one failure.
type entry struct {
	Status   int       `json:"status,omitempty"`
	Type     string    `json:"type,omitempty"` // Content-Type
	ETag     string    `json:"etag,omitempty"`
	Modified string    `json:"modified,omitempty"`
	URL      string    `json:"url,omitempty"`
	Location string    `json:"location,omitempty"`
	None     bool      `json:"none,omitempty"` // the answer says that there is nothing
	Stored   time.Time `json:"stored,omitzero"`
	Until    time.Time `json:"until,omitzero"`
	Failure  string    `json:"failure,omitempty"` // kind, in recordings
	Detail   string    `json:"detail,omitempty"`
	body     []byte
}

func entryOf(resp *Response, none bool, secrets []string) *entry {
	h := resp.Header
	body, location, address := resp.Body, h.Get("Location"), resp.URL
	for _, s := range secrets {
		for _, form := range []string{s, url.QueryEscape(s), url.PathEscape(s)} { // services repeat addresses
			if bytes.Contains(body, []byte(form)) {
				body = bytes.ReplaceAll(body, []byte(form), []byte("…"))
			}
			location, address = strings.ReplaceAll(location, form, "…"), strings.ReplaceAll(address, form, "…")
		}
	}
	return &entry{Status: resp.Status, Type: h.Get("Content-Type"), ETag: h.Get("ETag"), Modified: h.Get("Last-Modified"),
		Location: location, URL: address, None: none, body: body}
}

func (e *entry) response() *Response {
	h := http.Header{}
	for name, value := range map[string]string{"Content-Type": e.Type, "ETag": e.ETag, "Last-Modified": e.Modified, "Location": e.Location} {
		if value != "" {
			h.Set(name, value)
		}
	}
	return &Response{Status: e.Status, Header: h, URL: e.URL, Body: e.body, Cached: true}
}

// get gives a kept answer, fresh or stale; nil when there is none.
func (c *Cache) get(key string) *entry {
	packed := c.read(key)
	if packed == nil {
		return nil
	}
	data, err := c.dec.DecodeAll(packed, nil)
	if err != nil {
		return nil
	}
	head, body, ok := bytes.Cut(data, []byte{'\n'})
	if !ok {
		return nil
	}
	e := &entry{}
	if json.Unmarshal(head, e) != nil {
		return nil
	}
	e.body = body
	return e
}

// put keeps an answer. What cannot be written is not kept: the cache saves
// time, it decides nothing.
func (c *Cache) put(key string, e *entry) {
	if e.Failure != "" || !e.Until.After(e.Stored) {
		return
	}
	head, err := json.Marshal(e)
	if err != nil {
		return
	}
	c.write(key, c.enc.EncodeAll(append(append(head, '\n'), e.body...), nil))
}

func (c *Cache) path(key string) string {
	return filepath.Join(c.dir, cacheFormat, key[:2], key[2:])
}

func (c *Cache) read(key string) []byte {
	if c.held != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.held[key]
	}
	data, err := os.ReadFile(c.path(key))
	if err != nil {
		return nil
	}
	return data
}

func (c *Cache) write(key string, data []byte) {
	if c.held != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.bytes += len(data); c.bytes > memoryBound {
			clear(c.held)
			c.bytes = len(data)
		}
		c.held[key] = data
		return
	}
	path := c.path(key)
	file, err := os.CreateTemp(filepath.Join(c.dir, cacheFormat), "new-*")
	if err != nil {
		c.lost(err)
		return
	}
	_, err = file.Write(data)
	err = errors.Join(err, file.Close())
	if err == nil {
		if err = os.Rename(file.Name(), path); errors.Is(err, fs.ErrNotExist) {
			os.Mkdir(filepath.Dir(path), 0o700)
			err = os.Rename(file.Name(), path)
		}
	}
	if err != nil {
		c.lost(err)
		os.Remove(file.Name())
	}
}

// Prune removes what was last written before the given time, then the oldest
// answers until at most bound bytes are left, and what broken writes left.
func (c *Cache) Prune(before time.Time, bound int64) (removed int, err error) {
	if c.held != nil {
		return 0, nil
	}
	type kept struct {
		path string
		size int64
		at   time.Time
	}
	var files []kept
	var total int64
	err = filepath.WalkDir(filepath.Join(c.dir, cacheFormat), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return nil // removed by another process
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
	sort.Slice(files, func(i, j int) bool { return files[i].at.Before(files[j].at) })
	for _, f := range files {
		if total <= bound {
			break
		}
		if os.Remove(f.path) == nil {
			removed++
			total -= f.size
		}
	}
	return removed, err
}
