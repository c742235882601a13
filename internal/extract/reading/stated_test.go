package reading

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// TestStated: the forms in which an entry labels its parts.
func TestStated(t *testing.T) {
	for _, raw := range []string{
		"Title: A study of sand; Authors: Nina Abel, Carl van Berg; Year: 1999",
		"> Title: A study of sand\n> Authors: Nina Abel, Carl van Berg\n> Year: 1999",
		"Title: A study of sand\nAuthors: Nina Abel, Carl van Berg\nJournal-ref: J. Sand 5 (1999) 3-9\nYear: 1999",
		"** Sand\n:PROPERTIES:\n:TITLE: A study of sand\n:AUTHOR: Abel, Nina and van Berg, Carl\n:YEAR: 1999\n:END:",
	} {
		ref := biblio.Reference{Raw: raw}
		read, names := stated(&ref), ""
		for _, a := range ref.Claimed.Authors() {
			names += a.String() + "; "
		}
		if w := ref.Claimed; !read || w.Title != "A study of sand" || names != "Nina Abel; Carl van Berg; " ||
			w.Issued.Year != 1999 {
			t.Errorf("%q: %v, %q by %q, %d", raw, read, w.Title, names, w.Issued.Year)
		}
	}
	if ref := (biblio.Reference{Raw: "A note on journal-ref: Abel, N. Sand; title: none"}); stated(&ref) {
		t.Errorf("a sentence is read as %q", ref.Claimed.Title)
	}
}
