package reflist

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// How much texts look like the beginning of an entry, and how much the line before like an end.
func TestOpeningsAndEndings(t *testing.T) {
	for text, want := range map[string]float64{
		"": -2, "Rao, C. R. Title": 1.8, "C. R. Rao, Title": 1.6, "Radhakrishna Rao, Title": 1.8,
		"——— Title": 3, "Ders., Sand": 3,
		"ders., Sand": 3, "Idem, Sand": 3, "Sand and water": -0.2, "sand and water": -1.5, "von Rao, C. R.": 1,
		"12 men": -1.2,
		"“Sand":  0, "„Sand": 0, "\"Sand": 0, "«Sand": 0, "*Sand": 0, "(Sand": -1.5, "张三": 0.5,
		"Rao, C. R. (1999). Title": 2.6,
		"Sand (1999), a study":     0.6, "sand is (1999), a study": -1.5, "12 men, 1999, a study": -1.2,
		"“Sand, water, 1999, a study": 0.8,
		"Nina Clara Dora Abel, Title": 1.8, "Ortega y Gasset, José, Title": 1.8, "Marjolein ’t Hart, Title": 1.1,
	} {
		if got := openingScore(text); math.Abs(got-want) > 1e-9 {
			t.Errorf("opening of %q: %v, want %v", text, got, want)
		}
	}
	for text, want := range map[string]float64{
		"": 0, "a study of": -2.2, "a study-": -2.2, "a study,": -2.2, "a study:": -2.2, "a study;": -2.2,
		"a study (": -2.2,
		"a / ":      -2.2, "pp.": -2.2, "in vol.": -2.2, "Abel, N.": -0.6, "Abel, J.-N.": -0.6, "Abel, A.N.": -0.6,
		"the end.": 1, "WHO.": 1,
		"N.": 1, "https://sand.example/a": 0.5, "(1999)": 0.5, "[3]": 0.5, "pages 12": 0.2, "the end": -0.9,
		"S.": 1, "see p.": -2.2,
		"a study and": -2.2, "A study In": -2.2, "a study in": -2.2, "v.": 1,
	} {
		if got := endingScore(text); math.Abs(got-want) > 1e-9 {
			t.Errorf("ending of %q: %v, want %v", text, got, want)
		}
	}
	for _, c := range []struct {
		above, text string
		want        float64
	}{{"", "[3] Sand", 3}, {"a,", "[3] Sand", 3}, {"", "(3) Sand", 3}, {"", "［3］Sand", 3}, {"", "(Sand) is", -1.5},
		{"the end.", "3. Rao, C. R. Title", 3}, {"the end.", "3. sand", -0.2}, {"", "Rao, C. R. Title", 1.8},
		{"a,", "Rao, C. R. Title", -0.4}} {
		if got := Opening(c.above, c.text); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%q after %q: %v, want %v", c.text, c.above, got, c.want)
		}
	}
}

// The signs of a reference in a text, and what they add up to.
func TestTraitsAndLikeness(t *testing.T) {
	for text, want := range map[string]int{"": 0, "sand and water": 0, "In water": 1, "Proc. of sand": 1,
		"S. 12": 1, "S. a": 0,
		"p. 9": 1, "p. 0": 1, "p. (12)": 1, "p. ()": 0, "v. 3": 0, "eds. Rao, pages 3": 2,
		"https://sand.example": 1, "doi:10.5555/a": 1,
		"10.5555/a": 1, "Springer Verlag press": 3, "Springer Verlag press journal": 3, "S.  12": 1,
		"J. 4, vol. 2": 2} {
		if got := traits(text, 3); got != want {
			t.Errorf("%q: %d signs, want %d", text, got, want)
		}
	}
	if got := traits("Springer Verlag press journal", 9); got != 4 {
		t.Errorf("%d signs of four", got)
	}
	long := strings.Repeat("sand ", 240)
	for text, want := range map[string]float64{"": 0, "sand, 1999": 0.35, "sand in press": 0.25, "sand 12(3)": 0.12,
		"sand, N. A., water": 0.15, "Rao, C. R. Sand": 0.3, "Rao, C. R. Sand. J. Sand 12(3), press, 1999": 1,
		"it is, and that was, 1999": 0, long[:1200] + "1999": 0, long[:1195] + "1999 ": 0.35} {
		if got := likeness(text); math.Abs(got-want) > 1e-9 {
			t.Errorf("likeness of %.40q: %v, want %v", text, got, want)
		}
	}
	for text, want := range map[string]bool{"it is sand": true, "it sand": false,
		"it " + strings.Repeat("sand ", 33) + "is": true,
		"it " + strings.Repeat("sand ", 34) + "is": false} {
		if got := prose(text); got != want {
			t.Errorf("%d words are prose: %v", len(strings.Fields(text)), got)
		}
	}
}

// Labels of every kind, what is cut off with them, and the numbers they state.
func TestLabelKinds(t *testing.T) {
	for text, want := range map[string][2]string{"[3] Sand": {"3", "Sand"}, "[ 3 ]. Sand": {"3", "Sand"},
		"(3) Sand": {"3", "Sand"},
		"3. Sand":  {"3", "Sand"}, "3) Sand": {"3", "Sand"}, "3．沙": {"3", "沙"}, "3、沙": {"3", "沙"},
		"3 Sand":   {"3", "Sand"},
		"3.4 Sand": {"", "3.4 Sand"}, "[Knu84] Sand": {"Knu84", "Sand"},
		"[Abel and Berg, 1999a] Sand": {"Abel and Berg, 1999a", "Sand"},
		"Knu84: Sand":                 {"", "Knu84: Sand"}, "123456. Sand": {"", "123456. Sand"}, "3.": {"", "3."},
		"3.  ": {"3", ""},
		"Sand": {"", "Sand"}} {
		if label, rest := cutLabel(text); label != want[0] || rest != want[1] {
			t.Errorf("%q: %q, %q", text, label, rest)
		}
	}
	for label, want := range map[string]int{"i": 1, "iv": 4, "ix": 9, "xiv": 14, "xl": 40, "xc": 90, "viii": 8,
		"lxxxviii": 88} {
		if got := bareRoman.value(label); got != want {
			t.Errorf("%s: %d", label, got)
		}
	}
	if bareNumber.value("12") != 12 || bareNumber.value("x") != 0 {
		t.Error("numbers")
	}
	common := func(n, of int) []string {
		var texts []string
		for i := range of {
			text := "Sand and water"
			if i < n {
				text = fmt.Sprintf("Knu%d: Sand", 80+i)
			}
			texts = append(texts, text)
		}
		return CommonLabels(texts)
	}
	if common(2, 2) != nil || !slices.Equal(common(3, 3), []string{"Knu80", "Knu81",
		"Knu82"}) || common(8, 9) != nil ||
		common(9, 10) == nil || common(8, 10) != nil {
		t.Errorf("%v %v %v %v", common(2, 2), common(3, 3), common(8, 9), common(9, 10))
	}
}

// A run of numbers rises by one, two or three; years are no numbers.
func TestRunsOfNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"1. a|2. b|3. c": "0 1 2", "1. a|b|2. c|4. d|7. e|11. f": "0 2 3 4", "1800. a|1801. b": "",
		"1799. a|1800. b": "0",
		"2101. a|2102. b": "0 1", "5. a|1. b|2. c|6. d": "1 2", "5. a|1. b|2. c|3. d|6. e": "1 2 3",
		"1. a|1. b|2. c": "1 2",
		"a|b":            "", "1. a|2. b|1. c|2. d|3. e": "0 1 4", "2100. a|2101. b": "1",
	} {
		var d Document
		var all []int
		for i, line := range strings.Split(text, "|") {
			d.Lines, all = append(d.Lines, Line{Text: line}), append(all, i)
		}
		if got := strings.Trim(fmt.Sprint(d.risingRun(all, labelKinds[2])), "[]"); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// Headings of lists, of notes and of what follows.
func TestHeadingTexts(t *testing.T) {
	for text, want := range map[string][2]bool{"References": {true, true}, "7. References": {true, true},
		"R E F E R E N C E S": {true, true},
		"R EFERENCES":         {true, true}, "Literatur (Auswahl)": {false, true},
		"References for chapter 3": {false, true},
		"references for chapter 3": {false, false}, "References.": {true, true},
		"References are here.": {false, false},
		"References for a, b,": {false, false}, "References (continued)": {false, true},
		"References . . . . 12": {false, true},
		"References .. 12":      {false, true}, "References for " + strings.Repeat("x", 44): {false, true},
		"Refs 1 2": {false, false},
		"References for " + strings.Repeat("x", 46): {false, false}, "Water": {false, false}, "": {false, false}} {
		if got := [2]bool{Heading(text, false), Heading(text, true)}; got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	for text, want := range map[string]bool{"Appendix A": true, "Appendix A.": false, "Appendix A,": false,
		"Acknowledgements": true,
		"Anhang":           true, "Appendix " + strings.Repeat("x", 81): true,
		"Appendix " + strings.Repeat("x", 82): false, "": false,
		"Sand": false} {
		if got := Closer(text); got != want {
			t.Errorf("%q closes: %v", text, got)
		}
	}
	for text, want := range map[string]bool{"Notes": true, "Endnotes": true, "Anmerkungen": true, "Sand": false,
		"Notes " + strings.Repeat(".", 40): false} {
		if got := NoteHeading(text); got != want {
			t.Errorf("%q heads notes: %v", text, got)
		}
	}
	for text, want := range map[string]bool{"USA": false, "USAF": true, "USAf": false, "A B C D": true,
		"1234": false} {
		if got := capitals(text); got != want {
			t.Errorf("%q in capitals: %v", text, got)
		}
	}
}

// What a short form says: name, title, year, note, whether it can be no entry, and whether it is a note's.
func TestPartsOfMentions(t *testing.T) {
	for text, want := range map[string]string{
		"Ibid., p. 9": "||||true false", "Gould 1966, S. 6": "Gould||1966||true false",
		"Gould 1966":      "Gould||1966||false false",
		"Vgl. Gould 1966": "Gould||1966||true false", "Gould 1966a.": "Gould||1966a||false false",
		"(Gould 1966)":             "Gould||1966||false false",
		"Luhmann, a. a. O., S. 45": "Luhmann||||true true", "Wie Anm. 9, S. 5": "|||9|true false",
		"Habermas, Theorie (wie Anm. 3), S. 116": "Habermas|Theorie||3|true true",
		"Foucault, Discipline, 12":               "Foucault|Discipline|||false true",
		"Foucault, Discipline":                   "none", "ibid. 48, 696 (1935)": "none", "https://sand.example, 12": "none",
		"Spinoza, Ethica, in: Opera 2, 41":  "Spinoza|Ethica, in: Opera|||false false",
		"Foucault, Vol 2 of Discipline, 12": "Foucault|Vol 2 of Discipline|||false false",
		"Gould 1995, 6:561-566":             "none", "Smith " + strings.Repeat("x", 115): "none", "Id., 1999, p. 4": "none",
		"Luhmann (Fn. 12)": "Luhmann|||12|true true",
	} {
		got := "none"
		if list := Mentions(text); len(list) == 1 {
			m := list[0]
			got = strings.Join([]string{m.Name, m.Title, m.Year, m.Note, fmt.Sprint(m.Certain, m.Paged)}, "|")
			got = strings.Replace(got, "|true", "|true", 1)
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// Which lines belong together, by their place, size and face.
func TestLinesTogether(t *testing.T) {
	up := Line{Page: 1, Base: 700, Size: 10, Box: biblio.Box{X0: 50}}
	line := func(change func(*Line)) *Line {
		l := up
		l.Base = 690
		change(&l)
		return &l
	}
	for name, c := range map[string]struct {
		down *Line
		want bool
	}{
		"next": {line(func(*Line) {}), true}, "too far": {line(func(l *Line) { l.Base = 688 }), false},
		"as far as may be": {line(func(l *Line) { l.Base = 688.5 }), true}, "beside": {line(func(l *Line) { l.Base = 700 }),
			false},
		"above": {line(func(l *Line) { l.Base = 710 }), false}, "page": {line(func(l *Line) { l.Page = 2 }), false},
		"column": {line(func(l *Line) { l.Block = 1 }), false}, "smaller": {line(func(l *Line) { l.Size = 9 }), false},
	} {
		if below(&up, c.down, 12) != c.want {
			t.Errorf("%s: below is %t", name, !c.want)
		}
	}
	for _, c := range []struct {
		before, after []string
		want          string
	}{{[]string{"", "a", "b"}, []string{"b", "a", ""}, "a"}, {[]string{""}, []string{""}, ""}, {[]string{"a"}, nil, ""}} {
		if got := commonLink(c.before, c.after); got != c.want {
			t.Errorf("%q and %q lead to %q", c.before, c.after, got)
		}
	}
}

// The indent of a list is that of most of its indented lines.
func TestHang(t *testing.T) {
	for name, c := range map[string]struct {
		offsets []float64
		want    float64
	}{
		"none": {[]float64{0, 1, edgeSlack}, 0}, "one": {[]float64{0, 20, 20, 0}, 21}, "centred": {[]float64{hangMost}, 0},
		"most": {[]float64{0, 20, 20, 40, 40, 40}, 41}, "about as far": {[]float64{20, 22, 24, 40, 40}, 23},
		"just more": {[]float64{edgeSlack + 1}, 5}, "just less": {[]float64{hangMost - 1}, 79},
	} {
		d, lines := &Document{}, []int(nil)
		for i, off := range c.offsets {
			d.Lines = append(d.Lines, Line{Page: 1, Box: biblio.Box{X0: 50 + off}})
			lines = append(lines, i)
		}
		if got, ok := d.hang(lines, map[column]float64{{1, 0}: 50}); got != c.want || ok != (c.want > 0) {
			t.Errorf("%s: %g, %t", name, got, ok)
		}
	}
}

// Headings after a list: of its kind, larger than it, or in bold or capitals.
func TestHeadingsAfterList(t *testing.T) {
	heading := Line{Text: "References", Size: 12, Font: 3, Bold: true}
	for name, c := range map[string]struct {
		l                  Line
		like, larger, some bool
	}{
		"the same":       {Line{Text: "Appendix", Size: 12, Font: 3, Bold: true}, true, false, true},
		"another font":   {Line{Text: "Appendix", Size: 12, Font: 4}, false, false, true},
		"as small":       {Line{Text: "Appendix", Size: 10, Font: 4}, false, false, false},
		"the font alone": {Line{Text: "Appendix", Size: 11.5, Font: 3}, true, false, true},
		"smaller":        {Line{Text: "Appendix", Size: 11.3, Font: 3}, false, false, true},
		"bold":           {Line{Text: "Appendix", Size: 10, Font: 4, Bold: true}, false, false, true},
		"capitals":       {Line{Text: "APPENDIX", Size: 10, Font: 4}, false, false, true},
		"a chapter":      {Line{Text: "Appendix", Size: 14, Font: 3, Bold: true}, false, true, true},
		"with a comma":   {Line{Text: "Appendix,", Size: 14, Font: 4}, false, true, false},
		"with a key":     {Line{Text: "Appendix", Size: 14, Font: 4, Key: "k"}, false, false, false},
		"a number":       {Line{Text: "17", Size: 14, Font: 4}, false, false, true},
		"long": {Line{Text: "Appendix " + strings.Repeat("x", lineOfText), Size: 14, Font: 4}, false, false,
			true},
		"an entry": {Line{Text: "Abel, N. (1999). Sand. Journal of Sand, 5, 3–9.", Size: 14, Font: 4}, false, false, true},
	} {
		d := &Document{body: 10, Lines: []Line{{Text: "Journal of Sand, 5, 3–9."}, c.l}}
		if like, larger, some := d.likeHeading(&c.l, &heading), d.largerHeading(1, &heading), d.isHeading(1,
			&heading); like !=
			c.like || larger != c.larger || some != c.some {
			t.Errorf("%s: like it %t, larger %t, a heading %t", name, like, larger, some)
		}
	}
}

// Notes are numbered in the kind of number that begins most of them from one on, which are not too few.
func TestNoteNumbers(t *testing.T) {
	roman := []string{"i", "ii", "iii", "iv", "v", "vi", "vii", "viii"}
	for name, c := range map[string]struct {
		bare, near, roman int // lines with each kind of number
		from              int // of the last two
		want              labelKind
		run               int
	}{
		"bare":             {6, 0, 0, 1, bareNumber, 6},
		"near":             {0, fewestNotes, 0, 1, nearNumber, fewestNotes},
		"few near":         {0, fewestNotes - 1, 0, 1, bareNumber, 0},
		"near from two on": {0, fewestNotes, 0, 2, bareNumber, 0},
		"as many near":     {fewestNotes, fewestNotes, 0, 1, bareNumber, fewestNotes},
		"roman":            {0, 0, fewestNotes, 1, bareRoman, fewestNotes},
		"few roman":        {0, 0, fewestNotes - 1, 1, bareNumber, 0},
		"as many roman":    {fewestNotes, 0, fewestNotes, 1, bareNumber, fewestNotes},
		"more roman":       {fewestNotes, 0, fewestNotes + 1, 1, bareRoman, fewestNotes + 1},
	} {
		d, lines := &Document{}, []int(nil)
		put := func(text string) {
			lines = append(lines, len(d.Lines))
			d.Lines = append(d.Lines, Line{Text: text, Page: 1})
		}
		for i := range c.bare {
			put(fmt.Sprint(i+1, " Abel, Sand, 1999."))
		}
		for i := range c.near {
			put(fmt.Sprint(i+c.from, "Abel, Sand, 1999."))
		}
		for i := range c.roman {
			put(roman[i+c.from-1] + " Abel, Sand, 1999.")
		}
		kind, run := d.noteNumbers(lines)
		if len(run) != c.run || len(run) > 0 && (kind.roman != c.want.roman || kind.pattern != c.want.pattern) {
			t.Errorf("%s: %+v, %v", name, kind, run)
		}
	}
}
