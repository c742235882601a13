package entry

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

func TestTitle(t *testing.T) {
	for _, c := range []struct{ old, want, out string }{
		{"Deep lerning for BERT models", "Deep Learning for BERT Models", "Deep learning for BERT models"},
		{"Deep Lerning for BERT", "Deep Learning for BERT", "Deep Learning for BERT"},
		{"Deep learning", "Deep Learning: A Survey of GANs", "Deep Learning: A Survey of GANs"}, // its case is unknown
		{"DEEP LERNING", "Deep Learning", "DEEP LEARNING"},
		{"", "Deep Learning", "Deep Learning"},
	} {
		if got := Title(c.old, c.want); got != c.out {
			t.Errorf("Title(%q, %q) = %q, want %q", c.old, c.want, got, c.out)
		}
	}
}

func TestValues(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Pages("1-9", "5--32", "–"), "5-32"},
		{Pages("1 – 9", "5-32", "-"), "5 – 32"},
		{Pages("7", "5-32", "–"), "5–32"},
		{Pages("1087–89", "436-444", "-"), "436–44"},
		{Pages("1087-9", "436-444", "-"), "436-44"},
		{Pages("1-9", "e1003456", "-"), "e1003456"},
		{DOI("https://doi.org/10.1000/x", "10.1000/y"), "https://doi.org/10.1000/y"},
		{DOI("10.1000/x", "10.1000/y"), "10.1000/y"},
		{Container("J. Chem. Phys.", biblio.Container{Title: "Machine Learning", Short: "Mach. Learn."}), "Mach. Learn."},
		{Container("Journal of Physics", biblio.Container{Title: "Machine Learning", Short: "Mach. Learn."}),
			"Machine Learning"},
		{Initials("Jean Marie", []biblio.Contributor{{Given: "A."}, {Given: "B.C."}}), "J.M."},
		{Initials("Jean Marie", []biblio.Contributor{{Given: "A. B."}}), "J. M."},
		{Initials("Jean Marie", []biblio.Contributor{{Given: "AB"}}), "JM"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestYear(t *testing.T) {
	full := biblio.Date{Year: 2001, Month: 10, Day: 5}
	for _, c := range []struct {
		old  string
		want biblio.Date
		out  string
		ok   bool
	}{
		{"2003", full, "2001", true},
		{"2003/05/12/", full, "2001/10/05/", true},
		{"2003-05-12", biblio.Date{Year: 2001}, "2001-05-12", true},
		{"2003a", full, "2001a", true},
		{"1999", full, "", false},
	} {
		if got, ok := Year(c.old, 2003, c.want); got != c.out || ok != c.ok {
			t.Errorf("Year(%q) = %q, %v", c.old, got, ok)
		}
	}
}

func TestSteps(t *testing.T) {
	list := func(s string) []biblio.Contributor {
		names, _ := biblio.ParseNames(strings.Split(s, ";"), biblio.Author)
		return names
	}
	for _, c := range []struct{ old, want, steps string }{
		{"Ada Ash;Bo Birch;Cy Cedar", "Ada Ash;Bo Birch;Cy Cedar", "=0 =1 =2"},
		{"Ada Ash;Zed Zuse;Cy Cedar", "Ada Ash;Bo Birch;Cy Cedar", "=0 1>1 =2"},
		{"Ada Ash;Cy Cedar", "Ada Ash;Bo Birch;Cy Cedar", "=0 +1 =1"},
		{"Ada Ash;Bo Birch;Cy Cedar", "Ada Ash;Cy Cedar", "=0 -1 =2"},
		{"A. Ash;Cy Cedar;Bo Birch;Di Dogwood", "Ada Ash;Bo Birch;Cy Cedar;Di Dogwood", "=0 -1 =2 +2 =3"},
		{"", "Ada Ash", "+0"},
		{"Ada Ash", "", "-0"},
	} {
		var got []string
		for _, s := range Steps(list(c.old), list(c.want)) {
			switch {
			case s.Keep:
				got = append(got, fmt.Sprintf("=%d", s.Old))
			case s.Old < 0:
				got = append(got, fmt.Sprintf("+%d", s.New))
			case s.New < 0:
				got = append(got, fmt.Sprintf("-%d", s.Old))
			default:
				got = append(got, fmt.Sprintf("%d>%d", s.Old, s.New))
			}
		}
		if steps := strings.Join(got, " "); steps != c.steps {
			t.Errorf("%s → %s: %s, want %s", c.old, c.want, steps, c.steps)
		}
	}
}
