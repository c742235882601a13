package corpora

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// works returns records that contain a word.
func works(word string, n int) index.Records {
	return func(yield func(*biblio.Record, error) bool) {
		for i := range n {
			r := biblio.Record{
				Work: biblio.Work{Title: fmt.Sprintf("On %s of kind %d %s", word, i, strings.Repeat(fmt.Sprint(i*7919, " "), 20)),
					Issued: biblio.Date{Year: 2020}}}
			if !yield(&r, nil) {
				return
			}
		}
	}
}

// sums writes the digests of a corpus, as sha256sum does.
func sums(t *testing.T, dir string) {
	t.Helper()
	var b strings.Builder
	for _, pattern := range []string{"manifest.json", "*.segment"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			content, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(content), filepath.Base(f))
		}
	}
	put(t, filepath.Join(dir, SumsName), b.String())
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// elsewhere is a web server with a corpus.
type elsewhere struct {
	dir, url string

	mu     sync.Mutex
	cut    int            // bytes of a segment after which the connection breaks; 0 for never
	served map[string]int // bytes served, by the suffix of the file name
}

func (e *elsewhere) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.mu.Lock()
	cut := e.cut
	e.mu.Unlock()
	counting := &counting{ResponseWriter: w}
	defer func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.served[filepath.Ext(r.URL.Path)] += counting.n
		if counting.most > 0 {
			panic(http.ErrAbortHandler)
		}
	}()
	if strings.HasSuffix(r.URL.Path, ".segment") {
		counting.most = cut
	}
	http.StripPrefix("/corpora/mine", http.FileServer(http.Dir(e.dir))).ServeHTTP(counting, r)
}

// counting counts what is written, and breaks off after a number of bytes.
type counting struct {
	http.ResponseWriter
	n, most int
}

func (c *counting) Write(b []byte) (int, error) {
	if c.most > 0 && c.n+len(b) > c.most {
		b = b[:max(c.most-c.n, 0)]
	}
	c.n += len(b)
	if len(b) == 0 {
		return 0, errors.New("cut")
	}
	return c.ResponseWriter.Write(b)
}

func newElsewhere(t *testing.T) *elsewhere {
	t.Helper()
	e := &elsewhere{dir: t.TempDir(), served: map[string]int{}}
	if err := index.Build(t.Context(), e.dir, works("terns", 3000), index.Options{}); err != nil {
		t.Fatal(err)
	}
	sums(t, e.dir)
	server := httptest.NewServer(e)
	t.Cleanup(server.Close)
	e.url = server.URL + "/corpora/mine"
	return e
}

func (e *elsewhere) count() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := e.served[".segment"]
	clear(e.served)
	return n
}

func pulled(t *testing.T, e *elsewhere, dir string) error {
	t.Helper()
	return Pull(t.Context(), e.url, dir, "", &transport.Downloads{Tries: 2, Wait: time.Millisecond})
}

// found reports whether a corpus has a work about a word.
func found(t *testing.T, x *index.Index, word string) bool {
	t.Helper()
	for r, err := range x.Records() {
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(r.Title, word)
	}
	return false
}

// TestPull copies a corpus, then its update, while a reader continues with the old one; a transfer that breaks
// again and again is continued.
func TestPull(t *testing.T) {
	e := newElsewhere(t)
	dir := filepath.Join(t.TempDir(), "mine")
	e.cut = 20_000
	if err := pulled(t, e, dir); err != nil {
		t.Fatal(err)
	}
	e.cut = 0
	files, _ := filepath.Glob(filepath.Join(e.dir, "*.segment"))
	info, err := os.Stat(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if n := e.count(); int64(n) != info.Size() || n < 2*20_000 {
		t.Errorf("%d bytes came over a connection that breaks, of %d: it did not go on where it was", n, info.Size())
	}
	reader, err := index.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := index.Add(t.Context(), e.dir, works("gulls", 50), index.Options{}); err != nil {
		t.Fatal(err)
	}
	sums(t, e.dir)
	if err := pulled(t, e, dir); err != nil {
		t.Fatal(err)
	}
	if n := e.count(); int64(n) >= info.Size() {
		t.Errorf("%d bytes were fetched for a small change", n)
	}
	if reader.Len() != 3000 || !found(t, reader, "terns") {
		t.Error("a reader of the old corpus is disturbed")
	}
	now, err := index.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer now.Close()
	if now.Len() != 3050 || now.Verify() != nil {
		t.Errorf("%d works, %v", now.Len(), now.Verify())
	}
	if err := pulled(t, e, dir); err != nil || e.count() != 0 {
		t.Errorf("nothing new was fetched: %v", err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 5 { // two segments, the manifest, two locks
		t.Errorf("left over: %v", entries)
	}
}

// TestPullRefused: a corpus that does not match its digests is refused, and the existing one stays.
func TestPullRefused(t *testing.T) {
	manifest := func(segments string) string { return `{"format": 1, "segments": [` + segments + `]}` }
	for name, spoil := range map[string]func(t *testing.T, dir, segment string){
		"no digests": func(t *testing.T, dir, _ string) { _ = os.Remove(filepath.Join(dir, SumsName)) },
		"digests of another state": func(t *testing.T, dir, _ string) {
			put(t, filepath.Join(dir, "manifest.json"), manifest(""))
		},
		"a changed segment": func(t *testing.T, dir, segment string) {
			content, _ := os.ReadFile(segment)
			content[len(content)/2] ^= 1
			put(t, segment, string(content))
		},
		"a segment that its digest fits, but no checksum": func(t *testing.T, dir, segment string) {
			content, _ := os.ReadFile(segment)
			content[len(content)/2] ^= 1
			put(t, segment, string(content))
			sums(t, dir)
		},
		"no index at all": func(t *testing.T, dir, segment string) {
			put(t, segment, strings.Repeat("x", 10_000))
			sums(t, dir)
		},
		"a file outside": func(t *testing.T, dir, _ string) {
			put(t, filepath.Join(dir, "manifest.json"), manifest(`{"file": "../../x.segment", "bytes": 1, "records": 1}`))
			sums(t, dir)
		},
		"a hidden file": func(t *testing.T, dir, _ string) {
			put(t, filepath.Join(dir, "manifest.json"), manifest(`{"file": ".tmp-x.segment", "bytes": 1, "records": 1}`))
			sums(t, dir)
		},
		"a segment without a digest": func(t *testing.T, dir, segment string) {
			text, _ := os.ReadFile(filepath.Join(dir, SumsName))
			put(t, filepath.Join(dir, SumsName), string(bytes.SplitAfter(text, []byte("\n"))[0]))
		},
		"too long a manifest": func(t *testing.T, dir, _ string) {
			put(t, filepath.Join(dir, "manifest.json"), strings.Repeat(" ", textMost+1))
			sums(t, dir)
		},
		"no manifest": func(t *testing.T, dir, _ string) {
			put(t, filepath.Join(dir, "manifest.json"), "<html>")
			sums(t, dir)
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := newElsewhere(t)
			segments, _ := filepath.Glob(filepath.Join(e.dir, "*.segment"))
			dir := filepath.Join(t.TempDir(), "mine")
			if err := index.Build(context.Background(), dir, works("here", 3), index.Options{}); err != nil {
				t.Fatal(err)
			}
			spoil(t, e.dir, segments[0])
			if err := pulled(t, e, dir); err == nil {
				t.Fatal("it was taken")
			}
			x, err := index.Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer x.Close()
			if x.Len() != 3 || x.Verify() != nil {
				t.Errorf("the corpus that was there has changed: %d works", x.Len())
			}
		})
	}
}
