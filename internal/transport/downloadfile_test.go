package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// TestDownloadThatBreaksAtOnePlace: a download that cannot be resumed is given up if it breaks at the same
// place each time, but not if it gets further each time.
func TestDownloadThatBreaksAtOnePlace(t *testing.T) {
	const size, tries, most = 1000, 3, 100
	for name, c := range map[string]struct {
		sent  func(request int) int // bytes before the connection breaks
		asked int
		whole bool
	}{
		"at one place": {func(int) int { return 500 }, 1 + tries, false},
		"ever earlier": {func(n int) int { return 500 - n }, 1 + tries, false},
		"ever later":   {func(n int) int { return 100 * n }, 10, true},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			asked := 0
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if asked++; asked == most {
					cancel()
				}
				w.Header().Set("Content-Length", strconv.Itoa(size))
				_, _ = w.Write(make([]byte, min(c.sent(asked), size)))
			}))
			defer s.Close()
			d := Downloads{Wait: time.Millisecond, Tries: tries}
			f := File{URL: s.URL, Path: filepath.Join(t.TempDir(), "file"),
				Sum: func(context.Context) (string, error) { return "", nil }}
			done, err := d.File(ctx, f)
			if asked != c.asked || (err == nil) != c.whole || done.Changed != c.whole || err != nil &&
				!errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("asked %d times: %+v, %v", asked, done, err)
			}
		})
	}
}
