package prose

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// entriesRead writes every entry with its place and label, and the running text beside them.
func entriesRead(r reading.Result) string {
	var b strings.Builder
	for _, ref := range r.References {
		raw := strings.ReplaceAll(ref.Raw, "\n", "⏎")
		fmt.Fprintf(&b, "%d-%d %s|%s\n", ref.Place.Line, ref.Place.EndLine, ref.Key, raw)
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "! %d %s\n", p.Place.Line, p.Rule)
	}
	for _, text := range r.Texts {
		fmt.Fprintf(&b, "text %d,%d: %.50q\n", text.At(0, 1).Line, text.At(len(text.Body)-1, len(text.Body)).Line, text.Body)
	}
	return b.String()
}

// testdata/forms.txt has lists and texts in the layouts that people use, each with the entries that are read of it.
func TestForms(t *testing.T) {
	testenv.HoldForms(t, "testdata/forms.txt", func(_, src string) string {
		return entriesRead(ReadText(src))
	})
}
