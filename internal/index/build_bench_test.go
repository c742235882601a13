package index

import (
	"bytes"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// TestBuildSpeed measures a build of all shared works, including reading them.
func TestBuildSpeed(t *testing.T) {
	heavy(t)
	testenv.NotShort(t, "builds an index of 1.2 million records")
	text, err := io.ReadAll(openZstd(t, "works.jsonl.zst"))
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	start, cpu := time.Now(), cpuTime()
	dir := t.TempDir()
	if err := Build(t.Context(), dir, readFlat(bytes.NewReader(text)), Options{}); err != nil {
		t.Fatal(err)
	}
	took, used := time.Since(start), cpuTime()-cpu
	x, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	t.Logf("%d records in %v: %.0f a second; %v of processor time: %.0f a second on two processors; %s", x.Len(), took,
		float64(x.Len())/took.Seconds(), used, 2*float64(x.Len())/used.Seconds(), memory())
}

// memory returns the greatest resident size of this process so far, and the part currently held that is not
// file pages, in megabytes.
func memory() string {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "unknown"
	}
	var out []string
	for _, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "VmHWM") || strings.HasPrefix(line, "RssAnon") {
			out = append(out, strings.Join(strings.Fields(line), " "))
		}
	}
	return strings.Join(out, ", ")
}
