package extract

import (
	"testing"
)

// A notebook is read as the text of its cells.
func TestNotebook(t *testing.T) {
	src := `{"cells": [
 {"cell_type": "markdown", "metadata": {}, "source": ["# A study\n", "\n", "Vectors are known [@glove].\n"]},
 {"cell_type": "code", "metadata": {}, "outputs": [], "source": ["print(\"Nobody (1999). No reference. Nowhere.\")"]},
 {"cell_type": "markdown", "metadata": {}, "source": "# References\n\nPennington, J., Socher, R., & Manning, C. D. (2014). GloVe: Global Vectors for Word Representation. *EMNLP*.\n\nKingma, D. P., & Ba, J. (2015). Adam: A Method for Stochastic Optimization. *ICLR*.\n"}
], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`
	doc, err := Read("paper.ipynb", []byte(src), Options{})
	if err != nil || doc.Format != "notebook" || len(doc.References) != 2 {
		t.Fatalf("%v, %s, %+v", err, doc.Format, doc.References)
	}
	if w := &doc.References[1].Claimed; w.Title != "Adam: A Method for Stochastic Optimization" || w.Issued.Year != 2015 {
		t.Errorf("%+v", w)
	}
	if doc, err := Read("paper.ipynb", []byte(`{"cells": [{"cell_type": "markdown", "source": 7}]}`),
		Options{}); err == nil {
		t.Errorf("%+v", doc)
	}
}
