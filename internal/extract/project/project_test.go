package project

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

const (
	open  = "\\documentclass[a4paper]{article}\n\\begin{document}\n"
	close = "\n\\end{document}\n\\cite{behind}\n"
)

func summary(p *Project) string {
	var parts, cites []string
	for _, part := range p.Parts {
		parts = append(parts, part.Name)
	}
	for _, c := range p.Cites {
		cites = append(cites, c.Key)
	}
	return fmt.Sprintf("parts %v cites %v bibs %v bbls %v aux %v missing %d", parts, cites, p.Bibs, p.Bbls,
		p.Aux, len(p.Missing))
}

func TestLoad(t *testing.T) {
	for _, c := range []struct {
		name  string
		files testenv.Files
		main  string
		want  string
	}{
		{"parts in order", testenv.Files{
			"main.tex": open + `\cite{a} \input{sec/one} \cite{d} \include{two} \input three` + "\n" +
				`\bibliography{refs, more}` + close,
			"sec/one.tex":  `\cite{b} % \cite{no}` + "\n" + `\input{deep}`,
			"sec/deep.tex": `\cite{c}`, "two.tex": `\citep{e}`, "three.tex": `\cite{f}`, "refs.bib": "",
			"more.bib": "", "main.bbl": "",
		}, "main.tex",
			"parts [main.tex sec/one.tex sec/deep.tex two.tex three.tex] cites [a b c d e f] bibs [refs.bib more.bib] bbls " +
				"[main.bbl] aux [] missing 0"},
		{"circle", testenv.Files{"a.tex": open + `\input{b}\cite{x}` + close, "b.tex": `\input{a}\input{b}\cite{y}`}, "a.tex",
			"parts [a.tex b.tex] cites [y x] bibs [] bbls [] aux [] missing 0"},
		{"escape",
			testenv.Files{"p/a.tex": open + `\input{../../etc/passwd}\input{/etc/passwd}\bibliography{../refs,../../x}` + close,
				"refs.bib": ""}, "p/a.tex", "parts [p/a.tex] cites [] bibs [refs.bib] bbls [] aux [] missing 3"},
		{"import", testenv.Files{"a.tex": open + `\import{ch/}{one}\subimport{ch}{two.tex}\subfile{ch/three}` + close,
			"ch/one.tex": `\input{inner}`, "ch/inner.tex": `\cite{i}`, "ch/two.tex": `\cite{t}`,
			"ch/three.tex": `\cite{s}`}, "a.tex",
			"parts [a.tex ch/one.tex ch/inner.tex ch/two.tex ch/three.tex] cites [i t s] bibs [] bbls [] aux [] missing 0"},
		{"biblatex",
			testenv.Files{"a.tex": open +
				`\addbibresource[location=local]{x.bib}\addbibresource{y.bib}\textcite{k}\autocites{m}{n}\nocite{*}` + close,
				"x.bib": ""}, "a.tex", "parts [a.tex] cites [k m n *] bibs [x.bib] bbls [] aux [] missing 1"},
		{"strings of TeX", testenv.Files{"a.tex": open + `\bibliography{IEEEabrv,b}` + close, "b.bib": ""}, "a.tex",
			"parts [a.tex] cites [] bibs [b.bib] bbls [] aux [] missing 0"},
		{"aux", testenv.Files{"a.tex": open + close,
			"a.aux": "\\relax\n\\citation{x,y}\n\\abx@aux@cite{0}{z}\n\\@input{b.aux}\n\\bibdata{r}",
			"b.aux": "\\citation{w}\n\\@input{a.aux}"}, "a.tex",
			"parts [a.tex] cites [] bibs [] bbls [] aux [x y z w] missing 0"},
		{"only .bbl", testenv.Files{"a.tex": open + `\bibliography{gone}` + close, "other.bbl": ""}, "a.tex",
			"parts [a.tex] cites [] bibs [] bbls [other.bbl] aux [] missing 1"},
		{"multibib", testenv.Files{"a.tex": open + `\citesec{s}\bibliographysec{sec}\bibliographystyle{plain}` + close,
			"sec.bib": ""}, "a.tex", "parts [a.tex] cites [s] bibs [sec.bib] bbls [] aux [] missing 0"},
		{"input of .bbl", testenv.Files{"a.tex": open + `\input{out.bbl}` + close, "out.bbl": ""}, "a.tex",
			"parts [a.tex] cites [] bibs [] bbls [out.bbl] aux [] missing 0"},
	} {
		if got := summary(Load(c.files, c.main)); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
	class := `\LoadClass{book}\RequirePackage{bibs}\bibliography{#1}\AtEndDocument{\bibliography{refs,example}}`
	for _, c := range []struct {
		name  string
		files testenv.Files
		want  string // bibliographies, and the number of missing ones
	}{
		{"option of a class",
			testenv.Files{"a.tex": `\documentclass[a4paper, bib-resource={refs.bib, more}]{thesis}\begin{document}` + close,
				"refs.bib": "", "more.bib": "", "other.bib": ""}, "[refs.bib more.bib] 0"},
		{"option of a class, without an ending",
			testenv.Files{"a.tex": `\documentclass[bib_resource = refs]{thesis}\begin{document}` + close,
				"refs.bib": "@misc{k, title={T}}"}, "[refs.bib] 0"},
		{"option that is not there",
			testenv.Files{"a.tex": `\documentclass[bib-resource={gone.bib}]{thesis}\begin{document}` + close}, "[] 1"},
		{"option of a package",
			testenv.Files{"a.tex": open +
				`\usepackage[backend=biber, references={a.bib,b.bib}]{our}\usepackage[bibliography=totoc]{x}` + close, "a.bib": "",
				"b.bib": "", "totoc.bib": ""}, "[a.bib b.bib] 0"},
		{"setkeys and setup",
			testenv.Files{"a.tex": open +
				`\setkeys{thesis}{title={T}, bibfile=a}\thesissetup{info = {title = {x}}, style = {style/bib-resource = {b.bib}}}` +
				close, "a.bib": "", "b.bib": ""}, "[a.bib b.bib] 0"},
		{"option outside",
			testenv.Files{"p/a.tex": `\documentclass[bib-resource={../../x.bib}]{thesis}\begin{document}` + close, "x.bib": ""},
			"[] 1"},
		{"glob",
			testenv.Files{"a.tex": open + `\addbibresource[glob]{bib/*.bib}` + close, "bib/one.bib": "", "bib/two.bib": "",
				"bib/deep/no.bib": "", "no.bib": ""}, "[bib/one.bib bib/two.bib] 0"},
		{"glob outside", testenv.Files{"p/a.tex": open + `\addbibresource[glob]{../../*.bib}` + close, "x.bib": ""}, "[] 1"},
		{"glob of nothing", testenv.Files{"a.tex": open + `\addbibresource[glob]{bib/*.bib}` + close}, "[] 1"},
		{"in an included file",
			testenv.Files{"a.tex": open + `\input{set/preamble}` + close,
				"set/preamble.tex": `\addbibresource{refs.bib}\addglobalbib{b.bib}\addsectionbib{c.bib}`, "set/refs.bib": "",
				"b.bib": "", "c.bib": ""}, "[set/refs.bib b.bib c.bib] 0"},
		{"a class names it",
			testenv.Files{"a.tex": `\documentclass{our/thesis}\begin{document}` + close, "our/thesis.cls": class,
				"our/bibs.sty": `\addbibresource{more.bib}\RequirePackage{bibs}`, "refs.bib": "", "our/more.bib": "",
				"third.bib": ""}, "[our/more.bib refs.bib] 0"},
		{"a class elsewhere",
			testenv.Files{"p/a.tex": `\documentclass{../../thesis}\begin{document}` + close, "thesis.cls": class,
				"refs.bib": ""}, "[] 0"},
		{"the only one", testenv.Files{"a.tex": open + `\cite{k}` + close, "refs.bib": "@misc{k, title={T}}"},
			"[refs.bib] 0"},
		{"the only one, below",
			testenv.Files{"p/a.tex": open + `\cite{k}` + close, "p/bib/refs.bib": "@misc{k, title={T}}", "q/refs.bib": ""},
			"[p/bib/refs.bib] 0"},
		{"the sample of a template",
			testenv.Files{"a.tex": open + `\cite{k}` + close, "template/sample.bib": "@misc{other, title={T}}"}, "[] 0"},
		{"one of two", testenv.Files{"a.tex": open + `\cite{k}` + close, "bib/one.bib": "", "bib/two.bib": ""}, "[] 0"},
		{"nothing is cited", testenv.Files{"a.tex": open + close, "refs.bib": ""}, "[] 0"},
		{"entries of its own",
			testenv.Files{"a.tex": open + `\cite{k}\begin{thebibliography}{1}\bibitem{k} X` + close, "refs.bib": ""}, "[] 0"},
	} {
		main := "a.tex"
		if !c.files.Has(main) {
			main = "p/a.tex"
		}
		p := Load(c.files, main)
		if got := fmt.Sprint(p.Bibs, len(p.Missing)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	if p := Load(testenv.Files{"a.tex": open + `\newcommand{\see}[1]{(see \citep{#1})}` + close}, "a.tex"); !p.Indirect ||
		len(p.Cites) != 0 {
		t.Errorf("a macro that cites: %+v", p)
	}
}

func TestFind(t *testing.T) {
	bib := `\cite{a}\bibliography{refs}`
	for _, c := range []struct {
		name  string
		files testenv.Files
		want  string
	}{
		{"one", testenv.Files{"main.tex": open + bib + `\input{sec}` + close, "sec.tex": "x", "refs.bib": ""},
			"[[main.tex]]"},
		{"with a supplement",
			testenv.Files{"paper.tex": open + bib + close, "supplement.tex": open + bib + close, "refs.bib": ""},
			"[[paper.tex supplement.tex]]"},
		{"several of their own",
			testenv.Files{"a.tex": open + `\begin{thebibliography}{1}\bibitem{x} X` + close,
				"b.tex": open + `\begin{thebibliography}{1}\bibitem{y} Y` + close}, "[[a.tex] [b.tex]]"},
		{"folders", testenv.Files{"p1/main.tex": open + bib + close, "p2/main.tex": open + bib + close, "p1/refs.bib": "",
			"p2/refs.bib": ""}, "[[p1/main.tex] [p2/main.tex]]"},
		{"subfiles",
			testenv.Files{"main.tex": open + `\subfile{s/one}` + bib + close,
				"s/one.tex": `\documentclass[../main]{subfiles}\begin{document}x\end{document}`, "refs.bib": ""}, "[[main.tex]]"},
		{"whole documents included", testenv.Files{"main.tex": open + `\include{one}` + close, "one.tex": open + bib + close},
			"[[main.tex]]"},
		{"figures",
			testenv.Files{"main.tex": open + bib + close, "fig.tex": `\documentclass{standalone}\begin{document}x\end{document}`,
				"note.tex": open + close}, "[[main.tex note.tex]]"},
		{"none", testenv.Files{"a.tex": "x", "b.bib": ""}, "[]"},
	} {
		var got [][]string
		for _, p := range Find(c.files) {
			got = append(got, p.Mains)
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
}

func TestHostile(t *testing.T) {
	many := testenv.Files{}
	for i := range 3000 {
		many[fmt.Sprintf("p%d.tex", i)] = fmt.Sprintf(`\input{p%d}\input{p%d}`, (i+1)%3000, (i*7)%3000)
	}
	many["main.tex"] = open + `\input{p0}` + close
	for name, files := range map[string]testenv.Files{
		"parts without end":   many,
		"commands":            {"main.tex": open + strings.Repeat(`\input{`, 1<<17)},
		"brackets":            {"main.tex": open + strings.Repeat(`\input[`, 1<<17)},
		"options":             {"main.tex": open + strings.Repeat(`\usepackage[{x=\setkeys{`, 1<<16)},
		"missing files":       {"main.tex": open + strings.Repeat(`\bibliography{a,b,c}\bibliography{x}`, 1<<14)},
		"arguments of macros": {"main.tex": open + strings.Repeat(`\cite{#1`, 1<<16)},
	} {
		testenv.Linear(t, name, func() {
			if p := Load(files, "main.tex"); len(p.Parts) > maxParts {
				t.Errorf("%s: %d parts", name, len(p.Parts))
			}
		})
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(open+`\input{b}\import{c}{d}\bibliography{../x}`, `\input{a}\cite{x}\include{../../y}`)
	f.Add(`\documentclass[bib-resource={../x.bib,x}]{b}\begin{document}\cite{k}\usepackage[glob={*.bib}]{b}`,
		`\addbibresource[glob]{[x*.bib}`)
	f.Fuzz(func(t *testing.T, a, b string) {
		files := testenv.Files{"a.tex": a, "b.tex": b, "c/d.tex": b, "b.cls": b, "b.sty": a, "x.bib": "", "a.aux": b}
		for _, paper := range Find(files) {
			p := Load(files, paper.Mains...)
			for _, part := range p.Parts {
				if _, ok := files[part.Name]; !ok || len(part.Source) != len(part.Masked) && len(part.Masked) != len(part.Source) {
					t.Fatalf("part %q", part.Name)
				}
			}
			for _, c := range p.Cites {
				if c.Part >= len(p.Parts) || c.End > len(p.Parts[c.Part].Masked) {
					t.Fatalf("%+v", c)
				}
			}
		}
		Load(files, "a.tex")
	})
}
