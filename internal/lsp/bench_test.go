package lsp

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// bibliography returns a file of different entries.
func bibliography(entries int) string {
	var b strings.Builder
	for i := range entries {
		fmt.Fprintf(&b, `@article{key%d,
  author    = {Author%d, Ada and Turing, Alan M. and M{\"u}ller, Karin},
  title     = {On the {Number} %d and What It Means for the Theory of Rivers},
  journal   = {Journal of Examples %c},
  year      = {%d},
  volume    = {%d},
  number    = {3},
  pages     = {%d--%d},
  publisher = {Example Press},
  doi       = {10.1000/example.%d},
  abstract  = {%s},
}

`, i, i%300, i, 'A'+rune(i%20), 1980+i%40, i%60, i, i+11, i, strings.Repeat("Nothing of this is looked up. ", 8))
	}
	return b.String()
}

// BenchmarkChange measures the time from the end of a pause to the diagnostics of a file of 2,000 entries, one
// of which has changed. BONAFIDE_BIB names another file, and BONAFIDE_CORPUS a corpus.
func BenchmarkChange(b *testing.B) {
	src := bibliography(2000)
	if name := os.Getenv("BONAFIDE_BIB"); name != "" {
		data, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		src = string(data)
	}
	var corpora []string
	if dir := os.Getenv("BONAFIDE_CORPUS"); dir != "" {
		corpora = []string{dir}
	}
	opened, err := setup.Open(setup.Options{Corpora: corpora, Online: setup.Online{Memory: setup.NoMemory}})
	if err != nil {
		b.Fatal(err)
	}
	defer opened.Close()
	s := &server{Options: Options{Setup: opened, Jobs: 2, Now: time.Now}, settings: usual()}
	doc := &document{name: "refs.bib", text: newText(src, false), works: &extract.Works{}}
	check := func(version int32) *checked {
		c := &checked{name: doc.name, version: version, text: doc.text, plans: &plans{}, works: doc.works}
		s.checkText(context.Background(), doc, c)
		return c
	}
	check(0)
	n, before := int32(0), testenv.Processor()
	for b.Loop() {
		n++
		doc.text = newText(strings.Replace(src, "year", fmt.Sprintf("year%*s", n%7, ""), 1), false)
		check(n)
	}
	b.ReportMetric(float64(len(src))/1e6, "MB")
	// of both cores: it does not depend on what else they do
	b.ReportMetric(float64((testenv.Processor()-before).Microseconds())/1e3/float64(n), "cpu-ms/op")
}
