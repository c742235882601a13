package pdf

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// BenchmarkRead reads a paper from bytes to lines. The figure to watch is pages per second.
func BenchmarkRead(b *testing.B) {
	src, err := os.ReadFile(filepath.Join(testenv.Shared(b), "data", "pdf", "iclr2026", "6wDp8XRmNI", "paper.pdf"))
	if err != nil {
		b.Skip(err)
	}
	if _, err := Read(src, Options{}); err != nil { // starts the library
		b.Fatal(err)
	}
	b.ReportAllocs()
	pages := 0
	for b.Loop() {
		doc, err := Read(src, Options{})
		if err != nil {
			b.Fatal(err)
		}
		pages += len(doc.Pages)
	}
	b.ReportMetric(float64(pages)/b.Elapsed().Seconds(), "pages/s")
}
