package lsp

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// A file of 20,000 entries (fewer in short tests) is shown completely, memory stays limited, and what is typed
// during the check counts.
func TestLargeFile(t *testing.T) {
	entries := 2_000
	switch {
	case testing.Short():
		entries = 300
	case testenv.Long():
		entries = 20_000
	}
	var b strings.Builder
	for i := range entries {
		fmt.Fprintf(&b,
			"@article{key%d, author={Author%d, Ada and Turing, Alan M.}, title={On the Number %d and Rivers}, "+
				"journal={Journal of Examples}, year={%d}, volume={%d}}\n\n", i, i%300, i, 1980+i%40, i%60)
	}
	b.WriteString(demo(t))
	src := b.String()
	e := connect(t, Options{Pause: time.Millisecond}, able, "")
	at := uri.URI("untitled:large.bib")
	before := heap()
	e.open(at, src)
	e.change(at, 2, "% typed\n"+src) // while the first check is running
	whole := func(p *protocol.PublishDiagnosticsParams) bool {
		v, _ := p.Version.Get()
		return v == 2 && slices.Contains(codes(p.Diagnostics), "year-differs") // of the demo, which comes last
	}
	e.until(at, whole)
	if grown := int64(heap()) - int64(before); grown > int64(entries)*30_000 {
		t.Errorf("%d entries take %d MB", entries, grown>>20)
	}
	e.change(at, 3, twoEntries)
	if got := codes(e.settled(at, 3)); !slices.Contains(got, "year-differs") || len(got) > 5 {
		t.Errorf("of two entries %v", got)
	}
	if len(e.stale) > 0 {
		t.Errorf("diagnostics of older texts came later: %v", e.stale)
	}
}

// heap returns the number of bytes in use.
func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// The memo never holds more findings than its limit.
func TestMemoBounded(t *testing.T) {
	var m memo
	for i := range 2*maxKept + 7 {
		m.put(audit.Finding{Reference: biblio.Reference{Raw: fmt.Sprint(i)}})
		if m.count > maxKept || len(m.byRaw) > maxKept {
			t.Fatalf("%d findings are kept", m.count)
		}
	}
	if _, ok := m.get(&biblio.Reference{Raw: fmt.Sprint(2*maxKept + 6)}); !ok {
		t.Error("the last finding is not kept")
	}
}
