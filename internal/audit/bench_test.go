package audit

import (
	"context"
	"fmt"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// BenchmarkAll measures the cost of the cascade itself: 128 references, three sources that answer at once, one record
// each.
func BenchmarkAll(b *testing.B) {
	ref, rec := sample()
	var refs []biblio.Reference
	for i := range batchSize {
		ref.ID = fmt.Sprint(i)
		refs = append(refs, ref)
	}
	other := rec
	other.Title = "A Study of Perfectly Ordinary Dreams"
	stages := [][]source.Connector{{fake{info: strong("a")}},
		{fake{info: overNet("b"), records: []biblio.Record{other}}, fake{info: overNet("c"), records: []biblio.Record{rec}}}}
	a := Auditor{Stages: stages}
	b.ReportAllocs()
	for b.Loop() {
		if err := a.All(context.Background(), refs, Options{Jobs: 2}, func(Finding) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}
