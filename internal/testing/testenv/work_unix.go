//go:build unix

package testenv

import (
	"time"

	"golang.org/x/sys/unix"
)

// Processor returns the processor time that this process has used; 0 if the system does not report it.
func Processor() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
