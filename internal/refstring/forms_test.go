package refstring

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// testdata/forms.txt has references as styles and services print them, each with what is read of it.
func TestPrintedForms(t *testing.T) {
	testenv.HoldForms(t, "testdata/forms.txt", func(_, raw string) string {
		w := Parse(raw).Work
		var b strings.Builder
		for _, role := range []biblio.Role{biblio.Author, biblio.Editor} {
			for _, c := range w.ByRole(role) {
				fmt.Fprintf(&b, "%s %s\n", role, c)
			}
		}
		for _, f := range []struct{ name, value string }{{"title", w.FullTitle()}, {"container", w.Container.Title},
			{"series", w.Container.Series}, {"volume", w.Volume}, {"issue", w.Issue}, {"pages", w.Pages},
			{"publisher", w.Publisher}} {
			if f.value != "" {
				fmt.Fprintf(&b, "%s %s\n", f.name, f.value)
			}
		}
		for _, id := range w.IDs {
			fmt.Fprintf(&b, "%s %s\n", id.Scheme, id.Value)
		}
		return b.String()
	})
}
