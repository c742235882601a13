package fixtest

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
)

// BenchmarkBibTeX corrects a file in which most entries have an error, with given findings. BONAFIDE_FIX_FILE
// with BONAFIDE_CORPUS names another file.
func BenchmarkBibTeX(b *testing.B) {
	var a *audit.Auditor
	var src []byte
	if name := os.Getenv("BONAFIDE_FIX_FILE"); name != "" {
		ix, _ := corpus(b, 0, 1)
		a = Over(ix, false)
		var err error
		if src, err = os.ReadFile(name); err != nil {
			b.Fatal(err)
		}
	} else {
		var records []biblio.Record
		a, records = Auditor(b, false)
		records = slices.DeleteFunc(records, func(r biblio.Record) bool { return !citable(&r) })
		r := rand.New(rand.NewPCG(3, 4))
		s := styleOf(r)
		for i := range records {
			d := damage(r, &records[i], records, s, corruptions)
			src = append(src, d.bad.text(s)...)
		}
	}
	findings := Audited(b, a, src)
	b.ReportAllocs()
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if _, err := fix.BibTeX(src, findings, fix.Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(findings)), "entries")
}
