// Package reading is what the readers of single kinds of input share: the
// result that they hand back, the steps from a printed reference or from
// labelled parts to what is claimed, the marks in running text that cite the
// entries of a list, and UTF-8 from the encodings that documents come in.
//
// Pure.
// May be imported by: extract, extract/..., lab.
package reading
