package corpora

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/dump"
)

// TestCostOf checks that the required disk space includes the download, the index and the space for building it.
func TestCostOf(t *testing.T) {
	p := dump.Public{Bytes: 1000, Records: 10}
	c := CostOf(p, false)
	if want := int64(1000 + 10*(indexBytes+scratchBytes)); c.Working != want || c.Disk != 10*indexBytes {
		t.Errorf("disk %d, %d while it is made, want %d and %d", c.Disk, c.Working, 10*indexBytes, want)
	}
	if there := CostOf(p, true); there.Working != c.Working+c.Disk {
		t.Errorf("beside one that is there %d, want %d", there.Working, c.Working+c.Disk)
	}
}
