package testenv

import (
	"testing"
	"time"
)

// WorkMost is how much work a text made to be read again and again may be, in processor
// time: what is linear takes a second, what is not takes hours.
const WorkMost = time.Minute

// Work returns the processor time that this process takes for f. It does not depend on how many
// other programs take turns with it, as the time on the clock does; 0 on systems that do not
// tell. Only tests that run alone in their process may use it.
func Work(f func()) time.Duration {
	before := Processor()
	f()
	return Processor() - before
}

// Linear fails a test in which f takes more than WorkMost of work; what says what f did.
func Linear(t testing.TB, what string, f func()) {
	t.Helper()
	if took := Work(f); took > WorkMost {
		t.Errorf("%s: %v of work", what, took)
	} else if took > time.Second {
		t.Logf("%s: %v of work", what, took)
	}
}

// Until waits for something that other goroutines or processes bring about, as long as the
// test may take at all.
func Until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	pause := time.NewTicker(10 * time.Millisecond)
	defer pause.Stop()
	for !ok() {
		select {
		case <-t.Context().Done():
			t.Fatalf("it never came: %s", what)
		case <-pause.C:
		}
	}
}
