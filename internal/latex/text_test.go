package latex

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

func TestText(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"Plain text", "Plain text"},
		{`G{\"o}del, G\"odel, G\"{o}del, G{\"{o}}del`, "Gödel, Gödel, Gödel, Gödel"},
		{`\'e \'{e} \' e \'{\i} \'\i {\'\i}`, "é é é í í í"},
		{`\c{c} \c c \v{s} \v s {\v{S}} \H{o} \k{a} \u{g} \=a \.z \d{h} \b{d} \r{u} \t{oo}`, "ç ç š š Š ő ą ğ ā ż ḥ ḏ ů o͡o"},
		{`{\ss} \o{} \O \l \L{} \ae \AE{} \aa \AA \oe{} \i \j`, "ß ø ØłŁ æÆ åÅœ ıȷ"},
		{`Stra{\ss}e, \O rsted, \L{}ukasz, M{\o}ller, {\AA}ngstr\"om`, "Straße, Ørsted, Łukasz, Møller, Ångström"},
		{`Vi\d{\^e}t, Nguy{\~{\^e}}n, \'{\"u}`, "Việt, Nguyễn, ǘ"},
		{`$\alpha$-synuclein, H$_2$O, $10^{-3}$, $O(n \log n)$, $x\in\mathbb{R}^n$`,
			"α-synuclein, H2O, 10-3, O(n log n), x∈Rn"},
		{`costs $5, a\$b`, "costs $5, a$b"},
		{`\emph{a} \textbf{b} {\em c} {\bf d} \texttt{e} \textsc{F} \unknown{g} \unknown[x]{h}`, "a b c d e F g h"},
		{`\url{http://a.b/c_d--e~f} \href{http://x}{shown} \url{http://a/\%20\_}`, "http://a.b/c_d--e~f shown http://a/%20_"},
		{`R\&D 50\% \#1 a\_b \{x\} A~B 1--2 a---b ` + "``q'' ?`s !`s", "R&D 50% #1 a_b {x} A B 1–2 a—b “q” ¿s ¡s"},
		{"  a \n  b\t\tc ", "a b c"},
		{`{T}he {{LaTeX}} {\LaTeX} Companion`, "The LaTeX LaTeX Companion"},
		{`\enquote{x} \noopsort{1973a}{1968} \textcolor{red}{y} \label{l}z \frac{1}{2} $\frac12$`, "“x” 1968 y z 1/2 1/2"},
		{`\char"E9 \char233 \char'351`, "é é é"},
		{"don't `x'", "don't `x'"},
		{`a\-b\/c\,d\ e\\f`, "abc d e f"},
		{`\bysame, \emph{A book}`, "———, A book"},
		{`\leavevmode\vrule height 2pt depth -1.6pt width 23pt, {\em A Book}`, "———, A Book"},
		{`\leavevmode\hbox to3em{\hrulefill}\thinspace, A \rule{3em}{.4pt}, \rule[-1pt]{0pt}{12pt}B \hbox{C}`,
			"——— , A ———, B C"},
		{`\`, `\`},
		{`{`, ""},
		{`\'`, ""},
		{`\"{`, ""},
		{"e\u0301", "é"},
		{`Erd\H os and R\'enyi`, "Erdős and Rényi"},
		{`\relax{}Smith`, "Smith"},
		{`\vZ \vZivic`, "Ž"},
		{`\bibinfo {author} {\bibfnamefont {A.}~\bibnamefont {Smith}}`, "A. Smith"},
		{`\href {https://x} {\bibfield  {journal} {\bibinfo  {journal} {Phys. Rev.}\ }\textbf {\bibinfo {volume} {5}}}`,
			"Phys. Rev. 5"},
	} {
		if got := Text(c.in); got != c.want {
			t.Errorf("Text(%q)\n got %q\nwant %q", c.in, got, c.want)
		}
	}
}

func TestVerbatim(t *testing.T) {
	for in, want := range map[string]string{
		`http://a/b_c`:                         "http://a/b_c",
		`\url{http://a/\~{}b\_c--d}`:           "http://a/~b_c--d",
		`{http://a/{\textasciitilde}b}`:        "http://a/~b",
		`10.1007/978-3-319\_5`:                 "10.1007/978-3-319_5",
		`http://a/$\sim$b\%20`:                 "http://a/~b%20",
		`10.1000/a{\textless}b\textgreater{}c`: "10.1000/a<b>c",
	} {
		if got := Verbatim(in); got != want {
			t.Errorf("Verbatim(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestEscape(t *testing.T) {
	for _, c := range []struct{ in, ascii, utf string }{
		{"Gödel & Søren", `G{\"o}del \& S{\o}ren`, `Gödel \& Søren`},
		{"naïve – ß", `na{\"\i}ve -- {\ss}`, "naïve – ß"},
		{"Çelik Šimko ů ő", `{\c{C}}elik {\v{S}}imko {\r{u}} {\H{o}}`, "Çelik Šimko ů ő"},
		{"α-helix, a_b 5% ~", `$\alpha$-helix, a\_b 5\% \textasciitilde{}`, `α-helix, a\_b 5\% \textasciitilde{}`},
		{"Việt", `Vi{\^{\d{e}}}t`, "Việt"},
		{"中文", "中文", "中文"},
	} {
		got := Escape(c.in, true)
		if c.in == "naïve – ß" {
			c.ascii = `na{\"{\i}}ve -- {\ss}`
		}
		if got != c.ascii {
			t.Errorf("Escape(%q) = %q, want %q", c.in, got, c.ascii)
		}
		if got := Escape(c.in, false); got != c.utf {
			t.Errorf("Escape(%q, utf) = %q, want %q", c.in, got, c.utf)
		}
		if back := Text(got); back != c.in {
			t.Errorf("Text(Escape(%q)) = %q", c.in, back)
		}
	}
}

// Every letter that Escape writes with commands is restored by Text.
func TestEscapeComesBack(t *testing.T) {
	n := 0
	for c := rune(0xa1); c < 0x2300; c++ {
		s := norm.NFC.String(string(c))
		out := Escape(s, true)
		if out == s || c == 0xad {
			continue
		}
		n++
		if back := Text("x" + out + "y"); back != "x"+s+"y" && !strings.ContainsRune("‘’\u00a0", c) {
			t.Errorf("%U %q → %q → %q", c, s, out, back)
		}
	}
	if n < 400 {
		t.Errorf("only %d characters have a command", n)
	}
}

func TestTextHostile(t *testing.T) {
	for _, unit := range []string{`\'`, `\'{`, `{`, `\enquote{`, `\href{`, `\href{}{`, `$`, `\frac`, `\frac{`, `\url{`,
		"\\char\"", `\x[`, "-", "`", `\`, `$$`, `\'{\i`, "~ "} {
		src := strings.Repeat(unit, 1<<20/len(unit))
		testenv.Linear(t, fmt.Sprintf("%q repeated for a megabyte", unit), func() {
			Text(src)
			Verbatim(src)
		})
	}
}

func FuzzText(f *testing.F) {
	for _, s := range []string{`G{\"o}del $x^2$ \url{a--b}`, `\'\'\i \char"E9 \frac12`, "?`--'' \\", `\noopsort{a}{b`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		out := Text(s)
		if utf8.ValidString(s) && !utf8.ValidString(out) {
			t.Fatalf("%q became invalid: %q", s, out)
		}
		if strings.TrimSpace(out) != out && utf8.ValidString(s) &&
			strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 || r == '\\' }) < 0 {
			t.Fatalf("%q keeps white space: %q", s, out)
		}
		Verbatim(s)
		if utf8.ValidString(s) {
			Escape(s, true)
		}
	})
}

func BenchmarkText(b *testing.B) {
	const s = `The {LaTeX} Companion: {\"U}ber $\alpha$-Helices -- a survey of G\"odel's theorems`
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		Text(s)
	}
}

func BenchmarkTextPlain(b *testing.B) {
	const s = `Attention is all you need: a plain title without any command at all`
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		Text(s)
	}
}

// An author's own macro leaves a gap in a title; a macro that only formats text does not.
func TestTitle(t *testing.T) {
	for in, want := range map[string]string{
		`Search for \BsToEE{} and \BdToEE`:                                  "Search for … and …",
		`Decays \mbox{\decay{\Bs}{\epem}}`:                                  "Decays …",
		`Search for \decay{B^0}{K^{*}\mu\mu} decays`:                        "Search for … decays",
		`{\ttbar H} production`:                                             "…H production",
		`Over \isotope[13]{C}`:                                              "Over …C",
		`{\sc Foo}, {\em bar} and \textsc{baz}\xspace`:                      "Foo, bar and baz",
		`A \thing{marked} word`:                                             "A marked word",
		`{\ensuremath{B^0_s\to e^+e^-}}`:                                    "Bs0→e+e-",
		`$B^{0}_{\rm s} \to K^\ast \ell$`:                                   "Bs0 →K∗ℓ",
		`in \textbeta-catenin, 3 \texttimes{} 4, \upalpha`:                  "in β-catenin, 3 × 4, α",
		`{\ifmmode H_0\else H$_0$\fi} and $\ifmmode H_0\else H$_0$\fi$ now`: "H0 and H0 now",
		`\num{e6} and \num{3e-5} and \num{12}`:                              "106 and 3×10-5 and 12",
		`\begin{CJK*}{UTF8}{min}日\end{CJK*} \begin{center}{x}\end{center}`:  "日 x",
	} {
		if got := Title(in, "…"); got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
	if got := Text(`a \foo b`); got != "a b" {
		t.Errorf("%q", got)
	}
}
