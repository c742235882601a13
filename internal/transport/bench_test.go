package transport

import (
	"context"
	"net/http"
	"strings"
	"testing"
)

// BenchmarkKept measures a question that the cache on disk answers, with a body
// of 20 kB.
func BenchmarkKept(b *testing.B) {
	cache, err := OpenCache(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	c := New(Options{Cache: cache})
	req := &Request{Service: "crossref", URL: "https://api.crossref.org/works?x=1", Read: func(*Response) (bool, error) { return false, nil }}
	c.keep(req, req.key(), &Response{Status: 200, Header: http.Header{}, Body: []byte(strings.Repeat(`{"title":"x","author":[]},`, 800))}, false)
	b.ReportAllocs()
	for b.Loop() {
		if r, err := c.Do(context.Background(), req); err != nil || !r.Cached {
			b.Fatal(err)
		}
	}
}

// BenchmarkKeep measures the keeping of such an answer.
func BenchmarkKeep(b *testing.B) {
	cache, err := OpenCache(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	c := New(Options{Cache: cache})
	req := &Request{Service: "crossref", URL: "https://api.crossref.org/works?x=1"}
	resp := &Response{Status: 200, Header: http.Header{}, Body: []byte(strings.Repeat(`{"title":"x","author":[]},`, 800))}
	b.ReportAllocs()
	for b.Loop() {
		c.keep(req, req.key(), resp, false)
	}
}
