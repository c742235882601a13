package index

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

func openGzip(t testing.TB, parts ...string) io.Reader {
	t.Helper()
	f, err := os.Open(filepath.Join(append([]string{testenv.Shared(t), "data"}, parts...)...))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// TestRawRecall measures recall of whole reference strings among the shared
// works and the references of PubMed Central.
func TestRawRecall(t *testing.T) {
	works := worksIndex(t)
	dir := t.TempDir()
	if err := Build(t.Context(), dir, readFlat(openGzip(t, "corpora", "pmc_references.jsonl.gz")), Options{}); err != nil {
		t.Fatal(err)
	}
	more, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer more.Close()
	x := newIndex(slices.Concat(works.segments, more.segments))
	show, _ := strconv.Atoi(os.Getenv("INDEX_SHOW"))
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var m measured
	dec := json.NewDecoder(openGzip(t, "bench", "glutton", "dev.jsonl.gz"))
	for {
		var q struct{ Reference, DOI, Atitle string }
		if err := dec.Decode(&q); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		var hits []Hit
		var err error
		m.timed(func() { hits, err = x.ByRaw(q.Reference, 10) })
		if err != nil {
			t.Fatal(err)
		}
		want, _ := ident.ParseDOI(q.DOI)
		rank := slices.IndexFunc(hits, func(h Hit) bool { return hasVersionID(t, x, h.N, want) })
		m.n++
		if rank == 0 {
			m.first++
		}
		if rank >= 0 {
			m.ten++
		}
		if rank != 0 && show > 0 {
			show--
			got := ""
			if len(hits) > 0 {
				r, _ := x.Record(hits[0].N)
				got = r.Title + " | " + strings.Join([]string{r.Container.Title, r.Volume, r.Pages, r.YearString()}, " ")
			}
			t.Logf("rank %d, wanted %q\n\tof %q\n\tgot %q %v", rank, q.Atitle, q.Reference, got, hits[:min(len(hits), 2)])
		}
	}
	t.Logf("n=%d recall@1 %.4f recall@10 %.4f %s", m.n, float64(m.first)/float64(m.n),
		float64(m.ten)/float64(m.n), m.latency())
	if m.first*1000 < m.n*980 {
		t.Error("recall@1 is below 0.98")
	}
}

func hasVersionID(t testing.TB, x *Index, n int, id ident.ID) bool {
	list, err := x.Works(n)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range list {
		r, err := x.Record(v)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(r.IDs, id) {
			return true
		}
	}
	return false
}

// TestRawWithoutTitle measures strings of styles that print no title: names,
// container, volume, page.
func TestRawWithoutTitle(t *testing.T) {
	dir := t.TempDir()
	if err := Build(t.Context(), dir, readFlat(openGzip(t, "corpora", "pmc_references.jsonl.gz")), Options{}); err != nil {
		t.Fatal(err)
	}
	x, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	for _, style := range []string{"%A, %C %V, %P (2004)", "%A et al., %C. %V:%P",
		"[12] %A, J. K. Other, %C, vol. %V, pp. %P, 1999.", "%C %V, %P"} {
		n, first := 0, 0
		for i := 0; i < x.Len(); i += 7 {
			r, err := x.Record(i)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Contributors) == 0 || r.Volume == "" || r.Pages == "" || r.Container.Title == "" {
				continue
			}
			raw := strings.NewReplacer("%A", r.Contributors[0].String(), "%C", r.Container.Title, "%V", r.Volume, "%P",
				r.Pages).Replace(style)
			hits, err := x.ByRaw(raw, 3)
			if err != nil {
				t.Fatal(err)
			}
			n++
			if len(hits) > 0 && hits[0].N == i {
				first++
			}
		}
		t.Logf("%-55s n=%d recall@1 %.4f", style, n, float64(first)/float64(n))
		if float64(first) < 0.9*float64(n) {
			t.Errorf("%s: recall@1 is below 0.9", style)
		}
	}
}
