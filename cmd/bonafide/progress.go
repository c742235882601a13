package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress is a bar on a terminal for work that takes more than a second; off
// a terminal it is silent.
type progress struct {
	bar   *progressbar.ProgressBar
	start time.Time
	what  string
	done  int64

	mu    sync.Mutex
	drawn bool
	text  string // what is waited for
	timer *time.Timer
}

// progressDelay is how long work may take before a bar appears.
const progressDelay = time.Second

// newProgress counts things up to total; total is -1 when it is not known.
func newProgress(w io.Writer, total int, what string) *progress {
	return startProgress(w, int64(total), what, progressbar.OptionShowCount(), progressbar.OptionShowIts())
}

// newByteProgress counts bytes up to total.
func newByteProgress(w io.Writer, total int64, what string) *progress {
	return startProgress(w, total, what, progressbar.OptionShowBytes(true), progressbar.OptionShowTotalBytes(true))
}

func startProgress(w io.Writer, total int64, what string, opts ...progressbar.Option) *progress {
	if !isTerminal(w) {
		return &progress{}
	}
	opts = append(opts, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(what),
		progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish(),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionUseANSICodes(true))
	return &progress{start: time.Now(), what: what, bar: progressbar.NewOptions64(total, opts...)}
}

// add counts n more.
func (p *progress) add(n int64) { p.set(p.done + n) }

// grow says that n more things are to do.
func (p *progress) grow(n int) {
	if p.bar != nil {
		p.bar.ChangeMax64(max(p.bar.GetMax64(), 0) + int64(n))
	}
}

// set says how far the work is.
func (p *progress) set(done int64) {
	p.done = done
	if p.bar == nil || time.Since(p.start) < progressDelay {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drawn = true
	_ = p.bar.Set64(done)
}

// asking says which sources are waited for, at once or when the delay is over.
func (p *progress) asking(sources []string, references int) {
	if p.bar == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = ""
	if n := len(sources); n > 0 {
		p.text = fmt.Sprintf("%s: waiting for %s", counted(references, "reference"), strings.Join(sources[:min(n, 3)], ", "))
		if n > 3 {
			p.text += fmt.Sprintf(" and %d more", n-3)
		}
	}
	if left := progressDelay - time.Since(p.start); left > 0 {
		if p.timer == nil {
			p.timer = time.AfterFunc(left, p.late)
		}
		return
	}
	p.describe()
}

// late shows what is waited for when the delay is over.
func (p *progress) late() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.text != "" {
		p.describe()
	}
}

// describe draws the bar; the caller holds the lock.
func (p *progress) describe() {
	p.drawn = p.drawn || p.text != ""
	if p.drawn {
		p.bar.Describe(cmp.Or(p.text, p.what))
	}
}

// clear takes the bar away so that a row can be printed.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		_ = p.bar.Clear()
	}
}

// finish takes the bar away for good.
func (p *progress) finish() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = ""
	if p.timer != nil {
		p.timer.Stop()
	}
	if p.drawn {
		_ = p.bar.Finish()
	}
}
