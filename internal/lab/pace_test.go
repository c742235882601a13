package lab

import (
	"slices"
	"testing"
	"time"
)

func TestPaceRow(t *testing.T) {
	old := []cost{{10 * time.Second, 300}, {8 * time.Second, 310}, {9 * time.Second, 290}}
	now := []cost{{5 * time.Second, 200}, {2 * time.Second, 210}, {3 * time.Second, 220}}
	want := []string{"a.bib", "8.00 s", "2.00 s", "0.33", "0.25 to 0.50", "200 for 290 MB"}
	if row := paceRow("a.bib", old, now); !slices.Equal(row, want) {
		t.Errorf("%q", row)
	}
}
