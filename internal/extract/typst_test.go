package extract

import (
	"errors"
	"strings"
	"testing"
)

// A Typst document is read with the bibliographies that it names and the files that it includes.
func TestTypst(t *testing.T) {
	files := map[string][]byte{
		"main.typ": []byte(`#import "template.typ": paper
// @commented is cited nowhere
#show: paper.with(title: "A study")
= Introduction <intro>
Vectors are known @glove[p. 3], see @intro and ` + "`@code`" + `.
#cite(<adam>, form: "prose") and #cite(<nobody>) say so.
#include "chapters/two.typ"
#bibliography(("refs.bib", "more.yml"), style: "ieee")
`),
		"chapters/two.typ": []byte("= Methods\nWe take vectors (@glove; @turing) from there.\n"),
		"refs.bib": []byte("@article{glove, title={GloVe}, author={Pennington, J.}, year=2014}\n@article{adam, " +
			"title={Adam}, year=2015}\n"),
		"more.yml": []byte(
			"turing:\n  type: article\n  title: On Computable Numbers\n  author: Turing, Alan\n  date: 1936\n"),
	}
	var names []string
	for name := range files {
		names = append(names, name)
	}
	var docs []Document
	_, err := Papers(t.Context(), Source{Names: names, Bytes: files, Together: true}, func(r Result) error {
		docs = append(docs, r.Document)
		return r.Err
	})
	if err != nil || len(docs) != 1 || docs[0].Format != "typst" || len(docs[0].References) != 3 {
		t.Fatalf("%v %+v", err, docs)
	}
	var cited []string
	for _, c := range docs[0].Citations {
		cited = append(cited, c.Key)
	}
	if got := strings.Join(cited, " "); got != "glove adam nobody glove turing" {
		t.Errorf("cited: %s", got)
	}
	if c := docs[0].Citations[3]; !strings.HasSuffix(c.Place.File, "two.typ") ||
		c.Context != "We take vectors (@glove; @turing) from there." {
		t.Errorf("%+v", c)
	}
}

// On its own, a Typst document has the list that it prints; otherwise the error says which file has the entries.
func TestTypstAlone(t *testing.T) {
	doc, err := Read("paper.typ", []byte(`= A study
Text.
= References
+ Pennington, J., Socher, R., & Manning, C. D. (2014). GloVe: Global Vectors for Word Representation. _EMNLP_.
+ Kingma, D. P., & Ba, J. (2015). Adam: A Method for Stochastic Optimization. _ICLR_.
`), Options{})
	if err != nil || len(doc.References) != 2 ||
		doc.References[1].Claimed.Title != "Adam: A Method for Stochastic Optimization" {
		t.Errorf("%v %+v", err, doc.References)
	}
	_, err = Read("paper.typ", []byte("= Introduction\nWe use @glove.\n#bibliography(\"refs.yml\")\n"), Options{})
	if !errors.Is(err, ErrNoReferences) || !strings.Contains(err.Error(), "refs.yml") {
		t.Errorf("%v", err)
	}
}
