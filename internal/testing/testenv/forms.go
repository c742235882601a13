package testenv

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// HoldForms compares what is read of each input of a file with what the file says of it. The file has blocks of
// "== NAME", the input, "-- read --" and what read returns. With BONAFIDE_UPDATE set that part is written anew: review
// every change.
func HoldForms(t *testing.T, file string, read func(name, src string) string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for i, block := range strings.Split(string(text), "\n== ") {
		name, rest, _ := strings.Cut(strings.TrimPrefix(block, "== "), "\n")
		src, want, _ := strings.Cut(rest, "\n-- read --\n")
		got := strings.TrimRight(read(name, src), "\n")
		if got != strings.TrimRight(want, "\n") {
			t.Errorf("%s\n got\n%s\nwant\n%s", name, got, want)
		}
		if i > 0 {
			out.WriteString("\n")
		}
		fmt.Fprintf(&out, "== %s\n%s\n-- read --\n%s\n", name, src, got)
	}
	if os.Getenv("BONAFIDE_UPDATE") != "" {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
