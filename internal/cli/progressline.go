package cli

import (
	"fmt"
	"strings"
	"time"
)

// progressState is what a line of progress is made from.
type progressState struct {
	what    string
	done    int64
	total   int64 // -1 when it is not known
	bytes   bool  // bytes are counted, not things
	elapsed time.Duration
	waiting string // for whom
	more    int    // and for how many others
}

// line says "checking: 84 of 488 (17 %), 12 a second, about 34s left; waiting for
// crossref", in at most width columns; width below 1 means any.
func (s *progressState) line(width int) string {
	parts := []string{s.count()}
	if rate := s.rate(); rate > 0 {
		parts = append(parts, s.speed(rate))
		if left := s.total - s.done; left > 0 && s.elapsed >= leftAfter {
			parts = append(parts, "about "+roughly(time.Duration(float64(left)/rate*float64(time.Second)))+" left")
		}
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

// leftAfter is how long work has to run before the time left is guessed.
const leftAfter = 2 * time.Second

func (s *progressState) count() string {
	number := func(n int64) string { return fmt.Sprint(n) }
	if s.bytes {
		number = size
	}
	if s.total <= 0 {
		return number(s.done)
	}
	return fmt.Sprintf("%s of %s (%d %%)", number(s.done), number(s.total), 100*min(s.done, s.total)/s.total)
}

// rate gives how many a second, 0 where nothing is done yet.
func (s *progressState) rate() float64 {
	if s.elapsed <= 0 || s.done <= 0 {
		return 0
	}
	return float64(s.done) / s.elapsed.Seconds()
}

func (s *progressState) speed(rate float64) string {
	switch {
	case s.bytes:
		return size(int64(rate)) + " a second"
	case rate >= 10:
		return fmt.Sprintf("%.0f a second", rate)
	case rate >= 1:
		return fmt.Sprintf("%.1f a second", rate)
	}
	return fmt.Sprintf("%.1f a minute", rate*60)
}

// size gives a number of bytes for people.
func size(n int64) string {
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

// roughly gives a time as people say it: "34s", "5m10s", "2h5m".
func roughly(d time.Duration) string {
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
