//go:build linux

package index

import (
	"time"

	"golang.org/x/sys/unix"
)

// cpuTime returns the processor time of this process.
func cpuTime() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// threadTime returns the processor time of this thread: what a look-up costs
// when other programs do not take turns with it. The caller has locked its
// goroutine to the thread.
func threadTime() time.Duration {
	var ts unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts) != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}
