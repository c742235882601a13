package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
)

// Answers is where answers are kept, by the digest of their question: a Folder of
// this machine, or what processes share, which may be Claims too. Its methods are called by many at once
// and do not fail: what cannot be read was never kept, and Err says why something
// could not be written.
type Answers interface {
	Read(ctx context.Context, key string) []byte // nil for nothing
	Write(ctx context.Context, key string, data []byte)
	Err() error
}

// Cache keeps answers that were read to their end, never failures.
type Cache struct {
	Answers
	enc *zstd.Encoder
	dec *zstd.Decoder
}

// MemoryCache keeps answers for as long as the program runs.
func MemoryCache() *Cache { return NewCache(newMemory()) }

// NewCache keeps answers in a place of their own.
func NewCache(answers Answers) *Cache {
	enc, _ := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1)) // options are constant
	dec, _ := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(uint64(128*mebi)), zstd.WithDecoderConcurrency(1))
	return &Cache{answers, enc, dec}
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

// put keeps an answer. What cannot be written is not kept: the cache saves
// time, it decides nothing.
func (c *Cache) put(ctx context.Context, key string, e *entry) {
	if e.Failure != "" || !e.Until.After(e.Stored) {
		return
	}
	head, err := json.Marshal(e)
	if err != nil {
		return
	}
	c.Write(ctx, key, c.enc.EncodeAll(append(append(head, '\n'), e.body...), nil))
}
