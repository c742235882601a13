package transport

import (
	"context"
	"io"
	"sync/atomic"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// The minimum number of bytes that an answer, once begun, must bring in each window of time. One that trickles is
// abandoned and not retried: it would delay everything that waits for the same service.
const (
	dripWindow = 5 * time.Second
	dripBytes  = 4 << 10
)

// dripGuard is a body that is abandoned when it trickles.
type dripGuard struct {
	io.ReadCloser
	came  atomic.Int64
	slow  atomic.Bool
	timer *time.Timer
}

// newSteady watches a body; cancel cancels its request.
func newSteady(body io.ReadCloser, cancel context.CancelFunc) *dripGuard {
	s := &dripGuard{ReadCloser: body}
	s.timer = time.AfterFunc(dripWindow, func() {
		if s.came.Swap(0) < dripBytes {
			s.slow.Store(true)
			cancel()
			return
		}
		s.timer.Reset(dripWindow)
	})
	return s
}

func (s *dripGuard) Read(p []byte) (int, error) {
	n, err := s.ReadCloser.Read(p)
	s.came.Add(int64(n))
	return n, err
}

func (s *dripGuard) Close() error {
	s.timer.Stop()
	return s.ReadCloser.Close()
}

// failure returns the cause of the end of the body, err unless it trickled.
func (s *dripGuard) failure(err error) error {
	if s.slow.Load() {
		return lasting(answer.Timeout, "the answer trickled in", nil)
	}
	return err
}
