package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// Answers stores answers by the digest of their question: a Folder on this machine, or a store shared by
// several processes, which may also implement Claims. Its methods are safe for concurrent use and do not fail:
// what cannot be read counts as missing, and Err returns why something could not be written.
type Answers interface {
	Read(ctx context.Context, key string) []byte // nil if missing
	Write(ctx context.Context, key string, data []byte)
	Err() error
}

// Cache stores answers that were read to their end, never failures.
type Cache struct {
	Answers
	enc *zstd.Encoder
	dec *zstd.Decoder
}

// MemoryCache returns a cache that lasts as long as the program runs.
func MemoryCache() *Cache { return NewCache(newMemory()) }

// NewCache returns a cache with its own store.
func NewCache(answers Answers) *Cache {
	// options are constant
	enc, _ := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	dec, _ := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(uint64(128*mebi)), zstd.WithDecoderConcurrency(1))
	return &Cache{answers, enc, dec}
}

// entry is one cached answer or, in a recording, one failure.
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

// slack is how far the clocks of processes that share a cache may differ.
const slack = time.Hour

// ahead reports whether an answer is dated in the future: a clock was wrong, or the entry is forged, and it
// would not age.
func (e *entry) ahead(now time.Time) bool { return e.Stored.After(now.Add(slack)) }

// garbled reports whether JSON is not valid UTF-8, as it must be: letters were lost on the way, and the next
// answer may have them.
func (e *entry) garbled() bool {
	text := bytes.TrimLeft(e.body, " \t\r\n")
	isJSON := strings.Contains(e.Type, "json") || len(text) > 0 && (text[0] == '{' || text[0] == '[')
	return isJSON && !utf8.Valid(e.body)
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
	for name, value := range map[string]string{"Content-Type": e.Type, "ETag": e.ETag, "Last-Modified": e.Modified,
		"Location": e.Location} {
		if value != "" {
			h.Set(name, value)
		}
	}
	return &Response{Status: e.Status, Header: h, URL: e.URL, Body: e.body, Cached: true}
}

// get returns a cached answer, fresh or stale; nil if there is none.
func (c *Cache) get(ctx context.Context, key string) *entry {
	packed := c.Read(ctx, key)
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

// put caches an answer. Write errors are ignored: the cache saves time, it decides nothing.
func (c *Cache) put(ctx context.Context, key string, e *entry) {
	if e.Failure != "" || !e.Until.After(e.Stored) || e.garbled() {
		return
	}
	head, err := json.Marshal(e)
	if err != nil {
		return
	}
	c.Write(ctx, key, c.enc.EncodeAll(append(append(head, '\n'), e.body...), nil))
}

// Recall returns the answer that Keep stored for one question, whatever other questions were in its request. A
// recording holds the requests themselves, so nothing is recalled while one is made or played.
func (c *Client) Recall(ctx context.Context, b Batch, question string) ([]byte, bool) {
	if c.opts.Tape != nil {
		return nil, false
	}
	r, ok := c.known(ctx, b, c.versioned(question))
	return r.Body, ok && r.Err == nil && r.Body != nil
}

// Keep stores an answer under its question: for Found or, with nothing set, for None.
func (c *Client) Keep(ctx context.Context, b Batch, question string, body []byte, nothing bool) {
	if c.opts.Tape != nil {
		return
	}
	now, life := c.clock.Now(), c.opts.Found
	if nothing {
		life = c.opts.None
	}
	c.cache.put(ctx, b.key(c.versioned(question)), &entry{Stored: now, Until: now.Add(life), body: body})
}

// versioned ties an answer that has been parsed to the program version that parsed it.
func (c *Client) versioned(question string) string { return question + "\x00" + c.opts.Version }

// ownEnd reports whether a caller gave up for its own reasons, which says nothing to others with the same
// question.
func ownEnd(err error) bool { return asFailure(err).Kind == answer.Budget }

// memo remembers for a while what failed after every attempt, so that a run does not repeat a failed question
// and reports it consistently.
type memo struct {
	life time.Duration
	mu   sync.Mutex
	held map[string]remembered
}

type remembered struct {
	failure *answer.Failure
	until   time.Time
}

func (m *memo) get(key string, now time.Time) *answer.Failure {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r, ok := m.held[key]; ok && now.Before(r.until) {
		return r.failure
	}
	return nil
}

func (m *memo) put(key string, failure *answer.Failure, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.held == nil || len(m.held) > 100_000 {
		m.held = map[string]remembered{}
	}
	m.held[key] = remembered{&answer.Failure{Kind: failure.Kind, Detail: failure.Detail}, now.Add(m.life)}
}
