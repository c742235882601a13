package cli

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"
)

// Progress is a line on a terminal for work that takes more than a second: how much is done, how fast, how long
// it may still take, and which source it is waiting for. Without a terminal it is silent.
type Progress struct {
	w     io.Writer // nil without a terminal
	width func() int

	mu    sync.Mutex
	state progressState
	start time.Time
	drawn bool
	quiet time.Time // no frame before then: something else has just been printed
	stop  chan struct{}
}

// The line appears after progressDelay and is drawn again every progressTick.
const (
	progressDelay = time.Second
	progressTick  = 300 * time.Millisecond
)

// NewProgress counts items up to total; total is -1 if it is unknown.
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
	if p.state.requests != nil {
		p.state.made = int64(p.state.requests())
	}
	p.drawn = true
	_, _ = io.WriteString(p.w, "\r"+p.state.line(p.width()-1)+eraseLine)
}

const eraseLine = "\x1b[K"

// Papers adds n papers that contain the items. With several papers the line shows which one is being processed,
// and no percentage of the items, since more may follow.
func (p *Progress) Papers(n int) { p.change(func(s *progressState) { s.papers += int64(n) }) }

// SetPapers sets the number of papers done.
func (p *Progress) SetPapers(done int) {
	p.change(func(s *progressState) { s.papersDone = int64(done) })
}

// Add counts n more.
func (p *Progress) Add(n int64) { p.change(func(s *progressState) { s.done += n }) }

// Grow adds n items to do.
func (p *Progress) Grow(n int) {
	p.change(func(s *progressState) { s.total = max(s.total, 0) + int64(n) })
}

// Expect adds n requests that are expected; made counts those that were made.
func (p *Progress) Expect(n int, made func() int) {
	p.change(func(s *progressState) { s.expected, s.requests = s.expected+int64(n), made })
}

// Set sets the number done.
func (p *Progress) Set(done int64) { p.change(func(s *progressState) { s.done = done }) }

// Asking sets the sources that the work is waiting for.
func (p *Progress) Asking(sources []string, _ int) {
	p.change(func(s *progressState) {
		s.waiting, s.more = strings.Join(sources[:min(len(sources), 2)], ", "), max(len(sources)-2, 0)
	})
}

func (p *Progress) change(do func(*progressState)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	do(&p.state)
}

// Clear removes the line so that something can be printed; it comes back a little later.
func (p *Progress) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.erase()
	p.quiet = time.Now().Add(progressTick)
}

// Finish removes the line for good.
func (p *Progress) Finish() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.erase()
	if p.stop != nil {
		close(p.stop)
		p.stop = nil
	}
}

// erase removes the line; the caller holds the lock.
func (p *Progress) erase() {
	if p.drawn {
		_, _ = io.WriteString(p.w, "\r"+eraseLine)
		p.drawn = false
	}
}

// progressState is what a line of progress is made from.
type progressState struct {
	what    string
	done    int64
	total   int64 // -1 if it is unknown
	bytes   bool  // bytes are counted, not items
	elapsed time.Duration
	waiting string // source it is waiting for
	more    int    // and how many others

	papers, papersDone int64

	requests       func() int // nil if none are expected
	made, expected int64      // by these time is estimated
}

// line returns "checking: 84 of 488 (17 %), 12 a second, about 34s left; waiting for crossref", or "checking:
// paper 12 of 100, 84 references, …", in at most width columns; width below 1 means no limit.
func (s *progressState) line(width int) string {
	parts := []string{s.count()}
	if rate := s.rate(s.done); rate > 0 {
		parts = append(parts, s.speed(rate))
	}
	done, total := s.done, s.total
	if s.papers > 1 {
		done, total = s.papersDone, s.papers
	}
	if s.made > 0 {
		done, total = s.made, s.expected
		parts = append(parts[:1], fmt.Sprintf("%d of about %d requests", s.made, max(s.made, s.expected)))
	}
	if rate := s.rate(done); rate > 0 && total > done && s.elapsed >= leftAfter {
		parts = append(parts, "about "+Roughly(time.Duration(float64(total-done)/rate*float64(time.Second)))+" left")
	}
	line := s.what + ": " + strings.Join(parts, ", ")
	if s.waiting != "" {
		line += "; waiting for " + s.waiting
		if s.more > 0 {
			line += fmt.Sprintf(" and %d more", s.more)
		}
	}
	if runes := []rune(line); width > 0 && len(runes) > width {
		line = string(runes[:width-1]) + "…"
	}
	return line
}

// leftAfter is how long work has to run before the remaining time is estimated.
const leftAfter = 2 * time.Second

func (s *progressState) count() string {
	number := func(n int64) string { return fmt.Sprint(n) }
	if s.bytes {
		number = Size
	}
	if s.papers > 1 {
		return fmt.Sprintf("paper %d of %d, %s references", min(s.papersDone+1, s.papers), s.papers, number(s.done))
	}
	if s.total <= 0 && s.done > 0 {
		return number(s.done)
	}
	if s.total <= 0 {
		return "reading …"
	}
	return fmt.Sprintf("%s of %s (%d %%)", number(s.done), number(s.total), 100*min(s.done, s.total)/s.total)
}

// rate returns how many are done per second, 0 if none is done yet.
func (s *progressState) rate(done int64) float64 {
	if s.elapsed <= 0 || done <= 0 {
		return 0
	}
	return float64(done) / s.elapsed.Seconds()
}

func (s *progressState) speed(rate float64) string {
	switch {
	case s.bytes:
		return Size(int64(rate)) + " a second"
	case rate >= 10:
		return fmt.Sprintf("%.0f a second", rate)
	case rate >= 1:
		return fmt.Sprintf("%.1f a second", rate)
	}
	return fmt.Sprintf("%.1f a minute", rate*60)
}

// Size formats a number of bytes.
func Size(n int64) string {
	const unit = 1000
	if n < unit {
		return fmt.Sprintf("%d B", n)
	}
	value, prefix := float64(n), -1
	for ; value >= unit && prefix < 5; prefix++ {
		value /= unit
	}
	return fmt.Sprintf("%.1f %cB", value, "kMGTPE"[prefix])
}

// Roughly formats a time as people say it: "34s", "5m10s", "2h5m".
func Roughly(d time.Duration) string {
	switch {
	case d < time.Minute:
		return d.Round(time.Second).String()
	case d < time.Hour:
		d = d.Round(10 * time.Second)
		return fmt.Sprintf("%dm%02ds", d/time.Minute, d%time.Minute/time.Second)
	}
	d = d.Round(time.Minute)
	return fmt.Sprintf("%dh%02dm", d/time.Hour, d%time.Hour/time.Minute)
}

// IsTerminal reports whether w is a terminal.
func IsTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Colored reports whether to use colour: it follows https://no-color.org and requires a terminal.
func Colored(w io.Writer) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && IsTerminal(w)
}

// TerminalWidth returns the columns available for text: those of a terminal, otherwise $COLUMNS, 0 if
// there is neither.
func TerminalWidth(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			return width
		}
	}
	columns, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil || columns < 0 {
		return 0
	}
	return columns
}
