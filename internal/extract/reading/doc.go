// Package reading is what the readers of single kinds of input share: the
// result that they hand back, and the steps from a printed reference or from
// labelled parts to what is claimed.
//
// Pure.
// May be imported by: extract/..., lab.
package reading
