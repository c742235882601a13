package cli

import (
	"os"
	"runtime"
	"runtime/debug"
)

// smallHeap is the memory, in bytes, that a run may take before any is collected: one
// for a few references ends below it.
const smallHeap = 64 << 20

// CollectLate leaves memory uncollected up to smallHeap, and from then on as usual. A
// user's GOGC or GOMEMLIMIT stands.
func CollectLate() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	percent, limit := debug.SetGCPercent(-1), debug.SetMemoryLimit(smallHeap)
	first := new([16]byte)
	runtime.SetFinalizer(first, func(*[16]byte) { // runs at the first collection
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	})
}
