package corpora

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// TestMetaAtScale measures "corpus get meta" on a generated release of OpenCitations Meta: time, disk, and
// look-ups. BONAFIDE_ROWS sets its number of rows.
func TestMetaAtScale(t *testing.T) {
	if os.Getenv("BONAFIDE_BENCH") == "" {
		t.Skip("it measures for minutes: BONAFIDE_BENCH=1")
	}
	rows, err := strconv.Atoi(os.Getenv("BONAFIDE_ROWS"))
	if err != nil {
		rows = 1_000_000
	}
	const perTable = 3000 // as in Meta
	made := newMetaMaker()
	s := serve(t)
	var tables []string
	size := 0
	for first := 0; first < rows; first += perTable {
		var table strings.Builder
		for n := first; n < min(first+perTable, rows); n++ {
			table.WriteString(made.row(n))
		}
		tables = append(tables, table.String())
		size += table.Len()
	}
	s.PutMeta(tables...)
	g := newGetter(t.TempDir(), s)
	start, worked := time.Now(), testenv.Processor()
	got, err := g.Get(t.Context(), "meta", dump.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	took, work := time.Since(start), testenv.Processor()-worked
	ix, err := index.Open(got.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	info, err := ix.Info()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d rows, %d bytes each in the tables: fetched from this machine and built in %v, %v of processor time, %.0f "+
		"rows a second of it; %d records, %d bytes each on disk, %d segments in %s",
		rows, size/rows, took.Round(time.Second), work.Round(time.Second), float64(rows)/work.Seconds(), info.Records,
		info.Bytes/int64(info.Records), info.Segments, filepath.Base(got.Dir))
	random := rand.New(rand.NewPCG(1, 2))
	for kind, ask := range map[string]func(n int) int{
		"by DOI": func(n int) int {
			hits, err := ix.ByID(ident.ID{Scheme: ident.DOI, Value: made.doi(n)})
			return answered(t, len(hits), err)
		},
		"by title": func(n int) int { hits, err := ix.ByTitle(made.title(n)); return answered(t, len(hits), err) },
		"one word changed": func(n int) int {
			words := strings.Fields(made.title(n))
			words[len(words)/2] = "porcelain"
			hits, err := ix.Similar(&biblio.Work{Title: strings.Join(words, " ")}, 10)
			return answered(t, len(hits), err)
		},
	} {
		const asked = 5000
		var times []time.Duration
		hits := 0
		for range asked {
			n := random.IntN(rows)
			start := time.Now()
			if ask(n) > 0 {
				hits++
			}
			times = append(times, time.Since(start))
		}
		slices.Sort(times)
		t.Logf("%s: p50 %v, p99 %v, %d of %d found", kind, times[asked/2], times[asked*99/100], hits, asked)
	}
}

func answered(t *testing.T, hits int, err error) int {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

// metaMaker generates rows like those of OpenCitations Meta: titles of words with the frequencies of a
// language, one to eight authors, venues with ISSN.
type metaMaker struct{ words []string }

func newMetaMaker() *metaMaker {
	random := rand.New(rand.NewPCG(7, 7))
	syllables := strings.Fields(
		"ba co di el fu gra hi jo ka lu me no or pe qui ra sta te ul ve wo xy za tion ing ment logy")
	m := &metaMaker{}
	for range 60_000 {
		var word strings.Builder
		for range 2 + random.IntN(3) {
			word.WriteString(syllables[random.IntN(len(syllables))])
		}
		m.words = append(m.words, word.String())
	}
	return m
}

func (m *metaMaker) doi(n int) string { return fmt.Sprintf("10.%d/meta.%d", 1000+n%5000, n) }

func (m *metaMaker) title(n int) string {
	random := rand.New(rand.NewPCG(uint64(n), 3))
	zipf := rand.NewZipf(random, 1.1, 8, uint64(len(m.words)-1))
	words := make([]string, 5+random.IntN(10))
	for i := range words {
		words[i] = m.words[zipf.Uint64()]
	}
	return strings.Join(words, " ")
}

func (m *metaMaker) row(n int) string {
	random := rand.New(rand.NewPCG(uint64(n), 4))
	var authors []string
	for i := range 1 + random.IntN(8) {
		authors = append(authors,
			fmt.Sprintf("%s, %s [omid:ra/06%d%d]", m.words[random.IntN(len(m.words))], m.words[random.IntN(400)], n, i))
	}
	venue := random.IntN(30_000)
	first := random.IntN(2000)
	return fmt.Sprintf("\"doi:%s omid:br/06%d\",\"%s\",\"%s\",\"%d\",\"%d\",\"Journal of %s %s [issn:%04d-%04d "+
		"omid:br/07%d]\",\"%d-%d\",\"%d-%02d\",\"journal article\",\"%s press [crossref:%d omid:ra/08%d]\",\"\"\n",
		m.doi(n), n, m.title(n), strings.Join(authors, "; "), 1+random.IntN(12), 1+random.IntN(90), m.words[venue],
		m.words[venue/2], venue%10000, venue/10, venue, first, first+random.IntN(20), 1970+random.IntN(56), 1+random.IntN(12),
		m.words[venue/40], venue%900, venue%900)
}
