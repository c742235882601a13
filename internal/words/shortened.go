package words

import "strings"

// shortened are abbreviations in running text, without their full stop, that do not end a sentence.
var shortened = Set(
	`al e.g i.e etc vs cf ca fig figs eq eqs sec ref refs tab ch chap no nos vol pp approx resp dept univ inc ltd
	dr prof mr mrs ms st jr sr ed eds bzw vgl sog abb ggf u.a z.b d.h usw`)

// Shortened reports whether word, without the full stop after it, is an abbreviation that does not end a sentence.
func Shortened(word string) bool { return shortened[strings.ToLower(word)] }

// Set returns the set of the words in a list separated by white space.
func Set(list string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}
