package extract

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

func TestLaTeX(t *testing.T) {
	src := "\\documentclass{article}\n\\begin{document}\nWe follow \\citet{vaswani} and \\cite{acm,none}. % " +
		"\\cite{no}\n\\begin{thebibliography}{9}\n" +
		"\\bibitem[Vaswani et~al.(2017)]{vaswani}\nAshish Vaswani, Noam Shazeer, and Niki Parmar.\n\\newblock Attention is " +
		"all you need.\n\\newblock In \\emph{NIPS}, pp.\\  5998--6008, 2017. \\url{https://arxiv.org/abs/1706.03762}\n\n" +
		"\\bibitem[\\protect\\citeauthoryear{Smith}{2017}]%\n        {acm}\n\\bibfield{author}{\\bibinfo{person}{Ann " +
		"Smith} {and} \\bibinfo{person}{Bo Lee}.} \\bibinfo{year}{2017}\\natexlab{}.\n\\newblock \\showarticletitle{A " +
		"Title}.\n\\newblock \\bibinfo{journal}{\\emph{J. X}} \\bibinfo{volume}{5} (\\bibinfo{year}{2017}), " +
		"\\bibinfo{pages}{1--2}.\n\\newblock\n\\href{https://doi.org/10.1145/1.2}{doi}\n" +
		"\\bibitem{empty}\n\\end{thebibliography}\n\\end{document}\n"
	doc, err := Read("p.tex", []byte(src), Options{})
	if err != nil || doc.Format != "latex" || len(doc.References) != 2 {
		t.Fatalf("%v %s %+v", err, doc.Format, doc.References)
	}
	for i, want := range []string{
		`"title":"Attention is all you need","authors":["Ashish Vaswani","Noam Shazeer","Niki Parmar"]`,
		`{"type":"article-journal","title":"A Title","authors":["Ann Smith","Bo Lee"],"venue":"J. X","year":"2017","doi":"10.1145/1.2","url":"https://doi.org/10.1145/1.2","volume":"5","pages":"1–2"}`,
	} {
		if got := claims(doc.References[i].Claimed); !strings.Contains(got, want) {
			t.Errorf("\n got %s\nwant %s", got, want)
		}
	}
	if r := doc.References[0]; r.Key != "vaswani" || r.Place.Line != 5 || r.Place.EndLine != 8 ||
		r.Claimed.ID("arxiv").Value != "1706.03762" || r.Confidence["title"] == 0 {
		t.Errorf("%+v", r)
	}
	if len(doc.Citations) != 3 || doc.Citations[2].Key != "none" ||
		doc.Citations[0].Context != "We follow [vaswani] and [acm, none]." || doc.Citations[0].Place.Line != 3 {
		t.Errorf("%+v", doc.Citations)
	}
	if len(doc.Problems) != 2 || doc.Problems[0].Rule != "empty-entry" || doc.Problems[0].Place.Line != 17 ||
		doc.Problems[1].Rule != undefinedKey || doc.Problems[1].Place.Line != 3 {
		t.Errorf("%+v", doc.Problems)
	}
}

func TestBiblatexBbl(t *testing.T) {
	src := "\\refsection{0}\n\\entry{k}{inproceedings}{}{}\n \\name{author}{1}{}{%\n {{un=0,hash=x}{%\n family={Doe},\n " +
		"given={John},\n prefix={van}}}%\n }\n \\list{publisher}{1}{%\n {Springer}%\n }\n \\field{sortinit}{D}\n " +
		"\\field{title}{A {B} of \\emph{C}}\n" +
		" \\field{booktitle}{Proc}\n \\field{year}{2017}\n \\field{pages}{1\\bibrangedash 5}\n \\verb{doi}\n \\verb " +
		"10.1000/x_y\n \\endverb\n\\endentry\n"
	doc, err := Read("p.bbl", []byte(src), Options{})
	if err != nil || len(doc.References) != 1 {
		t.Fatal(err, doc.References)
	}
	want := `{"type":"paper-conference","title":"A B of C","authors":["John van Doe"],"venue":"Proc","year":"2017","doi":"10.1000/x_y","pages":"1–5","publisher":"Springer"}`
	if got := claims(doc.References[0].Claimed); got != want || doc.References[0].Place.Line != 2 {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

func TestCarriedBib(t *testing.T) {
	src := "\\begin{filecontents*}{refs.bib}\n@misc{a, title={T},\n " +
		"year=2001}\n\\end{filecontents*}\n\\documentclass{article}\\begin{document}\\cite{a}\\bibliography{refs}\\end{document}"
	doc, err := Read("p.tex", []byte(src), Options{})
	if err != nil || doc.Format != "latex" || len(doc.References) != 1 || doc.References[0].Place.Line != 2 ||
		doc.References[0].Place.EndLine != 3 {
		t.Errorf("%v %+v", err, doc)
	}
	_, err = Read("p.tex", []byte("\\documentclass{article}\\begin{document}\\cite{a}\\bibliography{refs}\\end{document}"),
		Options{})
	if !errors.Is(err, ErrNoReferences) || !strings.Contains(err.Error(), "refs") {
		t.Errorf("%v", err)
	}
}

func TestLaTeXHostile(t *testing.T) {
	for _, unit := range []string{`\bibitem{a} x `, `\bibitem{a} \newblock a b \newblock c`,
		`\bibitem{a}\bibinfo{author}{x}\bibinfo{year}{`, `\entry{a}{b}{}{}\field{title}{x}`, `\cite{a} `,
		`\begin{filecontents}`, "\\begin{filecontents}\n@misc{a,", `\bibinfo{person}{x}`} {
		src := `\bibitem{a}` + strings.Repeat(unit, 1<<17/len(unit))
		testenv.Linear(t, fmt.Sprintf("%q repeated", unit), func() {
			if _, err := Read("p.tex", []byte(src), Options{Format: "latex"}); err != nil && !errors.Is(err, ErrNoReferences) {
				t.Errorf("%q: %v", unit, err)
			}
		})
	}
}

// The works in the notes of a document without a bibliography are its references.
func TestLaTeXNotes(t *testing.T) {
	src := "\\documentclass{article}\n\\begin{document}\nSand moves.\\footnote{See Nina Abel, \\emph{A Study of Sand} " +
		"(Oxford: Blackwell, 1983), 12; but see Carl Berg, ``The Sound of Dunes,'' \\emph{Journal of Dunes} 9, no. 1 (2008): " +
		"25--60.} Water too.\n\nIt sings.\\footnote{Ibid., 14.}\n\\end{document}\n"
	doc, err := Read("p.tex", []byte(src), Options{})
	if err != nil || len(doc.References) != 2 {
		t.Fatalf("%v %+v", err, doc.References)
	}
	first, second := doc.References[0], doc.References[1]
	if first.Claimed.Title != "A Study of Sand" || first.Key != "1" || first.Place.Note != "1" || first.Place.Line != 3 ||
		len(first.Citations) != 1 || !strings.HasPrefix(first.Citations[0].Context, "Sand moves.") ||
		strings.Contains(first.Citations[0].Context, "Abel") || second.Claimed.Title != "The Sound of Dunes" {
		t.Errorf("%+v\n%+v", first, second)
	}
	named := strings.Replace(src, "\\end{document}", "\\bibliography{refs}\\end{document}", 1)
	if _, err := Read("p.tex", []byte(named), Options{}); !errors.Is(err, ErrNoReferences) {
		t.Errorf("beside a bibliography that is not there: %v", err)
	}
}
