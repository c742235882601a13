package reflist

import (
	"strings"
	"testing"
)

// Works under one number, or running on after it, are separated where another reference begins, and nowhere else.
func TestParts(t *testing.T) {
	for _, c := range []struct{ label, text, want string }{
		{"1", "J. Pennington, “GloVe: Global Vectors,” EMNLP, 2014. [2] J. Doe, “Kernel Tangent Distances,” JMLR, 2001. " +
			"[3] D. P. Kingma and J. Ba, “Adam,” ICLR, 2015.", "1 J. Pennington|2 J. Doe|3 D. P. Kingma"},
		{"", "1. J. Pennington, “GloVe: Global Vectors,” EMNLP, 2014, pp. 1-11. 2. J. Doe, “Kernel Tangent Distances,” " +
			"JMLR, 2001, pp. 12-21.", "1 J. Pennington|2 J. Doe"},
		{"113", "Veanes, M. Symbolic tree automata // Information Processing Letters. — 2015. — P. 418—424. 114. D’Antoni, " +
			"L. Minimization of Symbolic Tree Automata // Proceedings of LICS. — 2016. — P. 873—882.",
			"113 Veanes, M.|114 D’Antoni"},
		{"7", "Bannenberg, Britta, 2003: Migration – Kriminalität – Prävention. Gutachten zum 8. Deutschen Präventionstag, Hannover 2003.", "7 Bannenberg"},
		{"2", "Roe, A. A study of things. Journal of Things, 2001, no. 3. Springer, J., Berlin 2002, pp. 3-9.", "2 Roe"},
		{"1", "J. Pennington and C. D. Manning, GloVe: Global Vectors, in Proceedings of EMNLP (2014), pp. 1532-1543; D. " +
			"P. Kingma and J. Ba, Adam: A Method for Stochastic Optimization, in Proceedings of ICLR (2015).",
			"1 J. Pennington|1b D. P. Kingma"},
		{"2", "K. Hencken and G. Baur, Phys. Rev. A 49, 1584 (1994); see also J. Doe and R. Roe, Phys. Rev. A 51, 1874 " +
			"(1995); X. Fake, Phys. Rev. Lett. 1, 2 (1996).", "2 K. Hencken|2b J. Doe|2c X. Fake"},
		{"3", "(a) A. Foo, J. Am. Chem. Soc. 1999, 121, 100-105; (b) B. Bar, C. Baz, Angew. Chem. Int. Ed. 2001, 40, 200-210.", "3a A. Foo|3b B. Bar"},
		{"4", "Smith, J.; Doe, A. A study of things. J. Am. Chem. Soc. 1999, 121, 100.", "4 Smith"},
		{"5", "Köhne, Frank; Schneider, Bernd (2002): An AI Approach to Filtering, in: Schubert, Petra; Leimstoll, Uwe " +
			"(Hrsg.), Proceedings of the Symposium 2002, S. 149-156.", "5 Köhne"},
		{"6", "VerfGH NRW, NWVBl. 2002, 376 (377); VerfGH NRW, NVwZ 2009, 1287 (1287)", "6 VerfGH"},
		{"", "Pennington, J., Socher, R., & Manning, C. D. (2014). GloVe: Global Vectors. EMNLP. Doe, J. (2001). Kernel " +
			"Tangent Distances. Journal of Machine Learning Research. Kingma, D. P., & Ba, J. (2015). Adam. ICLR.",
			" Pennington| Doe, J.| Kingma"},
		{"", "Doe, J. (2001). Kernel Tangent Distances. In A. Roe (Ed.), Machines (pp. 3-9). Roe, A., & Poe, B. (Eds.). " +
			"Oxford University Press.", " Doe"},
		{"", "Doe, J. (2001). A review of Roe, A. (1999). Machines. Journal of Machine Learning Research, 3, 4-9.", " Doe"},
		{"", "A. Foo, J. Am. Chem. Soc. 1999, 121, 100; B. Bar, Angew. Chem. 2001, 40, 200.", " A. Foo"},
	} {
		got := Parts(Entry{Label: c.label, Text: c.text})
		want := strings.Split(c.want, "|")
		if len(got) != len(want) {
			t.Errorf("%s: %d references, want %d", c.text, len(got), len(want))
			continue
		}
		for i, e := range got {
			if label, text, _ := strings.Cut(want[i], " "); e.Label != label || !strings.HasPrefix(e.Text, text) {
				t.Errorf("%s: %q %q, want %s", c.text, e.Label, e.Text, want[i])
			}
		}
	}
}
