package normalise

import (
	_ "embed"
	"slices"
	"strings"
)

// spellings.txt: each line is a beginning of words with two spellings, the British one first, so that "behaviour" also
// covers "behavioural".
//
//go:embed spellings.txt
var spellingText string

// diphthongs in Greek words, which American English writes with one letter.
var diphthongs = func() *strings.Replacer {
	var pairs []string
	for _, s := range strings.Fields("aemi haem paed aesthe aetio aecol aecal aeces oesoph foet oedem oestr rrhoe pnoe " +
		"palaeo archaeo coelia homoeo manoeuv amoeb iaeval caesa") {
		pairs = append(pairs, s, strings.NewReplacer("ae", "e", "oe", "e").Replace(s))
	}
	return strings.NewReplacer(pairs...)
}()

// byLetter lists the stems by their first letter.
var byLetter = func() (lists [256][][2]string) {
	for line := range strings.Lines(spellingText) {
		s := [2]string(strings.Fields(line))
		lists[s[0][0]] = append(lists[s[0][0]], s)
	}
	for _, list := range lists {
		slices.SortFunc(list, func(a, b [2]string) int { return len(b[0]) - len(a[0]) }) // "centred" before "centre"
	}
	return lists
}()

// Spelling returns a normalised text in which words with a British and an American spelling are all written in one of
// them: "modelling", "generalise", "behaviour", "centre", "catalogue", "towards". The result is for comparison, not
// for display: "exercise" becomes "exercize" everywhere.
func Spelling(normalised string) string {
	var b strings.Builder
	done := 0 // bytes of normalised that b already has, once anything was changed
	for start := 0; start < len(normalised); {
		end := strings.IndexByte(normalised[start:], ' ')
		if end < 0 {
			end = len(normalised)
		} else {
			end += start
		}
		word := normalised[start:end]
		if one := spellWord(word); one != word {
			b.WriteString(normalised[done:start])
			b.WriteString(one)
			done = end
		}
		start = end + 1
	}
	if done == 0 {
		return normalised
	}
	b.WriteString(normalised[done:])
	return b.String()
}

// spelt is the minimum number of letters of a word with two spellings.
const spelt = 4 // case: TestSpelling

func spellWord(w string) string {
	if len(w) < spelt {
		return w
	}
	for _, s := range byLetter[w[0]] {
		if rest, ok := strings.CutPrefix(w, s[0]); ok {
			w = s[1] + rest
			break
		}
	}
	if strings.Contains(w, "ae") || strings.Contains(w, "oe") {
		w = diphthongs.Replace(w)
	}
	return oneEnding(w)
}

// verbEndings are endings whose second letter is written "z" in American English.
var verbEndings = []string{"isation", "isations", "ise", "ised", "iser", "isers", "ises", "ising", "isable",
	"isational", "yse", "ysed", "yser", "ysers", "yses", "ysing"}

// doubling lists the endings before which British English doubles an l.
var doubling = []string{"ed", "er", "ers", "ing", "ings"}

func oneEnding(w string) string {
	// Most words have none of these letters, so the lists are skipped.
	switch {
	case strings.Contains(w, "is") || strings.Contains(w, "ys"):
		for _, e := range verbEndings {
			if stem, ok := strings.CutSuffix(w, e); ok && len(stem) >= 3 {
				return stem + e[:1] + "z" + e[2:]
			}
		}
	case strings.Contains(w, "logue"):
		if stem, ok := strings.CutSuffix(w, "logue"); ok {
			return stem + "log"
		}
		if stem, ok := strings.CutSuffix(w, "logues"); ok {
			return stem + "logs"
		}
	case strings.Contains(w, "ell") || strings.Contains(w, "all"):
		for _, e := range doubling {
			stem, ok := strings.CutSuffix(w, e)
			if ok && (strings.HasSuffix(stem, "ell") || strings.HasSuffix(stem, "all")) && vowels(stem) >= 2 {
				return stem[:len(stem)-1] + e
			}
		}
	}
	return w
}

// vowels returns the number of vowel groups in a word, roughly its syllables.
func vowels(w string) (n int) {
	before := false
	for i := range len(w) {
		v := strings.IndexByte("aeiouy", w[i]) >= 0
		if v && !before {
			n++
		}
		before = v
	}
	return n
}
