package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// An answer that trickles in is abandoned after one window and not retried; one that is merely long is read.
func TestTrickle(t *testing.T) {
	for _, c := range []struct {
		name  string
		bytes int // per second
		read  bool
	}{{"a byte a second", 1, false}, {"8 kB a second", 8 << 10, true}} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			r, w := io.Pipe()
			written := make(chan struct{})
			go func() {
				defer close(written)
				for range 60 {
					if _, err := w.Write(make([]byte, c.bytes)); err != nil {
						return
					}
					time.Sleep(time.Second)
				}
				w.Close()
			}()
			go func() { <-ctx.Done(); r.CloseWithError(ctx.Err()) }()
			s := newSteady(r, cancel)
			start := time.Now()
			n, err := io.Copy(io.Discard, s)
			took := time.Since(start)
			s.Close()
			cancel()
			<-written
			if c.read {
				if err != nil || n != int64(60*c.bytes) {
					t.Errorf("%s: %d bytes, %v", c.name, n, err)
				}
				return
			}
			var f *failed
			if !errors.As(s.failure(err), &f) || f.Kind != answer.Timeout || f.again || took > dripWindow {
				t.Errorf("%s: %v after %v", c.name, s.failure(err), took)
			}
		})
	}
}

// An answer that is dated in the future is requested again: it would never expire.
func TestAnswersOfTheFuture(t *testing.T) {
	var n atomic.Int32
	dir := t.TempDir()
	get := func(ahead time.Duration) {
		c, clock := serve(t, func(w http.ResponseWriter, _ *http.Request) { n.Add(1); reply(w, "{}") },
			func(o *Options) { o.Cache = keptIn(t, dir) })
		if clock.Sleep(context.Background(), ahead) != nil {
			t.Fatal("the clock does not run")
		}
		if _, err := c.Do(context.Background(), ask("https://api.crossref.org/works/a")); err != nil {
			t.Fatal(err)
		}
	}
	for i, step := range []struct {
		ahead time.Duration
		asked int32
	}{{48 * time.Hour, 1}, {48 * time.Hour, 0}, {0, 1}, {0, 0}} {
		n.Store(0)
		if get(step.ahead); n.Load() != step.asked {
			t.Errorf("step %d: %d requests, want %d", i, n.Load(), step.asked)
		}
	}
}

// JSON that lost letters is returned, but not cached.
func TestGarbledIsNotKept(t *testing.T) {
	body := "{\"name\":\"Arbel\xe1ez\"}"
	var n atomic.Int32
	c, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { n.Add(1); reply(w, body) },
		func(o *Options) { o.Cache = keptIn(t, t.TempDir()) })
	get := func() {
		if _, err := c.Do(context.Background(), ask("https://api.crossref.org/works/a")); err != nil {
			t.Fatal(err)
		}
	}
	if get(); n.Load() != 1 {
		t.Fatalf("%d requests", n.Load())
	}
	body = "{}"
	get()
	get()
	if n.Load() != 2 {
		t.Errorf("%d requests, want one more for the garbled answer", n.Load())
	}
}
