//go:build linux

package index

import (
	"time"

	"golang.org/x/sys/unix"
)

// cpuTime returns the processor time used by this process.
func cpuTime() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// threadTime returns the processor time used by this thread: the cost of a look-up regardless of other
// programs. The caller must have locked its goroutine to the thread.
func threadTime() time.Duration {
	var ts unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts) != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}
