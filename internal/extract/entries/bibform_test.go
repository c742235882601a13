package entries

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// The macro of a journal is the journal; an unknown macro is its own name.
func TestContainerMacro(t *testing.T) {
	for source, want := range map[string]string{
		`\apj`: "Astrophysical Journal", `{\mnras}`: "Monthly Notices of the Royal Astronomical Society", `\JMLR`: "JMLR",
		`\unlisted`: "", `Phys.\ Rev.\ D`: "Phys. Rev. D",
	} {
		e := Entry{Kind: "article"}
		e.Add("journal", source)
		w := e.Work()
		if w.Container.Title != want {
			t.Errorf("%s: %q, want %q", source, w.Container.Title, want)
		}
	}
}

// A body stated next to the first of its members is one of the authors; a body stated next to a complete list is not.
func TestCollaboration(t *testing.T) {
	for _, c := range []struct{ authors, body, want string }{
		{"Khachatryan, V. and others", "CMS", "CMS Collaboration"},
		{"Khachatryan, V. and others", "CMS Tracker Group", "CMS Tracker Group"},
		{"{CMS Collaboration}", "{CMS}", "CMS Collaboration"},
		{"Shapiro, Marc and Baquero, Carlos", "INRIA, UNL, LIP6", "Carlos Baquero"},
		{"", "LHCb", "LHCb Collaboration"},
	} {
		e := Entry{Kind: "article"}
		e.Add("author", c.authors)
		e.Add("collaboration", c.body)
		w := e.Work()
		list := w.ByRole(biblio.Author)
		if got := list[len(list)-1].String(); got != c.want || len(list) > 2 {
			t.Errorf("%+v: %q of %d", c, got, len(list))
		}
	}
}

// A container that already includes its subtitle does not get it again.
func TestSubtitleOnce(t *testing.T) {
	e := Entry{Kind: "inbook"}
	e.Add("title", "Lebanon: A Case")
	e.Add("subtitle", "A Case")
	e.Add("booktitle", "Global Civil Society: Dimensions of the Nonprofit Sector")
	e.Add("booksubtitle", "Dimensions of the Nonprofit Sector")
	w := e.Work()
	if w.FullTitle() != "Lebanon: A Case" ||
		w.Container.Title != "Global Civil Society: Dimensions of the Nonprofit Sector" {
		t.Errorf("%q in %q", w.FullTitle(), w.Container.Title)
	}
}
