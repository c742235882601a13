package mcp

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/report"
)

const (
	maxKept      = 16        // stored results
	maxKeptBytes = 64 << 20  // of all stored results
	keptFor      = time.Hour // after its last use
)

// runID identifies a stored result. It cannot be guessed.
type runID [16]byte

// digest is the digest of a name and a text.
type digest [sha256.Size]byte

func digested(name string, src []byte) digest {
	return sha256.Sum256(append([]byte(name+"\x00"), src...))
}

// result is the result of checking a text, the most serious findings first, with every text shortened.
type result struct {
	id       runID
	of       digest
	summary  object
	problems []object
	causes   []string
	findings []json.RawMessage
	brief    []brief // one line for each finding
	used     time.Time
}

// newResult shortens what a check collected.
func newResult(of digest, got *collected) (*result, error) {
	r := &result{of: of, summary: got.summary, problems: got.problems, causes: got.causes}
	_, _ = rand.Read(r.id[:]) // never fails
	slices.SortStableFunc(got.findings, func(a, b report.Finding) int { return b.Grave() - a.Grave() })
	for i := range got.findings {
		one, err := bounded(&got.findings[i])
		if err != nil {
			return nil, err
		}
		body, err := json.Marshal(one)
		if err != nil {
			return nil, err
		}
		r.findings, r.brief = append(r.findings, body), append(r.brief, briefOf(&got.findings[i]))
	}
	return r, nil
}

// size returns about how many bytes a result takes.
func (r *result) size() int {
	n := 4096 * (1 + len(r.problems))
	for _, f := range r.findings {
		n += len(f) + 600
	}
	return n
}

// page returns findings, starting from one.
func (r *result) page(from, limit int) ([]object, error) {
	page := r.findings[from:min(from+limit, len(r.findings))]
	out := make([]object, len(page))
	for i, body := range page {
		var err error
		if out[i], err = decoded(body); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// results holds the last results, limited by number, bytes and age. The zero value is ready to use.
type results struct {
	mu    sync.Mutex
	list  []*result // most recently used last
	bytes int
}

// keep stores a result; the least recently used ones are dropped.
func (k *results) keep(r *result, now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.expire(now)
	if r.size() > maxKeptBytes {
		return
	}
	r.used = now
	k.list, k.bytes = append(k.list, r), k.bytes+r.size()
	for len(k.list) > maxKept || k.bytes > maxKeptBytes {
		k.drop(0)
	}
}

// get returns the result of a text, nil if there is none.
func (k *results) get(id runID, of digest, now time.Time) *result {
	if r := k.byID(id, now); r != nil && r.of == of {
		return r
	}
	return nil
}

// byID returns a result by its id, nil if there is none.
func (k *results) byID(id runID, now time.Time) *result {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.expire(now)
	at := slices.IndexFunc(k.list, func(r *result) bool { return r.id == id })
	if at < 0 {
		return nil
	}
	r := k.list[at]
	r.used = now
	k.list = append(slices.Delete(k.list, at, at+1), r)
	return r
}

func (k *results) expire(now time.Time) {
	for len(k.list) > 0 && now.Sub(k.list[0].used) > keptFor {
		k.drop(0)
	}
}

func (k *results) drop(at int) {
	k.bytes -= k.list[at].size()
	k.list = slices.Delete(k.list, at, at+1)
}

// cursor is where the next page of a result starts. Clients see it as one word.
type cursor struct {
	id   runID
	of   digest
	from uint32
}

func (c cursor) String() string {
	body := append(append([]byte{}, c.id[:]...), c.of[:]...)
	return base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint32(body, c.from))
}

// readCursor decodes a cursor.
func readCursor(word string) (c cursor, err error) {
	body := make([]byte, len(c.id)+len(c.of)+4)
	if len(word) != base64.RawURLEncoding.EncodedLen(len(body)) {
		return c, errCursor
	}
	if _, err := base64.RawURLEncoding.Strict().Decode(body, []byte(word)); err != nil {
		return c, errCursor
	}
	n := copy(c.id[:], body)
	n += copy(c.of[:], body[n:])
	c.from = binary.BigEndian.Uint32(body[n:])
	return c, nil
}

var errCursor = errors.New(
	"a cursor is the next_cursor of an answer, as it was returned: leave it out to start with the first finding")
