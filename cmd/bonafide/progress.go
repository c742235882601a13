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
	done  int
	drawn bool
}

// progressDelay is how long work may take before a bar appears.
const progressDelay = time.Second

// newProgress counts to total; total is -1 when it is not known.
func newProgress(w io.Writer, total int, what string) *progress {
	if !isTerminal(w) {
		return &progress{}
	}
	return &progress{start: time.Now(), bar: progressbar.NewOptions(total,
		progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(what), progressbar.OptionShowCount(),
		progressbar.OptionShowIts(), progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish(),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionUseANSICodes(true))}
}

// add counts n more.
func (p *progress) add(n int) { p.set(p.done + n) }

// set says how far the work is.
func (p *progress) set(done int) {
	p.done = done
	if p.bar == nil || time.Since(p.start) < progressDelay {
		return
	}
	p.drawn = true
	_ = p.bar.Set(done)
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
