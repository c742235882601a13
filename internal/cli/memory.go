package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// smallHeap is the memory, in bytes, that a run may take before any is collected:
	// one for a few references ends below it.
	smallHeap = 64 << 20
	// largeHeap is the memory, in bytes, from which on it is collected sooner than
	// usual, as long as that does not take too much time.
	largeHeap = 280 << 20
)

// PaceCollection leaves memory uncollected up to smallHeap, and keeps it below
// largeHeap where what is in use leaves room. A user's GOGC or GOMEMLIMIT stands.
func PaceCollection() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	usual, limit := debug.SetGCPercent(-1), debug.SetMemoryLimit(smallHeap)
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	percent := -1
	var collected func(*[16]byte)
	collected = func(*[16]byte) {
		if percent < 0 {
			debug.SetMemoryLimit(limit)
		}
		metrics.Read(live)
		if p := growth(live[0].Value.Uint64(), usual); p != percent {
			percent = p
			debug.SetGCPercent(p)
		}
		runtime.SetFinalizer(new([16]byte), collected) // runs after the next collection
	}
	runtime.SetFinalizer(new([16]byte), collected)
}

// growth says by how many percent the memory in use, in bytes, may grow until it is
// collected again.
func growth(live uint64, usual int) int {
	room := 100 * (largeHeap - int64(live)) / int64(max(live, 1))
	return min(max(int(room), usual/3), usual)
}
