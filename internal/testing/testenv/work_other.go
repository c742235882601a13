//go:build !unix

package testenv

import "time"

// Processor returns the processor time that this process has taken; 0 where the system does not tell.
func Processor() time.Duration { return 0 }
