package entries

import (
	"strings"
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

// What no part of a work was made from is kept as plain text; addresses as written, long texts and repetitions not.
func TestRest(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"remark", `cited by {\em Doe}~\& Roe`, "cited by Doe & Roe"},
		{"remark", `see http://a.b/~doe`, "see http://a.b/~doe"},
		{"remark", strings.Repeat("x", 1000), strings.Repeat("x", 1000)},
		{"remark", strings.Repeat("x", 1001), ""},
		{"remark", "{}", ""},
		{"isbn13", "978~0", "978 0"},
		{"abstract", "We study rivers.", ""}, // about the work, and long
		{"title", "Another title", ""},       // used
	} {
		e := Entry{Kind: "misc"}
		if c.name != "title" {
			e.Add("title", "On quiet rivers")
		}
		e.Add(c.name, c.text)
		e.Work()
		if got := e.Rest()[c.name]; got != c.want {
			t.Errorf("%s = %.40s: %.40q, want %.40q", c.name, c.text, got, c.want)
		}
	}
	e := Entry{Kind: "misc"}
	e.Add("remark", "first")
	e.Add("remark", "second")
	if got := e.Rest()["remark"]; got != "first" {
		t.Errorf("a repeated field: %q", got)
	}
}

// Entities that web exports leave are characters, if they end soon in a semicolon.
func TestUnescape(t *testing.T) {
	for in, want := range map[string]string{
		"A &amp; B": "A & B", "&lt;i&gt;": "<i>", "caf&#233;": "café", "A & B; C": "A & B; C", "&": "&", "": "",
		"A &amp B": "A &amp B", "&CounterClockwiseContourIntegral;": "&CounterClockwiseContourIntegral;",
		"A&B &amp; C": "A&B & C",
	} {
		if got := unescape(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// A subtitle that a title ends with, behind a mark or a space, is in it already.
func TestEndsIn(t *testing.T) {
	for _, c := range []struct {
		title, sub string
		want       bool
	}{
		{"Rivers: A Study", "A Study", true}, {"Rivers: A Study", "a study", true}, {"Rivers? A Study", "A Study", true},
		{"RiversA Study", "A Study", false}, {"Rivers", "", false}, {"A Study", "A Study", false}, {": A", "A", true},
		{" A", "A", false}, {"Rivers", "A Study of Rivers", false},
	} {
		if endsIn(c.title, c.sub) != c.want {
			t.Errorf("%q ends in %q: %t", c.title, c.sub, !c.want)
		}
	}
}

// An ISSN has eight signs, the last of which may be an X.
func TestISSN(t *testing.T) {
	for in, want := range map[string]string{
		"2434-561X": "2434-561X", "2434561x": "2434-561X", "2434–5610": "2434-5610", "2434-56": "", "2434-56100": "",
		"243X-5610": "", "2434-561Y": "", "": "",
	} {
		if got, ok := issnOf(in); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %t", in, got, ok)
		}
	}
}
