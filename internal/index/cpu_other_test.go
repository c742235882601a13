//go:build !linux

package index

import "time"

// cpuTime and threadTime are not available here.
func cpuTime() time.Duration    { return 0 }
func threadTime() time.Duration { return 0 }
