package starter_test

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/starter"
)

// BenchmarkIndex measures what every run with the starter corpus costs before its first reference.
func BenchmarkIndex(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		ix, err := starter.Index()
		if err != nil {
			b.Fatal(err)
		}
		if err := ix.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
