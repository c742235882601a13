package extract

import (
	"context"
	"errors"
	"io"
)

// ErrNoStdin means that standard input was named where there is none.
var ErrNoStdin = errors.New("there is no standard input here: name a file")

// ReadAll reads all that r gives, but at most most bytes. It does not wait for r
// when ctx is done; what r gives later is lost then.
func ReadAll(ctx context.Context, r io.Reader, most int64) ([]byte, error) {
	type read struct {
		src []byte
		err error
	}
	if r == nil {
		return nil, ErrNoStdin
	}
	done := make(chan read, 1)
	go func() {
		src, err := io.ReadAll(io.LimitReader(r, most))
		done <- read{src, err}
	}()
	select {
	case got := <-done:
		return got.src, got.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
