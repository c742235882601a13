package refstring

import (
	"strings"
	"testing"
)

// Where names end and a title begins and ends in forms that the labeller reads only in part.
func TestNamesAndTitleEnd(t *testing.T) {
	for _, c := range []struct{ raw, title, authors, container string }{
		{"S. Moran and collaborators, Harbour C: surface tension library, http://harbour.example/src/tension.h, 2013–2022.",
			"Harbour C: surface tension library", "Moran", ""},
		{"S. Moran and collaborators, Harbour C: conservative scheme for momentum advection, " +
			"http://harbour.example/src/conserving.h, 2013–now.",
			"Harbour C: conservative scheme for momentum advection", "Moran", ""},
		{"Mézard, M. & Montanari, A. Information, Physics, and Computation https://doi.org/10.1093/acprof:oso/" +
			"9780198570837.001.0001 (Oxford University Press, 2009).", "Information, Physics, and Computation",
			"Mézard|Montanari", ""},
		{"Edmonds, J. Paths, Trees, and Flowers. Canadian Journal of Mathematics 17, 449-467 (1965).",
			"Paths, Trees, and Flowers", "Edmonds", "Canadian Journal of Mathematics"},
		{"Prescott, C.Y., et al.: SLAC-e122 Collaboration. Phys. Lett. B 77, 347 (1978)", "",
			"Prescott|et al.: SLAC-e122 Collaboration", "Phys. Lett. B"},
		{"Farhi, E., Goldstone, J., Gutmann, S. & Sipser, M. Quantum Computation by Adiabatic Evolution 2000. " +
			"doi :10.48550/arXiv.quant-ph/0001106.", "Quantum Computation by Adiabatic Evolution",
			"Farhi|Goldstone|Gutmann|Sipser", ""},
		{"Trakhtenbrot, B. A. On Autoreducibility in Doklady Akademii Nauk 192 (1970), 1224-1227.", "On Autoreducibility",
			"Trakhtenbrot", "Doklady Akademii Nauk"},
		{"Chen DK, McGeer A, de Azavedo JC, Low DE. Decreased susceptibility of Streptococcus pneumoniae to fluoroquinolones " +
			"in Canada N Engl J Med 1999; 341:233-239.",
			"Decreased susceptibility of Streptococcus pneumoniae to fluoroquinolones in Canada", "Chen|McGeer|Azavedo|Low",
			"N Engl J Med"},
		{"Moura, L. d. The Lean 4 Theorem Prover and Programming Language [Текст] / L. d. Moura, S. Ullrich // Automated " +
			"Deduction. — Cham: Springer International Publishing, 2021. — P. 625—635.",
			"The Lean 4 Theorem Prover and Programming Language", "Moura|Ullrich", "Automated Deduction"},
		{"Moura, L. de. Z3: An Efficient SMT Solver [Текст] / L. de Moura, N. Bjørner // Tools and Algorithms for the " +
			"Construction and Analysis of Systems. — Berlin: Springer, 2008. — P. 337—340.", "Z3: An Efficient SMT Solver",
			"Moura|Bjørner", "Tools and Algorithms for the Construction and Analysis of Systems"},
		{"Schulz, S. E - a Brainiac Theorem Prover [Текст] / S. Schulz // AI Commun. — 2002. — Vol. 15, no. 2. — P. 111—126.",
			"E - a Brainiac Theorem Prover", "Schulz", "AI Commun"},
		{"Schneider, W. J. (2025). apaquarto [Computer software]. https://github.com/wjschne/apaquarto", "apaquarto",
			"Schneider", ""},
		{"LUPIÁÑEZ, F. et al. Behavioural study on unfair commercial practices in the digital environment. [S.l.], 2022.",
			"Behavioural study on unfair commercial practices in the digital environment", "LUPIÁÑEZ", ""},
		{"World Health Organization. 2023 Theatrical and Television Basic Agreement. 2023.",
			"2023 Theatrical and Television Basic Agreement", "World Health Organization", ""},
		{"Rudnev, V., Golyanik, V. & Theobalt, C. EventNeRF: Neural Fields from a Single Colour Camera in CVPR (2023).",
			"EventNeRF: Neural Fields from a Single Colour Camera", "Rudnev|Golyanik|Theobalt", "CVPR"},
		{"Smith, J. & Doe, A. Life and work in London (1998).", "Life and work in London", "Smith|Doe", ""},
		{"Roe, B. & Theobalt, C. Linear Semantics in Generative Adversarial Networks in cvpr (2021), 9351-9360.",
			"Linear Semantics in Generative Adversarial Networks", "Roe|Theobalt", "cvpr"},
		{"Ekman, E. 1932. Contribution to the Draba flora of Greenland. IV. Svensk Bot. Tidskr. 26: 431–447.",
			"Contribution to the Draba flora of Greenland. IV", "Ekman", "Svensk Bot. Tidskr."},
	} {
		w := Parse(c.raw).Work
		var authors []string
		for _, a := range w.Authors() {
			authors = append(authors, a.Family+a.Literal)
		}
		if w.Title != c.title || strings.Join(authors, "|") != c.authors || w.Container.Title != c.container {
			t.Errorf("%s\n got %q, %q, %q", c.raw, w.Title, authors, w.Container.Title)
		}
	}
}
