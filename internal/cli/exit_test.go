package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestSayVisible: names of files in a message reach no terminal as more than text.
func TestSayVisible(t *testing.T) {
	var b strings.Builder
	if status := Say(&b, UsageError(errors.New("a\x1b]0;x\a.bib\nb\u061c:\tc"))); status != ExitUsage ||
		b.String() != "bonafide: a\uFFFD]0;x\uFFFD.bib\nb\uFFFD:\tc\n" {
		t.Errorf("%d: %q", status, b.String())
	}
}

// TestInterrupted: a command that was interrupted ends as shells have it.
func TestInterrupted(t *testing.T) {
	var said strings.Builder
	if status := Say(&said, fmt.Errorf("check: %w", context.Canceled)); status != 130 ||
		said.String() != "bonafide: interrupted\n" {
		t.Errorf("%d: %q", status, said.String())
	}
}
