package prose

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// printed returns real reference strings, each on one line.
func printed(t *testing.T) []string {
	z := testenv.OpenShared(t, "refstrings", "labelled_dev.jsonl.gz")
	var list []string
	scan := bufio.NewScanner(z)
	scan.Buffer(nil, 1<<22)
	for scan.Scan() {
		var line struct{ Raw, Set string }
		if err := json.Unmarshal(scan.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		if raw := strings.Join(strings.Fields(line.Raw), " "); len(raw) > 50 && !strings.Contains(line.Set, "ugly") &&
			!strings.Contains(line.Set, "bad") {
			list = append(list, unmarked(raw))
		}
	}
	return list
}

// broken breaks a text into lines of a width; all but the first get an indent.
func broken(s string, width int, indent string) string {
	var b strings.Builder
	n := 0
	for i, word := range strings.Fields(s) {
		switch {
		case i > 0 && n+1+len(word) > width:
			b.WriteString("\n" + indent)
			n = len(indent)
		case i > 0:
			b.WriteString(" ")
			n++
		}
		b.WriteString(word)
		n += len(word)
	}
	return b.String()
}

// Lists of real strings in the usual layouts are split into the strings they were made from.
func TestSharedLayouts(t *testing.T) {
	strs := printed(t)
	const prose = "A Paper Title\n\nWe show that this works [1], as in Smith (2017).\nIt has several lines of text, " +
		"which are no references at all.\n\n1. Introduction\n\nMore text about the subject follows here. In 2001 it was " +
		"found [2].\n\nReferences\n\n"
	for _, layout := range []struct {
		name, before string
		recall       float64
		render       func(i int, s string) string
	}{
		{"a line each", "", 1, func(_ int, s string) string { return s + "\n" }},
		{"blank lines", "", 1, func(_ int, s string) string { return s + "\n\n" }},
		{"numbers", "", 1, func(i int, s string) string { return fmt.Sprintf("%d. %s\n", i, s) }},
		{"numbers, broken", "", .99, func(i int, s string) string {
			return broken(fmt.Sprintf("%d. %s", i, s), 78, "") + "\n"
		}},
		{"numbers without stop, broken", "", .98, func(i int, s string) string {
			return broken(fmt.Sprintf("%d %s", i, s), 78, "") + "\n"
		}},
		{"brackets, broken", "", .99, func(i int, s string) string {
			return broken(fmt.Sprintf("[%d] %s", i, s), 78, "    ") + "\n"
		}},
		{"paragraphs", "", .99, func(_ int, s string) string { return broken(s, 78, "") + "\n\n" }},
		{"hanging", "", .99, func(_ int, s string) string { return broken(s, 78, "    ") + "\n" }},
		{"first line indented", "", .99, func(_ int, s string) string { return "    " + broken(s, 78, "") + "\n" }},
		{"bullets", "", .99, func(_ int, s string) string { return "- " + broken(s, 78, "  ") + "\n" }},
		{"nothing but breaks", "", .8, func(_ int, s string) string { return broken(s, 78, "") + "\n" }},
		{"document", prose, .99, func(i int, s string) string {
			return broken(fmt.Sprintf("[%d] %s", i, s), 78, "    ") + "\n"
		}},
	} {
		rng := rand.New(rand.NewSource(2))
		all, found, got := 0, 0, 0
		for range 40 {
			n := 8 + rng.Intn(30)
			at := rng.Intn(len(strs) - n)
			src := layout.before
			for i, s := range strs[at : at+n] {
				src += layout.render(i+1, s)
			}
			doc := ReadText(src)
			have := map[string]int{}
			for _, r := range doc.References {
				have[strings.Join(strings.Fields(r.Raw), " ")]++
			}
			all, got = all+n, got+len(doc.References)
			for _, s := range strs[at : at+n] {
				if have[s] > 0 {
					have[s]--
					found++
				}
			}
		}
		recall, precision := float64(found)/float64(all), float64(found)/float64(got)
		t.Logf("%-30s recall %.3f precision %.3f", layout.name, recall, precision)
		if recall < layout.recall || precision < layout.recall-.02 {
			t.Errorf("%s: recall %.3f, precision %.3f, want %.2f", layout.name, recall, precision, layout.recall)
		}
	}
}

// Headings inside a list are not entries, and entries under "Further reading" are marked so; a paragraph that cites
// many works is not a list above the list.
func TestPartsOfList(t *testing.T) {
	const text = `We follow Abel (1999), Carl (2001) and Dorn (2010), and the work of Ernst (2011).

References

Primary sources

Abel, N. (1999). On a first subject. Journal of Subjects, 12(3), 33-44.

Carl, B. (2001). A second subject. Oxford: Oxford University Press.

Secondary literature

Dorn, C. (2010). The third of all subjects. Journal of Subjects, 22(1), 1-10.

Weiterführende Literatur

Ernst, D. (2011). The fourth of them. Cambridge: Cambridge University Press.
`
	r := ReadText(text)
	var got []string
	for _, ref := range r.References {
		got = append(got, ref.Raw[:4]+ref.Extra[reading.ListField])
	}
	if want := "Abel Carl Dorn Ernsfurther reading"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %s", got, want)
	}
}

// Marked up references, one of them with a stray break inside.
func TestTaggedEntries(t *testing.T) {
	lines := func(title string) string {
		return "<author>A. Miller</author> (<year>2009</year>): <title>" + title + "</title>, <other>Boston</other>.\n"
	}
	for src, want := range map[string]int{
		lines("One") + lines("Two") + lines("Three"):     3,
		lines("Cri\nis") + lines("Two") + lines("Three"): 3,
	} {
		if got := len(Entries(Split(src))); got != want {
			t.Errorf("%d entries, not %d:\n%s", got, want, src)
		}
	}
}

// A dash stands for the names of the entry above, alone or before further names.
func TestDashForNames(t *testing.T) {
	r := ReadText("References\n\n" +
		"LeCun, Yann. 1985. \"Une procédure d'apprentissage pour réseau à seuil asymétrique.\" In Cognitiva 85.\n" +
		"———. 2013. \"The dash.\" Nature 7 (3): 436–44.\n" +
		"---, Yoshua Bengio, and Geoffrey Hinton. 2015. \"Deep Learning.\" Nature 521 (7553): 436–44.\n")
	for i, want := range []string{"[Yann LeCun]", "[Yann LeCun]", "[Yann LeCun Yoshua Bengio Geoffrey Hinton]"} {
		if got := fmt.Sprint(r.References[i].Claimed.Authors()); got != want {
			t.Errorf("entry %d: %s, want %s", i+1, got, want)
		}
	}
}

// Marks before entries: numbers in brackets, with stops and alone, signs and bullets.
func TestMarks(t *testing.T) {
	for text, want := range map[string]string{
		"[12] Doe": "Doe", "(3) Doe": "Doe", "3. Doe": "Doe", "- Doe": "Doe", "• Doe": "Doe",
		"[Doe84] Doe": "[Doe84] Doe", "3 Doe": "3 Doe", "Doe": "Doe", "-Doe": "-Doe", "10.1000/x": "10.1000/x",
	} {
		if got := unmarked(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	number := &marks[0]
	for text, want := range map[string]bool{"[12] Doe": true, "[12]": true, "[  123  ]": false, "Doe [12]": false} {
		if got := number.match(text) != nil; got != want {
			t.Errorf("%q has a mark: %t", text, got)
		}
	}
	for _, c := range []struct{ name, text, want string }{
		{"one by one", "[1] A\n[2] B\n[3] C", "0 1 2"},
		{"two are missing", "[1] A\n[2] B\n[5] Carl, B. (2001). A second.\n[6] D", "0 1 2 3"},
		{"three are missing", "[1] A\n[2] B\n[6] Carl, B. (2001). A second.\n[7] D", "0 1"},
		{"a number inside an entry", "[1] A\n[2] B\n[4] pages of it\n[3] C", "0 1 3"},
		{"another list", "[1] A\n[2] B\n[1] Carl, B. (2001). A second.\n[2] D", "0 1 2 3"},
		{"from a thousand on", "[1000] A\n[1001] B", ""},
		{"below a thousand", "[999] A\n[1000] B", "0 1"},
		{"one that is not the first", "7. A\nB\nC", ""},
		{"one", "1. A\nB\nC", "0"},
		{"a DOI", "10.1000/x\n11.1000/y", ""},
	} {
		m := &marks[0]
		if c.text[0] != '[' {
			m = &marks[3]
		}
		if got := strings.Trim(fmt.Sprint(numberedLines(Split(c.text), m)), "[]"); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A list has a mark in its first lines and every so many; one mark alone makes only a short list.
func TestMarkedStarts(t *testing.T) {
	filler := func(n int) string { return strings.Repeat("words of a line\n", n) }
	for _, c := range []struct {
		name, text string
		want       int // starts of entries
	}{
		{"in the fifth line", filler(4) + "[1] A\n[2] B\n[3] C", 3},
		{"in the sixth line", filler(5) + "[1] A\n[2] B\n[3] C", 0},
		{"one in eight lines", "[1] A\n" + filler(7), 1},
		{"one in nine lines", "[1] A\n" + filler(8), 0},
		{"two in fifty lines", "[1] A\n[2] B\n" + filler(48), 2},
		{"two in more", "[1] A\n[2] B\n" + filler(49), 0},
		{"one bullet before four lines", "- A\n" + filler(3), 1},
		{"one bullet before five", "- A\n" + filler(4), 0},
		{"one bullet that is indented", "  - A\n" + filler(4), 1},
		{"bullets", "- A\n- B\n- C", 3},
		{"bullets under bullets", "- A\n    - B\n- C", 2},
		{"the mark of most", "- A\n[1] B\n- C\n- D", 3},
	} {
		if got, _ := markedStarts(trimBlank(Split(c.text))); len(got) != c.want {
			t.Errorf("%s: %v, want %d", c.name, got, c.want)
		}
	}
}

// The indent of a line is counted in columns.
func TestIndentOf(t *testing.T) {
	for s, want := range map[string]int{"a": 0, "  a": 2, "\ta": 8, "   \ta": 8, "\t a": 9, "        \ta": 16, "  ": 2,
		"": 0} {
		if got := indentOf(s); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
	}
}

// A line is filled if the next word would not have fitted on it; text is wrapped if a third of its lines are.
func TestFilled(t *testing.T) {
	for _, c := range []struct {
		line, next string
		width      int
		want       bool
	}{
		{"1234567890", "abcd efg", 14, true},
		{"1234567890", "abc efg", 14, false},
		{"1234567890", "abcdefghijklm", 19, true},
		{"1234567890", "abcdefghijklm", 20, false}, // less than half of the width
		{"1234567890", "a", 10, true},
	} {
		if filled(Split(c.line+"\n"+c.next), 0, c.width) != c.want {
			t.Errorf("%q before %q at %d: %t", c.line, c.next, c.width, !c.want)
		}
	}
	full, short := strings.Repeat("x", 40), strings.Repeat("x", 10)
	for _, c := range []struct {
		lines string // f: as wide as the text, s: shorter
		want  bool
	}{
		{"fsfsfs", true}, {"fsfssssss", false}, {"fffff", true}, {"fs", false},
	} {
		text := strings.NewReplacer("f", full+"\n", "s", short+"\n").Replace(c.lines)
		if wrapped(trimBlank(Split(text))) != c.want {
			t.Errorf("%s is wrapped: %t", c.lines, !c.want)
		}
	}
	for _, c := range []struct{ count, want int }{{1, 10}, {9, 10}, {10, 10}, {11, 10}, {20, 10}} {
		block := trimBlank(Split(strings.Repeat(short+"\n", c.count-1) + full))
		if got := widthOf(block); got != c.want && c.count >= 10 || c.count < 10 && got != 40 {
			t.Errorf("one long line of %d: %d", c.count, got)
		}
	}
}

// An entry has ended with a stop or bracket and its year; a line is whole if it begins with names too.
func TestWhole(t *testing.T) {
	for text, want := range map[string]bool{
		"A. Author. A title.\nNature, 2015.": true, "A. Author. A title (2015)": true, "A. Author. A title, 2015": false,
		"A. Author. A title. Nature.": false,
	} {
		if ended(Split(text)) != want {
			t.Errorf("%q has ended: %t", text, !want)
		}
	}
	for text, want := range map[string]bool{
		"B. Major and L. Brien. Second title. Review, 5, 2005.":        true, // of 53 bytes
		"B. Major and L. Brien. Second. Review, 5, 2005.":              false,
		"[7] B. Major and L. Brien. Second title. Review, 5, 2005.":    true,
		"B. Major and L. Brien. Second title. Annual Review, 56, 2005": false,
		"B. Major and L. Brien. Second title. Annual Review, 56:1-26.": false,
		"Second title of some work that is cited. Annual Review, 2005": false,
		"which goes on in the Annual Review of Things, 56:1-26, 2005.": false,
	} {
		if whole(text) != want {
			t.Errorf("%q is whole: %t", text, !want)
		}
	}
}

// Blocks are longer than entries if they have more than twelve lines or nine hundred bytes; most of them must be.
func TestManyInside(t *testing.T) {
	block := func(lines, length int) []Line {
		return Split(strings.TrimSpace(strings.Repeat(strings.Repeat("x", length)+"\n", lines)))
	}
	for _, c := range []struct {
		name   string
		blocks [][]Line
		want   bool
	}{
		{"twelve lines", [][]Line{block(12, 10)}, false}, {"thirteen lines", [][]Line{block(13, 10)}, true},
		{"nine hundred bytes", [][]Line{block(9, 100)}, false}, {"more bytes", [][]Line{block(7, 129)}, true},
		{"half of them", [][]Line{block(13, 10), block(2, 10)}, false},
		{"two of three", [][]Line{block(13, 10), block(13, 10), block(2, 10)}, true},
	} {
		if manyInside(c.blocks) != c.want {
			t.Errorf("%s: %t", c.name, !c.want)
		}
	}
}

// A linked citation is inside a sentence if more than three words are beside it; its address ends at its bracket.
func TestLinksIn(t *testing.T) {
	const link = "[Doe, 2010, Quiet rivers](https://example.org/a_(b))"
	for text, want := range map[string]string{
		"See " + link + ".": link, link + link: link + "|" + link, "[Doe, 2010, Quiet rivers](see below)": "",
		"[Doe, 2010, Quiet rivers](10.1000/x)":           "[Doe, 2010, Quiet rivers](10.1000/x)",
		"[Doe, 2010, Quiet rivers](www.example.org)":     "[Doe, 2010, Quiet rivers](www.example.org)",
		"[Doe, 2010, Quiet rivers](https://example.org ": "", "[Quiet rivers](https://example.org)": "",
		"[Doe, 2010, Sea](https://example.org)": "", "Doe, 2010, Quiet rivers](https://example.org)": "",
	} {
		var got []string
		for _, at := range linksIn(text) {
			got = append(got, text[at.Start:at.End])
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%s: %q, want %q", text, s, want)
		}
	}
	for text, want := range map[string]bool{
		"It was found that so " + link: true, "- It was found " + link: false, link + " and so on it": true, link: false,
		"[3] It is " + link + " so": false, strings.Repeat("x", 201) + link: true, strings.Repeat("x", 200) + link: false,
	} {
		if inSentence(text) != want {
			t.Errorf("%.40s is inside a sentence: %t", text, !want)
		}
	}
	for text, want := range map[string]bool{link: true, "See " + link: false, link + ".": false, "[1]": false} {
		if isLink(text) != want {
			t.Errorf("%s is a link: %t", text, !want)
		}
	}
}

// TestEndnotes: the notes at the end of a text without a list are read, below a heading, or where its last paragraphs
// begin with numbers in brackets; one paragraph may hold several. Notes that cite nothing are not read.
func TestEndnotes(t *testing.T) {
	const body = "The Prison as a Model\n\nThe modern prison was born of a new economy of power.[1] It was described as a\n" +
		"machine for altering minds.[2] Whether this holds for the city, nobody has asked.[3]\n\n"
	notes := []string{
		"[1] Foucault, M., Discipline and Punish: The Birth of the Prison (New York: Pantheon, 1977), 23.",
		"[2] Bentham, J., Panopticon; or, The Inspection-House (London: T. Payne, 1791), 40.",
		"[3] Sennett, R., Flesh and Stone: The Body and the City in Western Civilization (New York: Norton, 1994).",
	}
	joined, apart := strings.Join(notes, " "), strings.Join(notes, "\n\n")
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"a heading, one paragraph":      {body + "Notes\n\n" + joined, 3},
		"a heading, broken lines":       {body + "Anmerkungen\n\n" + broken(joined, 70, ""), 3},
		"a heading, a paragraph each":   {body + "Endnotes\n\n" + apart, 3},
		"no heading, one paragraph":     {body + joined, 3},
		"no heading, a paragraph each":  {body + apart, 3},
		"notes that are only remarks":   {body + "Notes\n\n[1] It was cold.\n\n[2] They say so.\n\n[3] Nobody knows.", 0},
		"a list stands below its title": {body + "Notes\n\n[1] It was cold.\n\nReferences\n\n" + apart, 3},
	} {
		r := ReadText(c.text)
		if len(r.References) != c.want {
			t.Errorf("%s: %d references, want %d: %+v", name, len(r.References), c.want, r.References)
			continue
		}
		for i := range r.References {
			if raw := r.References[i].Raw; strings.Join(strings.Fields(raw), " ") != notes[i][4:] {
				t.Errorf("%s: %q", name, raw)
			}
		}
	}
}
