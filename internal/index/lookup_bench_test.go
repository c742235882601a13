package index

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// The benchmarks in this file run on the index of all shared works:
//
//	go test -run xxx -bench . ./internal/index/
//
// BONAFIDE_INDEX names a folder that keeps the index between runs.

// sample returns n records and their numbers.
func sample(b testing.TB, x *Index, n int) (list []biblio.Record) {
	r := rand.New(rand.NewPCG(3, 4))
	for len(list) < n {
		rec, err := x.Record(r.IntN(x.Len()))
		if err != nil {
			b.Fatal(err)
		}
		if len(rec.IDs) > 0 && rec.Title != "" {
			list = append(list, rec)
		}
	}
	return list
}

// quantiles runs f for every i below n, n at least 2,000, and reports the quantiles of its duration.
func quantiles(b *testing.B, n int, f func(i int) error) {
	b.Helper()
	for i := range n { // warm up
		if err := f(i); err != nil {
			b.Fatal(err)
		}
	}
	var times []time.Duration
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		start := time.Now()
		if err := f(i % n); err != nil {
			b.Fatal(err)
		}
		if len(times) < 1<<20 {
			times = append(times, time.Since(start))
		}
	}
	b.StopTimer()
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Nanoseconds()), "p50-ns")
	b.ReportMetric(float64(times[len(times)*99/100].Nanoseconds()), "p99-ns")
}

func BenchmarkOpen(b *testing.B) {
	worksIndex(b)
	for b.Loop() {
		x, err := Open(worksDir)
		if err != nil {
			b.Fatal(err)
		}
		x.Close()
	}
}

func BenchmarkByID(b *testing.B) {
	x := worksIndex(b)
	list := sample(b, x, 5000)
	quantiles(b, len(list), func(i int) error {
		_, err := x.ByID(list[i].IDs[0])
		return err
	})
}

func BenchmarkByIDAbsent(b *testing.B) {
	x := worksIndex(b)
	list := sample(b, x, 5000)
	quantiles(b, len(list), func(i int) error {
		_, err := x.ByID(ident.ID{Scheme: ident.PMID, Value: list[i].IDs[0].Value + "x"})
		return err
	})
}

func BenchmarkByTitle(b *testing.B) {
	x := worksIndex(b)
	list := sample(b, x, 5000)
	quantiles(b, len(list), func(i int) error {
		_, err := x.ByTitle(list[i].FullTitle())
		return err
	})
}

func BenchmarkRecord(b *testing.B) {
	x := worksIndex(b)
	r := rand.New(rand.NewPCG(3, 4))
	n := make([]int, 5000)
	for i := range n {
		n[i] = r.IntN(x.Len())
	}
	quantiles(b, len(n), func(i int) error {
		_, err := x.Record(n[i])
		return err
	})
}

func BenchmarkSimilar(b *testing.B) {
	x := worksIndex(b)
	for _, c := range changes {
		b.Run(c.name, func(b *testing.B) {
			list := makeQueries(b, x, c, 2000, 1)
			quantiles(b, len(list), func(i int) error {
				_, err := x.Similar(&biblio.Work{Title: list[i].title}, 10)
				return err
			})
		})
	}
}

// absentTitles returns titles that are in no record: words of the corpus in random order.
func absentTitles(b testing.TB, x *Index, n int) (list []titleQuery) {
	r := rand.New(rand.NewPCG(5, 6))
	words := vocabulary(b, x, r)
	for range n {
		var title []byte
		for range 4 + r.IntN(9) {
			title = append(append(title, words[r.IntN(len(words))]...), ' ')
		}
		list = append(list, titleQuery{string(title), -1})
	}
	return list
}

func BenchmarkSimilarAbsent(b *testing.B) {
	x := worksIndex(b)
	list := absentTitles(b, x, 2000)
	quantiles(b, len(list), func(i int) error {
		_, err := x.Similar(&biblio.Work{Title: list[i].title}, 10)
		return err
	})
}

func BenchmarkInMemory8000(b *testing.B) {
	list := sample(b, worksIndex(b), 8000)
	for b.Loop() {
		if _, err := InMemory(list); err != nil {
			b.Fatal(err)
		}
	}
}
