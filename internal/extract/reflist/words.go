package reflist

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/words"
)

// vocabulary counts the words that are whole inside the lines of a document, in lower case. It is the dictionary for
// repairing broken words.
type vocabulary map[string]int

// unbroken is the vocabulary entry for a document that breaks no words.
const unbroken = "-"

const maxWords = 300000

func vocabularyOf(lines []Line) vocabulary {
	words := make(vocabulary, 4096)
	for i := range lines {
		text := lines[i].Text
		for start := 0; start < len(text); {
			end := strings.IndexByte(text[start:], ' ')
			if end < 0 {
				end = len(text)
			} else {
				end += start
			}
			if end < len(text) && start > 0 { // the first and last word may be fragments
				words.add(text[start:end])
			}
			start = end + 1
		}
	}
	if words.breaksNone(lines) {
		words[unbroken] = 1
	}
	return words
}

// breaksNone reports whether the hyphens at the ends of lines belong to compounds: they are few, as where a word
// processor fills its lines, and none is in a word that other lines have whole.
func (v vocabulary) breaksNone(lines []Line) bool {
	ends := 0
	for i := 1; i < len(lines); i++ {
		up := lines[i-1].Text
		left := up[strings.LastIndexByte(up, ' ')+1:]
		if !hyphen(lastRune(left)) || !unicode.IsLower(firstRune(lines[i].Text)) {
			continue
		}
		ends++
		a, b := strings.ToLower(core(left)), strings.ToLower(wordAt(lines[i].Text))
		if v[a+b] > v[a+"-"+b] {
			return false
		}
	}
	return ends*endsApart < len(lines)
}

// endsApart is the minimum number of lines per line that ends in the hyphen of a compound if no words are broken.
// Text that breaks words has a broken one in ten lines or fewer.
const endsApart = 25

func (v vocabulary) add(word string) {
	if i := strings.IndexByte(word, '/'); i > 0 { // "astro-ph/0003365"
		word = word[:i]
	}
	word = core(word)
	if len(word) < shortestWord || len(word) > longestWord {
		return
	}
	word = strings.ToLower(word)
	if _, ok := v[word]; !ok && len(v) >= maxWords {
		return
	}
	v[word]++
	if strings.Contains(word, "-") {
		for _, part := range strings.Split(word, "-") {
			if len(part) >= firstHalf {
				v[part]++
			}
		}
	}
}

// Lengths in bytes of words that a vocabulary keeps, and of the halves of a hyphenated word that may be words
// themselves.
const (
	shortestWord = 2
	longestWord  = 60
	firstHalf    = 3 // case: TestMend
	secondHalf   = 4 // case: TestMend
)

func core(word string) string {
	return strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// hyphen reports whether r is a sign that breaks a word at the end of a line.
func hyphen(r rune) bool { return r == '-' || r == '\u2010' || r == '\u00AD' || r == '\u2011' }

// wordAt returns the letters and hyphens at the start of a text.
func wordAt(s string) string {
	end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !hyphen(r) })
	if end < 0 {
		end = len(s)
	}
	return strings.TrimRightFunc(s[:end], hyphen)
}

// shortWord are words that are between hyphens in compounds.
var shortWord = words.Set(`of the to in and on by for a an und as`)

// archives are the parts of arXiv whose names have a hyphen.
var archives = words.Set(
	`astro-ph cond-mat gr-qc hep-ex hep-lat hep-ph hep-th math-ph nucl-ex nucl-th quant-ph q-alg alg-geom chao-dyn solv-int patt-sol cmp-lg acc-phys chem-ph mtrl-th supr-con bayes-an ao-sci atom-ph comp-gas dg-ga funct-an plasm-ph adap-org`)

// mend joins the halves of a word broken at a hyphen, which left still contains.
func (v vocabulary) mend(left, right string) string {
	stem := strings.TrimRightFunc(left, hyphen)
	if stem == left || stem == "" || right == "" {
		return left + " " + right
	}
	first := firstRune(right)
	last := []rune(stem)[len([]rune(stem))-1]
	a, b := strings.ToLower(core(stem)), strings.ToLower(wordAt(right))
	whole, compound := v[a+b], v[a+"-"+b]
	if !unicode.IsLower(first) || !unicode.IsLetter(last) {
		if unicode.IsUpper(last) && capitals(wordAt(right)) && whole > compound { // "OOP-" "SLA"
			return stem + right
		}
		return left + right
	}
	switch keep := stem + "-" + right; {
	case v.compoundGoesOn(a, b), archives[a+"-"+b] && strings.HasPrefix(right[len(b):], "/"): // "astro-" "ph/0003365"
		return keep
	case whole > 0 && whole >= compound:
		return stem + right
	case compound > 0, utf8.RuneCountInString(a) == 1: // no word is broken after its first letter: "t-" "test"
		return keep
	case suspended[b], words.Joins(b):
		return left + " " + right
	case v[unbroken] > 0, v[a] >= 2 && v[b] >= 2 && len(a) >= firstHalf && len(b) >= secondHalf:
		return keep
	}
	return stem + right
}

// suspended are words after a hyphen that stands for the end of a word, besides those that join: "Migrations- oder".
var suspended = map[string]bool{"oder": true, "bzw": true, "or": true}

// compoundGoesOn reports whether two halves are of a compound that has another hyphen: "state-" "of-the-art",
// "state-of-" "the-art".
func (v vocabulary) compoundGoesOn(a, b string) bool {
	if i := strings.IndexFunc(b, hyphen); i > 0 && v[b[:i]] >= 2 && v[a+b[:i]] == 0 {
		return true
	}
	i := strings.LastIndexFunc(a, hyphen)
	return i > 0 && i+1 < len(a) && shortWord[a[i+1:]]
}
