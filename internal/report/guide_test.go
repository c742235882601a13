package report

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/judge"
)

// TestGuides: every code has an example and advice, and every code that accuses or needs a person has
// possible doubts.
func TestGuides(t *testing.T) {
	for _, code := range judge.AllCodes {
		g, ok := guides[string(code)]
		if topic, _ := judge.Explain(string(code)); !ok || topic.Example == "" || g.do == "" {
			t.Errorf("%s has no guide", code)
		}
		if strings.HasPrefix(string(code), "H") && g.doubt == "" {
			t.Errorf("%s accuses and its guide doubts nothing", code)
		}
	}
	text, ok := Explain("h2")
	if !ok || !strings.HasPrefix(text, "H2: wrong authors\n\n") ||
		!strings.Contains(text, "\nWhat may be wrong with it\n  The list may be") {
		t.Errorf("%s", text)
	}
	if _, ok := Explain("sonnet"); ok {
		t.Error("a word that no report has is explained")
	}
}
