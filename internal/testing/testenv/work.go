package testenv

import (
	"testing"
	"time"
)

// WorkMost bounds the processor time for a text made to be read again and again: linear work takes a second,
// anything else takes hours.
const WorkMost = time.Minute

// Work returns the processor time that this process uses for f. Unlike elapsed time it does not depend on other
// programs; it is 0 on systems that do not report it. Only tests that run alone in their process may use it.
func Work(f func()) time.Duration {
	before := Processor()
	f()
	return Processor() - before
}

// Linear fails a test if f takes more than WorkMost of processor time; what says what f did.
func Linear(t testing.TB, what string, f func()) {
	t.Helper()
	if took := Work(f); took > WorkMost {
		t.Errorf("%s: %v of work", what, took)
	} else if took > time.Second {
		t.Logf("%s: %v of work", what, took)
	}
}

// Until waits until ok returns true because of other goroutines or processes, at most as long as the test may
// take.
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
