package extract

import (
	"strings"
	"testing"
)

// What BibTeX's styles print in their own ways is claimed as intended.
func TestStylesOfBibTeX(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"natbib: penalties, a date behind the title",
			"\\bibitem[Shannon(1948)]{a}\nClaude~E. Shannon.\n\\newblock A mathematical theory of communication.\n\\newblock " +
				"\\emph{Bell System Technical Journal}, 27\\penalty0 (3):\\penalty0 379--423, " +
				"1948.\n\\bibitem[WHO(2020)]{b}\n{World Health Organization}.\n\\newblock Coronavirus disease situation report, " +
				"2020.\n\\newblock URL \\url{https://www.who.int/reports}.",
			`{"title":"A mathematical theory of communication","authors":["Claude E. Shannon"],"venue":"Bell System Technical Journal","year":"1948","volume":"27","issue":"3","pages":"379–423"}` + "\n" + `{"title":"Coronavirus disease situation report","authors":["World Health Organization"],"year":"2020","url":"https://www.who.int/reports"}`},
		{"IEEEtran: glue, a dash for the names before",
			"\\bibitem{a}\nD.~E. Knuth, \\emph{The Art of Computer Programming}, 3rd~ed.\\hskip 1em plus 0.5em minus " +
				"0.4em\\relax Reading, MA: Addison-Wesley, 1997.\n\\bibitem{b}\n------, ``Literate programming,'' \\emph{The " +
				"Computer Journal}, vol.~27, no.~2, pp. 97--111, 1984.",
			`{"title":"The Art of Computer Programming","authors":["D. E. Knuth"],"year":"1997","publisher":"Addison-Wesley","location":"Reading, MA"} note=3rd ed` + "\n" + `{"title":"Literate programming","authors":["D. E. Knuth"],"venue":"The Computer Journal","year":"1984","volume":"27","issue":"2","pages":"97–111"}`},
		{"ACM: editors are no authors, a book's title is its own",
			"\\bibitem[Garfinkel(1967)]{a}\n\\bibfield{author}{\\bibinfo{person}{Harold Garfinkel}.} " +
				"\\bibinfo{year}{1967}.\n\\newblock \\showarticletitle{What is ethnomethodology?}\n\\newblock In " +
				"\\bibinfo{booktitle}{\\emph{Studies in Ethnomethodology}}, \\bibfield{editor}{\\bibinfo{person}{Jane Smith} " +
				"{and} \\bibinfo{person}{John Doe}} (Eds.). " +
				"\\bibinfo{publisher}{Prentice-Hall}.\n\\bibitem[Knuth(1997)]{b}\n\\bibfield{author}{\\bibinfo{person}{Donald~E. " +
				"Knuth}.} \\bibinfo{year}{1997}.\n\\newblock \\bibinfo{booktitle}{\\emph{The Art of Computer Programming} " +
				"(\\bibinfo{edition}{3} ed.)}. \\bibinfo{publisher}{Addison-Wesley}.",
			`{"type":"paper-conference","title":"What is ethnomethodology?","authors":["Harold Garfinkel"],"editors":["Jane Smith","John Doe"],"venue":"Studies in Ethnomethodology","year":"1967","publisher":"Prentice-Hall"}` + "\n" + `{"type":"book","title":"The Art of Computer Programming","authors":["Donald E. Knuth"],"year":"1997","publisher":"Addison-Wesley"} edition=3`},
		{"REVTeX: a proceedings volume is no title",
			"\\bibitem{a}\\BibitemOpen \\bibfield{author}{\\bibinfo{author}{\\bibfnamefont{A.}~\\bibnamefont{Vaswani}}, }in " +
				"\\emph{\\bibinfo{booktitle}{Advances in Neural Information Processing Systems}}, Vol.~\\bibinfo{volume}{30} " +
				"(\\bibinfo{year}{2017}).",
			`{"type":"paper-conference","authors":["A. Vaswani"],"venue":"Advances in Neural Information Processing Systems","year":"2017","volume":"30"}`},
		{"apacite",
			"\\bibitem [\\protect \\citeauthoryear {Shannon}{Shannon}{{\\protect \\APACyear " +
				"{1948}}}]{a}\n\\APACinsertmetastar {a}\\begin{APACrefauthors}Shannon, " +
				"C.\\end{APACrefauthors}\\unskip\\ \\newblock \\APACrefYearMonthDay{1948}{}{}.\n\\newblock " +
				"{\\BBOQ}\\APACrefatitle {A Mathematical Theory of Communication} {A mathematical theory of " +
				"communication}.{\\BBCQ}\n\\newblock \\APACjournalVolNumPages{Bell System Technical " +
				"Journal}{27}{3}{379--423}.\n\\PrintBackRefs{\\CurrentBib}",
			`{"title":"A mathematical theory of communication","authors":["C Shannon"],"venue":"Bell System Technical Journal","year":"1948","volume":"27","issue":"3","pages":"379–423"}`},
	} {
		doc, err := Read("x.bbl", []byte("\\begin{thebibliography}{9}\n"+c.in+"\n\\end{thebibliography}\n"), Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got []string
		for _, r := range doc.References {
			got = append(got, claims(r.Claimed))
		}
		if strings.Join(got, "\n") != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.name, strings.Join(got, "\n"), c.want)
		}
	}
}

// An address in BibLaTeX keeps its percent signs, and what looks like a comment after them.
func TestPercentInBiblatex(t *testing.T) {
	src := "\\refsection{0}\n\\datalist[entry]{nty/global//global/global}\n\\entry{a}{misc}{}\n\\name{author}{1}{}{%\n{{hash=x}{family={Doe}, given={Jane}}}%\n}\n\\field{title}{A title}\n\\verb{url}\n\\verb https://example.org/a%20b%2Fc\n\\endverb\n\\endentry\n\\enddatalist\n\\endrefsection\n"
	doc, err := Read("x.bbl", []byte(src), Options{})
	if err != nil || len(doc.References) != 1 || doc.References[0].Claimed.URL != "https://example.org/a%20b%2Fc" {
		t.Errorf("%v %+v", err, doc.References)
	}
}

// Works under one key are references of their own, cited with it.
func TestWorksUnderOneKey(t *testing.T) {
	src := `\documentclass{revtex4-2}\begin{document}\cite{a,b}
\begin{thebibliography}{9}
\bibitem{a} J.~Pennington, R.~Socher, and C.~D. Manning, \emph{GloVe: Global Vectors for Word Representation}, in Proceedings of EMNLP (2014), pp. 1532--1543; D.~P. Kingma and J.~Ba, \emph{Adam: A Method for Stochastic Optimization}, in Proceedings of ICLR (2015).
\bibitem{b} K.~Hencken and G.~Baur, Phys. Rev. A \textbf{49}, 1584 (1994).
\end{thebibliography}\end{document}`
	doc, err := Read("a.tex", []byte(src), Options{})
	if err != nil || len(doc.References) != 3 {
		t.Fatalf("%v: %+v", err, doc.References)
	}
	for i, want := range []struct {
		key, title string
		authors    int
	}{{"a", "GloVe: Global Vectors for Word Representation", 3}, {"a#b", "Adam: A Method for Stochastic Optimization", 2},
		{"b", "", 2}} {
		r := &doc.References[i]
		if r.Key != want.key || r.Claimed.Title != want.title || len(r.Claimed.Authors()) != want.authors || r.Uncited {
			t.Errorf("%d: %q %q %v, uncited %v", i, r.Key, r.Claimed.Title, r.Claimed.Authors(), r.Uncited)
		}
	}
}
