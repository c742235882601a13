// Package parallel does things side by side.
//
// Pure.
// May be imported by: everything.
package parallel

import (
	"sync"
	"sync/atomic"
)

// Each calls do with every number below n, in rising order, at most jobs at a time and
// one at least, and returns when all are done.
func Each(n, jobs int, do func(i int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(max(jobs, 1), n) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	all.Wait()
}
