package lab

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/pdftest"
)

// TestReadingSuite runs the suite on a document and its bibliography.
func TestReadingSuite(t *testing.T) {
	root := t.TempDir()
	lines := []string{
		"References",
		"[1] D. E. Knuth. Literate programming. The Computer Journal, 27(2):97-111, 1984.",
		"[2] L. Lamport. Time, clocks, and the ordering of events in a distributed system. Commun. ACM, 21(7):558-565, 1978.",
		"[3] R. L. Rivest, A. Shamir, and L. Adleman. A method for obtaining digital signatures. Commun. ACM, " +
			"21(2):120-126, 1978.",
	}
	var page pdftest.Page
	for i, s := range lines {
		page.Texts = append(page.Texts, pdftest.Text{X: 72, Y: 700 - 14*float64(i), Bold: i == 0, Text: s})
	}
	bib := `@article{knuth, author = {Donald E. Knuth}, title = {Literate Programming}, journal = {The Computer Journal}, volume = 27, number = 2, pages = {97--111}, year = 1984}
@article{lamport, author = {Leslie Lamport}, title = {Time, Clocks, and the Ordering of Events in a Distributed System}, journal = {Commun. ACM}, volume = 21, number = 7, pages = {558--565}, year = 1978}
@article{rsa, author = {Ronald L. Rivest and Adi Shamir and Leonard Adleman}, title = {A method for obtaining digital signatures}, journal = {Commun. ACM}, volume = 21, number = 2, pages = {120--126}, year = 1978}
@article{away, author = {Alonzo Church}, title = {An unsolvable problem of elementary number theory}, journal = {Amer. J. Math.}, year = 1936}
@book{uncited, author = {Nobody}, title = {A book that is not cited}, year = 1990}
`
	for name, data := range map[string]string{
		"paper.pdf": string(pdftest.Build(page)), "paper.bib": bib,
		"paper.json": `{"gold": [{"key": "knuth"}, {"key": "lamport"}, {"key": "rsa"}, {"key": "away"}]}`,
	} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	suite, err := Find("reading")
	if err != nil {
		t.Fatal(err)
	}
	set, err := suite.Load(context.Background(), Options{Citations: root})
	if err != nil {
		t.Fatal(err)
	}
	defer set.Release()
	predictions, err := suite.Predict(context.Background(), set, nil)
	if err != nil {
		t.Fatal(err)
	}
	result := suite.Score(set, predictions)
	for name, want := range map[string]float64{
		"found": 3.0 / 4, "whole": 1, "title": 1, "author": 1, "year": 1, "accused_by_reading": 0, "listed_accused": 0,
		"damage_found_year": 1,
	} {
		if got, ok := result.Value(name); !ok || math.Abs(got-want) > 1e-9 {
			t.Errorf("%s = %g, want %g", name, got, want)
		}
	}
}
