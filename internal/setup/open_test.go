package setup

import "testing"

// BenchmarkOpenStarter is what every run with the starter corpus pays before its
// first reference.
func BenchmarkOpenStarter(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		ix, err := openStarter()
		if err != nil {
			b.Fatal(err)
		}
		if err := ix.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
