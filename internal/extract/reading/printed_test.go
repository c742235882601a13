package reading

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// "Ibid." claims the work of the previous entry and nothing of its own; an entry that says more is read as printed.
func TestIbidem(t *testing.T) {
	for _, c := range []struct {
		raw  string
		same bool
	}{
		{"Ibid.", true}, {"Ibid., p. 15.", true}, {"Ebd., S. 15 f.", true}, {"Ebenda, S. 12–15.", true}, {"ibidem", true},
		{"Там же. С. 12.", true},
		{"Ibid., but see Weber, Economy and society, 1972.", false},
		{"Ibidapo, A. (1999). Another work. Lagos: Press.", false},
	} {
		var p Printed
		before := biblio.Reference{Raw: "Kuhn, T. S. (1962). The structure of scientific revolutions. Chicago: University " +
			"of Chicago Press, pp. 1-20."}
		p.Read(&before)
		ref := biblio.Reference{Raw: c.raw}
		p.Read(&ref)
		if same := ref.Claimed.FullTitle() == before.Claimed.FullTitle() &&
			before.Claimed.FullTitle() != ""; same != c.same || same && ref.Claimed.Pages != "" {
			t.Errorf("%q claims %q, pages %q", c.raw, ref.Claimed.FullTitle(), ref.Claimed.Pages)
		}
	}
	var p Printed
	first := biblio.Reference{Raw: "Ebd., S. 15."}
	if p.Read(&first); first.Claimed.FullTitle() != "" {
		t.Errorf("the first of a list claims %q", first.Claimed.FullTitle())
	}
}

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
