package reflist

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// sheet lays out lines: "# " is a heading, two spaces a hanging line, "^" small
// type, "+" large, "++" larger, "" a gap, "----" a new page.
func sheet(text string) []Line {
	var lines []Line
	page, y := 1, 740.0
	for _, s := range strings.Split(strings.Trim(text, "\n"), "\n") {
		l := Line{Page: page, Base: y, Size: 10}
		x := 72.0
		switch {
		case s == "----":
			page, y = page+1, 740
			continue
		case s == "":
			y -= 8
			continue
		case strings.HasPrefix(s, "# "):
			l.Bold, l.Font, s = true, 1, s[2:]
		case strings.HasPrefix(s, "  "):
			x, s = 86, s[2:]
		case strings.HasPrefix(s, "+"):
			l.Size, s = 12, s[1:]
			if strings.HasPrefix(s, "+") {
				l.Size, s = 16, s[1:]
			}
		case strings.HasPrefix(s, "^"):
			l.Size, s = 8, s[1:]
			if label, _ := bareNumber.labelOf(s); label != "" {
				l.Raised = len(label)
			}
		}
		l.Text = s
		l.Box = biblio.Box{X0: x, Y0: y - 2, X1: min(540, x+4.6*float64(len(s))), Y1: y + 8}
		lines = append(lines, l)
		y -= 12
	}
	return lines
}

const prose1 = `This is a sentence of the text, and it is of the kind that papers are made of, as we all know.
It has been written so that the finder of lists can tell it from what is cited in the paper.
These lines are as long as lines are, and they say nothing that would be worth a look.
`

var samples = []struct {
	name, text string
	want       []string // how the entries begin
}{
	{"hanging", prose1 + `# References
Abel, N. and Berg, A. (1999). On a first subject of interest. Journal of Subjects, 12(3),
  33-44.
Carl, B. (2001). A second subject, seen from elsewhere. Oxford: Oxford University
  Press.
Dorn, C., Ernst, D. (2010). The third of all subjects. In: Proceedings of the Conference,
  pp. 1-10.`, []string{"Abel, N.", "Carl, B.", "Dorn, C."}},
	{"brackets before an appendix", prose1 + `# 7 Literatur
[1] N. Abel: Über einen ersten Gegenstand, Zeitschrift für Gegenstände 12 (1999), S. 33-44.
[2] B. Carl: Ein zweiter Gegenstand, von anderswo gesehen, Berlin: Springer-Verlag
  2001.
[3] C. Dorn: Der dritte aller Gegenstände. In: Tagungsband, 2010, S. 1-10.
# Anhang A
` + prose1, []string{"N. Abel", "B. Carl", "C. Dorn"}},
	{"three entries in a row without a year", prose1 + `# References
[1] N. Abel. On a first subject of interest. Journal of Subjects, 12(3):33-44, 1999.
[2] B. Carl. A second subject, seen from elsewhere. Oxford University Press, 2001.
[3] C. Dorn. The third of all subjects. In Proceedings of the Conference, pages 1-10, 2010.
[4] D. Ernst. The fourth subject. Journal of Subjects, 14(1):3-4, 2001.
[5] E. Falk. The fifth subject. Journal of Subjects, 14(2):5-6, 2001.
[6] The maintainers of the subject tool
[7] A second tool
[8] A third tool with a page
[9] F. Gold. The last subject. Journal of Subjects, 15(1):7-9, 2002.`,
		[]string{"N. Abel", "B. Carl", "C. Dorn", "D. Ernst", "E. Falk", "The main", "A second tool", "A third tool",
			"F. Gold"}},
	{"figures after the first entries", prose1 + `# References
[1] N. Abel. On a first subject of interest. Journal of Subjects, 12(3):33-44, 1999.
[2] B. Carl. A second subject, seen from elsewhere. Oxford University Press, 2001.
----
` + strings.Repeat("high low 0 1\n", 60) + `----
[3] C. Dorn. The third of all subjects. In Proceedings of the Conference, pages 1-10, 2010.
[4] D. Ernst. The fourth subject. Journal of Subjects, 14(1):3-4, 2001.
[5] E. Falk. The fifth subject. Journal of Subjects, 14(2):5-6, 2001.`,
		[]string{"N. Abel", "B. Carl", "C. Dorn", "D. Ernst", "E. Falk"}},
	{"tables among the entries", prose1 + `# References
[1] N. Abel. On a first subject of interest. Journal of Subjects, 12(3):33-44, 1999.
[2] B. Carl. A second subject, seen from elsewhere. Oxford University Press, 2001.
[3] C. Dorn. The third of all subjects. In Proceedings of the Conference, pages 1-10, 2010.
----
# Appendix A
` + strings.Repeat("high low 0 1\n", 60) + `----
[4] D. Ernst. The fourth subject. Journal of Subjects, 14(1):3-4, 2001.
[5] E. Falk. The fifth subject. Journal of Subjects, 14(2):5-6, 2001.`,
		[]string{"N. Abel", "B. Carl", "C. Dorn", "D. Ernst", "E. Falk"}},
	{"full-width numbers", prose1 + `# 参考文献
［1］张三, 李四. 关于第一个主题的研究[J]. 计算机学报, 1999, 12(3): 33-44.
［2］王五. 第二个主题[M]. 北京: 清华大学出版社, 2001.
［3］赵六. 第三个主题[C]. 会议论文集, 2010: 1-10.`, []string{"张三", "王五", "赵六"}},
	{"numbers and gaps", prose1 + `# СПИСОК ЛИТЕРАТУРЫ
1. Иванов И. И. О первом предмете // Журнал предметов. 1999. Т. 12, № 3. С. 33-44.

2. Петров П. П. Второй предмет, увиденный с другой стороны. М.: Наука, 2001. 250 с.

3. Сидоров С. С. Третий из всех предметов // Труды конференции. 2010. С. 1-10.`,
		[]string{"Иванов", "Петров", "Сидоров"}},
	{"no heading", prose1 + `[1] N. Abel, On a first subject of interest, Journal of Subjects 12 (1999) 33-44.
[2] B. Carl, A second subject seen from elsewhere, Oxford University Press, 2001.
[3] C. Dorn, The third of all subjects, in: Proc. of the Conference, 2010, pp. 1-10.
[4] D. Ernst, The fourth, Phys. Rev. Lett. 116, 061102 (2016).`, []string{"N. Abel", "B. Carl", "C. Dorn", "D. Ernst"}},
	{"letters", prose1 + `# References
(1) (a) Abel, N.; Berg, A. J. Am. Chem. Soc. 1999, 121, 33-44. (b) Carl, B. Angew. Chem., Int. Ed. 2001,
  40, 1-9.
(2) Dorn, C. Chem. Rev. 2010, 110, 100-110.
(3) Ernst, D. Org. Lett. 2011, 13, 5-8.`, []string{"Abel, N.", "Carl, B.", "Dorn, C.", "Ernst, D."}},
	{"two lists", prose1 + `# References
Abel, N. (1999). On a first subject. Journal of Subjects, 12(3), 33-44.
Carl, B. (2001). A second subject. Oxford: Oxford University Press.
# 2 Another chapter
` + prose1 + prose1 + prose1 + prose1 + `# References
Dorn, C. (2010). The third of all subjects. Journal of Subjects, 22(1), 1-10.
Ernst, D. (2011). The fourth of them. Cambridge: Cambridge University Press.`,
		[]string{"Abel, N.", "Carl, B.", "Dorn, C.", "Ernst, D."}},
	{"over a page with a running head", `Journal of Subjects 4 (2012)
` + prose1 + `# References
Abel, N. (1999). On a first subject of interest, in which much is said. Journal of
----
Journal of Subjects 5 (2012)
  Subjects, 12(3), 33-44.
Carl, B. (2001). A second subject. Oxford: Oxford University Press.
----
Journal of Subjects 6 (2012)
Dorn, C. (2010). The third of all subjects. Journal of Subjects, 22(1), 1-10.`,
		[]string{"Abel, N.", "Carl, B.", "Dorn, C."}},
	{"footnotes",
		prose1 + prose1 + `^1 Vgl. Abel, Niels (1999): Über einen ersten Gegenstand, in: Zeitschrift für Gegenstände, S. 33.
^2 Carl, Berta (2001): Ein zweiter Gegenstand, Berlin: Springer, S. 12ff.
^3 Ebd., S. 14.
^4 Siehe Dorn, Clara (2010): Der dritte Gegenstand, Bonn: Dietz.`,
		[]string{"Abel, Niels", "Carl, Berta", "Ebd.", "Dorn, Clara"}},
	{"endnotes", prose1 + prose1 + `# Anmerkungen
1 Vgl. Abel, Niels (1999): Über einen ersten Gegenstand, in: Zeitschrift für Gegenstände, S. 33.
2 Carl, Berta (2001): Ein zweiter Gegenstand, Berlin: Springer, S. 12ff.
3 Ebd., S. 14.
4 Siehe Dorn, Clara (2010): Der dritte Gegenstand, Bonn: Dietz.
5 Ernst, Doris (2011): Der vierte Gegenstand, Köln: Böhlau, S. 7.`,
		[]string{"Abel, Niels", "Carl, Berta", "Ebd.", "Dorn, Clara", "Ernst, Doris"}},
	{"parts that count anew, and further reading", prose1 + prose1 + `++References
+Primary sources
[1] N. Abel, "On a first subject of interest," Journal of Subjects, vol. 12, no. 3, 1999, pp. 33-44
[2] B. Carl, "A second subject, seen from elsewhere," Journal of Subjects, vol. 13, 2001, pp. 1-9
+Secondary literature
[1] C. Dorn, "The third of all subjects," Journal of Subjects, vol. 22, no. 1, 2010, pp. 1-10
[2] D. Ernst, "The fourth of them," Journal of Subjects, vol. 23, 2011, pp. 12-19
++Further reading
[1] F. Frank, "A fifth subject," Journal of Subjects, vol. 24, 2012, pp. 3-9
[2] G. Gans, "The sixth of all subjects," Journal of Subjects, vol. 25, 2013, pp. 30-39`,
		[]string{"N. Abel", "B. Carl", "C. Dorn", "D. Ernst", "F. Frank", "G. Gans"}},
	{"addresses in notes",
		prose1 + prose1 + `^1 Vgl. Abel, Niels (1999): Über einen ersten Gegenstand, in: Zeitschrift für Gegenstände, S. 33.
^2 The code is at https://github.com/example/subjects.
^3 https://www.example.org/2004/data.html (accessed 12 March 2019)
^4 Carl, Berta (2001): Ein zweiter Gegenstand, Berlin: Springer, S. 12ff.
^5 Das Amt zählt sie: http://www.example.org [23.05.2005].
^6 Dorn, Clara: “The third of all subjects”, https://example.org/third.
^7 See https://doi.org/10.5555/12345678.
^8 Ernst, Doris (2011): Der vierte Gegenstand, Köln: Böhlau, S. 7.`,
		[]string{"Abel, Niels", "Carl, Berta", "Dorn, Clara", "https://doi.org", "Ernst, Doris"}},
	{"notes that cite several works",
		prose1 + prose1 + `^1 S. Abel, Niels (1999): Über einen ersten Gegenstand, in: Zeitschrift für Gegenstände, S. 33.
^2 Vgl. Carl, Berta (2001): Ein zweiter Gegenstand, Berlin: Springer, S. 12ff.; siehe auch Dorn, Clara (2010): Der dritte Gegenstand; eine Studie, Bonn: Dietz.
^3 A. Ernst, Der vierte Gegenstand, Köln: Böhlau 2011, S. 7; Frank 2012: 28; Gans 2013: 12.
^4 A mathematical theory of subjects, in: Zeitschrift für Gegenstände 1999, S. 12.`,
		[]string{"Abel, Niels", "Carl, Berta", "Dorn, Clara", "A. Ernst", "Frank 2012", "A mathematical"}},
	{"endnotes in Roman numerals",
		prose1 + prose1 + `^i Niels Abel, “On a First Subject,” Journal of Subjects 12, no. 3 (1999): 33–44.
^ii Berta Carl, A Second Subject, Seen from Elsewhere (Oxford: Oxford University Press, 2001), 45.
^iii Ibid., 47.
^iv See Clara Dorn, The Third of All Subjects (Chicago: University Press, 2010), 12; and Doris Ernst, The Fourth of Them (London: Hutchinson, 1959), 33.
^v Franz Frank, “The Fifth,” Mind 59, no. 236 (1950): 433–460.`,
		[]string{"Niels Abel", "Berta Carl", "Ibid.", "Clara Dorn", "Doris Ernst", "Franz Frank"}},
	{"remarks in Roman numerals", prose1 + `^i According to Nacional, 22 June 2004 [www.nacional.hr].
^ii See Carl (2001).
^iii Vjesnik, 30 August 2004.
^iv World Bank (2004), p. 12.
^v Similar data were quoted in Nacional, 31 August 2004.
# References
Abel, N. (1999). On a first subject of interest. Journal of Subjects, 12(3), 33-44.
Carl, B. (2001). A second subject. Oxford: Oxford University Press.
Dorn, C. (2010). The third of all subjects. In: Proceedings, pp. 1-10.`, []string{"Abel, N.", "Carl, B.", "Dorn, C."}},
	{"labels of names and years over two lines", prose1 + `# References
[Abel, 1999] Abel, N. (1999). On a first subject of interest. Journal of Subjects, 12(3).
[Ministry of Subjects and of All
  Objects, 2001] Ministry of Subjects and of All Objects (2001). A second subject. Oxford.
[Papadimitriou and Christodoulakis, 2003] Papadimitriou, A. and Christodoulakis, B. (2003). The third. Nature.
[Dorn, 2010] Dorn, C. (2010). The fourth of all subjects. In: Proceedings, pp. 1-10.`,
		[]string{"Abel, N.", "Ministry of Subjects and", "Papadimitriou, A.", "Dorn, C."}},
	{"numbers in larger type", prose1 + `# References
+1. N. Abel, "On a First Subject of Interest," Journal of Subjects, vol. 12, 1999,
  pp. 33-44.
+2. B. Carl, "A Second Subject," Journal of Subjects, vol. 13, 2001, pp. 1-4.
+3. C. Dorn, The Third of All Subjects, Oxford University Press, 2010.
++Another Chapter of the Book
` + prose1 + prose1, []string{"N. Abel", "B. Carl", "C. Dorn"}},
	{"signs before colons", prose1 + `# References
Abe99: Abel, Niels, On a first subject of interest, 1999
Car01: Carl, Berta, A second subject seen from elsewhere, 2001
Dor10: Dorn, Clara, The third of all subjects and of some more of them that follow, in: The
  Proceedings of the Conference, 2010`, []string{"Abel, Niels", "Carl, Berta", "Dorn, Clara"}},
	{"pages alone on the last line", prose1 + `# References
Abel, N. and Berg, A. (1999). On a first subject of interest. Journal of Subjects 12(3), pp. 33–
  44.
Carl, B. (2001). A second subject, seen from elsewhere. Journal of Subjects 13(1), pp. 101–
  117.
----
Dorn, C., Ernst, D. (2010). The third of all subjects. In: Proceedings, pp. 1-10.
13`, []string{"Abel, N. and Berg, A. (1999). On a first subject of interest. Journal of Subjects 12(3), pp. 33–44.",
		"Carl, B. (2001). A second subject, seen from elsewhere. Journal of Subjects 13(1), pp. 101–117.", "Dorn, C."}},
	{"footnotes of the text below the first part", prose1 + `# References
Abel, N. and Berg, A. (1999). On a first subject of interest. Journal of Subjects, 12(3),
  33-44.
Carl, B. (2001). A second subject, seen from elsewhere. Oxford: Oxford University
  Press.
^1 This is what somebody said of the text above, and it is long enough to be a note.
^2 And this is what was said of it in the year 1999 by others.
----
Dorn, C., Ernst, D. (2010). The third of all subjects. In: Proceedings of the Conference,
  pp. 1-10.`,
		[]string{"Abel, N.", "Carl, B. (2001). A second subject, seen from elsewhere. Oxford: Oxford University Press.",
			"Dorn, C."}},
	{"text above the entries of a column", prose1 + `# References
^[1] N. Abel, On a first subject of interest, Journal of Subjects 12 (1999) 33-44.
^[2] B. Carl, A second subject seen from elsewhere, Oxford University Press, 2001.
----
observations of this kind need some more words of the text than there are.
That is all that can be said of it, and nothing of it is a reference.
^[3] C. Dorn, The third of all subjects, in: Proc. of the Conference, 2010, pp. 1-10.
^[4] D. Ernst, The fourth, Phys. Rev. Lett. 116, 061102 (2016).`,
		[]string{"N. Abel", "B. Carl, A second subject seen from elsewhere, Oxford University Press, 2001.",
			"C. Dorn", "D. Ernst"}},
	{"neither indents nor gaps, and lines that open as names do", prose1 + `# References
Abel N., Berg A., On a First Subject of Interest, Journal of Subjects 12 (1999), pp. 33-44.
Carl B., Dorn C., Ernst D., Fink E., TEXT: A Model of Subjects in Three Dimensions and Their
Shape Generation From Little Supervision, Proceedings of the Conference, 2003, pp. 16-17.
do Couto F., Gans G., On a Third Subject, Oxford, 2004.
Holm H., Iver I., Jahn J., Kohl K., An Enhanced Scheme of Subjects That Follow Other Subjects
Tracing Scheme Based on Clusters, Journal of Subjects 13 (2005), pp. 1-9.
Lund L., The Fifth of All Subjects. In Proceedings of the Conference, 2006, pp. 101-202, Berlin.
European Subjects Association.
Mohr M., Nagy N. O., Otto P. Q., Park S., Quant T. U., Ruiz V., Sand W., Tamm X. Y., Ulm Z. A., Vogt
B. C., The Sixth Subject, Oxford, 2007.
Wang Y., Xu Z., The Seventh of All Subjects, Oxford, 2008.
Yang Z., The Eighth of All Subjects, Oxford, 2009.`,
		[]string{"Abel N.", "Carl B.", "do Couto F.", "Holm H.", "Lund L.", "Mohr M.", "Wang Y.", "Yang Z."}},
	{"nothing", prose1 + prose1, nil},
}

func TestLists(t *testing.T) {
	for _, tt := range samples {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, e := range New(sheet(tt.text)).Lists() {
				got = append(got, e.Text)
			}
			if len(got) != len(tt.want) {
				t.Fatalf("%d entries, want %d:\n%s", len(got), len(tt.want), strings.Join(got, "\n"))
			}
			for i, want := range tt.want {
				if !strings.HasPrefix(got[i], want) || strings.Contains(got[i], "of the text") ||
					strings.Contains(got[i], "Journal of Subjects 5") {
					t.Errorf("entry %d is %q, want %q…", i, got[i], want)
				}
			}
		})
	}
}

// A named place in the last line of the previous entry belongs to the number below it. A year at the head of a page
// ends the previous entry, even with wide spacing; a folio there does not.
func TestYearAtHeadOfPage(t *testing.T) {
	wide := func(text string) []Line {
		lines := sheet(text)
		for i := range lines {
			lines[i].Base = 740 - (740-lines[i].Base)*5/3
		}
		return lines
	}
	for _, tt := range []struct{ head, want string }{{"  1931.", "pp. 33-44, 1931."}, {"12", "pp. 33-44,"}} {
		list := wide(prose1 + "# References\nCarl, B. (2001). A second subject, seen from elsewhere. Oxford University " +
			"Press.\nAbel, N. On a first subject of interest. Journal of Subjects, 12(3):\n  pp. 33-44,\n----\n" + tt.head +
			"\n\nDorn, C., Ernst, D. (2010). The third of all subjects. In: Proceedings of the Conference,\n  pp. " +
			"1-10.\nErnst, E. (1999). The fourth of all subjects. Oxford University Press.")
		found := false
		for _, e := range New(list).Lists() {
			found = found || strings.HasPrefix(e.Text, "Abel") && strings.HasSuffix(e.Text, tt.want)
		}
		if !found {
			t.Errorf("head %q: no entry ends with %q", tt.head, tt.want)
		}
	}
}

func TestKeysBesideNumbers(t *testing.T) {
	lines := sheet(prose1 + `# References
1. Abel, N.: On a first subject of interest. Journal of Subjects 12(3), 33-44 (1999).
  10.1000/abc
2. Carl, B.: A second subject, seen from elsewhere. Oxford University Press (2001)
3. Dorn, C.: The third of all subjects. Journal of Subjects 22(1), 1-10 (2010)`)
	for i, key := range map[int]string{4: "abel", 5: "carl", 7: "dorn"} {
		lines[i].Key = key
	}
	var got []string
	for _, e := range New(lines).Lists() {
		got = append(got, e.Key+"="+e.Label+" "+e.Text[:7])
	}
	if want := "abel=1 Abel, N|carl=2 Carl, B|dorn=3 Dorn, C"; strings.Join(got, "|") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestMend(t *testing.T) {
	words := vocabulary{"learning": 3, "graph": 4, "based": 5, "of": 9, "well-known": 1, "the": 9}
	tests := []struct{ left, right, want string }{
		{"learn-", "ing", "learning"},
		{"distri-", "buted", "distributed"},
		{"Jang-", "Hyun", "Jang-Hyun"},
		{"graph-", "based", "graph-based"},
		{"state-", "of-the-art", "state-of-the-art"},
		{"well-", "known", "well-known"},
		{"33-", "44", "33-44"},
		{"[astro-", "ph/0003365].", "[astro-ph/0003365]."},
		{"Migrations-", "und", "Migrations- und"},
		{"t-", "tests", "t-tests"},
		{"α-", "divergences", "α-divergences"},
		{"plain", "word", "plain word"},
		{"-", "x", "- x"},
	}
	for _, tt := range tests {
		if got := words.mend(tt.left, tt.right); got != tt.want {
			t.Errorf("mend(%q, %q) = %q, want %q", tt.left, tt.right, got, tt.want)
		}
	}
}

// A document whose lines rarely end in a hyphen, and never within a word that it also has whole, breaks no words.
func TestDocumentThatBreaksNoWords(t *testing.T) {
	lines := []Line{{Text: "A report on a feedback-triggered"}, {Text: "method, and on the wave-"},
		{Text: "guides of others"}}
	for range 100 {
		lines = append(lines, Line{Text: "Another line of the text"})
	}
	d := New(lines)
	if got := d.join(lines[1:3]); got != "method, and on the wave-guides of others" {
		t.Errorf("got %q", got)
	}
	lines = append(lines, Line{Text: "a line with waveguides inside"})
	d = New(lines)
	if got := d.join([]Line{{Text: "a feed-"}, {Text: "back loop"}}); got != "a feedback loop" {
		t.Errorf("got %q", got)
	}
}

func TestSignsAtEndOfLine(t *testing.T) {
	tests := []struct{ first, second, want string }{
		{"A title //", "Journal of Things. –", "A title // Journal of Things. –"},
		{"Journal of Things. –", "2024. – С. 5.", "Journal of Things. – 2024. – С. 5."},
		{"In: Kuckuck (1995), S. 23–", "29.", "In: Kuckuck (1995), S. 23–29."},
		{"input/", "output", "input/output"},
	}
	d := New(nil)
	for _, tt := range tests {
		if got := d.join([]Line{{Text: tt.first}, {Text: tt.second}}); got != tt.want {
			t.Errorf("%q + %q = %q, want %q", tt.first, tt.second, got, tt.want)
		}
	}
}

func TestAddressesOverLines(t *testing.T) {
	tests := []struct{ first, second, want string }{
		{"See https://", "example.org/a.", "See https://example.org/a."},
		{"https://doi.org/10.", "5281/zenodo.1", "https://doi.org/10.5281/zenodo.1"},
		{"https://example.org/a.", "Accessed 2020.", "https://example.org/a. Accessed 2020."},
		{"https://example.org/long-", "name/x", "https://example.org/long-name/x"},
		{"https://example.org/a", "(2020).", "https://example.org/a (2020)."},
		{"doi:10.1000/abc", "/def", "doi:10.1000/abc/def"},
	}
	d := New(nil)
	for _, tt := range tests {
		if got := d.join([]Line{{Text: tt.first}, {Text: tt.second}}); got != tt.want {
			t.Errorf("%q + %q = %q, want %q", tt.first, tt.second, got, tt.want)
		}
	}
}

// A letter whose small form is longer shifts nothing.
func TestTrimAddress(t *testing.T) {
	for s, want := range map[string]string{"(http://a": "http://a", "ȺȺȺȺȺHTTP": "HTTP",
		"\xff\xff<https:": "https:", "<doi:": "doi:"} {
		if got := trimAddress(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

// The spaces of a stretched line are not part of an address; those of a sentence stay.
func TestTighten(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"DOI: 10 . 1038 / nature14539. See", "DOI: 10.1038/nature14539. See"},
		{"DOI: 10 . 1093/comjnl/27.2.97.", "DOI: 10.1093/comjnl/27.2.97."},
		{"doi: 10 . 1002 / j . 1538 - 7305.1948.tb01338.x.", "doi: 10.1002/j.1538-7305.1948.tb01338.x."},
		{"DOI: 10.1002/j.1538- 7305.1948. tb01338.x.", "DOI: 10.1002/j.1538-7305.1948.tb01338.x."},
		{"url: https : / / www . who . int / emergencies / situation - reports. Last seen",
			"url: https://www.who.int/emergencies/situation-reports. Last seen"},
		{"https://doi.org/10.1002/j.1538 - 7305.1948.tb01338.x", "https://doi.org/10.1002/j.1538-7305.1948.tb01338.x"},
		{"doi: 10.1000/abc - 2020", ""},
		{"Vol. 10. 2004/2005, no. 10 / 2003", ""},
		{"https://example.org/a - accessed 2020", ""},
		{"https://example.org/a. 2015.", ""},
		{"doi: 10.1000/abc. url: https://example.org/a, accessed 2020", ""},
		{"http://example.org/ accessed 12 May", ""},
		{"10.1000/abc. arXiv: 1706.03762", ""},
		{"https://example.org/a / Stand 2010", ""},
	} {
		if tt.want == "" {
			tt.want = tt.text
		}
		if got := tighten(tt.text); got != tt.want {
			t.Errorf("%q gives %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestListHeading(t *testing.T) {
	for _, s := range []string{"References", "7. REFERENCES", "R EFERENCES", "Literaturverzeichnis:",
		"Références bibliographiques", "VII. Bibliografía", "参 考 文 献", "Список литературы", "Works Cited",
		"참고문헌", "Referências"} {
		if !listHeading(s) {
			t.Errorf("%q is no heading", s)
		}
	}
	for _, s := range []string{"References to this are rare.", "see references", "Sources of error",
		"References . . . . 45", "", "12"} {
		if listHeading(s) {
			t.Errorf("%q is a heading", s)
		}
	}
	for _, s := range []string{"Notes et références", "5. Endnotes", "Anmerkungen und Literatur", "NOTAS"} {
		if !NoteHeading(s) {
			t.Errorf("%q is no heading of notes", s)
		}
	}
}

func TestRepeated(t *testing.T) {
	tests := []struct {
		in, rest string
		ok       bool
	}{
		{"———. 2004. A title.", ". 2004. A title.", true},
		{"--- (1999). A title.", " (1999). A title.", true},
		{"Ders.: Ein Titel", ": Ein Titel", true},
		{"Smith, J.", "Smith, J.", false},
		{"--", "--", false},
	}
	for _, tt := range tests {
		if rest, ok := Repeated(tt.in); rest != tt.rest || ok != tt.ok {
			t.Errorf("Repeated(%q) = %q, %v", tt.in, rest, ok)
		}
	}
}

// FuzzLists verifies that any lines yield entries made of these lines.
func FuzzLists(f *testing.F) {
	for _, l := range samples {
		f.Add(l.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, e := range New(sheet(text)).Lists() {
			if len(e.Lines) == 0 || strings.TrimSpace(e.Text) == "" {
				t.Fatalf("empty entry %+v", e)
			}
		}
	})
}

func BenchmarkLists(b *testing.B) {
	var text strings.Builder
	for range 40 {
		text.WriteString(prose1)
	}
	text.WriteString("# References\n")
	for range 60 {
		text.WriteString(
			"Abel, N. and Berg, A. (1999). On a first subject of interest. Journal of Subjects, 12(3),\n  33-44.\n")
	}
	lines := sheet(text.String())
	b.ReportAllocs()
	for b.Loop() {
		New(lines).Lists()
	}
}

// References in notes to works whose titles are sentences, that have many authors, or whose first author's initial is
// that of "siehe".
func TestLeadIns(t *testing.T) {
	const work = "Weber, Max: Wirtschaft und Gesellschaft, Tübingen 1972"
	for _, lead := range []string{"Vgl. hierzu ", "See, for example, ", "Cf. ", "См. также: ", "Voir aussi ", "Zie ",
		"Véase por ejemplo ", "z. B. "} {
		if got := withoutLeadIn(lead + work); got != work {
			t.Errorf("%s: %q", lead, got)
		}
	}
	for _, name := range []string{"Seeler, Karl: Titel, 1972", "Soros, George: Title, 1987", "Vidal, Gore: Title, 1984"} {
		if got := withoutLeadIn(name); got != name {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestCitedInNotes(t *testing.T) {
	whole := []string{
		"Nissim, M., van Noord, R., and van der Goot, R.: Fair Is Better than Sensational: Man Is to Doctor as Woman Is to " +
			"Doctor, Computational Linguistics, 46, 487–497, 2020.",
		"S. Cohen, and N. Agmon, Online Learning of Partitions in Additively Separable Hedonic Games, ijcai (2024), 2722-2730.",
		"L. Casanova, and A. Marfurt, Can NLP models and methods be applied to EEG data?, Proceedings of the Swiss Text " +
			"Analytics Conference (2024), 167–167.",
		"P. Rathnayaka, S. Abeysinghe, C. Samarajeewa, I. Manchanayake, and M. Walpola, “Sentylic at IEST 2018: Gated " +
			"recurrent neural network and capsule network based approach for implicit emotion detection,” in Proceedings of " +
			"the 9th Workshop on Computational Approaches to Subjectivity, Sentiment and Social Media Analysis, Brussels, " +
			"Belgium: Association for Computational Linguistics, 2018, pp. 254–259, doi: 10.18653/v1/w18-6237. Extended as a " +
			"report of the same title.",
		"M. Pikuliak, and M. Simko, Average Is Not Enough, Proceedings of a Workshop (2022), 125-133.",
	}
	notes := []Note{{Label: "1",
		Text: "Max Weber (1972) argues that this is not so, and we have no reason to think it was."}}
	for _, s := range whole {
		notes = append(notes, Note{Text: s})
	}
	for i, entries := range Cited(notes, true) {
		switch {
		case i == 0 && len(entries) > 0 && entries[0].Text == notes[0].Text:
			t.Errorf("a sentence is read as a reference: %q", entries[0].Text)
		case i > 0 && (len(entries) != 1 || entries[0].Text != notes[i].Text):
			t.Errorf("%q is read as %+v", notes[i].Text, entries)
		}
	}
}

// LibreOffice prints the number of a note without a space after it.
func TestNumbersNearTheirNotes(t *testing.T) {
	var lines []Line
	add := func(size float64, text string) {
		lines = append(lines,
			Line{Text: text, Page: 1, Size: size, Base: 800 - 14*float64(len(lines)), Box: biblio.Box{X0: 57, X1: 500}})
	}
	for range 30 {
		add(12, "A line of the text, which is about systems and their parts and")
	}
	notes := []string{
		"Niklas Luhmann, Soziale Systeme, Frankfurt am Main: Suhrkamp 1984, S. 22.", "Ebd., S. 30.",
		"Hans Blumenberg, Arbeit am Mythos, Frankfurt am Main 1979, S. 3.", "Luhmann (wie Anm. 1), S. 116.", "ebd., S. 117.",
	}
	for i, s := range notes {
		add(10, strconv.Itoa(i+1)+s)
	}
	entries := New(lines).Lists()
	if len(entries) != len(notes) {
		t.Fatalf("%d entries, want %d: %+v", len(entries), len(notes), entries)
	}
	for i, e := range entries {
		if e.Text != notes[i] || e.Label != strconv.Itoa(i+1) || !e.Note {
			t.Errorf("entry %d is %+v", i, e)
		}
	}
}

// A bold line inside an entry, where titles are printed in bold, is not a heading.
func TestBoldLineInEntry(t *testing.T) {
	got := New(sheet(prose1 + `# REFERÊNCIAS
ABEL, N. et al. On a first subject of interest: can a title be too
# big? In: Proceedings of the Conference on Subjects, Accountability, and
Transparency. New York: Oxford University Press, 2001. p. 610–623.

CARL, B.; BERG, A. (Ed.). The second subject of technological
# Systems: New Directions in the History of Subjects
Oxford: Oxford University Press, 1999.

DORN, C.; ERNST, D. The third of all subjects. Oxford: Oxford University Press, 2010.

ERNST, E. The fourth of all subjects. Oxford: Oxford University Press, 1999.`)).Lists()
	if len(got) != 4 || !strings.Contains(got[0].Text, "too big? In: Proceedings") ||
		!strings.Contains(got[1].Text, "technological Systems: New") {
		t.Errorf("%+v", got)
	}
}

// An entry that continues below the end of the text in the next column contains nothing of that text.
func TestTextAboveRestOfEntry(t *testing.T) {
	line := func(block int, size float64, bold bool, text string) Line {
		return Line{Text: text, Page: 1, Block: block, Size: size, Bold: bold}
	}
	start := []Line{line(0, 9, false, "[2] F. Campaioli, S. Gherardini, J. Q. Quach, and M. Polini,"),
		line(0, 9, false, "Colloquium: quantum batteries, Reviews")}
	ended := []Line{start[0], line(0, 9, false, "Colloquium: quantum batteries, Rev. 96, 031001 (2024).")}
	text := []Line{line(1, 9, true, "IV. CONCLUSIONS"), line(1, 9, true, "ACKNOWLEDGMENTS"),
		line(1, 10, false, "We wish to acknowledge the financial support of"), line(1, 10, false, "many agencies.")}
	rest := []Line{line(1, 9, false, "of Modern Physics 96, 031001 (2024).")}
	for _, c := range []struct {
		name  string
		lines []Line
		want  int
	}{
		{"headings and text", slices.Concat(start, text, rest), 3},
		{"text alone", slices.Concat(start, text[2:], rest), 3},
		{"behind an entry that has ended", slices.Concat(ended, text[2:], rest), 2},
		{"a bold title", slices.Concat(start, text[:1], rest), 4},
		{"no text", slices.Concat(start, rest), 3},
	} {
		all := make([]int, len(c.lines))
		for i := range all {
			all[i] = i
		}
		if got := (&Document{Lines: c.lines}).piece(all); len(got) != c.want {
			t.Errorf("%s: %d lines, want %d", c.name, len(got), c.want)
		}
	}
}

// What begins a line as the label of an entry, and what is left of the line.
func TestLabels(t *testing.T) {
	for _, c := range []struct{ line, label, rest string }{
		{"[12] Abel, N. A title", "12", "Abel, N. A title"},
		{"[ 12 ]: Abel, N. A title", "12", "Abel, N. A title"},
		{"［1］张三. 题目", "1", "张三. 题目"},
		{"(3) Abel, N. A title", "3", "Abel, N. A title"},
		{"3. Abel, N. A title", "3", "Abel, N. A title"},
		{"3) Abel, N. A title", "3", "Abel, N. A title"},
		{"1．张三. 题目", "1", "张三. 题目"},
		{"2、李四. 题目", "2", "李四. 题目"},
		{"12345 Abel, N. A title", "12345", "Abel, N. A title"},
		{"123456 Abel, N. A title", "", "123456 Abel, N. A title"},
		{"1.5 metres of sand", "", "1.5 metres of sand"},
		{"12 13 14", "", "12 13 14"},
		{"[Abe99] Abel, N. A title", "Abe99", "Abel, N. A title"},
		{"[Abel and Berg 1999a] Abel, N. A title", "Abel and Berg 1999a", "Abel, N. A title"},
		{"[a remark in brackets] and text", "", "[a remark in brackets] and text"},
		{"Abe99: Abel, N. A title", "", "Abe99: Abel, N. A title"}, // a label only where most entries have one
	} {
		if label, rest := cutLabel(c.line); label != c.label || rest != c.rest {
			t.Errorf("%s: %q, %q", c.line, label, rest)
		}
	}
	for numeral, want := range map[string]int{"i": 1, "iv": 4, "ix": 9, "xiv": 14, "xl": 40, "xcix": 99, "cc": 200} {
		if got := bareRoman.value(numeral); got != want {
			t.Errorf("%s: %d, want %d", numeral, got, want)
		}
	}
}

// Numbers that rise one by one are those of a list; up to two in a row may be missing.
func TestRisingRun(t *testing.T) {
	for _, c := range []struct{ numbers, want string }{
		{"1 2 3", "0 1 2"},
		{"1 2 4 5", "0 1 2 3"},
		{"1 2 5 6", "0 1 2 3"},
		{"1 2 6 7", "0 1"},
		{"1 2 6 7 8", "2 3 4"},
		{"1 5 1 2 3", "2 3 4"}, // the nearest number one
		{"7 1 2 9 3", "1 2 4"},
		{"0 1 2", "1 2"},
		{"1798 1799 1800 1801 1802", "0 1"}, // from 1800 to 2100 they are years
		{"2099 2100 2101 2102 2103", "2 3 4"},
	} {
		var lines []Line
		var all []int
		for i, n := range strings.Fields(c.numbers) {
			lines, all = append(lines, Line{Text: "[" + n + "] Abel"}), append(all, i)
		}
		var got []string
		for _, i := range (&Document{Lines: lines}).risingRun(all, labelKinds[0]) {
			got = append(got, strconv.Itoa(i))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %s", c.numbers, got, c.want)
		}
	}
}

// A list has a number near its beginning and every few lines; two numbers make only a short list.
func TestNumbered(t *testing.T) {
	text := func(n int) string { return strings.Repeat("words of the text\n", n) }
	for _, c := range []struct {
		name, text string
		want       int
	}{
		{"three numbers", "1. Abel\n2. Carl\n3. Dorn\n", 3},
		{"one number", "1. Abel\n" + text(2), 0},
		{"two in twelve lines", "1. Abel\n2. Carl\n" + text(10), 2},
		{"two in thirteen lines", "1. Abel\n2. Carl\n" + text(11), 0},
		{"six lines before the first", text(6) + "1. Abel\n2. Carl\n3. Dorn\n", 3},
		{"seven lines before the first", text(7) + "1. Abel\n2. Carl\n3. Dorn\n", 0},
		{"fourteen lines each", "1. Abel\n2. Carl\n3. Dorn\n" + text(39), 3},
		{"more than fourteen lines each", "1. Abel\n2. Carl\n3. Dorn\n" + text(40), 0},
		{"signs from the first line", "[Abe99] Abel\n[Car01] Carl\n", 2},
		{"signs from the second line", text(1) + "[Abe99] Abel\n[Car01] Carl\n", 2},
		{"signs from the third line", text(2) + "[Abe99] Abel\n[Car01] Carl\n", 0},
		{"three signs before colons", "Abe99: Abel\nCar01: Carl\nDor10: Dorn\n", 3},
		{"two signs before colons", "Abe99: Abel\nCar01: Carl\n", 0},
		{"signs before colons in six lines each", "Abe99: Abel\nCar01: Carl\nDor10: Dorn\n" + text(15), 3},
		{"signs before colons in more", "Abe99: Abel\nCar01: Carl\nDor10: Dorn\n" + text(16), 0},
	} {
		d := &Document{}
		var all []int
		for i, s := range strings.Split(strings.TrimSpace(c.text), "\n") {
			d.Lines, all = append(d.Lines, Line{Text: s, Size: 10}), append(all, i)
		}
		if _, got := d.numbered(all); len(got) != c.want {
			t.Errorf("%s: %d, want %d", c.name, len(got), c.want)
		}
	}
}

// Numbers are those of a list if eight in ten are at the left edge of their columns.
func TestAtEdge(t *testing.T) {
	for inside, want := range map[int]bool{0: true, 2: true, 3: false} {
		d := &Document{columns: map[column]edges{{1, 0}: {left: 72}}}
		var all []int
		for i := range 10 {
			l := Line{Text: strconv.Itoa(i+1) + ". Abel", Page: 1, Size: 10, Box: biblio.Box{X0: 72 + 15}}
			if i < inside {
				l.Box.X0 = 72 + 16
			}
			d.Lines, all = append(d.Lines, l), append(all, i)
		}
		if d.atEdge(all) != want {
			t.Errorf("%d numbers inside: %t", inside, !want)
		}
	}
}

// How a line ends tells whether its entry may end there.
func TestEnds(t *testing.T) {
	const (
		goesOn = "goes on"
		may    = "may end"
		ends   = "ends"
	)
	for text, want := range map[string]string{
		"Oxford University Press, 2001.": ends, "Journal of Subjects 12(3), 33-44.": ends, "Berlin: Springer. ": ends,
		"https://example.org/a": ends, "Oxford (1999)": ends, "Working paper [in Russian]": ends, "the genus Ab.": ends,
		"12, 1999": may, "": may,
		"Journal of Subjects, vol.": goesOn, "Journal of Subjects, pp. 33–": goesOn, "A first subject of": goesOn,
		"Abel, N.": goesOn, "Abel, N.M.": goesOn, "Abel, N.-M.": goesOn, "Abel, N. and": goesOn, "A title:": goesOn,
		"distri-": goesOn, "plain words of a title": goesOn, "In": goesOn, " N.": goesOn,
		"seen in the DNA.": ends,
	} {
		got := may
		if score := endingScore(text); score > endOfEntry {
			got = ends
		} else if score < 0 {
			got = goesOn
		}
		if got != want {
			t.Errorf("%q %s, want %s", text, got, want)
		}
	}
}

// What may precede another work under one number, and what may follow it.
func TestWorkEnds(t *testing.T) {
	for head, want := range map[string]bool{
		"J. Roe, A title, EMNLP, 2014. ": true, "J. Roe, A title, 2014, pp. 1-11": true, "J. Roe (2014) ": true,
		"J. Roe, A title, EMNLP. ": false, "J. Roe, 2014, vol. ": false, "Bericht 2003 zum ": false,
	} {
		if endsWork(head) != want {
			t.Errorf("%q ends a work: %t", head, !want)
		}
	}
	for text, want := range map[string]bool{
		"Nature, 2015": true, "Nature 12, 33-44 ": true, "2015, Oxford": false, "2015 Oxford": false, "": false,
	} {
		if endsInNumber(text) != want {
			t.Errorf("%q ends in a number: %t", text, !want)
		}
	}
	for text, want := range map[string]bool{
		"IAB (2001)": true, "NATO 2001": true, "VerfGH NRW, 2002": true, "SMITH, J. 2001": false, "UN 1999": false,
		"Roe A. 2001": false, "SMITH J 2001": false,
	} {
		if bodyOpens(text) != want {
			t.Errorf("%q opens with a body: %t", text, !want)
		}
	}
}

// Works under one number have letters in order and say something each.
func TestLettered(t *testing.T) {
	const first = "(a) A. Foo, J. Am. Chem. Soc. 1999, 121, 100"
	for _, c := range []struct{ text, want string }{
		{first + "; (b) B. Bar, Chem. Rev. 2001, 40", "7a roe:a A. Foo|7b roe:b B. Bar"},
		{first + "; (b) Chem. 2001, 40.", "7a roe:a A. Foo|7b roe:b Chem. "}, // fifteen bytes
		{first + "; (b) Chem. 2001, 4.", "7 roe (a) A."},
		{first + "; (c) B. Bar, Chem. Rev. 2001, 40", "7 roe (a) A."},
		{"See " + first + "; (b) B. Bar, Chem. Rev. 2001, 40", "7 roe See (a"},
		{first, "7 roe (a) A."},
	} {
		var got []string
		for _, e := range lettered(Entry{Label: "7", Key: "roe", Text: c.text}) {
			got = append(got, e.Label+" "+e.Key+" "+e.Text[:6])
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, s, c.want)
		}
	}
}

// Three texts in a row that are no references end a list, but not at its beginning.
func TestTrimEnd(t *testing.T) {
	good := Entry{Text: "Abel, N. (1999). On a first subject of interest. Journal of Subjects, 12(3), 33-44."}
	bad := Entry{Text: "This is a sentence of the text, and it is of the kind that we all know."}
	keyed := Entry{Text: bad.Text, Key: "abel"}
	for _, c := range []struct {
		name string
		list []Entry
		want int
	}{
		{"three behind three", []Entry{good, good, good, bad, bad, bad, good}, 3},
		{"three behind two", []Entry{good, good, bad, bad, bad, good}, 6},
		{"two and two", []Entry{good, good, good, bad, bad, good, bad, bad}, 8},
		{"with a key", []Entry{good, good, good, bad, keyed, bad, bad}, 7},
		{"too long", []Entry{good, good, good, {Text: strings.Repeat(good.Text, 40)}, bad, bad}, 3},
	} {
		if got := trimEnd(c.list); len(got) != c.want {
			t.Errorf("%s: %d, want %d", c.name, len(got), c.want)
		}
	}
}

// What is a heading by its form: the name of a list and a little more, the name of what follows it, capitals.
func TestHeadingForms(t *testing.T) {
	for s, want := range map[string]bool{
		"References for chapter 3": true, "Literatur (Auswahl)": true, "References": false, "references cited here": false,
		"References for chapter 3.": false, "References for chapter 3,": false,
		"References for chapter 3 and for the appendix of the book, A":  true,
		"References for chapter 3 and for the appendix of the book, AB": false,
	} {
		if looseHeading(s) != want {
			t.Errorf("%q begins with a heading: %t", s, !want)
		}
	}
	for s, want := range map[string]bool{
		"Appendix A": true, "Anhang": true, "Appendix A has the proofs.": false, "Appendix A,": false, "": false,
		"Appendix " + strings.Repeat("x", 81): true, "Appendix " + strings.Repeat("x", 82): false,
	} {
		if closer(s) != want {
			t.Errorf("%q ends a list: %t", s, !want)
		}
	}
	for s, want := range map[string]bool{"USA": false, "DATA": true, "DATA 2": true, "DATa": false, "2001": false,
		"ÜBER": true} {
		if capitals(s) != want {
			t.Errorf("%q in capitals: %t", s, !want)
		}
	}
}

// Footnotes end an entry: a raised number or sign after a gap below what may be its end.
func TestFootnoteBelow(t *testing.T) {
	up := Line{Text: "Oxford University Press, 2001.", Page: 1, Size: 10, Base: 100}
	note := Line{Text: "3 Of the text.", Raised: 1, Page: 1, Size: 10, Base: 85}
	for _, c := range []struct {
		name string
		edit func(up, l *Line)
		want bool
	}{
		{"a number", func(_, _ *Line) {}, true},
		{"a sign", func(_, l *Line) { l.Text, l.Raised = "† Of the text.", len("†") }, true},
		{"a letter", func(_, l *Line) { l.Text = "a Of the text." }, false},
		{"not raised", func(_, l *Line) { l.Raised = 0 }, false},
		{"no gap", func(_, l *Line) { l.Base = 86 }, false},
		{"another page", func(_, l *Line) { l.Page = 2 }, false},
		{"another column", func(_, l *Line) { l.Block = 1 }, false},
		{"inside an entry", func(up, _ *Line) { up.Text = "Oxford University" }, false},
	} {
		d := &Document{Lines: []Line{up, note}}
		c.edit(&d.Lines[0], &d.Lines[1])
		if d.footnote(0, 1) != c.want {
			t.Errorf("%s: %t", c.name, !c.want)
		}
	}
}

// The last entry of a list ends where the type changes, or at a break once it is as long as the others.
func TestLastLines(t *testing.T) {
	line := func(text string, size, base float64) Line { return Line{Text: text, Page: 1, Size: size, Base: base} }
	const end = "Oxford University Press, 2001."
	for _, c := range []struct {
		name    string
		second  Line
		longest int
		want    int
	}{
		{"more of it", line("pp. 33-44.", 10, 88), 1, 2},
		{"other type", line("Words of a caption", 8.7, 88), 5, 1},
		{"small capitals", line("ABEL, N.", 8.9, 88), 1, 2},
		{"a gap", line("Words of the text", 10, 82.9), 1, 1},
		{"a narrow gap", line("Words of the text", 10, 83.1), 1, 2},
		{"a gap in an entry shorter than the others", line("Words of the text", 10, 70), 2, 2},
	} {
		d := &Document{Lines: []Line{line(end, 10, 100), c.second}}
		if got := d.lastLines([]int{0, 1}, c.longest); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
		d.Lines[0].Text = "Oxford University"
		if got := d.lastLines([]int{0, 1}, c.longest); got != 2 {
			t.Errorf("%s, after words that do not end: %d", c.name, got)
		}
	}
	d := &Document{Lines: []Line{line(end, 10, 100), line("Words of the text", 10, 88)}}
	d.Lines[1].Block = 1
	if got := d.lastLines([]int{0, 1}, 1); got != 1 {
		t.Errorf("another column: %d", got)
	}
}

// A sentence that sends the reader to a work cites what follows.
func TestSentTo(t *testing.T) {
	for _, c := range []struct{ sentence, want string }{
		{"Das zeigt sich auch hier (vgl. Weber 1972, S. 28).", "Weber 1972, S. 28."},
		{"So auch andere, siehe Weber (1972).", "Weber (1972)."},
		{"So auch andere, siehe „Der Staat“, 1972", "„Der Staat“, 1972."},
		{"Vgl. Weber 1972, S. 28.", ""},           // nothing but a citation
		{"Weber 1972 meint, vgl. Kant 1781.", ""}, // which one is meant
		{"So auch andere, siehe die Arbeiten von 1972.", ""},
		{"So auch andere, siehe Weber.", ""},
		{"So auch andere, siehe ", ""},
		{"So auch andere.", ""},
	} {
		if got, ok := sentTo(c.sentence); got != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q", c.sentence, got)
		}
	}
	for text, want := range map[string]int{"Kant 2": 1, "Kant1": 0, "„Staat“": 1, "- Kant 1781": 0, "1984, London": 1} {
		if got := oneCited("1", nil, text); len(got) != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// The sentences of a note, which full stops of initials and abbreviations before small letters do not end.
func TestSentences(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"So Weber (1972). Anders Kant (1781).", "So Weber (1972).|Anders Kant (1781)."},
		{"So Weber. „Der Staat“ ist neu.", "So Weber.|„Der Staat“ ist neu."},
		{"Vgl. dazu Weber.", "Vgl. dazu Weber."},
		{"Weber 1972. Kant 1781.", "Weber 1972.|Kant 1781."},
		{"Weber", "Weber"},
	} {
		if got := strings.Join(sentences(c.text), "|"); got != c.want {
			t.Errorf("%s: %s", c.text, got)
		}
	}
}

// Entries that are set apart: the distances are of two kinds, and the lines after the wide ones open entries.
func TestGaps(t *testing.T) {
	const entry = "Abel, N. (1999). On a first subject of interest. Journal of\nSubjects, 12(3), 33-44.\n"
	for _, c := range []struct {
		name, text string
		clear      bool
		at         string
	}{
		{"apart", entry + "\n" + entry + "\n" + entry, true, "?i+i+i"},
		{"not apart", entry + entry + entry, false, ""},
		{"too few", entry + "\n" + entry, false, ""},
		{"over a page", entry + "\n" + entry + "----\n" + entry + "\n" + entry, true, "?i+i?i+i"},
	} {
		d := &Document{Lines: sheet(c.text)}
		var all []int
		for i := range d.Lines {
			all = append(all, i)
		}
		got := d.gaps(all)
		var signs strings.Builder
		for k := range all {
			signs.WriteByte("i?+"[got.at[k]+1])
		}
		if got.clear != c.clear || c.clear && signs.String() != c.at {
			t.Errorf("%s: %t %s", c.name, got.clear, signs.String())
		}
		for k, sign := range c.at {
			want := map[rune]float64{'?': 0, '+': clearStart, 'i': clearInside}[sign]
			if w := got.weight(k); w != want {
				t.Errorf("%s: line %d weighs %v, want %v", c.name, k, w, want)
			}
		}
	}
}

// numberedLines returns lines that begin with the numbers given, in brackets, and read like references.
func numberedLines(numbers ...string) []Line {
	var lines []Line
	for _, n := range numbers {
		l := Line{Text: "Words of a caption or of a table", Page: 1, Size: 10}
		if n != "" {
			l.Text = "[" + n + "] N. Abel. On a first subject of interest. Journal of Subjects, 12(3):33-44, 1999."
		}
		lines = append(lines, l)
	}
	return lines
}

// Numbers that rise beyond the end of a list belong to it; those of another list do not.
func TestWithNumbered(t *testing.T) {
	for _, c := range []struct {
		name    string
		numbers string // of the lines, "-" for none
		list    span   // what was found
		run     []int
		want    int // its end
	}{
		{"beyond", "1 2 3 - 4 5", span{0, 3}, []int{0, 1, 2, 4, 5}, 6},
		{"at the end", "1 2 3 - -", span{0, 3}, []int{0, 1, 2}, 3},
		{"only behind it", "- - - 1 2 3", span{0, 3}, []int{3, 4, 5}, 3},
		{"before and behind it", "1 2 - - 3 4", span{2, 4}, []int{0, 1, 4, 5}, 4},
	} {
		d := New(numberedLines(strings.Split(strings.ReplaceAll(c.numbers, "-", ""), " ")...))
		out := d.withNumbered([]region{{span: c.list, skip: map[int]bool{}}}, c.run)
		if len(out) != 1 || out[0].last != c.want {
			t.Errorf("%s: %+v, want the end %d", c.name, out, c.want)
		}
	}
	if out := New(nil).withNumbered(nil, nil); len(out) != 0 {
		t.Errorf("no list: %+v", out)
	}
	d := New(numberedLines("1", "2", "3", "", "4", "5"))
	d.Lines[4].Text, d.Lines[5].Text = "[4] This is what we know.", "[5] And that is what they say of it."
	if out := d.withNumbered([]region{{span: span{0, 3}}}, []int{0, 1, 2, 4, 5}); out[0].last != 3 {
		t.Errorf("sentences behind it: %+v", out)
	}
}

// Named places outside the lists found make lists of their own, three of them at least and near each other.
func TestWithKeyed(t *testing.T) {
	for _, c := range []struct {
		name string
		keys []int
		list []region
		want string
	}{
		{"three", []int{10, 12, 14}, nil, "10"},
		{"two", []int{10, 12}, nil, ""},
		{"behind a list", []int{10, 12, 14}, []region{{span: span{0, 10}}}, "0 10"},
		{"before a list", []int{10, 12, 14}, []region{{span: span{15, 20}}}, "10 15"},
		{"in a list", []int{10, 12, 14}, []region{{span: span{10, 15}}}, "10"},
		{"one of them in a list", []int{9, 12, 14}, []region{{span: span{0, 10}}}, "0"},
		{"thirty-nine lines apart", []int{0, 39, 78}, nil, "0"},
		{"forty lines apart", []int{0, 40, 79}, nil, ""},
		{"two groups", []int{0, 2, 4, 50, 52, 54}, nil, "0 50"},
	} {
		d := New(numberedLines(make([]string, 100)...))
		for _, k := range c.keys {
			d.Lines[k].Key = "key"
		}
		var got []string
		for _, r := range d.withKeyed(c.list) {
			got = append(got, strconv.Itoa(r.first))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}

// Notes begin with raised numbers, or with numbers that continue the count; a number in their text does not.
func TestNotesOfPage(t *testing.T) {
	lines := sheet(prose1 + prose1)
	at := lines[len(lines)-1].Base - 30
	for i, s := range []string{"1 Abel, Niels (1999): Über einen Gegenstand.", "7 Bände sind davon erschienen.",
		"2 Carl, Berta (2001): Ein zweiter.", "3 Dorn, Clara (2010): Der dritte."} {
		lines = append(lines, Line{Text: s, Page: 1, Size: 8, Base: at - 10*float64(i), Box: biblio.Box{X0: 72, X1: 300}})
	}
	d := New(lines)
	got := ""
	for _, n := range d.notes(nil) {
		got += n.label + "=" + strconv.Itoa(len(n.lines)) + " "
	}
	if got != "1=2 2=1 3=1 " {
		t.Errorf("counted: %s", got)
	}
	d.Lines[len(d.Lines)-3].Raised = 1
	got = ""
	for _, n := range d.notes(nil) {
		got += n.label + "=" + strconv.Itoa(len(n.lines)) + " "
	}
	if got != "1=1 7=1 2=1 3=1 " {
		t.Errorf("raised: %s", got)
	}
	for s, want := range map[string]bool{"1 Abel": true, "2 Abel": false, "Abel": false} {
		if bareNumber.opensFirst(s) != want {
			t.Errorf("%s opens the first note: %t", s, !want)
		}
	}
}

// Works in one text are apart at semicolons between whole citations; short ones stay together, apart from whole ones.
func TestBySemicolons(t *testing.T) {
	const first = "Carl, Berta (2001): Ein zweiter Gegenstand, Berlin: Springer, S. 12"
	for _, c := range []struct{ text, want string }{
		{first + "; Dorn, Clara (2010): Der dritte Gegenstand, Bonn: Dietz.", "Carl|Dorn"},
		{first + "; und Dorn, Clara (2010): Der dritte Gegenstand, Bonn: Dietz.", "Carl|Dorn"},
		{first + "; siehe auch Dorn, Clara (2010): Der dritte Gegenstand, Bonn: Dietz.", "Carl|Dorn"},
		{first + "; Dorn, Clara (2010): Der dri;", "Carl|Dorn"},
		{first + "; Dorn, Clara: Der dritte Gegenstand, Bonn: Dietz.", "Carl"},
		{first + ";Dorn, Clara (2010): Der dritte Gegenstand, Bonn: Dietz.", "Carl"},
		{"Carl 2001: 28; Dorn, Clara (2010): Der dritte Gegenstand, Bonn: Dietz.", "Carl|Dorn"},
		{first + "; vgl. Carl 2001: 28; Dorn 2010: 12", "Carl|vgl."},
		{"Carl 2001: 28; Dorn 2010: 12", "Carl"},
	} {
		var got []string
		for _, part := range jointed(c.text) {
			for _, s := range bySemicolons(part) {
				word, _, _ := strings.Cut(strings.TrimLeft(s, " "), " ")
				got = append(got, strings.Trim(word, ","))
			}
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, s, c.want)
		}
	}
}

// What joins the lines of an address, and of a text without spaces between its words.
func TestJoinedLines(t *testing.T) {
	d := New(nil)
	for _, c := range []struct{ first, second, want string }{
		{"https://example.org/a", "b2.html", "https://example.org/ab2.html"},
		{"https://example.org/a", "2020.", "https://example.org/a 2020."}, // a year
		{"https://example.org/a", "word", "https://example.org/a word"},
		{"https://example.org/a", "Title.", "https://example.org/a Title."},
		{"https://example.org/a", "[12].html", "https://example.org/a [12].html"},
		{"https://example.org/a", "(12).html", "https://example.org/a (12).html"},
		{"https://example.org/a.", "b2", "https://example.org/a.b2"},
		{"https://example.org/a.", "[2]", "https://example.org/a. [2]"},
		{"https://example.org/a.", "(2)", "https://example.org/a. (2)"},
		{"https://example.org/a.", "(b/c)", "https://example.org/a.(b/c)"},
		{"https://example.org/a,", "b2.html", "https://example.org/a, b2.html"},
		{"https://example.org/a?b=", "c", "https://example.org/a?b=c"},
		{"https://example.org/a?b=", "Cited", "https://example.org/a?b= Cited"},
		{"plain", "b2.html", "plain b2.html"},
		{"深度学习", "研究方法", "深度学习研究方法"}, {"深度学习。", "研究", "深度学习。研究"}, {"カタ", "カナ", "カタカナ"},
		{"ひら", "がな", "ひらがな"}, {"（深度", "学习）", "（深度学习）"}, {"Deep", "研究", "Deep 研究"}, {"研究", "Deep", "研究 Deep"},
	} {
		if got := d.join([]Line{{Text: c.first}, {Text: c.second}}); got != c.want {
			t.Errorf("%q + %q = %q, want %q", c.first, c.second, got, c.want)
		}
	}
	for _, c := range []struct {
		rest, word     string
		stretched, doi bool
		want           bool
	}{
		{"a.b/x.", "y1", true, false, true}, {"a.b/x.", "then", true, false, false}, {"a.b/x.", "y1", false, false, false},
		{"a.b/x=", "y", true, false, true}, {"a.b/x=", "y", false, false, false}, {"a.b/x", "y", true, false, false},
		{"a.b/x-", "y", true, false, true}, {"a.b/x-", "y", false, false, false}, {"a.b/x/", "y", true, false, true},
		{"j.1538-", "7305", false, true, true}, {"j.1538-", "and", false, true, false},
		{"j.1538/", "7305", false, true, false},
		{"a.b/x-", "Y", true, false, false},
	} {
		if partEnds(c.rest, c.word, c.stretched, c.doi) != c.want {
			t.Errorf("%q goes on with %q: %t", c.rest, c.word, !c.want)
		}
	}
}

// A paragraph ends with a line on which the first word of the next one would have fitted.
func TestForced(t *testing.T) {
	for _, c := range []struct {
		word string
		room float64 // to the right edge, in type of ten points
		want bool
	}{
		{"abcd", 36, false}, {"abcd", 38, true}, {"abcdefgh", 38, false}, {"abcdefgh", 58, true},
		{strings.Repeat("x", 30), 166, false}, {strings.Repeat("x", 30), 168, true},
		{strings.Repeat("x", 90), 168, true}, // an address is broken anywhere
	} {
		d := &Document{columns: map[column]edges{{1, 0}: {left: 72, right: 540}}}
		up := Line{Page: 1, Size: 10, Box: biblio.Box{X0: 72, X1: 540 - c.room}}
		if d.forced(&up, &Line{Text: c.word + " and more"}) != c.want {
			t.Errorf("%.12s with room of %v: %t", c.word, c.room, !c.want)
		}
	}
}

// Footnotes of the text between the parts of a list: small lines that begin with a number, down to a column's foot.
func TestFootEnd(t *testing.T) {
	lines := func(edit func(l []Line)) []Line {
		list := []Line{{Text: "Oxford University Press, 2001.", Page: 1, Size: 10},
			{Text: "1 Of the text.", Page: 1, Size: 8}, {Text: "and more of it.", Page: 1, Size: 8},
			{Text: "Dorn, C. (2010). A title.", Page: 2, Size: 10}}
		edit(list)
		return list
	}
	for _, c := range []struct {
		name string
		edit func(l []Line)
		want int
	}{
		{"a note of two lines", func([]Line) {}, 3},
		{"with a raised sign", func(l []Line) { l[1].Text, l[1].Raised = "† Of the text.", len("†") }, 3},
		{"without a number", func(l []Line) { l[1].Text = "Of the text." }, 0},
		{"with a key", func(l []Line) { l[1].Key = "a" }, 0},
		{"in the type of the list", func(l []Line) { l[1].Size = 9.4 }, 0},
		{"behind another small line", func(l []Line) { l[0].Size = 8 }, 0},
		{"above the list's own lines", func(l []Line) { l[2].Size = 10 }, 0},
		{"above an entry", func(l []Line) { l[2].Key = "a" }, 0},
		{"of one line in its column", func(l []Line) { l[2].Block = 1 }, 2},
		{"with nothing behind it", func(l []Line) { l[3].Page, l[3].Size = 1, 8 }, 0},
	} {
		d := &Document{Lines: lines(c.edit)}
		if got := d.footEnd(1, 10); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
