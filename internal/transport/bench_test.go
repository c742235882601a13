package transport

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// keptIn returns a cache in files below dir.
func keptIn(t testing.TB, dir string) *Cache {
	t.Helper()
	folder, err := OpenFolder(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	return NewCache(folder)
}

// BenchmarkKept measures a question answered from the cache on disk, with a body of 20 kB.
func BenchmarkKept(b *testing.B) {
	c := New(Options{Cache: keptIn(b, b.TempDir())})
	req := &Request{Service: "crossref", URL: "https://api.crossref.org/works?x=1",
		Read: func(*Response) (bool, error) { return false, nil }}
	c.keep(context.Background(), req, req.key(),
		&Response{Status: 200, Header: http.Header{}, Body: []byte(strings.Repeat(`{"title":"x","author":[]},`, 800))}, false)
	b.ReportAllocs()
	for b.Loop() {
		if r, err := c.Do(context.Background(), req); err != nil || !r.Cached {
			b.Fatal(err)
		}
	}
}

// BenchmarkKeep measures caching such an answer.
func BenchmarkKeep(b *testing.B) {
	c := New(Options{Cache: keptIn(b, b.TempDir())})
	req := &Request{Service: "crossref", URL: "https://api.crossref.org/works?x=1"}
	resp := &Response{Status: 200, Header: http.Header{}, Body: []byte(strings.Repeat(`{"title":"x","author":[]},`, 800))}
	b.ReportAllocs()
	for b.Loop() {
		c.keep(context.Background(), req, req.key(), resp, false)
	}
}

// BenchmarkAsked measures a question that a service on this machine answers at the first attempt, and one that
// it answers at the second.
func BenchmarkAsked(b *testing.B) {
	body := []byte(strings.Repeat(`{"title":"x","author":[]},`, 80))
	for _, fails := range []int{0, 1} {
		b.Run(fmt.Sprint(fails, "-failed"), func(b *testing.B) {
			left := fails
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if left--; left >= 0 {
					w.WriteHeader(http.StatusServiceUnavailable)
					return
				}
				left = fails
				w.Write(body)
			}))
			defer server.Close()
			c := New(Options{Via: server.URL, Paces: map[string]Pace{"crossref": {Connections: 1}}})
			defer c.Close()
			c.service(&Request{Service: "crossref"}).policy.Retry.First = 1 // nanosecond
			req := &Request{Service: "crossref", URL: "https://api.crossref.org/works?x=1", Transient: true}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.Do(context.Background(), req); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkRetry measures only the loop.
func BenchmarkRetry(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if err := recordsRetry.do(context.Background(), wallClock{}, nil, func() error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}
