// Package tagger labels the words of a printed reference: a linear-chain conditional random field over words, with
// hashed features. If it is in doubt, several labellings compete and are weighed as a whole. The package holds what
// training and use must share: words, features, weights and inference.
//
// Pure.
// May be imported by: refstring/..., lab/labeller, cmd/bonafide-lab.
package tagger
