package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Progress is a bar on a terminal for work that takes more than a second; off
// a terminal it is silent.
type Progress struct {
	bar   *progressbar.ProgressBar
	start time.Time
	what  string

	mu    sync.Mutex
	done  int64
	total int64 // -1 when it is not known
	drawn bool
	text  string // what is waited for
	timer *time.Timer
}

// progressDelay is how long work may take before a bar appears.
const progressDelay = time.Second

// NewProgress counts things up to total; total is -1 when it is not known.
func NewProgress(w io.Writer, total int, what string) *Progress {
	return startProgress(w, int64(total), what, progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(false)) // things come in waves
}

// NewByteProgress counts bytes up to total.
func NewByteProgress(w io.Writer, total int64, what string) *Progress {
	return startProgress(w, total, what, progressbar.OptionShowBytes(true), progressbar.OptionShowTotalBytes(true))
}

func startProgress(w io.Writer, total int64, what string, opts ...progressbar.Option) *Progress {
	if !IsTerminal(w) {
		return &Progress{}
	}
	opts = append(opts, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(what),
		progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(20),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionUseANSICodes(true))
	return &Progress{start: time.Now(), what: what, total: total, bar: progressbar.NewOptions64(total, opts...)}
}

// Add counts n more.
func (p *Progress) Add(n int64) {
	p.mu.Lock()
	done := p.done + n
	p.mu.Unlock()
	p.Set(done)
}

// Grow says that n more things are to do.
func (p *Progress) Grow(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.total = max(p.total, 0) + int64(n)
}

// Set says how far the work is.
func (p *Progress) Set(done int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done = done
	if p.bar != nil && time.Since(p.start) >= progressDelay {
		p.draw()
	}
}

// draw shows the bar; the caller holds the lock. It never shows a full one,
// which would be the bar's end, and more may be to do.
func (p *Progress) draw() {
	if p.total >= 0 && p.done >= p.total {
		_ = p.bar.Clear()
		return
	}
	p.drawn = true
	if p.bar.GetMax64() != p.total {
		p.bar.ChangeMax64(p.total)
	}
	_ = p.bar.Set64(p.done)
	p.bar.Describe(cmp.Or(p.text, p.what))
}

// Asking says which sources are waited for, at once or when the delay is over.
func (p *Progress) Asking(sources []string, _ int) {
	if p.bar == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = ""
	if n := len(sources); n > 0 {
		p.text = "waiting for " + strings.Join(sources[:min(n, 2)], ", ")
		if n > 2 {
			p.text += fmt.Sprintf(" and %d more", n-2)
		}
	}
	left := progressDelay - time.Since(p.start)
	if p.timer == nil {
		p.timer = time.AfterFunc(max(left, progressTick), p.tick)
	}
	if left <= 0 && (p.drawn || p.text != "") {
		p.draw()
	}
}

// progressTick is how often a bar that waits shows the time.
const progressTick = time.Second

// tick shows what is waited for, again and again for as long as something is.
func (p *Progress) tick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer == nil {
		return
	}
	if p.text != "" {
		p.draw()
	}
	p.timer.Reset(progressTick)
}

// Clear takes the bar away so that a row can be printed.
func (p *Progress) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		_ = p.bar.Clear()
	}
}

// Finish takes the bar away for good.
func (p *Progress) Finish() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = ""
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
	if p.drawn {
		_ = p.bar.Finish()
	}
}
