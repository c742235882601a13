package parallel_test

import (
	"sync/atomic"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/parallel"
)

func TestEach(t *testing.T) {
	for _, c := range []struct{ n, jobs, most int }{{0, 4, 0}, {1, 4, 1}, {200, 3, 3}, {200, 0, 1},
		{3, 16, 3}, {-1, 2, 0}} {
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

func TestInOrder(t *testing.T) {
	for _, c := range []struct{ n, workers, ahead int }{{0, 4, 2}, {1, 0, 0}, {500, 3, 0}, {500, 3, 7}, {500, 1, 0}} {
		var begun atomic.Int32
		items := func(yield func(int) bool) {
			for i := range c.n {
				if begun.Add(1); !yield(i) {
					return
				}
			}
		}
		double := func() func(int) int { return func(i int) int { return 2 * i } }
		var got []int
		for r := range parallel.InOrder(items, c.workers, c.ahead, double) {
			if got = append(got, r); int(begun.Load()) > len(got)+c.ahead+1 {
				t.Errorf("%+v: %d begun behind %d", c, begun.Load(), len(got))
			}
		}
		for i, r := range got {
			if r != 2*i {
				t.Fatalf("%+v: %d at place %d", c, r, i)
			}
		}
		if len(got) != c.n {
			t.Errorf("%+v: %d results", c, len(got))
		}
		for range parallel.InOrder(items, c.workers, c.ahead, double) {
			break // stops the workers and the items
		}
	}
}
