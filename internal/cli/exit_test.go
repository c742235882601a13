package cli

import (
	"errors"
	"strings"
	"testing"
)

// TestSayVisible: names of files in a message reach no terminal as more than text.
func TestSayVisible(t *testing.T) {
	var b strings.Builder
	if status := Say(&b, UsageError(errors.New("a\x1b]0;x\a.bib\nb\u061c:\tc"))); status != ExitUsage || b.String() != "bonafide: a\uFFFD]0;x\uFFFD.bib\nb\uFFFD:\tc\n" {
		t.Errorf("%d: %q", status, b.String())
	}
}
