// Package jsonscan reads JSON without reflection and without a tree: a text is
// checked once, then its objects and arrays are walked in place. It accepts
// exactly what encoding/json accepts, to a bounded depth.
//
// Pure.
// May be imported by: wire, dump, extract/entries, source/..., fix/....
package jsonscan
