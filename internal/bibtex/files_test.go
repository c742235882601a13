package bibtex

import (
	"bytes"
	"fmt"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// Every file of the collection prints back byte for byte, whatever its format.
func TestSharedFilesRoundTrip(t *testing.T) {
	files, bibs, entries, fields, size := 0, 0, 0, 0, 0
	found := map[string]int{}
	testenv.EachShared(t, func(path string, src []byte) {
		f := Parse(src)
		if !bytes.Equal(printed(f), src) {
			t.Errorf("%s does not print back", path)
		}
		checkTree(t, f, src)
		files++
		if filepath.Ext(path) != ".bib" {
			return
		}
		bibs++
		size += len(src)
		for i := range f.Items {
			if f.Items[i].Kind == Entry {
				entries++
				fields += len(f.Items[i].Fields)
			}
		}
		for _, p := range f.Problems {
			found[p.Rule]++
		}
	}, "bibfiles")
	var list []string
	for rule, n := range found {
		list = append(list, fmt.Sprintf("%s %d", rule, n))
	}
	sort.Strings(list)
	t.Logf("%d files, all identical; %d .bib of %d bytes: %d entries, %d fields; problems: %s", files, bibs, size, entries,
		fields, strings.Join(list, ", "))
}

func benchmarkSource(b *testing.B) []byte {
	b.Helper()
	var buf bytes.Buffer
	for i := 0; buf.Len() < 8<<20; i++ {
		fmt.Fprintf(&buf, `@inproceedings{DBLP:conf/nips/Author%d,
  author       = {Ashish Vaswani and Noam Shazeer and Niki Parmar and J{\'{o}}n Gr{\"u}n},
  editor       = {Isabelle Guyon and Ulrike von Luxburg},
  title        = {Attention is All you Need {%d}},
  booktitle    = {Advances in Neural Information Processing Systems 30: Annual Conference
                  on Neural Information Processing Systems, Long Beach, {CA}},
  pages        = {5998--6008},
  year         = {2017},
  month        = dec,
  url          = {https://example.org/paper/%d.html},
  timestamp    = {Thu, 21 Jan 2021 15:15:21 +0100}
}

`, i, i, i)
	}
	return buf.Bytes()
}

func BenchmarkParse(b *testing.B) {
	src := benchmarkSource(b)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		Parse(src)
	}
}

func BenchmarkParseResolveExpand(b *testing.B) {
	src := benchmarkSource(b)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		f := Parse(src)
		for i := range f.Items {
			if f.Items[i].Kind == Entry {
				fields, _ := f.Resolve(&f.Items[i])
				for _, e := range fields {
					f.Expand(e.Field.Value)
				}
			}
		}
	}
}
