package prose

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/extract/reading"
)

// entriesRead writes every entry with its place and label, and the running text beside them.
func entriesRead(r reading.Result, texts []reading.Text) string {
	var b strings.Builder
	for _, ref := range r.References {
		raw := strings.ReplaceAll(ref.Raw, "\n", "⏎")
		fmt.Fprintf(&b, "%d-%d %s|%s\n", ref.Place.Line, ref.Place.EndLine, ref.Key, raw)
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "! %d %s\n", p.Place.Line, p.Rule)
	}
	for _, text := range texts {
		fmt.Fprintf(&b, "text %d,%d: %.50q\n", text.At(0, 1).Line, text.At(len(text.Body)-1, len(text.Body)).Line, text.Body)
	}
	return b.String()
}

// testdata/forms.txt has lists and texts in the layouts that people use, each with the entries that are read of it.
// With BONAFIDE_UPDATE set the second part is written anew: read every change.
func TestForms(t *testing.T) {
	const file = "testdata/forms.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for i, block := range strings.Split(string(text), "\n== ") {
		name, rest, _ := strings.Cut(strings.TrimPrefix(block, "== "), "\n")
		src, want, _ := strings.Cut(rest, "\n-- read --\n")
		got := strings.TrimRight(entriesRead(ReadText(src)), "\n")
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
