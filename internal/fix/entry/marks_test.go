package entry

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// The punctuation around the words of a title is the record's, the words stay as they are.
func TestMarks(t *testing.T) {
	h := &Habits{ASCII: true}
	for _, c := range []struct{ old, want, title string }{
		{"Utility independence adn {U}tility networks", "Utility Independence, and Utility Networks",
			"Utility independence, and {U}tility networks"},
		{"{GloVe} Global matrices (an overview", "GloVe: Global Vectors (an Overview)",
			"{GloVe}: Global Vectors (an overview)"},
		{"Birds Of the Sea", "Birds. Of the Seas", "Birds. Of the Seas"},
		{"Some {MDL} notes; and others.", "Some MDL notes and another", "Some {MDL} notes and another."},
		{"What ``quoted'' means", "What “quoted” meant", "What ``quoted'' meant"},
		{"A textur of the skin", "A Texture of the skin", "A texture of the skin"},
		{"Localize Texture", "Localize textures", "Localize Textures"},
	} {
		if got := h.Title(c.old, c.want); got != c.title {
			t.Errorf("%q and %q: %q, want %q", c.old, c.want, got, c.title)
		}
	}
}

// A slip in a family name is corrected, and given names that say more stay.
func TestGivenStays(t *testing.T) {
	h := &Habits{ASCII: true, and: " and "}
	for _, c := range []struct {
		old, want string
		list      []biblio.Contributor
	}{
		{"Young, N.E. and Tarjany, R.E.", "Young, N.E. and Tarjan, R.E.",
			[]biblio.Contributor{{Given: "Neal", Family: "Young"}, {Given: "Robert", Family: "Tarjan"}}},
		{"Fulton, William and Pandaharipande, Rahul", "Fulton, William and Pandharipande, Rahul",
			[]biblio.Contributor{{Given: "W.", Family: "Fulton"}, {Given: "R.", Family: "Pandharipande"}}},
		{"Young, N.E. and Blei, D. M.", "Young, N.E. and Fleet, D.J.",
			[]biblio.Contributor{{Given: "Neal", Family: "Young"}, {Given: "David J.", Family: "Fleet"}}},
	} {
		if got := h.Authors(c.old, c.list, false); got != c.want {
			t.Errorf("%q: %q, want %q", c.old, got, c.want)
		}
	}
}
