package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestSayVisible: file names in a message cannot control the terminal.
func TestSayVisible(t *testing.T) {
	var b strings.Builder
	if status := Say(&b, UsageError(errors.New("a\x1b]0;x\a.bib\nb\u061c:\tc"))); status != ExitUsage ||
		b.String() != "bonafide: a\uFFFD]0;x\uFFFD.bib\nb\uFFFD:\tc\n" {
		t.Errorf("%d: %q", status, b.String())
	}
}

// TestInterrupted: an interrupted command ends with the status that shells use.
func TestInterrupted(t *testing.T) {
	var said strings.Builder
	if status := Say(&said, fmt.Errorf("check: %w", context.Canceled)); status != 130 ||
		said.String() != "bonafide: interrupted\n" {
		t.Errorf("%d: %q", status, said.String())
	}
}
