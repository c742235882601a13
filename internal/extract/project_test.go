package extract

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/extract/project"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// told returns the references with their citations: "a(2) b(0)! c": "!" means that it is uncited.
func told(doc Document) string {
	var list []string
	for _, r := range doc.References {
		s := fmt.Sprintf("%s@%s:%d(%d)", r.ID, r.Place.File, r.Place.Line, len(r.Citations))
		if r.Uncited {
			s += "!"
		}
		list = append(list, s)
	}
	for _, p := range doc.Problems {
		list = append(list, p.Rule)
	}
	return strings.Join(list, " ")
}

func TestProject(t *testing.T) {
	const (
		open  = "\\documentclass{article}\n\\begin{document}\n"
		close = "\n\\end{document}\n"
	)
	bib := "@string{j = \"J. X\"}\n@article{a, title={First title}, year=2001}\n\n@inproceedings{b, title={Second " +
		"title}, crossref={p}}\n@article{c, title={Third}}\n"
	for _, c := range []struct {
		name  string
		files testenv.Files
		opt   Options
		want  string
	}{
		{"uncited, undefined, parents",
			testenv.Files{"main.tex": open + `It is so \cite{a}. \input{s} \bibliography{one,two}` + close,
				"s.tex": `Also \citep{b, gone}. Again \cite{gone}.`, "one.bib": bib,
				"two.bib": "@proceedings{p, title={Proc}}\n@article{d, title={D}, journal=j}\n"}, Options{},
			"a@x/one.bib:2(1) b@x/one.bib:4(1) c@x/one.bib:5(0)! p@x/two.bib:1(0) d@x/two.bib:2(0)! undefined-key"},
		{"cited only",
			testenv.Files{"main.tex": open + `\cite{b}\bibliography{one,two}` + close, "one.bib": bib,
				"two.bib": "@proceedings{p, title={Proc}}\n"}, Options{Cited: true}, "b@x/one.bib:4(1) p@x/two.bib:1(0)"},
		{"everything is cited",
			testenv.Files{"main.tex": open + `\cite{b}\nocite{*}\bibliography{one}` + close, "one.bib": bib},
			Options{Cited: true}, "a@x/one.bib:2(0) b@x/one.bib:4(1) c@x/one.bib:5(0) missing-parent"},
		{"the .bbl says what macros cite",
			testenv.Files{"main.tex": open + `\newcommand{\see}[1]{\cite{#1}} \see{a} \cite{b}\bibliography{one}` + close,
				"one.bib": bib,
				"main.bbl": "\\begin{thebibliography}{1}\\bibitem{a} A. Smith. First title. 2001.\n\\bibitem{old} B. Other. Old " +
					"title. 2002.\n\\end{thebibliography}"}, Options{},
			"a@x/one.bib:2(0) b@x/one.bib:4(1) c@x/one.bib:5(0)! missing-parent"},
		{"macros alone tell nothing",
			testenv.Files{"main.tex": open + `\newcommand{\see}[1]{\cite{#1}} \see{a} \cite{b}\bibliography{one}` + close,
				"one.bib": bib}, Options{}, "a@x/one.bib:2(0) b@x/one.bib:4(1) c@x/one.bib:5(0) missing-parent"},
		{"the .bbl has what the .bib lacks",
			testenv.Files{"main.tex": open + `\cite{a,z}\bibliography{one}` + close, "one.bib": bib,
				"main.bbl": "\\begin{thebibliography}{1}\n\\bibitem{a} A. Smith. First title. 2001.\n\\bibitem{z} B. Other. A " +
					"title. 2002.\n\\end{thebibliography}"}, Options{},
			"a@x/one.bib:2(1) b@x/one.bib:4(0)! c@x/one.bib:5(0)! z@x/main.bbl:3(1) missing-parent"},
		{"only a .bbl",
			testenv.Files{"main.tex": open + `\cite{a}\bibliography{gone}` + close,
				"main.bbl": "\\begin{thebibliography}{1}\n\\bibitem{a} A. Smith. First title. 2001.\n\\bibitem{z} B. Other. A " +
					"title. 2002.\n\\end{thebibliography}"}, Options{}, "a@x/main.bbl:2(1) z@x/main.bbl:3(0) missing-file"},
		{"a list in a part",
			testenv.Files{"main.tex": open + `\cite{a}\include{refs}` + close,
				"refs.tex": "\\begin{thebibliography}{1}\n\\bibitem{a} A. Smith. First title. 2001.\n\\bibitem{z} B. Other. A " +
					"title. 2002.\n\\end{thebibliography}"}, Options{}, "a@x/refs.tex:2(1) z@x/refs.tex:3(0)!"},
		{"case of keys",
			testenv.Files{"main.tex": open + `\cite{A}\bibliography{one}` + close, "one.bib": "@misc{a,title={T}}\n"}, Options{},
			"a@x/one.bib:1(1)"},
		{"the .aux alone",
			testenv.Files{"main.tex": open + `\bibliography{one}` + close, "main.aux": "\\citation{a}\n", "one.bib": bib},
			Options{Cited: true}, "a@x/one.bib:2(0) missing-parent"},
	} {
		doc, err := readProject(c.files, project.Load(c.files, "main.tex"), func(name string) string { return "x/" + name },
			c.opt)
		if got := told(doc); err != nil || got != c.want {
			t.Errorf("%s: %v\n got %s\nwant %s", c.name, err, got, c.want)
		}
	}
	files := testenv.Files{"main.tex": open + `\cite{a}\bibliography{../refs}` + close}
	if _, err := readProject(files, project.Load(files, "main.tex"), func(name string) string { return name },
		Options{}); !errors.Is(err, ErrNoReferences) || !strings.Contains(err.Error(), "../refs") {
		t.Errorf("a bibliography outside: %v", err)
	}
}

// The span of an entry refers to its own file, whatever precedes it.
func TestProjectSpans(t *testing.T) {
	const entry = "@article{%s, title={Title %s of it}, year=2001}"
	one, two := fmt.Sprintf(entry, "a", "a"), fmt.Sprintf(entry, "b", "b")
	files := testenv.Files{
		"main.tex": "\\documentclass{article}\\begin{document}\\cite{a,b,c}\\bibliography{one,two,three}\\end{document}",
		"one.bib":  "% first\n" + one + "\n", "two.bib": "\ufeff% second\n\n" +
			two, "three.bib": "@misc{c, title={Caf\xe9 of it}, year=2001}",
	}
	doc, err := readProject(files, project.Load(files, "main.tex"), func(name string) string { return name }, Options{})
	if err != nil || len(doc.References) != 3 {
		t.Fatal(doc.References, err)
	}
	for i, want := range []string{one, two, ""} {
		at := doc.References[i].Place
		if got := files[at.File][at.Span.Start:at.Span.End]; got != want {
			t.Errorf("%s: %q, want %q", at.File, got, want)
		}
	}
}

func FuzzProject(f *testing.F) {
	f.Add(`\documentclass{a}\begin{document}\cite{a}\input{b}\bibliography{b}`, `@misc{a, title={T}}`,
		`\bibitem{a} X. Y. 2001.`)
	f.Fuzz(func(t *testing.T, main, bib, bbl string) {
		files := testenv.Files{"main.tex": main, "b.bib": bib, "b.tex": bib, "main.bbl": bbl, "main.aux": bib}
		doc, err := readProject(files, project.Load(files, "main.tex"), func(name string) string { return name },
			Options{Cited: len(main)%2 == 0})
		if err != nil {
			return
		}
		seen := map[string]bool{}
		for _, r := range doc.References {
			if r.ID == "" || seen[r.ID] {
				t.Fatalf("id %q is empty or repeated", r.ID)
			}
			seen[r.ID] = true
		}
	})
}
