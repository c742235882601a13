package refstring

import (
	"strings"
	"testing"
)

// Forms of single houses that the labeller reads in part.
func TestHouseForms(t *testing.T) {
	for _, c := range []struct{ raw, title, authors, container, series, details string }{
		{"A. Langley, Z. Wu, Coap: An application protocol for billions of tiny internet nodes, IEEE Internet Computing 16 (2012) 62–67.",
			"Coap: An application protocol for billions of tiny internet nodes", "A. Langley|Z. Wu", "IEEE Internet Computing", "", "16||62–67"},
		{"Hopcroft, J., Motwani, R., Ullman, J.: Introduction to automata theory. Pearson (2001)", "Introduction to automata theory", "J. Hopcroft|R. Motwani|J Ullman", "", "", "||"},
		{"F. Chesani and M. Loreti, “Computing business process deviance,” in Business Process Management Workshops, ser. Lecture Notes in Business Information Processing, vol. 308. Springer, 2017, pp. 320–331.",
			"Computing business process deviance", "F. Chesani|M. Loreti", "Business Process Management Workshops", "Lecture Notes in Business Information Processing", "308||320–331"},
		{"F. M. Maggi and A. Marrella, “Explaining non-compliance of business process models through automated planning,” in ICSOC, ser. Lecture Notes in Computer Science, vol. 11236. Springer, 2018, pp. 181–197.",
			"Explaining non-compliance of business process models through automated planning", "F. M. Maggi|A. Marrella", "ICSOC", "Lecture Notes in Computer Science", "11236||181–197"},
		{"Hsieh, C.-H., Laughlin, G., & Arce, H. G. 2021, ApJ, 917, 20, doi: 10.3847/1538-4357/ac0729", "", "C.-H. Hsieh|G. Laughlin|H. G Arce", "ApJ", "", "917||20"},
		{"Smith J, Doe A. A study of things. Sociological Forum 11, 2: 181–202. 1999.", "A study of things", "J Smith|A Doe", "Sociological Forum", "", "11|2|181–202"},
		{"ZHANG J, LOW Y, GU H, et al. PowerGraph: Distributed Graph-Parallel Computation on Natural Graphs[C]//Proceedings of OSDI. Hollywood: USENIX, 2012: 17-30.",
			"PowerGraph: Distributed Graph-Parallel Computation on Natural Graphs", "J ZHANG|Y LOW|H GU", "Proceedings of OSDI", "", "||17-30"},
		{"Devlin J Chang MW Lee K Toutanova K. BERT: Pre-training of deep bidirectional transformers. NAACL. 2019;1:4171-86.",
			"BERT: Pre-training of deep bidirectional transformers", "J Devlin|MW Chang|K Lee|K Toutanova", "NAACL", "", "1||4171-86"},
	} {
		w := Parse(c.raw).Work
		var authors []string
		for _, a := range w.Authors() {
			authors = append(authors, strings.TrimSpace(a.Given+" "+a.Family+a.Literal))
		}
		details := w.Volume + "|" + w.Issue + "|" + w.Pages
		if w.Title != c.title || strings.Join(authors, "|") != c.authors || w.Container.Title != c.container || w.Container.Series != c.series || details != c.details {
			t.Errorf("%s\n got %q, %q, %q, %q, %s", c.raw, w.Title, authors, w.Container.Title, w.Container.Series, details)
		}
	}
}
