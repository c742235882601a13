package extract

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Years that an entry marks as uncertain accuse no one.
func TestCirca(t *testing.T) {
	for text, want := range map[string]bool{
		"year = {c. 1850}": true, "year={ca. 1850}": true, "year = {1850?}": true, "date = {1850~}": true,
		"(circa 1850)": true, "[1850?]": true,
		"year={um 1850}": true, "ок. 1850": true, "(1850s)": true, "PY  - c1850": false,
		"year = {1850}": false, "(1850)": false,
		"Who was there in 1850? (1850)": false, "https://a.org/c/1850": false, "Washington, D. C. 1850": false,
	} {
		if got := circa(text, "1850"); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	doc, err := Read("a.txt",
		[]byte("References\n\n[1] Doe, J. (c. 1850). The first title of a work. London: Murray.\n[2] Roe, J. (1851). The "+
			"second title of a work. London: Murray.\n"), Options{})
	if err != nil || len(doc.References) != 2 {
		t.Fatalf("%v %+v", err, doc.References)
	}
	first, second := &doc.References[0], &doc.References[1]
	if sure := first.Confidence[biblio.FieldYear]; sure != 0 || first.Claimed.Issued.Year != 1850 ||
		first.Claimed.AuthorsCut || second.Confidence[biblio.FieldYear] == 0 {
		t.Errorf("%v %+v, %v", sure, first.Claimed, second.Confidence)
	}
}

// Names that a program wrote letter by letter are not authors.
func TestNamesInLetters(t *testing.T) {
	doc, err := Read("a.ris",
		[]byte("TY  - JOUR\nA1  - [\nA1  - '\nA1  - M\nA1  - i\nA1  - z\nT1  - Differential Responses to Food Price "+
			"Changes\nY1  - 2015\nER  - \n"), Options{})
	if err != nil || len(doc.References) != 1 || len(doc.References[0].Claimed.Contributors) != 0 ||
		len(doc.Problems) != 1 || doc.Problems[0].Rule != "broken-names" {
		t.Errorf("%v %+v %+v", err, doc.References, doc.Problems)
	}
	doc, err = Read("b.ris",
		[]byte("TY  - JOUR\nA1  - M\nA1  - Miz, A\nA1  - I\nT1  - Differential Responses to Food Price Changes\nER  - \n"),
		Options{})
	if err != nil || len(doc.References[0].Claimed.Contributors) != 3 {
		t.Errorf("%v %+v", err, doc.References)
	}
}

// Commands of AASTeX stand for journals and identifiers.
func TestCommandsOfAASTeX(t *testing.T) {
	doc, err := Read("a.bbl", []byte(`\begin{thebibliography}{}
\bibitem[Lada \& Lada(2003)]{lada} Lada, C.~J., \& Lada, E.~A. 2003, \araa, 41, 57
\bibitem[Smith(2019)]{smith} {Smith}, J. 2019, \apjl, 917, L20, \dodoi{10.3847/2041-8213/abc123}, \doarXiv{2101.00001}
\end{thebibliography}
`), Options{})
	if err != nil || len(doc.References) != 2 {
		t.Fatalf("%v %+v", err, doc.References)
	}
	if v := doc.References[0].Claimed.Container.Title; v != "Annual Review of Astronomy and Astrophysics" {
		t.Errorf("container %q of %q", v, doc.References[0].Raw)
	}
	w := &doc.References[1].Claimed
	if w.Container.Title != "Astrophysical Journal Letters" || len(w.IDs) != 2 {
		t.Errorf("%+v", w)
	}
}
