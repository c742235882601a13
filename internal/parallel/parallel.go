// Package parallel runs work concurrently.
//
// Pure.
// May be imported by: everything.
package parallel

import (
	"iter"
	"sync"
	"sync/atomic"
)

// Each calls do with every number below n, in rising order, with at most jobs calls (but at least one) at a
// time, and returns when all are done.
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

// InOrder yields the results of workers for items, in the order of the items. worker returns one worker's
// function, which may keep state between items. Besides the current result at most ahead results and items
// wait. All work that was started ends before InOrder returns.
func InOrder[T, R any](items iter.Seq[T], workers, ahead int, worker func() func(T) R) iter.Seq[R] {
	type job struct {
		item   T
		result chan R
	}
	return func(yield func(R) bool) {
		jobs, results, stop := make(chan job), make(chan chan R, ahead), make(chan struct{})
		var all sync.WaitGroup
		defer all.Wait()
		defer close(stop)
		for range max(workers, 1) {
			all.Go(func() {
				do := worker()
				for j := range jobs {
					j.result <- do(j.item)
				}
			})
		}
		all.Go(func() {
			defer close(results)
			defer close(jobs)
			for item := range items {
				j := job{item, make(chan R, 1)}
				select {
				case results <- j.result:
				case <-stop:
					return
				}
				jobs <- j // a worker takes it: none waits for anything else
			}
		})
		for result := range results {
			if !yield(<-result) {
				return
			}
		}
	}
}
