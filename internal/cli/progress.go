package cli

import (
	"io"
	"strings"
	"sync"
	"time"
)

// Progress is a line on a terminal for work that takes more than a second: how
// much is done, how fast, how long it may still take, and who is waited for. Off a
// terminal it is silent.
type Progress struct {
	w     io.Writer // nil off a terminal
	width func() int

	mu    sync.Mutex
	state progressState
	start time.Time
	drawn bool
	quiet time.Time // no frame before: something else has just been printed
	stop  chan struct{}
}

// The line appears after progressDelay and is drawn again every progressTick.
const (
	progressDelay = time.Second
	progressTick  = 300 * time.Millisecond
)

// NewProgress counts things up to total; total is -1 when it is not known.
func NewProgress(w io.Writer, total int, what string) *Progress {
	return startProgress(w, progressState{what: what, total: int64(total)})
}

// NewByteProgress counts bytes up to total.
func NewByteProgress(w io.Writer, total int64, what string) *Progress {
	return startProgress(w, progressState{what: what, total: total, bytes: true})
}

func startProgress(w io.Writer, state progressState) *Progress {
	p := &Progress{state: state}
	if IsTerminal(w) {
		p.run(w, func() int { return TerminalWidth(w) })
	}
	return p
}

// run draws the line until Finish.
func (p *Progress) run(w io.Writer, width func() int) {
	p.w, p.width, p.start, p.stop = w, width, time.Now(), make(chan struct{})
	ticker := time.NewTicker(progressTick)
	go func(stop <-chan struct{}) {
		defer ticker.Stop()
		for {
			select {
			case <-stop:
				return
			case now := <-ticker.C:
				p.draw(now)
			}
		}
	}(p.stop)
}

// draw writes one frame in one piece.
func (p *Progress) draw(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stop == nil || now.Sub(p.start) < progressDelay || now.Before(p.quiet) {
		return
	}
	p.state.elapsed = now.Sub(p.start)
	p.drawn = true
	_, _ = io.WriteString(p.w, "\r"+p.state.line(p.width()-1)+eraseLine)
}

// eraseLine erases a terminal's line from the cursor on.
const eraseLine = "\x1b[K"

// Add counts n more.
func (p *Progress) Add(n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state.done += n
}

// Grow says that n more things are to do.
func (p *Progress) Grow(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state.total = max(p.state.total, 0) + int64(n)
}

// Set says how far the work is.
func (p *Progress) Set(done int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state.done = done
}

// Asking says which sources are waited for.
func (p *Progress) Asking(sources []string, _ int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state.waiting = strings.Join(sources[:min(len(sources), 2)], ", ")
	p.state.more = max(len(sources)-2, 0)
}

// Clear takes the line away so that something can be printed; it comes back a
// little later.
func (p *Progress) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.erase()
	p.quiet = time.Now().Add(progressTick)
}

// Finish takes the line away for good.
func (p *Progress) Finish() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.erase()
	if p.stop != nil {
		close(p.stop)
		p.stop = nil
	}
}

// erase takes the line away; the caller holds the lock.
func (p *Progress) erase() {
	if p.drawn {
		_, _ = io.WriteString(p.w, "\r"+eraseLine)
		p.drawn = false
	}
}
