package fixtest

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// corpus opens the index named by BONAFIDE_CORPUS and draws citable records from it.
func corpus(t testing.TB, many int, seed uint64) (*index.Index, []biblio.Record) {
	t.Helper()
	dir := os.Getenv("BONAFIDE_CORPUS")
	if dir == "" {
		testenv.Missing(t, "corpus", "the folder of an index in BONAFIDE_CORPUS")
	}
	ix, err := index.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	r := rand.New(rand.NewPCG(seed, 5))
	seen := map[int]bool{}
	var list []biblio.Record
	for len(list) < many && len(seen) < ix.Len()*9/10 {
		n := r.IntN(ix.Len())
		if seen[n] {
			continue
		}
		seen[n] = true
		rec, err := ix.Record(n)
		if err != nil {
			t.Fatal(err)
		}
		if rec.Type == biblio.TypeUnknown {
			rec.Type = biblio.ArticleJournal
			if name := normalise.ParseContainer(rec.Container.Title); name.Head == normalise.Conference || len(name.Venues) > 0 {
				rec.Type = biblio.PaperConference
			}
		}
		if citable(&rec) {
			list = append(list, rec)
		}
	}
	return ix, list
}

// Thousands of entries from a real corpus are corrupted and restored.
func TestCorpusCorruptions(t *testing.T) {
	many := 600
	if testenv.Long() {
		many = 5000
	}
	if n, err := strconv.Atoi(os.Getenv("BONAFIDE_FIX_ENTRIES")); err == nil {
		many = n
	}
	seed := uint64(1)
	if n, err := strconv.Atoi(os.Getenv("BONAFIDE_FIX_SEED")); err == nil {
		seed = uint64(n)
	}
	ix, records := corpus(t, many, seed)
	for name, set := range errorSets {
		t.Run(name, func(t *testing.T) {
			n := newTally()
			n.errors = set.errors
			n.measure(t, Over(ix, false), records, seed, 2)
			n.report(t)
			n.bounds(t, set.least["corpus"], 0.002)
		})
	}
}
