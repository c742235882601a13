// Package labeller makes the weights of the labeller in refstring/tagger: it reads labelled reference strings,
// renders more from records of works, fits a conditional random field, and measures it.
//
// May be imported by: cmd/bonafide-lab.
package labeller
