package index

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// grow yields every record and, after it, further ones made from it, until there are n: the title is the
// beginning of its title and the end of that of a recent record, with one word in twenty replaced by a made-up
// word; authors, container and year come from other recent records; the identifier is new. It is seeded, so
// that every run produces the same records.
func grow(records Records, have, n int) Records {
	return func(yield func(*biblio.Record, error) bool) {
		r := rand.New(rand.NewPCG(10, 10))
		var ring [4096]*biblio.Record
		filled, made := 0, 0
		for rec, err := range records {
			if !yield(rec, err) || err != nil {
				return
			}
			ring[filled%len(ring)] = rec
			filled++
			for want := (n - have) * filled / have; made < want; made++ {
				other := func() *biblio.Record { return ring[r.IntN(min(filled, len(ring)))] }
				if !yield(offspring(r, rec, other, made), nil) {
					return
				}
			}
		}
	}
}

func offspring(r *rand.Rand, rec *biblio.Record, other func() *biblio.Record, n int) *biblio.Record {
	a, b := strings.Fields(rec.Title), strings.Fields(other().Title)
	words := append([]string{fmt.Sprintf("%c%d", 'a'+r.IntN(26), r.IntN(1000))},
		b[min(len(b), (len(b)+1)/2+r.IntN(len(b)/2+1)):]...)
	words = append(words, a[r.IntN(len(a)/2+1):]...)
	for i := range words {
		if r.IntN(20) == 0 {
			words[i] = fmt.Sprintf("%c%s%c%d", 'a'+r.IntN(26), [...]string{"ral", "tio", "men", "gra", "syn", "oxi"}[r.IntN(6)],
				'a'+r.IntN(26), r.IntN(int(1e4)))
		}
	}
	c := *rec
	c.Title, c.Subtitle = strings.Join(words, " "), ""
	c.Contributors, c.Container, c.Issued = other().Contributors, other().Container, other().Issued
	c.IDs = []ident.ID{{Scheme: ident.DOI, Value: fmt.Sprintf("10.5555/grown.%d", n)}}
	c.LocalID, c.URL = c.IDs[0].String(), c.IDs[0].Link()
	return &c
}

// memory returns the greatest resident size of this process so far, and the part currently held that is not
// file pages, in megabytes.
func memory() string {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "unknown"
	}
	var out []string
	for _, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "VmHWM") || strings.HasPrefix(line, "RssAnon") {
			out = append(out, strings.Join(strings.Fields(line), " "))
		}
	}
	return strings.Join(out, ", ")
}

// TestTenMillion builds and queries an index of ten million records.
//
//	BONAFIDE_BENCH=1 go test -run TestTenMillion -v -timeout 90m ./internal/index/
//
// BONAFIDE_INDEX10 names a folder that keeps the index, some 2.5 GB.
func TestTenMillion(t *testing.T) {
	heavy(t)
	const have, want = 1_215_096, 10_000_000
	dir := os.Getenv("BONAFIDE_INDEX10")
	if dir == "" {
		dir = filepath.Join(t.TempDir(), "grown")
	}
	if _, err := Open(dir); errors.Is(err, ErrCorrupt) {
		start, cpu := time.Now(), cpuTime()
		if err := Build(t.Context(), dir, grow(readFlat(openZstd(t, "works.jsonl.zst")), have, want), Options{}); err != nil {
			t.Fatal(err)
		}
		took := time.Since(start)
		t.Logf("built in %v, %.0f a second, %.1f s of processor time; %s", took.Round(time.Second), want/took.Seconds(),
			(cpuTime() - cpu).Seconds(), memory())
	}
	start := time.Now()
	x, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	opened := time.Since(start)
	info, err := x.Info()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d records, %.1f bytes each, opened in %v", info.Records, float64(info.Bytes)/float64(info.Records), opened)
	report(t, x, 2000)
}
