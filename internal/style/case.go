package style

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/words"
)

// small are words that a headline writes in small letters unless they open or end it.
var small = words.Set("a an the and but or nor for so yet as at by down from in into like near of off on onto over " +
	"past per than to up upon via with vs vs. v. de la et al. von van der")

// proper are words that keep their capital in a sentence although nothing in their letters shows it: eponyms of
// methods, peoples, places, months. A word that is not listed here and has no other capital becomes small.
var proper = words.Set(
	`abelian african alzheimer alzheimer's america american arabic asia asian australia australian bayes bayesian beijing bernoulli boltzmann boolean brazil
	brazilian brownian british california canada canadian carlo cauchy chernoff chinese china christian coulomb darwin darwinian dirac dirichlet doppler dutch einstein english
	euclidean euler europe european fermi feynman fisher fourier france freudian french frobenius galois gauss gaussian german germany gibbs google greek hamiltonian hausdorff
	hawkes hebrew hermitian hessian higgs hilbert hindi hodgkin huntington india indian indonesian islamic italian italy jacobian january february april june july august september
	october november december japan japanese jewish kalman korea korean lagrange lagrangian langevin laplace laplacian latin lebesgue levenshtein linux lipschitz london lorentz lyapunov
	mandarin markov markovian maxwell mexico mexican monte muslim nash navier newton newtonian nordic norwegian pareto parkinson parkinson's pascal persian poisson polish portuguese python
	riemann riemannian roman russia russian rényi schrödinger shannon shapley spanish spain stokes sobolev swedish swiss taylor turing turkish twitter vietnamese wasserstein western
	wiener wikipedia wilson york zipf facebook internet bitcoin kullback leibler nyström thompson`)

// grammar are words that are never capitalised inside a sentence: a capital on one of them shows a headline.
var grammar = words.Set("is are was were can does all you your we our its not that this what how why when which be " +
	"been has have more most than should must will it")

// foreign are words that show that a title is not in English, so its case is left alone.
var foreign = words.Set("der die das und des dem ein eine zur zum für über les une du le el los las y una il lo gli " +
	"della nella di och att het een zu im och på na и в на по da dos das em os para por sobre sur dans avec entre")

// english reports whether the case of a title may be changed: nearly all of its letters are ASCII and it has no word
// of another language.
func english(words []string) bool {
	for _, w := range words {
		if foreign[w] {
			return false
		}
		for _, r := range w {
			if r > 0x24f && unicode.IsLetter(r) && !unicode.Is(unicode.Greek, r) {
				return false
			}
		}
	}
	return true
}

// Sentence converts a title from headline to sentence case: capitals only at its start and after a colon, and in
// words that have them in any case. A title already in sentence case is unchanged.
func Sentence(title string) string {
	words := strings.Fields(title)
	if !english(words) || !headlined(words) {
		return title
	}
	opens := true
	for i, w := range words {
		if head, tail, ok := strings.Cut(w, "-"); opens && ok && plainCapital(w) {
			words[i] = head + "-" + lowered(tail)
		} else if !opens && plainCapital(w) && !proper[strings.ToLower(bareWord(w))] {
			words[i] = lowered(w)
		}
		last := w[len(w)-1]
		opens = last == ':' || last == '?' || last == '!' || last == '.' && len(w) > 3 || w == "—" || w == "–"
	}
	return strings.Join(words, " ")
}

// lowered writes a word in small letters, part by part, except parts that have capitals of their own.
func lowered(word string) string {
	parts := strings.Split(word, "-")
	for i, part := range parts {
		if plainCapital(part) && !proper[strings.ToLower(bareWord(part))] {
			parts[i] = strings.ToLower(part)
		}
	}
	return strings.Join(parts, "-")
}

// headlined reports whether most of the longer words after the first have a capital, so that capitals do not mark
// names.
func headlined(words []string) bool {
	capital, all := 0, 0
	opens := true
	for i, w := range words {
		start := opens
		opens = strings.ContainsAny(w[len(w)-1:], ":?!.")
		if w = bareWord(w); !start && w != "" && grammar[strings.ToLower(w)] && unicode.IsUpper([]rune(w)[0]) &&
			w != strings.ToUpper(w) {
			return true
		}
		if i == 0 || len(w) < 4 || small[strings.ToLower(w)] {
			continue
		}
		if all++; unicode.IsUpper([]rune(w)[0]) {
			capital++
		}
	}
	return capital > 1 && capital*4 >= all*3 || capital == 1 && len(words) == 2 && derived(words[1])
}

// derived reports whether a word's ending shows that it is not a name.
func derived(word string) bool {
	word = strings.TrimSuffix(strings.ToLower(bareWord(word)), "s")
	return slices.ContainsFunc([]string{"ing", "tion", "ment", "ness", "ity", "logy", "ic", "ysi", "work"},
		func(ending string) bool {
			return len(word) > len(ending)+2 && strings.HasSuffix(word, ending)
		})
}

// plainCapital reports whether a word has capitals only at its start or at the start of its hyphenated parts.
func plainCapital(word string) bool {
	runes := []rune(bareWord(word))
	if len(runes) == 0 || !unicode.IsUpper(runes[0]) || len(runes) == 1 && runes[0] != 'A' {
		return false
	}
	opens := true
	for _, r := range runes {
		switch {
		case r == '-' || r == '’' || r == '\'' || r == '/':
			opens = r == '-' || r == '/'
			continue
		case unicode.IsDigit(r), unicode.IsUpper(r) && !opens, !unicode.IsLetter(r):
			return false
		}
		opens = false
	}
	return true
}

// bareWord returns a word without the punctuation around it.
func bareWord(word string) string {
	return strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// headlineCase writes a title in headline case: a capital for every word except small ones. Words with capitals of
// their own are unchanged.
func headlineCase(title string) string {
	words := strings.Fields(title)
	if !english(words) {
		return title
	}
	opens := true
	for i, w := range words {
		if opens || i == len(words)-1 || !small[w] {
			words[i] = capitalised(w)
		}
		last := w[len(w)-1]
		opens = last == ':' || last == '?' || last == '!' || w == "—" || w == "–"
	}
	return strings.Join(words, " ")
}

// capitalised capitalises a word in small letters, and its longer hyphenated parts.
func capitalised(word string) string {
	if word != strings.ToLower(word) || strings.ContainsAny(word, "0123456789@/\\_") {
		return word
	}
	parts := strings.Split(word, "-")
	for i, part := range parts {
		if i > 0 && (small[part] || len(part) < 3) {
			continue
		}
		runes := []rune(part)
		for j, r := range runes {
			if unicode.IsLetter(r) {
				if unicode.IsLetter(unicode.ToUpper(r)) && r < 0x250 {
					runes[j] = unicode.ToUpper(r)
				}
				break
			}
		}
		parts[i] = string(runes)
	}
	return strings.Join(parts, "-")
}
