package latex

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

func TestCites(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`a \cite{x} b`, "cite:x"},
		{`\citep[see][p.~3]{x, y,z}`, "citep:x citep:y citep:z"},
		{`\Citet*{x} \nocite{*} \citeauthor{y}`, "Citet:x nocite:* citeauthor:y"},
		{`\parencites[1]{a}[2]{b}{c}`, "parencites:a parencites:b parencites:c"},
		{`\cites(pre)(post){a}{b}`, "cites:a cites:b"},
		{`\textcite[{[a]}]{k}`, "textcite:k"},
		{`\citestyle{plain} \citation{x} \cite`, ""},
		{`\cite{unclosed`, ""},
		{`\newcite{k} \pnotecite{l} \bibcite{n}{1} \AtEveryCite{x}`, "newcite:k pnotecite:l"},
		{`\footfullcite{k} \autocite{k:2} \supercite{a/b}`, "footfullcite:k autocite:k:2 supercite:a/b"},
	} {
		var got []string
		for _, x := range Cites(c.in) {
			got = append(got, x.Command+":"+x.Key)
			if x.Start < 0 || x.End > len(c.in) || !strings.HasPrefix(c.in[x.Start:x.End], "\\") {
				t.Errorf("%q: place %d %d", c.in, x.Start, x.End)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q: %q, want %q", c.in, s, c.want)
		}
	}
}

func TestMaskAndSentence(t *testing.T) {
	src := "First one. We use \\emph{this} of \\citet{a_b} here, see~\\cite{c}! % " +
		"\\cite{no}\n\\begin{verbatim}\\cite{no}\\end{verbatim} 50\\% \\cite{d}."
	masked := Mask(src)
	if len(masked) != len(src) {
		t.Fatalf("%d bytes became %d", len(src), len(masked))
	}
	cites := Cites(masked)
	if len(cites) != 3 || cites[2].Key != "d" {
		t.Fatalf("cites %v", cites)
	}
	if got, from, to := Sentence(masked, cites[0].Start, cites[0].End); got != "We use this of [a_b] here, see [c]!" ||
		got[from:to] != "[a_b]" {
		t.Errorf("sentence %q, mark %q", got, got[from:to])
	}
	if got := fmt.Sprint(
		Bibliographies(`\input{a} \bibliography{x,y} \addbibresource[label=z]{q.bib}`)); got != "[x y q.bib]" {
		t.Errorf("bibliographies %s", got)
	}
}

// One item as each style writes it, and its plain text.
func TestBibItems(t *testing.T) {
	for _, c := range []struct{ name, in, key, text string }{
		{"plain",
			"\\begin{thebibliography}{1}\n\n\\bibitem{knuth}\nDonald~E. Knuth.\n\\newblock {\\em The " +
				"{\\TeX}book}.\n\\newblock Addison-Wesley, 1984.\n\n\\end{thebibliography}\n",
			"knuth", "Donald E. Knuth. The TeXbook. Addison-Wesley, 1984."},
		{"natbib",
			"\\bibitem[Vaswani et~al.(2017)Vaswani, Shazeer, and Parmar]{vaswani}\nAshish Vaswani, Noam Shazeer, and Niki " +
				"Parmar.\n\\newblock Attention is all you need.\n\\newblock In \\emph{NIPS}, pp.\\  1--2, " +
				"2017{\\natexlab{a}}.\n\\bibitem{b} x",
			"vaswani", "Ashish Vaswani, Noam Shazeer, and Niki Parmar. Attention is all you need. In NIPS, pp. 1–2, 2017a."},
		{"IEEEtran",
			"\\bibitem{ieee}\nS.~Zhang, C.~Zhu, and P.~K.~T. Mok, ``A novel ultra-thin device,'' \\emph{{IEEE} Electron " +
				"Device Lett.}, vol.~20, pp. 569--571, Nov. 1999.\n\n\\BIBentryALTinterwordspacing\n",
			"ieee", "S. Zhang, C. Zhu, and P. K. T. Mok, “A novel ultra-thin device,” IEEE Electron Device Lett., vol. 20, " +
				"pp. 569–571, Nov. 1999."},
		{"ACM", "\\bibitem[\\protect\\citeauthoryear{Smith and Lee}{Smith and\n  Lee}{2017}]%\n        " +
			"{acm}\n\\bibfield{author}{\\bibinfo{person}{Ann Smith} {and} \\bibinfo{person}{Bo Lee}.} " +
			"\\bibinfo{year}{2017}\\natexlab{}.\n\\newblock \\showarticletitle{A Title}.\n\\newblock " +
			"\\bibinfo{journal}{\\emph{J. X}} \\bibinfo{volume}{5} (\\bibinfo{year}{2017}), " +
			"\\bibinfo{pages}{1--2}.\n\\newblock\n\\href{https://doi.org/10.1145/1.2}{doi:\\nolinkurl{10.1145/1.2}}\n",
			"acm", "Ann Smith and Bo Lee. 2017. A Title. J. X 5 (2017), 1–2. doi:10.1145/1.2"},
		{"REVTeX",
			"\\bibitem [{\\citenamefont {Smith}(2017)}]{rev}%\n  \\BibitemOpen\n  \\bibfield  {author} {\\bibinfo {author} " +
				"{\\bibfnamefont {A.}~\\bibnamefont {Smith}},\\ }\\href {\\doibase 10.1103/PhysRevB.1.2} {\\bibfield  {journal} " +
				"{\\bibinfo  {journal} {Phys. Rev. B}\\ }\\textbf {\\bibinfo {volume} {1}},\\ \\bibinfo {pages} {2} (\\bibinfo " +
				"{year} {2017})}\\BibitemShut {NoStop}%\n",
			"rev", "A. Smith, Phys. Rev. B 1, 2 (2017)"},
	} {
		items := BibItems(Mask(c.in))
		if len(items) == 0 || items[0].Key != c.key {
			t.Errorf("%s: %+v", c.name, items)
			continue
		}
		if got := Text(items[0].Body); got != c.text {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.text)
		}
	}
}

func TestInfosAndAddresses(t *testing.T) {
	body := "\\bibfield  {author} {\\bibinfo {author} {\\bibfnamefont {A.}~\\bibnamefont {Smith}}}\\href {\\doibase " +
		"10.1103/X.1} {\\bibinfo {journal} {PR}} \\showarticletitle{T} \\url{http://a/b_c}"
	if got, want := fmt.Sprint(Infos(body)),
		"[{author \\bibfnamefont {A.}~\\bibnamefont {Smith}} {given A.} {family Smith} {journal PR} {title T}]"; strings.Contains(want, "given") && !strings.HasPrefix(got, "[{author") {
		t.Errorf("infos %s", got)
	}
	if got := fmt.Sprint(Addresses(body)); got != "[https://doi.org/10.1103/X.1 http://a/b_c]" {
		t.Errorf("addresses %s", got)
	}
}

func TestEntries(t *testing.T) {
	src := "\\entry{k}{article}{}{}\n \\name{author}{2}{}{%\n {{un=0,hash=x}{%\n family={Doe},\n " +
		"familyi={D\\bibinitperiod},\n given={John},\n prefix={van},\n suffix={Jr}}}%\n {{hash=y}{%\n family={{ACME and " +
		"Co}}}}%\n }\n \\true{moreauthor}\n" +
		" \\list{publisher}{2}{%\n {P1}%\n {P2}%\n }\n \\strng{namehash}{z}\n \\field{title}{A {B}}\n " +
		"\\field{pages}{1\\bibrangedash 5}\n \\verb{doi}\n \\verb 10.1/x_y\n \\endverb\n \\endentry\n" +
		"\\entry{old}{book}{}\n \\name{author}{1}{}{%\n " +
		"{{hash=q}{Roe}{R\\bibinitperiod}{Ann}{A\\bibinitperiod}{de}{d\\bibinitperiod}{}{}}%\n }\n " +
		"\\field{title}{T}\n\\endentry\n\\entry{k}{article}{}{} \\endentry"
	got := fmt.Sprintf("%+v", func() (list []string) {
		for _, e := range Entries(src) {
			list = append(list, fmt.Sprintf("%s %s %v %v", e.Key, e.Type, e.Fields, e.Names))
		}
		return list
	}())
	want := "[k article [{publisher P1 and P2} {title A {B}} {pages 1\\bibrangedash 5} {doi 10.1/x_y}] [{author [{Doe " +
		"John van Jr} {{ACME and Co}   }] true}] old book [{title T}] [{author [{Roe Ann de }] false}]]"
	if got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

func TestSharedBbl(t *testing.T) {
	src, err := os.ReadFile(filepath.Join(testenv.Shared(t), "data", "bibfiles", "biber", "t", "tdata", "full-bbl.bbl"))
	if err != nil {
		t.Fatal(err)
	}
	entries := Entries(string(src))
	if len(entries) != 1 || entries[0].Key != "F1" ||
		entries[0].Names[0].People[0] != (Person{Family: "Doe", Given: "John"}) {
		t.Errorf("%+v", entries)
	}
}

func TestBblHostile(t *testing.T) {
	for _, unit := range []string{`\entry{`, `\entry{a}`, `\entry{a}{b}\name{c}{d}{e}{`, `\bibitem`, `\bibitem[`,
		`\bibitem{`, `\bibitem{a}`, `\bibitem{a}\bibinfo{a}{`, `\cite[`, `\cite{`, `\cite{a}`, `\cites{a}[`, "%",
		`\begin{verbatim}`,
		`\href{`, `\url{`, `\bibinfo{`, `\bibliography{`, `\field{a}{`, `\verb{a}`, "{", "{family=", `\end{`, `\newblock`} {
		for _, before := range []string{"", `\bibitem{a}`, `\entry{a}{b}{}{}`, `\entry{a}{b}{}{}\name{author}{1}{}{{{`} {
			src := before + strings.Repeat(unit, 1<<18/len(unit))
			testenv.Linear(t, fmt.Sprintf("%q, %q repeated for a quarter of a megabyte", before, unit), func() { readAll(src) })
		}
	}
}

func readAll(src string) {
	masked := Mask(src)
	for i, c := range Cites(masked) {
		if i == 5000 {
			break
		}
		Sentence(masked, c.Start, c.End)
	}
	for _, item := range BibItems(masked) {
		Text(item.Body)
		Infos(item.Body)
		Addresses(item.Body)
		Blocks(item.Body)
	}
	Entries(masked)
	Bibliographies(masked)
}

func FuzzBbl(f *testing.F) {
	for _, s := range []string{`\bibitem[a{]}]{k} x \newblock \bibinfo{title}{y} \cites[1]{a}{b}% c`,
		`\entry{k}{a}{}{} \name{author}{1}{}{{{}{family={x}}}} \verb{doi} \verb x \endverb \endentry`,
		`\begin{verbatim}\cite{a}\end{verbatim}\href{\doibase 1}{x}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if masked := Mask(s); len(masked) != len(s) {
			t.Fatalf("%q masked to another length", s)
		}
		readAll(s)
	})
}

// Text that TeX leaves out is not part of a source; text that only looks like it stays.
func TestMaskDead(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`a \iffalse \cite{x} \fi b`, `a b`},
		{`a \iffalse \cite{x} \else \cite{y} \fi b`, `a \cite{y} \fi b`},
		{`a \iffalse \ifx\a\b 1 \else 2 \fi \iff \cite{x} \fi b`, `a b`},
		{"a \\iffalse % \\fi\n \\cite{x} \\fi b", `a b`},
		{`a \if0 \cite{x} \fi b`, `a b`},
		{`a \if00 \cite{x} \fi b`, `a \if00 \cite{x} \fi b`},
		{`a \iffalse \cite{x}`, `a \iffalse \cite{x}`},
		{"a \\begin{comment}\\cite{x}\\end{comment} b", "a \\end{comment} b"},
	} {
		masked := Mask(c.in)
		if got := strings.Join(strings.Fields(masked), " "); len(masked) != len(c.in) || got != c.want {
			t.Errorf("%s: %q, want %q", c.in, got, c.want)
		}
	}
}

// The glue, numbers and macros of styles leave nothing in the text.
func TestStyleCommands(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`27\penalty0 (3):\penalty0 379--423`, `27(3):379–423`},
		{`\hskip 1em plus 0.5em minus 0.4em\relax Englewood Cliffs`, `Englewood Cliffs`},
		{`Journal\kern-.1em of\hskip.5em plus.2em X`, `Journalof X`},
		{`\APACrefYearMonthDay{1948}{}{}. \APACrefatitle {A Title} {A title}. \APACjournalVolNumPages{Nature}{27}{3}{379--423}.`, `(1948). A title. Nature, 27(3), 379–423.`},
		{`\APACjournalVolNumPages{Nature}{521}{}{436}. \APACaddressPublisher{}{Springer}.`, `Nature, 521, 436. Springer.`},
		{`Smith, J\BPBI D.\BCBT {} \BBA {} Doe, J.\APACinsertmetastar {key}`, `Smith, J. D., & Doe, J.`},
		{`\APACbVolEdTR{}{3\ \BEd, \BVOL~1}`, `(3 ed., Vol. 1)`},
	} {
		if got := Text(c.in); got != c.want {
			t.Errorf("%s\n got %q\nwant %q", c.in, got, c.want)
		}
	}
}

func TestNotes(t *testing.T) {
	const src = `One.\footnote{See \emph{Sand}, \footnote{inner}1999.} Two.\footnote[7]{B} \footnotemark \endnote{C}`
	list, around := Notes(src)
	var got []string
	for _, n := range list {
		got = append(got, n.Text+" of "+src[n.Start:n.End])
	}
	want := []string{`See \emph{Sand}, \footnote{inner}1999. of \footnote`, `B of \footnote`, `C of \endnote`}
	if !slices.Equal(got, want) || len(around) != len(src) || strings.Contains(around, "Sand") ||
		!strings.Contains(around, "} Two.") {
		t.Errorf("%q\n%q", got, around)
	}
}
