package transport

import (
	"io"
	"time"
)

// watched is a body that is given up when nothing comes for a while.
type watched struct {
	io.Reader
	timer *time.Timer
	stall time.Duration
}

func watch(r io.Reader, stall time.Duration, giveUp func()) watched {
	return watched{r, time.AfterFunc(stall, giveUp), stall}
}

// Read reads on.
func (w watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if n > 0 {
		w.timer.Reset(w.stall)
	}
	return n, err
}

func (w watched) stop() { w.timer.Stop() }
