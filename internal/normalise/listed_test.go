package normalise

import (
	"fmt"
	"testing"
)

func TestMeansListed(t *testing.T) {
	row := func(names ...string) (list []Container) {
		for _, n := range names {
			list = append(list, ParseContainer(n))
		}
		return list
	}
	acl := row("Proceedings of the 57th Annual Meeting of the Association for Computational Linguistics", "acl", "P19-1")
	social := row("Proceedings of the First Workshop on Social Threats in Open Networks", "stoc", "2020.stoc-1")
	software := row("Software Engineering, Testing, and Quality Assurance for Language Processing", "W08-5", "icse")
	rocling := row("Proceedings of Rocling Computational Linguistics Conference", "rocling", "O90-1")
	treebanks := row("Proceedings of the 16th International Workshop on Treebanks and Probes", "tlt", "W17-76")
	icml := row("International Conference on Machine Learning", "ICML",
		"Proceedings of the International Conference on Machine Learning")
	iclr := row("International Conference on Learning Representations", "ICLR")
	joint := row("Proceedings of the 59th Annual Meeting of the Association for Computational Linguistics and the 11th "+
		"International Joint Conference on Natural Language Processing", "acl", "ijcnlp")
	journal := row("Probes", "prb")
	neurips := row("Advances in Neural Information Processing Systems", "NeurIPS")
	tallinn := row("Proceedings of the International Conference on Machine Learning, Tallinn, Estonia", "icml")
	for _, c := range []struct {
		claim string
		row   []Container
		want  bool
	}{
		{"ACL", acl, true},
		{"Proc. of ACL 2019, Florence, Italy", acl, true},
		{"Annual Meeting of the Association for Computational Linguistics (ACL)", acl, true},
		{"Proceedings of the 57th Annual Meeting of the Association for Computational Linguistics", acl, true},
		{"Proceedings of the Fifty-Seventh Annual Meeting of the Association for Computational Linguistics", acl, true},
		{"Proceedings of the 56th Annual Meeting of the Association for Computational Linguistics", acl, false},
		{"Findings of the Association for Computational Linguistics: ACL 2019", acl, false},
		{"Meeting of the Pacific Association for Computational Linguistics", acl, false},
		{"PACLING '19, Pacific Association for Computational Linguistics", acl, false},
		{"Proceedings of the 11th International Joint Conference on Natural Language Processing", joint, true},
		{"STOC", social, false},
		{"Proceedings of the First Workshop on Social Threats in Open Networks", social, true},
		{"ICSE", software, false},
		{"W08-5", software, false},
		{"Prentice Hall", rocling, false},
		{"Proceedings of the 15th International Workshop on Treebanks and Probes", treebanks, false},
		{"16th Workshop on Treebanks and Probes", treebanks, true},
		{"30th International Conference on Machine Learning (ICML 2013)", icml, true},
		{"Proc. Int. Conf. on Machine Learning", icml, true},
		{"ICML Workshop on Speech", icml, false},
		{"The Third Blogpost Track at ICLR 2024", iclr, false},
		{"Tiny Papers @ ICLR", iclr, false},
		{"Probes", journal, true},
		{"NeurIPS", neurips, true},
		{"NIPS", neurips, true}, // an acronym of the venue that the list lacks
		{"ICML", tallinn, true},
		{"PRB", journal, false},
		{"", acl, false},
		{"International Conference on Machine Learning, Tallinn, Estonia", icml, true}, // a place after the comma
		{", ICML", icml, true},
		{"Proceedings of ICML and ECML", icml, false},
		{"Proceedings of the Annual Meeting of the ACL", acl, true}, // the acronym as a word
		{"ACL Workshop on Social Threats in Open Networks", social, false},
	} {
		claim := ParseClaimed(c.claim)
		if got := MeansListed(&claim, &c.row[0], c.row); got != c.want {
			t.Errorf("%q in the list of %q: %v", c.claim, c.row[0].Normalised, got)
		}
	}
}

func TestEditions(t *testing.T) {
	for name, want := range map[string]string{
		"57th Annual Meeting": "[57]", "Fifty-Seventh Annual Meeting": "[57]", "the 21st and the 44th": "[21 44]",
		"Twentieth Conference": "[20]", "Thirtieth and Second": "[30 2]", "Twenty 12th": "[12]",
		"Proceedings of 2020": "[]", "Twenty Questions": "[]", "Volume II": "[]", "17e conférence": "[17]",
		"Twenty questions at the first meeting": "[1]",
	} {
		if got := fmt.Sprint(Editions(name)); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}
