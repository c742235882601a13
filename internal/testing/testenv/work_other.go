//go:build !unix

package testenv

import "time"

// Processor returns the processor time that this process has used; 0 if the system does not report it.
func Processor() time.Duration { return 0 }
