package cli

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestProgressLine(t *testing.T) {
	for _, c := range []struct {
		state progressState
		width int
		want  string
	}{
		{progressState{what: "checking", total: 488}, 0, "checking: 0 of 488 (0 %)"},
		{progressState{what: "checking", total: 488, done: 84, elapsed: 7 * time.Second}, 0,
			"checking: 84 of 488 (17 %), 12 a second, about 34s left"},
		{progressState{what: "checking", total: 488, done: 2, elapsed: time.Minute, waiting: "crossref, openalex", more: 2},
			0,
			"checking: 2 of 488 (0 %), 2.0 a minute, about 4h03m left; waiting for crossref, openalex and 2 more"},
		{progressState{what: "checking", total: 100, done: 10, elapsed: time.Second}, 0,
			"checking: 10 of 100 (10 %), 10 a second"},
		{progressState{what: "checking", total: 10, done: 10, elapsed: 9 * time.Second}, 0,
			"checking: 10 of 10 (100 %), 1.1 a second"},
		{progressState{what: "reading", total: -1, done: 7, elapsed: 3 * time.Second}, 0, "reading: 7, 2.3 a second"},
		{progressState{what: "reading", total: 3_000_000, done: 1_500_000, bytes: true, elapsed: 100 * time.Second}, 0,
			"reading: 1.5 MB of 3.0 MB (50 %), 15.0 kB a second, about 1m40s left"},
		{progressState{what: "checking", total: 488}, 12, "checking: 0…"},
		{progressState{what: "checking", papers: 1}, 0, "checking: reading …"},
		{progressState{what: "checking", total: 128, done: 128, papers: 100}, 0, "checking: paper 1 of 100, 128 references"},
		{progressState{what: "checking", total: 640, done: 640, papers: 100, papersDone: 11, elapsed: 11 * time.Second,
			waiting: "crossref"}, 0,
			"checking: paper 12 of 100, 640 references, 58 a second, about 1m30s left; waiting for crossref"},
		{progressState{what: "checking", total: 640, done: 640, papers: 100, papersDone: 100, elapsed: 64 * time.Second}, 0,
			"checking: paper 100 of 100, 640 references, 10 a second"},
		{progressState{what: "checking", total: 40, done: 12, elapsed: 5 * time.Second, made: 20, expected: 60,
			waiting: "crossref"}, 0,
			"checking: 12 of 40 (30 %), 20 of about 60 requests, about 10s left; waiting for crossref"},
		{progressState{what: "checking", total: 40, done: 39, elapsed: 5 * time.Second, made: 70, expected: 60}, 0,
			"checking: 39 of 40 (97 %), 70 of about 70 requests"},
	} {
		if got := c.state.line(c.width); got != c.want {
			t.Errorf("%+v: %q, want %q", c.state, got, c.want)
		}
	}
}

// frames stores what is written to a terminal, each write separately.
type frames struct {
	mu   sync.Mutex
	list []string
}

func (f *frames) Write(b []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list = append(f.list, string(b))
	return len(b), nil
}

func (f *frames) take() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := f.list
	f.list = nil
	return list
}

// TestProgressFrames: however often progress is made, a line is drawn a few times a second, each frame in one
// write that erases only what follows it.
func TestProgressFrames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out frames
		p := &Progress{state: progressState{what: "checking", total: 1000}}
		p.run(&out, func() int { return 80 })
		for range 900 {
			p.Add(1)
			time.Sleep(time.Millisecond)
		}
		if list := out.take(); len(list) > 0 {
			t.Errorf("drawn in the first second: %q", list)
		}
		time.Sleep(3*time.Second + progressTick/2) // between two frames: at a frame the order is arbitrary
		list := out.take()
		if len(list) < 8 || len(list) > 12 {
			t.Errorf("%d frames in three seconds", len(list))
		}
		for _, frame := range list {
			if !strings.HasPrefix(frame, "\rchecking: 900 of 1000") || !strings.HasSuffix(frame, eraseLine) ||
				strings.Count(frame, "\x1b") != 1 {
				t.Errorf("frame %q", frame)
			}
		}
		p.Clear()
		if list := out.take(); len(list) != 1 || list[0] != "\r"+eraseLine {
			t.Errorf("cleared by %q", list)
		}
		time.Sleep(progressTick / 2)
		if list := out.take(); len(list) > 0 {
			t.Errorf("drawn at once after Clear: %q", list)
		}
		time.Sleep(time.Second)
		p.Finish()
		if list := out.take(); len(list) < 2 || list[len(list)-1] != "\r"+eraseLine {
			t.Errorf("finished by %q", list)
		}
		p.Finish()
		time.Sleep(time.Second)
		if list := out.take(); len(list) > 0 {
			t.Errorf("drawn after Finish: %q", list)
		}
	})
}

func TestProgressOffTerminal(t *testing.T) {
	var out bytes.Buffer
	p := NewProgress(&out, 3, "checking")
	p.Grow(2)
	p.Add(1)
	p.Set(2)
	p.Asking([]string{"crossref"}, 1)
	p.Clear()
	p.draw(time.Now().Add(time.Hour))
	p.Finish()
	if out.Len() > 0 {
		t.Errorf("written: %q", out.String())
	}
}
