package llm

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"hash"
	"math"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// mostKept is the maximum size of one cached answer in bytes.
const mostKept = 2 << 20

// Cache stores complete answers that fit their schema, one file each, readable only by its owner. It contains
// neither questions nor keys: a file's name is the digest of the question. Several processes may share a folder.
type Cache struct {
	folder *transport.Folder
	asking transport.Join[Response]
}

// OpenCache opens a cache below dir, which is created if it does not exist, and removes files last written more
// than age ago and the oldest beyond bound bytes.
func OpenCache(dir string, age time.Duration, bound int64) (*Cache, error) {
	folder, err := transport.OpenFolder(dir, ".json")
	if err != nil {
		return nil, err
	}
	_, err = folder.Prune(time.Now().Add(-age), bound)
	return &Cache{folder: folder}, err
}

// searchAge is how long an answer that rests on a web search is valid.
const searchAge = 7 * 24 * time.Hour

// Over returns a model that answers from the cache if it can. ident identifies the provider, address and name
// of the model.
func (c *Cache) Over(m Model, ident string) Model { return cached{m, c, ident} }

type cached struct {
	Model
	cache *Cache
	ident string
}

// Ask answers from the cache, or asks and caches the answer. The same question is asked only once at a time: a
// second caller waits for the answer to the first.
func (c cached) Ask(ctx context.Context, r Request) (Response, error) {
	s, err := parsed(r)
	if err != nil {
		return Response{}, err
	}
	key := keyOf(c.ident, r)
	var failure error
	resp, shared, err := c.cache.asking.Do(ctx, key, func() (resp Response, left bool) {
		var kept Response
		if c.cache.get(ctx, key, r.Search, &kept) {
			if resp, failure = check(s, kept); failure == nil {
				resp.Cached = true
				return resp, false
			}
		}
		if resp, failure = c.Model.Ask(ctx, r); failure == nil {
			c.cache.put(ctx, key, resp)
		}
		return resp, failure != nil
	})
	switch {
	case err != nil:
		return Response{}, &Failure{Kind: answer.Timeout, Detail: "given up", Err: err}
	case shared:
		resp.Cached = true
	}
	return resp, failure
}

// get decodes a cached answer into v and reports whether there is a valid one; an unreadable one counts as missing.
func (c *Cache) get(ctx context.Context, key string, search bool, v any) bool {
	data := c.folder.Read(ctx, key)
	return data != nil && json.Unmarshal(data, v) == nil && !(search && c.folder.Age(key) > searchAge)
}

func (c *Cache) put(ctx context.Context, key string, v any) {
	if data, err := json.Marshal(v); err == nil && len(data) < mostKept {
		c.folder.Write(ctx, key, data)
	}
}

// digestVersion is part of every digest; it changes when the same words ask for something else.
const digestVersion = "bonafide-request/1"

// Digest identifies a request by everything that may change its answer, in 64 hexadecimal digits. The role is
// not part of it.
func Digest(r Request) string {
	h := sha256.New()
	put(h, digestVersion, r.Prompt, r.System, r.Name)
	var compact bytes.Buffer
	if json.Compact(&compact, r.Schema) != nil { // not JSON: used as it is
		compact.Reset()
		compact.Write(r.Schema)
	}
	put(h, compact.String())
	number(h, math.Float64bits(r.Temperature), uint64(r.Seed), uint64(r.MaxTokens), bit(r.Search), uint64(len(r.Turns)))
	for _, t := range r.Turns {
		number(h, bit(t.Assistant), uint64(len(t.Parts)))
		for _, p := range t.Parts {
			put(h, p.Text, p.Media, string(p.Image))
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// put writes each text with its length, so that different lists never look the same.
func put(h hash.Hash, texts ...string) {
	for _, t := range texts {
		number(h, uint64(len(t)))
		h.Write([]byte(t))
	}
}

func number(h hash.Hash, list ...uint64) {
	for _, n := range list {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], n)
		h.Write(b[:])
	}
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// keyOf identifies a request to one model.
func keyOf(ident string, r Request) string {
	h := sha256.New()
	put(h, ident, Digest(r))
	return hex.EncodeToString(h.Sum(nil))
}
