package entries

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

func TestNames(t *testing.T) {
	for _, c := range []struct {
		in, want string
		cut      bool
	}{
		{"A. Smith and B. Jones", "A.|Smith;B.|Jones", false},
		{"A. Smith~and~B. Jones", "A.|Smith;B.|Jones", false},
		{"Smith, A. AND Jones, B.\n and others", "A.|Smith;B.|Jones", true},
		{"{Barnes and Noble} and {OpenAI}", "=Barnes and Noble;=OpenAI", false},
		{"{{Smith, John and Doe, Jane}}", "=Smith, John and Doe, Jane", false},
		{"{Smith, John and Doe, Jane}", "John|Smith;Jane|Doe", false},
		{"{Smith, John} and {Doe, Jane}", "John|Smith;Jane|Doe", false},
		{`{\"O}zg{\"u}r {\c{C}}elik`, "Özgür|Çelik", false},
		{"Michael {Figueroa Garcia}", "Michael|Figueroa Garcia", false},
		{"{Figueroa Garcia}, Michael", "Michael|Figueroa Garcia", false},
		{"family=Berg, given=Jan, prefix=van den and family=Li, given=Wei", "Jan|van den Berg;Wei|Li", false},
		{"J. Smith, A. B. Jones, C. Lee", "J.|Smith;A. B.|Jones;C.|Lee", false},
		{"Smith, J., Jones, Ann and Lee, C.", "J.|Smith;Ann|Jones;C.|Lee", false},
		{"Smith, John; Doe, Jane", "John|Smith;Jane|Doe", false},
		{`Ann Lee$^{1,2}$ and Bo Li\textsuperscript{3, *} and Cy Po$^4$`, "Ann|Lee;Bo|Li;Cy|Po", false},
		{"King, Jr., Martin Luther", "Martin Luther|King Jr.", false},
		{"A. Smith and et al.", "A.|Smith", true},
		{"A. Smith et al.", "A.|Smith", true},
		{"Smith, A. and al., et", "A.|Smith", true},
		{"Smith, A. and 3 others", "A.|Smith", true},
		{"Smith, A. and colleagues", "A.|Smith", true},
		{"Smith, A. and i in.", "A.|Smith", true},
		{"Smith, A. and y otros", "A.|Smith", true},
		{"Smith, A. and m.fl.", "A.|Smith", true},
		{"Smith, A. and та ін.", "A.|Smith", true},
		{"Smith, A. and More, T.", "A.|Smith;T.|More", false},
		{"Knuth, Donald~E.", "Donald E.|Knuth", false},
		{"Francesco d&apos;Amore and A&amp;B Ltd", "Francesco|d'Amore;=A&B Ltd", false},
		{"Kaiser, {\\L}ukasz and {\\v{Z", "Łukasz|Kaiser;|Ž", false},
		{"Andy Anderson and Sandra Band", "Andy|Anderson;Sandra|Band", false},
		{"P.Fischer and Q.R.Smith", "P.|Fischer;Q.R.|Smith", false},
		{"MiniMax and : and Chen, Aili", "|MiniMax;Aili|Chen", false}, // as arXiv exports a team
		{"A. First and B. Second and ... and Z. Last", "A.|First;B.|Second;Z.|Last", true},
		{`A. First and \ldots{} and Z. Last and {$\dagger$}`, "A.|First;Z.|Last", true},
		{"A. First, B. Second, ..., Z. Last", "A.|First;B.|Second;Z.|Last", true},
		{`Arjan {\van{Gemund}{Van}{van}} Gemund and \VAN{Gogh}{Van}{van} Gogh, Vincent`,
			"Arjan Van|Gemund;Vincent|Van Gogh", false},
		{"Lee, Ann and Hinton, Geoffrey (with Zoe Day)", "Ann|Lee;Geoffrey|Hinton;Zoe|Day", false},
		{"Aad, G. et al. (ATLAS Collaboration)", "G.|Aad;=ATLAS Collaboration", true},
		{"{Abusalma, F.; et al.}", "F.|Abusalma", true},
		{"{Planck Collaboration et al.}", "=Planck Collaboration", true},
		{"Smith, John (Jack)", "John (Jack)|Smith", false},
		{"", "", false},
		{" and ", "", false},
	} {
		list, cut := bibNames(c.in, biblio.Author)
		var got []string
		for _, p := range list {
			s := "=" + p.Literal
			if p.Literal == "" {
				s = p.Given + "|" + strings.TrimSpace(p.Particle+" "+p.Family+" "+p.Suffix)
			}
			got = append(got, s)
		}
		if strings.Join(got, ";") != c.want || cut != c.cut {
			t.Errorf("%q: %q %v, want %q %v", c.in, strings.Join(got, ";"), cut, c.want, c.cut)
		}
	}
}

// Braces around a whole text are not part of it; those of a part of it are.
func TestBraced(t *testing.T) {
	for in, want := range map[string]string{
		"{World Health Organization}": "World Health Organization", " {a} ": "a", "{}": "", "{{a}}": "{a}",
		"{a} and {b}": "-", "{a} b": "-", "a {b}": "-", "{": "-", "}": "-", "": "-", "{a": "-",
	} {
		got, ok := braced(in)
		if want == "-" {
			ok, want = !ok, ""
		}
		if got != want || !ok {
			t.Errorf("%q: %q", in, got)
		}
	}
	for s, want := range map[string]string{
		"Michael {Figueroa Garcia}": "{Figueroa Garcia}", "Michael~Garcia": "Garcia", "Michael\tGarcia": "Garcia",
		"Michael\nGarcia": "Garcia", "{Figueroa Garcia}": "{Figueroa Garcia}", "Garcia": "Garcia", "Garcia ": "",
		"A {b {c d} e} {f g}": "{f g}",
	} {
		if got := s[lastWord(s):]; got != want {
			t.Errorf("%q: the last word is %q, want %q", s, got, want)
		}
	}
}

// "and" joins names as a word outside braces, however it is written.
func TestSplitAnd(t *testing.T) {
	for in, want := range map[string]string{
		"Doe and Roe": "Doe|Roe", "Doe AND Roe": "Doe|Roe", "Doe\nand\tRoe": "Doe|Roe",
		"{Doe and Roe} and Poe": "{Doe and Roe}|Poe", "{Doe}and Roe": "{Doe}|Roe", "Sand and Band": "Sand|Band",
		"Anderson, Andy": "Anderson, Andy", "and Doe": "Doe", "Doe and": "Doe", "and": "", "Doe and and Roe": "Doe|Roe",
		"Doe} and Roe": "Doe}|Roe", "an": "an",
	} {
		if got := strings.Join(splitAnd(in), "|"); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

func FuzzWork(f *testing.F) {
	f.Add("article", "author", "{A} and B, C and others; D", "date", "2017-06/~")
	f.Add("misc", "howpublished", "\\url{http://a/b}", "eprint", "1706.03762")
	f.Fuzz(func(t *testing.T, kind, name1, text1, name2, text2 string) {
		e := Entry{Kind: kind}
		e.Add(name1, text1)
		e.Add(name2, text2)
		w := e.Work()
		for _, c := range w.Contributors {
			if c.IsZero() {
				t.Fatalf("a contributor without a name in %q, %q", text1, text2)
			}
		}
		e.Rest()
	})
}
