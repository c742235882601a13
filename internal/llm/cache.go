package llm

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/transport"
)

// mostKept bounds one kept answer in bytes.
const mostKept = 2 << 20

// Cache keeps complete answers that fit their schema, one file each, readable
// by its owner alone. It holds neither questions nor keys: a file's name is the
// digest of the question. Several processes may share a folder.
type Cache struct {
	folder *transport.Folder

	mu     sync.Mutex
	flying map[string]chan struct{} // questions under way, closed at their end
}

// OpenCache keeps answers below dir, which is made when it is not there, and
// removes those last written more than age ago and the oldest beyond bound
// bytes.
func OpenCache(dir string, age time.Duration, bound int64) (*Cache, error) {
	folder, err := transport.OpenFolder(dir, ".json")
	if err != nil {
		return nil, err
	}
	_, err = folder.Prune(time.Now().Add(-age), bound)
	return &Cache{folder: folder, flying: map[string]chan struct{}{}}, err
}

// searchAge is how long an answer counts that rests on a search of the web.
const searchAge = 7 * 24 * time.Hour

// Over gives a model that answers out of the cache where it can. ident names
// the provider, address and name of the model.
func (c *Cache) Over(m Model, ident string) Model { return cached{m, c, ident} }

type cached struct {
	Model
	cache *Cache
	ident string
}

// Ask answers from the cache, or asks and keeps the answer. The same question
// is asked once at a time: who comes second waits for the answer of the first.
func (c cached) Ask(ctx context.Context, r Request) (Response, error) {
	s, err := parsed(r)
	if err != nil {
		return Response{}, err
	}
	key := keyOf(c.ident, r)
	land, err := c.cache.takeOff(ctx, key)
	if err != nil {
		return Response{}, err
	}
	defer land()
	var kept Response
	if c.cache.get(key, r.Search, &kept) {
		if resp, err := check(s, kept); err == nil {
			resp.Cached = true
			return resp, nil
		}
	}
	resp, err := c.Model.Ask(ctx, r)
	if err == nil {
		c.cache.put(key, resp)
	}
	return resp, err
}

// takeOff waits until nobody else asks a question, and keeps others waiting
// until land is called.
func (c *Cache) takeOff(ctx context.Context, key string) (land func(), err error) {
	for {
		c.mu.Lock()
		other, busy := c.flying[key]
		if !busy {
			done := make(chan struct{})
			c.flying[key] = done
			c.mu.Unlock()
			return func() {
				c.mu.Lock()
				delete(c.flying, key)
				c.mu.Unlock()
				close(done)
			}, nil
		}
		c.mu.Unlock()
		select {
		case <-other:
		case <-ctx.Done():
			return nil, &Failure{Kind: Timeout, Detail: "given up", Err: ctx.Err()}
		}
	}
}

// OverEmbedder is Over for an embedder.
func (c *Cache) OverEmbedder(e Embedder, ident string) Embedder { return cachedEmbedder{e, c, ident} }

type cachedEmbedder struct {
	Embedder
	cache *Cache
	ident string
}

// Embed asks only about texts that the cache does not have.
func (c cachedEmbedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	var missing []string
	var places []int
	for i, t := range texts {
		var kept packed
		if c.cache.get(textKey(c.ident, t), false, &kept) && len(kept) > 0 {
			vectors[i] = kept
		} else {
			missing, places = append(missing, t), append(places, i)
		}
	}
	if len(missing) > 0 {
		fresh, err := c.Embedder.Embed(ctx, missing)
		if err != nil {
			return nil, err
		}
		if err := CheckVectors(fresh, len(missing)); err != nil {
			return nil, err
		}
		for i, v := range fresh {
			vectors[places[i]] = v
			c.cache.put(textKey(c.ident, missing[i]), packed(v))
		}
	}
	return vectors, CheckVectors(vectors, len(texts))
}

// get reads a kept answer; one that cannot be read is none.
func (c *Cache) get(key string, search bool, v any) bool {
	data := c.folder.Read(key)
	return data != nil && json.Unmarshal(data, v) == nil && !(search && c.folder.Age(key) > searchAge)
}

// put keeps an answer.
func (c *Cache) put(key string, v any) {
	if data, err := json.Marshal(v); err == nil && len(data) < mostKept {
		c.folder.Write(key, data)
	}
}
