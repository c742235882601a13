package fix_test

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtest"
)

// A file that names proceedings by acronyms continues to, and a value stated by a macro is not replaced by
// text.
func TestStyleOfContainers(t *testing.T) {
	a, _ := fixtest.Auditor(t, false)
	const others = "@inproceedings{x1, booktitle={CVPR}}\n@inproceedings{x2, booktitle={ICCV 2011}}\n@inproceedings{x3, " +
		"booktitle={ECCV}}\n"
	glove := "@inproceedings{k, title={GloVe: Global Vectors for Word Representation}, author={Jeffrey Pennington and " +
		"Richard Socher and Christopher D. Manning}, year={2014}, pages={1532--1543}}\n"
	svm := "@string{sci = {Science}}\n@article{k, author = {Corinna Cortes and Vladimir Vapnik}, title = " +
		"{Support-Vector Networks}, journal = sci, year = 1995, volume = 20, pages = {273--297}}\n"
	for _, c := range []struct{ name, src, want string }{
		{"an acronym", others + glove, "booktitle={EMNLP}"},
		{"a name in a file of names", glove,
			"booktitle={Proceedings of the 2014 Conference on Empirical Methods in Natural Language Processing"},
		{"a macro without another", svm, "journal = sci"},
	} {
		if out := fixtest.Corrected(t, a, []byte(c.src), fix.Options{}); !strings.Contains(string(out.Bytes), c.want) {
			t.Errorf("%s: no %q in\n%s\n%+v", c.name, c.want, out.Bytes, out.Entries)
		}
	}
}
