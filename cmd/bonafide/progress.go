package main

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress is a bar on a terminal for work that takes more than a second; off
// a terminal it is silent.
type progress struct {
	bar   *progressbar.ProgressBar
	start time.Time
	done  int64
	drawn bool
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
	return &progress{start: time.Now(), bar: progressbar.NewOptions64(total, opts...)}
}

// add counts n more.
func (p *progress) add(n int64) { p.set(p.done + n) }

// set says how far the work is.
func (p *progress) set(done int64) {
	p.done = done
	if p.bar == nil || time.Since(p.start) < progressDelay {
		return
	}
	p.drawn = true
	_ = p.bar.Set64(done)
}

// clear takes the bar away so that a row can be printed.
func (p *progress) clear() {
	if p.drawn {
		_ = p.bar.Clear()
	}
}

// finish takes the bar away for good.
func (p *progress) finish() {
	if p.drawn {
		_ = p.bar.Finish()
	}
}
