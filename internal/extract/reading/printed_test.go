package reading

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// "Ibid." claims the work of the entry before and nothing of its own; an entry
// that says more is read as printed.
func TestIbidem(t *testing.T) {
	for _, c := range []struct {
		raw  string
		same bool
	}{
		{"Ibid.", true}, {"Ibid., p. 15.", true}, {"Ebd., S. 15 f.", true}, {"Ebenda, S. 12–15.", true}, {"ibidem", true}, {"Там же. С. 12.", true},
		{"Ibid., but see Weber, Economy and society, 1972.", false}, {"Ibidapo, A. (1999). Another work. Lagos: Press.", false},
	} {
		var p Printed
		before := biblio.Reference{Raw: "Kuhn, T. S. (1962). The structure of scientific revolutions. Chicago: University of Chicago Press, pp. 1-20."}
		p.Read(&before)
		ref := biblio.Reference{Raw: c.raw}
		p.Read(&ref)
		if same := ref.Claimed.FullTitle() == before.Claimed.FullTitle() && before.Claimed.FullTitle() != ""; same != c.same || same && ref.Claimed.Pages != "" {
			t.Errorf("%q claims %q, pages %q", c.raw, ref.Claimed.FullTitle(), ref.Claimed.Pages)
		}
	}
	var p Printed
	first := biblio.Reference{Raw: "Ebd., S. 15."}
	if p.Read(&first); first.Claimed.FullTitle() != "" {
		t.Errorf("the first of a list claims %q", first.Claimed.FullTitle())
	}
}
