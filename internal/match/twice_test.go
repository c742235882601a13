package match

import (
	"fmt"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

func TestTwice(t *testing.T) {
	crowd := func(n int) (list []string) {
		for i := range n {
			list = append(list, fmt.Sprintf("Alice Walker%c%c", 'a'+i/26, 'a'+i%26))
		}
		return append(list, "Wei Wang", "Wei Wang")
	}
	for _, c := range []struct {
		name, want string
		list       []string
	}{
		{"one name twice", "Katherine Johnson",
			[]string{"Alice Walker", "Katherine Johnson", "Carl Sagan", "Katherine Johnson"}},
		{"with a second name once", "Stephen Boyd", []string{"Stephen Boyd", "Stephen P. Boyd", "Lieven Vandenberghe"}},
		{"a second name as an initial once", "Ronald Newbold Bracewell",
			[]string{"Ronald Newbold Bracewell", "Ronald N. Bracewell"}},
		{"two initials, and the names", "Victor P. Debattista",
			[]string{"Victor P. Debattista", "Alice Walker", "V. P. Debattista"}},
		{"in capitals", "Mona L. Scott", []string{"Mona L. Scott", "MONA L. SCOTT"}},
		{"in the other order and with marks", "Jérôme Louradour", []string{"Jérôme Louradour", "Louradour, Jerome"}},
		{"two people twice, by initials once", "Yoshua Bengio",
			[]string{"Yoshua Bengio", "Jason Weston", "Y. Bengio", "J. Weston"}},
		{"one initial each", "", []string{"R. Griffin", "R. Griffin"}},
		{"an initial and a name", "", []string{"Hilary Weller", "H. G. Weller"}},
		{"relatives", "", []string{"Jacob Ziv", "Miriam Ziv"}},
		{"a hyphen more", "", []string{"Wen-Xin Zhou", "Wen Zhou"}},
		{"other second initials", "", []string{"John A. Smith", "John B. Smith"}},
		{"family names alone", "", []string{"Walker", "Walker"}},
		{"a body twice", "", []string{"CMS Collaboration", "CMS Collaboration"}},
		{"among forty", "Wei Wang", crowd(38)},
		{"among more", "", crowd(39)},
	} {
		list, _ := biblio.ParseNames(c.list, biblio.Author)
		if got := Twice(list); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
