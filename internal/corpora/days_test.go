package corpora

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/testing/dumpserver"
)

// paperOf returns a paper that was changed on a day.
func paperOf(n int, stamp string) dumpserver.Dated {
	return dumpserver.Dated{Stamp: stamp,
		Record: dumpserver.Paper(fmt.Sprintf("2601.%05d", n), fmt.Sprintf("Paper %d of %s", n, stamp))}
}

// TestGetOverDays interrupts a harvest before each of its requests and continues it days later, when papers
// have changed and others have been added. A refresh then has all of them.
func TestGetOverDays(t *testing.T) {
	for stop := 1; stop <= 8; stop++ {
		s := serve(t)
		home := t.TempDir()
		at := func(now time.Time) *Getter {
			s.SetNow(now)
			g := newGetter(home, s)
			g.Now = func() time.Time { return now }
			return g
		}
		s.PutDated(paperOf(1, "2025-05-01"), paperOf(2, "2026-01-01"), paperOf(3, "2026-01-01"), paperOf(4, "2026-01-02"),
			paperOf(5, "2026-01-03"), paperOf(6, "2026-11-21"), paperOf(7, "2026-11-22"))
		g := at(today)
		ctx, kill := context.WithCancel(t.Context())
		n := 0
		g.Fetcher.Sleep = func(context.Context, time.Duration) error { return nil }
		g.Progress = func(int64, int64) { // after every page, and again after every part
			if n++; n == 18+stop {
				kill()
			}
		}
		_, err := g.Get(ctx, "arxiv-cs", dump.Filter{})
		kill()
		s.PutDated(paperOf(1, "2025-05-01"), paperOf(4, "2026-01-02"), paperOf(5, "2026-01-03"), paperOf(6, "2026-11-21"),
			paperOf(7, "2026-11-22"), paperOf(2, "2026-11-24"), paperOf(3, "2026-11-24"), paperOf(8, "2026-11-24"))
		g = at(today.AddDate(0, 0, 3))
		get(t, g, "arxiv-cs")
		s.PutDated(paperOf(1, "2025-05-01"), paperOf(4, "2026-01-02"), paperOf(5, "2026-01-03"), paperOf(6, "2026-11-21"),
			paperOf(7, "2026-11-22"), paperOf(2, "2026-11-24"), paperOf(3, "2026-11-24"), paperOf(8, "2026-11-24"),
			paperOf(9, "2026-11-26"))
		g = at(today.AddDate(0, 0, 5))
		g.Refresh = true
		want := []string{"Paper 1 of 2025-05-01", "Paper 2 of 2026-11-24", "Paper 3 of 2026-11-24", "Paper 4 of 2026-01-02",
			"Paper 5 of 2026-01-03", "Paper 6 of 2026-11-21", "Paper 7 of 2026-11-22", "Paper 8 of 2026-11-24",
			"Paper 9 of 2026-11-26"}
		if d := cmp.Diff(want, titles(t, get(t, g, "arxiv-cs").Dir)); d != "" {
			t.Errorf("stopped at %d (%v): %s", stop, err, d)
		}
	}
}
