package parallel_test

import (
	"sync/atomic"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/parallel"
)

func TestEach(t *testing.T) {
	for _, c := range []struct{ n, jobs, most int }{{0, 4, 0}, {1, 4, 1}, {200, 3, 3}, {200, 0, 1}, {3, 16, 3}, {-1, 2, 0}} {
		done := make([]atomic.Int32, max(c.n, 0))
		var now, most atomic.Int32
		parallel.Each(c.n, c.jobs, func(i int) {
			k := now.Add(1)
			for m := most.Load(); k > m && !most.CompareAndSwap(m, k); m = most.Load() {
			}
			done[i].Add(1)
			now.Add(-1)
		})
		for i := range done {
			if n := done[i].Load(); n != 1 {
				t.Errorf("%+v: %d was done %d times", c, i, n)
			}
		}
		if int(most.Load()) > c.most {
			t.Errorf("%+v: %d at a time", c, most.Load())
		}
	}
}
