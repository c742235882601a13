package lab

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/pdftest"
)

// TestBibliographiesSuite runs the suite on a folder made for it.
func TestBibliographiesSuite(t *testing.T) {
	root := t.TempDir()
	folder := filepath.Join(root, "pdf", "exgold", "english")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	lines := []string{"References", "[1] D. E. Knuth. Literate programming. The Computer Journal, 27(2):97-111, 1984.",
		"[2] L. Lamport. Time, clocks, and the ordering of events. Commun. ACM, 21(7):558-565, 1978.",
		"[3] C. E. Shannon. A mathematical theory of communication. Bell Syst. Tech. J., 27:379, 1948."}
	var page pdftest.Page
	for i, s := range lines {
		page.Texts = append(page.Texts, pdftest.Text{X: 72, Y: 700 - 14*float64(i), Bold: i == 0, Text: s})
	}
	for name, data := range map[string]string{
		"7.pdf":  string(pdftest.Build(page)),
		"7.refs": lines[1] + "\n" + lines[2] + "\nNobody. A work that is not there. Nowhere, 1900.\n",
		"7.segmented.xml": "[1] <author><given-names>D. E.</given-names> <surname>Knuth</surname></author>. " +
			"<title>Literate programming</title>. The Computer Journal, 27(2):97-111, 1984.\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	suite, err := Find("bibliographies")
	if err != nil {
		t.Fatal(err)
	}
	set, err := suite.Load(context.Background(), Options{Data: root})
	if err != nil {
		t.Fatal(err)
	}
	predictions, err := suite.Predict(context.Background(), set, nil)
	if err != nil {
		t.Fatal(err)
	}
	result := suite.Score(set, predictions)
	for name, want := range map[string]float64{"recall": 2.0 / 3, "precision": 2.0 / 3, "recall_english": 2.0 / 3,
		"title_exact": 1, "authors_exact": 1} {
		if got, ok := result.Value(name); !ok || math.Abs(got-want) > 1e-9 {
			t.Errorf("%s = %g, want %g", name, got, want)
		}
	}
}
