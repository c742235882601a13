package normalise

import (
	"fmt"
	"strings"
	"testing"
)

// shown writes a name as "given/particle/family", with "+" before given names that may be initials run together, "-"
// before those joined by a hyphen, followed by the properties of the whole name.
func shown(n Name) string {
	given := make([]string, len(n.Given))
	for i, w := range n.Given {
		if n.Glued[i] {
			w = "+" + w
		}
		if n.Hyphen[i] {
			w = "-" + w
		}
		given[i] = w
	}
	s := strings.Join(given, " ") + "/" + strings.Join(n.Particle, " ") + "/" + strings.Join(n.Family, " ")
	if n.Marked {
		s += " marked"
	}
	if n.Body {
		s += " body"
	}
	return s
}

// TestNewName: the words of names, without titles, suffixes and words that do not distinguish bodies.
func TestNewName(t *testing.T) {
	for _, c := range []struct{ given, particle, family, literal, want, all string }{
		{"Ludwig", "van", "Beethoven", "", "ludwig/van/beethoven", "ludwigvanbeethoven"},
		{"", "", "Plato", "", "//plato", "plato"},
		{"", "", "", "", "//", ""},
		{"Jean-Pierre", "", "Serre", "", "jean -pierre//serre", "jeanpierreserre"},
		{"José", "de la", "Cruz", "", "jose/de la/cruz marked", "josedelacruz"},
		{"Kurt", "", "Gödel", "", "kurt//godel marked", "kurtgodel"},
		{"Z A", "", "Doe", "", "z a//doe", "zadoe"}, // letters from both ends of the alphabet
		{"Dr. Ada", "", "Lovelace", "", "ada//lovelace", "adalovelace"},
		// a suffix is cut off a family name unless it is all of it
		{"Martin Luther", "", "King Jr.", "", "martin luther//king", "martinlutherking"},
		{"A.", "", "Jr", "", "a//jr", "ajr"},
		{"A.", "", "King Smith", "", "a//king smith", "akingsmith"},
		// two to four capitals may be initials
		{"J", "", "Doe", "", "j//doe", "jdoe"},
		{"JA", "", "Doe", "", "+ja//doe", "jadoe"},
		{"JABC", "", "Doe", "", "+jabc//doe", "jabcdoe"},
		{"JABCD", "", "Doe", "", "jabcd//doe", "jabcddoe"},
		{"Ja", "", "Doe", "", "ja//doe", "jadoe"},
		// bodies
		{"", "", "", "The ATLAS Collaboration", "//atlas body", "atlas"},
		{"", "", "", "Équipe ATLAS", "//equipe atlas marked body", "equipeatlas"},
		{"Given", "von", "Family", "OpenAI", "//openai body", "openai"},
	} {
		n := NewName(c.given, c.particle, c.family, c.literal)
		if got := shown(n); got != c.want || n.All != c.all {
			t.Errorf("%q %q %q %q: %s, %s", c.given, c.particle, c.family, c.literal, got, n.All)
		}
	}
	if got := shown(NewName("Ludwig Maria", "van", "Beethoven", "").LastFirst()); got != "van beethoven//ludwig maria" {
		t.Errorf("the last name first: %s", got)
	}
}

func TestNicknames(t *testing.T) {
	both := func(f func(a, b string) bool) func(a, b string) bool {
		return func(a, b string) bool {
			if f(a, b) != f(b, a) {
				t.Errorf("%s and %s: not the same the other way round", a, b)
			}
			return f(a, b)
		}
	}
	known := func(a, _ string) bool { return KnownGiven(a) }
	for _, c := range []struct {
		what  string
		alike func(a, b string) bool
		yes   string
		no    string
	}{
		{"nicknames", both(Nickname), "kate/katherine bob/robert chris/christopher matt/matthew",
			"john/mary kate/kate xyzzy/plugh"},
		// the beginning of a name with an ending, or its letters with some omitted
		{"familiar forms", both(Familiar), "maddy/madhureeta michi/michalis aash/aasish robby/roberts gaz/gareth " +
			"katka/katalina stvn/steven mkla/mkxlya", "wei/wang anna/peter al/albert bo/boris robert/robert " +
			"stun/steven stvm/steven srvn/steven tovn/steven say/sung maddyyyy/madhureeta madé/madeleine mady/made"},
		{"nicknames of an initial", NicknameInitial, "r/bob w/bill", "b/bill r/robert a/bob r/xyzzy"},
		{"known given names", known, "robert/ bob/", "xyzzy/ /"},
	} {
		for list, want := range map[string]bool{c.yes: true, c.no: false} {
			for pair := range strings.FieldsSeq(list) {
				a, b, _ := strings.Cut(pair, "/")
				if got := c.alike(a, b); got != want {
					t.Errorf("%s: %s %v", c.what, pair, got)
				}
			}
		}
	}
}

// TestNameKeys: the keys under which spellings of one name are equal, and neighbouring cases.
func TestNameKeys(t *testing.T) {
	for _, c := range []struct {
		key       func(string) string
		same, not string
	}{
		{Romanised, "aleksandr/alexandr yuri/iurii sergey/sergei дмитрий/dmitriy muhammad/muhamad sarah/sara",
			"ivan/iman anna/ana-x"},
		{Digraphs, "mueller/muller soerensen/sorensen", "muller/moller mueler/muller"},
	} {
		for list, want := range map[string]bool{c.same: true, c.not: false} {
			for pair := range strings.FieldsSeq(list) {
				a, b, _ := strings.Cut(pair, "/")
				if x, y := c.key(a), c.key(b); x == y != want {
					t.Errorf("%s and %s: %q, %q", a, b, x, y)
				}
			}
		}
	}
	var got []string
	for _, pair := range [][2]string{{"хинтон", "hinton"}, {"хуан", "juan"}, {"кюри", "curie"}, {"иванов", "petrov"},
		{"иванов", ""}, {"", "petrov"}, {"ivanov", "ivanov"}} {
		got = append(got, fmt.Sprint(SoundsLike(pair[0], pair[1])))
	}
	if s := strings.Join(got, " "); s != "true true true false false false false" {
		t.Errorf("the sounds of names: %s", s)
	}
}
