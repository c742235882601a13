package wire

import "testing"

func TestRISLines(t *testing.T) {
	entry := "TY  - JOUR\r\nTI  - A long\r\n   title \r\n\r\nAU - Doe, J.\rER  -"
	var got []string
	for _, l := range RISLines(entry) {
		got = append(got, l.Tag+"="+entry[l.From:l.To]+"|"+entry[l.Start:l.End])
	}
	want := []string{"TY=JOUR|TY  - JOUR\r\n", "TI=A long\r\n   title|TI  - A long\r\n   title \r\n",
		"AU=Doe, J.|AU - Doe, J.\r", "ER=|ER  -"}
	if len(got) != len(want) {
		t.Fatalf("%q", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("line %d: %q, want %q", i, got[i], want[i])
		}
	}
	r, err := RIS([]byte(entry))
	if err != nil || r.Title != "A long title" {
		t.Errorf("title %q, %v", r.Title, err)
	}
}

func FuzzRISLines(f *testing.F) {
	f.Add("TY  - JOUR\nAU  - A\n B\nER  - ")
	f.Fuzz(func(t *testing.T, s string) {
		at := 0
		for _, l := range RISLines(s) {
			if l.Start < at || l.From < l.Start || l.To < l.From || l.End < l.To || l.End > len(s) {
				t.Fatalf("%q: %+v", s, l)
			}
			at = l.End
		}
	})
}

func TestRISContainers(t *testing.T) {
	for entry, want := range map[string][4]string{ // container, series, pages, title
		"TY  - BOOK\nTI  - A\nT2  - Lecture Notes\nSP  - 350\nER  - ":                 {"", "Lecture Notes", "", "A"},
		"TY  - CHAP\nTI  - A\nT2  - The Book\nT3  - Series\nSP  - 1\nEP  - 9\nER  - ": {"The Book", "Series", "1-9", "A"},
		"TY  - CPAPER\nTI  - A\nC3  - Proceedings of X\nSP  - 7\nER  - ":              {"Proceedings of X", "", "7", "A"},
		"TY  - JOUR\nTI  - A\nT2  - Nature\nSP  - e12\nER  - ":                        {"Nature", "", "e12", "A"},
		"TY  - JOUR\nTI  - A\nT2  - Nature\nSP  - 436\nEP  - 436-444\nER  - ":         {"Nature", "", "436-444", "A"},
	} {
		r, err := RIS([]byte(entry))
		if got := [4]string{r.Container.Title, r.Container.Series, r.Pages, r.Title}; err != nil || got != want {
			t.Errorf("%q: %q, want %q, %v", entry, got, want, err)
		}
	}
}

// The mark of a cut list may follow the last name.
func TestCSLCutName(t *testing.T) {
	for _, one := range []string{`{"family":"Doe","given":"J. et al."}`, `{"family":"Doe et al.","given":"J."}`,
		`{"literal":"J. Doe et al."}`, `{"family":"Doe","given":"et al."}`} {
		r, err := CSL([]byte(`{"type":"book","title":"T","author":[` + one + `],"editor":[` + one + `]}`))
		if err != nil || len(r.Authors()) != 1 || r.Authors()[0].Family != "Doe" ||
			len(r.Authors()[0].Given) > 2 || !r.AuthorsCut {
			t.Errorf("%s: %+v, cut %v, %v", one, r.Authors(), r.AuthorsCut, err)
		}
	}
}

// A name that says that names are missing is not a name.
func TestCSLCutList(t *testing.T) {
	for _, last := range []string{`{"literal":"et al."}`, `{"literal":"others"}`, `{"family":"others"}`} {
		r, err := CSL([]byte(`{"type":"book","title":"T","author":[{"family":"Doe","given":"J."},` + last + `]}`))
		if err != nil || len(r.Authors()) != 1 || !r.AuthorsCut {
			t.Errorf("%s: %v, cut %v, %v", last, r.Authors(), r.AuthorsCut, err)
		}
	}
}
