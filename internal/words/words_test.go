package words

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The marks of truncated lists in many languages; names that look like a mark are names.
func TestIsCut(t *testing.T) {
	for _, mark := range []string{
		"et al.", "et al", "Et Al", "ET AL.", "et. al.", "[et al.]", "et alii", "al., et", "et coll.", "et autres", "others",
		"Others", "and others", "AND OTHERS", "3 others", "and 12 others",
		"{others}", "and colleagues", "colleagues", "more", "and more", "u. a.", "u.a.", "u. a. m.", "und andere", "y otros",
		"y cols.", "e outros", "e altri", "en anderen", "e.a.", "m.fl.",
		"mfl.", "m. fl.", "och andra", "og andre", "ve ark.", "ve diğerleri", "a kol.", "i in.", "i inni", "та ін.", "и др.",
		"[и др.]", "και άλλοι", "κ.ά.", "ș.a.", "dkk.", "và cộng sự", "等", "ほか",
		"…", "...", ". . .", "& al.", "&al", "és mtsai.", "ym.",
	} {
		if !IsCut(mark) {
			t.Errorf("%q is not taken for a mark", mark)
		}
	}
	for _, name := range []string{
		"", ".", "Al Gore", "et", "More", "More, Thomas", "In, I.", "I. In", "A. Kol", "Kol, A.", "U. A.", "E.A.",
		"Müller, U. A.", "Andre", "Andre, M.", "Ymer", "Et", "Dkk", "EA", "JT", "VD", "Smith", "and", "i",
		"Y. Col", "Sur, I.",
		"12", "others and Smith and Jones and Miller and Brown and White",
	} {
		if IsCut(name) {
			t.Errorf("%q is taken for a mark", name)
		}
	}
}

// What remains of a list without the mark at its end.
func TestCutTail(t *testing.T) {
	for text, want := range map[string]string{
		"LeCun, Y. et al.": "LeCun, Y.", "LeCun, Y., et al": "LeCun, Y.", "LeCun, Y. [et al.]": "LeCun, Y.",
		"LeCun, Y. i in.": "LeCun, Y.", "Bengio, Y. y otros": "Bengio, Y.", "Bengio Y, m.fl.": "Bengio Y",
		"LeCun, Y., . . .": "LeCun, Y.", "LeCun, Y., …": "LeCun, Y.", "LeCun Y. ve ark.": "LeCun Y.",
		"Бенжио И. та ін.": "Бенжио И.", "王伟等": "王伟", "LeCun, Yann and 3 others": "LeCun, Yann",
		"LeCun, Y. u. a":       "LeCun, Y.",
		"Smith and colleagues": "Smith", "LeCun, Y. et autres": "LeCun, Y.", "Smith~et~al.": "Smith",
		"LeCun, Y., Bengio, Y. & others": "LeCun, Y., Bengio, Y.",
	} {
		at := CutTail(text)
		if at < 0 || text[:at] != want {
			t.Errorf("%q: %d", text, at)
		}
	}
	for _, text := range []string{"", "LeCun, Y.", "Smith, E. A.", "Smith, E.A.", "Kim, I. In", "Müller, U. A.", "et al.",
		"Baker, A. Kol", "Jr.", "Thomas More", "M. Andre", "...", "Müller UA", "Abbott EA", "Leek JT"} {
		if at := CutTail(text); at >= 0 {
			t.Errorf("%q is cut to %q", text, text[:at])
		}
	}
}

// A mark before a title that ends a list.
func TestCutHead(t *testing.T) {
	for text, rest := range map[string]string{
		" and others Deep learning": " Deep learning", ". i in. Deep": " Deep", " [и др.] Метод": " Метод",
		" y otros (2015)": " (2015)", ", et al.": "", " ほか Deep": " Deep",
		" More is different": " More is different", ". Others": ". Others", " Deep learning": " Deep learning", "": "",
		". A kolorimetric method": ". A kolorimetric method",
	} {
		if got := text[CutHead(text):]; got != rest {
			t.Errorf("%q leaves %q", text, got)
		}
	}
}

func TestMonth(t *testing.T) {
	for s, want := range map[string]int{
		"January": 1, "jan": 1, "Okt.": 10, "Dez": 12, "Mrz": 3, "juillet": 7, "juil.": 7, "juin": 6, "jui": 0, "Sept.": 9,
		"марта": 3, "grudnia": 12, "mai": 5, "May": 5, "août": 8, "červenec": 7, "června": 6,
		"Marx": 0, "Mayer": 0, "J": 0, "": 0, "Ja": 0, "Decision": 0,
	} {
		if got := Month(s); got != want {
			t.Errorf("%q is month %d, not %d", s, got, want)
		}
	}
}

func TestUnlabelled(t *testing.T) {
	for s, want := range map[string]string{
		"Vol. 521": "521", "т. 521": "521", "Т.31": "31", "Bd. 3": "3", "roč. 4": "4", "volume 2": "2", "12": "12",
		"IT-22": "IT-22", "Supplement 3": "Supplement 3", "Vol.": "Vol.", "No. 5": "5",
	} {
		if got := Unlabelled(s, Volume, Issue); got != want {
			t.Errorf("%q becomes %q, not %q", s, got, want)
		}
	}
}

// Every word of the tables is written in the form in which it is looked up, and every file has marks.
func TestTables(t *testing.T) {
	list, err := files.ReadDir("tables")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		text, err := files.ReadFile("tables/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(text), "# ") || !strings.Contains(string(text), "\ncut ") &&
			!strings.Contains(string(text), "\nothers ") {
			t.Errorf("%s has no name of its language, or no marks of a cut list", f.Name())
		}
		for line := range strings.Lines(string(text)) {
			if name, rest, _ := strings.Cut(strings.TrimSpace(line), " "); name == kindNames[Months] &&
				strings.Count(rest, ",") != 11 {
				t.Errorf("%s has not twelve months", f.Name())
			}
		}
	}
	for k := range kinds {
		for _, w := range List(k) {
			switch {
			case k != Others && k != Cut && w != strings.ToLower(w), w == "", strings.HasSuffix(w, "."):
				t.Errorf("%s: %q is not written in small letters without a full stop", kindNames[k], w)
			case k == Cut && !IsCut(w), k == Others && !IsCut("and "+strings.ToLower(w)):
				t.Errorf("%q is not found as a mark", w)
			}
		}
	}
	if _, err := regexp.Compile(Pattern(Ibid, Pages, Accessed)); err != nil {
		t.Error(err)
	}
}

func BenchmarkCutTail(b *testing.B) {
	tables()
	for b.Loop() {
		CutTail("Family, Given Middle")
	}
}

func BenchmarkTables(b *testing.B) {
	for b.Loop() {
		load()
	}
}

// Words in a text, in several languages.
func TestHas(t *testing.T) {
	for text, want := range map[string]bool{"Zugriff am 3.5.2014": true, "consulté le 4 mai": true,
		"[online] besökt 2012": true, "available at the library": false, "an excited state": false} {
		if Has(text, Accessed) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}

// The beginning of a longer term.
func TestBegins(t *testing.T) {
	for text, want := range map[string]bool{"a. a": true, "a": true, "op": true, "Op": true, "ibid": false, "": false,
		"o": false, "там": true} {
		if Begins(text, Ibid) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}

// The words of a single language.
func TestLanguage(t *testing.T) {
	if got := strings.Join(Language("da").Words(Pages), " "); got != "side sider" {
		t.Errorf("Danish pages are %q", got)
	}
	of := Languages(Function)
	if slices.Sort(of["en"]); !slices.Equal(of["en"], []Language{"es", "fr", "nl"}) || of["thesis"] != nil {
		t.Errorf(`"en" is a small word in %q`, of["en"])
	}
}
