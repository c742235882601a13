package dump

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/transport"
)

// service is a server of dumps that can misbehave.
type service struct {
	sync.Mutex
	files  map[string][]byte // by path
	tag    string            // ETag of every file, "" for none
	cut    int               // answers end after this many bytes, 0 never
	cuts   int               // how many answers do
	status []int             // sent first, one per request
	stall  bool              // the next answer stops halfway
	ranges []string          // Range headers seen, "" for none
	sent   atomic.Int64
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.Lock()
	data, ok := s.files[r.URL.Path]
	tag, cut, stall := s.tag, 0, s.stall
	if len(s.status) > 0 {
		code := s.status[0]
		s.status = s.status[1:]
		s.Unlock()
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(code)
		return
	}
	if !strings.HasSuffix(r.URL.Path, ".md5") {
		s.ranges = append(s.ranges, r.Header.Get("Range"))
		if s.cuts > 0 {
			s.cuts--
			cut = s.cut
		}
	}
	s.stall = false
	s.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	if tag != "" {
		w.Header().Set("ETag", tag)
	}
	if cut > 0 || stall {
		if stall {
			cut = len(data) / 2
		}
		w = &cutter{ResponseWriter: w, left: cut, stall: stall, done: r.Context().Done()}
	}
	http.ServeContent(&meter{w, s}, r, "", time.Time{}, bytes.NewReader(data))
}

// meter counts what is sent.
type meter struct {
	http.ResponseWriter
	s *service
}

func (m *meter) Write(p []byte) (int, error) {
	n, err := m.ResponseWriter.Write(p)
	m.s.sent.Add(int64(n))
	return n, err
}

// cutter breaks the connection, or stops sending, after a number of bytes.
type cutter struct {
	http.ResponseWriter
	left  int
	stall bool
	done  <-chan struct{}
}

func (c *cutter) Write(p []byte) (int, error) {
	if len(p) < c.left {
		c.left -= len(p)
		return c.ResponseWriter.Write(p)
	}
	c.ResponseWriter.Write(p[:c.left])
	c.ResponseWriter.(http.Flusher).Flush()
	if c.stall {
		<-c.done
	}
	panic(http.ErrAbortHandler)
}

func random(n int, seed int64) []byte {
	data := make([]byte, n)
	rand.New(rand.NewSource(seed)).Read(data)
	return data
}

func sumLine(data []byte, name string) []byte {
	sum := md5.Sum(data)
	return []byte("MD5(" + name + ")= " + hex.EncodeToString(sum[:]) + "\n")
}

// start returns a service with one dump, and a fetcher of it that does not wait.
func start(t *testing.T, size int) (*service, Public, *Fetcher, []byte) {
	t.Helper()
	data := random(size, 1)
	s := &service{tag: `"one"`, files: map[string][]byte{"/d.gz": data, "/d.gz.md5": sumLine(data, "d.gz")}}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	p := Public{Name: "x", Format: Flat, Layout: OneFile, URL: server.URL + "/d.gz", File: "d.gz", Sum: ".md5"}
	return s, p, &Fetcher{Dir: t.TempDir(), Downloads: transport.Downloads{Wait: time.Millisecond}}, data
}

// fetched is the result of fetching a dump.
type fetched struct {
	Dir              string
	Files            []string
	Changed, Checked int
	Bytes            int64
}

// fetchAll fetches all parts of a dump.
func fetchAll(ctx context.Context, f *Fetcher, p Public) (out fetched, err error) {
	out.Dir = filepath.Join(f.Dir, p.Name)
	parts, err := f.Parts(ctx, p, time.Time{}, time.Date(2007, 11, 22, 17, 0, 0, 0, time.UTC))
	if err != nil {
		return out, err
	}
	for _, part := range parts {
		got, err := f.Part(ctx, p, part)
		if err != nil {
			return out, err
		}
		out.Files = append(out.Files, got.Path)
		out.Bytes += got.Bytes
		if got.Changed {
			out.Changed++
		}
		if got.Checked {
			out.Checked++
		}
	}
	return out, nil
}

func mustHave(t *testing.T, f fetched, want []byte) {
	t.Helper()
	if len(f.Files) != 1 {
		t.Fatalf("%d files", len(f.Files))
	}
	got, err := os.ReadFile(f.Files[0])
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("the file differs (%d bytes, %v)", len(got), err)
	}
	left, _ := filepath.Glob(filepath.Join(f.Dir, "*.part*"))
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestFetch(t *testing.T) {
	s, p, f, data := start(t, 3<<20)
	var last int64
	f.Progress = func(_ string, done, total int64) { last = done * int64(len(data)) / total }
	got, err := fetchAll(t.Context(), f, p)
	if err != nil {
		t.Fatal(err)
	}
	mustHave(t, got, data)
	if got.Changed != 1 || got.Checked != 1 || got.Bytes != int64(len(data)) || last != int64(len(data)) {
		t.Errorf("%+v, progress %d", got, last)
	}
	s.sent.Store(0)
	if got, err = fetchAll(t.Context(), f, p); err != nil || got.Changed != 0 || got.Bytes != 0 || s.sent.Load() > 1000 {
		t.Errorf("fetched again: %+v, %v, %d bytes sent", got, err, s.sent.Load())
	}
}

func TestFetchGoesOn(t *testing.T) {
	s, p, f, data := start(t, 3<<20)
	s.cut, s.cuts = 1<<20, 2
	got, err := fetchAll(t.Context(), f, p)
	if err != nil {
		t.Fatal(err)
	}
	mustHave(t, got, data)
	s.Lock()
	defer s.Unlock()
	if len(s.ranges) != 3 || s.ranges[0] != "" || s.ranges[1] == "" || s.ranges[2] == "" ||
		s.sent.Load() > int64(len(data))+1000 {
		t.Errorf("ranges %q, %d bytes sent", s.ranges, s.sent.Load())
	}
}

// TestFetchKilled interrupts a fetch halfway and continues it with another fetcher.
func TestFetchKilled(t *testing.T) {
	for name, tag := range map[string]string{"with a validator": `"one"`, "without": "", "with a weak one": `W/"one"`} {
		s, p, f, data := start(t, 3<<20)
		s.tag = tag
		ctx, kill := context.WithCancel(t.Context())
		f.Progress = func(_ string, done, _ int64) {
			if done > 1<<20 {
				kill()
			}
		}
		if _, err := fetchAll(ctx, f, p); !errors.Is(err, context.Canceled) {
			t.Fatalf("%s: %v", name, err)
		}
		if _, err := os.Stat(filepath.Join(f.Dir, "x", "d.gz")); err == nil {
			t.Fatalf("%s: half a file stands in the place of the whole", name)
		}
		next := &Fetcher{Dir: f.Dir, Downloads: transport.Downloads{Wait: time.Millisecond}}
		got, err := fetchAll(t.Context(), next, p)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		mustHave(t, got, data)
		if goesOn := got.Bytes < int64(len(data)); goesOn != (tag == `"one"`) {
			t.Errorf("%s: %d bytes downloaded of %d", name, got.Bytes, len(data))
		}
	}
}

// TestFetchChanged changes the file between the two halves.
func TestFetchChanged(t *testing.T) {
	s, p, f, _ := start(t, 3<<20)
	ctx, kill := context.WithCancel(t.Context())
	f.Progress = func(_ string, done, _ int64) {
		if done > 1<<20 {
			kill()
		}
	}
	if _, err := fetchAll(ctx, f, p); err == nil {
		t.Fatal("was not killed")
	}
	changed := random(3<<20, 2)
	s.Lock()
	s.tag, s.files["/d.gz"], s.files["/d.gz.md5"] = `"two"`, changed, sumLine(changed, "d.gz")
	s.Unlock()
	f.Progress = nil
	got, err := fetchAll(t.Context(), f, p)
	if err != nil {
		t.Fatal(err)
	}
	mustHave(t, got, changed)
	changed = random(2<<20, 3)
	s.tag, s.files["/d.gz"], s.files["/d.gz.md5"] = `"three"`, changed, sumLine(changed, "d.gz")
	if got, err = fetchAll(t.Context(), f, p); err != nil || got.Changed != 1 {
		t.Fatalf("an update: %+v, %v", got, err)
	}
	mustHave(t, got, changed)
}

func TestFetchChecksum(t *testing.T) {
	s, p, f, data := start(t, 1<<20)
	s.files["/d.gz.md5"] = sumLine([]byte("something else"), "d.gz")
	if _, err := fetchAll(t.Context(), f, p); !errors.Is(err, transport.ErrChecksum) {
		t.Fatalf("a wrong checksum: %v", err)
	}
	if left, _ := os.ReadDir(filepath.Join(f.Dir, "x")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	s.Lock()
	if len(s.ranges) != 2 {
		t.Errorf("asked %d times, want one more time than once", len(s.ranges))
	}
	s.Unlock()
	s.files["/d.gz.md5"] = []byte("no sum here")
	if _, err := fetchAll(t.Context(), f, p); err == nil {
		t.Error("a checksum file without a checksum passes")
	}
	p.Sum = ""
	got, err := fetchAll(t.Context(), f, p)
	if err != nil || got.Checked != 0 {
		t.Fatalf("%+v %v", got, err)
	}
	mustHave(t, got, data)
	if got, err = fetchAll(t.Context(), f, p); err != nil || got.Changed != 0 || got.Bytes != 0 {
		t.Errorf("an unchanged file without a checksum: %+v, %v", got, err)
	}
}

func TestFetchFailures(t *testing.T) {
	s, p, f, data := start(t, 1<<20)
	p.Sum = ""
	s.status = []int{503, 429, 500}
	got, err := fetchAll(t.Context(), f, p)
	if err != nil {
		t.Fatalf("failures that pass: %v", err)
	}
	mustHave(t, got, data)

	s, p, f, _ = start(t, 1<<20)
	s.status = []int{503, 503, 503, 503, 503, 503}
	if _, err := fetchAll(t.Context(), f, p); err == nil || !strings.Contains(err.Error(), "503") {
		t.Errorf("failures that stay: %v", err)
	}
	s.status = nil
	p.URL += "none"
	if _, err := fetchAll(t.Context(), f, p); err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("no such file: %v", err)
	}

	s, p, f, data = start(t, 1<<20)
	s.stall, f.Stall = true, 100*time.Millisecond
	if got, err = fetchAll(t.Context(), f, p); err != nil {
		t.Fatalf("a transfer that stalls: %v", err)
	}
	mustHave(t, got, data)

	_, p, f, _ = start(t, 1<<20)
	f.MaxBytes = 1000
	if _, err := fetchAll(t.Context(), f, p); err == nil || !strings.Contains(err.Error(), "bound") {
		t.Errorf("a file that is too long: %v", err)
	}
	for _, p := range Publics {
		if p.Layout != ByHand {
			continue
		}
		if _, err := fetchAll(t.Context(), f, p); err == nil || !strings.Contains(err.Error(), p.Page) {
			t.Errorf("%s: %v", p.Name, err)
		}
	}
}

func TestFetchMany(t *testing.T) {
	a, b := random(1000, 1), random(2000, 2)
	s := &service{tag: `"x"`, files: map[string][]byte{
		"/works/manifest.json": []byte(
			`{"files":[{"url":"s3://bucket/works/updated_date=2026-01-01/part_0000.gz","meta":{"content_length":1000}},{"url":"s3://bucket/works/updated_date=2026-01-02/part_0000.gz","meta":{"content_length":2000}}]}`),
		"/works/updated_date=2026-01-01/part_0000.gz": a, "/works/updated_date=2026-01-02/part_0000.gz": b,
		"/base/": []byte(
			`<a href="../">up</a><a href="p0002.xml.gz">x</a><a href="p0001.xml.gz">x</a><a href="p0001.xml.gz">again</a><a href="p0001.xml.gz.md5">x</a><a href="README.txt">r</a>`),
		"/base/p0001.xml.gz": a, "/base/p0002.xml.gz": b, "/base/p0001.xml.gz.md5": sumLine(a, "p1"),
		"/base/p0002.xml.gz.md5": sumLine(b, "p2"),
	}}
	server := httptest.NewServer(s)
	defer server.Close()
	f := &Fetcher{Dir: t.TempDir(), Downloads: transport.Downloads{Wait: time.Millisecond}}
	got, err := fetchAll(t.Context(), f, Public{Name: "m", Layout: Manifest, URL: server.URL + "/works/manifest.json"})
	if err != nil || len(got.Files) != 2 || got.Bytes != 3000 {
		t.Fatalf("manifest: %+v, %v", got, err)
	}
	if rel, _ := filepath.Rel(f.Dir, got.Files[1]); filepath.ToSlash(rel) != "m/updated_date=2026-01-02/part_0000.gz" {
		t.Errorf("stored as %s", rel)
	}
	if got, err = fetchAll(t.Context(), f,
		Public{Name: "m", Layout: Manifest, URL: server.URL + "/works/manifest.json"}); err != nil || got.Changed != 0 {
		t.Errorf("manifest again: %+v, %v", got, err)
	}
	got, err = fetchAll(t.Context(), f,
		Public{Name: "l", Layout: Listing, URL: server.URL + "/base/", Match: "p*.xml.gz", Sum: ".md5"})
	if err != nil || len(got.Files) != 2 || got.Checked != 2 || !strings.HasSuffix(got.Files[0], "p0001.xml.gz") {
		t.Errorf("listing: %+v, %v", got, err)
	}
	for name, text := range map[string]string{
		"elsewhere": `{"files":[{"url":"https://other.example/works/a.gz"}]}`,
		"above":     `{"files":[{"url":"s3://b/works/../../etc/x"}]}`,
		"odd name":  `{"files":[{"url":"s3://b/works/..%2f..%2fx"}]}`,
		"nothing":   `{"files":[]}`, "no JSON": `<html>`,
		"wrong size": `{"files":[{"url":"s3://b/works/updated_date=2026-01-01/part_0000.gz","meta":{"content_length":7}}]}`,
	} {
		s.files["/works/manifest.json"] = []byte(text)
		next := &Fetcher{Dir: t.TempDir(), Downloads: transport.Downloads{Wait: time.Millisecond}}
		if _, err := fetchAll(t.Context(), next,
			Public{Name: "m", Layout: Manifest, URL: server.URL + "/works/manifest.json"}); err == nil {
			t.Errorf("%s: passes", name)
		}
	}
}

func TestFetchRedirects(t *testing.T) {
	data := random(1000, 1)
	var target string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/a":
			http.Redirect(w, r, "/b", http.StatusFound)
		case "/b":
			_, _ = io.Copy(w, bytes.NewReader(data))
		case "/loop":
			http.Redirect(w, r, "/loop", http.StatusFound)
		default:
			http.Redirect(w, r, target, http.StatusFound)
		}
	}))
	defer server.Close()
	f := &Fetcher{Dir: t.TempDir(), Downloads: transport.Downloads{Wait: time.Millisecond, Tries: 1}}
	fetch := func(path string) (fetched, error) {
		return fetchAll(t.Context(), f, Public{Name: "x", Layout: OneFile, URL: server.URL + path, File: "f"})
	}
	got, err := fetch("/a")
	if err != nil {
		t.Fatal(err)
	}
	mustHave(t, got, data)
	for _, target = range []string{"ftp://example.org/x", "file:///etc/passwd"} {
		if _, err := fetch("/elsewhere"); err == nil {
			t.Errorf("follows a redirect to %s", target)
		}
	}
	if _, err := fetch("/loop"); err == nil {
		t.Error("follows a loop")
	}
	secure := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, server.URL+"/b", http.StatusFound)
	}))
	defer secure.Close()
	f.Client = secure.Client()
	if _, err := fetchAll(t.Context(), f, Public{Name: "y", Layout: OneFile, URL: secure.URL, File: "f"}); err == nil ||
		!strings.Contains(err.Error(), "redirect") {
		t.Errorf("leaves a secure address for an insecure one: %v", err)
	}
}

func TestPublics(t *testing.T) {
	for _, p := range Publics {
		if _, known := specs[p.Format]; !known || p.Page == "" || p.Terms == "" || (p.Layout == ByHand) != (p.Why != "") ||
			(p.Layout == ByHand) != (p.URL == "") || (p.Layout == OneFile) != (p.File != "") ||
			(p.Layout == Harvest) != (p.Prefix != "" && p.First != "" && p.Every >= 3*time.Second) || p.Bytes == 0 {
			t.Errorf("%s is not whole: %+v", p.Name, p)
		}
		if got, err := FindPublic(p.Name); err != nil || got.Name != p.Name {
			t.Errorf("FindPublic(%s): %v", p.Name, err)
		}
	}
	if _, err := FindPublic("none"); err == nil {
		t.Error("finds what is not there")
	}
}

func FuzzListings(f *testing.F) {
	f.Add([]byte(`{"files":[{"url":"s3://b/works/a.gz","meta":{"content_length":1}}]}`), `<a href="p1.gz">`)
	f.Fuzz(func(t *testing.T, manifest []byte, page string) {
		p := Public{Name: "x", URL: "https://example.org/works/manifest.json", Match: "p*"}
		list, err := manifestParts(p, manifest)
		if err == nil {
			for _, part := range list {
				if !strings.HasPrefix(part.URL, "https://example.org/") {
					t.Fatalf("%+v", part)
				}
				if safeName(part.Name) && !filepath.IsLocal(part.Name) {
					t.Fatalf("%q is called safe", part.Name)
				}
			}
		}
		list, _ = listingParts(p, []byte(page))
		for _, part := range list {
			if safeName(part.Name) && strings.Contains(part.Name, "..") && strings.HasPrefix(part.Name, ".") {
				t.Fatal(fmt.Sprint(part))
			}
		}
	})
}
