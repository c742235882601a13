package index

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// sameTitle reports whether a hit is the wanted work: the record itself, another version, or a record with the
// same folded title.
func sameTitle(t testing.TB, x *Index, hit, want int, wantText string, f *folded) bool {
	if hit == want {
		return true
	}
	s, doc, err := x.locate(hit)
	if err != nil {
		t.Fatal(err)
	}
	if string(s.title(nil, doc)) == wantText {
		return true
	}
	list, err := x.Works(want)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Contains(list, hit)
}

type measured struct {
	n, first, ten int
	times         []time.Duration // elapsed
	cost          []time.Duration // processor time
}

// timed runs f and records how long it took.
func (m *measured) timed(f func()) {
	start, cpu := time.Now(), threadTime()
	f()
	m.cost = append(m.cost, threadTime()-cpu)
	m.times = append(m.times, time.Since(start))
}

// latency formats the quantiles.
func (m *measured) latency() string {
	slices.Sort(m.cost)
	cost := func(q float64) time.Duration { return m.cost[min(len(m.cost)-1, int(q*float64(len(m.cost))))] }
	return fmt.Sprintf("p50 %v p99 %v; processor p50 %v p99 %v", m.quantile(.5), m.quantile(.99), cost(.5), cost(.99))
}

func (m *measured) quantile(q float64) time.Duration {
	slices.Sort(m.times)
	return m.times[min(len(m.times)-1, int(q*float64(len(m.times))))]
}

func measure(t testing.TB, x *Index, queries []titleQuery, show int) (m measured) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var f folded
	for _, q := range queries { // warm up
		_, _ = x.Similar(&biblio.Work{Title: q.title}, 10)
	}
	for _, q := range queries {
		var hits []Hit
		var err error
		m.timed(func() { hits, err = x.Similar(&biblio.Work{Title: q.title}, 10) })
		if err != nil {
			t.Fatal(err)
		}
		s, doc, _ := x.locate(q.n)
		want := string(s.title(nil, doc))
		m.n++
		rank := slices.IndexFunc(hits, func(h Hit) bool { return sameTitle(t, x, h.N, q.n, want, &f) })
		if rank == 0 {
			m.first++
		}
		if rank >= 0 {
			m.ten++
		} else if show > 0 {
			show--
			t.Logf("missed %q of %q", q.title, want)
		}
	}
	return m
}

// goals are the minimum recall among ten for each kind of query.
var goals = map[string]float64{
	"unchanged": 1, "one word replaced": 0.995, "two words replaced": 0.97, "one slip": 0.99, "two slips": 0.99,
	"subtitle dropped": 0.99, "cut to 60": 0.99, "one word dropped": 0.99, "one word inserted": 0.99,
	"reordered": 0.99, "hyphens": 0.99,
}

// TestRecall measures recall and latency of similar titles on queries that were not used for tuning.
// INDEX_HALF=0 uses the half for tuning, INDEX_ONLY one kind, INDEX_SHOW=n shows n queries that found nothing.
func TestRecall(t *testing.T) {
	report(t, worksIndex(t), 2000)
}

func report(t *testing.T, x *Index, n int) {
	half := 1
	if os.Getenv("INDEX_HALF") == "0" {
		half = 0
	}
	show, _ := strconv.Atoi(os.Getenv("INDEX_SHOW"))
	for _, c := range changes {
		if only := os.Getenv("INDEX_ONLY"); only != "" && c.name != only {
			continue
		}
		m := measure(t, x, makeQueries(t, x, c, n, half), show)
		recall := float64(m.ten) / float64(m.n)
		t.Logf("%-20s n=%d recall@1 %.4f recall@10 %.4f %s", c.name, m.n, float64(m.first)/float64(m.n), recall, m.latency())
		if recall < goals[c.name]-0.01*float64(min(1, x.Len()/5_000_000)) {
			t.Errorf("%s: recall@10 is below %v", c.name, goals[c.name])
		}
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	absent, known := absentTitles(t, x, n), sample(t, x, n)
	for _, look := range []struct {
		name string
		up   func(i int) error
	}{
		{"absent", func(i int) error { _, err := x.Similar(&biblio.Work{Title: absent[i].title}, 10); return err }},
		{"identifier", func(i int) error { _, err := x.ByID(known[i].IDs[0]); return err }},
		{"exact title", func(i int) error { _, err := x.ByTitle(known[i].FullTitle()); return err }},
		{"record", func(i int) error { _, err := x.Record((i * 7919) % x.Len()); return err }},
	} {
		var m measured
		for range 2 { // the first time warms up
			m = measured{}
			for i := range n {
				var err error
				if m.timed(func() { err = look.up(i) }); err != nil {
					t.Fatal(err)
				}
			}
		}
		t.Logf("%-20s %s", look.name, m.latency())
	}
}
