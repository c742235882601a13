package transport

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzip"

	"github.com/bonafide-audit/bonafide/internal/source"
)

// errTooLong means that a body passes its bound.
var errTooLong = errors.New("answer too long")

// readBody reads at most limit bytes after decompression.
func readBody(raw *http.Response, limit int64) ([]byte, error) {
	packed := &counter{from: io.LimitReader(raw.Body, limit+1)}
	var r io.Reader = packed
	switch encoding := strings.ToLower(strings.TrimSpace(raw.Header.Get("Content-Encoding"))); encoding {
	case "", "identity":
	case "gzip", "x-gzip":
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, err
		}
		defer z.Close()
		r = &unpacked{from: z, packed: packed}
	default:
		return nil, lasting(source.BadAnswer, fmt.Sprintf("content encoding %q was not asked for", encoding), nil)
	}
	body, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(body)) > limit {
		return nil, errTooLong
	}
	return body, nil
}

// Data of services packs to a tenth or a fiftieth of its size, never to less
// than a two-hundredth: what unpacks to more is a bomb, and is left before it
// fills the memory. Short answers may be as empty as they like.
const (
	bombRatio = 200
	bombFrom  = 4 * mebi
)

// counter counts what is read.
type counter struct {
	from io.Reader
	n    int64
}

// Read reads on.
func (c *counter) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.n += int64(n)
	return n, err
}

// unpacked reads what a body unpacks to, unless that is a bomb.
type unpacked struct {
	from   io.Reader
	packed *counter
	n      int64
}

// Read reads on; errTooLong means a bomb.
func (u *unpacked) Read(p []byte) (int, error) {
	n, err := u.from.Read(p)
	if u.n += int64(n); u.n > bombFrom && u.n > bombRatio*u.packed.n {
		return n, errTooLong
	}
	return n, err
}
