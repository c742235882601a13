package main

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
)

// TestDocumentedFlags parses every bonafide-lab command line in the documentation.
func TestDocumentedFlags(t *testing.T) {
	for _, line := range clitest.DocumentedLines(t, "../..") {
		if !strings.HasPrefix(line.Text, "bonafide-lab ") || strings.HasPrefix(line.Text, "bonafide-lab SUITE") {
			continue
		}
		if err := line.Parse(newRootCommand()); err != nil {
			t.Errorf("%s: %s: %v", line.Page, line.Text, err)
		}
	}
}
