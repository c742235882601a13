package reflist

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Where the words of broken lines are joined, and how.
func TestMending(t *testing.T) {
	v := vocabulary{"neuron": 3, "state-of": 0, "self-made": 2, "self": 2, "made": 2, "data": 2, "set": 2,
		"base": 2, "of": 9,
		"the": 9, "sla": 1, "oopsla": 2}
	for lines, want := range map[string]string{"neu-|ron": "neuron", "self-|made": "self-made", "t-|test": "t-test",
		"Migrations-|oder": "Migrations- oder", "pre-|and": "pre- and", "data-|base": "data-base",
		"data-|set": "dataset",
		"foo-|bar":  "foobar", "foo-|Bar": "foo-Bar", "OO-|PSLA": "OOPSLA", "OO-|PSLX": "OO-PSLX",
		"12-|foo":           "12-foo",
		"astro-|ph/0003365": "astro-ph/0003365", "astro-|ph": "astroph",
		"state-of-|the-art": "state-of-the-art", "foo|bar": "foo bar",
		"-|bar": "- bar", "foo-|": "foo- "} {
		left, right, _ := strings.Cut(lines, "|")
		if got := v.mend(left, right); got != want {
			t.Errorf("%s: %q, want %q", lines, got, want)
		}
	}
	v[unbroken] = 1
	if got := v.mend("foo-", "bar"); got != "foo-bar" {
		t.Errorf("where no words are broken: %q", got)
	}
	words := vocabulary{}
	for _, word := range []string{"a", "ab", "Data-Set,", "(x/y)", "/z", "astro-ph/0003365", "a-bcd",
		strings.Repeat("x", 60),
		strings.Repeat("y", 61)} {
		words.add(word)
	}
	for word, want := range map[string]int{"a": 0, "ab": 1, "data-set": 1, "data": 1, "set": 1, "astro-ph": 1,
		"astro": 1, "ph": 0,
		"z": 0, "bcd": 1, strings.Repeat("x", 60): 1, strings.Repeat("y", 61): 0} {
		if words[word] != want {
			t.Errorf("%.20q: %d times", word, words[word])
		}
	}
	inside := vocabularyOf([]Line{{Text: "first inside inner last"}, {Text: "one two"}, {Text: "alone"}})
	if inside["inside"] != 1 || inside["inner"] != 1 || inside["first"]+inside["last"]+inside["one"]+inside["alone"] > 0 {
		t.Errorf("%v", inside)
	}
	for line, want := range map[string]string{"foo-bar. x": "foo-bar", "foo-": "foo", "12": "", "": "",
		"foo": "foo"} {
		if got := wordAt(line); got != want {
			t.Errorf("%q begins with %q", line, got)
		}
	}
}

// Entries that run on in one text, by dates, by numbers and by letters.
func TestRunningOn(t *testing.T) {
	const abel, berg = "Abel, N. (1999). A study of sand. Journal of Sand, 5, 3–9.",
		"Berg, C. (2001). Dunes. Oxford: Press."
	for text, want := range map[string]string{
		abel + " " + berg: "|Abel, N.|Berg, C.", abel + berg: "|Abel, N.",
		"See " + abel + " " + berg:                  "|See Abel,|Berg, C.",
		abel + " edited by Berg, C. (2001). Dunes.": "|Abel, N.",
		"1. " + abel + " 2. " + berg:                "1|Abel, N.|Berg, C.",
		"[1] " + abel + " [2] " + berg:              "1|Abel, N.|Berg, C.",
		"1. " + abel + " 3. " + berg:                "1|Abel, N.", "1. Sand 2. " + berg: "1|Sand 2.",
		"[1] " + abel + " [2] and more":  "1|Abel, N.",
		"1. " + abel + " zum 2. " + berg: "1|Abel, N.", "1. " + abel + " vol. 2. " + berg: "1|Abel, N.",
		"1. " + abel + " 2) " + berg: "1|Abel, N.|Berg, C.", "1. " + abel + "2. " + berg: "1|Abel, N.|Berg, C.",
	} {
		e := Entry{Text: text}
		e.Label, e.Text = cutLabel(text)
		e.Key = "k"
		label := e.Label
		got := label
		for i, one := range Parts(e) {
			words := strings.Fields(one.Text)
			got += "|" + strings.Join(words[:min(2, len(words))], " ")
			if (i == 0) != (one.Key == "k") {
				t.Errorf("%.40q: key %q of part %d", text, one.Key, i)
			}
		}
		if got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
	for text, want := range map[string]bool{"Abel 1999": true, "Abel 1999)": true, "Abel 1999, Sand": false,
		"Abel, Sand 3":   false,
		"Abel 1999, vol": false, "Abel 1999, 3rd": true, "Abel 1999/": true, "Abel 1999, press. ": true,
		"": false} {
		if got := endsWork(text); got != want {
			t.Errorf("%q ends a work: %v", text, got)
		}
	}
	for text, want := range map[string]bool{"IAB 12": true, "VerfGH 3": true, "IT 3": false, "WHOQ 3": true,
		"UNESCO 3": false,
		"Abel 3":   false, "VerfgH": true} {
		if got := bodyOpens(text); got != want {
			t.Errorf("%q opens with a body: %v", text, got)
		}
	}
}

// What a note cites: works and short forms, but not sentences and addresses.
func TestCitedOfNotes(t *testing.T) {
	const abel = "Abel, Nina: A Study of Sand, Oxford: Blackwell 1983, p. 12"
	sentence := "We have shown that this is not so, and that it was not. "
	for text, want := range map[string]string{
		abel + ".": abel + ".", "See " + abel + ".": abel + ".", "Sand moves.": "", "Abel 2": "",
		"https://sand.example/a": "",
		"Vgl. ebd., S. 7.":       "ebd., S. 7.", "URL: https://sand.example/a": "URL: https://sand.example/a",
		sentence + "See " + abel + ".":                                       abel + ".",
		sentence + "In 1983 it was so.":                                      "",
		sentence + "It is so (see " + abel + ").":                            abel + ".",
		sentence + "Others differ (Abel 1983).":                              "",
		"Weber (1972) argues that it is so, and that this was not, see p. 3": "",
		abel + "; Gould 1966, S. 6.":                                         abel + ".|Gould 1966, S. 6.",
		abel + "; Gould 1966, S. 6; Weber 1972, 3.":                          abel + ".|Gould 1966, S. 6; Weber 1972, 3.",
		"Gould 1966, S. 6; " + abel + ".":                                    "Gould 1966, S. 6.|" + abel + ".",
	} {
		list, _ := citedIn("1", nil, text)
		var got []string
		for _, e := range list {
			got = append(got, e.Text)
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%q:\n got %q\nwant %q", text, s, want)
		}
	}
	if got := sentences("Sand moves. It sings (loud). “So it is.” And p. 3, no. 4 too. "); !slices.Equal(got,
		[]string{"Sand moves.", "It sings (loud).", "“So it is.” And p. 3, no. 4 too."}) {
		t.Errorf("%q", got)
	}
}

// The notes of a document are read if enough of them cite, in number and share, or if it has no other references.
func TestCitedShare(t *testing.T) {
	const abel = "Abel, Nina: A Study of Sand, Oxford: Blackwell 1983, p. 12."
	for _, c := range []struct {
		citing, other int
		only, want    bool
	}{{fewestCite, 0, false, true}, {fewestCite - 1, 0, false, false}, {fewestCite - 1, 0, true, true},
		{4, 6, false, true}, {4, 7, false, false}, {4, 7, true, true}} {
		var notes []Note
		for i := range c.citing + c.other {
			note := Note{Label: fmt.Sprint(i + 1), Text: "Sand moves."}
			if i < c.citing {
				note.Text = abel
			}
			notes = append(notes, note)
		}
		all := Cited(notes, c.only)
		if len(all) != len(notes) || (len(all[0]) > 0) != c.want {
			t.Errorf("%+v: %v", c, all[0])
		}
	}
}
