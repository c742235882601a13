package index

import (
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// sameTitle reports whether a hit is the work asked for: the record itself,
// another version, or a record of the same folded title.
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
	times         []time.Duration
}

func (m *measured) quantile(q float64) time.Duration {
	slices.Sort(m.times)
	return m.times[min(len(m.times)-1, int(q*float64(len(m.times))))]
}

func measure(t testing.TB, x *Index, queries []titleQuery, show int) (m measured) {
	var f folded
	for _, q := range queries { // warm
		_, _ = x.Similar(&biblio.Work{Title: q.title}, 10)
	}
	for _, q := range queries {
		start := time.Now()
		hits, err := x.Similar(&biblio.Work{Title: q.title}, 10)
		m.times = append(m.times, time.Since(start))
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

// goals are the least recall among ten of each kind of query.
var goals = map[string]float64{
	"unchanged": 1, "one word replaced": 0.995, "two words replaced": 0.98, "one slip": 0.99, "two slips": 0.99, "subtitle dropped": 0.99, "cut to 60": 0.99,
}

// TestRecall measures recall and latency of similar titles on queries that
// were not used for tuning. INDEX_HALF=0 takes the half that serves tuning,
// INDEX_ONLY one kind, INDEX_SHOW=n shows n queries that found nothing.
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
		t.Logf("%-20s n=%d recall@1 %.4f recall@10 %.4f p50 %v p99 %v", c.name, m.n, float64(m.first)/float64(m.n), recall, m.quantile(.5), m.quantile(.99))
		if recall < goals[c.name]-0.01*float64(min(1, x.Len()/5_000_000)) {
			t.Errorf("%s: recall@10 is below %v", c.name, goals[c.name])
		}
	}
	var m measured
	for _, q := range absentTitles(t, x, n) {
		start := time.Now()
		if _, err := x.Similar(&biblio.Work{Title: q.title}, 10); err != nil {
			t.Fatal(err)
		}
		m.times = append(m.times, time.Since(start))
	}
	t.Logf("%-20s p50 %v p99 %v", "absent", m.quantile(.5), m.quantile(.99))
	m = measured{}
	for _, rec := range sample(t, x, n) {
		start := time.Now()
		if _, err := x.ByID(rec.IDs[0]); err != nil {
			t.Fatal(err)
		}
		m.times = append(m.times, time.Since(start))
	}
	t.Logf("%-20s p50 %v p99 %v", "identifier", m.quantile(.5), m.quantile(.99))
}
