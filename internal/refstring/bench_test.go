package refstring

import (
	"bufio"
	"encoding/json"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// examples are references in common styles, for measuring without shared data.
var examples = []string{
	"[12] Vaswani, A., Shazeer, N., Parmar, N., Uszkoreit, J., Jones, L., Gomez, A. N., Kaiser, L., & Polosukhin, I. " +
		"(2017). Attention is all you need. Advances in Neural Information Processing Systems, 30, 5998–6008.",
	"J. D. Bjorken, P. F. Harrison and W. G. Scott, Phys. Rev. D 74, 1 (2006).",
	"Leth-Larsen R, Holmskov U, Hojrup P. Structural characterization of human and bovine lung surfactant protein D. " +
		"Biochem J 1999; 343:645-652.",
	"Weber, Max (1922): Wirtschaft und Gesellschaft. Tübingen: Mohr.",
	"A. Aiken and E. L. Wimmers. Type inclusion constraints and type inference. In Proceedings of the ACM Conference on " +
		"Functional Programming, pages 31–41, 1993. doi:10.1145/165180.165188",
}

func BenchmarkParse(b *testing.B) {
	Parse(examples[0])
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		Parse(examples[i%len(examples)])
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "strings/s")
}

// BenchmarkParseDev parses the labelled strings of the shared data.
func BenchmarkParseDev(b *testing.B) {
	list := devStrings(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		Parse(list[i%len(list)])
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "strings/s")
}

func BenchmarkSplitNames(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		SplitNames(
			"Vaswani, A., Shazeer, N., Parmar, N., Uszkoreit, J., Jones, L., Gomez, A. N., Kaiser, L., & Polosukhin, I.")
	}
}

// The weights load in the time that the program may take to start.
func TestWeightsLoad(t *testing.T) {
	if len(packed) > 3<<20 {
		t.Errorf("weights have %d bytes", len(packed))
	}
	start := time.Now()
	if _, err := LoadModel(packed); err != nil {
		t.Fatal(err)
	}
	t.Logf("loaded in %v", time.Since(start))
}

func devStrings(tb testing.TB) []string {
	gz := testenv.OpenShared(tb, "refstrings", "labelled_dev.jsonl.gz")
	var list []string
	lines := bufio.NewScanner(gz)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var l struct{ Raw string }
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			tb.Fatal(err)
		}
		list = append(list, l.Raw)
	}
	return list
}
