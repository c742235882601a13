// Package plaintext reads references out of plain text: it finds the lines of
// the reference list and cuts them into entries.
//
// Pure.
// May be imported by: extract/..., lab.
package plaintext
