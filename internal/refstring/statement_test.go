package refstring

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// After the slash of GOST 7.1 comes the list of authors, complete or cut.
func TestStatement(t *testing.T) {
	for _, c := range []struct{ raw, title, authors, editors, container string }{
		{"Godefroid, P. Automated synthesis of symbolic instruction encodings from I/O samples [Текст] / P. Godefroid, M. " +
			"Y. Levin, D. Molnar // Commun. ACM. — 2012. — Vol. 55, no. 3. — P. 40—44.",
			"Automated synthesis of symbolic instruction encodings from I/O samples", "P. Godefroid|M. Y. Levin|D. Molnar",
			"", "Commun. ACM."},
		{"Swamy, N. Dependent Types and Multi-Monadic Effects [Текст] / N. Swamy [et al.] // SIGPLAN Not. — New York, NY, " +
			"USA, 2016. — Vol. 51, no. 1. — P. 256—270.",
			"Dependent Types and Multi-Monadic Effects", "N. Swamy|...", "", "SIGPLAN Not"},
		{"Иванов, И. И. Метод решения задач [Текст] / И. И. Иванов, П. П. Петров // Труды института. — 2019. — Т. 31, № 5. — С. 37—62.",
			"Метод решения задач", "И. И. Иванов|П. П. Петров", "", "Труды института"},
		{"Teucke, A. On the Expressivity of Model Formalisms [Текст] / A. Teucke, M. Voigt // Frontiers of Combining " +
			"Systems / Ed. by A. Herzig, A. Popescu. — Cham: Springer, 2019. — P. 22—39.",
			"On the Expressivity of Model Formalisms", "A. Teucke|M. Voigt", "A. Herzig|A. Popescu",
			"Frontiers of Combining Systems"},
		{"Иванов, И. И. Метод решения задач / И. И. Иванов ; под ред. П. П. Петрова. — Москва : Наука, 2019. — 240 с.",
			"Метод решения задач", "И. И. Иванов", "П. П. Петрова", ""},
		{"Brady, E. Idris, a general-purpose dependently typed programming language [Текст] / E. Brady // Journal of " +
			"Functional Programming. — 2013. — Vol. 23, no. 5. — P. 552—593.",
			"Idris, a general-purpose dependently typed programming language", "E. Brady", "",
			"Journal of Functional Programming"},
		{"Matzinger, R. Computational representations of models in first-order logic [Текст]: PhD thesis / Matzinger " +
			"Robert. — Technische Universität Wien, Austria, 2000.",
			"Computational representations of models in first-order logic", "Robert Matzinger", "", ""},
		{"Barrett, C. The SMT-LIB Standard: Version 2.6 [Текст]: tech. rep. / C. Barrett, P. Fontaine, C. Tinelli; " +
			"Department of Computer Science, The University of Iowa. — 2017.",
			"The SMT-LIB Standard: Version 2.6", "C. Barrett|P. Fontaine|C. Tinelli", "", ""},
		{"Handbook of Formal Languages, Vol. 3: Beyond Words [Текст] / Ed. by G. Rozenberg, A. Salomaa. — Berlin, " +
			"Heidelberg: Springer-Verlag, 1997.",
			"Handbook of Formal Languages, Vol. 3: Beyond Words", "", "G. Rozenberg|A. Salomaa", ""},
		{"Smith, J. (2020). Client / Server Computing – a view. Journal of Systems, 12(3), 4–9.",
			"Client / Server Computing – a view", "J Smith", "", "Journal of Systems"},
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
		if w.Title != c.title || strings.Join(authors, "|") != c.authors || strings.Join(editors, "|") != c.editors ||
			w.Container.Title != c.container {
			t.Errorf("%s\n got %q, %q, %q, %q", c.raw, w.Title, authors, editors, w.Container.Title)
		}
	}
}

func TestTitleBeforeIn(t *testing.T) {
	for _, c := range []struct{ raw, title string }{
		{"Audemard, G. & Simon, L. Predicting Learnt Clauses Quality in Modern SAT Solvers in Proceedings of the 21st " +
			"International Joint Conference on Artificial Intelligence (2009), 399-404.",
			"Predicting Learnt Clauses Quality in Modern SAT Solvers"},
		{"Schaefer, T. J. The Complexity of Satisfiability Problems in Proceedings of the Tenth Annual ACM Symposium on " +
			"Theory of Computing (1978), 216-226.", "The Complexity of Satisfiability Problems"},
		{"Roe, A. What is Mathematics All About and What is It In? Journal of Logic 12 (1990), 3-9.",
			"What is Mathematics All About and What is It In?"},
	} {
		if got := Parse(c.raw).Work.Title; got != c.title {
			t.Errorf("%s: %q", c.raw, got)
		}
	}
}

// What styles print after a title without a mark is not part of it.
func TestEndTitle(t *testing.T) {
	for _, c := range []struct {
		raw, title, container string
		year                  int
	}{
		{"Biamonte, J. & Bergholm, V. Tensor Networks in a Nutshell 2017. doi :10.48550/arXiv.1708.00006. arXiv : " +
			"1708.00006 [quant-ph].", "Tensor Networks in a Nutshell", "", 2017},
		{"Chakraborty, S., Meel, K. S. & Vardi, M. Y. A Scalable and Nearly Uniform Generator of SAT Witnesses in Computer " +
			"Aided Verification (Springer, 2013), 608-623. doi :10.1007/978-3-642-39799-8_40.",
			"A Scalable and Nearly Uniform Generator of SAT Witnesses", "Computer Aided Verification", 2013},
		{"Wahlström, M. A Tighter Bound for Counting Max-Weight Solutions to 2SAT Instances in Parameterized and Exact " +
			"Computation (éd. Grohe, M. & Niedermeier, R.) (2008), 202-213. doi :10.1007/978-3-540-79723-4_19.",
			"A Tighter Bound for Counting Max-Weight Solutions to 2SAT Instances", "Parameterized and Exact Computation", 2008},
		{"Vazirani, V. V. Approximation Algorithms doi :10.1007/978-3-662-04565-7 (Springer, 2003).",
			"Approximation Algorithms", "", 2003},
		{"Moore, C. & Mertens, S. The Nature Of Computation https://doi.org/10.1093/acprof:oso/9780199233212.001.0001 " +
			"(Oxford University Press, 2011).", "The Nature Of Computation", "", 2011},
		{"Sipser, M. Introduction to the Theory of Computation 1re éd. (International Thomson Publishing, 1996).",
			"Introduction to the Theory of Computation", "", 1996},
		{"Selke, J. Autoreducibility and Friends : About Measuring Redundancy in Sets thèse de doct. (Universität Hanover, 2006).", "Autoreducibility and Friends : About Measuring Redundancy in Sets", "", 2006},
		{"Hemaspaandra, L. A. in Complexity and Approximation : In Memory of Ker-I Ko 19-47 (Springer International " +
			"Publishing, 2020). doi :10.1007/978-3-030-41672-0_3.", "", "Complexity and Approximation : In Memory of Ker-I Ko",
			2020},
		{"Aaronson, S. & Rall, P. in 2020 Symposium on Simplicity in Algorithms 24-32 (Society for Industrial and Applied " +
			"Mathematics, 2020). doi :10.1137/1.9781611976014.5.", "", "2020 Symposium on Simplicity in Algorithms", 2020},
		{"Eisenstein, E. The Printing Press as an Agent of Change in Early-Modern Europe (Cambridge: Cambridge University Press, 1979), 689.", "The Printing Press as an Agent of Change in Early-Modern Europe", "", 1979},
		{"Orwell, G. (1949). Nineteen Eighty-Four and the World of 1984. London: Secker.",
			"Nineteen Eighty-Four and the World of 1984", "", 1949},
	} {
		w := Parse(c.raw).Work
		if w.Title != c.title || w.Container.Title != c.container || w.Issued.Year != c.year {
			t.Errorf("%s\n got %q, %q, %d", c.raw, w.Title, w.Container.Title, w.Issued.Year)
		}
	}
}
