package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"hash/crc32"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// memoryMost is the maximum peak memory of the server under attack.
const memoryMost = 500 << 20

// TestServeAttacked: with many slow uploads, many silent followers, a zip bomb and an endless upload at the
// same time, the server still answers others and stays small.
func TestServeAttacked(t *testing.T) {
	slow, followers, endless := 20, 100, int64(200<<20)
	if testenv.Long() {
		slow, followers, endless = 200, 1000, 2<<30
	}
	s := serveWith(t, t.TempDir(), "--max-upload", "32")
	quick := &http.Client{Timeout: time.Minute}
	run := s.made(t, "refs.bib", "@misc{a, title={Deep learning}}")

	address, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	for range slow { // each sends the beginning of a form and then nothing
		conn, err := net.Dial("tcp", address.Host)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		fmt.Fprintf(conn,
			"POST /api/v1/runs HTTP/1.1\r\nHost: %s\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: "+
				"1000000\r\n\r\n--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.bib\"\r\n\r\n@misc{",
			address.Host)
	}
	for range followers { // of a run that does not end for them: they read nothing
		conn, err := net.Dial("tcp", address.Host)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		fmt.Fprintf(conn, "GET /api/v1/runs/%s/events HTTP/1.1\r\nHost: %s\r\n\r\n", run, address.Host)
	}
	if id := s.made(t, "bomb.zip", bomb(t)); s.state(t, id) != "failed" {
		t.Errorf("the bomb is %s", s.state(t, id))
	}
	body, feed := io.Pipe()
	form := multipart.NewWriter(feed)
	go func() {
		part, err := form.CreateFormFile("file", "endless.bib")
		if err == nil {
			_, err = io.CopyN(part, zeros{}, endless)
		}
		feed.CloseWithError(err)
	}()
	res, err := quick.Post(s.url+"/api/v1/runs", form.FormDataContentType(), body)
	if err == nil { // or the connection was closed before everything was sent
		if res.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("an upload without end: %s", res.Status)
		}
		_ = res.Body.Close()
	}
	_ = body.Close()

	longest := time.Duration(0)
	for range 50 {
		began := time.Now()
		res, err := quick.Post(s.url+"/api/v1/references:check", "application/json",
			strings.NewReader(
				`{"text": "@article{a, title={Deep learning}, author={LeCun, Yann and Bengio, Yoshua and Hinton, Geoffrey}, journal={Nature}, year={2015}}"}`))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err != nil || !strings.Contains(string(text), `"outcome":"verified"`) {
			t.Fatalf("%s %v: %s", res.Status, err, text)
		}
		longest = max(longest, time.Since(began))
	}
	peak := s.peak(t)
	t.Logf("%d slow uploads, %d followers, a bomb, %d MB: others wait %v at most; peak %d MB", slow, followers,
		endless>>20, longest.Round(time.Millisecond), peak>>20)
	if peak > memoryMost {
		t.Errorf("the server took %d MB", peak>>20)
	}
}

// zeros is an endless stream of zeros.
type zeros struct{}

// Read fills p.
func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// bomb is an archive of 1 GB of zeros.
func bomb(t *testing.T) string {
	t.Helper()
	const block, blocks = 1 << 20, 1 << 10
	// Only one block is compressed, and repeated: compressing all under the race detector would take minutes.
	var once, b bytes.Buffer
	deflate, err := flate.NewWriter(&once, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	sum := crc32.NewIEEE()
	_, _ = deflate.Write(make([]byte, block))
	_ = deflate.Flush()
	each := once.Len()
	_ = deflate.Close()
	packed := append(bytes.Repeat(once.Bytes()[:each], blocks), once.Bytes()[each:]...)
	_, _ = io.CopyN(sum, zeros{}, block*blocks)

	z := zip.NewWriter(&b)
	w, err := z.CreateRaw(&zip.FileHeader{Name: "refs.bib", Method: zip.Deflate, CRC32: sum.Sum32(),
		CompressedSize64: uint64(len(packed)), UncompressedSize64: block * blocks})
	if err == nil {
		_, err = w.Write(packed)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// made starts a run on a file.
func (s *served) made(t *testing.T, name, content string) (run string) {
	t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = io.WriteString(part, content)
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.Post(s.url+"/api/v1/runs", form.FormDataContentType(), &b)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	id := regexp.MustCompile(`"id":"(\w+)"`).FindSubmatch(text)
	if err != nil || id == nil {
		t.Fatalf("%s %v: %s", res.Status, err, text)
	}
	return string(id[1])
}

// state follows a run to its end and returns its state.
func (s *served) state(t *testing.T, run string) string {
	t.Helper()
	res, err := http.Get(s.url + "/api/v1/runs/" + run + "/events")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(res.Body)
	_ = res.Body.Close()
	state := regexp.MustCompile(`event: end\ndata: \{.*"state":"(\w+)"`).FindSubmatch(text)
	if err != nil || state == nil {
		t.Fatalf("%v: %s", err, text)
	}
	return string(state[1])
}

// peak returns the peak memory of the server, in bytes.
func (s *served) peak(t *testing.T) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	kilobytes := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status)
	if kilobytes == nil {
		t.Fatalf("no peak in %s", status)
	}
	n, err := strconv.ParseInt(string(kilobytes[1]), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n << 10
}
