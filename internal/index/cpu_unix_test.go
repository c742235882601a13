//go:build unix

package index

import (
	"time"

	"golang.org/x/sys/unix"
)

// cpuTime gives the processor time of this process.
func cpuTime() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
