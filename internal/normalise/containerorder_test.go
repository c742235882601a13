package normalise

import (
	"strings"
	"testing"
)

// TestNamesInOrder has a short form and a full name of one journal in each line: what may be shortened, left out,
// joined, set apart or printed in another place.
func TestNamesInOrder(t *testing.T) {
	for _, names := range [][2]string{
		{"Comput Ind", "Computers in Industry"}, // "industry" is a word of its own here
		{"Colloq. Exactarum", "Colloquium Exactarum"},
		{"Int. Astron. Union Colloq.", "International Astronomical Union Colloquium"},
		{"Camb. Monogr. Part. Phys. Nucl. Phys.", "Cambridge Monographs on Particle Physics and Nuclear Physics"},
		{"Prog Pap Recycl", "Progress in Paper Recycling"},
		{"J. Soc. Rheol. Jpn.", "Journal of the Society of Rheology, Japan"},
		{"Estud Des", "Estudos em Design"}, // small words of one language are short forms in another
		{"Ceylon For", "Ceylon Forester"},
		{"Pan Am Health", "Pan American health"},
		{"Russian E Europ Finance Trade", "Russian and East European Finance and Trade"},
		{"Clin Drug Invest", "Clinical drug investigation"},
		{"Int. J. Soc. Sci. Humanit.", "International Journal of Social Science and Humanity"},
		{"Astrophys. Space Sci. Lib.", "Astrophysics and Space Science Library"},
		{"Ideggyogy Sz", "Ideggyogyaszati szemle"},
		{"Math. Nat.wiss.", "Mathematik und Naturwissenschaften"},
		{"Int. J. Bio-Chromatogr.", "International Journal of Biochromatography"},
		{"Libr Cortees", "Libros de la Corte.es"},
		{"Nestle Nutr Workshop Ser Pediatr Program", "Nestle Nutrition workshop series. Paediatric programme"},
		{"Bull Eur Assoc Theor Comput Sci EATCS", "Bulletin of the European Association for Theoretical Computer Science"},
		{"Interact UCLA J Educ Inf Stud", "InterActions : UCLA Journal of Education and Information Studies"},
		{"Hope's Reason A J Apol", "Hope's Reason : A Journal of Apologetics"},
		{"Sens Actuators Phys", "Sensors and Actuators, A: Physical"},
		{"Urologe A", "Der Urologe. Ausg. A"},
		{"Vet. Q.", "Veterinary Quarterly"},
		{"NZ J For", "New Zealand Journal of Forestry"},
		{"J. Bihar Math. Soc.", "Bihar Mathematical Society. Journal"},
		{"China herbivores|Zhongguo Cao Shi Dong Wu", "Zhongguo cao shi dong wu"},
		{"Revista Chilena de Salud / Chilean Review of Health", "Chilean Review of Health"},
		{"Meisheimer Entomol Ser", "Melsheimer entomological series"},
		{"Bol. Asoc. Med. P. R.", "Boletin, Asociacion Medica de Puerto Rico"}, // a country in two letters
		{"Trans. Ophthalmol. Soc. U. K.", "Transactions of the Ophthalmological Societies of the United Kingdom"},
		{"W V Dent J", "West Virginia Dental Journal"},
		{"Mentor Acad. Advis. J.", "The Mentor: An Academic Advising Journal"}, // articles in capitals
		{"Rev. Cent. Investig. Univ. Salle", "Revista del Centro de Investigación. Universidad La Salle"},
		{"Prepr. Am. Chem. Soc., Div. Pet. Chem.", "Preprints, American Chemical Society, Division of Petroleum Chemistry"},
		{"Can. J. Ling.", "Canadian Journal of Linguistics"},
		{"Nihon Shokubutsu Gakkaiho", "Nippon Shokubutsu Gakkaiho"}, // one word, read in two ways
		{"Kans Nurse", "The Kansas Nurse"},
	} {
		if likeness(names[0], names[1]) < AliasOf || likeness(names[1], names[0]) < AliasOf {
			t.Errorf("%s is not %s", names[0], names[1])
		}
	}
	for _, names := range [][2]string{
		{"Phys. Rev. A", "Physical Review Applied"},
		{"Ann For Sci", "Annals of Science"},
		{"J. Math.", "Journal of Mathematical Physics"},
		{"J. Phys. B", "Journal of Physical Biology"},
		{"J Phys", "Journal of Physiology"},
		{"Journal of Oncology", "Journal of Ontology"},
		{"J. Appl. Phys.", "Journal of Applied Physiology"},
		{"Revista Chilena de Salud / Chilean Review of Health", "Chilean Review of Heat"},
		{"PA", "Practical Aspects"},
		{"ACL (Student Research Workshop)", "ACL"},
	} {
		if likeness(names[0], names[1]) >= AliasOf {
			t.Errorf("%s is %s", names[0], names[1])
		}
	}
}

// TestOneLetterNames: a name of single letters fits hardly any name.
func TestOneLetterNames(t *testing.T) {
	var full []string
	for line := range strings.SplitSeq(venueText, "\n") {
		if f := strings.Split(line, "|"); len(f) > 4 {
			full = append(full, strings.Split(f[4], ";")...)
		}
	}
	fits, compared := 0, 0
	for _, name := range []string{"J", "J A", "J. A. C. S.", "A B C", "P R L", "J M L R", "I C M L", "T P A M I"} {
		for _, f := range full {
			c := ParseContainer(name)
			if r := ParseContainer(f); inOrder(&c, &r) {
				fits++
			}
			compared++
		}
	}
	if compared < 2000 || fits*1000 > compared {
		t.Errorf("%d of %d fit", fits, compared)
	}
}

// TestOrderSteps counts the comparisons of words of long names.
func TestOrderSteps(t *testing.T) {
	for _, word := range []string{"a ", "J. ", "international-", "A / B | ", "(x) ", "of the "} {
		x := Container{printed: tokenise(strings.Repeat(word, 2000))}
		y := Container{printed: tokenise(strings.Repeat(word, 1999) + "z")}
		steps := 0
		for _, a := range languages(x.printed) {
			for _, b := range languages(y.printed) {
				o := order{names: [2][]token{a, b}, tracks: true}
				o.whole()
				steps += o.steps
			}
		}
		if bound := 8 * (len(x.printed) + len(y.printed)); steps > bound {
			t.Errorf("%q: %d comparisons, more than %d", word, steps, bound)
		}
	}
}

func BenchmarkCompareLongNames(b *testing.B) {
	x := parseContainer(strings.Repeat("ab ", 1999) + "x")
	y := parseContainer(strings.Repeat("a. ", 1999) + "y")
	for b.Loop() {
		CompareContainers(&x, &y)
	}
}

func FuzzCompareContainers(f *testing.F) {
	f.Add("J. Phys. A", "Journal of Physics A: Mathematical and General")
	f.Add("A / B | C = D", "B-c.d e")
	f.Add("N. M. A. J.", "NMA Journal, (A) a")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := parseContainer(a), parseContainer(b)
		if got := CompareContainers(&x, &y); got == SameContainer != (x.Normalised == y.Normalised) {
			t.Errorf("%q against %q: %d", a, b, got)
		}
	})
}
