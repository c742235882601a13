package words

import "strings"

// shortened are words of running text, without their stop, that end no sentence.
var shortened = Set(
	`al e.g i.e etc vs cf ca fig figs eq eqs sec ref refs tab ch chap no nos vol pp approx resp dept univ inc ltd
	dr prof mr mrs ms st jr sr ed eds bzw vgl sog abb ggf u.a z.b d.h usw`)

// Shortened reports a word, without the stop after it, that ends no sentence.
func Shortened(word string) bool { return shortened[strings.ToLower(word)] }

// Set returns the words of a list that are separated by white space.
func Set(list string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}
