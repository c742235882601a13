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
			doc, _ := ReadText(src)
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
	r, _ := ReadText(text)
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
	r, _ := ReadText("References\n\n" +
		"LeCun, Yann. 1985. \"Une procédure d'apprentissage pour réseau à seuil asymétrique.\" In Cognitiva 85.\n" +
		"———. 2013. \"The dash.\" Nature 7 (3): 436–44.\n" +
		"---, Yoshua Bengio, and Geoffrey Hinton. 2015. \"Deep Learning.\" Nature 521 (7553): 436–44.\n")
	for i, want := range []string{"[Yann LeCun]", "[Yann LeCun]", "[Yann LeCun Yoshua Bengio Geoffrey Hinton]"} {
		if got := fmt.Sprint(r.References[i].Claimed.Authors()); got != want {
			t.Errorf("entry %d: %s, want %s", i+1, got, want)
		}
	}
}
