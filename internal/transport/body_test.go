package transport

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"testing"
)

func packed(t *testing.T, body []byte) *bytes.Buffer {
	t.Helper()
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.DefaultCompression) // the level is valid
	z.Write(body)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return &b
}

func TestBombIsLeftEarly(t *testing.T) {
	from := &counter{from: packed(t, make([]byte, 12<<20))}
	z, err := gzip.NewReader(from)
	if err != nil {
		t.Fatal(err)
	}
	n, err := io.Copy(io.Discard, &unpacked{from: z, packed: from})
	if !errors.Is(err, errTooLong) || n > 2*bombFrom {
		t.Errorf("%d bytes unpacked: %v", n, err)
	}
}

func TestPackedAnswersAreRead(t *testing.T) {
	var repetitive bytes.Buffer // as repetitive as records get
	for i := range 36_000 {
		fmt.Fprintf(&repetitive,
			`{"id":%d,"type":"journal-article","volume":null,"issue":null,"page":null,"member":"297","reference-count":0,"is-referenced-by-count":0,"score":1.0}`, i)
	}
	for name, body := range map[string][]byte{"a little that packs to nothing": make([]byte, 1<<20),
		"much that is alike": repetitive.Bytes()} {
		raw := &http.Response{Header: http.Header{"Content-Encoding": {"gzip"}}, Body: io.NopCloser(packed(t, body))}
		if got, err := readBody(raw, 64*mebi); err != nil || !bytes.Equal(got, body) {
			t.Errorf("%s: %d of %d bytes, %v", name, len(got), len(body), err)
		}
		raw = &http.Response{Header: http.Header{"Content-Encoding": {"gzip"}}, Body: io.NopCloser(packed(t, body))}
		if _, err := readBody(raw, int64(len(body))-1); !errors.Is(err, errTooLong) {
			t.Errorf("%s: beyond its bound: %v", name, err)
		}
	}
}
