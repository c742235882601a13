package main

import (
	"strings"
	"testing"
)

// A diff is what it is in a file or pipe, and steers no terminal.
func TestWriteDiff(t *testing.T) {
	const diff = "--- a/x.bib\n+++ b/x.bib\n@@ -1 +1 @@\n-\ttitle = {\x1b]0;x\x07\u202eA\xff},\r\n+\ttitle = {A}\n"
	const shown = "--- a/x.bib\n+++ b/x.bib\n@@ -1 +1 @@\n-\ttitle = {\ufffd]0;x\ufffd\ufffdA\ufffd},\n+\ttitle = {A}\n"
	for terminal, want := range map[bool]string{false: diff, true: shown} {
		var b strings.Builder
		if err := writeDiff(&b, diff, terminal); err != nil || b.String() != want {
			t.Errorf("on a terminal %v: %q, %v", terminal, b.String(), err)
		}
	}
}
