package transport

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// Request is one question to a service, or the fetching of one address.
type Request struct {
	// Service names the policy that applies and makes the host of URL trusted. "" means that a document named
	// the address: it is guarded, and its host gets the policy for documents.
	Service string
	Method  string // "" means GET
	URL     string // without keys or personal addresses
	// Secret and SecretHeader are added on the wire and stay out of caches,
	// recordings, logs and messages.
	Secret       url.Values
	SecretHeader http.Header
	Accept       string // the Accept header
	ContentType  string // of Body
	Body         []byte

	// Types lists the media types that an answer may have, by prefix; nil means
	// any. An answer without a media type passes.
	Types []string
	// Answers lists statuses besides 200 that Read understands.
	Answers []int
	// Read reads the answer to its end. It reports whether the answer says that nothing was found, and returns
	// an error if it is not an answer. It may run several times, also on cached answers.
	Read func(*Response) (none bool, err error)
	// Transient keeps the exchange out of cache and recording: Gather caches the parts of its answer.
	Transient bool
	// Follow follows redirects to any public address. Without it a service may redirect to another host but not
	// to another question, whose answer would not be ours.
	Follow bool
	// NoRedirect passes a redirect to Read instead of following it; its status must be among Answers.
	NoRedirect bool
	// Cost is what the request costs of the daily budget that the service states in its headers; it is not sent
	// if less is known to be left.
	Cost int
	// Timeout and MaxBytes override the policy; 0 means the policy's.
	Timeout  time.Duration
	MaxBytes int64
}

// Response is an answer with its whole body.
type Response struct {
	Status int
	Header http.Header // only the cached headers if it comes from the cache
	URL    string      // its final address, without secrets
	Body   []byte
	Cached bool
}

// key identifies a question across runs.
func (r *Request) key() string {
	h := sha256.New()
	for _, part := range []string{r.Service, r.method(), r.URL, r.Accept, string(r.Body)} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil))
}

// withSecret returns the query as it is sent.
func (r *Request) withSecret(query string) string {
	if len(r.Secret) == 0 {
		return query
	}
	if query != "" {
		query += "&"
	}
	return query + r.Secret.Encode()
}

func (r *Request) method() string { return cmp.Or(r.Method, http.MethodGet) }

func (r *Request) answer(status int) bool {
	return status == http.StatusOK || slices.Contains(r.Answers, status)
}

// errTooLong means that a body exceeds its bound.
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
		return nil, lasting(answer.BadAnswer, fmt.Sprintf("content encoding %q was not asked for", encoding), nil)
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

// Data of services compresses to a tenth or a fiftieth of its size, never to less than a two-hundredth: what
// expands more is a bomb, and reading stops before it fills the memory. Short answers may expand without limit.
const (
	bombRatio = 200
	bombFrom  = 4 * mebi
)

// counter counts the bytes read.
type counter struct {
	from io.Reader
	n    int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.n += int64(n)
	return n, err
}

// unpacked reads the decompressed body, unless it is a bomb.
type unpacked struct {
	from   io.Reader
	packed *counter
	n      int64
}

// Read returns errTooLong for a bomb.
func (u *unpacked) Read(p []byte) (int, error) {
	n, err := u.from.Read(p)
	if u.n += int64(n); u.n > bombFrom && u.n > bombRatio*u.packed.n {
		return n, errTooLong
	}
	return n, err
}
