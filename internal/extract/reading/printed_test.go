package reading

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// The volume that styles print after a title, or before the issue with a point, is not part of either.
func TestVolumes(t *testing.T) {
	for _, c := range []struct{ raw, title, volume, issue string }{
		{"Donald E. Knuth. The Art of Computer Programming, volume 1. Addison-Wesley, Reading, MA, 3rd edition, 1997.",
			"The Art of Computer Programming", "1", ""},
		{"Donald E. Knuth. “Literate Programming”. In: The Computer Journal 27.2 (1984), pp. 97–111. doi: " +
			"10.1093/comjnl/27.2.97.", "Literate Programming", "27", "2"},
	} {
		ref := biblio.Reference{Raw: c.raw}
		Parse(&ref)
		if w := ref.Claimed; w.Title != c.title || w.Volume != c.volume || w.Issue != c.issue {
			t.Errorf("%s\n got %q, volume %q, issue %q", c.raw, w.Title, w.Volume, w.Issue)
		}
		for f, want := range map[biblio.Field]string{biblio.FieldTitle: c.title, biblio.FieldVolume: c.volume,
			biblio.FieldIssue: c.issue} {
			if at, ok := ref.Spans[f]; ok && ref.Raw[at.Start:at.End] != want {
				t.Errorf("%s: the span of %v is %q, want %q", c.raw, f, ref.Raw[at.Start:at.End], want)
			}
		}
	}
}
