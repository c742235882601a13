package refstring

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// What stands behind the slash of GOST 7.1 is the list of authors, whole or cut.
func TestStatement(t *testing.T) {
	for _, c := range []struct{ raw, title, authors, editors, container string }{
		{"Godefroid, P. Automated synthesis of symbolic instruction encodings from I/O samples [Текст] / P. Godefroid, M. Y. Levin, D. Molnar // Commun. ACM. — 2012. — Vol. 55, no. 3. — P. 40—44.",
			"Automated synthesis of symbolic instruction encodings from I/O samples", "P. Godefroid|M. Y. Levin|D. Molnar", "", "Commun. ACM."},
		{"Swamy, N. Dependent Types and Multi-Monadic Effects [Текст] / N. Swamy [et al.] // SIGPLAN Not. — New York, NY, USA, 2016. — Vol. 51, no. 1. — P. 256—270.",
			"Dependent Types and Multi-Monadic Effects", "N. Swamy|...", "", "SIGPLAN Not"},
		{"Иванов, И. И. Метод решения задач [Текст] / И. И. Иванов, П. П. Петров // Труды института. — 2019. — Т. 31, № 5. — С. 37—62.",
			"Метод решения задач", "И. И. Иванов|П. П. Петров", "", "Труды института"},
		{"Teucke, A. On the Expressivity of Model Formalisms [Текст] / A. Teucke, M. Voigt // Frontiers of Combining Systems / Ed. by A. Herzig, A. Popescu. — Cham: Springer, 2019. — P. 22—39.",
			"On the Expressivity of Model Formalisms", "A. Teucke|M. Voigt", "A. Herzig|A. Popescu", "Frontiers of Combining Systems"},
		{"Иванов, И. И. Метод решения задач / И. И. Иванов ; под ред. П. П. Петрова. — Москва : Наука, 2019. — 240 с.",
			"Метод решения задач", "И. И. Иванов", "П. П. Петрова", ""},
		{"Smith, J. (2020). Client / Server Computing – a view. Journal of Systems, 12(3), 4–9.", "Client / Server Computing – a view", "J Smith", "", "Journal of Systems"},
	} {
		w := Parse(c.raw).Work
		var authors, editors []string
		for _, a := range w.Contributors {
			if name := strings.TrimSpace(a.Given + " " + a.Family); a.Role == biblio.Editor {
				editors = append(editors, name)
			} else {
				authors = append(authors, name)
			}
		}
		if w.AuthorsCut {
			authors = append(authors, "...")
		}
		if w.Title != c.title || strings.Join(authors, "|") != c.authors || strings.Join(editors, "|") != c.editors || w.Container.Title != c.container {
			t.Errorf("%s\n got %q, %q, %q, %q", c.raw, w.Title, authors, editors, w.Container.Title)
		}
	}
}

func TestTitleBeforeIn(t *testing.T) {
	for _, c := range []struct{ raw, title string }{
		{"Audemard, G. & Simon, L. Predicting Learnt Clauses Quality in Modern SAT Solvers in Proceedings of the 21st International Joint Conference on Artificial Intelligence (2009), 399-404.", "Predicting Learnt Clauses Quality in Modern SAT Solvers"},
		{"Schaefer, T. J. The Complexity of Satisfiability Problems in Proceedings of the Tenth Annual ACM Symposium on Theory of Computing (1978), 216-226.", "The Complexity of Satisfiability Problems"},
		{"Roe, A. What is Mathematics All About and What is It In? Journal of Logic 12 (1990), 3-9.", "What is Mathematics All About and What is It In?"},
	} {
		if got := Parse(c.raw).Work.Title; got != c.title {
			t.Errorf("%s: %q", c.raw, got)
		}
	}
}
