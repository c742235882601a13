// Package tagger labels the words of a printed reference: a linear-chain
// conditional random field over words, with hashed features. It holds what
// training and use must share: words, features, weights and inference.
//
// Pure.
// May be imported by: refstring/..., refstring.
package tagger
