package lint

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/catalogue"
)

// TestCatalogue keeps every rule with its explanation, and every remark, in one file.
func TestCatalogue(t *testing.T) {
	catalogue.Hold(t, "testdata/messages.txt", "What lint says of bibliographies.", []catalogue.Section{{
		Title: "Rules", Lines: catalogue.Lines(Rules(), func(name string) string {
			r := ruleOf(name)
			line := name + " (" + string(r.Severity) + "): " + r.Doc
			if r.Fix != "" {
				line += "; --fix " + r.Fix
			}
			return line
		})}}, ".")
}
